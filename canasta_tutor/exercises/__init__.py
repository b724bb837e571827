"""Exercises: bilingual Markdown files whose answers the engine works out. See docs/exercises.md."""

from __future__ import annotations

from canasta_tutor.exercises.collection import folder, ids, load, load_all
from canasta_tutor.exercises.exercise import Exercise, parse_exercise, read_exercise
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.verdicts import Verdict

__all__ = [
    "Exercise",
    "Question",
    "Verdict",
    "folder",
    "ids",
    "load",
    "load_all",
    "parse_exercise",
    "read_exercise",
]
