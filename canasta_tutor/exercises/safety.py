"""Whether a discard is safe: the next player surely cannot take the pile with it on top."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from canasta_tutor.cards import Card, Cards
from canasta_tutor.moves import Discard, Group, TakePile
from canasta_tutor.objections import LEGAL

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal


def is_safe(deal: Deal, card: Card) -> bool:
    """Whether, thrown now, no hand of unseen cards lets the next player take the pile.

    What the player to act can see counts: the own hand, the pile, all melds and red threes. A first
    lay-down of the next side is supposed to reach its minimum. Raises IllegalMove if the card may
    not be thrown.
    """
    after = deal.play(Discard(card))
    if after.over:
        return True
    size = len(after.hand)
    unseen = _unseen(deal)
    wilds = sorted(card for card in unseen.elements() if card.is_wild)
    matches = sorted(other for other in unseen.elements() if other.rank == card.rank)
    rest = sorted(
        other
        for other in unseen.elements()
        if not other.is_wild and other.rank != card.rank and not other.is_red_three
    )
    for naturals in range(min(len(matches), size) + 1):
        for count in range(min(len(wilds), size - naturals, 2) + 1):
            used = (*matches[:naturals], *wilds[:count])
            spare = (*rest, *matches[naturals:], *wilds[count:])[: size - len(used)]
            if _takes(after, used, spare):
                return False
    return True


def _unseen(deal: Deal) -> Counter[Card]:
    """The cards that the player to act has not seen."""
    unseen = Counter(deal.table.deck)
    unseen.subtract([*deal.hand, *deal.pile])
    for melds, reds in zip(deal.melds, deal.red_threes, strict=True):
        unseen.subtract([card for meld in melds for card in meld.cards])
        unseen.subtract(reds)
    return +unseen


def _takes(after: Deal, used: Cards, spare: Cards) -> bool:
    """Whether the next player, holding these cards, takes the pile with the used ones."""
    hands = list(after.hands)
    hands[after.seat] = (*used, *spare)
    held = object.__new__(type(after))
    held.__dict__.update(after.__dict__)
    held.__dict__.pop("_plan", None)
    held.__dict__["hands"] = tuple(hands)
    found = held.objections(TakePile((Group(used),)))
    # Cards enough for a first lay-down may be held too: its minimum makes no discard safe.
    return found == LEGAL or {one.rule for one in found} <= {"initial.minimum", "initial.reach"}
