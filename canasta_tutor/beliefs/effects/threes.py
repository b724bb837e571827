"""Red and black threes in play, to somebody who believes otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.laying import plan
from canasta_tutor.moves import Move, TakePile
from canasta_tutor.objections import Objection


def pile_threes_replaced(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """A red three from the pile is replaced from the stock. Rule: threes.red_in_pile."""
    if not isinstance(move, TakePile) or after.over:
        return after
    missing = len(plan(before, move).red_threes)
    stock, hand, side = after.stock, list(after.hand), after.side
    reds = list(after.red_threes[side])
    while stock and missing:
        card, stock = stock[-1], stock[:-1]
        if card.is_red_three and after.table["threes.red_laid"] == "at_once":
            reds.append(card)
        else:
            hand.append(card)
            missing -= 1
    hands, red_threes = list(after.hands), list(after.red_threes)
    hands[after.seat], red_threes[side] = tuple(hand), tuple(reds)
    return after.altered(hands=tuple(hands), red_threes=tuple(red_threes), stock=stock)


def wild_helps(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """A wild may lie with two or more black threes. Rule: threes.black_shape."""
    wilds, size = one.facts.get("wilds", 0), one.facts.get("size", 0)
    return one.rule == "threes.black_shape" and wilds > 0 and size >= 3 and size - wilds >= 2


def two_are_enough(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """Two black threes are a meld. Rule: threes.black_shape."""
    alone = one.facts.get("wilds") == 0 and one.facts.get("size") == 2
    return one.rule == "threes.black_shape" and alone


EFFECTS: Final[Mapping[str, Mind]] = {
    "pile_threes_replaced": Mind(after=(pile_threes_replaced,)),
    "wild_helps_black_threes": Mind(forgives=(wild_helps,)),
    "two_black_threes": Mind(forgives=(two_are_enough,)),
}
