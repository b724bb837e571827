"""The small counters in a real browser, without a kernel: price tags, bands of the minimum, red threes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.widgets.bands import Bands
from canasta_tutor.widgets.base import CardWidget
from canasta_tutor.widgets.prices import Prices
from canasta_tutor.widgets.red_threes import RedThrees
from tests.browser.stage import WIDTHS, Stage, stage

CLASSIC = Rulebook.load("classic")


def bands(name: str = "classic", **options: Any) -> Bands:
    cards = "A♠ A♥ A♦ K♠ K♥ 8♠ 8♥ 8♦ ★ 6♣ 5♠"
    return Bands(Rulebook.load(name), cards, "A♣ 10♠ K♦", **options)


COUNTERS: dict[str, Callable[[str], CardWidget]] = {
    "prices": lambda language: Prices(CLASSIC, language=language, four_colour=language == "es"),
    "bands": lambda language: bands(language=language, four_colour=language == "es"),
    "reds": lambda language: RedThrees(CLASSIC, 4, language, four_colour=language == "es"),
}
every_counter = pytest.mark.parametrize("name", COUNTERS)
PLACES = "() => [...document.querySelectorAll('button, input, .canasta-one-of')].map((one) => one.offsetTop)"


def at_table(shown: Stage, name: str) -> Locator:
    """The button of one of the five tables."""
    return shown.root.locator(f".canasta-row-buttons button[data-id='{name}']")


# --- all of them ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("es", "dark"), ("en", "none")])
@every_counter
def test_it_reads_well_everywhere(name: str, language: str, theme: str, browser: Browser) -> None:
    widget = COUNTERS[name](language)
    with stage(browser, widget, theme=theme, reduced_motion="reduce") as shown:
        for width in WIDTHS[:3]:
            shown.page.set_viewport_size({"width": width, "height": 900})
            assert shown.width() <= width
            shown.shot(f"{name}-{language}-{theme}-{width}")
        assert shown.axe() == []


@every_counter
def test_forced_colours_and_large_cards(name: str, browser: Browser) -> None:
    with stage(browser, COUNTERS[name]("en"), forced_colors="active") as shown:
        shown.page.evaluate("window.put({ large: true })")
        for width in (360, 1280):
            shown.page.set_viewport_size({"width": width, "height": 900})
            assert shown.width() <= width
            shown.shot(f"{name}-forced-large-{width}")
        assert shown.axe() == []


@every_counter
def test_the_notebook_hears_no_key_and_a_dead_kernel_is_told(name: str, browser: Browser) -> None:
    widget = COUNTERS[name]("en")
    widget._shown = {**widget._shown, "patience": 100}
    with stage(browser, widget) as shown:
        shown.connected = False
        shown.root.get_by_role("button").first.focus()
        for key in ("x", "a", "b", "d", "d", "ArrowRight", "1"):
            shown.page.keyboard.press(key)
        assert shown.page.evaluate("window.leaked") == []
        shown.page.keyboard.press("Enter")
        expect(shown.root.get_by_role("alert")).to_contain_text("not connected")


# --- price tags -------------------------------------------------------------------------------------


def test_cards_add_up_by_mouse_and_nothing_moves(browser: Browser) -> None:
    prices = Prices(CLASSIC)  # ★ 2♠ A♥ K♠ Q♠ 8♣ 7♦ 6♦ 3♣
    with stage(browser, prices) as shown:
        before = shown.page.evaluate(PLACES)
        tags = shown.root.locator(".canasta-tag")
        assert tags.all_inner_texts() == [str(prices.price(card)) for card in prices.cards]
        shown.press("joker, 50", "two of spades, 20")
        expect(shown.root.locator(".canasta-count")).to_have_text("70 of 100 30 to go")
        shown.press("ace of hearts, 20", "king of spades, 10")
        expect(shown.root.locator(".canasta-message")).to_contain_text("50 + 20 + 20 + 10 = 100.")
        assert prices.right == 1
        shown.shot("prices-right")
        assert shown.page.evaluate(PLACES) == before
        shown.press("New cards")
        assert prices.round == 2
        expect(shown.root.locator("[aria-pressed='true'].canasta-card")).to_have_count(0)


def test_cards_add_up_by_keyboard_and_by_typing(browser: Browser) -> None:
    prices = Prices(CLASSIC)
    with stage(browser, prices) as shown:
        shown.cards().nth(0).focus()
        for key in ("Space", "ArrowRight", "Enter"):
            shown.page.keyboard.press(key)
            shown.settle()
        assert prices.sum == 70
        entry = shown.root.get_by_label("Type cards")
        entry.fill("JOKER 2 A K")
        entry.press("Enter")
        shown.settle()
        assert prices.right == 1


def test_another_table_turns_over_the_tags_that_differ(browser: Browser) -> None:
    prices = Prices(CLASSIC)
    with stage(browser, prices) as shown:
        turned = shown.root.locator(".canasta-turned")
        expect(turned).to_have_count(0)
        at_table(shown, "classic").focus()
        shown.page.keyboard.press("ArrowRight")
        expect(at_table(shown, "party")).to_be_focused()
        shown.page.keyboard.press("Enter")
        shown.settle()
        expect(turned).to_have_text(["50"])
        expect(shown.button("two of spades, 50")).to_be_visible()
        expect(shown.root.locator(".canasta-message")).to_contain_text("2♠ 50 instead of 20")
        shown.shot("prices-party")
        at_table(shown, "club").click()
        shown.settle()
        expect(turned).to_have_count(0)
        assert prices.table.rulebook.id == "club"


def test_after_three_right_answers_the_tags_are_blank(browser: Browser) -> None:
    prices = Prices(CLASSIC)
    with stage(browser, prices, width=360, reduced_motion="reduce") as shown:
        shown.press("joker, 50", "two of spades, 20", "ace of hearts, 20", "king of spades, 10")
        shown.press("king of spades, 10", "seven of diamonds, 5", "six of diamonds, 5")
        shown.press("ace of hearts, 20", "king of spades, 10", "queen of spades, 10")
        assert prices.right == 3
        shown.shot("prices-blank-360")
        assert "".join(shown.root.locator(".canasta-tag").all_inner_texts()) == ""
        assert shown.axe() == []
        shown.press("Price tags")
        expect(shown.root.locator(".canasta-tag").first).to_have_text("50")


# --- bands of the minimum ---------------------------------------------------------------------------


def lit(shown: Stage) -> str:
    """The price of the band under the lamp."""
    return shown.root.locator(".canasta-scale [aria-current] strong").inner_text()


def test_the_lamp_follows_the_slider_by_keyboard_and_the_number_field(browser: Browser) -> None:
    widget = bands(score=1490)
    with stage(browser, widget) as shown:
        slider = shown.root.get_by_role("slider")
        before = shown.page.evaluate(PLACES)
        assert lit(shown) == "50"
        slider.focus()
        shown.page.keyboard.press("ArrowRight")
        assert (slider.input_value(), lit(shown)) == ("1495", "50")
        shown.page.keyboard.press("ArrowRight")
        assert (slider.input_value(), lit(shown)) == ("1500", "90")
        expect(slider).to_have_attribute("aria-valuetext", "1500: the price is 90")
        shown.page.keyboard.press("Home")
        assert lit(shown) == "15"
        shown.page.keyboard.press("End")
        assert lit(shown) == "120"
        field = shown.root.get_by_role("spinbutton")
        for typed, kept, price in (
            ("-5", "-5", "15"),
            ("1502", "1500", "90"),
            ("9999", "4000", "120"),
        ):
            field.fill(typed)
            field.press("Enter")
            field.blur()
            shown.settle()
            assert (field.input_value(), lit(shown)) == (kept, price)
            assert widget.score == int(kept)
        assert shown.page.evaluate(PLACES) == before


def test_the_lamp_follows_the_slider_by_mouse(browser: Browser) -> None:
    with stage(browser, bands("family"), width=360) as shown:
        box = shown.root.get_by_role("slider").bounding_box()
        assert box is not None
        prices = []
        for band in shown.root.locator(".canasta-scale li").all():
            at = band.bounding_box()
            assert at is not None
            shown.page.mouse.click(at["x"] + at["width"] / 2, box["y"] + box["height"] / 2)
            prices.append(lit(shown))
        shown.settle()
        assert prices == ["60", "90", "120", "150"], "the lamp stands above the knob"


def test_pressed_cards_pay_and_buried_ones_are_struck_through(browser: Browser) -> None:
    widget = bands(score=1500)
    with stage(browser, widget, reduced_motion="reduce") as shown:
        before = shown.page.evaluate(PLACES)
        shown.press("king of spades", "king of hearts")
        shown.button("king of diamonds, on top of the pile").focus()
        shown.page.keyboard.press("Space")
        shown.settle()
        expect(shown.root.locator(".canasta-paying-sum")).to_contain_text("30 of 90")
        expect(shown.root.locator(".canasta-paying-sum")).to_contain_text("60 to go")
        shown.root.get_by_label("count the buried cards").press("Space")
        shown.settle()
        expect(shown.root.locator("s")).to_have_text("30 + 30 from below = 60 of 90")
        expect(shown.root.locator(".canasta-forbidden")).to_contain_text(
            "Pile cards toward the minimum. "
        )
        shown.shot("bands-buried")
        assert shown.axe() == []
        slider = shown.root.get_by_role("slider")
        slider.focus()
        shown.page.keyboard.press("ArrowLeft")
        expect(shown.root.locator("s")).to_have_text("30 + 30 from below = 60 of 50")
        shown.settle()
        assert widget.score == 1495
        assert shown.page.evaluate(PLACES) == before
        shown.press("ace of spades", "ace of hearts", "ace of diamonds")
        expect(shown.root.locator(".canasta-paying-sum")).to_contain_text("90 of 50")
        expect(shown.root.locator(".canasta-paying-sum")).to_contain_text("reached")
        shown.shot("bands-reached")


# --- red threes on the sheet ------------------------------------------------------------------------


def test_the_line_rewrites_itself_and_nothing_moves(browser: Browser) -> None:
    reds = RedThrees(CLASSIC)
    with stage(browser, reds, reduced_motion="reduce") as shown:
        before = shown.page.evaluate(PLACES)
        sheet = shown.root.locator(".canasta-red-sheet")
        figure = sheet.locator(".canasta-red-line > strong")
        expect(figure).to_have_text("+200")
        at_table(shown, "club").click()
        expect(figure).to_have_text("−200")
        expect(sheet).to_contain_text("Red threes that count minus.")
        shown.press("a canasta", "4")
        expect(figure).to_have_text("+400")
        expect(sheet).to_contain_text("All four red threes.")
        expect(shown.button("a meld", pressed=True)).to_be_visible()
        shown.press("a meld")
        expect(figure).to_have_text("−800")
        expect(shown.button("a canasta", pressed=False)).to_be_visible()
        shown.shot("reds-club-four")
        shown.press("0")
        expect(figure).to_have_text("0")
        expect(sheet).to_contain_text("No red three, no line.")
        assert (reds.at, reds.count, reds.lies) == ("club", 0, "nothing")
        assert shown.page.evaluate(PLACES) == before


def test_the_keyboard_counts_red_threes_and_walks_from_table_to_table(browser: Browser) -> None:
    reds = RedThrees(CLASSIC)
    with stage(browser, reds, width=360) as shown:
        shown.button("2").focus()
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            shown.page.keyboard.press(key)
        shown.settle()
        assert reds.count == 4
        expect(shown.button("4", pressed=True)).to_be_focused()
        at_table(shown, "classic").focus()
        shown.page.keyboard.press("End")
        shown.page.keyboard.press("Space")
        shown.settle()
        assert reds.at == "club"
        notes = shown.root.locator(".canasta-row-buttons small").all_inner_texts()
        assert [note for note in notes if note] == ["+800", "+800", "+800", "−400", "−800"]
