"""What a card is worth to somebody who reads its price elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.cards import Card
from canasta_tutor.laying import plan
from canasta_tutor.melds import Meld
from canasta_tutor.moves import LayDown, TakePile
from canasta_tutor.rulebook import Table
from canasta_tutor.scoring import ScoreLine


def eight_low(card: Card, value: int) -> int:
    """An eight is priced like the low cards. Rule: value.high."""
    return 5 if card.rank == "8" else value


def seven_high(card: Card, value: int) -> int:
    """A seven is priced like the high cards. Rule: value.low."""
    return 10 if card.rank == "7" else value


def pips(card: Card, value: int) -> int:
    """A number card is worth what is printed on it. Rules: value.low, value.high.

    >>> [pips(Card(rank, "♠"), 5) for rank in ("4", "9", "K")]
    [4, 9, 5]
    """
    return int(card.rank) if card.rank in ("4", "5", "6", "7", "8", "9") else value


def _gained(table: Table, meld: Meld, cards: tuple[Card, ...]) -> int:
    """By how much wild cards grow when each is worth as much as the card that it stands for."""
    values = table.card_values
    natural = next((values[card] for card in meld.cards if not card.is_wild), None)
    if natural is None:
        return 0
    return sum(natural - values[card] for card in cards if card.is_wild)


def laid_as_replaced(deal: BelievedDeal, move: LayDown | TakePile, points: int) -> int:
    """In a lay-down a wild card has the price of the card that it stands for. Rule: value.joker."""
    return points + sum(_gained(deal.table, one.after, one.cards) for one in plan(deal, move).laid)


def melded_as_replaced(deal: BelievedDeal, side: int, lines: list[ScoreLine]) -> list[ScoreLine]:
    """On the sheet, too. Rule: score.melded."""
    return [
        replace(line, points=line.points + _gained(deal.table, Meld(line.cards), line.cards))
        if line.rule == "score.melded"
        else line
        for line in lines
    ]


EFFECTS: Final[Mapping[str, Mind]] = {
    "eight_low": Mind(prices=(eight_low,)),
    "seven_high": Mind(prices=(seven_high,)),
    "pips": Mind(prices=(pips,)),
    "wild_as_replaced": Mind(laid=(laid_as_replaced,), sheet=(melded_as_replaced,)),
}
