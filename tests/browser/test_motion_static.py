"""How the widgets move, in a real browser without a kernel: cards fly, nothing else does; and how much is drawn anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from canasta_tutor.widgets import CardHand
from canasta_tutor.widgets.base import CardWidget
from tests.browser.stage import FIRST, LONG_PILE, THIRTY, Stage, stage
from tests.tables import FROZEN, table

PLACES = """() => [".canasta-cloth", ".canasta-decks", ".canasta-lamps", ".canasta-theirs", ".canasta-own",
    ".canasta-tray", ".canasta-fan", ".canasta-actions", ".canasta-message", ".canasta-tools"].map((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    const root = document.querySelector(".canasta-table").getBoundingClientRect();
    return [name, Math.round(box.left - root.left), Math.round(box.top - root.top)];
})"""
SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries()
        .filter((entry) => !entry.hadRecentInput)
        .map((entry) => [entry.value, ...entry.sources.map(({ node }) => node && node.className)])))
        .observe({ type: "layout-shift", buffered: true });
}"""
MOVING = "() => document.getAnimations().map((one) => [one.effect.target.className, one.effect.getComputedTiming().endTime])"
REDRAWN = """(selector) => {
    const cards = [...document.querySelectorAll(selector)];
    const watcher = new MutationObserver(() => {});
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const stop = () => cards.findIndex((card) => card.tabIndex === 0);
    return cards.flatMap((card, pressed) => [false, true].map((again) => {
        const may = [pressed, stop()];
        card.click();
        const changes = watcher.takeRecords();
        const touched = changes.map(({ target }) => cards.findIndex((one) => one.contains(target)));
        const made = changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
        return {
            pressed: card.getAttribute("aria-pressed") === String(!again),
            others: touched.filter((place) => place >= 0 && !may.includes(place)),
            elements: made.filter((node) => node.nodeType === Node.ELEMENT_NODE).map((node) => node.className),
        };
    }));
}"""


def shift_free(shown: Stage) -> None:
    shown.page.wait_for_timeout(400)
    assert shown.page.evaluate("window.shifts") == []


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_jumps_while_a_turn_is_played(width: int, browser: Browser) -> None:
    with stage(browser, table(FIRST.replace('phase = "play"', "")), width=width) as shown:
        shown.page.evaluate(SHIFTS)
        before = shown.page.evaluate(PLACES)
        steps = ["Draw", "ace of spades", "ace of hearts", "two of diamonds", "Add as a meld"]
        for name in [*steps, "Lay down", "seven of diamonds", "Discard"]:
            shown.button(name).press("Enter")
            shown.settle()
            now = shown.page.evaluate(PLACES)
            assert [pair for pair in zip(before, now, strict=True) if pair[0] != pair[1]] == [], (
                name
            )
        shift_free(shown)


def test_dealing_shifts_nothing(browser: Browser) -> None:
    for position in (FROZEN, LONG_PILE):
        with stage(browser, table(position), width=1280) as shown:
            shown.page.evaluate(SHIFTS)
            shift_free(shown)


def flights(shown: Stage, *names: str) -> list[str]:
    """What flies after these presses; each flight lasts less than a fifth of a second."""
    shown.flights()
    shown.press(*names)
    flown = shown.flights()
    assert all(end < 200 for _, end in (*flown, *shown.page.evaluate(MOVING)))
    return [name.split()[0] for name, _ in flown]


def test_cards_fly_where_they_went(browser: Browser) -> None:
    played = table(FROZEN.replace("2♦ J♠", "J♠").replace('K♥"', '9♥"').replace("9♣ 7♦", "9♣ 9♦"))
    with stage(browser, played, width=1280) as shown:
        assert "canasta-card" in flights(
            shown, "nine of clubs", "nine of diamonds", "Take the pile"
        )
        assert played.history
    with stage(browser, table(FROZEN), width=1280) as shown:
        assert flights(shown, "Draw").count("canasta-card") == 1
        assert "canasta-laid" in flights(
            shown, "queen of spades", "queen of hearts", "joker", "Lay down"
        )
        assert "canasta-card" in flights(shown, "eight of clubs", "Discard")


def test_where_less_motion_is_wished_for_nothing_flies(browser: Browser) -> None:
    with stage(browser, table(FROZEN), width=1280, reduced_motion="reduce") as shown:
        assert shown.page.evaluate(MOVING) == []
        assert flights(shown, "Draw") == []
        assert shown.page.evaluate(MOVING) == []


@pytest.mark.parametrize(
    "make", [lambda: CardHand(THIRTY), lambda: table(FROZEN), lambda: table(LONG_PILE)]
)
def test_a_press_redraws_its_card_and_no_other(make: object, browser: Browser) -> None:
    """So a press costs alike with few cards and with many; tools/bench_widgets.py says how much.

    A clock would tell how busy the machine is: on a shared one a press waits longer than a frame now and then.
    """
    assert callable(make)
    widget = make()
    assert isinstance(widget, CardWidget)
    with stage(browser, widget, width=1280) as shown:
        redrawn = shown.page.evaluate(REDRAWN, ".canasta-fan > button")
        assert len(redrawn) == 2 * shown.cards().count() > 0
        wanted = {"pressed": True, "others": [], "elements": []}
        assert [one for one in redrawn if one != wanted] == []
