"""What lies on a table, each as one still picture: a row, a closed canasta, a pile with its frost."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from canasta_tutor.cards import Card
from canasta_tutor.widgets.drawing import HEIGHT, WIDTH
from canasta_tutor.widgets.faces import Place, picture_html, row_svg, scene_svg

STEP: Final = 30
"""How much of a covered card shows."""
_ACROSS: Final = 54
"""How much shows of a card that lies crosswise: more, for it is what matters."""
_SUNK: Final = 52
"""How far down a crosswise card lies: its corner sticks out below the others."""
_STACK: Final = 3
"""How far each card under a closed canasta's top shows."""


class Scenes:
    """Pictures of cards together, as ``<img>`` that need no style sheet."""

    def __init__(self, four_colour: bool = False) -> None:
        self.four_colour = four_colour

    def row(
        self,
        cards: Sequence[Card],
        name: str,
        width: int,
        step: float = STEP,
        veiled: Collection[int] = (),
    ) -> str:
        """Cards side by side, ``width`` pixels each; those at the ``veiled`` places step back."""
        pixels = round((WIDTH + step * (len(cards) - 1)) * width / WIDTH)
        return picture_html(row_svg(cards, step, self.four_colour, veiled), name, _size(pixels))

    def canasta(self, top: Card, name: str, width: int, veiled: bool = False) -> str:
        """A squared stack under its red or black top card."""
        depth = 2 * _STACK
        places = [
            Place(top, depth - _STACK * n, depth - _STACK * n, veiled=veiled) for n in range(3)
        ]
        return self._picture(places, WIDTH + depth, HEIGHT + depth, name, width)

    def stock(self, name: str, width: int) -> str:
        """The stock, face down."""
        return self._picture([Place(None, 0)], WIDTH, HEIGHT, name, width)

    def pile(
        self,
        cards: Sequence[tuple[Card, bool]],
        name: str,
        width: int,
        veiled: Collection[int] = (),
    ) -> str:
        """A fan with its top card last; each card with whether it lies crosswise."""
        places: list[Place] = []
        x = 0.0
        for number, (card, across) in enumerate(cards):
            covered = not across and number + 1 < len(cards) and not cards[number + 1][1]
            places.append(Place(card, x, _SUNK if across else 0, across, covered, number in veiled))
            x += _ACROSS if across else STEP
        last = places[-1]
        height = _SUNK + WIDTH if any(across for _, across in cards) else HEIGHT
        return self._picture(
            places, last.x + (HEIGHT if last.across else WIDTH), height, name, width
        )

    def _picture(
        self, places: Sequence[Place], width: float, height: float, name: str, card: int
    ) -> str:
        """``card`` is a card's width in pixels."""
        svg = scene_svg(places, width, height, self.four_colour)
        return picture_html(svg, name, _size(round(width * card / WIDTH)))


def _size(pixels: int) -> str:
    return f"width:{pixels}px;max-width:100%;height:auto;display:block"
