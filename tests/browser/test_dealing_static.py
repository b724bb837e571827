"""A deal set up by hand, in a real browser without a kernel: turned, put, laid; and nothing else moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor import Rulebook
from canasta_tutor.widgets.dealing import Dealing
from tests.browser.stage import WIDTHS, Stage, stage

CLASSIC = Rulebook.load("classic")
PLACES = "() => [...document.querySelectorAll('.canasta-steps, .canasta-hands, .canasta-counters')].map((one) => one.offsetTop)"


def counters(shown: Stage) -> list[str]:
    return shown.root.locator(".canasta-counters dd").all_inner_texts()


def test_a_deal_is_set_up_by_mouse(browser: Browser) -> None:
    dealing = Dealing(CLASSIC, seed=19)
    with stage(browser, dealing) as shown:
        said = shown.root.get_by_role("status")
        places = shown.page.evaluate(PLACES)
        shown.press("Turn a card")
        expect(said).to_contain_text("two of spades")
        shown.press("Onto the pile")
        expect(said).to_contain_text("[classic, 000:27]")
        shown.shot("dealing-refused")
        assert shown.page.evaluate(PLACES) == places
        shown.press("Under the stock", "Turn a card", "Onto the pile", "Pick up the hands")
        assert counters(shown) == ["63", "1", "0", "11"]
        shown.shot("dealing-hands")
        reds = shown.root.locator(".canasta-dealt button")
        while reds.count():
            whose = "Left" if not any(dealing.laid) else "You"
            shown.root.get_by_role("group", name=f"{whose}:").locator("button").first.click()
            shown.settle()
        assert counters(shown) == ["60", "1", "3", "11"]
        expect(said).to_contain_text("All is ready")
        assert shown.page.evaluate(PLACES) == places
        shown.shot("dealing-ready")


def test_keys_do_what_the_mouse_does_and_focus_stays(browser: Browser) -> None:
    dealing = Dealing(CLASSIC, seed=19)
    with stage(browser, dealing) as shown:
        shown.button("Turn a card").focus()
        keys = shown.page.keyboard

        def press(*names: str) -> None:
            for name in names:
                keys.press(name)
                shown.settle()

        press("Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
        expect(shown.button("Under the stock")).to_be_focused()
        press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter", "ArrowRight", "ArrowRight", "Enter")
        press("ArrowLeft", "Enter", "Tab")
        assert shown.root.locator(".canasta-dealt button:focus").count() == 1
        while dealing.now.next:
            hands = shown.root.locator(".canasta-one-hand")
            hands.nth(dealing.now.holder or 0).locator("button").first.focus()
            press("Enter")
        assert shown.root.locator(":focus").count() == 1
        assert shown.page.evaluate("window.leaked") == []


def test_other_players_and_another_deal(browser: Browser) -> None:
    with stage(browser, Dealing(CLASSIC, seed=19, language="es")) as shown:
        shown.root.get_by_role("combobox").select_option("6")
        shown.settle()
        assert counters(shown) == ["42", "0", "0", "11"]
        assert shown.root.locator(".canasta-one-hand").count() == 6
        shown.press("Otro reparto")
        expect(shown.root.get_by_text("Reparto 20")).to_be_visible()


def test_less_motion_nothing_flies(browser: Browser) -> None:
    for motion, most in (("no-preference", 1), ("reduce", 0)):
        with stage(browser, Dealing(CLASSIC, seed=19), reduced_motion=motion) as shown:
            shown.flights()
            shown.press("Turn a card")
            flown = shown.flights()
            assert len(flown) == most
            assert all(end < 200 for _, end in flown)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_and_reads_at_every_width(width: int, theme: str, browser: Browser) -> None:
    dealing = Dealing(CLASSIC, players=2, seed=37, language="es")
    with stage(browser, dealing, width=width, theme=theme, reduced_motion="reduce") as shown:
        places = shown.page.evaluate(PLACES)
        shown.press("Voltear una carta", "Al pozo")
        assert shown.page.evaluate(PLACES) == places
        assert shown.width() <= width
        assert shown.axe() == []
        shown.shot(f"dealing-{width}-{theme}-turned")
        while dealing.now.next == "turn":
            shown.press("Voltear una carta", "Al pozo", "Al fondo del mazo")
        shown.press("Levantar las manos")
        assert shown.page.evaluate(PLACES) == places
        assert shown.width() <= width
        assert shown.axe() == []
        shown.shot(f"dealing-{width}-{theme}")
