"""What is asked of a position is found once, and of all minds only those are asked that might find something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Self

from canasta_tutor.beliefs.mind import Mind
from canasta_tutor.beliefs.watching import Watcher
from canasta_tutor.errors import CanastaError

_Asked = tuple[str, str]
"""What is to be found, and of what."""
_SELDOM: Final = 2
"""So many who believe something wrong find it by themselves before it is watched what is looked at."""


class FindsOnce:
    """Keeps what it has found. Somebody who believes otherwise takes over what this belief cannot change."""

    mind: Mind | None
    plain: Self | None
    """Who answers the same in no mind at all; None where the mind saw another deal from its beginning on."""

    def __init__(self) -> None:
        self._found: dict[_Asked, Any] = {}
        self._noted: dict[_Asked, tuple[Any, Watcher] | None] = {}
        self._askers: Counter[_Asked] = Counter()

    def believing(self, mind: Mind) -> Self:
        """Who answers the same questions in this mind."""
        raise NotImplementedError

    def once(self, what: str, of: str, find: Callable[[Self], Any]) -> Any:
        """What ``find`` finds, unless it is known. Raises what that raises."""
        asked = what, of
        if asked not in self._found:
            self._found[asked] = self._find(asked, find)
        return self._found[asked]

    def _find(self, asked: _Asked, find: Callable[[Self], Any]) -> Any:
        if self.mind is not None and self.plain is not None:
            if self.plain._asked_seldom(asked, self.mind):
                return find(self)
            seen = self.plain._watched(asked, find)
            if seen is not None:
                found, watcher = seen
                if isinstance(self.mind, Watcher):
                    self.mind.takes_over(watcher)
                    return found
                if not watcher.touches(self.mind):
                    return found
        return find(self)

    def _asked_seldom(self, asked: _Asked, mind: Mind) -> bool:
        """Whether so few have asked this that it does not pay to look whom it can move."""
        if asked in self._noted or isinstance(mind, Watcher):
            return False
        self._askers[asked] += 1
        return self._askers[asked] <= _SELDOM

    def _watched(self, asked: _Asked, find: Callable[[Self], Any]) -> tuple[Any, Watcher] | None:
        """What is found by somebody who believes nothing wrong, and what that looks at; None if there is nothing."""
        if asked not in self._noted:
            watcher = Watcher()
            try:
                self._noted[asked] = find(self.believing(watcher)), watcher
            except CanastaError:
                self._noted[asked] = None
        return self._noted[asked]
