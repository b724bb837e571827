"""What a question looks at: which rules it reads, and what each belief would have changed on the way.

Most beliefs cannot change the answer to a question, because nothing that they change is looked at. A watcher
believes nothing wrong, answers like the engine, and notes what it looked at; whom that does not touch answers the same.

    >>> from canasta_tutor.exercises.asking import Asker
    >>> from canasta_tutor.rulebook import Rulebook
    >>> watcher = Watcher()
    >>> Asker({}, Rulebook.load("classic")).believing(watcher).number("value ★ ★")
    100
    >>> [watcher.touches(library()[id].mind) for id in ("value.joker_as_two", "value.two_low")]
    [True, False]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache, lru_cache, partial
from typing import Any, Final

from canasta_tutor.beliefs.library import library
from canasta_tutor.beliefs.mind import BelievedDeal, Mind, Rules, believed_table
from canasta_tutor.beliefs.watched_tables import WatchedTable
from canasta_tutor.cards import Card
from canasta_tutor.deal import Deal
from canasta_tutor.errors import CanastaError
from canasta_tutor.moves import Move
from canasta_tutor.objections import Objection
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.setup import SettingUp

_VALUES: Final = ("rules", "prices", "without", "forgives")
_STEPS: Final = tuple(one.name for one in fields(Mind) if one.name not in _VALUES)
"""Where a belief changes what is found; what was found is the last that it is given."""
Changes = tuple[Callable[..., Any], ...]
_MORE: Final = tuple(one.name for one in fields(Mind) if one.name != "rules")


class Minds:
    """Minds to be watched, by what they change."""

    def __init__(self, minds: Iterable[Mind]) -> None:
        self._known = tuple(mind for mind in minds if _more_than_rules(mind))
        self.ids = frozenset(map(id, self._known))
        self.at = {
            name: tuple((mind, getattr(mind, name)) for mind in self._known if getattr(mind, name))
            for name in _MORE
        }
        self.without: dict[str, list[Mind]] = {}
        """Those to whom a rule forbids nothing, by the rule."""
        for mind in self._known:
            for rule in mind.without:
                self.without.setdefault(rule, []).append(mind)


@cache
def _library() -> Minds:
    return Minds(belief.mind for belief in library().values())


class Watcher(Mind):
    """A mind that believes nothing wrong, and notes which minds would have found something else: those of the library."""

    def __init__(self, minds: Minds | None = None) -> None:
        steps: dict[str, Any] = {name: (partial(self._step, name),) for name in _STEPS}
        super().__init__(forgives=(self._forgives,), **steps)
        self._minds = minds or _library()
        self._moved: set[int] = set()
        """Those of them that change something of what was found, by their ids."""
        self._tables: dict[Table, WatchedTable] = {}
        self._taken: dict[Table, set[str]] = {}
        """The rules that were read where something was taken over that was found before."""
        self._asked: Mind | None = None
        """The mind that is being asked what it would change."""
        self._everything = False
        """Whether rules were read in a way that is not noted."""

    def touches(self, mind: Mind) -> bool:
        """Whether somebody with this mind might have found something else in all that was looked at."""
        if id(mind) in self._minds.ids:
            if id(mind) in self._moved:
                return True
        elif _more_than_rules(mind):
            return True  # nobody knows what it changes
        if not mind.rules:
            return False
        return self._everything or any(
            not _other(mind.rules, table).isdisjoint(read) for table, read in self._read()
        )

    def _read(self) -> Iterator[tuple[Table, Iterable[str]]]:
        """The rules that were read, by table."""
        yield from self._taken.items()
        for table, watched in self._tables.items():
            yield table, watched.read()

    def takes_over(self, other: Watcher) -> None:
        """What another watcher has seen counts here, too; it sees no more."""
        self._everything |= other._everything
        self._moved |= other._moved
        for table, read in other._read():
            self._taken.setdefault(table, set()).update(read)

    # --- reading rules --------------------------------------------------------------------------

    def table(self, table: Table) -> Table:
        if isinstance(table, WatchedTable):
            return table
        if table not in self._tables:
            self._tables[table] = WatchedTable(table, self._derived, self._priced)
        return self._tables[table]

    def book(self, rulebook: Rulebook) -> Rulebook:
        self._everything = True
        return rulebook

    def _derived(self) -> None:
        """Another table is made from a watched one: whoever does so may have read any rule."""
        if self._asked is None:
            self._everything = True
        else:
            self._note(self._asked)

    def _priced(self, card: Card, value: int) -> None:
        """The value of a card has been read."""
        for mind, prices in self._minds.at["prices"]:
            if any(price(card, value) != value for price in prices):
                self._note(mind)

    # --- the steps ------------------------------------------------------------------------------

    def _step(self, name: str, *seen: Any) -> Any:
        """What was found stays as it is; whoever would have changed it is noted."""
        *given, found = seen
        if self._asked is not None:  # it looks further by itself
            return _changed(getattr(self._asked, name), given, found)
        moved = self._moved
        try:
            for mind, changes in self._minds.at[name]:
                if id(mind) not in moved:
                    self._look_as(mind)
                    if _changes(changes, given, found):
                        moved.add(id(mind))
        finally:
            self._look_as(None)
        return found

    def _forgives(self, deal: BelievedDeal, move: Move, one: Objection) -> bool:
        if self._asked is not None:
            return _forgiven(self._asked, deal, move, one)
        moved = self._moved
        moved.update(map(id, self._minds.without.get(one.rule, ())))
        try:
            for mind, forgives in self._minds.at["forgives"]:
                if id(mind) not in moved:
                    self._look_as(mind)
                    if _any_forgives(forgives, deal, move, one):
                        moved.add(id(mind))
        finally:
            self._look_as(None)
        return False

    def _look_as(self, mind: Mind | None) -> None:
        self.__dict__["_asked"] = mind  # a mind is frozen, and to get past that takes time

    def _note(self, mind: Mind) -> None:
        self._moved.add(id(mind))


def _more_than_rules(mind: Mind) -> bool:
    return any(getattr(mind, name) for name in _MORE)


def _changed(changes: Changes, given: list[Any], found: Any) -> Any:
    """What a mind makes of what was found."""
    for change in changes:
        found = change(*given, found)
    return found


def _changes(changes: Changes, given: list[Any], found: Any) -> bool:
    """Whether a mind makes something else of it, or cannot make anything of it."""
    try:
        seen = _changed(changes, given, list(found) if isinstance(found, list) else found)
    except CanastaError:
        return True
    return seen is not found and (isinstance(found, Deal | SettingUp) or bool(seen != found))


def _forgiven(mind: Mind, deal: BelievedDeal, move: Move, one: Objection) -> bool:
    return one.rule in mind.without or any(forgives(deal, move, one) for forgives in mind.forgives)


def _any_forgives(forgives: Changes, deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """Whether somebody would take it to be in order, or cannot say so."""
    try:
        return any(each(deal, move, one) for each in forgives)
    except CanastaError:
        return True


@lru_cache(maxsize=4096)
def _other(rules: Rules, table: Table) -> frozenset[str]:
    """The rules that are believed to be otherwise at a table; all where that cannot be believed there."""
    try:
        seen = believed_table(rules, (), table)
    except CanastaError:
        return frozenset(table)
    return frozenset(path for path, value in table.items() if seen[path] != value)


__all__ = ["Minds", "Watcher"]
