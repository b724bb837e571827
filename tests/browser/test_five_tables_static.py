"""The board of five tables in a real browser, without a kernel: said first, answered then."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import WIDTHS, stage
from tests.test_five_tables import board

PLACES = "() => [...document.querySelectorAll('.canasta-column, .canasta-message')].map((one) => one.offsetTop)"


def test_a_table_answers_what_was_said_of_it(browser: Browser) -> None:
    with stage(browser, board(), width=1280) as shown:
        said = shown.root.get_by_role("status")
        places = shown.page.evaluate(PLACES)
        answers = shown.root.locator(".canasta-verdict-cell")
        expect(answers.first).to_be_hidden()
        shown.root.get_by_role("group", name="Classic").get_by_role("button").first.click()
        shown.settle()
        expect(answers.first).to_be_visible()
        expect(answers.nth(1)).to_be_hidden()
        expect(said).to_contain_text("You said otherwise.")
        shown.shot("five-one")
        shown.press("Show all")
        expect(answers.nth(4)).to_be_visible()
        assert shown.page.evaluate(PLACES) == places
        shown.press("Cover again")
        expect(answers.first).to_be_hidden()


def test_keys_walk_through_the_tables(browser: Browser) -> None:
    with stage(browser, board(), width=900) as shown:
        keys = shown.page.keyboard
        first = shown.root.locator(".canasta-column button").first
        first.focus()
        for _ in range(5):
            keys.press("Enter")
            shown.settle()
            keys.press("ArrowRight")
            keys.press("ArrowRight")
        expect(shown.root.get_by_role("status")).to_contain_text("2 of 5 as you said.")
        assert shown.root.locator(".canasta-columns [tabindex='0']").count() == 1
        assert shown.page.evaluate("window.leaked") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_and_reads_at_every_width(width: int, theme: str, browser: Browser) -> None:
    for move in ("take K♠ 2♥", ""):
        five = board(move, "es")
        with stage(browser, five, width=width, theme=theme) as shown:
            assert shown.width() <= width
            assert shown.axe() == []
            places = shown.page.evaluate(PLACES)
            shown.press("Mostrar todo")
            assert shown.page.evaluate(PLACES) == places
            assert shown.width() <= width
            assert shown.axe() == []
            columns = shown.page.evaluate(
                "() => new Set([...document.querySelectorAll('.canasta-column')].map((one) => one.offsetTop)).size"
            )
            assert columns == (5 if width == 360 else 1)
            shown.shot(f"five-{'move' if move else 'score'}-{width}-{theme}")
