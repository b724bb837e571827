"""Reading what a learner answers: numbers and cards as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from canasta_tutor.cards import Card, Cards, Named, give_suits, name_cards

_NUMBER: Final = re.compile(
    r"(?P<sign>[-+−–‒‐]?)\s*(?P<digits>\d{1,3}(?:(?P<mark>[.,'’ \u00a0\u2009\u202f])\d{3}(?:(?P=mark)\d{3})*)|\d+)"
    r"\s*(?P<unit>[^\W\d_]{3,}\.?)?"
)


def read_number(text: str) -> int | None:
    """A whole number, with or without a sign, thousands marks or a unit; None if it is none.

    >>> [read_number(text) for text in ("1285", "1.285", "1,285", "−20", "90 points", "1,2 00")]
    [1285, 1285, 1285, -20, 90, None]
    """
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    number = int(re.sub(r"\D", "", match["digits"]))
    return -number if match["sign"] and match["sign"] != "+" else number


def minus(number: int) -> str:
    """A number with the minus sign that prose uses."""
    return str(number).replace("-", "−")


def find_cards(text: str, there: Sequence[Card]) -> tuple[Cards, list[Named]]:
    """The cards that a text names among those that are there, and the names that are not there.

    Raises NotationError for a text that names no cards.

    >>> from canasta_tutor.cards import read_cards
    >>> find_cards("K 2D 9S", read_cards("K♠ 2♦ 7♣"))
    ((2♦, K♠), [9♠])
    """
    left = list(there)
    found: list[Card] = []
    missing: list[Named] = []
    for name in sorted(name_cards(text), key=lambda name: isinstance(name, str)):
        card = next((card for card in left if card == name or card.rank == name), None)
        if card is None:
            missing.append(name)
        else:
            left.remove(card)
            found.append(card)
    return tuple(sorted(found)), missing


def same_cards(a: Iterable[Card], b: Iterable[Card]) -> bool:
    """Whether both are the same cards, in whatever order."""
    return sorted(a) == sorted(b)


def with_suits(text: str, there: Sequence[Card]) -> Cards:
    """Cards as an author writes them, sorted; bare ranks are taken from those that are there."""
    return tuple(sorted(give_suits(name_cards(text), there)))
