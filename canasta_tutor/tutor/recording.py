"""From a judged answer to what is kept of it: which skills it shows, and which beliefs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.exercises.diagnosing import Diagnosis, held
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.tutor.choosing import Item
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.skills import skills_of
from canasta_tutor.tutor.tracing import guess

_PACES: Final = (5, 15, 60)
_KEPT: Final = 5
"""So many explanations of an answer are kept, the likeliest."""
_WORTH_KEEPING: Final = 0.08


def answer(
    question: Question,
    given: str,
    verdict: Verdict,
    at: datetime,
    language: str,
    *,
    diagnosis: Diagnosis | None = None,
    beliefs: Iterable[Belief] | None = None,
    first: bool = True,
    hints: int = 0,
    solved: bool = False,
    counts: bool = True,
    seconds: float | None = None,
    why: str = "",
) -> Answer:
    """What is kept of one judged answer. A prequestion does not count: it has no marks.

    ``beliefs`` are those that it may show or clear; without them, those of the library.
    """
    behind: dict[str, float] = {}
    two, whole = frozenset[str](), frozenset[str]()
    if diagnosis is not None:
        two, whole = diagnosis.together, diagnosis.whole
        ranked = sorted(diagnosis.alone.items(), key=lambda pair: -pair[1])
        for ids, weight in ranked[:_KEPT]:
            for id in ids:
                if weight >= _WORTH_KEEPING:
                    behind[id] = round(max(behind.get(id, 0.0), weight), 3)
    return replace(
        _asked_of(question, at, language, why),
        marks=marks(question, given, verdict) if counts else {},
        answer=given,
        state=verdict.state,
        first=first,
        hints=hints,
        solved=solved,
        beliefs=behind,
        together=tuple(id for id in behind if id in two),
        clears=tuple(
            belief.id for belief in held(question, beliefs) if belief.id not in two | whole
        ),
        standing=next((question.table.source(rule).standing for rule in question.silent), ""),
        pace=_pace(seconds),
    )


def not_known(question: Question, at: datetime, language: str, why: str) -> Answer:
    """What is kept where the answer was that it is not known yet."""
    return replace(
        _asked_of(question, at, language, why), marks={asked(question): 0.0}, state="unknown"
    )


def explanation(question: Question, given: str, at: datetime, language: str, why: str) -> Answer:
    """What is kept of an explanation of an answer: that it is ``put off``, or ``explained``."""
    return replace(_asked_of(question, at, language, why), answer=given, first=False)


def _asked_of(question: Question, at: datetime, language: str, why: str) -> Answer:
    """What was asked, and when and why; nothing yet of what was answered."""
    exercise = question.exercise
    return Answer(
        at=at.replace(second=0, microsecond=0),
        exercise=template(exercise),
        table=question.id,
        kind=exercise.kind,
        level=exercise.level,
        marks={},
        needs=_beside(question),
        version=version(exercise),
        seed=seed(exercise),
        language=language,
        guess=guess_of(question),
        why=why,
    )


def marks(question: Question, given: str, verdict: Verdict) -> Mapping[str, float]:
    """How much of an answer is right, skill by skill; the one that is asked first comes first."""
    parts = question.parts(given)
    whole = 1.0 if verdict.right else sum(parts.values()) / len(parts) if len(parts) > 1 else 0.0
    found: dict[str, list[float]] = {}
    for part, stands in parts.items():
        for skill in skills_of(question.rules_of(part))[:1]:
            found.setdefault(skill, []).append(float(stands or verdict.right))
    main = asked(question)
    shares = {skill: sum(values) / len(values) for skill, values in found.items()}
    if verdict.right:
        shares |= dict.fromkeys(skills_of(question.exercise.teaches), 1.0)
    return {main: whole} | {skill: share for skill, share in shares.items() if skill != main}


def asked(question: Question) -> str:
    """The skill that an exercise asks first; a whole sheet and a switch of tables are skills of their own."""
    exercise = question.exercise
    if exercise.level >= 4 and exercise.kind == "sheet":
        return "sheet"
    if exercise.level >= 4 and any(
        "at " in str(asked) for asked in (*exercise.options.values(), *exercise.answer.values())
    ):
        return "tables"
    return skills_of(exercise.teaches)[0]


def item(question: Question) -> Item:
    """The exercise as one that may be asked next."""
    exercise = question.exercise
    return Item(
        template(exercise),
        exercise.kind,
        exercise.level,
        (asked(question), *_beside(question)),
        guess_of(question),
        seed(exercise),
        bool(question.silent),
    )


def _beside(question: Question) -> tuple[str, ...]:
    """The other skills that an exercise needs."""
    main = asked(question)
    return tuple(skill for skill in skills_of(question.exercise.teaches) if skill != main)


def guess_of(question: Question) -> float:
    """The chance of a right answer by somebody who knows nothing of it."""
    options = len(question.option_ids())
    return guess(
        question.exercise.kind, options, bool(question.exercise.answer.get("pick") == "all")
    )


def template(exercise: Exercise) -> str:
    """What an exercise has in common with others of its making: for a generated one, generator and level."""
    return exercise.id.rpartition("-")[0] if exercise.generated else exercise.id


def seed(exercise: Exercise) -> int | None:
    """The seed of a generated exercise."""
    if not exercise.generated:
        return None
    return int(exercise.id.rpartition("-")[2])


def version(exercise: Exercise) -> str:
    """A short mark that changes with the exercise's facts."""
    return hashlib.sha256(repr(sorted(exercise.source.data.items())).encode()).hexdigest()[:8]


def _pace(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return next((str(most) for most in _PACES if seconds < most), "more")
