"""The widgets in a real browser, without a kernel: layout, themes, axe; and the hand of cards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor.widgets import CardHand
from canasta_tutor.widgets.base import CardWidget, show_large
from tests.browser.stage import ELEVEN, FAMILY, FIRST, LONG_PILE, THIRTY, stage
from tests.tables import FROZEN, table

WIDTHS = (360, 768, 1280, 1920)
CARD_PLACES = """() => [...document.querySelectorAll('.canasta-fan > button:not([hidden])')].map((card) => {
    const box = card.getBoundingClientRect();
    return [box.left, card.offsetTop, box.right];
})"""

WIDGETS: dict[str, Callable[[], CardWidget]] = {
    "hand-11": lambda: CardHand(ELEVEN, prompt="Choose three cards.", choose=3, on_submit=print),
    "hand-30": lambda: CardHand(THIRTY, language="es", four_colour=True),
    "table-frozen": lambda: table(FROZEN),
    "table-first": lambda: table(FIRST, language="es", four_colour=True),
    "table-long": lambda: table(LONG_PILE),
    "table-family": lambda: table(FAMILY, language="es"),
}


# --- layout -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WIDGETS)
def test_nothing_scrolls_sideways_and_every_corner_shows(name: str, browser: Browser) -> None:
    with stage(browser, WIDGETS[name](), width=WIDTHS[0], reduced_motion="reduce") as shown:
        for width in WIDTHS:
            shown.page.set_viewport_size({"width": width, "height": 900})
            shown.shot(f"{name}-{width}")
            assert shown.width() <= width
            rows: dict[float, list[float]] = {}
            for left, top, right in shown.page.evaluate(CARD_PLACES):
                assert left >= 0
                assert right <= width
                rows.setdefault(top, []).append(left)
            for row in rows.values():
                steps = [right - left for left, right in pairwise(row)]
                assert all(step >= 15 for step in steps), (width, steps)


def test_thirty_cards_stand_in_two_rows_on_a_phone(browser: Browser) -> None:
    with stage(browser, CardHand(THIRTY), width=360) as shown:
        tops = {card.evaluate("card => card.offsetTop") for card in shown.cards().all()}
        assert len(tops) == 2


@pytest.mark.parametrize("theme", ["light", "dark", "none"])
@pytest.mark.parametrize("name", WIDGETS)
def test_axe_finds_nothing(name: str, theme: str, browser: Browser) -> None:
    with stage(browser, WIDGETS[name](), theme=theme, reduced_motion="reduce") as shown:
        if "table" in name:
            shown.cards().nth(3).click()
        shown.shot(f"{name}-{theme}")
        assert shown.axe() == []


def test_a_refusal_reads_well_and_axe_finds_nothing(browser: Browser) -> None:
    for theme in ("light", "dark"):
        with stage(browser, table(FROZEN), theme=theme, reduced_motion="reduce") as shown:
            shown.press("king of diamonds", "Take the pile")
            shown.root.locator("summary", has_text="Why?").click()
            shown.shot(f"refusal-{theme}")
            assert shown.axe() == []


def test_forced_colours_and_reduced_motion(browser: Browser) -> None:
    with stage(browser, table(FROZEN), forced_colors="active", reduced_motion="reduce") as shown:
        shown.cards().nth(2).click()
        shown.shot("table-forced")
        card = shown.cards().nth(2)
        assert card.evaluate("card => getComputedStyle(card).transitionDuration") == "0s"
        assert card.evaluate("card => getComputedStyle(card).outlineStyle") == "solid"


# --- the hand ---------------------------------------------------------------------------------------


def test_a_card_answers_to_a_press(browser: Browser) -> None:
    hand = CardHand(ELEVEN)
    with stage(browser, hand) as shown:
        shown.press("king of spades")
        expect(shown.button("king of spades", pressed=True)).to_be_visible()
        assert hand.chosen == hand.cards[:1]
        expect(shown.root.get_by_text("Chosen: 1")).to_be_visible()
        shown.press("king of spades")
        assert hand.chosen == ()


def test_two_equal_cards_are_two(browser: Browser) -> None:
    hand = CardHand(ELEVEN)
    with stage(browser, hand) as shown:
        fours = shown.button("four of hearts")
        fours.nth(1).click()
        shown.settle()
        assert hand.selected == [8]
        assert fours.nth(0).get_attribute("aria-pressed") == "false"
        fours.nth(0).click()
        shown.settle()
        assert sorted(hand.selected) == [7, 8]


def test_one_choice_gives_way_to_the_next(browser: Browser) -> None:
    hand = CardHand(ELEVEN, choose=1)
    with stage(browser, hand) as shown:
        shown.press("king of spades", "joker")
        assert hand.selected == [5]


def test_arrows_home_end_space_and_enter(browser: Browser) -> None:
    hand = CardHand(ELEVEN)
    with stage(browser, hand) as shown:
        keyboard, named = shown.page.keyboard, "document.activeElement.ariaLabel"
        shown.cards().nth(0).focus()
        assert shown.page.evaluate(named) == "joker"
        for key, name in [
            ("ArrowRight", "two of diamonds"),
            ("End", "three of hearts"),
            ("ArrowRight", "three of hearts"),
            ("ArrowLeft", "three of spades"),
            ("Home", "joker"),
        ]:
            keyboard.press(key)
            assert shown.page.evaluate(named) == name
        keyboard.press("Space")
        keyboard.press("ArrowRight")
        keyboard.press("Enter")
        shown.settle()
        assert hand.selected == [5, 4]
        assert shown.page.evaluate(named) == "two of diamonds", "focus stays on the card"
        assert shown.root.locator(".canasta-fan > [tabindex='0']").count() == 1


def test_the_notebook_hears_no_key(browser: Browser) -> None:
    for widget in (CardHand(ELEVEN), table(FROZEN)):
        with stage(browser, widget) as shown:
            shown.cards().nth(0).focus()
            for key in ("x", "a", "b", "d", "d", "Enter", "Space", "ArrowDown", "1"):
                shown.page.keyboard.press(key)
            shown.root.locator("input").focus()
            shown.page.keyboard.type("x b")
            assert shown.page.evaluate("window.leaked") == []


def test_typing_does_what_pressing_does(browser: Browser) -> None:
    hand = CardHand(ELEVEN, language="es")
    with stage(browser, hand) as shown:
        entry = shown.root.get_by_label("Escribe cartas")
        entry.fill("K 4 4 JOKER")
        entry.press("Enter")
        shown.settle()
        assert sorted(hand.selected) == [0, 5, 7, 8]
        expect(shown.button("joker", pressed=True)).to_be_visible()
        entry.fill("9x")
        entry.press("Enter")
        expect(shown.root.get_by_text("No entiendo «9x».")).to_be_visible()


def test_sorting_and_four_colours(browser: Browser) -> None:
    hand = CardHand(ELEVEN)
    with stage(browser, hand) as shown:
        first = [card.get_attribute("aria-label") for card in shown.cards().all()]
        shown.press("Sort by suit")
        second = [card.get_attribute("aria-label") for card in shown.cards().all()]
        assert sorted(map(str, first)) == sorted(map(str, second))
        assert first != second
        before = shown.button("ten of diamonds").locator("img").get_attribute("src")
        shown.press("Four colours")
        assert shown.button("ten of diamonds").locator("img").get_attribute("src") != before
        expect(shown.button("Four colours", pressed=True)).to_be_focused()


def test_a_fault_is_shown_in_the_widget(browser: Browser) -> None:
    def fail(cards: object) -> None:
        raise ValueError("nobody would see this")

    with stage(browser, CardHand(ELEVEN, on_submit=fail)) as shown:
        shown.press("Done")
        expect(shown.root.get_by_text("ValueError: nobody would see this")).to_be_visible()


# --- large cards, for a projector -------------------------------------------------------------------


@pytest.mark.parametrize("name", WIDGETS)
def test_large_cards_grow_and_stay_on_the_page(name: str, browser: Browser) -> None:
    widget = WIDGETS[name]()
    with stage(browser, widget, width=1920, reduced_motion="reduce") as shown:
        before = shown.cards().nth(0).bounding_box()
        shown.page.evaluate("window.put({ large: true })")
        after = shown.cards().nth(0).bounding_box()
        assert before is not None
        assert after is not None
        assert after["width"] >= 1.25 * before["width"]
        shown.shot(f"{name}-large")
        for width in WIDTHS:
            shown.page.set_viewport_size({"width": width, "height": 1000})
            assert shown.width() <= width
        shown.shot(f"{name}-large-360")
        assert shown.axe() == []


def test_one_switch_makes_every_widget_large() -> None:
    first = CardHand(ELEVEN)
    show_large()
    try:
        assert first.large
        assert CardHand(ELEVEN).large
    finally:
        show_large(False)
    assert not first.large


def test_a_card_is_dragged_where_everything_is_large(browser: Browser) -> None:
    played = table(FROZEN)
    played.large = True
    with stage(browser, played, width=1920, reduced_motion="reduce") as shown:
        shown.page.set_viewport_size({"width": 1920, "height": 1600})
        card, tray = shown.button("king of diamonds"), shown.root.locator(".canasta-tray")
        start, goal = card.bounding_box(), tray.bounding_box()
        assert start is not None
        assert goal is not None
        x, y = goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2
        shown.page.mouse.move(start["x"] + 10, start["y"] + 30)
        shown.page.mouse.down()
        shown.page.mouse.move(x, y, steps=4)
        ghost = shown.root.locator(".canasta-ghost").bounding_box()
        assert ghost is not None
        assert abs(ghost["x"] + ghost["width"] / 2 - x) < 4
        assert ghost["y"] < y < ghost["y"] + ghost["height"]
        shown.page.mouse.up()
        expect(shown.root.locator(".canasta-group")).to_have_count(1)


# --- high contrast ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WIDGETS)
def test_forced_colours_keep_every_edge(name: str, browser: Browser) -> None:
    """What is chosen, lit and closed is told from the rest by an edge, not by a shade."""
    with stage(browser, WIDGETS[name](), forced_colors="active") as shown:
        shown.cards().nth(1).click(position={"x": 6, "y": 30})
        shown.shot(f"{name}-forced")
        card = shown.cards().nth(1)
        assert card.evaluate("card => parseFloat(getComputedStyle(card).outlineWidth)") >= 3
        assert shown.axe() == []


def test_more_contrast_makes_the_quiet_words_loud(browser: Browser) -> None:
    with stage(browser, table(FROZEN), contrast="more") as shown:
        shown.shot("table-contrast")
        quiet = shown.root.locator(".canasta-title")
        colour = "word => getComputedStyle(word).color"
        assert quiet.evaluate(colour) == shown.root.evaluate(colour)
