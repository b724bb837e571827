"""The position of an exercise as a still picture: what its author wrote down, drawn as at the table.

Nothing here answers a question: no lamps, no minimum; no crosswise card where the question is what
freezes, no closed canasta where it is what makes one, or where the cards are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final, TypeVar

from canasta_tutor.cards import Card, Cards, sort_cards, write_cards
from canasta_tutor.deal import Deal
from canasta_tutor.exercises import Question
from canasta_tutor.exercises.mattering import Part
from canasta_tutor.melds import Meld, is_canasta, kind
from canasta_tutor.seating import capital
from canasta_tutor.widgets.board import Board, crosswise, top_of
from canasta_tutor.widgets.scenes import Scenes
from canasta_tutor.widgets.words import say_cards

Item = TypeVar("Item")
Where = tuple[str, int]
"""A pile, or what belongs to a side or a seat, by its number."""

_STEP: Final = 34
_ROW: Final = 12
_BLOCK: Final = "display:inline-block;vertical-align:top;max-width:100%;margin:0 32px 14px 0"
_WHOLE: Final = "margin:0 0 14px"
_NAME: Final = "font-size:12.5px;line-height:1.4;margin:0 0 5px;opacity:.8"
_MELD: Final = "display:inline-block;vertical-align:top;max-width:100%;margin:0 10px 6px 0"
_STACK: Final = "display:inline-block;vertical-align:top;width:104px;margin:0 10px 6px 0"
_CONTENTS: Final = "font-size:12px;line-height:1.35;margin-top:3px"
_BADGE: Final = (
    "display:inline-block;min-width:1.7em;padding:0 .45em;margin-bottom:2px;border-radius:1em;"
    "font-size:12px;font-weight:700;line-height:1.7;text-align:center;color:#fff;background:"
)
_RED_TOP, _BLACK_TOP = "#b51a29", "#1c2128"
_PILE_WIDTH, _MELD_WIDTH, _HAND_WIDTH = 66, 54, 76

_ASKS_FREEZING: Final = ("pile.freezes", "threes.red_in_pile")
"""Rules that say what freezes: where one of them is asked for, no card lies crosswise; a ruling asks for another."""
_ASKS_CANASTA: Final = ("canasta.",)
"""Rules that say what a canasta is: where one of them is asked for, none is closed."""


def position_html(
    question: Question,
    language: str,
    four_colour: bool = False,
    hand: bool = True,
    lit: Sequence[Part] = (),
) -> str:
    """The written parts of the position; without ``hand`` where the hand stands below to choose from.

    Where something is ``lit``, all else steps back.
    """
    written: Mapping[str, Any] = question.source.data.get("position", {})
    written = {key: value for key, value in written.items() if key not in question.varies}
    deal = question.deal
    if deal is None:
        return ""
    if "setup" in question.source.data:
        written = {} if question.varies else {"hand": ""}
    picture = _Picture(question, deal, language, four_colour, lit)
    blocks = [*picture.table(written), *picture.hands(written, hand)]
    if hand and not any("<img" in block for block in blocks):
        return ""  # what is asked lies in the options; a note alone is no picture
    notes = map(capital, picture.notes(written))
    if said := " ".join(map(escape, notes)):
        blocks.insert(0, f'<div style="{_NAME}">{said}</div>')
    return "".join(blocks)


def table_html(
    question: Question, deal: Deal, seat: int, language: str, four_colour: bool = False
) -> str:
    """The table after a move, as a seat sees it: what lies there, and that seat's hand."""
    picture = _Picture(question, deal, language, four_colour, seat=seat)
    return "".join([*picture.table({"melds": True, "pile": True}), picture.own_hand()])


class _Picture:
    """Draws the parts."""

    def __init__(
        self,
        question: Question,
        deal: Deal,
        language: str,
        four_colour: bool,
        lit: Sequence[Part] = (),
        seat: int | None = None,
    ) -> None:
        self.seat = deal.seat if seat is None else seat
        self.lit = _Light(question, lit)
        self.question = question
        self.deal = deal
        self.language = language
        self.scenes = Scenes(four_colour)
        self.frost_shows = question.exercise.kind == "ruling" or not self._asks(_ASKS_FREEZING)
        self.closes = not deal.over and not self._asks(_ASKS_CANASTA)
        self.board = Board(deal.view(self.seat), language)

    def _asks(self, rules: tuple[str, ...]) -> bool:
        return any(rule.startswith(rules) for rule in self.question.exercise.teaches)

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
            blocks.append(self._block(name, self._pile()))
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
        melds = [self._meld(meld, side) for meld in self.deal.melds[side]]
        if reds:
            row = self._row(reds, _MELD_WIDTH, ("red_threes", side))
            melds.insert(0, f'<div style="{_MELD}">{row}</div>')
        shown = "".join(melds)
        if not shown and not {"melds", "pile", "red_threes"} & set(written):
            return self._block(name, "")
        return self._block(name, shown or f"<div>{escape(self.say('nothing_laid'))}</div>")

    def _meld(self, meld: Meld, side: int) -> str:
        sort = kind(meld, self.deal.table)
        if self.closes and is_canasta(meld, self.deal.table):
            veiled = bool(self.lit.veiled(("melds", side), meld.cards))
            return self._canasta(meld, top_of(meld, sort), veiled)
        note = (
            f'<div style="{_NAME}">{escape(self.say("from_hand"))}</div>' if meld.from_hand else ""
        )
        row = self._row(meld.cards, _MELD_WIDTH, ("melds", side))
        return f'<div style="{_MELD}">{row}{note}</div>'

    def _canasta(self, meld: Meld, top: Card, veiled: bool) -> str:
        """A closed canasta with its count; below it stands what lies in it."""
        name = capital(self.board.meld_name(meld, say_cards(meld.cards, self.language)))
        colour = _RED_TOP if top.is_red else _BLACK_TOP
        note = f" {escape(self.say('from_hand'))}" if meld.from_hand else ""
        return (
            f'<div style="{_STACK}"><span style="{_BADGE}{colour}">{meld.size}</span>'
            f"{self.scenes.canasta(top, name, _MELD_WIDTH, veiled)}"
            f'<div style="{_CONTENTS}">{write_cards(meld.cards)}{note}</div></div>'
        )

    def hands(self, written: Mapping[str, Any], own: bool) -> list[str]:
        """The hand, and after a deal the hands that are left; of other hands the number of cards."""
        blocks = []
        over = self.deal.over
        given = written.get("hands", {})
        seats = [seat for seat in self.deal.table.in_turn(self.seat)[1:] if given or over]
        for seat in seats:
            who, cards = self.board.seat_name(seat), self.deal.hands[seat]
            if over and (cards or given):
                blocks.append(self._hand(self.say("hand_of", who=who), cards, seat))
            elif not over and self._named(seat, given):
                name = self.say("cards_in_hand", who=who, count=len(cards))
                blocks.append(self._block(name, ""))
        if own and ("hand" in written or over):
            blocks.append(self.own_hand())
        return blocks

    def own_hand(self) -> str:
        """The hand of the seat that looks on."""
        return self._hand(self.say("hand"), self.deal.hands[self.seat], self.seat)

    def _named(self, seat: int, given: Mapping[str, Any]) -> bool:
        number = self.deal.table.in_turn(self.deal.seat).index(seat) + 1
        partner = seat in self.deal.table.members[self.deal.side] and "partner" in given
        return str(number) in given or partner

    def _hand(self, name: str, cards: Cards, seat: int) -> str:
        none = f"<div>{escape(self.say('no_cards'))}</div>"
        width = _MELD_WIDTH if self.deal.over else _HAND_WIDTH
        row = self._row(sort_cards(cards), width, ("hand", seat)) if cards else none
        return self._block(name, row, _BLOCK if self.deal.over else _WHOLE)

    def notes(self, written: Mapping[str, Any]) -> list[str]:
        """What cannot be seen: who went out, who has taken the pile, that the card is drawn."""
        deal, notes = self.deal, []
        if deal.outcome is not None and deal.outcome.seat is not None:
            who = self.board.inside(deal.outcome.seat)
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

    def _pile(self) -> str:
        """The whole pile from below, its freezing cards crosswise; a long one is broken."""
        pile = self.deal.pile
        frost = self.board.view.freeze(self.board.view.side).by if self.frost_shows else ()
        across = crosswise(pile, frost)
        veiled = self.lit.veiled(("pile", 0), pile)
        lines = []
        for part in _lines(range(len(pile))):
            said = [
                self.board.say("crosswise", card=say_cards([pile[place]], self.language))
                if place in across
                else say_cards([pile[place]], self.language)
                for place in part
            ]
            cards = [(pile[place], place in across) for place in part]
            back = [at for at, place in enumerate(part) if place in veiled]
            lines.append(self.scenes.pile(cards, ", ".join(said), _PILE_WIDTH, back))
        return _broken(lines)

    def _row(self, cards: Sequence[Card], width: int, place: Where) -> str:
        """Cards side by side, ``width`` pixels each; a long row is broken."""
        veiled = self.lit.veiled(place, cards)
        rows = []
        for part in _lines(range(len(cards))):
            shown = [cards[at] for at in part]
            back = [at for at, number in enumerate(part) if number in veiled]
            name = say_cards(shown, self.language)
            rows.append(self.scenes.row(shown, name, width, _STEP, back))
        return _broken(rows)


class _Light:
    """Which cards matter, where some do; all others step back."""

    def __init__(self, question: Question, parts: Sequence[Part]) -> None:
        self.on = bool(parts)
        self.cards: dict[Where, list[Cards]] = {}
        for part in parts:
            self.cards.setdefault(_where(question, part), []).append(part.cards)

    def veiled(self, place: Where, cards: Sequence[Card]) -> frozenset[int]:
        """The places of the cards that step back; a meld is lit as a whole."""
        if not self.on:
            return frozenset()
        lit = self.cards.get(place, [])
        if place[0] == "melds":
            return frozenset() if tuple(cards) in lit else frozenset(range(len(cards)))
        left = Counter(card for some in lit for card in some)
        back = set()
        for at, card in enumerate(cards):
            if left[card]:
                left[card] -= 1
            else:
                back.add(at)
        return frozenset(back)


def _where(question: Question, part: Part) -> Where:
    """A part's place as the deal has it: with the number of a side or a seat."""
    asker = question.asker
    if part.place in ("top", "pile"):
        return "pile", 0
    if part.place == "hand":
        return "hand", asker.seat(part.whose)
    return part.place, asker.side(part.whose)


def _lines(items: Sequence[Item]) -> list[Sequence[Item]]:
    """The items in as few rows as they need, as even as can be."""
    size = -(-len(items) // -(-len(items) // _ROW))
    return [items[start : start + size] for start in range(0, len(items), size)]


def _broken(rows: Sequence[str]) -> str:
    return "".join(f'<div style="margin:0 0 4px">{row}</div>' for row in rows)
