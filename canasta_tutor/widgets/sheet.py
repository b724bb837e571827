"""A deal's score sheet that fills line by line: what counts, the cards counted, the sum so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

import traitlets

from canasta_tutor.cards import Cards, read_cards, write_cards
from canasta_tutor.catalogue import texts
from canasta_tutor.deal import Deal
from canasta_tutor.exercises.sheets import LINES, row_of
from canasta_tutor.naming import side_name
from canasta_tutor.scoring import ScoreLine, ScoreSheet, score
from canasta_tutor.seating import capital
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, short
from canasta_tutor.widgets.board import Board
from canasta_tutor.widgets.faces import small_svg
from canasta_tutor.widgets.words import say_cards, ui
from canasta_tutor.wording import line_text, points_text, source_marker

Json = dict[str, Any]

_CELL: Final = "padding:4px 18px 4px 0;vertical-align:top;text-align:left;border:0"
_FIGURE: Final = "padding:4px 0;vertical-align:top;text-align:right;border:0;white-space:nowrap"


class Lying(NamedTuple):
    """Cards that lie together when a deal ends: a meld, a side's red threes, a hand."""

    side: int
    name: str
    cards: Cards
    held: bool
    place: int
    """How many cards lie before these."""


class ScoreSheetCard(CardWidget):
    """The score sheet of a deal, each line with the rule it rests on and the cards that it counts.

    ``deal`` is a deal, scored as it stands, or a ScoreSheet. ``filled`` is how many lines stand; the
    learner fills one after another. With a deal its cards lie above, and fly from there to the lines that
    count them; the scores of before and after stand below.

    >>> from canasta_tutor.notation import read_position
    >>> over = {"phase": "over", "out": 1, "melds": {"us": ["K×7", "9 9 9"]}, "hands": {"2": "J ★"}}
    >>> sheet = ScoreSheetCard(read_position({"position": over}))
    >>> [row["name"] for row in sheet.rows()], sheet
    (['Canastas', 'Cards on the table', 'Going out', 'Cards in the hands'], ScoreSheetCard(classic; totals 700, -60))
    """

    _esm = join("cards.js", "drag.js", "flights.js", "sheet.js")
    _css = join("cards.css", "sheet.css")

    filled = traitlets.Int(0).tag(sync=True)
    """How many lines of the sheet stand."""

    def __init__(
        self,
        deal: Deal | ScoreSheet,
        language: str = "en",
        four_colour: bool = False,
        filled: int = 0,
    ) -> None:
        self.deal = deal if isinstance(deal, Deal) else None
        self.sheet = score(deal) if isinstance(deal, Deal) else deal
        self.table = self.sheet[0].table
        self.board = Board(deal.view(deal.seat), language) if isinstance(deal, Deal) else None
        sides = self.board.order if self.board else [one.side for one in self.sheet]
        self.order = [*sides[-1:], *sides[:-1]] if self.board else sides
        super().__init__(language, four_colour, filled=filled)
        self.lying = list(self._lying(deal)) if isinstance(deal, Deal) else []
        self._refresh()

    def _answer(self, intent: Mapping[str, Any]) -> None:
        if intent["intent"] == "filled":
            self.filled = min(max(0, int(intent["count"])), len(self.rows()))

    # --- what it shows --------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return capital(ui(f"sheet.{key}", self.language, self.table, **facts))

    def side_name(self, side: int) -> str:
        """What a side is called: we and they at a deal, by its number in a sheet alone."""
        return (
            self.board.side_name(side) if self.board else side_name(self.table, side, self.language)
        )

    def rows(self) -> list[Json]:
        """The lines by what they count, in the order of a paper sheet; each side with its sum so far."""
        found = {row: self._cells(row) for row in LINES}
        running = dict.fromkeys(self.order, 0)
        rows = []
        for row, cells in found.items():
            if not any(cells):
                continue
            for side, lines in zip(self.order, cells, strict=True):
                running[side] += sum(line.points for line in lines)
            shown = [
                self._cell(lines, running[side], side)
                for side, lines in zip(self.order, cells, strict=True)
            ]
            name = texts(self.language)["exercise"]["sheet"]["rows"][row]
            rows.append({"name": name, "cells": shown, "said": self._said(name, shown)})
        return rows

    def _cells(self, row: str) -> list[tuple[ScoreLine, ...]]:
        lines = {one.side: one.lines for one in self.sheet}
        return [tuple(line for line in lines[side] if row_of(line) == row) for side in self.order]

    def _cell(self, lines: Sequence[ScoreLine], running: int, side: int) -> Json:
        points = points_text(sum(line.points for line in lines)) if lines else ""
        return {
            "lines": [self._line(line, side) for line in lines],
            "points": points,
            "sum": self._text("so_far", sum=_figure(running)),
        }

    def _line(self, line: ScoreLine, side: int) -> Json:
        seated = self.board.seated(line) if self.board else line
        return {
            "text": capital(line_text(seated, self.language, self.table)),
            "marker": source_marker(self.table, line.rule, self.language),
            "points": points_text(line.points),
            "cards": [card.text for card in line.cards],
            "said": say_cards(line.cards, self.language),
            "from": places_of(line, [group for group in self.lying if group.side == side]),
        }

    def _said(self, name: str, cells: Iterable[Json]) -> str:
        """A line as it is read aloud: for each side the points, the cards counted, the sum so far."""
        parts = []
        for side, cell in zip(self.order, cells, strict=True):
            cards = [line["said"] for line in cell["lines"] if line["said"]]
            facts = [cell["points"] or "0", *cards, cell["sum"]]
            parts.append(f"{self.side_name(side)}: {', '.join(facts)}")
        return f"{name}. {'; '.join(parts)}."

    def _lying(self, deal: Deal) -> Iterator[Lying]:
        """The cards of the deal's end, side by side: melds and red threes, then what is left in the hands."""
        assert self.board is not None
        place = 0
        for side in self.order:
            on_table = self._text("on_table", side=self.side_name(side))
            groups = [(on_table, meld.cards, False) for meld in deal.melds[side]]
            groups.append((on_table, deal.red_threes[side], False))
            for seat in self.table.members[side]:
                who = self.board.seat_name(seat)
                groups.append((self._text("held", who=who), tuple(sorted(deal.hands[seat])), True))
            for name, cards, held in groups:
                if cards:
                    yield Lying(side, name, cards, held, place)
                    place += len(cards)

    def sums(self) -> list[Json]:
        """The total, and with a deal the scores before and after it."""
        totals = {one.side: one.total for one in self.sheet}
        rows = [(self._text("total"), [totals[side] for side in self.order])]
        if self.deal is not None:
            scores = [self.deal.scores[side] for side in self.order]
            after = [had + totals[side] for had, side in zip(scores, self.order, strict=True)]
            rows += [(self._text("before"), scores), (self._text("after"), after)]
        return [{"name": name, "points": list(map(_figure, points))} for name, points in rows]

    def _refresh(self) -> None:
        cards = {card for one in self.sheet for line in one.lines for card in line.cards}
        cards |= {card for group in self.lying for card in group.cards}
        self._shown = {
            "language": self.language,
            "caption": self._text("caption"),
            "counts": self._text("counts"),
            "sides": [self.side_name(side) for side in self.order],
            "lying": [
                {
                    "name": group.name,
                    "cards": [card.text for card in group.cards],
                    "label": f"{group.name}: {say_cards(group.cards, self.language)}",
                }
                for group in self.lying
            ],
            "rows": self.rows(),
            "sums": self.sums(),
            "faces": {card.text: small_svg(card, self.four_colour) for card in sorted(cards)},
            "words": {
                **self._words(),
                **{key: self._text(key) for key in ("next", "all", "none")},
                "ask": self._text("ask", next=self._text("next")),
                "again": capital(ui("again", self.language)),
            },
            "patience": PATIENCE,
        }

    # --- without a running notebook ---------------------------------------------------------------

    def still_html(self) -> str:
        """The whole sheet as a table."""
        head = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in self._shown["sides"])
        rows = "".join(map(self._still_row, self.rows()))
        sums = "".join(map(self._still_sum, self.sums()))
        caption = escape(self._text("caption"))
        return f'<table style="border-collapse:collapse"><caption>{caption}</caption><thead><tr><td></td>{head}</tr></thead><tbody>{rows}{sums}</tbody></table>'

    def _still_row(self, row: Json) -> str:
        cells = "".join(
            f'<td style="{_CELL}">{"".join(map(_still_line, cell["lines"]))}'
            f'<div style="{_FIGURE}"><strong>{cell["points"]}</strong> {cell["sum"]}</div></td>'
            for cell in row["cells"]
        )
        return f'<tr><th style="{_CELL}">{escape(row["name"])}</th>{cells}</tr>'

    def _still_sum(self, row: Json) -> str:
        cells = "".join(
            f'<td style="{_FIGURE};padding-right:18px"><strong>{points}</strong></td>'
            for points in row["points"]
        )
        return f'<tr><th style="{_CELL}">{escape(row["name"])}</th>{cells}</tr>'

    def __repr__(self) -> str:
        totals = ", ".join(str(total) for total in self.sheet.totals)
        return short(f"ScoreSheetCard({self.table.rulebook.id}; totals {totals})")


def places_of(line: ScoreLine, groups: Sequence[Lying]) -> list[int]:
    """Where the cards that a line counts lie, by their number among all that lie there.

    A line that costs points looks into the hands first, any other on the table.
    """
    wanted = sorted(line.cards)
    near = sorted(
        groups, key=lambda one: (sorted(one.cards) != wanted, one.held != (line.points < 0))
    )
    left = [
        (card, group.place + number) for group in near for number, card in enumerate(group.cards)
    ]
    places = []
    for card in line.cards:
        found = next((pair for pair in left if pair[0] == card), None)
        if found is not None:
            left.remove(found)
            places.append(found[1])
    return places


def _figure(points: int) -> str:
    """A sum, with a minus sign of the width of a figure.

    >>> _figure(-35)
    '−35'
    """
    return str(points).replace("-", "−")


def _still_line(line: Json) -> str:
    cards = write_cards(read_cards(" ".join(line["cards"]))) if line["cards"] else ""
    return (
        f"<div>{escape(line['text'])} <strong>{line['points']}</strong><br>"
        f'<span style="font-size:85%">{cards} {escape(line["marker"])}</span></div>'
    )
