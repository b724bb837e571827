"""What answers to a quiz earn and show: each distinct answer to each question is judged once.

Thirty versions of twenty questions are six hundred questions, each to be made anew and put to every belief. So
the places of the quiz are shared out among the processors, and what was learnt of a place serves its other versions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.classroom.marking import earned
from canasta_tutor.classroom.quiz import Quiz
from canasta_tutor.classroom.working import each
from canasta_tutor.exercises import Question
from canasta_tutor.exercises.diagnosing import diagnose, held
from canasta_tutor.exercises.generators import GENERATORS

_CARDS: Final = ("setup", "position", "bait", "players")
"""The blocks of an exercise that say which cards lie where."""
_FEW: Final = 40
"""So many answers are judged here; more are shared out."""
_LEARN: Final = 3
"""After so many versions of a place it is known which beliefs show there."""
_SHOWS: Final = 0.05
"""A belief with less of the evidence is not looked at."""

Place = tuple[int, str]
"""A question by its number and the id of its exercise."""
Wanted = Mapping[Place, Collection[str]]
"""The answers that have to be judged."""


@dataclass(frozen=True)
class Judged:
    """What an answer is worth, and the beliefs that may be behind it with their share of the evidence."""

    share: Fraction
    beliefs: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class JudgedQuestion:
    """A question as it is judged: the rules that decide it, and what its answers earn.

    ``cards`` is a mark of what lies on its table; ``shows`` are the beliefs that would answer it otherwise, once
    a wrong answer has been given.
    """

    cards: str
    kind: str
    rules: tuple[str, ...]
    shows: frozenset[str]
    answers: Mapping[str, Judged]


def cards_mark(question: Question) -> str:
    """A short mark of the cards of a question: a key may be corrected without changing it."""
    data = question.source.data
    own = [
        {key: value for key, value in block.items() if key not in ("is", "correct", "rule")}
        for block in question.exercise.options.values()
        if isinstance(block, Mapping)
    ]
    text = repr(([(key, data.get(key)) for key in _CARDS], own))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def judge_all(quiz: Quiz, wanted: Wanted) -> Mapping[Place, JudgedQuestion]:
    """These questions with their answers judged. Raises ExerciseError where one cannot be asked."""
    numbers = sorted({number for number, _ in wanted})
    jobs = [
        (quiz, number, {id: answers for (n, id), answers in wanted.items() if n == number})
        for number in numbers
    ]
    here = sum(map(len, wanted.values())) <= _FEW
    found = list(map(_judge_place, jobs)) if here else each(_judge_place, jobs)
    return {place: asked for part in found for place, asked in part.items()}


def _judge_place(
    job: tuple[Quiz, int, Mapping[str, Collection[str]]],
) -> Mapping[Place, JudgedQuestion]:
    """All versions of one place."""
    quiz, number, wanted = job
    slot = quiz.slots[number - 1]
    found: dict[Place, JudgedQuestion] = {}
    seen: set[str] = set()
    learnt = 0
    for version in range(len(quiz.versions)):
        id = slot.id(version)
        if id not in wanted or (number, id) in found:
            continue
        question = quiz.question(number - 1, version)
        known = None
        if slot.generator and learnt >= _LEARN:
            known = _candidates(slot.generator, seen)
        asked = _judge(question, wanted[id], known)
        found[number, id] = asked
        learnt += bool(asked.shows)
        seen |= asked.shows
    return found


def _candidates(generator: str, seen: Collection[str]) -> list[Belief]:
    """The beliefs that a generator's exercises are made to show, and those that were seen to show."""
    own = {belief.id for belief in GENERATORS[generator].beliefs}
    return [belief for belief in library().values() if belief.id in own or belief.id in seen]


def _judge(
    question: Question, answers: Iterable[str], known: list[Belief] | None
) -> JudgedQuestion:
    beliefs: list[Belief] | None = None
    judged: dict[str, Judged] = {}
    for answer in sorted(answers):
        share = earned(question, answer)
        if question.judge(answer, "en").counts not in ("wrong", "partial"):
            judged[answer] = Judged(share)
            continue
        if beliefs is None:
            beliefs = held(question, known)
        judged[answer] = Judged(share, _shares(question, answer, beliefs))
    shows = frozenset(belief.id for belief in beliefs or ())
    kind = question.exercise.kind
    return JudgedQuestion(cards_mark(question), kind, question.deciding, shows, judged)


def _shares(question: Question, answer: str, beliefs: Iterable[Belief]) -> Mapping[str, float]:
    shares: dict[str, float] = {}
    for ids, weight in diagnose(question, answer, beliefs, far=1.0).weights.items():
        for id in ids:
            if weight >= _SHOWS:
                shares[id] = max(shares.get(id, 0.0), weight)
    return shares
