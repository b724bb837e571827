"""Many exercises of the course in a real browser: blank, wrong, then right, each as its kind is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor.exercises import ids, load
from canasta_tutor.widgets import exercise
from canasta_tutor.widgets.exercise import ExerciseCard
from tests.browser.stage import Stage, stage

SHARE = 3
"""Every third exercise of each kind, so that all folders and kinds are met."""


def _choose(shown: Stage, answer: str) -> None:
    chosen = set(answer.split())
    for box in shown.root.locator(".canasta-pick input:visible").all():
        value = box.get_attribute("value")
        if box.get_attribute("type") == "radio":
            if value in chosen:
                box.check()
        else:
            box.set_checked(value in chosen)


def _rule(shown: Stage, answer: str) -> None:
    word, _, rule = answer.partition(" ")
    shown.root.locator(f".canasta-pick input[value={word}]").check()
    if rule:
        shown.root.locator(f'.canasta-pick input[value="{rule}"]').check()


def _number(shown: Stage, answer: str) -> None:
    shown.root.get_by_role("textbox").first.fill(answer)


def _type(shown: Stage, answer: str) -> None:
    entry = shown.root.get_by_role("textbox").first
    entry.fill(answer)
    entry.press("Enter")
    shown.settle()


ANSWER: dict[str, Callable[[Stage, str], None]] = {
    "choice": _choose,
    "ruling": _rule,
    "number": _number,
    "cards": _type,  # pressing cards is tried in test_exercise_static
    "discard": _type,
    "lay-down": _type,
}
CHOSEN = [
    id
    for kind in ANSWER
    for id in islice((id for id in ids() if load(id).kind == kind), 0, None, SHARE)
]


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    exercise._KEPT.clear()
    yield
    exercise._KEPT.clear()


def check(shown: Stage, tones: str) -> None:
    shown.root.get_by_role("button", name="Comprobar", exact=True).click()
    shown.settle()
    tone = shown.root.locator(".canasta-feedback").get_attribute("data-tone")
    assert tone in tones.split(), f"{tone}: {shown.root.locator('.canasta-feedback').inner_text()}"


def test_there_are_at_least_forty() -> None:
    assert len(CHOSEN) >= 40
    assert {load(id).kind for id in CHOSEN} == set(ANSWER)


@pytest.mark.parametrize("id", CHOSEN)
def test_blank_wrong_and_right(id: str, browser: Browser) -> None:
    card = ExerciseCard(id, "es")
    assert card.question is not None
    answer = ANSWER[load(id).kind]
    with stage(browser, card, reduced_motion="reduce") as shown:
        check(shown, "note")
        for wrong in card.question.wrong()[:1]:
            answer(shown, wrong)
            check(shown, "wrong partly")
            shown.root.get_by_role("button", name="Intentar de nuevo", exact=True).click()
            shown.settle()
        answer(shown, card.question.right()[0])
        check(shown, "right")
        expect(shown.root.locator(".canasta-feedback")).to_be_visible()
