"""After a wrong answer: the short exercise that tells two beliefs apart, in the card that was answered."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises import load
from canasta_tutor.exercises.diagnosing import answer_of, diagnose
from canasta_tutor.lesson import Lesson
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.tutor.contrast import contrast
from canasta_tutor.tutor.following import follow_up, suspects
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.speaking import phrase
from canasta_tutor.tutor.store import Store
from canasta_tutor.tutor.tutor import Tutor
from canasta_tutor.widgets.exercise import ExerciseCard
from canasta_tutor.widgets.today import Today
from canasta_tutor.widgets.tutoring import say

TWO = "canasta/fourth-wild"
"""A wrong answer to it comes from two beliefs alike."""
NEAR_MISSES = (
    TWO,
    "canasta/eighth-king",
    "pile/four-guards",
    "deck/kings-or-aces",
    "initial/six-openings",
)
both = pytest.mark.parametrize("language", LANGUAGES)


pytestmark = pytest.mark.usefixtures("folder")


def asked(name: str = TWO, language: str = "en") -> ExerciseCard:
    return Lesson("07-canastas", language).exercise(name)


def do(card: ExerciseCard, **intent: Any) -> None:
    card._hear(card, {"n": card._answered + 1, **intent}, None)


def inside(card: ExerciseCard, **intent: Any) -> None:
    do(card, intent="inside", inside=intent)


def test_two_beliefs_get_an_exercise_on_which_they_part() -> None:
    question = load(TWO).at("classic")
    diagnosis = diagnose(question, "yes")
    two = suspects(diagnosis)
    assert len(two) == 2
    found = follow_up(question, diagnosis)
    assert found is not None
    first, second = (answer_of(found.question, (one,)) for one in two)
    assert first != second
    assert found.question.exercise.id != question.exercise.id
    for belief, answer in zip(two, (first, second), strict=True):
        if answer is not None:
            assert belief.text("if", "en") in found.outcome(answer, "en")
    neither = found.outcome(found.question.right()[0], "es")
    assert neither == phrase("follow.neither", "es")


@both
def test_the_card_offers_it_opens_it_and_says_what_it_told(language: str) -> None:
    card = asked(language=language)
    assert card._follow["offer"] == ""
    do(card, intent="check", answer="yes")
    assert card._follow["offer"] == phrase("follow.apart", language)
    do(card, intent="follow")
    shown = card._follow["exercise"]
    assert shown["_shown"]["language"] == language
    child = card.beside.inside
    assert child is not None
    assert child.question is not None
    first, _ = suspects(card.progress.advice.diagnosis)  # type: ignore[arg-type]  # it was wrong
    answer = answer_of(child.question, (first,)) or child.question.wrong()[0]
    inside(card, intent="check", answer=answer)
    assert first.text("if", language) in card._follow["said"]
    assert card._follow["exercise"]["_progress"]["feedback"]["tone"] in ("wrong", "partly")
    kept = Store().answers
    assert [one.why for one in kept] == ["", "follow"]
    assert kept[1].exercise != kept[0].exercise


def test_a_right_answer_clears_both_and_the_next_try_closes_it() -> None:
    card = asked()
    do(card, intent="check", answer="yes")
    do(card, intent="follow")
    child = card.beside.inside
    assert child is not None
    assert child.question is not None
    inside(card, intent="check", answer=child.question.right()[0])
    assert card._follow["said"] == phrase("follow.neither", "en")
    assert child._follow["offer"] == ""
    do(card, intent="check", answer="no meld.max_wilds")
    assert card._follow == {"offer": "", "said": "", "exercise": None}


def test_an_explanation_is_put_off_and_comes_back_with_the_next_answer() -> None:
    card = asked()
    do(card, intent="check", answer="yes")
    assert card._progress["feedback"]["later"] == phrase("follow.later", "en")
    do(card, intent="later")
    assert card._progress["feedback"]["put_off"]
    assert card._follow["offer"] == ""
    do(card, intent="check", answer="yes")
    assert not card._progress["feedback"]["put_off"]


def ended(language: str = "en") -> Today:
    """The page after ten minutes in which nothing was answered."""
    page = Today(Rulebook.load("classic"), language)
    do(page, intent="begin")
    do(page, intent="stop")
    return page


def offers(page: Today) -> list[str]:
    return [one["id"] for one in page._frame["actions"]]


@both
def test_what_was_put_off_is_explained_at_the_end_of_the_next_ten_minutes(language: str) -> None:
    card = asked(TWO, language)
    do(card, intent="check", answer="yes")
    feedback = card._progress["feedback"]["html"]
    do(card, intent="later")
    page = ended(language)
    assert say("put_off_waits", language, n=1) in page._frame["say"]
    do(page, intent="explain")
    assert (page.name, page._draft["text"]) == (TWO, "yes")
    assert page._progress["feedback"]["html"] == feedback
    assert page._progress["feedback"]["later"] == ""
    assert page._frame["say"] == [say("explained", language)]
    do(page, intent="stop")
    assert offers(page) == ["start", "more"]
    assert "explain" not in offers(ended(language))


def test_what_was_read_where_it_stood_is_not_offered() -> None:
    card = asked()
    do(card, intent="check", answer="yes")
    do(card, intent="later")
    do(card, intent="read")
    assert "explain" not in offers(ended())


def test_it_is_offered_at_its_own_table() -> None:
    card = asked()
    do(card, intent="check", answer="yes")
    do(card, intent="later")
    assert card.tutor is not None
    kept = card.tutor.tutor
    assert [given for _, given in kept.waiting] == ["yes"]
    assert Tutor(Rulebook.load("club"), "en", kept.store).waiting == []


def test_it_is_offered_once() -> None:
    card = asked()
    do(card, intent="check", answer="yes")
    do(card, intent="later")
    page = ended()
    assert "explain" in offers(page)
    do(page, intent="start")
    assert "explain" not in offers(ended())


def test_the_final_quiz_offers_nothing_until_all_is_answered() -> None:
    card = asked("final/once-before")
    assert card.question is not None
    for answer in card.question.wrong():
        do(card, intent="check", answer=answer)
        assert card._follow["offer"] == ""
        assert card._progress["feedback"]["consequence"] is None


def test_without_a_tutor_nothing_is_offered() -> None:
    card = ExerciseCard(TWO)
    card.check("yes")
    assert card._follow["offer"] == ""
    lesson = Lesson("07-canastas", "en")
    off = lesson.exercise(TWO)
    lesson.header._hear(lesson.header, {"intent": "tutor", "on": False, "n": 1}, None)
    off.check("yes")
    assert off._follow["offer"] == ""


def test_a_named_belief_is_asked_about_once_more_and_not_again() -> None:
    mixed = library()["score.mixed_as_natural"]
    card = Lesson("10-keeping-score", "en").exercise("probes/pa")
    assert card.question is not None
    answer = answer_of(card.question, (mixed,))
    do(card, intent="check", answer=answer)
    assert card._follow["offer"] == phrase("follow.single", "en")
    do(card, intent="follow")
    child = card.beside.inside
    assert child is not None
    assert child.question is not None
    again = answer_of(child.question, (mixed,))
    inside(card, intent="check", answer=again)
    assert mixed.text("if", "en") in card._follow["said"]
    do(card, intent="check", answer=answer)
    assert card._follow["offer"] == ""


@both
def test_the_button_speaks_of_a_thought_only_where_it_was_told(language: str) -> None:
    heard = set()
    for name in NEAR_MISSES:
        card = Lesson("07-canastas", language).exercise(name)
        assert card.question is not None
        for wrong in card.question.wrong()[:4]:
            do(card, intent="check", answer=wrong)
            offer, verdict, found = card._follow["offer"], card.verdict, card.progress.advice
            if not offer or verdict is None or found.diagnosis is None:
                continue
            said = " ".join(verdict.say)
            told = [
                one.text("if", language) in said or one.text("say", language) in said
                for one in suspects(found.diagnosis)
            ]
            heard.add(all(told))
            names = ("follow.apart", "follow.single") if all(told) else ("follow.behind",)
            assert offer in [phrase(key, language) for key in names]
    assert heard == {True, False}


# --- stuck ----------------------------------------------------------------------------------------


def seen(belief: str, exercise: str) -> Answer:
    """A wrong answer that showed a belief."""
    return Answer(
        at=datetime(2026, 11, 29, 18, 0, tzinfo=UTC),
        exercise=exercise,
        table="classic",
        kind="sheet",
        level=2,
        marks={"canasta.kind": 0.0},
        beliefs={belief: 0.95},
    )


@both
def test_who_is_stuck_is_shown_another_way(language: str) -> None:
    mixed = library()["score.mixed_as_natural"]
    card = Lesson("10-keeping-score", language).exercise("probes/pa")
    assert card.question is not None
    assert card.tutor is not None
    for exercise_name in ("probes/s1", "score/from-the-hand"):
        card.tutor.tutor.store.add(seen(mixed.id, exercise_name))
    answer = answer_of(card.question, (mixed,))
    do(card, intent="check", answer=answer)
    assert card.progress.advice.stuck
    told = card._progress["feedback"]["stuck"]
    assert told["name"] == phrase("stuck.title", language)
    assert mixed.text("if", language) in told["html"]
    assert 'data-canasta-lesson="" href="' in told["html"]
    assert card.tutor.tutor.notes.of_skill(card.progress.advice.stuck).level == 1
    do(card, intent="check", answer=card.question.right()[0])
    assert card._progress["feedback"]["stuck"] is None


def test_another_way_is_shown_with_other_cards_each_time() -> None:
    mixed = library()["score.mixed_as_natural"]
    for exercise, beliefs in (("probes/pa", [mixed]), ("pile/frozen-one-match", [])):
        question = load(exercise).at("classic")
        ways = [contrast(question, beliefs, "en", before) for before in range(3)]
        assert ways[0] == contrast(question, beliefs, "en")
        assert len(set(ways)) == 3


def test_nobody_is_stuck_after_one_answer() -> None:
    card = asked()
    do(card, intent="check", answer="yes")
    assert card._progress["feedback"]["stuck"] is None


@both
def test_many_beliefs_have_cards_on_which_rule_and_belief_part(language: str) -> None:
    found = 0
    question = load(TWO).at("classic")
    some = [one for one in library().values() if one.fits(question.rulebook)][::8]
    for belief in some:
        lines = contrast(question, (belief,), language)
        assert all(lines)
        found += belief.text("if", language) in "".join(lines)
    assert found >= len(some) // 3
