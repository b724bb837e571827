"""One class from start to end: thirty versions, thirty pupils each of whom believes something else, handed in and graded."""

from __future__ import annotations

from fractions import Fraction

import pytest

from canasta_tutor.beliefs.library import library
from canasta_tutor.classroom import Quiz
from canasta_tutor.classroom.collecting import collect
from canasta_tutor.classroom.grading import Grades, grade
from canasta_tutor.classroom.handins import file_name, write_hand_in
from canasta_tutor.classroom.items import items
from canasta_tutor.classroom.misunderstood import firm, misunderstood, teach_again
from canasta_tutor.exercises import Question
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.sheets import Sheet
from tests.school import class_quiz, handed_in, tasks_of

PLACES = (
    *(("sheet", 3, 8), ("sheet", 2, 8), ("canasta", 3, 3), ("canasta", 2, 2), ("minimum", 2, 2)),
    *(("minimum", 3, 2), ("red_threes", 3, 2), ("frozen", 3, 4), ("frozen", 4, 4)),
)
BELIEFS = (
    *("", "score.stock_bonus", "value.joker_as_two", "value.pips", "value.wild_as_replaced"),
    *("score.open_melds_negative", "score.open_melds_ignored", "value.two_as_joker"),
    *("value.two_low", "value.eight_low", "pile.black_three_freezes", "words.frozen"),
    *("score.canasta_cards_free", "score.hand_added", "words.clean"),
)
"""Two pupils for each; the first know the rules."""
VERSIONS = 30


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return class_quiz(VERSIONS, PLACES)


@pytest.fixture(scope="module")
def planted(quiz: Quiz) -> dict[str, str]:
    """What each pupil believes; they are called by their versions."""
    return {version: BELIEFS[at % len(BELIEFS)] for at, version in enumerate(quiz.versions)}


@pytest.fixture(scope="module")
def grades(quiz: Quiz, planted: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Grades:
    folder = tmp_path_factory.mktemp("class")
    for version, belief in planted.items():
        hand_in = handed_in(quiz, version, f"Pupil {version}", belief)
        own = folder / version
        own.mkdir()
        (own / file_name(hand_in)).write_text(write_hand_in(hand_in), "utf-8")
    return grade(quiz, collect([folder]))


def stands(question: Question, belief: str) -> Fraction:
    """The share of the points that somebody earns who believes this, counted line by line, case by case."""
    held = library()[belief]
    if answer_of(question, (held,)) is None:
        return Fraction(1)
    other = question.believing(held.mind)
    if isinstance(question, Sheet):
        assert isinstance(other, Sheet)
        rows = [(key, 2 if key[1] == "total" else 1) for key in question.truth]
        same = {key for key, number in question.truth.items() if other.truth[key] == number}
        if not any(question.truth[key] for key in same):
            return Fraction(0)  # only lines of nothing: anybody gets those
        right = sum(n for key, n in rows if key in same)
        return Fraction(right, sum(n for _, n in rows))
    if isinstance(question, Panel):
        assert isinstance(other, Panel)
        cases = [other.truth[case] == right for case, right in question.truth.items()]
        return Fraction(sum(cases), len(cases))
    if isinstance(question, Choice) and question.all:
        assert isinstance(other, Choice)
        correct = set(question.correct_ids)
        wrong = set(question.ids) - correct
        hits = Fraction(len(correct & set(other.correct_ids)), len(correct))
        missed = Fraction(len(wrong & set(other.correct_ids)), len(wrong)) if wrong else Fraction(0)
        return max(Fraction(0), hits - missed)
    return Fraction(0)


def test_everybody_is_graded_and_nothing_is_wrong_with_a_file(grades: Grades) -> None:
    assert len(grades.pupils) == VERSIONS
    assert grades.problems == ()


def test_marks_are_right_to_the_point(quiz: Quiz, planted: dict[str, str], grades: Grades) -> None:
    for pupil in grades.pupils:
        belief = planted[pupil.hand_in.version]
        expected = [
            task.points * (stands(task.question, belief) if belief else 1)
            for task in tasks_of(quiz, pupil.hand_in.version)
        ]
        assert [mark.earned for mark in pupil.marks] == expected, belief
        assert pupil.earned == sum(expected)


def test_the_misunderstandings_that_are_found_are_those_that_were_planted(
    planted: dict[str, str], grades: Grades
) -> None:
    found = {pupil.hand_in.version: [one.id for one in firm(pupil)] for pupil in grades.pupils}
    for version, ids in found.items():
        assert ids in ([], [planted[version]]), f"{version} holds {planted[version]!r}"
    could = [
        pupil.hand_in.version
        for pupil in grades.pupils
        if sum(mark.share < 1 for mark in pupil.marks) >= 2
    ]
    named = [version for version in could if found[version]]
    assert len(could) >= VERSIONS * 2 // 3
    assert len(named) >= len(could) * 9 // 10, (len(named), len(could))


def test_the_class_sees_what_was_planted_and_what_to_teach_again(
    planted: dict[str, str], grades: Grades
) -> None:
    told = misunderstood(grades)
    assert {one.belief.id for one in told if one.firm} <= set(planted.values())
    for one in told:
        assert all(planted[who.hand_in.version] == one.belief.id for who in one.firm)
    weak = teach_again(grades)
    assert weak == tuple(sorted(weak, key=lambda one: one.share))
    assert all(one.share < 0.7 for one in weak)


def test_every_question_has_its_figures(grades: Grades) -> None:
    for item in items(grades):
        assert 0 < item.easy <= 1
        assert item.parts is None or -1 <= item.parts <= 1
        assert item.gap is not None
