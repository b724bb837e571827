"""What lies on the table: rank, naturals, wilds, canasta or not."""

from __future__ import annotations

from collections.abc import Iterable

from canasta_tutor.cards import JOKER, Card, Cards, read_cards, sort_cards, write_cards
from canasta_tutor.rulebook import Table


class Meld:
    """Cards of a side on the table, in the order in which they were laid.

    A rank is a natural's rank, ``★`` when all are wild. ``from_hand`` says that it came complete
    from the hand, as a canasta, in one action.

    >>> kings = Meld("K♠ K♥ 2♦")
    >>> kings.rank, kings.naturals, kings.wilds
    ('K', 2, 1)
    >>> kings.add(read_cards("K♣")).size
    4
    """

    __slots__ = ("cards", "from_hand", "naturals", "rank", "size", "wilds")

    cards: Cards
    rank: str
    naturals: int
    wilds: int
    size: int
    from_hand: bool

    def __init__(self, cards: str | Iterable[Card], from_hand: bool = False) -> None:
        self.cards = read_cards(cards)
        self.rank = meld_rank(self.cards)
        self.size = len(self.cards)
        self.wilds = count_wilds(self.cards)
        self.naturals = self.size - self.wilds
        self.from_hand = from_hand

    def add(self, cards: Iterable[Card]) -> Meld:
        """The meld grown by these cards, naturals before wilds."""
        return Meld((*self.cards, *naturals_first(cards)), self.from_hand)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Meld)
            and self.cards == other.cards
            and self.from_hand == other.from_hand
        )

    def __hash__(self) -> int:
        return hash((self.cards, self.from_hand))

    def __repr__(self) -> str:
        return write_cards(self.cards) + (" hand" if self.from_hand else "")


def meld_rank(cards: Iterable[Card]) -> str:
    """The rank that the naturals share (of several, the first), or ``★`` for wilds alone."""
    for card in cards:
        if not card.is_wild:
            return card.rank
    return JOKER


def count_wilds(cards: Iterable[Card]) -> int:
    """How many of the cards are wild."""
    wilds = 0
    for card in cards:
        if card.is_wild:
            wilds += 1
    return wilds


def naturals_first(cards: Iterable[Card]) -> Cards:
    """Sort cards as they are laid: naturals, then wilds, twos before jokers.

    A player may always lay the naturals first, which matters where a wild laid on a natural
    canasta leaves its bonus alone.
    """
    return tuple(sorted(sort_cards(cards), key=lambda card: (card.is_wild, card.rank == JOKER)))


def is_canasta(meld: Meld, table: Table) -> bool:
    """Whether the meld has as many cards as a canasta. Rule: canasta.size."""
    size: int = table["canasta.size"]
    return meld.size >= size


def kind(meld: Meld, table: Table) -> str:
    """What canasta the meld is: natural, mixed, sevens, wild, or nothing yet.

    Where a wild laid later leaves a natural canasta natural, the first seven cards decide.
    Rules: canasta.size, canasta.wild_on_natural, canasta.sevens.
    """
    size = int(table["canasta.size"])
    if meld.size < size:
        return ""
    if meld.rank == JOKER:
        return "wild"
    if meld.rank == "7" and table["canasta.sevens"] != "ordinary":
        return "sevens"
    first = meld.cards[:size] if table["canasta.wild_on_natural"] == "stays_natural" else meld.cards
    return "mixed" if any(card.is_wild for card in first) else "natural"
