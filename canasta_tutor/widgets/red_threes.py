"""Red threes on the score sheet: how many there are, what else the side has laid, and at which table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any, Final

import traitlets

from canasta_tutor.cards import Cards, read_cards
from canasta_tutor.notation import read_position
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.scoring import ScoreLine, score
from canasta_tutor.seating import capital
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, short
from canasta_tutor.widgets.choosing import row, row_of_tables, table_of, tables_beside
from canasta_tutor.widgets.faces import hand_html
from canasta_tutor.widgets.words import say_cards, ui
from canasta_tutor.wording import (
    line_text,
    points_text,
    rule_sentence,
    rule_title,
    source_marker,
)

Json = dict[str, Any]

REDS: Final = read_cards("3♥ 3♦ 3♥ 3♦")
LIES: Final[Mapping[str, tuple[str, ...]]] = {
    "nothing": (),
    "meld": ("9♠ 9♥ 9♦",),
    "canasta": ("K♠ K♥ K♦ K♣ K♠ K♥ K♦",),
}
"""What the side has laid, beside its red threes; a canasta is a meld, too."""

_HELD: Final = {"nothing": [], "meld": ["meld"], "canasta": ["meld", "canasta"]}
"""Which switches are on."""
_PRESSED: Final = {
    "nothing": {"meld": "meld", "canasta": "canasta"},
    "meld": {"meld": "nothing", "canasta": "canasta"},
    "canasta": {"meld": "nothing", "canasta": "meld"},
}
"""What lies there once a switch is pressed."""

_CONDITION: Final = "threes.red_condition"
_CELL: Final = "text-align:left;padding:3px 18px 3px 0"


class RedThrees(CardWidget):
    """The lines of the sheet for so many red threes, as the engine scores them at each of the tables.

    >>> reds = RedThrees(Rulebook.load("classic"), count=2)
    >>> reds.points("classic"), reds.points("club"), reds
    (200, -200, RedThrees(classic; 2 red threes, meld))
    """

    _esm = join("cards.js", "choosing.js", "red_threes.js")
    _css = join("cards.css", "choosing.css", "red_threes.css")

    at = traitlets.Unicode().tag(sync=True)
    """The table at which the sheet is written."""
    count = traitlets.Int(2).tag(sync=True)
    """How many red threes the side has."""
    lies = traitlets.Enum(tuple(LIES), "meld").tag(sync=True)
    """What else the side has laid."""

    def __init__(
        self,
        rulebook: Rulebook,
        count: int = 2,
        language: str = "en",
        four_colour: bool = False,
    ) -> None:
        self.rulebook = rulebook
        self._books = tables_beside(rulebook)
        super().__init__(language, four_colour, at=rulebook.id, count=count)
        self._refresh()

    def points(self, name: str) -> int:
        """What the red threes bring at a table, or cost."""
        return sum(line.points for line in red_lines(self._books[name], self.count, self.lies))

    def _answer(self, intent: Mapping[str, Any]) -> None:
        if intent["intent"] == "case":
            self.at = self._books[str(intent["at"])].id
            self.count = min(max(0, int(intent["count"])), len(REDS))
            self.lies = str(intent["lies"])

    # --- what it shows --------------------------------------------------------------------------

    def _text(self, key: str) -> str:
        return ui(f"reds.{key}", self.language)

    def _refresh(self) -> None:
        laid = {lies: [read_cards(meld) for meld in melds] for lies, melds in LIES.items()}
        cards = [*REDS, *(card for melds in laid.values() for meld in melds for card in meld)]
        numbers = {str(count): str(count) for count in range(len(REDS) + 1)}
        self._shown = {
            "language": self.language,
            "counts": row(capital(ui("red_threes", self.language)), "", numbers),
            "tables": row_of_tables(self._text("tables"), "", self.language, self._books),
            "side": self._text("side"),
            "switches": [{"id": one, "text": self._text(one)} for one in ("meld", "canasta")],
            "pressed": _HELD,
            "next": _PRESSED,
            "reds": [self._row(REDS[:count]) for count in range(len(REDS) + 1)],
            "laid": {lies: self._row(melds[0] if melds else ()) for lies, melds in laid.items()},
            "cases": {name: self._cases(book) for name, book in self._books.items()},
            "rules": {name: self._rules(book) for name, book in self._books.items()},
            "condition": _CONDITION,
            "nothing": ui("no_melds", self.language),
            "none": self._text("none"),
            "faces": self._faces(cards),
            "words": self._words(),
            "patience": PATIENCE,
        }

    def _row(self, cards: Cards) -> Json:
        return {"cards": [card.text for card in cards], "said": say_cards(cards, self.language)}

    def _cases(self, book: Rulebook) -> Json:
        """For each thing that may lie there, and each number of red threes, the lines and their sum."""
        return {
            lies: [self._case(red_lines(book, count, lies), book) for count in range(len(REDS) + 1)]
            for lies in LIES
        }

    def _case(self, lines: tuple[ScoreLine, ...], book: Rulebook) -> Json:
        table = table_of(book)
        return {
            "sum": points_text(sum(line.points for line in lines)),
            "lines": [
                {
                    "rule": line.rule,
                    "text": capital(line_text(line, self.language, table)),
                    "points": points_text(line.points),
                }
                for line in lines
            ],
        }

    def _rules(self, book: Rulebook) -> Json:
        """The rules that these lines rest on at a table: name, sentence and where it is written."""
        table = table_of(book)
        used = {
            line.rule
            for lies in LIES
            for count in range(len(REDS) + 1)
            for line in red_lines(book, count, lies)
        }
        return {
            rule: {
                "name": rule_title(rule, self.language),
                "states": rule_sentence(table, rule, self.language),
                "marker": source_marker(table, rule, self.language),
            }
            for rule in (*sorted(used), _CONDITION)
        }

    def still_html(self) -> str:
        """The red threes, and a table of what they bring at each of the five."""
        head = "".join(
            f'<th style="{_CELL}">{escape(capital(self._named(lies)))}</th>' for lies in LIES
        )
        rows = "".join(map(self._still_row, self._shown["tables"]["options"]))
        picture = (
            hand_html(REDS[: self.count], self.language, self.four_colour) if self.count else ""
        )
        return (
            f"{picture}<table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _still_row(self, table: Mapping[str, str]) -> str:
        name, title = table["id"], escape(table["text"])
        cells = "".join(
            f'<td style="{_CELL}">{self._shown["cases"][name][lies][self.count]["sum"]}</td>'
            for lies in LIES
        )
        return f'<tr><th style="{_CELL}">{title}</th>{cells}</tr>'

    def _named(self, lies: str) -> str:
        held = _HELD[lies]
        return self._text(held[-1]) if held else ui("no_melds", self.language)

    def __repr__(self) -> str:
        return short(f"RedThrees({self.rulebook.id}; {self.count} red threes, {self.lies})")


@cache
def red_lines(book: Rulebook, count: int, lies: str) -> tuple[ScoreLine, ...]:
    """The lines for red threes on the sheet of a side that has so many, and what ``lies`` says.

    >>> [str(line) for line in red_lines(Rulebook.load("family"), 4, "meld")]
    ['threes.red_four_penalty -400']
    """
    reds = REDS[:count]
    fields: Json = {"hand": "4♠", "phase": "over", "melds": {"us": list(LIES[lies])}}
    if reds:
        fields["red_threes"] = {"us": " ".join(card.text for card in reds)}
    deal = read_position({"position": fields}, book)
    mine = score(deal)[deal.side].lines
    return tuple(line for line in mine if line.cards and set(line.cards) <= set(REDS))
