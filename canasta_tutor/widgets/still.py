"""The table as a still picture: what stands in a notebook before it runs."""

from __future__ import annotations

from html import escape
from typing import Final

from canasta_tutor.cards import Card, read_cards
from canasta_tutor.view import View
from canasta_tutor.widgets.board import Board, Json
from canasta_tutor.widgets.faces import hand_html
from canasta_tutor.widgets.scenes import Scenes

_MELD, _PILE = 52, 58
"""How wide a card is in pixels."""
_LINE: Final = "margin:6px 0;line-height:1.5"
_INLINE: Final = "display:inline-block;vertical-align:top;margin:0 14px 8px 0"


def board_html(view: View, language: str, four_colour: bool = False, stopped: bool = False) -> str:
    """The table drawn with inline styles only: the other players, both sides, the pile, the hand."""
    board = Board(view, language)
    still = _Still(four_colour)
    others = " · ".join(f"{_bold(one['name'])} {escape(one['holds'])}" for one in board.others())
    sides = [still.side(side) for side in board.sides()]
    parts = [
        f'<div style="{_LINE}">{_bold(board.status(stopped))}</div>',
        f'<div style="{_LINE}">{others}</div>',
        *sides[:-1],
        still.middle(board),
        sides[-1],
        hand_html(view.hand, language, four_colour),
    ]
    return f'<div style="max-width:760px">{"".join(parts)}</div>'


class _Still:
    """Pieces of the still table."""

    def __init__(self, four_colour: bool) -> None:
        self.scenes = Scenes(four_colour)

    def side(self, side: Json) -> str:
        """A side's score, red threes and melds."""
        facts = " · ".join(escape(fact) for fact in (side["score"], side["price"]) if fact)
        reds = self._row(side["reds"], side["reds_name"]) if side["reds"] else ""
        melds = "".join(map(self._meld, side["melds"])) or escape(side["none"])
        return f'<div style="{_LINE}">{_bold(side["name"])} {facts}<div>{reds}{melds}</div></div>'

    def _meld(self, meld: Json) -> str:
        if not meld["canasta"]:
            return self._row(meld["cards"], meld["name"])
        picture = self.scenes.canasta(_card(meld["top"]), meld["name"], _MELD)
        caption = f'<div style="font-size:85%">{meld["count"]} · {escape(meld["kind"])}</div>'
        return f'<div style="{_INLINE}">{picture}{caption}</div>'

    def middle(self, board: Board) -> str:
        """Stock, pile and lamps."""
        stock, pile = board.stock(), board.pile()
        back = self.scenes.stock(stock["name"], _PILE)
        under = f" {escape(pile['under'])}" if pile["under"] else ""
        shown = self._pile(pile) if pile["cards"] else escape(pile["name"])
        return (
            f'<div style="{_LINE}"><div style="{_INLINE}">{back}'
            f'<div style="font-size:85%">{escape(stock["name"])}</div></div>'
            f'<div style="{_INLINE}">{shown}<div style="font-size:85%">{escape(pile["count"])}'
            f"{under}</div></div>"
            f'<div style="{_INLINE}">{_lamps(board.lamps())}</div></div>'
        )

    def _pile(self, pile: Json) -> str:
        cards = [(_card(card["text"]), card["across"]) for card in pile["cards"]]
        return self.scenes.pile(cards, pile["name"], _PILE)

    def _row(self, cards: list[str], name: str) -> str:
        picture = self.scenes.row([_card(card) for card in cards], name, _MELD)
        return f'<div style="{_INLINE}">{picture}</div>'


def _lamps(lamps: Json) -> str:
    lines = []
    for row in lamps["rows"]:
        cells = [
            f"{escape(column)}: {'●' if cell['lit'] else '○'} {escape(cell['word'])}"
            + (f" ({escape(cell['because'])})" if cell["because"] else "")
            for column, cell in zip(lamps["columns"], row["cells"], strict=True)
        ]
        lines.append(f"<div>{_bold(row['name'])} {' · '.join(cells)}</div>")
    return "".join(lines)


def _bold(text: str) -> str:
    return f"<strong>{escape(text)}</strong>"


def _card(text: str) -> Card:
    return read_cards(text)[0]
