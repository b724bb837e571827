"""What an exercise tells of beliefs, and how that decides which one is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises import load
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.choosing import Item, choose
from canasta_tutor.tutor.notes import Answer, Notes
from canasta_tutor.tutor.shown import Shown
from canasta_tutor.tutor.skills import skill_of, skills
from canasta_tutor.tutor.telling import Telling
from canasta_tutor.tutor.tutor import Tutor

CLASSIC = Rulebook.load("classic")
SPRING = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
AMOUNT = "initial.amount"
KNOWN = {
    id: Shown(p=0.97, rights=frozenset({("number", 1), ("panel", 3)}))
    for id in skills()
    if id != AMOUNT
}


@pytest.fixture(scope="module")
def tutor() -> Tutor:
    return Tutor(CLASSIC, "en")


@pytest.fixture(scope="module")
def telling(tutor: Tutor) -> Telling:
    return tutor.telling


def item(exercise: str, level: int = 3, skill: str = AMOUNT) -> Item:
    return Item(exercise, load(exercise).kind, level, (skill,))


def wrong(exercise: str, **more: object) -> Answer:
    facts = (SPRING, exercise, "classic", "number", 1, {AMOUNT: 0.0})
    return Answer(*facts, **more)  # type: ignore[arg-type]


def test_a_probe_tells_every_belief_about_its_skill_from_the_others(telling: Telling) -> None:
    told = telling.of_skill(item("probes/i1"), AMOUNT)
    about = [belief.id for belief in library().values() if skill_of(belief.rule) == AMOUNT]
    assert len(about) > 5
    assert dict(told) == {
        id: 1.0 for id in about if answer_of(load("probes/i1").at("classic"), (library()[id],))
    }


def test_beliefs_that_answer_alike_share_what_is_told_of_them(telling: Telling) -> None:
    told = telling.of_skill(item("final/after-a-bad-deal"), AMOUNT)
    assert told["initial.negative_50"] == told["initial.flat_50"] == 0.5
    assert told["initial.sixty"] == 1.0


def test_what_parts_two_beliefs_is_found_and_what_does_not_is_not(telling: Telling) -> None:
    two = {"initial.negative_50": 0.5, "initial.flat_50": 0.5}
    alike, parts = item("final/after-a-bad-deal"), item("probes/i1")
    assert telling.apart(two, [alike, parts], AMOUNT) == parts
    assert telling.apart(two, [item("deck/kings-or-aces", 1)], AMOUNT) is None


def test_a_named_belief_is_followed_where_it_shows_alone(telling: Telling) -> None:
    named = {"initial.flat_50": 1.0}
    silent, shows = item("initial/jacks-tens-queens"), item("probes/i1")
    assert "initial.flat_50" not in telling.of_skill(silent, AMOUNT)
    assert telling.apart(named, [silent, shows], AMOUNT) == shows


def test_where_nothing_explains_an_answer_what_shows_most_beliefs_is_found(
    telling: Telling,
) -> None:
    few, many = item("initial/price-of-the-deal", 1), item("probes/i1")
    assert telling.apart({}, [few, many], AMOUNT) == many


def test_the_exercise_is_asked_that_shows_what_was_not_shown_yet(tutor: Tutor) -> None:
    telling, items = tutor.telling, [one for one in tutor.items if AMOUNT in one.skills]
    near = [one for one in items if one.level <= 3 and one.skill == AMOUNT]
    notes, shown = Notes(shown=KNOWN), set[str]()
    for number in range(2):
        now = SPRING + timedelta(minutes=number)
        found = choose(notes, items, CLASSIC, now, telling.apart, telling.of_skill)
        assert found is not None
        told = telling.of_skill(found.item, AMOUNT).keys() - shown
        best = max(len(telling.of_skill(one, AMOUNT).keys() - shown) for one in near)
        assert len(told) >= best / 2
        shown |= told
        facts = found.item.exercise, "classic", found.item.kind, found.item.level, {AMOUNT: 1.0}
        notes = notes.after(Answer(now, *facts, clears=tuple(told)))
        notes = notes.after(Answer(now, "a", "classic", "number", 1, {"manners": 1.0}))
    assert len(shown) >= 6


def test_of_two_that_show_the_same_beliefs_the_one_is_asked_that_is_not_easily_guessed(
    tutor: Tutor,
) -> None:
    blocked = "pile.blocked"
    easy = item("pile/blocked-or-frozen", 1, blocked)
    hard = replace(item("pile/three-against-two", 2, blocked), guess=0.06)
    shown = dict.fromkeys(skills(), Shown(p=0.97)) | {blocked: Shown()}
    tells = tutor.telling.of_skill
    assert tells(easy, blocked) == tells(hard, blocked)

    def first(guess: float) -> Item | None:
        items = [replace(easy, guess=guess), hard]
        found = choose(Notes(shown=shown), items, CLASSIC, SPRING, tells=tells)
        return found.item if found else None

    assert first(0.25) == hard
    assert first(0.06) == replace(easy, guess=0.06)


def test_an_answer_that_nothing_explains_is_followed_once(telling: Telling) -> None:
    items = [item("initial/price-of-the-deal", 1), item("probes/i1")]

    def next_after(*answers: Answer) -> str:
        other = Answer(SPRING, "manners/one", "classic", "number", 1, {"manners": 1.0})
        notes = Notes(shown=KNOWN).after(answers[0]).after(other)
        for answer in answers[1:]:
            notes = notes.after(answer)
        found = choose(notes, items, CLASSIC, SPRING, telling.apart, telling.of_skill)
        return "" if found is None else found.why

    slipped = wrong("initial/a-slip")
    followed = Answer(
        SPRING, "probes/i1", "classic", "choice", 3, {"initial.counting": 1.0}, why="follow"
    )
    assert next_after(slipped) == "follow"
    assert next_after(slipped, followed) != "follow"


def likely(*beliefs: Mapping[str, float], clears: tuple[str, ...] = ()) -> Mapping[str, float]:
    answers = [wrong(f"initial/{n}", beliefs=shares) for n, shares in enumerate(beliefs)]
    right = Answer(SPRING, "initial/right", "classic", "number", 1, {AMOUNT: 1.0}, clears=clears)
    return Notes.of([*answers, right]).likely


def test_two_answers_together_tell_more_than_each_and_a_right_one_speaks_against() -> None:
    two = {"initial.flat_50": 0.45, "initial.sixty": 0.45}
    assert likely(two)["initial.flat_50"] < 0.5
    assert likely(two, {"initial.flat_50": 0.9})["initial.flat_50"] > 0.8
    assert likely(two, clears=("initial.sixty",))["initial.flat_50"] > 0.75
    assert likely({"initial.flat_50": 0.9}, clears=("initial.flat_50",))["initial.flat_50"] < 0.6
    assert likely({"initial.flat_50": 0.9})["initial.flat_50"] == pytest.approx(0.9)
    assert not likely({})


def test_a_wrong_answer_speaks_against_a_belief_the_more_surely_another_one_is_behind_it() -> None:
    first = wrong("initial/1", beliefs={"initial.sixty": 0.9})
    unexplained = wrong("initial/2", clears=("initial.sixty",))
    another = replace(unexplained, beliefs={"initial.flat_50": 0.98})
    assert Notes.of([first, unexplained]).likely["initial.sixty"] > 0.75
    assert Notes.of([first, another]).likely["initial.flat_50"] > 0.95
