"""The table on the page: one seat's view of a deal, and moves that Python rules on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import traitlets

from canasta_tutor.cards import Card, Cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError
from canasta_tutor.moves import Move, Pass, read_move, split_moves
from canasta_tutor.notation import read_position
from canasta_tutor.objections import LEGAL, Objections
from canasta_tutor.seating import capital
from canasta_tutor.view import View
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, hand_json, orders, short
from canasta_tutor.widgets.board import Board, board_text
from canasta_tutor.widgets.faces import back_svg
from canasta_tutor.widgets.intents import Unfinished, read_intent
from canasta_tutor.widgets.still import board_html
from canasta_tutor.widgets.told import new_cards, refusal, tell, verb_of
from canasta_tutor.widgets.words import template, typed_words, ui

OnMove = Callable[[Move, Objections], object]


class CardTable(CardWidget):
    """A deal as one seat sees it. The learner moves until their turn ends; then the table stops.

    ``deal`` is the deal as it stands now, ``history`` the moves made here, ``last_objections`` what
    was found against the last one tried. ``on_move(move, objections)`` hears of every move tried.
    A position may be given in the notation's tables in place of a deal.

    >>> table = CardTable({"position": {"hand": "K♦ 9♣ 7♦", "pile": "5♣ 2♦ K♥", "stock": 30}})
    >>> [objection.rule for objection in table.play("take K♦")]
    ['pile.frozen_needs']
    >>> table
    CardTable(classic, draw; pile 3, top K♥; stock 30; hand K♦ 9♣ 7♦)
    """

    _esm = join("cards.js", "drag.js", "flights.js", "board.js", "tray.js", "table.js")
    _css = join(
        "cards.css", "fan.css", "gauge.css", "motion.css", "table.css", "sides.css", "tray.css"
    )

    step = traitlets.Int(0).tag(sync=True)
    """How often the cards have changed: the script lets go of its choice when this rises."""

    def __init__(
        self,
        deal: Deal | Mapping[str, Any],
        seat: int | None = None,
        language: str = "en",
        four_colour: bool = False,
        on_move: OnMove | None = None,
    ) -> None:
        self.start = deal if isinstance(deal, Deal) else read_position(deal)
        self.seat = self.start.actor if seat is None else seat
        self.last_objections: Objections = LEGAL
        self._on_move = on_move
        self._deals = [self.start]
        self._moves: list[Move] = []
        self._fresh: Cards = ()
        self._last = "deal"
        super().__init__(language, four_colour)
        self._refresh()

    @property
    def deal(self) -> Deal:
        """The deal as it stands now."""
        return self._deals[-1]

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves made at this table."""
        return tuple(self._moves)

    @property
    def view(self) -> View:
        """What the learner's seat may know."""
        return self.deal.view(self.seat)

    @property
    def stopped(self) -> bool:
        """Whether the learner's turn has ended, or the deal."""
        return self.deal.over or self.seat not in (self.deal.seat, self.deal.actor)

    # --- moving --------------------------------------------------------------------------------

    def play(self, text: str) -> Objections:
        """Do what a learner would do by typing: one move or several, up to the first refused one."""
        for part in split_moves(typed_words(text, self.language)):
            if self.try_move(read_move(part, self.view.hand)):
                break
        return self.last_objections

    def try_move(self, move: Move) -> Objections:
        """Rule on a move; play it if nothing stands against it, otherwise show what does."""
        before = self.deal
        objections = before.objections(move)
        self.last_objections = objections
        if objections:
            self._message = refusal(objections, self.language)
        else:
            self._deals.append(before.play(move))
            self._moves.append(move)
            self._fresh = new_cards(before, self.deal, self.seat)
            self._last = verb_of(move)
            self.say(tell(move, before, self.deal, self.language))
            self._changed()
        if self._on_move is not None:
            self._on_move(move, objections)
        return objections

    def take_back(self) -> None:
        """Undo the last move made here."""
        if not self._moves:
            self.say(self._text("nothing_back"))
            return
        self._deals.pop()
        self._moves.pop()
        self._return("went_back", "")

    def start_again(self) -> None:
        """Put everything back as it was at first."""
        del self._deals[1:]
        self._moves.clear()
        self._return("began_again", "deal")

    def _return(self, key: str, last: str) -> None:
        self._fresh, self._last = (), last
        self.last_objections = LEGAL
        self.say(self._text(key))
        self._changed()

    def _changed(self) -> None:
        self.step += 1
        self._refresh()

    # --- what the learner does -----------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        if kind == "display":
            self._display(intent)
        elif kind == "back":
            self.take_back()
        elif kind == "again":
            self.start_again()
        elif self.stopped:
            self.say(Board(self.view, self.language).status(stopped=True))
        elif kind == "text":
            self._type(str(intent["text"]))
        else:
            self._press(intent)

    def _press(self, intent: Mapping[str, Any]) -> None:
        if intent["step"] != self.step:  # pressed before the last answer had arrived
            return
        try:
            move = read_intent(intent, self.view)
        except Unfinished as missing:
            self.say(self._text(missing.key))
            return
        self.try_move(move)

    def _type(self, text: str) -> None:
        try:
            self.play(text)
        except NotationError:
            self.say(self._text("unreadable_move", text=text), "unreadable")

    # --- what it shows -------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return capital(ui(key, self.language, self.start.table, **facts))

    def _refresh(self) -> None:
        view = self.view
        board = Board(view, self.language)
        self._shown = {
            "language": self.language,
            "title": board.title(),
            "status": board.status(self._ended),
            "others": board.others(),
            "sides": board.sides(),
            "stock": board.stock(),
            "pile": board.pile(),
            "lamps": board.lamps(),
            "cards": self._hand_json(),
            "orders": orders(view.hand),
            "sum": self._sum(),
            "actions": self._actions(),
            "drops": self._drops(),
            "last": self._last,
            "stopped": self.stopped,
            "moved": bool(self._moves),
            "faces": self._faces(self._seen()),
            "back": back_svg(),
            "four_colour": self.four_colour,
            "text": self.text(),
            "words": self._words("type_move", "type_move_hint", "as_text", "why")
            | {key: template(key, self.language, self.start.table) for key in _TEMPLATES},
            "patience": PATIENCE,
        }

    def _seen(self) -> list[Card]:
        """Every card that lies open or is in the learner's hand."""
        view = self.view
        seen = [*view.hand, *view.pile]
        for side in range(view.table.sides):
            seen += view.red_threes[side]
            for meld in view.melds[side]:
                seen += meld.cards
        return seen

    def _hand_json(self) -> list[dict[str, Any]]:
        values, fresh = self.start.table.card_values, Counter(self._fresh)
        cards = hand_json(self.view.hand, self.language)
        for card, shown in zip(self.view.hand, cards, strict=True):
            shown["points"] = values[card]
            shown["wild"] = card.is_wild
            shown["fresh"] = fresh[card] > 0
            fresh[card] -= 1
        return cards

    def _sum(self) -> dict[str, Any]:
        """What the browser needs to add up a lay-down while it grows.

        Rules: initial.minimum, initial.reach, initial.sum, initial.pile_cards, initial.red_threes.
        """
        view, table = self.view, self.start.table
        values = table.card_values
        pile = {"none": (), "top_card": view.pile[-1:], "all": view.pile}[
            table["initial.pile_cards"]
        ]
        reds = view.turn.red_threes if table["initial.red_threes"] == "this_turn" else 0
        top = view.pile[-1] if view.pile else ""
        taking = view.phase == "draw" and bool(view.pile)
        return {
            "needed": view.minimum(view.side),
            "more": table["initial.reach"] == "exceed",
            "largest": table["initial.sum"] == "one_meld",
            "extra": reds * table["threes.red_value"],
            "with_pile": template("with_pile", self.language, table, card=top) if taking else "",
            "pile": sum(values[card] for card in pile),
            "note": self._text("bonus_counts") if table["initial.bonuses"] else "",
        }

    def _actions(self) -> list[dict[str, Any]]:
        """The buttons of this table; ``timely`` are those of this part of the turn, not the legal ones."""
        view, table = self.view, self.start.table
        partner = len(table.members[view.side]) > 1
        answering = view.phase == "answer"
        offered = {
            "draw": not answering,
            "take": not answering,
            "lay": not answering,
            "discard": not answering,
            "red": not answering and table["threes.red_laid"] == "holder_decides",
            "ask": not answering and partner and table["going_out.ask"] != "none",
            "yes": answering,
            "no": answering,
            "pass": not answering and (not view.stock_count or not view.objections(Pass())),
        }
        now = {"draw": ("draw", "take", "pass"), "play": ("lay", "discard", "ask", "red", "pass")}
        timely = now.get(view.phase, ("yes", "no"))
        return [
            {"verb": verb, "text": self._text(verb), "shown": shown, "timely": verb in timely}
            for verb, shown in offered.items()
        ]

    def _drops(self) -> dict[str, str]:
        """What dragging does now: cards onto the pile, a card from the stock, the pile into the hand."""
        drawing = self.view.phase == "draw"
        playing = self.view.phase == "play"
        return {
            "pile": "take" if drawing else "discard" if playing else "",
            "stock": "draw" if drawing else "",
            "take": "take" if drawing else "",
        }

    @property
    def _ended(self) -> bool:
        """Whether it was a move made here that ended the turn."""
        return bool(self._moves) and self.stopped

    def text(self) -> str:
        """The table in lines of text: the same that is shown."""
        return board_text(self.view, self.language, self._ended)

    def still_html(self) -> str:
        """The table as a picture."""
        return board_html(self.view, self.language, self.four_colour, self._ended)

    def __repr__(self) -> str:
        view = self.view
        hand = " ".join(card.text for card in view.hand)
        pile = f"pile {len(view.pile)}, top {view.pile[-1]}" if view.pile else "pile 0"
        where = f"{view.rulebook.id}, {view.phase}"
        return short(f"CardTable({where}; {pile}; stock {view.stock_count}; hand {hand})")


_TEMPLATES = (
    *("back", "again", "add_meld", "remove", "tray", "tray_hint", "sum", "sum_of", "missing"),
    *("more_than", "enough", "naturals", "wilds"),
)
