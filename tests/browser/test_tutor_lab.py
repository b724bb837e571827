"""The tutor's words in real JupyterLab: a lesson's own cells, its kernel, and the learner's folder."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises import load
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.exercises.prose import plain
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.tutor.speaking import phrase as told
from tests.browser.lab import Notebook

TWO = (
    ("value.pips", "deck/wilds-keep-their-price"),
    ("value.ace_ten", "deck/same-hand-dearer"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_misunderstandings_are_met_in_a_lesson_and_one_is_asked_about_once_more(
    language: str, open_notebook: Callable[[str], Notebook]
) -> None:
    notebook = open_notebook(f"{language}/01-cards.ipynb")
    notebook.keep_all_cells()
    notebook.run_all()
    check = phrase("ui.check", language)
    for belief, name in TWO:
        held, question = library()[belief], load(name).at("classic")
        title = plain(question.title(language))
        card = notebook.page.locator(".canasta-exercise").filter(has_text=title).first
        card.get_by_role("textbox").first.fill(answer_of(question, (held,)) or "")
        card.get_by_role("button", name=check, exact=True).first.click()
        expect(card.locator(".canasta-feedback").first).to_contain_text(held.text("say", language))
    offer = card.get_by_role("button", name=told("follow.single", language), exact=True)
    offer.click()
    expect(card.locator(".canasta-beside .canasta-exercise")).to_be_visible()
    notebook.shot(f"tutor-lab-{language}")
    assert notebook.errors() == []
    assert notebook.console_errors == []
    assert notebook.foreign_requests == []
