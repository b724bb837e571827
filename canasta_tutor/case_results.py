"""What a case comes to: a deal after its moves, the scores of a game, or how a game begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError
from canasta_tutor.game import Game
from canasta_tutor.moves import Move
from canasta_tutor.objections import Objections
from canasta_tutor.scoring import ScoreSheet, score
from canasta_tutor.table import Table


@dataclass(frozen=True)
class Seating:
    """Who sits where, as a case numbers the seats: 1 is the player to move, then in turn order."""

    table: Table
    order: tuple[int, ...]

    def seat(self, number: str) -> int:
        """The seat that the case calls by this number."""
        if number == "partner":
            us = self.table.members[self.side("us")]
            others = [seat for seat in us if seat != self.order[0]]
            if len(others) == 1:
                return others[0]
            raise NotationError("found partner, but no pair at this table; expected a seat number")
        if not number.isdecimal() or not 1 <= int(number) <= len(self.order):
            raise NotationError(f"found seat {number}; expected 1 to {len(self.order)}", number)
        return self.order[int(number) - 1]

    def side(self, name: str) -> int:
        """The side that the case calls us, them, or by the number of one of its seats."""
        us = self.table.side_of[self.order[0]]
        if name == "us":
            return us
        if name == "them":
            if self.table.sides == 2:
                return 1 - us
            raise NotationError(
                f"found them at a table of {self.table.sides} sides; expected a seat number", name
            )
        return self.table.side_of[self.seat(name)]

    def side_name(self, side: int) -> str:
        """How the case would call this side."""
        if side == self.table.side_of[self.order[0]]:
            return "us"
        if self.table.sides == 2:
            return "them"
        return next(
            str(number)
            for number, seat in enumerate(self.order, 1)
            if self.table.side_of[seat] == side
        )


@dataclass(frozen=True)
class Played(Seating):
    """A case as it was played: the judgement on its last move, and the deal that came of it.

    ``after`` is the deal after all moves or, if the last one is illegal, before it.
    """

    after: Deal
    move: Move | None = None
    objections: Objections = ()

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The score as the deal stands."""
        return score(self.after)


@dataclass(frozen=True)
class GameScore(Seating):
    """A game between two deals: every side's running score, and the target of the deal just done."""

    totals: tuple[int, ...]
    target: int


@dataclass(frozen=True)
class SeatedGame(Seating):
    """A game at the beginning of a deal: who deals, who sits with whom. People are counted from 1."""

    game: Game
