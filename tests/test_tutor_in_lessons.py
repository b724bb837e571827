"""The tutor beside the exercises of a lesson: what it says, what it keeps, and what it does when it can't."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from canasta_tutor import settings
from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.exercises import Question, Verdict, load
from canasta_tutor.exercises.collection import ids
from canasta_tutor.exercises.diagnosing import Diagnosis, answer_of, diagnose, held
from canasta_tutor.lesson import Lesson
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.tutor import listening
from canasta_tutor.tutor.notes import Notes
from canasta_tutor.tutor.speaking import advice, advised, brief, phrase
from canasta_tutor.tutor.store import FILE, Store
from canasta_tutor.tutor.suspicion import Suspicion
from canasta_tutor.widgets.exercise import ExerciseCard

SHEET = "probes/pa"
MIXED = library()["score.mixed_as_natural"]
both = pytest.mark.parametrize("language", LANGUAGES)


pytestmark = pytest.mark.usefixtures("folder")


def asked(name: str = SHEET, language: str = "en") -> ExerciseCard:
    return Lesson("10-keeping-score", language).exercise(name)


def mixed_at_500() -> str:
    """The sheet of somebody who pays 500 for a mixed canasta."""
    answer = answer_of(load(SHEET).at("classic"), (MIXED,))
    assert answer is not None
    return answer


def press(card: ExerciseCard, answer: str) -> str:
    """Check an answer, as the button does; what is said below."""
    card._hear(card, {"intent": "check", "answer": answer, "n": 1}, None)
    return str(card._message["text"])


@both
def test_a_belief_is_answered_with_its_own_question(language: str) -> None:
    card = asked(language=language)
    said = " ".join(card.check(mixed_at_500()).say)
    own = card.progress.advice
    assert own.diagnosis is not None
    assert own.diagnosis.named == MIXED
    assert MIXED.text("say", language) in said
    assert said.count("?") == 1
    again = asked(language=language)
    assert again.verdict is not None
    assert " ".join(again.verdict.say) == said


def test_what_the_author_wrote_about_an_answer_stays_alone() -> None:
    found = 0
    for name in ("pile/who-is-frozen", "pile/six-card-pile"):
        question = load(name).at("classic")
        for answer in question.wrong():
            if own := question.reason(answer, "en"):
                found += 1
                assert asked(name).check(answer).say == question.judge(answer, "en").say
                assert own in " ".join(question.judge(answer, "en").say)
    assert found


def test_an_objection_is_not_followed_by_a_shrug() -> None:
    name, shrugs = "pile/hands-for-a-frozen-pile", 0
    question = load(name).at("party")
    for answer in question.wrong():
        verdict, found = question.judge(answer, "en"), diagnose(question, answer)
        if "**" in verdict.say[-1] and found.named is None and len(found.suspected) < 2:
            shrugs += 1
            assert found.weights
            told = advice(question, found, Notes(), "en")
            assert advised(question, verdict, found, told, "en").say == verdict.say
    assert shrugs


def test_a_number_that_nothing_explains_is_still_said_back() -> None:
    question = load("score/last-line").at("classic")
    verdict, found = question.judge("9995", "en"), diagnose(question, "9995")
    assert found.named is None
    said = advised(question, verdict, found, advice(question, found, Notes(), "en"), "en").say
    assert said[0] == verdict.say[0] == "It does not come to 9995."
    assert len(said) == 2


def test_an_answer_is_kept_with_how_long_it_took_at_most_in_coarse_steps() -> None:
    at = [datetime(2026, 3, 1, 18, 0, tzinfo=UTC)]
    tutor = listening.Listening(Rulebook.load("classic"), "en", lambda: at[0])
    question = load(SHEET).at("classic")
    paces = []
    for seconds in (3, 14, 59, 600):
        at[0] += timedelta(seconds=seconds)
        given = question.right()[0]
        heard = tutor.hear(
            question, given, question.judge(given, "en"), first=True, hints=0, solved=False
        )
        assert heard.answer is not None
        paces.append(heard.answer.pace)
    assert paces == ["5", "15", "60", "more"]


def test_every_judged_answer_is_kept() -> None:
    card = asked()
    question = card.question
    assert question is not None
    card.check("")
    card.check(mixed_at_500())
    card.hint()
    card.show_solution()
    card.again()
    card.check(question.right()[0])
    first, second = Store().answers
    assert (first.first, first.hints, first.solved) == (True, 0, False)
    assert (second.first, second.hints, second.solved) == (False, 1, True)
    assert first.beliefs[MIXED.id] > 0.8
    assert first.state != second.state == "correct"


def test_the_welcome_is_no_test() -> None:
    card = asked("welcome/who-sees-what")
    assert card.question is not None
    card.check(card.question.right()[0])
    (kept,) = Store().answers
    assert not kept.marks


def test_switched_off_nothing_is_kept_or_said(folder: Path) -> None:
    lesson = Lesson("10-keeping-score", "en")
    card = lesson.exercise(SHEET)
    lesson.header._hear(lesson.header, {"intent": "tutor", "on": False, "n": 1}, None)
    assert "off" in lesson.header._message["text"]
    assert not settings.load().tutor
    question = load(SHEET).at("classic")
    assert card.check(mixed_at_500()) == question.judge(mixed_at_500(), "en")
    assert not (folder / FILE).exists()


def test_an_exercise_without_a_lesson_keeps_nothing(folder: Path) -> None:
    ExerciseCard(SHEET).check(mixed_at_500())
    assert not (folder / FILE).exists()


# --- what can be wrong with the file --------------------------------------------------------------


def damage(folder: Path) -> None:
    (folder / FILE).write_bytes(b"no database at all, and rather long " * 50)


def age(folder: Path) -> None:
    with sqlite3.connect(folder / FILE) as db:
        db.execute("PRAGMA user_version = 99")


def block(folder: Path) -> None:
    (folder / FILE).mkdir()


@both
@pytest.mark.parametrize(
    ("happens", "kind"), [(damage, "damaged"), (age, "newer"), (block, "read_only")]
)
def test_a_file_that_cannot_be_used_is_told_once(
    happens: object, kind: str, language: str, folder: Path
) -> None:
    assert callable(happens)
    happens(folder)
    card = asked(language=language)
    told = press(card, mixed_at_500())
    assert told == phrase(f"store.{kind}", language, problem="")
    assert card.verdict is not None
    assert MIXED.text("say", language) in " ".join(card.verdict.say)
    assert press(card, "us total 5") == ""
    assert press(asked("pile/six-card-pile", language), "11") == ""


def test_what_was_in_a_damaged_file_is_kept_aside(folder: Path) -> None:
    damage(folder)
    before = (folder / FILE).read_bytes()
    asked().check(mixed_at_500())
    assert before in [file.read_bytes() for file in folder.glob("*kept-1*")]
    assert len(Store().answers) == 1


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        ("database or disk is full", "full"),
        ("No space left on device", "full"),
        ("attempt to write a readonly database", "read_only"),
        ("Permission denied", "read_only"),
        ("locked", "locked"),
        ("disk I/O error", "other"),
    ],
)
def test_every_problem_has_its_sentence(problem: str, kind: str) -> None:
    assert listening.problem_kind(problem) == kind
    for language in LANGUAGES:
        assert phrase(f"store.{kind}", language, problem=problem)


# --- how much is said at once ---------------------------------------------------------------------


def told(question: Question, belief: Belief, firm: bool, language: str) -> tuple[Verdict, Verdict]:
    """What is said to somebody with this belief, without the tutor and with it."""
    answer = answer_of(question, (belief,))
    assert answer is not None
    notes = Notes(suspicions={belief.id: Suspicion(frozenset("ab" if firm else "a"), firm=firm)})
    shown = Diagnosis({(belief.id,): 1.0}, {belief.id: belief})
    alone = question.judge(answer, language)
    said = advice(question, shown, notes, language)
    return alone, advised(question, alone, shown, said, language, firm=firm)


@both
@pytest.mark.parametrize("area", ["initial", "canasta", "deck"])
def test_a_belief_is_told_in_three_sentences_with_one_question(area: str, language: str) -> None:
    found = 0
    for id in ids():
        question = load(id).at()
        for belief in held(question) if id.startswith(f"{area}/") else ():
            for firm in (False, True):
                alone, with_it = told(question, belief, firm, language)
                if with_it != alone:
                    found += 1
                    assert brief(with_it.say), (id, belief.id, with_it.say)
    assert found


def test_a_firm_belief_is_named_after_what_the_author_wrote() -> None:
    question = load("pile/who-is-frozen").at("classic")
    added = 0
    for belief in held(question):
        alone, once = told(question, belief, False, "en")
        _, again = told(question, belief, True, "en")
        if any(question.reason(id, "en") in " ".join(alone.say) for id in question.option_ids()):
            assert once == alone
            assert again.say[: len(alone.say)] == alone.say
            added += again != alone
    assert added
