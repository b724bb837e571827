"""A deal's score sheet, line by line: each line names a rule and the cards it counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from canasta_tutor.bonuses import canasta_bonus
from canasta_tutor.cards import Cards, write_cards
from canasta_tutor.melds import is_canasta
from canasta_tutor.rulebook import Table

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason for points, plus or minus, by one rule."""

    rule: str
    points: int
    cards: Cards = ()
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return f"{self.rule} {self.points:+d}"


@dataclass(frozen=True, slots=True)
class SideSheet:
    """One side's lines; the total is only their sum."""

    side: int
    lines: tuple[ScoreLine, ...]
    table: Table = field(repr=False, compare=False)

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)

    def __str__(self) -> str:
        rows = [
            f"{line.rule:<28}{line.points:>6}  {write_cards(line.cards)}".rstrip()
            for line in self.lines
        ]
        return "\n".join([*rows, f"{'total':<28}{self.total:>6}"])


class ScoreSheet(Sequence[SideSheet]):
    """The sheets of all sides of a deal."""

    def __init__(self, sides: Sequence[SideSheet]) -> None:
        self._sides = tuple(sides)

    @overload
    def __getitem__(self, index: int) -> SideSheet: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[SideSheet, ...]: ...
    def __getitem__(self, index: int | slice) -> SideSheet | tuple[SideSheet, ...]:
        return self._sides[index]

    def __len__(self) -> int:
        return len(self._sides)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every side's total."""
        return tuple(sheet.total for sheet in self._sides)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScoreSheet) and self._sides == other._sides

    def __hash__(self) -> int:
        return hash(self._sides)

    def __repr__(self) -> str:
        return "\n\n".join(f"side {sheet.side}\n{sheet}" for sheet in self._sides)


def score(deal: Deal) -> ScoreSheet:
    """Every side's sheet as the deal stands; before its end, as if it ended now without going out.

    Rule: score.unit.
    """
    return ScoreSheet(
        [SideSheet(side, tuple(_lines(deal, side)), deal.table) for side in range(deal.table.sides)]
    )


def _lines(deal: Deal, side: int) -> Iterator[ScoreLine]:
    yield from _melds(deal, side)
    yield from _red_threes(deal, side)
    yield from _bonuses(deal, side)
    yield from _hands(deal, side)


def _melds(deal: Deal, side: int) -> Iterator[ScoreLine]:
    """Canastas, then the value of every melded card. Rules: canasta.*, score.melded."""
    table = deal.table
    canastas = [meld for meld in deal.melds[side] if is_canasta(meld, table)]
    for meld in canastas:
        rule, points = canasta_bonus(meld, table)
        yield ScoreLine(rule, points, meld.cards, {"rank": meld.rank, "count": meld.size})
        extra = meld.size - table["canasta.size"]
        if extra and table["canasta.extra_cards"]:
            points = extra * table["canasta.extra_cards"]
            yield ScoreLine("canasta.extra_cards", points, meld.cards[-extra:], {"count": extra})
    for meld in deal.melds[side]:
        if meld in canastas and not table["canasta.cards_count"]:
            continue
        points = sum(table.card_values[card] for card in meld.cards)
        yield ScoreLine("score.melded", points, meld.cards, {"rank": meld.rank, "count": meld.size})


def _red_threes(deal: Deal, side: int) -> Iterator[ScoreLine]:
    """Red threes, for or against.

    Rules: threes.red_value, threes.red_condition, threes.red_penalty, threes.red_four,
    threes.red_four_penalty, threes.red_in_hand.
    """
    table = deal.table
    cards = deal.red_threes[side]
    if table["threes.red_in_hand"] == "as_laid":
        held = [card for seat in table.members[side] for card in deal.hands[seat]]
        cards = (*cards, *(card for card in held if card.is_red_three))
    if not cards:
        return
    count = len(cards)
    condition = table["threes.red_condition"]
    good = (
        condition == "always_plus"
        or (condition == "meld" and bool(deal.melds[side]))
        or (condition == "canasta" and deal.canastas(side) > 0)
    )
    each = "threes.red_value" if good else "threes.red_penalty"
    four = "threes.red_four" if good else "threes.red_four_penalty"
    sign = 1 if good else -1
    if count >= 4:
        yield ScoreLine(four, sign * table[four], cards[:4], {"count": 4})
        cards, count = cards[4:], count - 4
    if count:
        yield ScoreLine(each, sign * count * table[each], cards, {"count": count})


def _bonuses(deal: Deal, side: int) -> Iterator[ScoreLine]:
    """Going out, and an exact cut. Rules: going_out.bonus, .concealed_bonus, deal.cut_bonus."""
    table, outcome = deal.table, deal.outcome
    goer = outcome.seat if outcome and outcome.how == "out" else None
    if outcome and goer is not None and table.side_of[goer] == side:
        hidden = outcome.concealed and table["going_out.concealed_bonus"] != "none"
        rule = "going_out.concealed_bonus" if hidden else "going_out.bonus"
        yield ScoreLine(rule, table[rule], (), {"seat": goer})
    if deal.cut_seat is not None and table.side_of[deal.cut_seat] == side:
        yield ScoreLine("deal.cut_bonus", table["deal.cut_bonus"], (), {"seat": deal.cut_seat})


def _hands(deal: Deal, side: int) -> Iterator[ScoreLine]:
    """What is left in the side's hands counts against it.

    Rules: score.hand, threes.black_left, threes.black_four.
    """
    table = deal.table
    black: list[Any] = []
    for seat in table.members[side]:
        left = [card for card in deal.hands[seat] if card.rank != "3"]
        black += [card for card in deal.hands[seat] if card.is_black_three]
        if left:
            points = sum(table.card_values[card] for card in left)
            yield ScoreLine("score.hand", -points, tuple(left), {"seat": seat, "count": len(left)})
    if len(black) >= 4 and table["threes.black_four"] != "each":
        yield ScoreLine(
            "threes.black_four", -table["threes.black_four"], tuple(black[:4]), {"count": 4}
        )
        black = black[4:]
    if black:
        points = len(black) * table["threes.black_left"]
        yield ScoreLine("threes.black_left", -points, tuple(black), {"count": len(black)})
