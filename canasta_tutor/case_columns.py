"""What a case may state: the verdict on its last move, what comes of it, the score, the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from canasta_tutor.cards import JOKER, NATURAL_RANKS
from canasta_tutor.case_cells import (
    BrokenRules,
    CardsOrCount,
    Counts,
    Kind,
    LowestCards,
    Melds,
    NextSeat,
    Number,
    People,
    SheetLines,
    SideNames,
    Words,
    write_lines,
)
from canasta_tutor.case_results import GameScore, Played, SeatedGame, Seating
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError, nearest
from canasta_tutor.game import next_target, winner
from canasta_tutor.going_out import minimum
from canasta_tutor.melds import is_canasta
from canasta_tutor.rules import AREAS, RULES
from canasta_tutor.setup import cutter
from canasta_tutor.taking import freezers


@dataclass(frozen=True)
class Column:
    """One thing that a case may state, for whom, and where the engine's answer is found."""

    kind: Kind
    find: Callable[[Any, str], Any]
    owner: str = ""
    """Whose it may be: ``side`` (us if none is named), ``seat`` (1), or ``rank`` of a canasta."""


def _points(prefix: str) -> Callable[[Played, str], int]:
    """What the lines of this rule, or of all rules of this part, come to."""

    def find(played: Played, owner: str) -> int:
        lines = played.sheet[played.side(owner or "us")].lines
        return sum(line.points for line in lines if f"{line.rule}.".startswith(f"{prefix}."))

    return find


def _canasta(played: Played, rank: str) -> int:
    """The bonus of one canasta and its cards' values."""
    table, side = played.after.table, played.side("us")
    melds = [meld for meld in played.after.melds[side] if is_canasta(meld, table)]
    if rank:
        melds = [meld for meld in melds if meld.rank == rank]
    if len(melds) != 1:
        which = f"of {rank} " if rank else ""
        raise NotationError(f"found {len(melds)} canastas {which}of us; expected exactly one")
    cards = melds[0].cards
    extra = cards[table["canasta.size"] :]
    return sum(
        line.points
        for line in played.sheet[side].lines
        if (line.cards == cards and line.rule.startswith(("canasta.", "score.melded")))
        or (line.cards == extra and line.rule == "canasta.extra_cards")
    )


def _counts(played: Played, owner: str) -> tuple[int, ...]:
    """How many cards each seat holds, as seat 1 sees it."""
    counts = played.after.view(played.order[0]).counts
    return tuple(counts[seat] for seat in played.order)


def _frozen(played: Played, owner: str) -> tuple[Seating, frozenset[int]]:
    deal = played.after
    everybody = bool(freezers(deal))
    sides = range(deal.table.sides)
    return played, frozenset(
        side for side in sides if everybody or (deal.pile and deal.freeze(side).before_initial)
    )


def _blocked(played: Played, owner: str) -> str:
    return "yes" if played.after.freeze(played.after.side).blocked else "no"


def _beside(deal: Deal, seat: int | None, of: int) -> str:
    """Whether a seat is the next on the left, which is clockwise, or on the right."""
    if seat is None:
        return "none"
    return "left" if seat == (of + 1) % deal.table.seats else "right"


def _next(played: Played, owner: str) -> tuple[str, str]:
    deal = played.after
    return str(played.order.index(deal.seat) + 1), _beside(deal, deal.seat, played.order[0])


def _cut_bonus(played: Played, owner: str) -> tuple[Seating, frozenset[int]]:
    seat = played.after.cut_seat
    return played, frozenset(() if seat is None else (played.table.side_of[seat],))


_YES_NO: Final = Words("yes", "no")
_SEATING: Final = Words("left", "right", "none")

COLUMNS: Final[Mapping[str, Column]] = {
    "verdict": Column(
        Words("legal", "illegal"), lambda p, _: "illegal" if p.objections else "legal"
    ),
    "rules": Column(BrokenRules(), lambda p, _: p.objections),
    # the score
    "total": Column(Number(), lambda p, own: p.sheet[p.side(own or "us")].total, "side"),
    "sheet": Column(SheetLines(), lambda p, own: p.sheet[p.side(own or "us")], "side"),
    "canasta": Column(Number(), _canasta, "rank"),
    # the table
    "melds": Column(Melds(), lambda p, own: p.after.melds[p.side(own or "us")], "side"),
    "red threes": Column(
        CardsOrCount(), lambda p, own: p.after.red_threes[p.side(own or "us")], "side"
    ),
    "hand": Column(CardsOrCount(), lambda p, own: p.after.hands[p.seat(own or "1")], "seat"),
    "counts": Column(Counts(), _counts),
    "pile": Column(CardsOrCount(ordered=True), lambda p, _: p.after.pile),
    "stock": Column(Number(), lambda p, _: len(p.after.stock)),
    "stock bottom": Column(LowestCards(), lambda p, _: p.after.stock),
    # what holds now
    "frozen": Column(SideNames(), _frozen),
    "blocked": Column(_YES_NO, _blocked),
    "needed": Column(Number(), lambda p, own: p.after.minimum(p.side(own or "us")), "side"),
    "next": Column(NextSeat(), _next),
    "deal ends": Column(_YES_NO, lambda p, _: "yes" if p.after.over else "no"),
    # the set-up
    "first": Column(_SEATING, lambda p, _: _beside(p.after, p.after.seat, p.after.dealer)),
    "cutter": Column(
        _SEATING,
        lambda p, _: _beside(p.after, cutter(p.after.table, p.after.dealer), p.after.dealer),
    ),
    "cut bonus": Column(SideNames(), _cut_bonus),
}
"""What a case with a position may state, besides the points of a rule or of a part of the rulebook."""


def _winner(game: GameScore, owner: str) -> tuple[Seating, frozenset[int]]:
    side = winner(game.totals, game.target)
    return game, frozenset(() if side is None else (side,))


GAME_COLUMNS: Final[Mapping[str, Column]] = {
    "winner": Column(SideNames(), _winner),
    "total": Column(Number(), lambda g, own: g.totals[g.side(own or "us")], "side"),
    "target": Column(Number(), lambda g, _: next_target(g.table, g.totals, g.target)),
    "needed": Column(
        Number(), lambda g, own: minimum(g.table, g.totals[g.side(own or "us")]), "side"
    ),
}
"""What a case with a game may state: of the scores after the deal, and of the next deal."""


def _person(seated: SeatedGame, seat: int) -> int:
    return seated.game.people[seat] + 1


def _partners(seated: SeatedGame, owner: str) -> set[frozenset[int]]:
    return {
        frozenset(_person(seated, seat) for seat in seats)
        for seats in seated.table.members
        if len(seats) > 1
    }


def _sits_out(seated: SeatedGame, owner: str) -> set[frozenset[int]]:
    person = seated.game.sits_out
    return set() if person is None else {frozenset((person + 1,))}


SEATING_COLUMNS: Final[Mapping[str, Column]] = {
    "drawn": Column(CardsOrCount(ordered=True), lambda s, _: s.game.drawn),
    "dealer": Column(Number(), lambda s, _: _person(s, s.game.deal.dealer)),
    "first": Column(Number(), lambda s, _: _person(s, s.game.deal.seat)),
    "partners": Column(People(), _partners),
    "sits out": Column(People(), _sits_out),
}
"""What a case may state of how a game begins: the cards people drew, and what follows from them."""

OF_BLOCK: Final[Mapping[str, Mapping[str, Column]]] = {
    "position": COLUMNS,
    "setup": COLUMNS,
    "game": GAME_COLUMNS,
    "seating": SEATING_COLUMNS,
}
"""What may be stated under each kind of block."""


@dataclass(frozen=True)
class Statement:
    """One cell of a case: what it states."""

    header: str
    text: str
    column: Column
    owner: str
    value: Any

    def disagreement(self, found_in: Seating) -> str:
        """What the case says and what the engine found; nothing if they agree."""
        try:
            found = self.column.find(found_in, self.owner)
            if self.column.kind.agrees(self.value, found):
                return ""
        except NotationError as error:
            raise NotationError(f"{self.header}: {error}", self.text) from None
        written = self.column.kind.write(found)
        if isinstance(found_in, Played) and self.header.partition(" ")[0] == "total":
            lines = found_in.sheet[found_in.side(self.owner or "us")].lines
            written += f" ({write_lines(lines)})"
        return f"the case says {self.header} {self.text}; the engine finds {written}"


def read_statement(header: str, text: str, block: str = "position") -> Statement:
    """Read a cell under its header. Raises NotationError for an unknown header or a wrong value.

    >>> read_statement("total them", "−40").value
    -40
    """
    column, owner = find_column(header, block)
    try:
        return Statement(header, text, column, owner, column.kind.read(text))
    except NotationError as error:
        raise NotationError(f"{header}: {error}", text) from None


def find_column(header: str, block: str = "position") -> tuple[Column, str]:
    """The column that a header names under this kind of block, and whose it is."""
    columns = OF_BLOCK[block]
    if header in columns:
        return columns[header], ""
    name, _, owner = header.rpartition(" ")
    if name in columns and _fits(columns[name].owner, owner):
        return columns[name], owner
    path, _, owner = header.partition(" ")
    scored = columns is COLUMNS
    if scored and (path in RULES or path in AREAS) and (not owner or _fits("side", owner)):
        return Column(Number(), _points(path)), owner
    more = ", a rule or a part of the score" if scored else ""
    raise NotationError(
        f"found the column {header!r}; expected one of {', '.join(columns)}{more}"
        f"{nearest(header, [*columns, *RULES] if scored else columns)}",
        header,
    )


def _fits(kind: str, owner: str) -> bool:
    """Whether a column of this kind can be somebody's of this name."""
    if kind == "side":
        return owner in ("us", "them") or owner.isdecimal()
    if kind == "seat":
        return owner == "partner" or owner.isdecimal()
    return kind == "rank" and owner in (*NATURAL_RANKS, JOKER)
