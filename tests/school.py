"""A class for the tests: a quiz in many versions, and pupils of whom it is known what they believe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from canasta_tutor.beliefs.library import library
from canasta_tutor.classroom import Quiz, Task, parse_quiz
from canasta_tutor.classroom.handins import Given, HandIn
from canasta_tutor.classroom.judging import cards_mark
from canasta_tutor.exercises import Question
from canasta_tutor.exercises.diagnosing import answer_of

STARTED, FINISHED = "2026-11-30T09:00Z", "2026-11-30T09:40Z"


def class_quiz(versions: int, places: Iterable[tuple[str, int, int]]) -> Quiz:
    """A quiz of generators, each given by name, level and points."""
    names = [f"V{number}" for number in range(1, versions + 1)]
    text = f'title = "Class"\nrulebook = "classic"\nversions = {names}\n'.replace("'", '"')
    text += '[options]\nmode = "exam"\n'
    for number, (generator, level, points) in enumerate(places, 1):
        seeds = [number * 1000 + at for at in range(versions)]
        text += f'[[question]]\ngenerator = "{generator}"\nlevel = {level}\npoints = {points}\nseeds = {seeds}\n'
    return parse_quiz(text)


def believers_answer(question: Question, belief: str = "") -> str:
    """What somebody answers who knows the rules, but for one belief."""
    own = answer_of(question, (library()[belief],)) if belief else None
    return question.right()[0] if own is None else own


_TASKS: dict[tuple[str, str], tuple[Task, ...]] = {}


def tasks_of(quiz: Quiz, version: str) -> tuple[Task, ...]:
    """The questions of a version, made once."""
    key = (quiz.id, version)
    if key not in _TASKS:
        _TASKS[key] = quiz.tasks(version)
    return _TASKS[key]


def handed_in(quiz: Quiz, version: str, pupil: str, belief: str = "") -> HandIn:
    """What a pupil hands in who believes this."""
    answers = tuple(
        Given(
            task.id,
            cards_mark(task.question),
            believers_answer(task.question, belief),
            "2026-11-30T09:20Z",
        )
        for task in tasks_of(quiz, version)
    )
    return HandIn(quiz.id, version, pupil, "en", STARTED, FINISHED, answers)


def renamed(hand_in: HandIn, pupil: str) -> HandIn:
    return replace(hand_in, pupil=pupil)
