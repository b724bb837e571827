"""Dragging in a real browser, without a kernel: what is let go does what the buttons do, or flies back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from canasta_tutor.widgets import exercise
from canasta_tutor.widgets.exercise import ExerciseCard
from tests.browser.stage import FIRST, stage
from tests.tables import FROZEN, table

OWN = Path(__file__).parents[1] / "exercises"


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    exercise._KEPT.clear()
    yield
    exercise._KEPT.clear()


def carry(page: Page, what: Locator, where: Locator) -> None:
    """Take hold of something by its upper left corner and hold it over the middle of something else."""
    start, goal = what.bounding_box(), where.bounding_box()
    assert start is not None
    assert goal is not None
    page.mouse.move(start["x"] + 8, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 20, start["y"] + 26, steps=2)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)


def drag(page: Page, what: Locator, where: Locator) -> None:
    carry(page, what, where)
    page.mouse.up()


# --- at the table -----------------------------------------------------------------------------------


def test_a_turn_played_by_dragging(browser: Browser) -> None:
    played = table(FROZEN)
    with stage(browser, played, width=1000, reduced_motion="reduce") as shown:
        root, page = shown.root, shown.page
        drag(page, root.locator(".canasta-stock"), root.locator(".canasta-fan"))
        shown.settle()
        kings = root.get_by_role("button", name="Kings, 3 cards")
        drag(page, shown.button("two of diamonds"), kings)
        expect(root.locator(".canasta-about")).to_contain_text("onto kings")
        shown.press("Lay down")
        drag(page, shown.button("seven of diamonds").first, root.locator(".canasta-pile"))
        shown.settle()
        assert [str(move).split()[0] for move in played.history] == ["draw", "lay", "discard"]
        assert str(played.history[1]) == "lay K: 2♦"
        assert str(played.history[2]) == "discard 7♦"


def test_chosen_cards_are_dragged_together_and_melds_grow_in_the_tray(browser: Browser) -> None:
    with stage(browser, table(FIRST), width=1000, reduced_motion="reduce") as shown:
        tray = shown.root.locator(".canasta-tray")
        shown.press("ace of spades", "ace of hearts")
        drag(shown.page, shown.button("ace of hearts"), tray)
        expect(shown.root.locator(".canasta-group")).to_have_count(1)
        drag(shown.page, shown.button("joker"), shown.root.locator(".canasta-group"))
        expect(shown.root.locator(".canasta-group .canasta-card")).to_have_count(3)
        expect(shown.root.locator(".canasta-total")).to_have_text("90 of 50")
        drag(shown.page, shown.root.locator(".canasta-group"), shown.root.locator(".canasta-fan"))
        expect(shown.root.locator(".canasta-group")).to_have_count(0)
        assert shown.cards().count() == 11
        assert shown.page.evaluate("window.sent.length") == 0


def test_the_pile_is_taken_with_dragged_cards_or_refused(browser: Browser) -> None:
    played = table(FROZEN)
    with stage(browser, played, width=1000, reduced_motion="reduce") as shown:
        drag(shown.page, shown.button("king of diamonds"), shown.root.locator(".canasta-pile"))
        shown.settle()
        assert [one.rule for one in played.last_objections] == ["pile.frozen_needs"]
        expect(shown.button("king of diamonds", pressed=True)).to_be_visible()


def test_a_ghost_follows_and_goes_back_from_elsewhere(browser: Browser) -> None:
    played = table(FROZEN)
    with stage(browser, played, width=1000) as shown:
        ghost, page = shown.root.locator(".canasta-ghost"), shown.page
        page.wait_for_timeout(300)
        carry(page, shown.button("joker"), shown.root.locator(".canasta-title"))
        expect(ghost).to_have_count(1)
        assert shown.root.locator(".canasta-target").count() == 7
        shown.shot("dragging")
        page.mouse.up()
        expect(ghost).to_have_count(0)
        assert shown.root.locator(".canasta-target, .canasta-over").count() == 0
        assert (played.history, shown.page.evaluate("window.sent.length")) == ((), 0)
        expect(shown.button("joker", pressed=False)).to_be_visible()


def test_escape_lets_a_card_go(browser: Browser) -> None:
    with stage(browser, table(FIRST), width=1000, reduced_motion="reduce") as shown:
        carry(shown.page, shown.button("joker"), shown.root.locator(".canasta-tray"))
        shown.page.keyboard.press("Escape")
        expect(shown.root.locator(".canasta-ghost")).to_have_count(0)
        shown.page.mouse.up()
        expect(shown.root.locator(".canasta-group")).to_have_count(0)
        assert shown.page.evaluate("window.leaked") == []


def test_the_notebook_hears_nothing_of_a_drag(browser: Browser) -> None:
    with stage(browser, table(FIRST), width=1000, reduced_motion="reduce") as shown:
        shown.page.evaluate(
            """() => {
                window.heard = [];
                for (const name of ["pointerdown", "mousedown", "dragstart"])
                    document.addEventListener(name, () => window.heard.push(name));
            }"""
        )
        drag(shown.page, shown.button("joker"), shown.root.locator(".canasta-tray"))
        assert shown.page.evaluate("window.heard") == []


def test_a_finger_drags_after_it_has_rested(browser: Browser) -> None:
    played = table(FIRST)
    with stage(browser, played, width=400, has_touch=True, reduced_motion="reduce") as shown:
        touch = shown.page.context.new_cdp_session(shown.page)

        def send(kind: str, point: tuple[float, float] | None) -> None:
            points = [{"x": point[0], "y": point[1]}] if point else []
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        shown.cards().nth(0).scroll_into_view_if_needed()
        card = shown.cards().nth(0).bounding_box()
        tray = shown.root.locator(".canasta-tray").bounding_box()
        assert card is not None
        assert tray is not None
        start = (card["x"] + 8, card["y"] + 20)
        goal = (tray["x"] + tray["width"] / 2, tray["y"] + tray["height"] - 20)
        send("touchStart", start)
        shown.page.wait_for_timeout(350)
        for part in (0.3, 0.6, 1):
            x, y = (a + (b - a) * part for a, b in zip(start, goal, strict=True))
            send("touchMove", (x, y))
        send("touchEnd", None)
        expect(shown.root.locator(".canasta-group")).to_have_count(1)


# --- in exercises -----------------------------------------------------------------------------------


def test_cards_are_chosen_by_dragging(browser: Browser) -> None:
    card = ExerciseCard("pile/which-freeze", "en")
    with stage(browser, card, width=760, reduced_motion="reduce") as shown:
        tray = shown.root.locator(".canasta-built")
        drag(shown.page, shown.button("joker"), tray)
        drag(shown.page, shown.button("ace of spades"), tray)
        drag(shown.page, shown.button("two of diamonds"), tray)
        drag(shown.page, tray.locator(".canasta-card").nth(2), shown.root.locator(".canasta-fan"))
        shown.press("Check")
        assert card.verdict is not None
        assert card.verdict.right


def test_a_discard_is_dragged(browser: Browser) -> None:
    card = ExerciseCard(str(OWN / "discard.md"), "en")
    assert card.question is not None
    wanted = card.question.right()[0]
    cards = card.question.controls("en")["cards"]
    with stage(browser, card, width=760, reduced_motion="reduce") as shown:
        first = (cards.index(wanted) + 1) % len(cards)
        tray = shown.root.locator(".canasta-built")
        drag(shown.page, shown.cards().nth(first), tray)
        drag(shown.page, shown.cards().nth(cards.index(wanted)), tray)
        expect(tray.locator(".canasta-card")).to_have_count(1)
        shown.press("Check")
        assert card.verdict is not None
        assert card.verdict.right


def test_a_lay_down_is_dragged_together(browser: Browser) -> None:
    card = ExerciseCard(str(OWN / "lay.md"), "en")
    with stage(browser, card, width=760, reduced_motion="reduce") as shown:
        tray = shown.root.locator(".canasta-built")
        shown.press("ace of spades", "ace of hearts")
        drag(shown.page, shown.button("ace of hearts"), tray)
        shown.settle()
        drag(shown.page, shown.button("ace of diamonds"), tray.locator(".canasta-built-meld"))
        shown.settle()
        assert sorted(card.progress.draft.split()) == ["A♠", "A♥", "A♦", "lay"]
        drag(shown.page, tray.locator(".canasta-built-meld"), shown.root.locator(".canasta-fan"))
        shown.settle()
        assert card.progress.draft == ""


def test_an_order_is_dragged(browser: Browser) -> None:
    card = ExerciseCard(str(OWN / "order.md"), "en")
    with stage(browser, card, width=760, reduced_motion="reduce") as shown:
        items = shown.root.locator(".canasta-item")
        before = [one.get_attribute("data-id") for one in items.all()]
        drag(shown.page, items.nth(0), items.nth(2))
        shown.settle()
        assert card.progress.draft.split() == [*before[1:], before[0]]
