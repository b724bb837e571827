"""A rulebook's values for one number of players, and what follows from them at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from canasta_tutor.cards import Card, Cards, full_deck
from canasta_tutor.rulebook_files import Source

if TYPE_CHECKING:
    from canasta_tutor.rulebook import Rulebook


class Table(dict[str, Any]):
    """A rulebook's values for one number of players; read ``table["turn.draw"]``.

    Also what follows from them at once: what each card is worth, who sits on which side, which way
    the turn passes.
    """

    def __init__(self, rulebook: Rulebook, players: int, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.rulebook = rulebook
        self.players = players
        self.deck: Cards = full_deck(self["deck.packs"], self["deck.jokers"])
        self.seats: int = 4 if self["players.sides"] == "rota" else players
        """Seats in play, numbered clockwise from 0; with five players one sits out each deal."""
        self.step: int = 1 if self["deal.direction"] == "clockwise" else -1
        self.sides: int = {"alone": self.seats, "pairs": self.seats // 2}.get(
            self["players.sides"], 2
        )
        self.side_of: tuple[int, ...] = tuple(seat % self.sides for seat in range(self.seats))
        self.members: tuple[tuple[int, ...], ...] = tuple(
            tuple(seat for seat in range(self.seats) if self.side_of[seat] == side)
            for side in range(self.sides)
        )
        self.card_values: dict[Card, int] = {card: self._value(card) for card in self.deck}
        self.freezers: frozenset[str] = frozenset(self["pile.freezes"])
        self.rank_size: int = 4 * self["deck.packs"]

    def _value(self, card: Card) -> int:
        if card.is_red_three:
            price = self["threes.red_value"]
        elif card.is_black_three:
            price = self["value.black_three"]
        elif card.rank in ("★", "2", "A"):
            price = self["value." + {"★": "joker", "2": "two", "A": "ace"}[card.rank]]
        else:
            price = self[
                "value.high" if card.rank in ("K", "Q", "J", "10", "9", "8") else "value.low"
            ]
        return int(price)

    def next_seat(self, seat: int) -> int:
        """The seat whose turn follows."""
        return (seat + self.step) % self.seats

    def in_turn(self, seat: int) -> tuple[int, ...]:
        """All seats in turn order, this one first."""
        return tuple((seat + self.step * n) % self.seats for n in range(self.seats))

    def source(self, rule: str) -> Source:
        """Where the value for this number of players is written."""
        return self.rulebook.source(rule, self.players)

    def __hash__(self) -> int:  # type: ignore[override]  # a table never changes: identity will do
        return id(self)

    def __repr__(self) -> str:
        return f"Table({self.rulebook.id}, {self.players} players)"
