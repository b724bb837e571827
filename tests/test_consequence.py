"""What a wrong answer would lead to: the table after the move, the table where it is allowed, the sheet of a belief."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises import load
from canasta_tutor.exercises.collection import find, ids
from canasta_tutor.exercises.consequence import consequence
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.moves import read_move
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.widgets import exercise
from canasta_tutor.widgets.exercise import QUIZ, ExerciseCard, Progress

MIXED = library()["score.mixed_as_natural"]


@pytest.fixture(autouse=True)
def _nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path))
    exercise._KEPT.clear()
    yield
    exercise._KEPT.clear()


def test_a_legal_move_called_illegal_is_played_on_a_copy() -> None:
    question = load("canasta/two-on-pure").at("party")
    found = consequence(question, question.wrong()[-1], "en")
    assert found is not None
    assert found.deal is not None
    assert question.deal is not None
    move = read_move(load("canasta/two-on-pure").answer["move"], question.deal.hand)
    assert found.deal.melds == question.deal.play(move).melds
    assert question.deal.objections(move) == ()


def test_an_illegal_move_called_legal_is_shown_where_it_is_allowed() -> None:
    found = consequence(load("canasta/fourth-wild").at("classic"), "yes", "es")
    assert found is not None
    assert found.deal is not None
    assert found.deal.rulebook.id == "club"
    assert "peña" in found.say[0]


def test_where_no_table_allows_it_the_belief_does() -> None:
    question = load("going_out/partner-says-no").at("party")
    advice_only = next(
        one
        for one in library().values()
        if one.rule == "going_out.ask" and answer_of(question, (one,)) == "yes"
    )
    found = consequence(question, "yes", "en", (advice_only,))
    assert found is not None
    assert found.deal is not None
    assert advice_only.text("if", "en") in found.say[0]
    nobody = consequence(question, "yes", "en")
    assert nobody is not None
    assert nobody.deal is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_stands_beside_the_one_of_the_belief(language: str) -> None:
    question = load("probes/pa").at("party")
    answer = answer_of(question, (MIXED,))
    assert answer is not None
    found = consequence(question, answer, language, (MIXED,))
    assert found is not None
    assert "+1000 | +800" in found.say[1]
    assert question.phrase("sheet.rows.total", language) not in found.say[1]


def test_a_right_answer_leads_to_nothing() -> None:
    for id in ("pile/frozen-one-match", "probes/pa", "probes/g1", "final/five-hands-online"):
        question = load(id).at()
        assert consequence(question, question.right()[0], "en", (MIXED,)) is None


def test_the_card_shows_it_folded_and_the_quiz_only_at_the_end() -> None:
    card = ExerciseCard("canasta/fourth-wild", "en", "classic")
    card.check("yes")
    told = card._progress["feedback"]["consequence"]
    assert told["name"] == "What if it were allowed?"
    assert "<img" in told["html"]
    quiz = [id for id in ids() if id.startswith(QUIZ)]
    last = ExerciseCard("final/once-before", "en")
    assert last.question is not None
    wrong = last.question.wrong()[-1]
    last.check(wrong)
    assert last._progress["feedback"]["consequence"] is None
    for id in quiz:
        exercise._KEPT.setdefault((str(find(id)), "classic"), Progress()).tries = 1
    last.check(wrong)
    assert last._progress["feedback"]["consequence"] is not None
