"""Hands, seats, sides and cards as a question names them, seen by the player who was to move."""

from __future__ import annotations

from canasta_tutor.cards import Cards, give_suits, name_cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError
from canasta_tutor.table import Table


class NamesPlaces:
    """Finds what is named in one position."""

    table: Table
    us: int
    """The side of the player who was to move."""
    _mover: int

    @property
    def deal(self) -> Deal:
        """The position."""
        raise NotImplementedError

    def hand(self, name: str) -> Cards:
        """A hand: ``hand``, ``partner``, ``hand 2``; the first is that of the player who was to move."""
        word, _, number = name.partition(" ")
        if word == "partner" or (word == "hand" and (number or "1").isdigit()):
            seat = self._seat(word if word == "partner" else number or "1")
            if seat is not None:
                return self.deal.hands[seat]
        raise NotationError(
            f"cards: found {name!r}; expected hand, hand 2, partner, pile or stock", name
        )

    def seat(self, name: str) -> int:
        """A seat: nothing or ``1`` for that of the player who was to move, ``2`` for the next, ``partner``."""
        found = self._seat(name or "1")
        if found is None:
            raise NotationError(f"seat: found {name!r}; expected partner or a number", name)
        return found

    def _seat(self, name: str) -> int | None:
        order = self.table.in_turn(self._mover)
        if name == "partner":
            partners = [seat for seat in order[1:] if self.table.side_of[seat] == self.us]
            return partners[0] if len(partners) == 1 else None
        known = name.isdigit() and 1 <= int(name) <= len(order)
        return order[int(name) - 1] if known else None

    def side(self, name: str) -> int:
        """A side: ``us``, ``them`` where there are two, or the number of a seat."""
        name = name.strip()
        if name in ("", "us"):
            return self.us
        if name == "them" and self.table.sides == 2:
            return 1 - self.us
        order = self.table.in_turn(self._mover)
        if name.isdigit() and 1 <= int(name) <= len(order):
            return self.table.side_of[order[int(name) - 1]]
        raise NotationError(
            f"side: found {name!r}; expected us, them or the number of a seat", name
        )

    def named(self, text: str) -> Cards:
        """Cards that may lack suits, from the deck."""
        cards = give_suits(name_cards(text), self.table.deck)
        if not cards:
            raise NotationError("cards: found none; expected such as K♠ 2 ★", text)
        return cards
