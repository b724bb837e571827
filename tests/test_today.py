"""A sitting with the tutor: what it asks, in which order, and when it is enough."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor import standing
from canasta_tutor.tutor.notes import Answer, Notes
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.store import Store
from canasta_tutor.tutor.today import LONGEST, MOST, Session
from canasta_tutor.tutor.tutor import Tutor

CLASSIC = Rulebook.load("classic")
NOW = datetime(2026, 3, 10, 18, 0, tzinfo=UTC)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def answer(skill: str, days: float = 0, right: float = 1.0, **more: object) -> Answer:
    at = NOW - timedelta(days=days)
    facts: dict[str, object] = {"kind": "number", "level": 2, "exercise": f"once/{skill}"}
    return Answer(at=at, table="classic", marks={skill: right}, **(facts | more))  # type: ignore[arg-type]


def sitting(*answers: Answer, clock: Clock | None = None) -> Session:
    store = Store(memory_only=True)
    for one in answers:
        store.add(one)
    return Session(Tutor(CLASSIC, "en", store, clock or Clock()))


def give(session: Session, right: bool = True) -> str:
    """Ask what comes next and answer it; the skill that was asked."""
    found = session.next()
    assert found is not None
    exercise, why = found
    question = exercise.at(CLASSIC)
    given = question.right()[0] if right else question.wrong()[0]
    session.tutor.judged(question, given, question.judge(given, "en"), why=why.why)
    return why.item.skill


def to_the_end(session: Session) -> list[str]:
    """All that a sitting asks of somebody who knows everything."""
    asked = []
    while not session.enough and session.next() is not None:
        asked.append(give(session))
    return asked


def test_what_is_most_overdue_comes_first_and_nothing_that_was_not_taught() -> None:
    session = sitting(answer("cards.values", 2), answer("canasta.kind", 30), answer("turn", 0.1))
    asked = to_the_end(session)
    assert asked[:2] == ["canasta.kind", "cards.values"]
    assert set(asked) == {"cards.values", "canasta.kind", "turn"}


def test_it_ends_when_nothing_is_due_and_what_was_asked_is_known() -> None:
    session = sitting(answer("canasta.kind", 30), answer("turn", 9))
    to_the_end(session)
    notes, last = session.tutor.notes, session.answers[-1].skill
    assert not session.enough
    assert session.next() is None
    asked = {one.skill for one in session.answers}
    unsure = {skill for skill in asked if standing.state(notes, skill, CLASSIC) != "known"}
    assert unsure <= {last}, "but for the last one, which is not asked twice running"


def test_a_skill_alone_is_asked_at_the_next_sitting() -> None:
    assert give(sitting(answer("cards.values", 2))) == "cards.values"


def test_who_has_met_nothing_is_asked_nothing() -> None:
    assert sitting().next() is None
    checked = answer("pile.take", 0, 0.0, why="placement")
    assert sitting(checked).next() is None


def test_what_was_put_off_comes_after_three_others() -> None:
    met = [answer(skill, 5) for skill in ("cards.values", "canasta.kind", "pile.take", "turn")]
    session = sitting(*met)
    found = session.next()
    assert found is not None
    put_off = found[1].item.skill
    session.put_off()
    assert put_off not in [give(session) for _ in range(3)]
    assert session.waiting == set()
    assert put_off in [give(session) for _ in range(3)]


def test_where_only_what_was_put_off_is_left_it_ends() -> None:
    session = sitting(answer("cards.values", 5))
    assert session.next() is not None
    session.put_off()
    assert session.next() is None
    assert session.waiting == {"cards.values"}


@pytest.mark.parametrize("right", [True, False])
def test_twelve_exercises_are_enough_and_one_may_go_on(right: bool) -> None:
    session = sitting(*(answer(skill, 9) for skill in skills() if not skills()[skill].composite))
    for number in range(MOST):
        assert session.count == number
        assert not session.enough
        give(session, right)
    assert session.enough
    assert len(session.answers) == MOST
    session.goes_on()
    assert (session.count, session.enough) == (0, False)


def test_a_quarter_of_an_hour_is_enough() -> None:
    clock = Clock()
    session = sitting(answer("cards.values", 5), clock=clock)
    clock.now += LONGEST - timedelta(seconds=1)
    assert not session.enough
    clock.now += timedelta(seconds=1)
    assert session.enough


def test_the_same_notes_and_clock_give_the_same_sitting() -> None:
    met = [answer(skill, days) for days, skill in enumerate(("turn", "pile.take", "canasta.kind"))]
    one, other = sitting(*met), sitting(*met)
    assert to_the_end(one) == to_the_end(other)


def test_exercises_of_generators_are_asked_too() -> None:
    session = sitting(*(answer(skill, 9) for skill in ("pile.take", "canasta.kind")))
    to_the_end(session)
    asked = session.answers
    assert any(one.seed is not None for one in asked)
    assert {one.why for one in asked} <= {"due", "new", "partner", "again", "follow", "whole"}


# --- where one stands -----------------------------------------------------------------------------


def test_what_is_due_is_told_with_the_days_since() -> None:
    notes = Notes.of([answer("cards.values", 4), answer("turn", 2)])
    assert standing.due(notes, NOW) == [standing.Due("cards.values", 4), standing.Due("turn", 2)]


def test_a_skill_is_new_then_shaky_then_known() -> None:
    notes = Notes()
    assert standing.state(notes, "turn", CLASSIC) == "new"
    notes = notes.after(answer("turn", 2))
    assert standing.state(notes, "turn", CLASSIC) == "shaky"
    notes = notes.after(answer("turn", 1, kind="cards", level=3))
    assert standing.state(notes, "turn", CLASSIC) == "known"


def test_at_a_table_with_other_rules_it_is_not_known_any_more() -> None:
    shown = [answer("turn", 2), answer("turn", 1, kind="cards", level=3)]
    notes, club = Notes.of(shown), Rulebook.load("club")
    assert skills()["turn"].differs(CLASSIC, club)
    assert standing.state(notes, "turn", club) == "shaky"


def test_what_got_better_is_what_the_last_day_has_changed() -> None:
    first = [answer("turn", 3), answer("meld.shape", 3)]
    assert standing.improved(Notes.of(first), CLASSIC) == []
    later = [answer("turn", 1, kind="cards", level=3), answer("pile.take", 1)]
    later.append(answer("pile.ways", 1, 0.0))
    assert standing.improved(Notes.of(first + later), CLASSIC) == ["turn", "pile.take"]


def test_days_are_counted_where_the_learner_lives() -> None:
    notes = Notes.of([answer("turn", 0), answer("turn", 1), answer("turn", 20)])
    assert standing.days_here(notes, NOW) == 2
    assert standing.answered(notes, NOW) == 1


def test_what_comes_next_is_told_in_days() -> None:
    notes = Notes.of([answer("turn", 0, level=3, pace="5")])
    days = standing.next_day(notes, NOW)
    assert days is not None
    assert days > 1
    assert standing.due_tomorrow(notes, NOW) == []
    assert standing.due_tomorrow(notes, NOW + timedelta(days=days - 1)) == ["turn"]
    assert standing.next_day(Notes(), NOW) is None
