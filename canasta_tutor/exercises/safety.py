"""Whether a discard is safe: the next player surely cannot take the pile with it on top; or how likely it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from math import comb
from typing import TYPE_CHECKING, Final

from canasta_tutor.cards import Card, Cards
from canasta_tutor.moves import Discard, Group, TakePile
from canasta_tutor.objections import LEGAL

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal

CLOSE: Final = 0.02
"""Two discards are as good as each other when their risks lie so near."""


def is_safe(deal: Deal, card: Card) -> bool:
    """Whether, thrown now, no hand of unseen cards lets the next player take the pile.

    What the player to act can see counts: the own hand, the pile, all melds and red threes. A first
    lay-down of the next side is supposed to reach its minimum. Raises IllegalMove if the card may
    not be thrown.
    """
    after = deal.play(Discard(card))
    return after.over or not _Unseen(unseen(deal), after, card).any_way()


def _rank(card: Card) -> object:
    """What tells cards apart: suits do so only with threes."""
    return card.rank, card.is_red_three


def risk(deal: Deal, card: Card) -> float:
    """How likely it is that the next player can take the pile with this card on top, from 0 to 1.

    Every hand of unseen cards of the size of the next player's is as likely as another. Raises IllegalMove if
    the card may not be thrown.
    """
    after = deal.play(Discard(card))
    return 0.0 if after.over else _Unseen(unseen(deal), after, card).chance()


def throwable(deal: Deal) -> Cards:
    """The different cards of the hand that may be thrown."""
    return tuple(card for card in dict.fromkeys(deal.hand) if not deal.objections(Discard(card)))


@lru_cache(maxsize=16)
def risks(deal: Deal) -> Mapping[Card, float]:
    """The risk of every card that may be thrown, by the rules as they are."""
    return by_rank(deal, partial(risk, deal), _Uses(deal))


def by_rank(
    deal: Deal, find: Callable[[Card], float], use: Callable[[Card], object] = _rank
) -> Mapping[Card, float]:
    """What is found of every card that may be thrown, once for all that have the same use."""
    cards = throwable(deal)
    first = {use(card): card for card in reversed(cards)}
    found = {key: find(card) for key, card in first.items()}
    return {card: found[use(card)] for card in cards}


class _Uses:
    """What a pile is to the next player with a card on top, but for the card's rank."""

    def __init__(self, deal: Deal) -> None:
        side = deal.table.side_of[deal.table.next_seat(deal.seat)]
        self.melds = deal.melds[side]
        self.unseen = Counter(card.rank for card in unseen(deal))

    def __call__(self, card: Card) -> object:
        special = card.classes and _rank(card)
        melds = [
            (meld.size, meld.wilds, meld.from_hand) for meld in self.melds if meld.rank == card.rank
        ]
        return special, self.unseen[card.rank], tuple(melds)


class _Unseen:
    """The cards that the next player may hold, parted by their use for a pile with this card on top."""

    def __init__(self, unseen: Cards, after: Deal, card: Card) -> None:
        self.after = after
        self.size = len(after.hand)
        self.wilds: list[Card] = []
        self.matches: list[Card] = []
        self.rest: list[Card] = []
        for other in unseen:
            if other.is_wild:
                self.wilds.append(other)
            elif other.rank == card.rank:
                self.matches.append(other)
            elif not other.is_red_three:
                self.rest.append(other)

    def any_way(self) -> bool:
        """Whether some matching cards and wild ones take the pile; a pair, as mostly, is looked at first."""
        found = sorted(self._counts(), key=lambda counts: counts != (2, 0))
        return any(self._take(naturals, count) for naturals, count in found)

    def ways(self) -> Iterator[tuple[int, int]]:
        """How many matching cards and wild ones, laid from the hand, take the pile; none more than enough."""
        found: list[tuple[int, int]] = []
        for naturals, count in self._counts():
            if any(naturals >= a and count >= b for a, b in found):
                continue
            if self._take(naturals, count):
                found.append((naturals, count))
                yield naturals, count

    def _counts(self) -> Iterator[tuple[int, int]]:
        """How many of both may be laid with the top card, the fewest first."""
        table = self.after.table
        enough = max(2, int(table["meld.min_cards"]) - 1, int(table["meld.min_naturals"]) - 1)
        for naturals in range(min(len(self.matches), self.size, enough) + 1):
            for count in range(min(len(self.wilds), self.size - naturals, 2) + 1):
                yield naturals, count

    def _take(self, naturals: int, count: int) -> bool:
        """Whether so many of both, held beside cards of no use, take the pile."""
        used = (*self.matches[:naturals], *self.wilds[:count])
        spare = (*self.rest, *self.matches[naturals:], *self.wilds[count:])
        return _takes(self.after, used, spare[: self.size - len(used)])

    def chance(self) -> float:
        """The share of all hands that hold enough for one of the ways."""
        ways = list(self.ways())
        matches, wilds, rest = len(self.matches), len(self.wilds), len(self.rest)
        hands = sum(
            comb(matches, a) * comb(wilds, b) * comb(rest, self.size - a - b)
            for a in range(min(matches, self.size) + 1)
            for b in range(min(wilds, self.size - a) + 1)
            if any(naturals <= a and count <= b for naturals, count in ways)
        )
        return hands / comb(matches + wilds + rest, self.size)


def unseen(deal: Deal) -> Cards:
    """The cards that the player to act has not seen, sorted."""
    left = Counter(deal.table.deck)
    left.subtract([*deal.hand, *deal.pile])
    for melds, reds in zip(deal.melds, deal.red_threes, strict=True):
        left.subtract([card for meld in melds for card in meld.cards])
        left.subtract(reds)
    return tuple(sorted(left.elements()))


def _takes(after: Deal, used: Cards, spare: Cards) -> bool:
    """Whether the next player, holding these cards, takes the pile with the used ones."""
    hands = list(after.hands)
    hands[after.seat] = (*used, *spare)
    found = after.altered(hands=tuple(hands)).objections(TakePile((Group(used),)))
    # Cards enough for a first lay-down may be held too: its minimum makes no discard safe.
    return found == LEGAL or {one.rule for one in found} <= {"initial.minimum", "initial.reach"}
