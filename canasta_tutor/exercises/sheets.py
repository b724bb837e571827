"""Sheet: fill in the score of a deal, line by line. The engine's own sheet is the key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from canasta_tutor.cards import write_cards
from canasta_tutor.exercises.answers import minus, read_number
from canasta_tutor.exercises.questions import MANY, Question
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.scoring import ScoreLine
from canasta_tutor.seating import Seating
from canasta_tutor.wording import line_text, points_text

AREA_ROWS: Final[Mapping[str, str]] = {
    "canasta": "canastas",
    "score.melded": "cards",
    "threes.red": "red_threes",
    "going_out": "out",
    "deal.cut": "cut",
    "score.hand": "hand",
    "threes.black": "hand",
}
"""On which line of the exercise a line of the engine's sheet is counted, by how its rule begins."""
LINES: Final = ("canastas", "cards", "red_threes", "out", "cut", "hand", "total")
_ROW_RULES: Final[Mapping[str, str]] = {
    "canastas": "canasta.mixed",
    "cards": "score.melded",
    "red_threes": "threes.red_condition",
    "out": "going_out.bonus",
    "cut": "deal.cut_bonus",
    "hand": "score.hand",
}
_ENTRY: Final = re.compile(r"(?:(\w+)\s+)?(\w+)\s*[=:]?\s*(.*)")


def row_of(line: ScoreLine) -> str:
    """The line of the exercise to which a line of the engine's sheet belongs."""
    return next(row for start, row in AREA_ROWS.items() if line.rule.startswith(start))


def _cards(line: ScoreLine) -> str:
    """The cards that a line counts, for prose."""
    return f"[[{write_cards(line.cards)}]]" if line.cards else ""


class Sheet(Question):
    """Fill in the score sheet of one side or of several."""

    def prepare(self) -> None:
        self.sides = self.names("sides") or ["us"]
        sheets = self.ask(lambda: self.asker.sheets, "position")
        self.lines = {
            side: sheets[self.ask(partial(self.asker.side, side), "answer", "sides")].lines
            for side in self.sides
        }
        self.rows = [row for row in LINES if row != "cut" or self.rulebook["deal.cut_bonus"]]
        self.truth = {(side, row): 0 for side in self.sides for row in self.rows}
        for side, lines in self.lines.items():
            for line in lines:
                self.truth[side, row_of(line)] += line.points
                self.truth[side, "total"] += line.points

    @property
    def deciding(self) -> tuple[str, ...]:
        used = [line.rule for lines in self.lines.values() for line in lines]
        return tuple(dict.fromkeys([*self.exercise.teaches, *used]))

    def parts(self, answer: str) -> Mapping[str, bool]:
        found = self._read(answer)
        if isinstance(found, Verdict):
            return {"answer": False}
        lines = {key for key in self.truth if key[1] != "total"}
        if not lines & found.keys():  # only totals were given
            lines = {key for key in self.truth if key[1] == "total"}
        return {
            f"{side} {row}": found.get((side, row), 0) == self.truth[side, row]
            for side, row in self.truth
            if (side, row) in lines
        }

    def stands(self, answer: str) -> Mapping[tuple[str, str], bool]:
        """Every line by side and name, totals too, and whether it is right; an empty one stands for 0."""
        found = self._read(answer)
        if isinstance(found, Verdict):
            return dict.fromkeys(self.truth, False)
        return {key: found.get(key, 0) == number for key, number in self.truth.items()}

    def entry(self, answer: str, line: tuple[str, str]) -> int:
        """What an answer writes on a line, by side and name; 0 where it writes nothing."""
        found = self._read(answer)
        return 0 if isinstance(found, Verdict) else found.get(line, 0)

    def choices(self, part: str) -> int:
        return MANY

    def rules_of(self, part: str) -> tuple[str, ...]:
        side, row = part.split(" ")
        return self._row_rules(side, row) or self.deciding

    def look_at(self, part: str, answer: str, language: str) -> str:
        side, row = part.split(" ")
        return self.phrase("partly.look", language, what=self.row_name(side, row, language))

    def differs_by(self, part: str, answer: str) -> int | None:
        found, (side, row) = self._read(answer), part.split(" ")
        return (
            None
            if isinstance(found, Verdict)
            else found.get((side, row), 0) - self.truth[side, row]
        )

    def right(self) -> list[str]:
        return [
            self._write(self.truth),
            self._write({key: n for key, n in self.truth.items() if n or key[1] == "total"}),
        ]

    def wrong(self) -> list[str]:
        """One line wrong in each; and the total alone."""
        answers = []
        for side, row in self.truth:
            answers += [
                self._write({**self.truth, (side, row): self.truth[side, row] + step})
                for step in (-5, 100)
            ]
        alone = {key: number for key, number in self.truth.items() if key[1] == "total"}
        return [*answers, self._write(alone)] if len(self._filled()) > 1 else answers

    def _filled(self) -> list[tuple[str, str]]:
        return [key for key, number in self.truth.items() if number]

    def _write(self, numbers: Mapping[tuple[str, str], int]) -> str:
        return "; ".join(f"{side} {row} {number}" for (side, row), number in numbers.items())

    def _judge(self, answer: str, language: str) -> Verdict:
        found = self._read(answer, language)
        if isinstance(found, Verdict):
            return found
        if not found:
            return self.blank(language)
        return self._compare(found, language)

    def _read(self, answer: str, language: str = "en") -> dict[tuple[str, str], int] | Verdict:
        """The numbers by side and line; or what is said of an answer that cannot be read."""
        found: dict[tuple[str, str], int] = {}
        for part in filter(None, (part.strip() for part in answer.split(";"))):
            match = _ENTRY.fullmatch(part)
            side, row, text = (
                (match[1] or self.sides[0], match[2], match[3]) if match else ("", "", part)
            )
            if (side, row) not in self.truth:
                return self.unreadable("sheet", part, language)
            number = read_number(text) if text.strip() else 0
            if number is None:
                return self.unreadable("number", text, language)
            if text.strip():
                found[side, row] = number
        return found

    def _compare(self, found: dict[tuple[str, str], int], language: str) -> Verdict:
        asked = [key for key in self.truth if key in found or self.truth[key]]
        faults = [key for key in asked if found.get(key, 0) != self.truth[key]]
        parts = {" ".join(key): "wrong" if key in faults else "right" for key in found}
        if not faults:
            return replace(
                self.correct(language, self.phrase("sheet.all_right", language)), parts=parts
            )
        side, row = faults[0]
        stand = len(asked) - len(faults)
        count = self.phrase("partly.lines", language, right=stand, all=len(asked))
        reason = self._row_reason(side, row, found.get((side, row)), language)
        look = self.look_at(f"{side} {row}", "", language)
        shown = {" ".join(faults[0]): "wrong"} | {
            key: value for key, value in parts.items() if value == "right"
        }
        rules = self._row_rules(side, row)
        if stand:
            return Verdict("partly", (count, f"{look} {reason}"), rules, shown, look)
        return Verdict("incorrect", (f"{look} {reason}",), rules, shown, look)

    def _row_rules(self, side: str, row: str) -> tuple[str, ...]:
        """The rules that one line of the sheet rests on."""
        used = [line.rule for line in self.lines[side] if row_of(line) == row]
        return tuple(dict.fromkeys(used)) or ((_ROW_RULES[row],) if row in _ROW_RULES else ())

    def _row_reason(self, side: str, row: str, number: int | None, language: str) -> str:
        own = self.reason(f"{side} {row} {number}", language) if number is not None else ""
        if own:
            return own
        if row == "total":
            return self.phrase("sheet.sum", language)
        if number is None or number == 0:
            return self.phrase("sheet.nothing", language)
        if not self.truth[side, row]:
            return self.phrase("sheet.should_be_empty", language)
        if number == -self.truth[side, row]:
            return self.phrase("sheet.sign", language)
        return self.phrase(f"sheet.reasons.{row}", language)

    def row_name(self, side: str, row: str, language: str) -> str:
        """What a line of a side is called, inside a sentence."""
        name = self.phrase(f"sheet.rows.{row}", language)
        if len(self.sides) == 1:
            return f"*{name}*"
        return f"*{self.side_name(side, language)}: {name}*"

    def side_name(self, side: str, language: str) -> str:
        """What a side is called in the sheet, as in the picture above it."""
        return self._seating(language).side_name(self.asker.side(side))

    def _seating(self, language: str) -> Seating:
        return Seating(self.table, self.asker.deal.seat, language)

    def solution(self, language: str) -> tuple[str, ...]:
        blocks = []
        for side in self.sides:
            rows = [
                f"| {self._line_name(line, language)} {_cards(line)} | {points_text(line.points)} |"
                for line in self.lines[side]
            ]
            total = minus(self.truth[side, "total"])
            last = f"| **{self.phrase('sheet.rows.total', language)}** | **{total}** |"
            name, points = self.side_name(side, language), self.phrase("ui.points", language)
            blocks.append("\n".join([f"| {name} | {points} |", "|---|--:|", *rows, last]))
        return tuple(blocks)

    def _line_name(self, line: ScoreLine, language: str) -> str:
        """A line of the sheet, its player called as the learner sees them."""
        return line_text(self._seating(language).seated(line), language, self.table)

    def controls(self, language: str) -> dict[str, Any]:
        rows = [
            {"id": row, "label": self.phrase(f"sheet.rows.{row}", language)} for row in self.rows
        ]
        sides = [{"id": side, "label": self.side_name(side, language)} for side in self.sides]
        return {"type": "sheet", "rows": rows, "sides": sides}

    def verify(self) -> None:
        super().verify()
        totals = self.exercise.answer.get("total", {})
        if not isinstance(totals, Mapping):
            raise self.wrong_key(f"found {totals!r}; expected total.us = …", "answer", "total")
        for side, typed in totals.items():
            if side not in self.lines:
                raise self.wrong_key(
                    f"found {side!r}; expected one of {', '.join(self.sides)}",
                    "answer",
                    "total",
                    side,
                )
            if typed != self.truth[side, "total"]:
                raise self.differs("total", typed, self.truth[side, "total"])
        for id in self.option_ids():
            match = re.fullmatch(r"(\w+) (\w+) ([-+−]?\d+)", id)
            number = read_number(match[3]) if match else None
            if match is None or number is None or (match[1], match[2]) not in self.truth:
                raise self.source.wrong_at(
                    f"found option ({id}); expected a side, one of {', '.join(self.rows)}, and a number",
                    self.option_line(id),
                )
            if number == self.truth[match[1], match[2]]:
                raise self.source.wrong_at(
                    f"found option ({id}), which is right at {self.id}; expected a wrong number",
                    self.option_line(id),
                )
        self.must_have_reasons(self.option_ids())
