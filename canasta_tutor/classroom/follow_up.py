"""A short quiz with new cards on what a class has to be taught again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from canasta_tutor.classroom.grade_words import say
from canasta_tutor.classroom.making import new_quiz
from canasta_tutor.classroom.misunderstood import Weak
from canasta_tutor.classroom.quiz import Options, Quiz
from canasta_tutor.classroom.quiz_writing import beside, write_quiz
from canasta_tutor.errors import CanastaError
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.settings import write_whole

FILE: Final = "follow-up.toml"
QUESTIONS: Final = 6
"""So many at most: it opens a lesson."""


def write_follow_up(quiz: Quiz, weak: Iterable[Weak], folder: Path) -> Path | None:
    """Write the quiz to a folder; None where there is nothing to teach again, or nothing more to ask about it.

    It is for practice, in one version, and asks nothing that the quiz has asked.
    """
    rules = [rule for one in weak for rule in one.rules]
    rules += [held.belief.rule for one in weak for held in one.beliefs]
    if not rules:
        return None
    file = folder / FILE
    wish = replace(
        quiz,
        title={one: say("follow_up_title", one, title=quiz.text(one)) for one in LANGUAGES},
        slots=(),
        versions=("A",),
        kind="mixed",
        areas=tuple(dict.fromkeys(rules)),
        seed=quiz.seed + 1,
        options=Options(include_unsettled=quiz.options.include_unsettled),
        marks={},
        written=_rulebook(quiz, file),
        file=str(file),
    )
    for questions in range(QUESTIONS, 0, -1):
        try:
            made, _ = new_quiz(wish, questions)
        except CanastaError:
            continue  # not so much can be asked about these rules at this table
        asked = {id for slot in quiz.slots for id in slot.exercises}
        new = tuple(slot for slot in made.slots if not asked & set(slot.exercises))
        if new:
            write_whole(file, write_quiz(replace(made, slots=new, marks={})))
            return file
    return None


def _rulebook(quiz: Quiz, file: Path) -> str:
    """The rulebook as the new file names it."""
    if not quiz.written.endswith(".toml"):
        return quiz.written
    return beside(file, Path(quiz.file).parent / quiz.written)
