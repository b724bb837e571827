"""What players and sides are called by somebody who sits among them: you, your partner, on the left."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.scoring import ScoreLine
from canasta_tutor.table import Table

_PLACES: Final = {
    2: ("across",),
    3: ("left", "right"),
    4: ("left", "across", "right"),
    5: ("left", "far_left", "far_right", "right"),
    6: ("left", "far_left", "across", "far_right", "right"),
}
"""Where the other players sit, clockwise from one's own left, by the number of seats."""


class Seating:
    """Who sits where, seen from one seat of a table, in a language.

    >>> from canasta_tutor.rulebook import Rulebook
    >>> three = Seating(Rulebook.load("family").at(3), 0, "en")
    >>> [three.side_name(side) for side in range(3)], three.inside(1)
    (['You', 'Left', 'Right'], 'the player on your left')
    >>> four = Seating(Rulebook.load("classic").at(4), 0, "es")
    >>> four.side_name(0), four.seat_name(2)
    ('Nosotros', 'Compañero')
    """

    def __init__(self, table: Table, seat: int, language: str) -> None:
        self.table = table
        self.seat = seat
        self.language = language

    def place(self, seat: int) -> str:
        """Where another seat is: partner, left, across."""
        seats = self.table.seats
        away = (seat - self.seat) % seats
        where = _PLACES[seats][away - 1]
        side = self.table.side_of[self.seat]
        partners = [one for one in self.table.members[side] if one != self.seat]
        if seat in partners:
            hand = "left" if away * 2 < seats else "right"
            return "partner" if len(partners) == 1 else f"partner_{hand}"
        return "opponent" if seats == 2 else where

    def seat_name(self, seat: int) -> str:
        """What a player is called, as a heading."""
        return capital(self._say("you" if seat == self.seat else self.place(seat)))

    def inside(self, seat: int) -> str:
        """What a player is called inside a sentence."""
        return self._say("inside", "you" if seat == self.seat else self.place(seat))

    def side_name(self, side: int) -> str:
        """What a side is called: we and they, or its players."""
        if self.table.sides == 2 and self.table.seats > 2:
            return self._say("us" if side == self.table.side_of[self.seat] else "them")
        return " + ".join(map(self.seat_name, self.table.members[side]))

    def seated(self, line: ScoreLine) -> ScoreLine:
        """A line of a score sheet with its player called so."""
        seat = line.facts.get("seat")
        if not isinstance(seat, int):
            return line
        return replace(line, facts={**line.facts, "seat": self.inside(seat)})

    def _say(self, *path: str) -> str:
        found: Any = texts(self.language)["seating"]
        for part in path:
            found = found[part]
        return fill(found, self.language, {}, self.table)


def capital(text: str) -> str:
    """The text as it begins a line."""
    return text[:1].upper() + text[1:]
