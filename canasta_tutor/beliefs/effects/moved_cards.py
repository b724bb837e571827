"""Cards that somebody moves who believes that what lies on the table may travel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.cards import Card, without
from canasta_tutor.laying import Laid, meld_faults
from canasta_tutor.melds import Meld
from canasta_tutor.moves import Move, Rearrange
from canasta_tutor.objections import Objection

HAND: Final = "HAND"
"""Where a wild card goes that a natural has taken the place of: ``move ★ from Q to hand``."""


def wild_moved(deal: BelievedDeal, move: Move) -> tuple[Meld, ...] | None:
    """The side's melds after a wild card has gone from one to another; None where it cannot."""
    if not (isinstance(move, Rearrange) and move.card.is_wild) or move.source == move.target:
        return None
    melds = list(deal.melds[deal.side])
    source, target = _holding(melds, move.source, move.card), _place(melds, move.target)
    if source is None or target is None:
        return None
    left = without(melds[source].cards, (move.card,))
    assert left is not None
    before, melds[source] = melds[target], Meld(left, melds[source].from_hand)
    melds[target] = before.add((move.card,))
    lie = (Laid((), None, melds[source], source), Laid((move.card,), before, melds[target], target))
    sound = not any(fault for one in lie for fault in meld_faults(deal.table, one, 1))
    return tuple(melds) if sound else None


def wild_swapped(
    deal: BelievedDeal, move: Move
) -> tuple[tuple[Meld, ...], tuple[Card, ...]] | None:
    """The side's melds and the hand after a natural has taken the place of a wild card; or None."""
    if not (isinstance(move, Rearrange) and move.card.is_wild and move.target == HAND):
        return None
    melds, hand = list(deal.melds[deal.side]), list(deal.hand)
    place = _holding(melds, move.source, move.card)
    natural = next((card for card in hand if card.rank == move.source), None)
    if place is None or natural is None:
        return None
    cards = list(melds[place].cards)
    cards[cards.index(move.card)] = natural
    hand[hand.index(natural)] = move.card
    melds[place] = Meld(cards, melds[place].from_hand)
    return tuple(melds), tuple(hand)


def _holding(melds: list[Meld], rank: str, card: Card) -> int | None:
    for place, meld in enumerate(melds):
        if meld.rank == rank and card in meld.cards:
            return place
    return None


def _place(melds: list[Meld], rank: str) -> int | None:
    return next((place for place, meld in enumerate(melds) if meld.rank == rank), None)


def movable(deal: BelievedDeal, move: Move, objection: Objection) -> bool:
    """A wild card may go to another meld. Rule: meld.fixed."""
    return objection.rule == "meld.fixed" and wild_moved(deal, move) is not None


def swappable(deal: BelievedDeal, move: Move, objection: Objection) -> bool:
    """A wild card may come back for a natural. Rule: meld.fixed."""
    return objection.rule == "meld.fixed" and wild_swapped(deal, move) is not None


def after_moving(deal: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """The wild card lies where it has gone. Rule: meld.fixed."""
    melds = wild_moved(deal, move)
    return after if melds is None else after.altered(melds=_put(deal.melds, deal.side, melds))


def after_swapping(deal: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """The wild card is in the hand, the natural in the meld. Rule: meld.fixed."""
    swapped = wild_swapped(deal, move)
    if swapped is None:
        return after
    melds, hand = swapped
    return after.altered(
        melds=_put(deal.melds, deal.side, melds), hands=_put(deal.hands, deal.seat, hand)
    )


def _put(of_all: tuple[Any, ...], place: int, one: Any) -> tuple[Any, ...]:
    return (*of_all[:place], one, *of_all[place + 1 :])


EFFECTS: Final[Mapping[str, Mind]] = {
    "movable": Mind(forgives=(movable,), after=(after_moving,)),
    "swappable": Mind(forgives=(swappable,), after=(after_swapping,)),
}
