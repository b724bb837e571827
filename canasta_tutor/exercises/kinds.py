"""The kinds of exercise, by the word in the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.counting import Number, Order
from canasta_tutor.exercises.discarding import PickDiscard
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.exercises.laying import Laying
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.picking import PickCards
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.ruling import Ruling
from canasta_tutor.exercises.sheets import Sheet

_KINDS: Final[Mapping[str, type[Question]]] = {
    "ruling": Ruling,
    "choice": Choice,
    "panel": Panel,
    "number": Number,
    "cards": PickCards,
    "lay-down": Laying,
    "sheet": Sheet,
    "order": Order,
    "discard": PickDiscard,
}


def ask(exercise: Exercise, rulebook: str) -> Question:
    """The exercise as a question at this table."""
    return _KINDS[exercise.kind](exercise, rulebook)
