"""What a card is, how it is written and sorted, and what a deck holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import ClassVar, Final, overload

from canasta_tutor.errors import NotationError

SUITS: Final = "♠♥♦♣"
NATURAL_RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
JOKER: Final = "★"
RANKS: Final = (JOKER, "2", *NATURAL_RANKS, "3")
"""Every rank, in the order in which a hand is sorted: wilds first, threes last."""

_SUIT_LETTERS: Final = {
    "S": "♠",
    "H": "♥",
    "D": "♦",
    "C": "♣",
    "♤": "♠",
    "♡": "♥",
    "♢": "♦",
    "♧": "♣",
}
_TOKEN: Final = re.compile(
    r"(?P<joker>★|☆|JOKER)(?:[×X](?P<jokers>[1-9]\d?))?"
    r"|(?P<rank>10|[AKQJT2-9])(?P<suit>[♠♥♦♣♤♡♢♧SHDC]\N{VARIATION SELECTOR-16}?)?"
    r"(?:[×X](?P<count>[1-9]\d?))?"
)


class Card:
    """One card: a rank and a suit. A joker has no suit.

    Equal cards are one object, so a hand is a multiset: two decks hold two of each.

    >>> Card("K", "♠")
    K♠
    >>> Card("2", "♥").is_wild, Card("3", "♦").is_red_three
    (True, True)
    """

    __slots__ = (
        "classes",
        "is_black_three",
        "is_red_three",
        "is_wild",
        "order",
        "rank",
        "suit",
        "text",
    )

    rank: str
    suit: str
    text: str
    is_wild: bool
    is_red_three: bool
    is_black_three: bool
    classes: frozenset[str]
    order: int

    _all: ClassVar[dict[tuple[str, str], Card]] = {}

    def __new__(cls, rank: str, suit: str = "") -> Card:
        known = cls._all.get((rank, suit))
        if known is not None:
            return known
        fits = suit == "" if rank == JOKER else rank in RANKS and suit in tuple(SUITS)
        if not fits:
            raise NotationError(
                f"card: found rank {rank!r} and suit {suit!r}; expected a rank from A to 2 with one "
                f"of {SUITS}, or ★ without a suit",
                f"{rank}{suit}",
            )
        card = super().__new__(cls)
        card.rank = rank
        card.suit = suit
        card.text = rank + suit
        card.is_wild = rank in (JOKER, "2")
        card.is_red_three = rank == "3" and suit in "♥♦"
        card.is_black_three = rank == "3" and suit in "♠♣"
        card.classes = frozenset(
            name
            for name, holds in (
                ("joker", rank == JOKER),
                ("two", rank == "2"),
                ("ace", rank == "A"),
                ("seven", rank == "7"),
                ("red_three", card.is_red_three),
                ("black_three", card.is_black_three),
            )
            if holds
        )
        card.order = RANKS.index(rank) * 4 + (SUITS.index(suit) if suit else 0)
        cls._all[rank, suit] = card
        return card

    def is_any(self, classes: Iterable[str]) -> bool:
        """Whether the card belongs to one of the named classes, such as ``red_three``."""
        return not self.classes.isdisjoint(classes)

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self.suit in ("♥", "♦")

    def __lt__(self, other: Card) -> bool:
        return self.order < other.order

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[Card], tuple[str, str]]:
        return Card, (self.rank, self.suit)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


CLASSES: Final = ("joker", "two", "ace", "seven", "red_three", "black_three")
"""The classes of card that a rulebook may name in a list."""

DECK: Final = tuple([Card(rank, suit) for rank in RANKS[1:] for suit in SUITS])
"""The 52 cards of one deck, without jokers."""

Cards = tuple[Card, ...]
Named = Card | str
"""A card, or a bare rank whose suit does not matter."""


def full_deck(packs: int, jokers: int) -> Cards:
    """Return every card in use, sorted.

    >>> len(full_deck(packs=2, jokers=4))
    108
    """
    return tuple(sorted([*DECK * packs, *[Card(JOKER)] * jokers]))


def name_cards(text: str) -> list[Named]:
    """Read cards as people write them; a rank alone stands for any suit.

    >>> name_cards("K♠ TH JOKER Q×2 2d")
    [K♠, 10♥, ★, 'Q', 'Q', 2♦]
    """
    return list(_named(text))


@lru_cache(maxsize=4096)
def _named(text: str) -> tuple[Named, ...]:
    named: list[Named] = []
    for word in re.split(r"[\s,;]+", text.strip()):
        if word:
            named.extend(_read_word(word, text))
    return tuple(named)


def _read_word(word: str, text: str) -> list[Named]:
    upper = word.upper()
    found: list[Named] = []
    at = 0
    while at < len(upper):
        match = _TOKEN.match(upper, at)
        if match is None:
            raise NotationError(
                f"cards: found {word!r}; expected a card such as K♠, KS, 10♥, TH, 2, ★ or Q×4", text
            )
        at = match.end()
        if match["joker"]:
            found += [Card(JOKER)] * int(match["jokers"] or 1)
            continue
        rank = "10" if match["rank"] == "T" else match["rank"]
        suit = (match["suit"] or "").rstrip("\N{VARIATION SELECTOR-16}")
        suit = _SUIT_LETTERS.get(suit, suit)
        found += [Card(rank, suit) if suit else rank] * int(match["count"] or 1)
    return found


@overload
def read_cards(text: str) -> Cards: ...
@overload
def read_cards(text: Iterable[Card]) -> Cards: ...
def read_cards(text: str | Iterable[Card]) -> Cards:
    """Read cards that are all named with their suits; cards stay as they are.

    >>> read_cards("Q♠ Q♥ ★")
    (Q♠, Q♥, ★)
    """
    if not isinstance(text, str):
        return tuple(text)
    cards: list[Card] = []
    for named in name_cards(text):
        if isinstance(named, str):
            raise NotationError(
                f"cards: found {named} without a suit; expected one of {SUITS}", text
            )
        cards.append(named)
    return tuple(cards)


def give_suits(named: Iterable[Named], available: Iterable[Card]) -> Cards:
    """Turn bare ranks into cards, taking those still available first, in order.

    A rank of which nothing is left gets its first suit, so that the caller can say what is missing.
    A bare three is a black one: red threes are named with their suits.

    >>> give_suits(["K", Card("K", "♥"), "K"], full_deck(packs=1, jokers=0))
    (K♠, K♥, K♦)
    """
    wanted = list(named)
    left = Counter(available)
    for card in wanted:
        if isinstance(card, Card):
            left[card] -= 1
    cards: list[Card] = []
    for card in wanted:
        if isinstance(card, str):
            choices = [Card(card, suit) for suit in (SUITS if card != JOKER else "")] or [
                Card(card)
            ]
            if card == "3":
                choices = [three for three in choices if three.is_black_three]
            # The suit of which most is left, so that four of a rank show four suits.
            card = max(choices, key=lambda choice: left[choice])
            left[card] -= 1
        cards.append(card)
    return tuple(cards)


def write_cards(cards: Iterable[Card]) -> str:
    """Write cards so that they can be read back.

    >>> write_cards(read_cards("10h joker"))
    '10♥ ★'
    """
    return " ".join(card.text for card in cards)


def sort_cards(cards: Iterable[Card]) -> Cards:
    """Sort as most people hold a hand: wilds, ace to four, threes."""
    return tuple(sorted(cards))


def without(cards: Sequence[Card], used: Iterable[Card]) -> Cards | None:
    """Return the cards that stay when ``used`` are taken out, or None if some are not there."""
    left = list(cards)
    try:
        for card in used:
            left.remove(card)
    except ValueError:
        return None
    return tuple(left)
