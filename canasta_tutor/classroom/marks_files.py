"""Marks as files: a table for programs, one for spreadsheets, and what a later grading is compared with."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

from canasta_tutor.classroom.grade_words import points_text, say, sign
from canasta_tutor.classroom.grading import Changed, Graded, Grades, name_key
from canasta_tutor.classroom.misunderstood import firm
from canasta_tutor.classroom.quiz import Quiz

EARLIER: Final = "grades.json"
"""What each pupil earned, kept beside the tables: the next grading tells what has changed."""
DELIMITERS: Final = {"en": ",", "es": ";"}
"""What parts the columns where a spreadsheet speaks this language."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> guarded("=1+1"), guarded("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


# --- tables -------------------------------------------------------------------------------------


def marks_table(grades: Grades, language: str, decimal: str) -> list[list[str]]:
    """A row for each pupil under a row of headings."""
    slots = grades.quiz.slots
    questions = [
        say("table.question", language, n=number, points=slot.points)
        for number, slot in enumerate(slots, 1)
    ]
    names = ("pupil", "version", "points", "of", "percent")
    head = [say(f"table.{name}", language) for name in names]
    last = [say(f"table.{name}", language) for name in ("finished", "minutes", "over", "beliefs")]
    rows = [_row(one, grades.quiz, language, decimal) for one in grades.pupils]
    return [[*head, *questions, *last], *rows]


def _row(one: Graded, quiz: Quiz, language: str, decimal: str) -> list[str]:
    beliefs = " ".join(belief.text("belief", language) for belief in firm(one))
    return [
        guarded(one.pupil),
        guarded(one.hand_in.version),
        points_text(one.earned, decimal),
        str(quiz.points),
        points_text(100 * one.earned / quiz.points, decimal),
        *(points_text(mark.earned, decimal) for mark in one.marks),
        one.hand_in.finished,
        str(one.hand_in.minutes),
        str(quiz.over(one.hand_in.minutes)),
        guarded(beliefs),
    ]


def csv_text(rows: Iterable[Sequence[str]], delimiter: str = ",") -> str:
    """Rows as a table of a file."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def write_marks(grades: Grades, folder: Path, language: str, delimiter: str = "") -> list[Path]:
    """Write both tables: ``marks.csv`` for programs, ``marks-spreadsheet.csv`` to be opened by a spreadsheet."""
    plain = folder / "marks.csv"
    plain.write_text(csv_text(marks_table(grades, language, ".")), "utf-8", newline="")
    opened = folder / "marks-spreadsheet.csv"
    rows = marks_table(grades, language, sign(language))
    text = csv_text(rows, delimiter or DELIMITERS[language])
    opened.write_text(text, "utf-8-sig", newline="")
    return [plain, opened]


# --- compared with before -----------------------------------------------------------------------


def write_grades(grades: Grades, folder: Path) -> None:
    """Keep what each pupil earned for the next time."""
    kept = {_key(one): [str(mark.earned) for mark in one.marks] for one in grades.pupils}
    data = {"questions": len(grades.quiz.slots), "earned": kept}
    (folder / EARLIER).write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", "utf-8")


def changed(grades: Grades, folder: Path) -> tuple[Changed, ...] | None:
    """Whose points are others than the last time; None where nothing is known of an earlier grading."""
    before = _earlier(folder)
    if before is None:
        return None
    found = []
    for one in grades.pupils:
        old = before.get(_key(one))
        now = [mark.earned for mark in one.marks]
        if old is None or old == now:
            continue
        same = len(old) == len(now)
        numbers = [n for n, (a, b) in enumerate(zip(old, now, strict=False), 1) if a != b]
        found.append(
            Changed(one.pupil, sum(old, Fraction(0)), one.earned, tuple(numbers if same else ()))
        )
    return tuple(found)


def _key(one: Graded) -> str:
    return f"{one.hand_in.version} {name_key(one.pupil)}"


def _earlier(folder: Path) -> Mapping[str, list[Fraction]] | None:
    try:
        data = json.loads((folder / EARLIER).read_text("utf-8"))
        return {
            str(key): [Fraction(one) for one in earned] for key, earned in data["earned"].items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError, ZeroDivisionError):
        return None
