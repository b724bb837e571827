"""A class's hand-ins, graded: marks, questions, and what the class has not understood.

Every answer is judged anew by the engine. So a corrected quiz file, rulebook or course is applied by grading again.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from canasta_tutor.classroom.collecting import Collected, Problem
from canasta_tutor.classroom.handins import HandIn
from canasta_tutor.classroom.judging import Judged, JudgedQuestion, Place, judge_all
from canasta_tutor.classroom.quiz import Quiz

Taken = Mapping[str, HandIn]
"""Hand-ins by the file in which they lie."""


@dataclass(frozen=True)
class Mark:
    """What one answer earned. ``share`` is the part of the points, from 0 to 1."""

    number: int
    points: int
    asked: JudgedQuestion
    answer: str
    judged: Judged

    @property
    def share(self) -> Fraction:
        return self.judged.share

    @property
    def earned(self) -> Fraction:
        """The points."""
        return self.points * self.share

    @property
    def answered(self) -> bool:
        return bool(self.answer.strip())


@dataclass(frozen=True)
class Graded:
    """One pupil's quiz with its marks, in the order of the questions."""

    file: str
    hand_in: HandIn
    marks: tuple[Mark, ...]

    @property
    def pupil(self) -> str:
        return self.hand_in.pupil

    @cached_property
    def earned(self) -> Fraction:
        """All points."""
        return sum((mark.earned for mark in self.marks), Fraction(0))


@dataclass(frozen=True)
class Grades:
    """A class's grades, pupils in the order of their names; and the files that could not be graded."""

    quiz: Quiz
    pupils: tuple[Graded, ...]
    problems: tuple[Problem, ...]
    others: int = 0
    """Files that were not opened."""

    @cached_property
    def mean(self) -> Fraction:
        """The mean of all pupils' points."""
        return sum((one.earned for one in self.pupils), Fraction(0)) / max(1, len(self.pupils))


@dataclass(frozen=True)
class Changed:
    """A pupil whose points are others than at the grading before; ``numbers`` are the questions."""

    pupil: str
    before: Fraction
    now: Fraction
    numbers: tuple[int, ...]


def grade(quiz: Quiz, collected: Collected) -> Grades:
    """Grade what was collected. Raises ExerciseError where the quiz itself cannot be asked."""
    problems = list(collected.problems)
    own = _of_this_quiz(quiz, collected.hand_ins, problems)
    counted = _once_each(own, problems)
    wanted: dict[Place, set[str]] = {}
    for hand_in in counted.values():
        answers = {given.task: given.answer for given in hand_in.answers}
        for number, id in _places(quiz, hand_in.version):
            wanted.setdefault((number, id), set()).add(answers[id])
    asked = judge_all(quiz, wanted)
    graded = [
        _graded(quiz, file, hand_in, asked)
        for file, hand_in in counted.items()
        if _same_cards(quiz, file, hand_in, asked, problems)
    ]
    graded.sort(key=lambda one: (_spelt(one.pupil), one.hand_in.version, one.file))
    problems.sort(key=lambda problem: problem.file)
    return Grades(quiz, tuple(graded), tuple(problems), collected.others)


def name_key(pupil: str) -> str:
    """What two names have in common that are the same pupil's."""
    return " ".join(pupil.casefold().split())


def _spelt(pupil: str) -> str:
    """A name as it is looked up: accents make no difference."""
    return "".join(
        sign
        for sign in unicodedata.normalize("NFKD", name_key(pupil))
        if not unicodedata.combining(sign)
    )


def _places(quiz: Quiz, version: str) -> list[Place]:
    at = quiz.versions.index(version)
    return [(number, slot.id(at)) for number, slot in enumerate(quiz.slots, 1)]


def _of_this_quiz(quiz: Quiz, hand_ins: Taken, problems: list[Problem]) -> Taken:
    """The hand-ins that answer a version of this quiz, perhaps as it was before it was corrected."""
    own = {}
    for file, hand_in in hand_ins.items():
        given = {one.task for one in hand_in.answers}
        known = hand_in.version in quiz.versions
        if known and given >= {id for _, id in _places(quiz, hand_in.version)}:
            own[file] = hand_in
        else:
            problems.append(Problem(file, "other_quiz", {"pupil": hand_in.pupil}))
    return own


def _once_each(hand_ins: Taken, problems: list[Problem]) -> Taken:
    """Of one pupil with one version, the hand-in that was finished last. Of one name with two versions, both."""

    def key(item: tuple[str, HandIn]) -> str:
        return name_key(item[1].pupil)

    counted = {}
    for _, found in groupby(sorted(hand_ins.items(), key=key), key):
        versions: dict[str, list[tuple[str, HandIn]]] = {}
        for file, hand_in in found:
            versions.setdefault(hand_in.version, []).append((file, hand_in))
        for same in versions.values():
            *earlier, (file, last) = sorted(same, key=lambda item: (item[1].finished, item[0]))
            counted[file] = last
            facts = {"pupil": last.pupil, "counts": file}
            problems += [Problem(other, "twice", facts) for other, _ in earlier]
            if len(versions) > 1:
                named = ", ".join(versions)
                problems.append(
                    Problem(file, "same_name", {"pupil": last.pupil, "versions": named})
                )
    return counted


def _same_cards(
    quiz: Quiz,
    file: str,
    hand_in: HandIn,
    asked: Mapping[Place, JudgedQuestion],
    problems: list[Problem],
) -> bool:
    """Whether the questions lie on the table as the pupil saw them."""
    seen = {given.task: given.asked for given in hand_in.answers}
    places = _places(quiz, hand_in.version)
    other = [number for number, id in places if seen[id] != asked[number, id].cards]
    if other:
        numbers = ", ".join(map(str, other))
        problems.append(Problem(file, "asked_otherwise", {"pupil": hand_in.pupil, "n": numbers}))
    return not other


def _graded(
    quiz: Quiz, file: str, hand_in: HandIn, asked: Mapping[Place, JudgedQuestion]
) -> Graded:
    answers = {given.task: given.answer for given in hand_in.answers}
    marks = tuple(
        Mark(
            place[0],
            quiz.slots[place[0] - 1].points,
            asked[place],
            answers[place[1]],
            asked[place].answers[answers[place[1]]],
        )
        for place in _places(quiz, hand_in.version)
    )
    return Graded(file, hand_in, marks)


def shares(pupils: Iterable[Graded], number: int) -> list[Fraction]:
    """What each pupil earned of the points of a question."""
    return [pupil.marks[number - 1].share for pupil in pupils]
