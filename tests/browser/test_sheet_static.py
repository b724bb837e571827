"""The score sheet in a real browser, without a kernel: it fills line by line and nothing moves."""

from __future__ import annotations

import tomllib

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor.notation import read_position
from canasta_tutor.scoring import score
from canasta_tutor.widgets import ScoreSheetCard
from tests.browser.stage import WIDTHS, stage

OVER = """
[position]
phase = "over"
out = 1
hand = ""
scores.us = 1250
scores.them = 940
melds.us = ["K×5 2 ★", "9 9 9", "10×8"]
melds.them = ["J×7", "A A A"]
red_threes.us = "3♥ 3♦"
hands.2 = "J 2 5 8 8"
hands.3 = "A 8 3♠"
hands.4 = "4 Q"
"""
FAMILY = """
rulebook = "family"
players = 3
[position]
phase = "over"
out = 1
hand = ""
melds.us = ["K×7"]
melds.2 = ["9 9 9"]
hands.2 = "J 5"
hands.3 = "4 Q"
"""


def sheet(position: str = OVER, language: str = "en", filled: int = 0) -> ScoreSheetCard:
    return ScoreSheetCard(read_position(tomllib.loads(position)), language, filled=filled)


def test_it_fills_line_by_line(browser: Browser) -> None:
    card = sheet()
    with stage(browser, card, width=900) as shown:
        figures = shown.root.locator(".canasta-so-far strong")
        places = "() => [...document.querySelectorAll('tr, button')].map((one) => one.offsetTop)"
        before = shown.page.evaluate(places)
        expect(figures.first).to_be_hidden()
        shown.press("Next line")
        expect(figures.nth(0)).to_be_visible()
        expect(figures.nth(2)).to_be_hidden()
        expect(shown.root.get_by_role("status")).to_contain_text("Canastas. We: +800")
        shown.press("All lines")
        expect(shown.button("Start again")).to_be_focused()
        totals = shown.root.locator(".canasta-total-cell").all_inner_texts()
        wanted = score(read_position(tomllib.loads(OVER))).totals
        assert [int(one.replace("−", "-")) for one in totals[:2]] == list(wanted)
        assert int(totals[4]) == 1250 + wanted[0]
        assert shown.page.evaluate(places) == before
        assert card.filled == len(card.rows())
        shown.press("Start again")
        expect(figures.first).to_be_hidden()


def test_the_counted_cards_fly_to_their_line(browser: Browser) -> None:
    for motion in ("no-preference", "reduce"):
        card = sheet()
        counted = sum(
            len(line["cards"]) for cell in card.rows()[0]["cells"] for line in cell["lines"]
        )
        with stage(browser, card, reduced_motion=motion) as shown:
            shown.flights()
            shown.press("Next line")
            flights = shown.flights()
            assert len(flights) == (counted if motion == "no-preference" else 0)
            assert all(end < 200 for _, end in flights)
            shown.button("All lines").click()
            expect(shown.root.locator(".canasta-lying .canasta-paid").first).to_be_visible()
            shown.button("Start again").click()
            assert shown.root.locator(".canasta-paid").count() == 0


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_reads_well_everywhere(theme: str, language: str, browser: Browser) -> None:
    for name, position in (("sheet", OVER), ("sheet-family", FAMILY)):
        card = sheet(position, language, filled=9)
        with stage(browser, card, theme=theme, reduced_motion="reduce") as shown:
            for width in WIDTHS:
                shown.page.set_viewport_size({"width": width, "height": 900})
                assert shown.width() <= width
                shown.shot(f"{name}-{language}-{theme}-{width}")
            assert shown.axe() == []


def test_the_keyboard_fills_it_and_the_notebook_hears_nothing(browser: Browser) -> None:
    with stage(browser, sheet(), reduced_motion="reduce") as shown:
        shown.button("Next line").focus()
        for key in ("Enter", "x", "Space"):
            shown.page.keyboard.press(key)
        shown.settle()
        assert shown.page.evaluate("window.leaked") == []
        assert shown.root.locator("tbody .canasta-unfilled").count() == len(sheet().rows()) - 2
