"""The strokes of which a card is made: our own suits, letters and court figures.

Letters and numbers are drawn as strokes, so a card looks alike on every machine. Suits and letters
are drawn without a colour and take it from where they are used: one picture of many cards holds each
only once. The upper half of a face is drawn once and turned for the lower one.
"""

from __future__ import annotations

from typing import Final

from canasta_tutor.cards import JOKER, SUITS, Card

WIDTH: Final = 100
HEIGHT: Final = 140

INK: Final = "#1c2128"
RED: Final = "#c4202f"
BLUE: Final = "#1b5fb4"
GREEN: Final = "#17743a"
GOLD: Final = "#f0b429"
TWO_COLOURS: Final = dict(zip(SUITS, (INK, RED, RED, INK), strict=True)) | {"": INK}
FOUR_COLOURS: Final = dict(zip(SUITS, (INK, RED, BLUE, GREEN), strict=True)) | {"": INK}

SUIT_PATHS: Final = {
    "♠": "M0-10C2.6-5.6 9.2-2.4 9.2 2.9A4.5 4.5 0 0 1 1.3 5.6Q1.6 8.4 4 10H-4Q-1.6 8.4-1.3 5.6"
    "A4.5 4.5 0 0 1-9.2 2.9C-9.2-2.4-2.6-5.6 0-10Z",
    "♥": "M0 9.6C-2.7 5-9.4 1.6-9.4-3.9A4.9 4.9 0 0 1 0-5.7A4.9 4.9 0 0 1 9.4-3.9C9.4 1.6 2.7 5 0 9.6Z",
    "♦": "M0-10Q3.4-4.3 7.7 0Q3.4 4.3 0 10Q-3.4 4.3-7.7 0Q-3.4-4.3 0-10Z",
    "♣": "M0-10A4.5 4.5 0 0 1 3.5-2.7A4.5 4.5 0 1 1 1.2 4.6Q1.5 8.2 4 10H-4Q-1.5 8.2-1.2 4.6"
    "A4.5 4.5 0 1 1-3.5-2.7A4.5 4.5 0 0 1 0-10Z",
}
LETTERS: Final = {  # strokes on a height of 20, and their width
    "A": ("M0 20 6.5 0 13 20M2.3 13.4H10.7", 13),
    "K": ("M0 0V20M11.5 0 0 12M4.4 7.6 12.5 20", 12.5),
    "Q": (
        "M6.8 0C2.4 0 0 4 0 10S2.4 20 6.8 20 13.6 16 13.6 10 11.2 0 6.8 0ZM8.6 14.4 13.8 20.4",
        13.6,
    ),
    "J": ("M4 0H10M8.5 0V14.4C8.5 18 6.8 20 4.3 20 2 20 .6 18.6 0 16.4", 9.5),
    "10": ("M0 3.2 3.8 0V20M13 0C9.6 0 8 4 8 10S9.6 20 13 20 18 16 18 10 16.4 0 13 0Z", 18),
    "9": ("M1.6 20Q8.6 16.6 11.4 8M0 6.2A5.9 6.2 0 1 0 11.8 6.2 5.9 6.2 0 1 0 0 6.2Z", 11.8),
    "8": (
        "M1.2 4.8A4.7 4.8 0 1 0 10.6 4.8 4.7 4.8 0 1 0 1.2 4.8ZM0 14.8A5.9 5.2 0 1 0 11.8 14.8 5.9 5.2 0 1 0 0 14.8Z",
        11.8,
    ),
    "7": ("M0 0H11.6Q5.4 8.6 4.4 20", 11.6),
    "6": ("M10.2 0Q3.2 3.4.4 12M0 13.8A5.9 6.2 0 1 0 11.8 13.8 5.9 6.2 0 1 0 0 13.8Z", 11.8),
    "5": ("M10.6 0H2L1 9.2Q3 7.6 5.6 7.6A6 6.2 0 0 1 5.6 20Q2.2 20 0 17.4", 11.4),
    "4": ("M9.2 20V0L0 14.2H12.6", 12.6),
    "3": (
        "M.4 2.8Q2.6 0 5.8 0A4.6 4.6 0 0 1 5.8 9.2H4.4M5.8 9.2A5.4 5.4 0 0 1 5.8 20Q2.2 20 0 17",
        11.2,
    ),
    "2": ("M.4 4.8Q1.2 0 5.8 0A5 5 0 0 1 9.8 8Q8 11 0 20H11.6", 11.6),
}
STAR: Final = "M0-10 2.4-3.2 9.5-3.1 3.8 1.2 5.9 8.1 0 4-5.9 8.1-3.8 1.2-9.5-3.1-2.4-3.2Z"
_FACETS: Final = "M0 0V-10L2.4-3.2ZM0 0 9.5-3.1 3.8 1.2ZM0 0 5.9 8.1 0 4ZM0 0-5.9 8.1-3.8 1.2ZM0 0-9.5-3.1-2.4-3.2Z"
_PIPS: Final = {  # in the upper half (turned into the lower), and in the middle
    "2": ("50 34", ""),
    "3": ("50 34", "50 70"),
    "4": ("37 34,65 34", ""),
    "5": ("37 34,65 34", "51 70"),
    "6": ("37 34,65 34", "37 70,65 70"),
    "7": ("37 34,65 34", "37 70,65 70,51 52"),
    "8": ("37 34,65 34,51 52", "37 70,65 70"),
    "9": ("37 28,65 28,37 56,65 56", "51 70"),
    "10": ("37 28,65 28,37 56,65 56,51 42", ""),
}
_FIGURES: Final = {  # a court card's upper half: hair and robe; the face; crown, tiara or cap
    "K": (
        "M28 70V63L41 56H59L72 63V70ZM37 33V48Q40 64 50 64T63 48V33Z",
        "M42.5 33V45Q50 51 57.5 45V33ZM47 38V41M53 38V41",
        "M34 34V19L43 26 50 16 57 26 66 19V34Z",
    ),
    "Q": (
        "M28 70V66L42 57H58L72 66V70ZM33 61Q30 27 50 27T67 61L58 57H42Z",
        "M42 36Q50 30 58 36V44Q57 54 50 54T42 44ZM47 41V44M53 41V44",
        "M37 33V19L44 26 50 16 56 26 63 19V33Q50 26 37 33Z",
    ),
    "J": (
        "M28 70V64L42 58H58L72 64V70ZM37 32V53H63V32ZM45 53V62H55V53Z",
        "M42 32V45Q43 53 50 53T58 45V32ZM47 39V42M53 39V42",
        "M33 34Q34 21 50 21 61 21 66 14 70 27 67 34Z",
    ),
}


def colour_of(card: Card, four_colour: bool) -> str:
    """The colour in which a card is printed."""
    return (FOUR_COLOURS if four_colour else TWO_COLOURS)[card.suit]


def parts(card: Card) -> dict[str, str]:
    """The suit and the letter that a card's drawing refers to, each by its id.

    >>> sorted(parts(Card("10", "♥"))), parts(Card("★"))
    (['h', 'r10'], {})
    """
    if card.rank == JOKER:
        return {}
    suit, letter = _SUIT_IDS[card.suit], f"r{card.rank}"
    return {
        suit: f'<path id="{suit}" d="{SUIT_PATHS[card.suit]}" stroke="none"/>',
        letter: f'<path id="{letter}" d="{LETTERS[card.rank][0]}" fill="none" stroke-width="2.9"/>',
    }


def face(card: Card, four_colour: bool, id: str) -> str:
    """The face of a card; ``id`` names its upper half within the picture, ``parts`` must be there."""
    colour = colour_of(card, four_colour)
    if card.rank == JOKER:
        return f"{SHEET}{_RAYS}{_turned(_SMALL_STAR, id, colour)}{_JOKER}"
    suit = _SUIT_IDS[card.suit]
    upper, middle = _PIPS.get(card.rank, ("", ""))
    half, centre = _index(card) + _pips(upper, suit), _pips(middle, suit)
    if card.rank in _FIGURES:
        half = _figure(card.rank) + half
    elif card.rank == "A":
        centre = use(suit, "translate(51 70)scale(2.9)")
    if middle or card.rank == "A":
        centre = f'<g fill="{colour}">{centre}</g>'
    return SHEET + _turned(half, id, colour) + centre


def corner(card: Card, four_colour: bool) -> str:
    """A card of which only the left edge shows: its index."""
    colour = colour_of(card, four_colour)
    index = _SMALL_STAR if card.rank == JOKER else _index(card)
    return f'{SHEET}<g fill="{colour}" stroke="{colour}">{index}</g>'


def small(card: Card, four_colour: bool) -> str:
    """A card that fits into a line of text: its rank over its suit, as large as they can be."""
    colour = colour_of(card, four_colour)
    if card.rank == JOKER:
        body = f'<path d="{STAR}" fill="{colour}" transform="translate(50 72)scale(4)"/>'
        return sheet("#8d949c", 4) + body
    suit = f'<path d="{SUIT_PATHS[card.suit]}" fill="{colour}" transform="translate(50 104)scale(2.4)"/>'
    strokes, wide = LETTERS[card.rank]
    letter = (
        f'<path d="{strokes}" fill="none" stroke="{colour}" stroke-width="2.8" '
        f'transform="translate({number(50 - 1.35 * wide)} 16)scale(2.7)"/>'
    )
    return sheet("#8d949c", 4) + letter + suit


def _index(card: Card) -> str:
    """Rank over suit in the upper left corner."""
    wide = LETTERS[card.rank][1]
    size = 1.12 if card.rank == "10" else 1.3
    left = number(15 - wide * size / 2)
    letter = use(f"r{card.rank}", f"translate({left} 8)scale({size})")
    return letter + use(_SUIT_IDS[card.suit], "translate(15 47)scale(.95)")


def _figure(rank: str) -> str:
    """A court figure in two tones, framed."""
    body, skin, crown = _FIGURES[rank]
    return (
        '<path d="M28 70V14H72V70" fill-opacity=".09"/>'
        f'<path d="{body}"/><path d="{skin}" fill="#fff"/><path d="{crown}" fill="{GOLD}"/>'
    )


def _turned(half: str, id: str, colour: str) -> str:
    """The upper half of a face, and the same turned for the lower half."""
    drawn = f'<g id="{id}" fill="{colour}" stroke="{colour}">{half}</g>'
    return drawn + use(id, "rotate(180 50 70)")


def use(id: str, transform: str) -> str:
    """A part put in its place."""
    return f'<use href="#{id}" transform="{transform}"/>'


def _pips(places: str, suit: str) -> str:
    found = [place.split() for place in places.split(",") if place]
    return "".join(f'<use href="#{suit}" x="{x}" y="{y}"/>' for x, y in found)


def number(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def sheet(edge: str, width: float) -> str:
    """The card's paper."""
    inset = number(width / 2)
    return (
        f'<rect x="{inset}" y="{inset}" width="{number(WIDTH - width)}" '
        f'height="{number(HEIGHT - width)}" rx="7" fill="#fff" stroke="{edge}" '
        f'stroke-width="{number(width)}"/>'
    )


_SUIT_IDS: Final = dict(zip(SUITS, "shdc", strict=True)) | {"": ""}
SHEET: Final = sheet("#b9bec4", 1)
_SMALL_STAR: Final = f'<path d="{STAR}" stroke="none" transform="translate(15 21)scale(1.25)"/>'
_RAYS: Final = (
    f'<path d="M50 70 26 14H40ZM50 70 60 14H74ZM50 70 74 38V62ZM50 70 74 88V112ZM50 70 60 126H74Z'
    f'M50 70 26 126H40ZM50 70 26 88V112ZM50 70 26 38V62Z" fill="{GOLD}" opacity=".3"/>'
)
_JOKER: Final = (
    f'<g transform="translate(50 70)scale(3.6)"><path d="{STAR}" fill="{GOLD}" stroke="{INK}" '
    f'stroke-width=".7" stroke-linejoin="round"/><path d="{_FACETS}" fill="{INK}"/></g>'
)
BACK: Final = (
    SHEET + '<rect x="6" y="6" width="88" height="128" rx="4" fill="#3d5a73"/>'
    '<path d="M50 20 80 70 50 120 20 70ZM50 38 69 70 50 102 31 70ZM50 56 58 70 50 84 42 70Z" '
    'fill="#fff" fill-opacity=".12" stroke="#fff" stroke-opacity=".75" stroke-width="1.4"/>'
)
