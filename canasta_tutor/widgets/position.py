"""The position of an exercise as a still picture: what its author wrote down, and nothing else.

Nothing here answers a question: no lamps, no crosswise card, no minimum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from canasta_tutor.cards import Cards, sort_cards
from canasta_tutor.deal import Deal
from canasta_tutor.exercises import Question
from canasta_tutor.melds import Meld
from canasta_tutor.widgets.board import Board
from canasta_tutor.widgets.faces import WIDTH, picture_html, row_svg
from canasta_tutor.widgets.words import say_cards

_STEP: Final = 34
_ROW: Final = 12
_BLOCK: Final = "display:inline-block;vertical-align:top;max-width:100%;margin:0 32px 14px 0"
_WHOLE: Final = "margin:0 0 14px"
_NAME: Final = "font-size:12.5px;line-height:1.4;margin:0 0 5px;opacity:.8"
_MELD: Final = "display:inline-block;vertical-align:top;max-width:100%;margin:0 10px 6px 0"
_PILE_WIDTH, _MELD_WIDTH, _HAND_WIDTH = 66, 54, 76


def position_html(
    question: Question, language: str, four_colour: bool = False, hand: bool = True
) -> str:
    """The written parts of the position; without ``hand`` where the hand stands below to choose from."""
    written: Mapping[str, Any] = question.source.data.get("position", {})
    written = {key: value for key, value in written.items() if key not in question.varies}
    deal = question.deal
    if deal is None:
        return ""
    if "setup" in question.source.data:
        written = {"hand": ""}
    picture = _Picture(question, deal, language, four_colour)
    blocks = [*picture.table(written), *picture.hands(written, hand)]
    notes = picture.notes(written)
    if notes:
        blocks.insert(0, f'<div style="{_NAME}">{" ".join(map(escape, notes))}</div>')
    return "".join(blocks)


class _Picture:
    """Draws the parts."""

    def __init__(self, question: Question, deal: Deal, language: str, four_colour: bool) -> None:
        self.question = question
        self.deal = deal
        self.language = language
        self.four_colour = four_colour
        self.board = Board(deal.view(deal.seat), language)

    def say(self, key: str, **facts: Any) -> str:
        return self.question.phrase(f"ui.{key}", self.language, **facts)

    # --- parts ----------------------------------------------------------------------------------

    def table(self, written: Mapping[str, Any]) -> list[str]:
        """The other sides, the pile and the stock, our own side."""
        sides = self._sides(written)
        return [*sides[:-1], *self._middle(written), *sides[-1:]]

    def _middle(self, written: Mapping[str, Any]) -> list[str]:
        blocks = []
        if self.deal.pile and "pile" in written:
            name = self.say("pile")
            if len(self.deal.pile) > 1:
                name += f" · {self.say('pile_under')}"
            blocks.append(self._block(name, self._row(self.deal.pile, _PILE_WIDTH)))
        if "stock" in written:
            blocks.append(self._block(self.say("stock", count=len(self.deal.stock)), ""))
        return blocks

    def _sides(self, written: Mapping[str, Any]) -> list[str]:
        """Each side with its score, red threes and melds, ours last."""
        if not {"melds", "red_threes", "scores", "pile"} & set(written):
            return []
        return [self._side(side, written) for side in self.board.order]

    def _side(self, side: int, written: Mapping[str, Any]) -> str:
        name = self.board.side_name(side)
        if "scores" in written:
            name = self.say("score_of", who=name, points=self.deal.scores[side])
        reds = self.deal.red_threes[side]
        melds = [self._meld(meld) for meld in self.deal.melds[side]]
        if reds:
            melds.insert(0, f'<div style="{_MELD}">{self._row(reds, _MELD_WIDTH)}</div>')
        shown = "".join(melds)
        if not shown and not {"melds", "pile", "red_threes"} & set(written):
            return self._block(name, "")
        return self._block(name, shown or f"<div>{escape(self.say('nothing_laid'))}</div>")

    def _meld(self, meld: Meld) -> str:
        note = (
            f'<div style="{_NAME}">{escape(self.say("from_hand"))}</div>' if meld.from_hand else ""
        )
        return f'<div style="{_MELD}">{self._row(meld.cards, _MELD_WIDTH)}{note}</div>'

    def hands(self, written: Mapping[str, Any], own: bool) -> list[str]:
        """The hand, and after a deal the hands that are left; of other hands the number of cards."""
        blocks = []
        over = self.deal.over
        given = written.get("hands", {})
        seats = [seat for seat in self.deal.table.in_turn(self.deal.seat)[1:] if given or over]
        for seat in seats:
            who, cards = self.board.seat_name(seat), self.deal.hands[seat]
            if over and (cards or given):
                blocks.append(self._hand(self.say("hand_of", who=who), cards))
            elif not over and self._named(seat, given):
                name = self.say("cards_in_hand", who=who, count=len(cards))
                blocks.append(self._block(name, ""))
        if own and ("hand" in written or over):
            blocks.append(self._hand(self.say("hand"), self.deal.hand))
        return blocks

    def _named(self, seat: int, given: Mapping[str, Any]) -> bool:
        number = self.deal.table.in_turn(self.deal.seat).index(seat) + 1
        partner = seat in self.deal.table.members[self.deal.side] and "partner" in given
        return str(number) in given or partner

    def _hand(self, name: str, cards: Cards) -> str:
        none = f"<div>{escape(self.say('no_cards'))}</div>"
        width = _MELD_WIDTH if self.deal.over else _HAND_WIDTH
        row = self._row(sort_cards(cards), width) if cards else none
        return self._block(name, row, _BLOCK if self.deal.over else _WHOLE)

    def notes(self, written: Mapping[str, Any]) -> list[str]:
        """What cannot be seen: who went out, who has taken the pile, that the card is drawn."""
        deal, notes = self.deal, []
        if deal.outcome is not None and deal.outcome.seat is not None:
            who = self.board.seat_name(deal.outcome.seat, inside=True)
            key = "went_out_concealed" if deal.outcome.concealed else "went_out"
            key += "_you" if deal.outcome.seat == deal.seat else ""
            notes.append(self.say(key, who=who))
        elif deal.over:
            notes.append(self.say("stock_out"))
        if deal.phase == "play":
            notes.append(self.say("drawn"))
        if "taken" in written:
            notes += [
                self.say("taken", who=self.board.side_name(side)) for side in sorted(deal.taken)
            ]
        return notes

    # --- drawing --------------------------------------------------------------------------------

    def _block(self, name: str, inside: str, style: str = _BLOCK) -> str:
        return f'<div style="{style}"><div style="{_NAME}">{escape(name)}</div>{inside}</div>'

    def _row(self, cards: Sequence[Any], width: int) -> str:
        """Cards side by side, ``width`` pixels each; a long row is broken."""
        rows = []
        lines = -(-len(cards) // _ROW)
        size = -(-len(cards) // lines)
        for start in range(0, len(cards), size):
            part = cards[start : start + size]
            pixels = round((WIDTH + _STEP * (len(part) - 1)) * width / WIDTH)
            style = f"width:{pixels}px;max-width:100%;height:auto;display:block;margin:0 0 4px"
            svg = row_svg(part, _STEP, self.four_colour)
            rows.append(picture_html(svg, say_cards(part, self.language), style))
        return "".join(rows)
