"""A quiz on the page, without a kernel: its first line, a silent question, handing in by keyboard, how it looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor.classroom import Quiz, write_quiz
from canasta_tutor.classroom.sitting import Sitting
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.widgets.base import CardWidget
from tests.browser.stage import WIDTHS, Stage, stage, state
from tests.school import class_quiz

PLACES = (("sheet", 2, 8), ("canasta", 3, 3), ("minimum", 1, 2))
Open = Callable[..., Sitting]


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return class_quiz(1, PLACES)


@pytest.fixture
def sit(quiz: Quiz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def opened(language: str = "en", minutes: int = 0) -> Sitting:
        file = tmp_path / "quiz.toml"
        file.write_text(write_quiz(quiz).replace("minutes = 0", f"minutes = {minutes}"), "utf-8")
        return Sitting(file, "V1", language)

    return opened


def put(shown: Stage) -> None:
    shown.page.evaluate(
        "changes => window.put(changes)", json.loads(json.dumps(state(shown.widget)))
    )


def finished(sitting: Sitting, tmp_path: Path) -> None:
    sitting.name("Ana")
    sitting.hand_in(tmp_path / "in")


def test_the_name_is_kept_when_it_is_written(browser: Browser, sit: Open) -> None:
    sitting = sit(minutes=30)
    with stage(browser, sitting.header) as shown:
        field = shown.root.get_by_label("Your name")
        field.fill("  Ana   Ruiz ")
        field.press("Tab")
        shown.settle()
        assert sitting.pupil == "Ana Ruiz"
        expect(field).to_have_value("Ana Ruiz")
        expect(shown.root.get_by_role("timer")).to_contain_text("30 minutes left")
        assert shown.page.evaluate("window.leaked") == []
        assert shown.axe() == []


def test_a_question_of_an_exam_is_only_answered(
    browser: Browser, sit: Open, tmp_path: Path
) -> None:
    sitting = sit()
    with stage(browser, sitting.question(3)) as shown:
        expect(shown.button("Check")).to_be_hidden()
        expect(shown.root.get_by_role("button", name="Hint")).to_be_hidden()
        field = shown.root.get_by_role("textbox").first
        field.fill("7")
        field.press("Enter")
        shown.settle()
        assert sitting.given(3) == "7"
        assert all(intent["intent"] == "draft" for intent in shown.page.evaluate("window.sent"))
        expect(shown.root.locator(".canasta-feedback")).to_be_empty()
        assert shown.axe() == []
        finished(sitting, tmp_path)
        put(shown)
        expect(shown.root.locator(".canasta-feedback")).to_contain_text("Not yet")
        expect(shown.button("Check")).to_be_hidden()
        expect(shown.button("Try again")).to_be_hidden()
        assert shown.root.locator(".canasta-answer > *").evaluate("element => element.inert")
        shown.press("Show the solution")
        expect(shown.root.locator(".canasta-solution")).to_be_visible()
        assert shown.axe() == []


def test_handing_in_by_keyboard_asks_once_and_shows_the_file(
    browser: Browser, sit: Open, tmp_path: Path
) -> None:
    sitting = sit()
    with stage(browser, sitting.end) as shown:
        shown.press("Hand in")
        expect(shown.root).to_contain_text("First write your name")
        sitting.name("<b>Ana</b>")
        put(shown)
        shown.button("Hand in").focus()
        shown.page.keyboard.press("Enter")
        shown.settle()
        expect(shown.button("Not yet")).to_be_focused()
        expect(shown.root).to_contain_text("questions 1, 2, 3")
        assert shown.axe() == []
        shown.page.keyboard.press("Enter")
        shown.settle()
        expect(shown.button("Hand in")).to_be_focused()
        shown.page.keyboard.press("Enter")
        shown.settle()
        shown.page.keyboard.press("Shift+Tab")
        shown.page.keyboard.press("Enter")
        shown.settle()
        assert sitting.finished
        expect(shown.root.locator(".canasta-told")).to_be_focused()
        expect(shown.root.locator(".canasta-file")).to_contain_text("hand-in-b-ana-b-V1-")
        shown.root.locator("summary").click()
        expect(shown.root.locator("pre")).to_contain_text('"pupil": "<b>Ana</b>"')
        assert shown.root.locator("b").count() == 0
        assert shown.axe() == []


PARTS: dict[str, Callable[[Sitting], CardWidget]] = {
    "header": lambda sitting: sitting.header,
    "end": lambda sitting: sitting.end,
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_every_width_in_both_languages(
    browser: Browser, sit: Open, tmp_path: Path, part: str, language: str
) -> None:
    for width in WIDTHS:
        for theme in ("light", "dark") if width in (360, 1280) else ("light",):
            sitting = sit(language, 5)
            sitting.name("Ana")
            with stage(browser, PARTS[part](sitting), width, theme) as shown:
                assert shown.width() <= width
                if part == "end":
                    shown.root.get_by_role("button").first.click()
                    shown.settle()
                    assert shown.width() <= width
                assert shown.axe() == []
                shown.shot(f"quiz-{part}-{language}-{width}-{theme}")
