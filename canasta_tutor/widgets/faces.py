"""What a card looks like: small SVG pictures of 5 to 7, and pictures of several cards together."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from canasta_tutor.cards import Card
from canasta_tutor.widgets.drawing import (
    BACK,
    HEIGHT,
    SHEET,
    WIDTH,
    corner,
    face,
    number,
    parts,
    small,
)
from canasta_tutor.widgets.words import card_name, say_cards


def card_svg(card: Card, language: str = "", four_colour: bool = False) -> str:
    """One card face; with a language it carries the card's name, otherwise it is only a picture.

    >>> card_svg(Card("K", "♠"))[:40], len(card_svg(Card("10", "♣"))) < 1024
    ('<svg xmlns="http://www.w3.org/2000/svg" ', True)
    """
    title = f"<title>{escape(card_name(card, language))}</title>" if language else ""
    return _picture(WIDTH, HEIGHT, title + _defs([card]) + face(card, four_colour, "u"))


def back_svg() -> str:
    """The back of every card."""
    return _picture(WIDTH, HEIGHT, BACK)


def small_svg(card: Card, four_colour: bool = False) -> str:
    """A card that fits into a line of text."""
    return _picture(WIDTH, HEIGHT, small(card, four_colour))


def _defs(cards: Iterable[Card | None], more: str = "") -> str:
    """Each suit and letter of these cards, once."""
    drawn = {id: path for card in cards if card is not None for id, path in parts(card).items()}
    inside = "".join(drawn.values()) + more
    return f"<defs>{inside}</defs>" if inside else ""


class Place(NamedTuple):
    """A card (None for a back) in a picture of several: where its upper left corner lies, and how."""

    card: Card | None
    x: float
    y: float = 0
    across: bool = False
    """Whether it lies crosswise."""
    covered: bool = False
    """Whether only its left edge shows: then only its corner is drawn."""
    veiled: bool = False
    """Whether it steps back, because others matter."""


def scene_svg(
    places: Sequence[Place], width: float, height: float, four_colour: bool = False
) -> str:
    """Several cards as one picture, each over the one before."""
    often: dict[tuple[Card | None, bool], list[Place]] = {}
    for place in places:
        often.setdefault((place.card, place.covered), []).append(place)
    shared = {kind: f"c{n}" for n, kind in enumerate(often) if len(often[kind]) > 1}
    drawn = {kind: _drawn(*kind, four_colour, f"u{n}") for n, kind in enumerate(often)}
    groups = "".join(f'<g id="{id}">{drawn[kind]}</g>' for kind, id in shared.items())
    laid = []
    for place in places:
        kind = place.card, place.covered
        inside = f'<use href="#{shared[kind]}"/>' if kind in shared else drawn[kind]
        inside += _VEIL if place.veiled else ""
        laid.append(f'<g transform="{_where(place)}">{inside}</g>')
    if (groups + "".join(laid)).count(SHEET) > 1:
        groups = SHEET.replace("<rect", '<rect id="b"') + groups.replace(SHEET, _PAPER)
        laid = [one.replace(SHEET, _PAPER) for one in laid]
    return _picture(width, height, _defs([place.card for place in places], groups) + "".join(laid))


_VEIL: Final = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#6b7280" fill-opacity=".62"/>'
"""What lies over a card that steps back: it darkens on a light page and pales on a dark one."""
_PAPER: Final = '<use href="#b"/>'
"""A card's paper, where a picture holds it once for all its cards."""


def _drawn(card: Card | None, covered: bool, four_colour: bool, id: str) -> str:
    if card is None:
        return BACK
    return corner(card, four_colour) if covered else face(card, four_colour, id)


def _where(place: Place) -> str:
    x, y = number(place.x), number(place.y)
    if place.across:
        return f"translate({x} {number(place.y + WIDTH)})rotate(-90)"
    return f"translate({x} {y})"


def row_svg(
    cards: Sequence[Card | None],
    step: float = 34,
    four_colour: bool = False,
    veiled: Collection[int] = (),
) -> str:
    """Cards in a row, each over the one before; those at the ``veiled`` places step back."""
    last = len(cards) - 1
    places = [
        Place(card, step * n, covered=n < last, veiled=n in veiled) for n, card in enumerate(cards)
    ]
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
    w, h = number(width), number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" '
        f'viewBox="0 0 {w} {h}">{body}</svg>'
    )
