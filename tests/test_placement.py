"""The placement check: what it asks, what its answers say of the skills, and where it sends the learner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import pytest

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.choosing import Item
from canasta_tutor.tutor.notes import PLACEMENT, Answer, Notes, as_fields, from_fields
from canasta_tutor.tutor.placement import MOST, Found, found, next_item
from canasta_tutor.tutor.shown import LIFTED, LOWERED, PLACED, above, below
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tracing import KNOWN_AT_FIRST
from canasta_tutor.tutor.tutor import Tutor

SPRING = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
ITEMS = {name: Tutor(Rulebook.load(name), "en").items for name in Rulebook.names()}
Knows = Callable[[str], bool]


def answer(marks: Mapping[str, float], exercise: str = "some/one", level: int = 3) -> Answer:
    return Answer(SPRING, exercise, "classic", "number", level, marks, why=PLACEMENT)


def check(knows: Knows, table: str = "classic") -> list[Answer]:
    """The answers of somebody who knows some skills and takes the whole check."""
    given: list[Answer] = []
    while item := next_item(given, ITEMS[table]):
        marks = {skill: float(knows(skill)) for skill in item.skills}
        marks[item.skill] = float(all(marks.values()))
        given.append(answer(marks, item.exercise, item.level))
    return given


def of_lessons(last: int) -> Knows:
    return lambda skill: skills()[skill].lessons[0] <= last


def test_a_right_answer_lifts_what_the_skill_builds_on() -> None:
    notes = Notes.of([answer({"pile.frozen": 1.0})])
    assert notes.of_skill("pile.frozen").p == PLACED
    assert {notes.of_skill(skill).p for skill in below("pile.frozen")} == {LIFTED}
    assert notes.of_skill("pile.frozen_us").p == KNOWN_AT_FIRST
    assert notes.due(SPRING) == []
    assert notes.of_skill("pile.frozen").memory.due is not None


def test_a_wrong_answer_lowers_what_builds_on_the_skill_and_nothing_is_due() -> None:
    notes = Notes.of([answer({"meld.shape": 0.0})])
    assert {notes.of_skill(skill).p for skill in ("meld.shape", *above("meld.shape"))} == {LOWERED}
    assert notes.of_skill("cards.wilds").p == KNOWN_AT_FIRST
    assert not notes.again
    assert all(shown.memory.due is None for shown in notes.shown.values())


def test_what_was_shown_itself_is_not_changed_by_what_is_said_of_others() -> None:
    right_then_wrong = Notes.of([answer({"pile.frozen": 1.0}), answer({"meld.shape": 0.0})])
    assert right_then_wrong.of_skill("pile.frozen").p == PLACED
    wrong_then_right = Notes.of([answer({"meld.shape": 0.0}), answer({"pile.frozen": 1.0})])
    assert wrong_then_right.of_skill("meld.shape").p == LOWERED


def test_each_line_of_a_sheet_counts_for_its_own_skill() -> None:
    notes = Notes.of([answer({"sheet": 0.8, "red.score": 0.0, "score.hands": 1.0})])
    assert notes.of_skill("score.hands").p == PLACED
    assert notes.of_skill("cards.values").p == LIFTED
    assert notes.of_skill("red.score").p == LOWERED


def test_the_notes_follow_from_what_is_stored() -> None:
    given = check(of_lessons(5))
    stored = [from_fields(as_fields(one)) for one in given]
    assert stored == given
    assert Notes.of(stored).shown == Notes.of(given).shown


@pytest.mark.parametrize("table", Rulebook.names())
def test_it_begins_with_a_sheet_and_ends_after_twelve(table: str) -> None:
    for last in (0, 5, 12):
        given = check(of_lessons(last), table)
        assert given[0].skill == "sheet"
        assert 1 < len(given) <= MOST
        assert len({one.exercise for one in given}) == len(given)
        assert len({one.skill for one in given}) == len(given)


@pytest.mark.parametrize("table", Rulebook.names())
@pytest.mark.parametrize("last", range(12))
def test_who_knows_the_lessons_up_to_one_begins_near_the_next(last: int, table: str) -> None:
    lesson = found(check(of_lessons(last), table)).lesson
    assert last <= lesson <= last + 1 or (last, lesson) == (0, 1)


def test_who_stops_at_once_begins_at_the_beginning() -> None:
    assert found([]) == Found(1, (), ())


def test_what_was_wrong_is_to_be_looked_at_again() -> None:
    result = found([answer({"meld.shape": 0.0}), answer({"cards.values": 1.0})])
    assert result.again == ("meld.shape",)
    assert result.known == ("cards.values",)
    assert result.lesson == skills()["meld.shape"].lessons[0] - 1


def test_the_same_answers_give_the_same_question_whatever_the_order_of_the_items() -> None:
    given: list[Answer] = []
    items: list[Item] = list(ITEMS["classic"])
    assert next_item(given, items) == next_item(given, list(reversed(items)))
