"""What may be asked now: positions that are new, templates that have rested, another skill than the last one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta_tutor.tutor.choosing import Item


class Pool:
    """All items there are, found by what they need; it serves for many questions."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items = list(items)
        self.needing: dict[str, list[Item]] = {}
        for item in self.items:
            for skill in item.skills:
                self.needing.setdefault(skill, []).append(item)


class Free:
    """The items that may be asked, found skill by skill. A position comes again only where a skill has no other.

    ``done`` are the places that were asked, ``resting`` the templates that rest, ``last`` the skill that rests.
    """

    def __init__(
        self,
        pool: Pool,
        done: Collection[tuple[str, int | None]],
        resting: Collection[str],
        last: str = "",
    ) -> None:
        self._pool, self._done, self._resting, self._last = pool, done, resting, last
        self._found: dict[str, list[Item]] = {}
        self._spent: dict[str, bool] = {}

    def on(self, skill: str) -> list[Item]:
        """The items that need a skill."""
        if skill not in self._found:
            self._found[skill] = [
                item for item in self._pool.needing.get(skill, ()) if self._may(item)
            ]
        return self._found[skill]

    @property
    def all(self) -> list[Item]:
        """All of them, first those whose position is new."""
        found = [item for item in self._pool.items if self._may(item)]
        return sorted(found, key=lambda item: item.place in self._done)

    def _may(self, item: Item) -> bool:
        if item.exercise in self._resting or item.skills[0] == self._last:
            return False
        return item.place not in self._done or self._all_done(item.skill)

    def _all_done(self, skill: str) -> bool:
        """Whether every position that asks a skill first and does not rest has been asked."""
        if skill not in self._spent:
            self._spent[skill] = all(
                item.place in self._done
                for item in self._pool.needing[skill]
                if item.skill == skill and item.exercise not in self._resting
            )
        return self._spent[skill]
