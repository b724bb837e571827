"""A table that notes which of its rules are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.table import Table

_FOLLOWS: Final[Mapping[str, tuple[str, ...]]] = {
    "deck": ("deck.packs", "deck.jokers", "deck.wilds"),
    "rank_size": ("deck.packs",),
    "freezers": ("pile.freezes",),
}
"""What follows from the rules of a table, and from which; who sits where is the same to everybody."""


class WatchedTable(Table):
    """A table as it is, that notes which of its rules are read: those that it has copied so far."""

    def __init__(
        self, table: Table, derived: Callable[[], None], priced: Callable[[Card, int], None]
    ) -> None:
        dict.__init__(self)
        self._true, self._derived, self._priced = table, derived, priced
        self.rulebook, self.players = table.rulebook, table.players
        self.seats, self.step = table.seats, table.step
        self.sides, self.side_of, self.members = table.sides, table.side_of, table.members
        self.card_values = _WatchedValues(self)

    def __missing__(self, path: str) -> Any:
        value = self[path] = self._true[path]
        return value

    def __getattr__(self, name: str) -> Any:
        if name not in _FOLLOWS:
            raise AttributeError(name)
        for path in _FOLLOWS[name]:
            self[path]
        found = getattr(self._true, name)
        self.__dict__[name] = found
        return found

    def __contains__(self, path: object) -> bool:
        return path in self._true

    def get(self, path: str, default: Any = None) -> Any:
        known = path in self
        return self[path] if known else default

    def read(self) -> Iterable[str]:
        """The rules that were read."""
        return super().keys()

    @property
    def plain(self) -> Table:
        """The table itself, to make another one of it."""
        self._derived()
        return self._true

    def price(self, card: Card) -> int:
        """What a card is worth, noted as read."""
        value = self._value(card)
        self._priced(card, value)
        return value


class _WatchedValues(dict[Card, int]):
    """The values of cards, each noted when it is read."""

    def __init__(self, table: WatchedTable) -> None:
        self._table = table

    def __missing__(self, card: Card) -> int:
        value = self[card] = self._table.price(card)
        return value
