"""The table in a real browser, without a kernel: sums, moves, refusals, the pile, the text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.stage import FIRST, stage
from tests.tables import FROZEN, table

MIDDLE = """
[position]
hand = "K♦ 9♣ 7♦ Q♠ Q♥ 2♦ ★ A♠ A♥ 8♣ 8♦ J♥ 4♠"
pile = "5♣ 2♦ J♠ 6♣ 7♠ K♥"
stock = 24
scores.us = 1620
melds.us = ["K♣ K♥ K♠", "10 10 10 10", "5×5 2 2"]
melds.them = ["J J J 2", "6 6 6", "9 9 9 9 9"]
red_threes.us = "3♥ 3♦"
"""
LOW_SCREEN = 610
"""What a screen 768 pixels high leaves a notebook, without the bars of JupyterLab and the browser."""


@pytest.mark.parametrize("width", [732, 932, 1132])
@pytest.mark.parametrize("position", [MIDDLE, FIRST])
def test_table_hand_and_buttons_fit_on_a_low_screen(
    position: str, width: int, browser: Browser
) -> None:
    with stage(browser, table(position, language="es"), width=width) as shown:
        buttons = shown.root.locator(".canasta-actions").bounding_box()
        root = shown.root.bounding_box()
        assert buttons is not None
        assert root is not None
        assert buttons["y"] + buttons["height"] - root["y"] <= LOW_SCREEN
        shown.shot(f"low-screen-{width}")


def test_the_sum_grows_while_cards_are_chosen(browser: Browser) -> None:
    with stage(browser, table(FIRST)) as shown:
        total, rest = shown.root.locator(".canasta-total"), shown.root.locator(".canasta-rest")
        expect(total).to_have_text("0 of 50")
        shown.button("ace of spades").click()
        shown.button("ace of hearts").click()
        expect(total).to_have_text("40 of 50")
        expect(rest).to_have_text("10 to go")
        shown.button("two of diamonds").click()
        expect(total).to_have_text("60 of 50")
        expect(rest).to_have_text("reached")
        expect(shown.root.locator(".canasta-counts")).to_have_text("natural: 2 · wild: 1")
        assert shown.page.evaluate("window.sent.length") == 0, "adding up needs no kernel"


def test_several_melds_are_laid_together(browser: Browser) -> None:
    played = table(FIRST)
    with stage(browser, played) as shown:
        shown.press("ace of spades", "ace of hearts", "two of diamonds", "Add as a meld")
        assert shown.cards().count() == 8
        shown.press("queen of spades", "queen of hearts", "joker", "Add as a meld")
        expect(shown.root.locator(".canasta-total")).to_have_text("130 of 50")
        shown.shot("tray")
        shown.press("Lay down")
        assert [str(move) for move in played.history] == ["lay A♠ A♥ 2♦, Q♠ Q♥ ★"]
        expect(shown.root.get_by_text("You lay down A♠ A♥ 2♦, Q♠ Q♥ ★.")).to_be_visible()
        expect(shown.root.locator(".canasta-group")).to_have_count(0)


def test_a_group_goes_back_into_the_hand(browser: Browser) -> None:
    with stage(browser, table(FIRST)) as shown:
        shown.press("ace of spades", "ace of hearts", "Add as a meld")
        shown.press("Take back into the hand: ace of spades, ace of hearts")
        assert shown.cards().count() == 11
        expect(shown.root.locator(".canasta-fan > button:focus")).to_have_count(1)


def test_a_refusal_names_the_rule_and_keeps_the_choice(browser: Browser) -> None:
    played = table(FROZEN)
    with stage(browser, played) as shown:
        shown.press("king of diamonds", "Take the pile")
        reason = shown.root.locator(".canasta-reason")
        expect(reason).to_contain_text("What takes a frozen pile.")
        expect(reason).to_contain_text("[classic, 000:43]")
        expect(shown.button("Take the pile")).to_be_focused()
        shown.root.locator("summary", has_text="Why?").click()
        expect(reason).to_contain_text("The rules of this table say so: 000:43.")
        expect(shown.button("king of diamonds", pressed=True)).to_be_visible()
        assert [objection.rule for objection in played.last_objections] == ["pile.frozen_needs"]
        assert played.history == ()


def test_a_turn_by_keyboard_alone(browser: Browser) -> None:
    played = table(FROZEN)
    with stage(browser, played) as shown:
        shown.button("Draw").focus()
        shown.page.keyboard.press("Enter")
        shown.settle()
        expect(shown.button("Draw")).to_be_focused()
        shown.cards().nth(0).focus()
        shown.page.keyboard.press("End")
        shown.page.keyboard.press("Space")
        shown.button("Discard").focus()
        shown.page.keyboard.press("Enter")
        shown.settle()
        assert [str(move).split()[0] for move in played.history] == ["draw", "discard"]
        expect(shown.root.locator(".canasta-status")).to_contain_text("this table stops here")
        shown.shot("table-stopped")
        expect(shown.button("Start again")).to_be_focused()
        shown.page.keyboard.press("Enter")
        shown.settle()
        expect(shown.cards().nth(0)).to_be_focused()
        assert played.deal is played.start
        expect(shown.button("Take the pile")).to_be_visible()


def test_cards_are_added_to_a_meld_by_pressing_it(browser: Browser) -> None:
    played = table(FROZEN)
    with stage(browser, played) as shown:
        shown.press("Draw", "two of diamonds")
        shown.root.get_by_role("button", name="Kings, 3 cards").click()
        expect(shown.root.locator(".canasta-about")).to_contain_text("onto kings")
        shown.press("Lay down")
        assert str(played.history[-1]) == "lay K: 2♦"


def test_a_move_may_be_typed(browser: Browser) -> None:
    played = table(FIRST, language="es")
    with stage(browser, played) as shown:
        entry = shown.root.get_by_label("Escribe una jugada")
        entry.fill("bajar A A 2; descartar 7")
        entry.press("Enter")
        shown.settle()
        assert [str(move) for move in played.history] == ["lay A♠ A♥ 2♦", "discard 7♦"]
        expect(shown.root.locator(".canasta-status")).to_contain_text("Tu turno ha terminado")


def test_the_freezing_card_lies_crosswise_and_shows(browser: Browser) -> None:
    with stage(browser, table(FROZEN), reduced_motion="reduce") as shown:
        across = shown.root.locator(".canasta-pile .canasta-across")
        box = across.bounding_box()
        assert across.count() == 1
        assert box is not None
        assert box["width"] > box["height"]
        corner = [box["x"] + 12, box["y"] + box["height"] - 12]
        seen = "([x, y]) => document.elementFromPoint(x, y).parentElement.className"
        assert "canasta-across" in shown.page.evaluate(seen, corner)


def test_a_canasta_is_closed_under_a_red_or_a_black_card(browser: Browser) -> None:
    with stage(browser, table(FROZEN)) as shown:
        closed = shown.root.locator(".canasta-closed")
        kinds = [one.get_attribute("data-canasta") for one in closed.all()]
        assert kinds == ["mixed", "natural", "mixed"]
        assert closed.locator(".canasta-badge").all_inner_texts() == ["7", "7", "7"]
        assert closed.locator(".canasta-card").count() == 3


def test_without_an_answer_the_table_says_so(browser: Browser) -> None:
    played = table(FIRST)
    with stage(browser, played) as shown:
        impatient = {"_shown": {**played._shown, "patience": 150}}
        shown.page.evaluate("state => window.put(state)", impatient)
        shown.connected = False
        shown.button("Discard").click()
        alert = shown.root.get_by_role("alert")
        expect(alert).to_contain_text("this table is not connected")
        shown.shot("not-connected")
        shown.connected = True
        shown.press("Discard")
        expect(alert).to_be_hidden()


def test_the_table_as_text_is_what_python_says(browser: Browser) -> None:
    played = table(FROZEN)
    with stage(browser, played) as shown:
        shown.root.locator("summary", has_text="As text").click()
        assert shown.root.locator(".canasta-text pre").inner_text() == played.text()
