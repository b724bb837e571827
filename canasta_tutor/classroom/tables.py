"""Quizzes as a table: a row for each question, with its answer and why, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from canasta_tutor.classroom.asked_html import question_html, words
from canasta_tutor.classroom.marks_files import DELIMITERS, guarded
from canasta_tutor.classroom.quiz import Quiz, Task
from canasta_tutor.classroom.wording import say
from canasta_tutor.exercises.prose import plain
from canasta_tutor.wording import rule_name

_COLUMNS = (
    "version",
    "number",
    "id",
    "level",
    "points",
    "question",
    "options",
    "answer",
    "why",
    "rules",
)


def table(
    quiz: Quiz, version: str, tasks: Sequence[Task], language: str
) -> tuple[str, tuple[str, ...]]:
    """A version as CSV with a byte order mark; every question can stand in it."""
    written = io.StringIO(newline="")
    rows = csv.writer(written, delimiter=DELIMITERS[language])
    rows.writerow([say(f"table.{name}", language) for name in _COLUMNS])
    for task in tasks:
        rows.writerow(map(guarded, _row(version, task, language)))
    return "\ufeff" + written.getvalue(), ()


def _row(version: str, task: Task, language: str) -> list[str]:
    question, exercise = task.question, task.question.exercise
    options = question.controls(language).get("options", ())
    return [
        version,
        str(task.number),
        task.id,
        str(exercise.level),
        str(task.points),
        words(question_html(question, language)),
        "\n".join(plain(option["label"]) for option in options),
        "\n".join(map(plain, question.solution(language))),
        plain(question.why(language)),
        ", ".join(rule_name(rule, language) for rule in question.deciding),
    ]
