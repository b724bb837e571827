"""Exercises in a real browser, without a kernel: every kind by mouse and by keyboard alone, and how they look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from canasta_tutor.exercises.generators import generate
from canasta_tutor.exercises.ladder import rungs
from canasta_tutor.exercises.templates import BLANK
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.widgets import exercise
from canasta_tutor.widgets.exercise import ExerciseCard
from tests.browser.stage import WIDTHS, Stage, stage, state

OWN = Path(__file__).parents[1] / "exercises"
KINDS = {
    "ruling": ("pile/frozen-one-match", "no pile.onto_meld"),
    "choice": ("pile/who-is-frozen", "both"),
    "tick-all": (str(OWN / "tick-all.md"), "a b"),
    "panel": (str(BLANK / "panel.md"), "a frozen; b frozen; c 50"),
    "long panel": ("probes/f1", "a open; b open"),
    "number": ("pile/six-card-pile", "11"),
    "cards": ("pile/which-freeze", "★ 3♠"),
    "discard": (str(OWN / "discard.md"), "6♠"),
    "lay-down": (str(OWN / "lay.md"), "lay A♠ A♥ A♦"),
    "sheet": (str(OWN / "sheet.md"), "us canastas 500; us out 100; us total 600"),
    "order": (str(OWN / "order.md"), "draw throw lay"),
}
"""An exercise of each kind, and a wrong answer."""

each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    exercise._KEPT.clear()
    yield
    exercise._KEPT.clear()


def card(kind: str, language: str = "en") -> ExerciseCard:
    return ExerciseCard(KINDS[kind][0], language)


def put(shown: Stage) -> None:
    """Show what has changed in Python."""
    shown.page.evaluate("changes => window.put(changes)", state(shown.widget))


def answered(shown: Stage, kind: str) -> None:
    """A wrong answer, all hints, then a right one and the solution: all that can be on the page."""
    widget = shown.widget
    assert isinstance(widget, ExerciseCard)
    assert widget.question is not None
    widget.check(KINDS[kind][1])
    for _ in range(rungs(widget.question, widget.language)):
        widget.hint()
    put(shown)


def solved(shown: Stage) -> None:
    widget = shown.widget
    assert isinstance(widget, ExerciseCard)
    assert widget.question is not None
    widget.check(widget.question.right()[0])
    widget.show_solution()
    put(shown)
    for details in shown.root.locator("details").all():
        details.evaluate("details => { details.open = true; }")


# --- how they look --------------------------------------------------------------------------------


@each_kind
@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_scrolls_sideways(kind: str, language: str, browser: Browser) -> None:
    with stage(browser, card(kind, language), width=WIDTHS[0]) as shown:
        for step in ("asked", "wrong", "solved"):
            if step != "asked":
                answered(shown, kind) if step == "wrong" else solved(shown)
            for width in WIDTHS:
                shown.page.set_viewport_size({"width": width, "height": 900})
                assert shown.width() <= width
                if width in (360, 768):
                    shown.shot(f"exercise-{kind}-{language}-{width}-{step}")


@each_kind
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(kind: str, theme: str, browser: Browser) -> None:
    with stage(browser, card(kind), theme=theme, reduced_motion="reduce") as shown:
        assert shown.axe() == []
        answered(shown, kind)
        assert shown.axe() == []
        solved(shown)
        shown.shot(f"exercise-{kind}-{theme}")
        assert shown.axe() == []


ANSWERED = """root => JSON.stringify([
    [...root.querySelectorAll("input, select")].map((one) => [one.value, one.checked]),
    root.querySelectorAll("[aria-pressed=true]").length,
    root.querySelector(".canasta-answer").textContent,
    root.querySelector(".canasta-feedback").textContent,
])"""


@each_kind
def test_other_colours_leave_what_was_answered(kind: str, browser: Browser) -> None:
    """The cards of an exercise change with the learner's wish; the answer in the controls stays."""
    with stage(browser, card(kind)) as shown:
        widget = shown.widget
        assert isinstance(widget, ExerciseCard)
        widget.check(KINDS[kind][1])
        put(shown)
        before, drawn = shown.root.evaluate(ANSWERED), shown.root.inner_html()
        widget._display({"four_colour": True})
        put(shown)
        assert shown.root.evaluate(ANSWERED) == before
        assert shown.root.inner_html() != drawn or "<svg" not in drawn


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "found no exercise 'pile/no-such-thing'; expected such as"),
        ("es", "no hay ningún ejercicio 'pile/no-such-thing'; se espera algo como"),
    ],
)
def test_a_broken_file_is_shown_in_the_place(browser: Browser, language: str, said: str) -> None:
    with stage(browser, ExerciseCard("pile/no-such-thing", language), width=360) as shown:
        expect(shown.root).to_contain_text(said)
        shown.shot(f"broken-{language}")
        assert shown.width() <= 360
        assert shown.axe() == []


# --- by mouse ---------------------------------------------------------------------------------------


def feedback(shown: Stage, tone: str) -> None:
    shown.settle()
    expect(shown.root.locator(".canasta-feedback")).to_have_attribute("data-tone", tone)


def test_a_ruling_asks_for_the_rule_before_it_judges(browser: Browser) -> None:
    with stage(browser, card("ruling")) as shown:
        which = shown.root.get_by_text("Which rule forbids it?", exact=True).last
        expect(which).to_be_hidden()
        shown.root.get_by_label("No", exact=True).check()
        expect(which).to_be_visible()
        shown.press("Check")
        feedback(shown, "note")
        shown.root.get_by_label("What takes a frozen pile").check()
        shown.press("Check")
        feedback(shown, "right")


def test_a_wrong_choice_then_the_right_one(browser: Browser) -> None:
    with stage(browser, card("choice", "es")) as shown:
        shown.root.get_by_label("Para las dos parejas").check()
        shown.press("Comprobar")
        feedback(shown, "wrong")
        expect(shown.root.locator(".canasta-feedback")).to_contain_text(
            "En este pozo no hay ninguno"
        )
        shown.root.get_by_label("Solo para ellos").check()
        shown.press("Comprobar")
        feedback(shown, "right")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("entered", [False, True])
@pytest.mark.parametrize("kind", ["cards", "discard", "lay-down"])
def test_what_is_typed_counts_entered_or_not(
    kind: str, entered: bool, language: str, browser: Browser
) -> None:
    widget = card(kind, language)
    assert widget.question is not None
    with stage(browser, widget) as shown:
        line = shown.root.get_by_role("textbox")
        line.fill(widget.question.right()[0])
        if entered:
            line.press("Enter")
        shown.root.locator(".canasta-main").click()
        shown.settle()
        feedback(shown, "right")
        expect(line).to_have_value("")
        line.fill("Z Z Z")
        shown.root.locator(".canasta-main").click()
        shown.settle()
        feedback(shown, "note")
        expect(line).to_have_value("Z Z Z")


def test_the_first_option_that_does_not_stand_is_marked(browser: Browser) -> None:
    with stage(browser, card("tick-all")) as shown:
        ticks = shown.root.get_by_role("checkbox")
        ticks.nth(0).check()
        ticks.nth(1).check()
        shown.press("Check")
        feedback(shown, "partly")
        expect(shown.root.locator(".canasta-pick[data-part=wrong]")).to_have_count(1)


def test_a_panel_counts_its_cases_and_marks_the_first_that_does_not_stand(browser: Browser) -> None:
    with stage(browser, card("panel")) as shown:
        cases = shown.root.locator(".canasta-case")
        cases.nth(0).get_by_label("Frozen").check()
        cases.nth(1).get_by_label("Frozen").check()
        shown.press("Check")
        feedback(shown, "partly")
        expect(shown.root.locator(".canasta-feedback")).to_contain_text("1 of 3 cases stand.")
        expect(shown.root.locator(".canasta-feedback")).to_contain_text("It does not freeze.")
        expect(shown.root.locator(".canasta-case[data-part=wrong]")).to_have_count(1)
        cases.nth(1).get_by_label("Blocked for this turn").check()
        shown.press("Check")
        expect(shown.root.locator(".canasta-feedback")).to_contain_text("no answer yet")
        expect(shown.root.locator(".canasta-case[data-part=wrong]")).to_have_count(0)
        cases.nth(2).get_by_role("textbox").fill("90")
        shown.press("Check")
        feedback(shown, "right")
        shown.press("Try again")
        expect(shown.root.locator("input:checked")).to_have_count(0)


def test_many_named_answers_open_from_a_list(browser: Browser) -> None:
    with stage(browser, card("long panel", "es")) as shown:
        shown.root.get_by_role("combobox").nth(0).select_option("Congelado, para las dos")
        shown.press("Comprobar")
        feedback(shown, "wrong")
        expect(shown.root.get_by_role("combobox").nth(0)).to_have_attribute("aria-invalid", "true")


def test_what_was_begun_in_a_panel_is_there_again(browser: Browser) -> None:
    with stage(browser, card("panel")) as shown:
        shown.root.locator(".canasta-case").nth(0).get_by_label("Frozen").check()
        shown.root.get_by_role("textbox").fill("1.500")
        shown.settle()
    with stage(browser, card("panel", "es")) as shown:
        expect(shown.root.get_by_label("Congelado").first).to_be_checked()
        expect(shown.root.get_by_role("textbox")).to_have_value("1.500")


def test_cards_are_picked_and_typed(browser: Browser) -> None:
    with stage(browser, card("cards")) as shown:
        shown.press("joker", "two of diamonds", "Check")
        feedback(shown, "right")
        shown.press("Try again")
        expect(shown.root.locator("[aria-pressed=true]")).to_have_count(0)
        entry = shown.root.get_by_role("textbox")
        entry.fill("3s 2d")
        entry.press("Enter")
        shown.settle()
        expect(shown.button("three of spades", pressed=True)).to_be_visible()
        expect(shown.root.locator("[aria-pressed=true]")).to_have_count(2)
        entry.fill("9x")
        entry.press("Enter")
        feedback(shown, "note")
        expect(shown.root.locator(".canasta-feedback")).to_contain_text("I can't read “9x”")


def test_one_card_takes_the_place_of_the_other_where_one_is_asked_for(browser: Browser) -> None:
    with stage(browser, card("discard")) as shown:
        shown.press("six of spades", "three of spades")
        expect(shown.root.locator("[aria-pressed=true]")).to_have_count(1)
        shown.press("Check")
        feedback(shown, "right")


def test_a_lay_down_is_built_of_several_melds(browser: Browser) -> None:
    with stage(browser, card("lay-down")) as shown:
        shown.press("ace of spades", "ace of hearts", "ace of diamonds", "Add as a meld", "Check")
        feedback(shown, "wrong")
        expect(shown.root.locator(".canasta-feedback")).to_contain_text("60 laid, 90 needed")
        shown.press("king of spades", "king of hearts", "two of diamonds", "Add as a meld", "Check")
        feedback(shown, "right")
        shown.root.get_by_role("button", name="Take back").first.click()
        expect(shown.button("ace of spades")).to_be_visible()


def test_chosen_cards_count_as_a_meld_whether_they_were_added_or_not(browser: Browser) -> None:
    with stage(browser, card("lay-down")) as shown:
        shown.press("ace of spades", "ace of hearts", "ace of diamonds", "Add as a meld")
        shown.press("king of spades", "king of hearts", "two of diamonds", "Check")
        feedback(shown, "right")
        expect(shown.root.locator(".canasta-built-meld")).to_have_count(2)
        expect(shown.root.locator(".canasta-fan [aria-pressed=true]:visible")).to_have_count(0)


def test_a_lay_down_that_is_drawn_fits_a_phone_and_hears_how_many_cards_would_do(
    browser: Browser,
) -> None:
    drawn = generate("fewest_cards", Rulebook.load("classic"), level=4, seed=5)
    question = drawn.at()
    right = question.right()[0].removeprefix("lay ")
    long = next(one for one in question.wrong() if question.judge(one, "es").state == "partly")
    with stage(browser, ExerciseCard(drawn, "es"), width=360) as shown:
        wide = shown.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360
        expect(shown.root.locator(".canasta-fan button:visible")).to_have_count(
            len(question.asker.deal.hand)
        )
        _type_and_check(shown, long.removeprefix("lay "), "Comprobar")
        expect(shown.root.locator(".canasta-feedback")).to_contain_text("bastarían menos cartas")
        while (back := shown.root.get_by_role("button", name="Devolver").first).is_visible():
            back.click()
            shown.settle()
        _type_and_check(shown, right, "Comprobar")
        feedback(shown, "right")


def _type_and_check(shown: Stage, text: str, check: str) -> None:
    shown.root.locator("input[type=text]").fill(text)
    shown.page.keyboard.press("Enter")
    shown.settle()
    shown.press(check)


@each_kind
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_empty_answer_is_told_what_to_do(kind: str, language: str, browser: Browser) -> None:
    with stage(browser, card(kind, language)) as shown:
        shown.press({"en": "Check", "es": "Comprobar"}[language])
        if kind == "order":  # the items stand in some order: that is an answer
            expect(shown.root.locator(".canasta-feedback")).to_have_attribute("data-tone", "wrong")
        else:
            feedback(shown, "note")
            expect(shown.root.locator(".canasta-feedback")).to_contain_text(
                {"en": "press Check.", "es": "pulsa Comprobar."}[language]
            )


def test_a_sheet_shows_which_lines_stand(browser: Browser) -> None:
    with stage(browser, card("sheet")) as shown:
        for row, number in (("Canastas", "500"), ("Going out", "100"), ("Total", "600")):
            shown.root.get_by_label(row, exact=True).fill(number)
        shown.press("Check")
        feedback(shown, "partly")
        wrong = shown.root.get_by_label("Canastas", exact=True)
        expect(wrong).to_have_attribute("aria-invalid", "true")
        expect(shown.root.get_by_label("Going out", exact=True)).to_have_attribute(
            "data-part", "right"
        )


# --- by keyboard alone ------------------------------------------------------------------------------


def tab_to(page: Page, what: str) -> None:
    """Press Tab until the focused element is one that ``what``, a script, holds true of."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(f"(({what}))(document.activeElement)"):
            return
    raise AssertionError(f"not reached by Tab: {what}")


def check_by_keys(shown: Stage) -> None:
    tab_to(shown.page, "one => one.textContent === 'Check'")
    shown.page.keyboard.press("Enter")


def _ruling(shown: Stage) -> None:
    keys = shown.page.keyboard
    tab_to(shown.page, "one => one.type === 'radio'")
    keys.press("ArrowDown")
    tab_to(shown.page, "one => one.type === 'radio'")
    keys.press("Space")
    right = shown.root.get_by_label("What takes a frozen pile")
    for _ in range(shown.root.locator("input[type=radio]").count()):
        if not right.is_checked():
            keys.press("ArrowDown")
    check_by_keys(shown)


def _choice(shown: Stage) -> None:
    tab_to(shown.page, "one => one.type === 'radio'")
    for _ in range(2):
        shown.page.keyboard.press("ArrowDown")
    check_by_keys(shown)


def _panel(shown: Stage) -> None:
    for times in (1, 2):
        tab_to(shown.page, "one => one.type === 'radio'")
        for _ in range(times):
            shown.page.keyboard.press("ArrowDown")
    tab_to(shown.page, "one => one.type === 'text'")
    shown.page.keyboard.type("90")
    shown.page.keyboard.press("Enter")


def _long_panel(shown: Stage) -> None:
    for name in (
        "Op",
        "Frozen, for y",
        "Frozen, for b",
        "Bl",
        "Op",
        "Frozen, for b",
        "Op",
        "Frozen, for b",
        "Frozen, for t",
    ):
        tab_to(shown.page, "one => one.matches('select')")
        shown.page.keyboard.type(name)
    check_by_keys(shown)


def _tick_all(shown: Stage) -> None:
    for value in ("a", "c"):
        tab_to(shown.page, f"one => one.value === '{value}'")
        shown.page.keyboard.press("Space")
    check_by_keys(shown)


def _number(shown: Stage) -> None:
    tab_to(shown.page, "one => one.type === 'text'")
    shown.page.keyboard.type("10")
    shown.page.keyboard.press("Enter")


def _cards(shown: Stage) -> None:
    tab_to(shown.page, "one => one.matches('.canasta-fan button')")
    for key in ("Space", "ArrowRight", "Space"):
        shown.page.keyboard.press(key)
    check_by_keys(shown)


def _discard(shown: Stage) -> None:
    tab_to(shown.page, "one => one.matches('.canasta-fan button')")
    shown.page.keyboard.press("Space")
    check_by_keys(shown)


def _lay_down(shown: Stage) -> None:
    tab_to(shown.page, "one => one.type === 'text'")
    shown.page.keyboard.type("A A A, K K 2")
    shown.page.keyboard.press("Enter")
    shown.settle()
    expect(shown.root.locator(".canasta-built-meld")).to_have_count(2)
    check_by_keys(shown)


def _sheet(shown: Stage) -> None:
    for number in ("300", "150", "0", "100", "-35", "515"):
        tab_to(shown.page, "one => one.type === 'text'")
        shown.page.keyboard.type(number)
    shown.page.keyboard.press("Enter")


def _order(shown: Stage) -> None:
    up = "one => one.textContent === '↑' && one.closest('li').dataset.id"
    for id, times in (("draw", 2), ("throw", 0), ("lay", 1)):
        places = "[...document.querySelectorAll('.canasta-item')].map(one => one.dataset.id)"
        for _ in range(times):
            if shown.page.evaluate(f"{places}.indexOf('{id}')") == {"draw": 0, "lay": 1}[id]:
                break
            shown.page.evaluate("document.activeElement.blur()")
            tab_to(shown.page, f"{up} === '{id}'")
            shown.page.keyboard.press("Enter")
    check_by_keys(shown)


BY_KEYS = {
    "ruling": _ruling,
    "choice": _choice,
    "tick-all": _tick_all,
    "panel": _panel,
    "long panel": _long_panel,
    "number": _number,
    "cards": _cards,
    "discard": _discard,
    "lay-down": _lay_down,
    "sheet": _sheet,
    "order": _order,
}


@each_kind
def test_by_keyboard_alone(kind: str, browser: Browser) -> None:
    with stage(browser, card(kind)) as shown:
        BY_KEYS[kind](shown)
        feedback(shown, "right")
        assert shown.page.evaluate("window.leaked.filter(key => key !== 'Tab')") == []


def test_notebook_keys_stay_in_the_exercise(browser: Browser) -> None:
    with stage(browser, card("cards")) as shown:
        shown.cards().first.focus()
        for key in ("x", "a", "b", "d", "d"):
            shown.page.keyboard.press(key)
        shown.button("Check").focus()
        shown.page.keyboard.press("x")
        assert shown.page.evaluate("window.leaked") == []


# --- hints, solution, what is kept -----------------------------------------------------------------


def test_hints_stay_open_and_the_solution_comes_last(browser: Browser) -> None:
    with stage(browser, card("ruling")) as shown:
        expect(shown.button("Show the solution")).to_be_hidden()
        shown.press("Hint")
        expect(shown.root.locator(".canasta-hint")).to_have_count(1)
        shown.press("Another hint")
        expect(shown.root.locator(".canasta-hint")).to_have_count(2)
        while shown.button("Another hint").is_visible():
            shown.press("Another hint")
        steps = shown.root.locator(".canasta-hint")
        expect(steps.last).to_contain_text("a step with other cards")
        count = steps.count()
        shown.press("Show the solution")
        expect(shown.root.locator(".canasta-solution")).to_contain_text("The move is not legal.")
        expect(steps).to_have_count(count)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "theme"), [(380, "light"), (900, "dark")])
def test_what_matters_lights_up_and_the_card_keeps_its_place(
    width: int, theme: str, language: str, browser: Browser
) -> None:
    widget = ExerciseCard("pile/frozen-one-match", language)
    assert widget.question is not None
    with stage(browser, widget, width=width, theme=theme) as shown:
        picture = shown.root.locator(".canasta-position")
        place = "box => [box.offsetLeft, box.offsetTop, box.offsetWidth, box.offsetHeight]"
        before, box = picture.inner_html(), picture.evaluate(place)
        for number in range(rungs(widget.question, language)):
            key = "next_hint" if number else "hint"
            shown.press(phrase(f"ui.{key}", language))
        expect(shown.root.locator(".canasta-hint")).to_have_count(rungs(widget.question, language))
        assert picture.inner_html() != before
        assert picture.evaluate(place) == box
        assert shown.width() <= width
        assert shown.axe() == []
        shown.shot(f"ladder-{language}-{width}-{theme}")


def test_what_was_begun_is_there_when_the_cell_runs_again(browser: Browser) -> None:
    with stage(browser, card("lay-down")) as shown:
        shown.press("ace of spades", "ace of hearts", "ace of diamonds", "Add as a meld")
    with stage(browser, card("lay-down", "es")) as shown:
        expect(shown.root.locator(".canasta-built-meld")).to_have_count(1)
    with stage(browser, card("number")) as shown:
        shown.root.get_by_role("textbox").fill("12")
        shown.settle()
        shown.press("Check")
    with stage(browser, card("number")) as shown:
        expect(shown.root.get_by_role("textbox")).to_have_value("12")
        feedback(shown, "wrong")


def test_after_two_wrong_tries_a_hint_is_offered(browser: Browser) -> None:
    with stage(browser, card("number")) as shown:
        for number in ("12", "5"):
            shown.root.get_by_role("textbox").fill(number)
            shown.settle()
            shown.press("Check")
        expect(shown.button("Hint")).to_have_class("canasta-button canasta-quiet canasta-offered")


def test_what_is_not_connected_says_so(browser: Browser) -> None:
    widget = card("number")
    widget._shown = {**widget._shown, "patience": 100}
    with stage(browser, widget) as shown:
        shown.connected = False
        shown.root.get_by_role("textbox").fill("1")
        expect(shown.root.get_by_role("alert")).to_contain_text("not connected")


def test_a_fault_in_python_is_shown(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    with stage(browser, card("number")) as shown:

        def fails(*_: object) -> None:
            raise ZeroDivisionError("oh")

        monkeypatch.setattr(ExerciseCard, "_judge", fails)
        shown.root.get_by_role("textbox").fill("1")
        shown.settle()
        shown.press("Check")
        expect(shown.root.locator("[data-kind=fault]")).to_contain_text("ZeroDivisionError")


# --- before it runs ---------------------------------------------------------------------------------


@each_kind
def test_the_still_picture_reads_well(kind: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 900})
    page.set_content(f"<!doctype html><body><main>{card(kind).still_html()}</main></body>")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for picture in page.locator("img").all():
        assert picture.get_attribute("alt")
    page.close()
