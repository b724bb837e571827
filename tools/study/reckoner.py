"""A second opinion: sheets and minimums reckoned from the figures in the five documents, by a program that shares
nothing with the engine: not its code, not its rulebooks, not its cards.

Cards are plain texts: a rank and a suit (``K♠``, ``10♥``), or ``★``. What a document leaves open is reckoned as
docs/decisions.md says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

LIKE_A_JOKER: Final = ("party",)
"""Where a two counts 50 (001:38); elsewhere 20 (000:14, 002:48, 003:18, 004:29)."""
PER_CANASTA: Final = ("family", "club")
"""Where red threes count for a side with a canasta (003:21, 003:46, 004:105, 004:120); elsewhere any meld does."""
FOUR_RED: Final = {"classic": (800, -800), "party": (800, -800), "online": (800, -800),
                   "family": (800, -400), "club": (400, -800)}  # fmt: skip
"""All four of them, for and against (000:73, 001:101, 002:34, 003:21, 003:46, 004:105, 004:106, 004:114)."""
CONCEALED: Final = {"classic": 200, "party": 200, "online": 200, "family": 100, "club": 100}
"""What a concealed exit brings in all (000:67, 001:99, 002:32); two documents know none."""
BANDS: Final = {
    "classic": ((3000, 120), (1500, 90), (0, 50), (None, 15)),
    "party": ((3000, 120), (1500, 90), (None, 50)),  # never less than 50 (001:75)
    "online": ((3000, 120), (1500, 90), (0, 50), (None, 15)),
    "family": ((3500, 150), (3000, 120), (1500, 90), (None, 60)),
    "club": ((3000, 120), (1500, 90), (None, 50)),
}
"""From this score on so much is needed (000:50-53, 001:80-82, 002:20-23, 003:9-12, 004:61-63)."""


@dataclass(frozen=True)
class Laid:
    """A meld in the order in which its cards were laid; whether it came as a whole canasta from the hand."""

    cards: Sequence[str]
    from_hand: bool = False


@dataclass(frozen=True)
class Side:
    """What a side has at the end of a deal."""

    melds: Sequence[Laid] = ()
    red: int = 0
    hands: Sequence[Sequence[str]] = field(default=())
    out: str = ""
    """``plain`` or ``concealed`` if one of them went out."""
    cut: bool = False
    """Whether one of them cut off exactly the cards that are dealt."""


def price(card: str, table: str) -> int:
    """What a card is worth on the table, and, threes aside, in a hand."""
    rank = card[:-1]
    if card == "★":
        return 50
    if rank == "2":
        return 50 if table in LIKE_A_JOKER else 20
    if rank == "A":
        return 20
    return 5 if rank in ("3", "4", "5", "6", "7") else 10


def is_wild(card: str) -> bool:
    """A joker or a two."""
    return card == "★" or card[:-1] == "2"


def bonus(laid: Laid, table: str) -> int:
    """What a canasta brings beside its cards; 0 for less than seven cards."""
    cards = list(laid.cards)
    if len(cards) < 7:
        return 0
    naturals = [card for card in cards if not is_wild(card)]
    if not naturals:
        return 2000  # 003:28; elsewhere it cannot be laid
    if table == "family" and naturals[0][:-1] == "7":
        return 1000  # 003:27
    if table == "party":
        cards = cards[:7]  # one laid on a pure canasta later leaves it pure
    pure = not any(map(is_wild, cards))
    if table == "family" and laid.from_hand:
        return 1000 if pure else 600  # 003:25, 003:26
    return 500 if pure else 300


def total(side: Side, table: str) -> int:
    """The points of one deal."""
    points = sum(bonus(laid, table) for laid in side.melds)
    points += sum(price(card, table) for laid in side.melds for card in laid.cards)
    held = [card for hand in side.hands for card in hand]
    red = side.red + sum(card in ("3♥", "3♦") for card in held)
    if table in PER_CANASTA:
        good = any(len(laid.cards) >= 7 for laid in side.melds)
    else:
        good = bool(side.melds)
    fours, single = (1, red - 4) if red >= 4 else (0, red)
    points += fours * FOUR_RED[table][0 if good else 1]
    points += single * (100 if good else -100)
    black = sum(card in ("3♠", "3♣") for card in held)
    points -= sum(price(card, table) for card in held if card[:-1] != "3")
    if table != "club":
        points -= 5 * black
    elif black >= 4:
        points -= 800 + 100 * (black - 4)  # 004:78
    else:
        points -= 100 * black
    if side.out:
        points += CONCEALED[table] if side.out == "concealed" else 100
    return points + (100 if side.cut else 0)


def needed(score: int, table: str) -> int:
    """The least that the first lay-down must come to, by the score before the deal."""
    return next(least for start, least in BANDS[table] if start is None or score >= start)
