"""The tutor's words in a real browser: a wrong answer that comes from a belief is answered with its own message."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.lesson import Lesson
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.tutor.following import suspects
from canasta_tutor.tutor.speaking import phrase as told
from canasta_tutor.tutor.store import FILE, Store
from canasta_tutor.tutor.tutor import Tutor
from canasta_tutor.widgets.exercise import ExerciseCard
from tests.browser.stage import stage

MIXED = library()["score.mixed_as_natural"]


pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (768, "dark")])
def test_a_belief_is_answered_with_its_own_message(
    width: int, theme: str, language: str, browser: Browser, folder: Path
) -> None:
    (folder / FILE).write_bytes(b"no database at all, and rather long " * 50)
    card = Lesson("10-keeping-score", language).exercise("probes/pa")
    assert card.question is not None
    answer = answer_of(card.question, (MIXED,))
    assert answer is not None
    card._put(answer)
    with stage(browser, card, width=width, theme=theme) as shown:
        check = phrase("ui.check", language)
        shown.root.get_by_role("button", name=check, exact=True).click()
        said = shown.root.locator(".canasta-feedback")
        expect(said).to_contain_text(MIXED.text("say", language))
        expect(said).to_contain_text(MIXED.text("if", language))
        note = shown.root.locator(".canasta-message")
        expect(note).to_have_attribute("data-kind", "note")
        expect(note).not_to_be_empty()
        assert shown.width() <= width
        shown.shot(f"tutor-{language}-{width}-{theme}")
    assert [kept.exercise for kept in Store().answers] == ["probes/pa"]
    assert MIXED.id in Tutor(card.question.rulebook, language).notes.suspected


def test_the_tutor_is_switched_off_in_the_first_line_of_a_lesson(browser: Browser) -> None:
    lesson = Lesson("10-keeping-score", "en")
    with stage(browser, lesson.header, width=360) as shown:
        switch = shown.root.get_by_role("button", name="Tutor", exact=True)
        expect(switch).to_have_attribute("aria-pressed", "true")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "false")
        expect(shown.root.locator(".canasta-message")).to_contain_text("The tutor is off")
        assert shown.width() <= 360
        shown.shot("tutor-switch")
    assert not lesson.listening.on


@pytest.mark.parametrize(
    ("name", "table", "answer", "language", "width", "theme"),
    [
        ("canasta/fourth-wild", "classic", "yes", "en", 900, "light"),
        ("canasta/two-on-pure", "party", "no meld.one_rank", "es", 380, "dark"),
    ],
)
def test_what_a_wrong_answer_leads_to_opens_with_one_press(
    name: str, table: str, answer: str, language: str, width: int, theme: str, browser: Browser
) -> None:
    card = ExerciseCard(name, language, table)
    card.check(answer)
    told = card._progress["feedback"]["consequence"]
    with stage(browser, card, width=width, theme=theme) as shown:
        summary = shown.root.locator("summary").get_by_text(told["name"], exact=True)
        picture = shown.root.locator("details .canasta-position")
        expect(picture).to_be_hidden()
        summary.focus()
        shown.page.keyboard.press("Enter")
        expect(picture).to_be_visible()
        assert shown.width() <= width
        assert shown.axe() == []
        shown.shot(f"consequence-{language}-{width}-{theme}")


def test_a_sheet_with_the_belief_stands_beside_the_one_by_the_rule(browser: Browser) -> None:
    card = Lesson("10-keeping-score", "es").exercise("probes/pa")
    assert card.question is not None
    answer = answer_of(card.question, (MIXED,))
    assert answer is not None
    card.check(answer)
    with stage(browser, card, width=380, theme="light") as shown:
        shown.root.locator("summary").get_by_text("¿Qué diría la hoja?").click()
        expect(shown.root.locator("details table")).to_contain_text("Con esta idea")
        table, card_box = (
            shown.root.locator("details table").bounding_box(),
            shown.root.bounding_box(),
        )
        assert table is not None
        assert card_box is not None
        assert table["x"] + table["width"] <= card_box["x"] + card_box["width"]
        shown.shot("consequence-sheet-380")


@pytest.mark.parametrize(
    ("language", "width", "theme"), [("en", 900, "dark"), ("es", 380, "light")]
)
def test_a_short_exercise_below_singles_out_one_of_two_beliefs(
    language: str, width: int, theme: str, browser: Browser
) -> None:
    card = Lesson("07-canastas", language).exercise("canasta/fourth-wild")
    card._put("yes")
    with stage(browser, card, width=width, theme=theme) as shown:
        check = phrase("ui.check", language)
        shown.press(check)
        offer = shown.button(told("follow.apart", language))
        expect(offer).to_be_visible()
        offer.focus()
        shown.page.keyboard.press("Enter")
        below = shown.root.locator(".canasta-beside .canasta-exercise")
        expect(below).to_be_visible()
        expect(offer).to_be_hidden()
        assert shown.page.evaluate(
            "document.querySelector('.canasta-beside').contains(document.activeElement)"
        )
        child = card.beside.inside
        assert child is not None
        assert child.question is not None
        assert card.progress.advice.diagnosis is not None
        first, second = suspects(card.progress.advice.diagnosis)
        answer = answer_of(child.question, (second,))
        held = second if answer else first
        wanted = (answer or answer_of(child.question, (first,)) or "").split()
        for box in below.locator("input").all():
            if box.input_value() in wanted:
                box.check()
        below.get_by_role("button", name=check, exact=True).click()
        outcome = shown.root.locator(".canasta-outcome").last
        expect(outcome).to_contain_text(held.text("if", language))
        expect(below.locator(".canasta-feedback")).not_to_be_empty()
        expect(shown.root.locator(".canasta-feedback").first).not_to_be_empty()
        assert shown.width() <= width
        assert shown.axe() == []
        shown.shot(f"follow-{language}-{width}-{theme}")
        shown.root.get_by_role("button", name=check, exact=True).first.click()
        expect(below).to_have_count(0)


def test_an_explanation_is_put_off_with_one_press(browser: Browser) -> None:
    card = Lesson("10-keeping-score", "en").exercise("probes/pa")
    assert card.question is not None
    card._put(answer_of(card.question, (MIXED,)) or "")
    with stage(browser, card, width=380) as shown:
        shown.press("Check")
        said = shown.root.get_by_text(MIXED.text("say", "en"))
        expect(said).to_be_visible()
        shown.press("Explain later")
        expect(said).to_be_hidden()
        expect(shown.button("Check")).to_be_focused()
        shown.root.locator("summary").get_by_text("Put off").click()
        expect(said).to_be_visible()
        shown.shot("put-off-380")


TEN = (
    ("value.pips", "deck/wilds-keep-their-price"),
    ("deck.twos_natural", "pile/which-freeze"),
    ("turn.meld_first", "turn/four-steps"),
    ("meld.no_twins", "meld/what-may-still-come"),
    ("pile.no_onto_meld", "taking/five-wishes"),
    ("words.frozen", "pile/five-piles"),
    ("initial.flat_50", "initial/six-openings"),
    ("threes.black_any_time", "threes/five-last-turns"),
    ("out.black_pair", "threes/five-last-turns"),
    ("score.canasta_cards_free", "score/dead-heat"),
    ("game.mid_deal", "probes/w1"),
)
"""Misunderstandings of different areas, each with an exercise in which it shows."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("belief", "name"), TEN)
def test_each_of_ten_misunderstandings_is_met_with_its_own_message(
    belief: str, name: str, language: str, browser: Browser
) -> None:
    held = library()[belief]
    card = Lesson("05-frozen-and-blocked", language).exercise(name)
    assert card.question is not None
    card._put(answer_of(card.question, (held,)) or "")
    with stage(browser, card) as shown:
        shown.press(phrase("ui.check", language))
        said = shown.root.locator(".canasta-feedback").first
        expect(said).to_contain_text(held.text("say", language))
        others = [one.text("say", language) for one in library().values() if one != held]
        text = said.inner_text()
        assert not [one for one in others if one != held.text("say", language) and one in text]


def test_the_ten_are_of_different_areas() -> None:
    assert len({belief.partition(".")[0] for belief, _ in TEN}) >= 10
