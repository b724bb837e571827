"""One position at five tables at once: first the learner says what each will answer, then it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.deal import Deal
from canasta_tutor.errors import IllegalMove, NotationError
from canasta_tutor.notation import read_line
from canasta_tutor.objections import Objections
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.scoring import SideSheet, score
from canasta_tutor.seating import capital
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, short
from canasta_tutor.widgets.board import Board
from canasta_tutor.widgets.faces import hand_html
from canasta_tutor.widgets.words import say_cards, ui
from canasta_tutor.wording import (
    line_text,
    objection_text,
    points_text,
    rule_title,
    source_marker,
    source_sentence,
)

Json = dict[str, Any]


class FiveTables(CardWidget):
    """The same cards, and the same move, at each of the five tables; without a move, what they bring.

    ``at`` lays the cards at a table. ``said`` is what the learner has said of each table so far.

    >>> from canasta_tutor.notation import read_position
    >>> kings = {"position": {"hand": "K♠ 2♥ 6♦ 7♣", "pile": "4♣ 8♦ K♣", "melds": {"us": ["9 9 9"]}}}
    >>> five = FiveTables(lambda table: read_position(kings, table), "take K♠ 2♥")
    >>> five
    FiveTables(take K♠ 2♥: classic no, party yes, online yes, family no, club no)
    """

    _esm = join("cards.js", "board.js", "five_tables.js")
    _css = join("cards.css", "table.css", "five_tables.css")

    def __init__(
        self,
        at: Callable[[Rulebook], Deal],
        move: str = "",
        language: str = "en",
        four_colour: bool = False,
    ) -> None:
        self.move = move
        self.said: dict[str, str] = {}
        self.columns: dict[str, Json] = {}
        self._deal: Deal | None = None
        super().__init__(language, four_colour)
        for name in Rulebook.names():
            self.columns[name] = self._column(Rulebook.load(name), at)
        self._refresh()

    # --- what each table answers ----------------------------------------------------------------

    def _column(self, book: Rulebook, at: Callable[[Rulebook], Deal]) -> Json:
        column = {"id": book.id, "title": book.title[self.language], "verdict": "", "lines": []}
        try:
            deal = at(book)
            self._deal = self._deal or deal
            answer = self._ruled(deal) if self.move else self._scored(deal)
        except NotationError:
            answer = {"verdict": "none", "answer": self._text("no_such")}
        return {**column, **answer}

    def _ruled(self, deal: Deal) -> Json:
        objections: Objections
        try:
            before, move = read_line(deal, self.move)
            objections = before.objections(move)
        except IllegalMove as refused:
            objections = refused.objections
        if not objections:
            return {"verdict": "yes", "answer": self._yes("yes")}
        first = objections[0]
        name = rule_title(first.rule, self.language, first.table)
        said = [
            f"{name} {objection_text(first, self.language)}",
            source_marker(first.table, first.rule, self.language),
        ]
        if first.source.standing != "stated":
            said.append(source_sentence(first.table, first.rule, self.language))
        return {"verdict": "no", "answer": self._yes("no"), "lines": _lines(said)}

    def _scored(self, deal: Deal) -> Json:
        sheet: SideSheet = score(deal)[deal.side]
        said = [line_text(line, self.language, deal.table) for line in sheet.lines]
        points = [points_text(line.points) for line in sheet.lines]
        total = points_text(sheet.total)
        return {"verdict": "total", "answer": total, "lines": _lines(said, points)}

    def _yes(self, answer: str) -> str:
        return ui(answer, self.language)

    # --- what the learner does ------------------------------------------------------------------

    def say_of(self, table: str, said: str) -> None:
        """Say what a table will answer, ``yes`` or ``no``; then it answers. ``show`` only asks it."""
        column = self.columns[table]
        if table in self.said or column["verdict"] == "none":
            return
        self.said[table] = said
        told = [f"{column['title']}: {column['answer']}.", _why(column)]
        if said in ("yes", "no"):
            told.insert(1, self._text("as_said" if said == column["verdict"] else "not_as_said"))
        if not self._left():
            told.append(self._tally())
        self.say(" ".join(one for one in told if one))

    def _left(self) -> list[str]:
        """The tables that have not answered yet."""
        return [
            name
            for name, column in self.columns.items()
            if name not in self.said and column["verdict"] != "none"
        ]

    def _tally(self) -> str:
        guessed = {name: said for name, said in self.said.items() if said in ("yes", "no")}
        right = sum(self.columns[name]["verdict"] == said for name, said in guessed.items())
        return self._text("tally", right=right, n=len(guessed)) if guessed else ""

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        if kind == "say":
            self.say_of(str(intent["table"]), str(intent["said"]))
        elif kind == "all":
            self.said |= dict.fromkeys(self._left(), "show")
            self.say(" ".join(filter(None, (self._text("all_shown"), self._tally()))))
        elif kind == "again":
            self.said = {}
            self.say(self._text("covered"))
        self._refresh()

    # --- what it shows --------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return capital(fill(texts(self.language)["five_tables"][key], self.language, facts))

    def _asked(self) -> str:
        if not self.move or self._deal is None:
            return self._text("ask_score")
        verb, _, cards = self.move.rpartition(";")[2].strip().partition(" ")
        named = ui(verb, self.language, self._deal.table)
        return self._text("ask_move", move=f"{named}: {cards}" if cards else named)

    def _groups(self) -> list[tuple[str, Any]]:
        """The cards in question: the pile, our melds and red threes, the hand."""
        if self._deal is None:
            return []
        deal = self._deal
        board = Board(deal.view(deal.seat), self.language)
        ours = board.side_name(deal.side)
        groups = [] if deal.over else [(board.pile_name().partition(",")[0], deal.pile)]
        groups += [(ours, meld.cards) for meld in deal.melds[deal.side]]
        groups += [(capital(board.say("red_threes")), deal.red_threes[deal.side])]
        for seat in deal.table.members[deal.side] if deal.over else (deal.seat,):
            here = seat == deal.seat
            name = board.say("hand") if here else board.seat_name(seat)
            groups.append((name, deal.hands[seat]))
        return [(name, cards) for name, cards in groups if cards]

    def _refresh(self) -> None:
        groups = self._groups()
        guesses = ("yes", "no") if self.move else ("show",)
        words = {"yes": self._yes("yes"), "no": self._yes("no"), "show": self._text("show")}
        self._shown = {
            "language": self.language,
            "ask": self._asked(),
            "groups": [
                {
                    "name": name,
                    "cards": [card.text for card in cards],
                    "label": f"{name}: {say_cards(cards, self.language)}",
                }
                for name, cards in groups
            ],
            "guesses": [{"said": one, "text": words[one]} for one in guesses],
            "columns": [
                {
                    **column,
                    "said": self.said.get(name, ""),
                    "open": name in self.said or column["verdict"] == "none",
                    "right": self.said.get(name) == column["verdict"],
                }
                for name, column in self.columns.items()
            ],
            "all": self._text("all"),
            "again": self._text("again"),
            "left": len(self._left()),
            "faces": self._faces(card for _, cards in groups for card in cards),
            "words": self._words(),
            "patience": PATIENCE,
        }

    def still_html(self) -> str:
        """What is asked, the cards, and every table's answer."""
        groups = "".join(
            f"<p>{escape(name)}</p>{hand_html(cards, self.language, self.four_colour, width=52)}"
            for name, cards in self._groups()
        )
        rows = "".join(
            f'<tr><th scope="row">{escape(one["title"])}</th><td><strong>{escape(one["answer"])}</strong> '
            f"{escape(_why(one))}</td></tr>"
            for one in self.columns.values()
        )
        return f"<p>{escape(self._asked())}</p>{groups}<table><tbody>{rows}</tbody></table>"

    def __repr__(self) -> str:
        said = (
            f"{name} {column['answer'] if column['verdict'] == 'total' else column['verdict']}"
            for name, column in self.columns.items()
        )
        return short(f"FiveTables({self.move or 'score'}: {', '.join(said)})")


def _lines(said: Iterable[str], points: Iterable[str] = ()) -> list[Json]:
    """Lines to read below an answer; those of a sheet with their points."""
    figures = [*points]
    return [
        {"text": text, "figure": figures[place] if figures else ""}
        for place, text in enumerate(said)
    ]


def _why(column: Json) -> str:
    """Why a table says no, and where that is written; nothing below a yes or a total."""
    lines = column["lines"] if column["verdict"] == "no" else []
    return " ".join(line["text"] for line in lines[:2])
