"""Lesson 05 in real JupyterLab, as a learner goes through it: by mouse, by keyboard, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from canasta_tutor.cards import read_cards
from canasta_tutor.exercises import load
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.lesson_rulings import say
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.widgets.freezer import TEXTS, Freezer
from canasta_tutor.widgets.words import ui
from canasta_tutor.wording import card_name, rule_name, rule_sentence
from tests.browser.conftest import WINDOW
from tests.browser.lab import Lab, Notebook
from tests.browser.stage import stage

CLASSIC: Final = Rulebook.load("classic")
MARKERS: Final = {"en": "[classic, 000:43]", "es": "[clásica, 000:43]"}
_STILL: Final = """() => {
    const tall = document.querySelector(".jp-WindowedPanel-outer").scrollHeight;
    const still = window.tall === tall;
    window.tall = tall;
    return still;
}"""
"""Whether the page has stopped growing since it was last asked."""

Open = Callable[[str], Notebook]
both = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module", params=LANGUAGES)
def learner(request: pytest.FixtureRequest, browser: Browser, lab: Lab) -> Iterator[Learner]:
    """Somebody with the lesson open and run; all tests of this language go on where the last one stopped."""
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    notebook = Notebook(context.new_page(), lab, f"{request.param}/05-frozen-and-blocked.ipynb")
    notebook.open()
    notebook.keep_all_cells()
    notebook.run_all()
    asked = sum("lesson.exercise(" in "".join(cell["source"]) for cell in notebook.code_cells())
    expect(notebook.page.locator(".canasta-exercise")).to_have_count(asked)
    notebook.page.wait_for_function(_STILL, polling=300)
    yield Learner(notebook, request.param)
    notebook.close()


@dataclass(frozen=True)
class Learner:
    """The open lesson and its language, with the words to find things by."""

    notebook: Notebook
    language: str

    @property
    def page(self) -> Page:
        return self.notebook.page

    def say(self, key: str) -> str:
        """A word on the table, such as the button ``take``."""
        return ui(key, self.language, CLASSIC.at(4))

    def card(self, within: Locator, card: str) -> Locator:
        return _button(within, card_name(read_cards(card)[0], self.language))

    def table(self, number: int) -> Locator:
        """One of the lesson's tables to play at, in their order from the top."""
        return self.page.locator(".canasta-table:not(.canasta-freezer)").nth(number)

    def exercise(self, name: str) -> Locator:
        title = load(name).half(self.language).title.text
        return self.page.get_by_role("region", name=title, exact=True)

    def label(self, name: str, option: str) -> str:
        return load(name).half(self.language).options[option].label.text

    def reason(self, name: str, option: str) -> str:
        text = load(name).half(self.language).options[option].reason.text
        return " ".join(text.replace("*", "").split())

    def tab_to(self, name: str, most: int = 30) -> None:
        """Press Tab until the button of this name has the focus."""
        for _ in range(most):
            if self.page.evaluate("document.activeElement.textContent") == name:
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"no {name!r} within {most} presses of Tab")

    def refused(self, table: Locator, rule: str) -> None:
        """The refusal names the rule, what was found and the source; *Why?* says the rule itself."""
        message = table.locator(".canasta-message")
        expect(message).to_contain_text(rule_name(rule, self.language))
        expect(message).to_contain_text(MARKERS[self.language])
        message.locator("summary").first.click()
        expect(message).to_contain_text(rule_sentence(CLASSIC.at(4), rule, self.language))


def _button(within: Locator, name: str) -> Locator:
    return within.get_by_role("button", name=name, exact=True)


# --- what a learner does --------------------------------------------------------------------------


def test_the_pile_is_refused_and_another_one_taken(learner: Learner) -> None:
    nines = learner.table(0)
    _button(nines, learner.say("take")).click()
    learner.refused(nines, "pile.frozen_needs")
    expect(nines.locator(".canasta-pile-fan .canasta-card")).to_have_count(4)

    later = learner.table(3)
    learner.card(later, "6♠").click()
    learner.card(later, "6♣").click()
    _button(later, learner.say("take")).click()
    expect(later.locator(".canasta-status")).to_have_text(learner.say("to_play"))
    expect(later.locator(".canasta-pile-fan .canasta-card")).to_have_count(0)
    expect(later.locator(".canasta-own .canasta-meld")).to_have_count(2)


def test_the_same_by_keyboard_alone(learner: Learner) -> None:
    keyboard = learner.page.keyboard
    before = [cell["source"] for cell in learner.notebook.code_cells()]
    tens = learner.table(1)
    tens.locator(".canasta-fan button:not([tabindex='-1'])").focus()
    wanted = [card_name(card, learner.language) for card in read_cards("10♠ 2♥")]
    for _ in range(4):
        if learner.page.evaluate("document.activeElement.getAttribute('aria-label')") in wanted:
            keyboard.press("Space")
        keyboard.press("ArrowRight")
    expect(tens.locator(".canasta-fan [aria-pressed=true]")).to_have_count(2)
    for key in ("x", "b", "a", "d", "d"):
        keyboard.press(key)
    learner.tab_to(learner.say("take"))
    keyboard.press("Enter")
    learner.refused(tens, "pile.frozen_needs")
    assert [cell["source"] for cell in learner.notebook.code_cells()] == before


def test_an_exercise_answered_wrongly_and_then_rightly(learner: Learner) -> None:
    name = "pile/under-three-cards"
    exercise, check = learner.exercise(name), phrase("ui.check", learner.language)
    feedback = exercise.locator(".canasta-feedback")

    exercise.get_by_label(learner.label(name, "nobody"), exact=True).check()
    _button(exercise, check).click()
    expect(feedback).to_contain_text(learner.reason(name, "nobody"))
    expect(feedback).to_have_attribute("data-tone", "wrong")

    exercise.get_by_label(learner.label(name, "both"), exact=True).check()
    _button(exercise, check).click()
    expect(feedback).to_have_attribute("data-tone", "right")


def test_an_exercise_by_keyboard_alone(learner: Learner) -> None:
    keyboard, check = learner.page.keyboard, phrase("ui.check", learner.language)
    name = "pile/blocked-or-frozen"
    exercise = learner.exercise(name)
    feedback = exercise.locator(".canasta-feedback")
    exercise.get_by_role("radio").first.focus()
    keyboard.press("ArrowDown")  # the second option: frozen
    learner.tab_to(check)
    keyboard.press("Enter")
    expect(feedback).to_contain_text(learner.reason(name, "frozen"))

    while not learner.page.evaluate("document.activeElement.type === 'radio'"):
        keyboard.press("Shift+Tab")
    keyboard.press("ArrowDown")  # the third one: blocked
    learner.tab_to(check)
    keyboard.press("Enter")
    expect(feedback).to_have_attribute("data-tone", "right")


def test_the_lamps_answer_to_thrown_cards(learner: Learner) -> None:
    freezer = learner.page.locator(".canasta-freezer")
    tray, lit = freezer.locator(".canasta-throw button"), freezer.locator("td.canasta-lit")
    expect(lit).to_have_count(0)
    tray.nth(0).click()
    expect(lit).to_have_count(0)
    tray.nth(1).click()
    expect(lit).to_have_count(4)  # a two on top: frozen for both, and nobody takes a wild card
    tray.nth(0).click()
    expect(lit).to_have_count(2)  # covered: it stays frozen
    tray.nth(3).click()
    expect(lit).to_have_count(4)  # a black three blocks as well
    tray.nth(4).click()
    message = freezer.locator(".canasta-message")
    expect(message).to_contain_text(rule_name("threes.red_discard", learner.language))
    tray.nth(0).click()
    _button(freezer, learner.say("take")).click()
    expect(lit).to_have_count(0)
    tray.nth(0).click()
    freezer.locator(".canasta-opened button").first.click()
    expect(lit).to_have_count(1)  # nothing melded: frozen for us alone


def test_axe_finds_nothing_in_the_lesson(learner: Learner) -> None:
    for theme in ("light", "dark"):
        getattr(learner.notebook, theme)()
        shown = {"table": learner.table(0), "exercise": learner.exercise("pile/under-three-cards")}
        for name, place in shown.items():
            place.scroll_into_view_if_needed()
            learner.notebook.shot(f"lesson-05-{learner.language}-{theme}-{name}")
        assert learner.notebook.axe() == []


def test_nothing_went_wrong_and_nobody_else_was_asked(learner: Learner) -> None:
    assert learner.notebook.errors() == []
    assert learner.notebook.foreign_requests == []
    assert learner.notebook.console_errors == []


# --- before it runs, and the welcome ----------------------------------------------------------------


@both
def test_before_it_runs_the_lesson_is_there_to_read(language: str, open_notebook: Open) -> None:
    notebook = open_notebook(f"{language}/05-frozen-and-blocked.ipynb")
    nine = card_name(read_cards("9♥")[0], language)
    expect(notebook.outputs().locator(f"img[alt*='{nine}']").first).to_be_visible()
    expect(notebook.page.locator(".canasta-table")).to_have_count(0)
    notebook.shot(f"lesson-05-{language}-before")


@both
def test_the_welcome_says_no_by_name(language: str, open_notebook: Open) -> None:
    notebook = open_notebook(f"{language}/00-welcome.ipynb")
    notebook.run_all()
    hands, lay = notebook.page.locator(".canasta-hand"), say("lay", language)
    for card in read_cards("Q♠ Q♥ 2♦"):
        _button(hands.first, card_name(card, language)).click()
    _button(hands.first, lay).click()
    expect(hands.first.locator(".canasta-message")).to_contain_text("2♦")

    second = hands.nth(1)
    second.get_by_role("textbox").fill("9 9 6")
    second.get_by_role("textbox").press("Enter")
    expect(second.locator(".canasta-fan [aria-pressed=true]")).to_have_count(3)
    _button(second, lay).click()
    expect(second.locator(".canasta-message")).to_contain_text(rule_name("meld.one_rank", language))
    notebook.shot(f"welcome-{language}")
    assert notebook.axe() == []


# --- the playground alone ---------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 900])
def test_the_playground_fits_and_keeps_its_keys(width: int, browser: Browser) -> None:
    freezer = Freezer(CLASSIC, "9♣ J♠", language="es")
    with stage(browser, freezer, width=width, reduced_motion="reduce") as shown:
        tray = shown.root.locator(".canasta-throw button")
        tray.first.focus()
        for key in ("ArrowRight", "Enter", "x"):
            shown.page.keyboard.press(key)
        shown.settle()
        assert [card.text for card in freezer.pile] == ["9♣", "J♠", "2♦"]
        assert shown.page.evaluate("window.leaked") == []
        expect(tray.nth(1)).to_be_focused()
        shown.press(TEXTS["es"]["again"])
        assert freezer.pile == freezer.begun
        assert shown.width() <= width
        assert shown.axe() == []
