"""What a card looks like: our own suits, figures and letters, as small SVG pictures of 5 to 7.

Letters and numbers are drawn as strokes, so a card looks alike on every machine. The upper half of
a face is drawn once and turned for the lower one.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from canasta_tutor.cards import JOKER, SUITS, Card
from canasta_tutor.widgets.words import card_name, say_cards

WIDTH: Final = 100
HEIGHT: Final = 140

INK: Final = "#1c2128"
RED: Final = "#c4202f"
BLUE: Final = "#1b5fb4"
GREEN: Final = "#17743a"
TWO_COLOURS: Final = dict(zip(SUITS, (INK, RED, RED, INK), strict=True)) | {"": INK}
FOUR_COLOURS: Final = dict(zip(SUITS, (INK, RED, BLUE, GREEN), strict=True)) | {"": INK}

_SUIT_PATHS: Final = {
    "♠": "M0-10C2.6-5.6 9.2-2.4 9.2 2.9A4.5 4.5 0 0 1 1.3 5.6Q1.6 8.4 4 10H-4Q-1.6 8.4-1.3 5.6"
    "A4.5 4.5 0 0 1-9.2 2.9C-9.2-2.4-2.6-5.6 0-10Z",
    "♥": "M0 9.6C-2.7 5-9.4 1.6-9.4-3.9A4.9 4.9 0 0 1 0-5.7A4.9 4.9 0 0 1 9.4-3.9C9.4 1.6 2.7 5 0 9.6Z",
    "♦": "M0-10Q3.4-4.3 7.7 0Q3.4 4.3 0 10Q-3.4 4.3-7.7 0Q-3.4-4.3 0-10Z",
    "♣": "M0-10A4.5 4.5 0 0 1 3.5-2.7A4.5 4.5 0 1 1 1.2 4.6Q1.5 8.2 4 10H-4Q-1.5 8.2-1.2 4.6"
    "A4.5 4.5 0 1 1-3.5-2.7A4.5 4.5 0 0 1 0-10Z",
}
_LETTERS: Final = {  # strokes on a height of 20, and their width
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
_STAR: Final = "M0-10 2.4-3.2 9.5-3.1 3.8 1.2 5.9 8.1 0 4-5.9 8.1-3.8 1.2-9.5-3.1-2.4-3.2Z"
_FACETS: Final = "M0 0V-10L2.4-3.2ZM0 0 9.5-3.1 3.8 1.2ZM0 0 5.9 8.1 0 4ZM0 0-5.9 8.1-3.8 1.2ZM0 0-9.5-3.1-2.4-3.2Z"
_PIPS: Final = {  # in the upper half (turned into the lower), and in the middle
    "2": ("50 34", ""),
    "3": ("50 34", "50 70"),
    "4": ("36 34,64 34", ""),
    "5": ("36 34,64 34", "50 70"),
    "6": ("36 34,64 34", "36 70,64 70"),
    "7": ("36 34,64 34", "36 70,64 70,50 52"),
    "8": ("36 34,64 34,50 52", "36 70,64 70"),
    "9": ("36 28,64 28,36 56,64 56", "50 70"),
    "10": ("36 28,64 28,36 56,64 56,50 42", ""),
}
_FIGURES: Final = {  # the upper half of a court card's figure, over a paler panel
    "K": "M27 60V26L39 42 50 20 61 42 73 26V60Z",
    "Q": "M30 60A20 20 0 0 1 35 38A15.5 15.5 0 0 1 65 38A20 20 0 0 1 70 60Z",
    "J": "M27 16H73V20L27 82Z",
}


def card_svg(card: Card, language: str = "", four_colour: bool = False) -> str:
    """One card face; with a language it carries the card's name, otherwise it is only a picture.

    >>> card_svg(Card("K", "♠"))[:40], len(card_svg(Card("10", "♣"))) < 1024
    ('<svg xmlns="http://www.w3.org/2000/svg" ', True)
    """
    title = f"<title>{escape(card_name(card, language))}</title>" if language else ""
    return _picture(WIDTH, HEIGHT, title + _face(card, four_colour, "f"))


def back_svg() -> str:
    """The back of every card."""
    return _picture(WIDTH, HEIGHT, _BACK)


def small_svg(card: Card, four_colour: bool = False) -> str:
    """A card that fits into a line of text: its rank over its suit, as large as they can be."""
    colour = _colour(card, four_colour)
    if card.rank == JOKER:
        body = f'<path d="{_STAR}" fill="{colour}" transform="translate(50 72)scale(4)"/>'
    else:
        suit = f'<path d="{_SUIT_PATHS[card.suit]}" fill="{colour}" transform="translate(50 104)scale(2.4)"/>'
        left = _number(50 - 1.35 * _LETTERS[card.rank][1])
        body = _letter(card.rank, colour, f' transform="translate({left} 16)scale(2.7)"') + suit
    return _picture(WIDTH, HEIGHT, _sheet("#8d949c", 4) + body)


class Place(NamedTuple):
    """A card (None for a back) in a picture of several: where its upper left corner lies, and how."""

    card: Card | None
    x: float
    y: float = 0
    across: bool = False
    """Whether it lies crosswise."""
    covered: bool = False
    """Whether only its left edge shows: then only its corner is drawn."""


def scene_svg(
    places: Sequence[Place], width: float, height: float, four_colour: bool = False
) -> str:
    """Several cards as one picture, each over the one before."""
    known: dict[tuple[Card | None, bool], str] = {}
    for place in places:
        known.setdefault((place.card, place.covered), f"c{len(known)}")
    drawn = "".join(
        f'<g id="{id}">{_drawn(card, covered, four_colour, id)}</g>'
        for (card, covered), id in known.items()
    )
    uses = "".join(_placed(place, known[place.card, place.covered]) for place in places)
    return _picture(width, height, f"<defs>{drawn}</defs>{uses}")


def _drawn(card: Card | None, covered: bool, four_colour: bool, id: str) -> str:
    if card is None:
        return _BACK
    return _corner(card, four_colour) if covered else _face(card, four_colour, id)


def _placed(place: Place, id: str) -> str:
    x, y = _number(place.x), _number(place.y)
    if place.across:
        return _use(id, f"translate({x} {_number(place.y + WIDTH)})rotate(-90)")
    return f'<use href="#{id}" x="{x}" y="{y}"/>'


def row_svg(cards: Sequence[Card | None], step: float = 34, four_colour: bool = False) -> str:
    """Cards in a row, each over the one before."""
    last = len(cards) - 1
    places = [Place(card, step * n, covered=n < last) for n, card in enumerate(cards)]
    return scene_svg(places, WIDTH + step * max(0, last), HEIGHT, four_colour)


def picture_html(svg: str, alt: str, style: str) -> str:
    """A picture as an ``<img>`` that an untrusted notebook keeps, read aloud as ``alt``."""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{data}" style="{style}">'


def inline_html(cards: Iterable[Card], language: str, four_colour: bool = False) -> str:
    """Cards inside a sentence, as high as its line, each with its name."""
    style = "height:1.7em;width:auto;display:inline-block;vertical-align:-0.45em;margin:0 0.08em"
    return "".join(
        picture_html(small_svg(card, four_colour), card_name(card, language), style)
        for card in cards
    )


def hand_html(
    cards: Sequence[Card], language: str, four_colour: bool = False, width: int = 72, row: int = 15
) -> str:
    """Cards that lie side by side and do not answer: what stands in a notebook before it runs.

    ``width`` is a card's in pixels; more cards than ``row`` make another row.
    """
    step = 26 if len(cards) > 7 else 34
    pictures = []
    for start in range(0, len(cards), row):
        part = cards[start : start + row]
        pixels = round((WIDTH + step * (len(part) - 1)) * width / WIDTH)
        style = f"width:{pixels}px;max-width:100%;height:auto;display:block;margin:4px 0"
        pictures.append(
            picture_html(row_svg(part, step, four_colour), say_cards(part, language), style)
        )
    return "".join(pictures)


def _picture(width: float, height: float, body: str) -> str:
    w, h = _number(width), _number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" '
        f'viewBox="0 0 {w} {h}">{body}</svg>'
    )


def _face(card: Card, four_colour: bool, id: str) -> str:
    """The face of a card; ``id`` names its parts within the picture."""
    colour = _colour(card, four_colour)
    if card.rank == JOKER:
        return (
            _SHEET
            + _turned(
                f'<path d="{_STAR}" fill="{INK}" transform="translate(14.5 21)scale(1.2)"/>',
                id,
                colour,
            )
            + _JOKER
        )
    pip = f'<path id="{id}p" d="{_SUIT_PATHS[card.suit]}" fill="{colour}" transform="scale(.82)"/>'
    letter = _letter(card.rank, colour, f' id="{id}l"')
    half = _letter_at(card.rank, id, 14, 8, 1.15) + _use(f"{id}p", "translate(14 44.5)scale(1.05)")
    upper, middle = _PIPS.get(card.rank, ("", ""))
    centre, under = _pips(middle, f"{id}p"), ""
    if card.rank in _FIGURES:
        under = f'<path d="M27 16H73V124H27Z" fill="{colour}" opacity=".1"/>'
        half += f'<path d="{_FIGURES[card.rank]}" fill="{colour}" opacity=".24"/>'
        centre = _letter_at(card.rank, id, 50, 46, 2.4)
    elif card.rank == "A":
        centre = _use(f"{id}p", "translate(50 70)scale(3.2)")
    half += _pips(upper, f"{id}p")
    return f"{_SHEET}<defs>{pip}{letter}</defs>{under}" + _turned(half, id) + centre


def _corner(card: Card, four_colour: bool) -> str:
    """A card of which only the left edge shows: its index."""
    colour = _colour(card, four_colour)
    if card.rank == JOKER:
        return (
            f'{_SHEET}<path d="{_STAR}" fill="{colour}" transform="translate(14.5 21)scale(1.2)"/>'
        )
    left = _number(14 - _LETTERS[card.rank][1] * 0.575)
    letter = _letter(card.rank, colour, f' transform="translate({left} 8)scale(1.15)"')
    pip = f'<path d="{_SUIT_PATHS[card.suit]}" fill="{colour}" transform="translate(14 44.5)scale(.86)"/>'
    return _SHEET + letter + pip


def _colour(card: Card, four_colour: bool) -> str:
    return (FOUR_COLOURS if four_colour else TWO_COLOURS)[card.suit]


def _turned(half: str, id: str, colour: str = "") -> str:
    """The upper half of a face, and the same turned for the lower half."""
    fill = f' fill="{colour}"' if colour else ""
    return f'<g id="{id}h"{fill}>{half}</g>' + _use(f"{id}h", "rotate(180 50 70)")


def _use(id: str, transform: str) -> str:
    return f'<use href="#{id}" transform="{transform}"/>'


def _pips(places: str, id: str) -> str:
    found = [place.split() for place in places.split(",") if place]
    return "".join(f'<use href="#{id}" x="{x}" y="{y}"/>' for x, y in found)


def _letter(rank: str, colour: str, more: str = "") -> str:
    """A rank as strokes, 20 high."""
    return (
        f'<path{more} d="{_LETTERS[rank][0]}" fill="none" stroke="{colour}" stroke-width="2.8" '
        'stroke-linejoin="round"/>'
    )


def _letter_at(rank: str, id: str, x: float, y: float, size: float) -> str:
    """The rank with its middle at x and its top at y."""
    left = x - _LETTERS[rank][1] * size / 2
    return _use(f"{id}l", f"translate({_number(left)} {_number(y)})scale({_number(size)})")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _sheet(edge: str, width: float) -> str:
    inset = width / 2
    return (
        f'<rect x="{_number(inset)}" y="{_number(inset)}" width="{_number(WIDTH - width)}" '
        f'height="{_number(HEIGHT - width)}" rx="7" fill="#fff" stroke="{edge}" '
        f'stroke-width="{_number(width)}"/>'
    )


_SHEET: Final = _sheet("#b9bec4", 1)
_JOKER: Final = (
    f'<g transform="translate(50 70)scale(3.4)"><path d="{_STAR}" fill="#f0b429" stroke="{INK}" '
    f'stroke-width=".7" stroke-linejoin="round"/><path d="{_FACETS}" fill="{INK}"/></g>'
)
_BACK: Final = (
    _SHEET + '<rect x="6" y="6" width="88" height="128" rx="4" fill="#3d5a73"/>'
    '<path d="M50 20 80 70 50 120 20 70ZM50 38 69 70 50 102 31 70ZM50 56 58 70 50 84 42 70Z" '
    'fill="#fff" fill-opacity=".12" stroke="#fff" stroke-opacity=".75" stroke-width="1.4"/>'
)
