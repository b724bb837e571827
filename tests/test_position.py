"""The position of an exercise is drawn as it lies at the table, and never answers the question."""

from __future__ import annotations

import re

import pytest

from canasta_tutor.exercises import ids, load
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.widgets.board import Board
from canasta_tutor.widgets.position import position_html
from canasta_tutor.widgets.words import ui

every_language = pytest.mark.parametrize("language", LANGUAGES)


def alts(name: str, language: str = "en") -> list[str]:
    """What is read aloud of the pictures of a position."""
    return re.findall(r'alt="([^"]*)"', position_html(load(name).at(None), language))


@every_language
def test_a_picture_shows_cards_and_its_notes_begin_as_sentences(language: str) -> None:
    for question in (load(id).at(None) for id in ids()):
        html = position_html(question, language)
        assert not html or "<img" in html, question.exercise.id
        first = re.sub("<[^>]*>", "", html)[:1]
        assert first == first.upper(), question.exercise.id


@every_language
def test_the_freezing_card_lies_crosswise(language: str) -> None:
    question = load("pile/frozen-one-match").at(None)
    assert question.deal is not None
    board = Board(question.deal.view(question.deal.seat), language)
    (across,) = board.view.freeze(board.view.side).by
    named = ui("crosswise", language, card="").strip()
    pile = next(alt for alt in alts("pile/frozen-one-match", language) if named in alt)
    assert pile.count(named) == 1
    assert across.is_wild


def test_no_card_lies_crosswise_where_it_is_asked_what_freezes() -> None:
    for name in ("pile/who-is-frozen", "pile/frost-gone", "pile/blocked-or-frozen"):
        assert not any("crosswise" in alt for alt in alts(name)), name


def test_a_canasta_is_closed_with_its_count_and_what_lies_in_it() -> None:
    html = position_html(load("score/mid-deal").at(None), "en")
    assert ">7</span>" in html
    assert "A♠ A♥" in re.sub("<[^>]*>", " ", html)
    assert any("atural canasta of aces" in alt for alt in alts("score/mid-deal"))


def test_where_a_deal_is_counted_its_cards_lie_open() -> None:
    for name in ("score/all-at-once", "score/from-the-hand"):
        assert not any("canasta" in alt for alt in alts(name)), name
