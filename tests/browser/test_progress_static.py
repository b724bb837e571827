"""The map of what is known and a lesson's end, in a real browser, without a kernel."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor import Rulebook, settings
from canasta_tutor.lesson import Lesson
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.tutor import listening
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.store import Store
from canasta_tutor.widgets import exercise
from canasta_tutor.widgets.progress import Progress
from tests.browser.stage import WIDTHS, stage

CLASSIC = Rulebook.load("classic")
NOW = datetime(2026, 3, 10, 18, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def learner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path / "learner"))
    kept = (listening._STORES, exercise._KEPT)
    for one in kept:
        one.clear()
    yield tmp_path / "learner"
    for one in kept:
        one.clear()


def answered(skill: str, days: int, right: float = 1.0, level: int = 2) -> None:
    at, kind = NOW - timedelta(days=days), "number" if level < 3 else "cards"
    Store().add(Answer(at, f"once/{skill}-{level}", "classic", kind, level, {skill: right}))


def some_days_ago() -> None:
    answered("cards.values", 3)
    answered("cards.wilds", 3)
    answered("cards.values", 1, level=3)
    answered("pile.take", 1, 0.0)


def progress(language: str = "en") -> Progress:
    return Progress(CLASSIC, language, clock=lambda: NOW)


def test_the_map_shows_what_is_known_and_practises_it(browser: Browser) -> None:
    some_days_ago()
    widget = progress()
    with stage(browser, widget, width=1280) as shown:
        expect(shown.root).to_contain_text("1 known, 2 on the way, 33 new.")
        expect(shown.root).to_contain_text("Better than last time: What cards are worth.")
        expect(shown.root).to_contain_text("You were here on 2 days this month.")
        known = shown.root.get_by_role("button", name="What cards are worth known")
        known.click()
        shown.settle()
        expect(known).to_have_attribute("aria-expanded", "true")
        expect(shown.root).to_contain_text("Asked 2 times, 2 times right at the first try.")
        assert shown.axe() == []
        shown.shot("progress-open")
        shown.press("Practise this now")
        assert widget.question is not None
        expect(shown.root).to_contain_text("It counts like any other answer.")
        first = widget.name
        shown.press("Another one")
        shown.press("Back to the map")
        expect(known).to_be_visible()
        assert first.startswith(("deck/", "generated/"))
        link = shown.root.get_by_role("link", name="Lesson 5")
        expect(link).to_have_attribute("href", "../en/05-frozen-and-blocked.ipynb")


def test_keys_walk_along_the_map(browser: Browser) -> None:
    with stage(browser, progress(), width=900) as shown:
        expect(shown.root.locator(".canasta-item-button[tabindex='0']")).to_have_count(1)
        keys = shown.page.keyboard
        shown.root.locator(".canasta-item-button").first.focus()
        keys.press("ArrowDown")
        second = shown.root.locator(".canasta-item-button").nth(1)
        expect(second).to_be_focused()
        keys.press("Enter")
        shown.settle()
        expect(second).to_have_attribute("aria-expanded", "true")
        expect(second).to_be_focused()
        keys.press("End")
        expect(shown.root.locator(".canasta-item-button").last).to_be_focused()
        for key in ("x", "a", "b", "d", "d"):
            keys.press(key)
        assert shown.page.evaluate("window.leaked") == []


def test_notes_are_shown_copied_added_and_forgotten(
    browser: Browser, tmp_path: Path, learner: Path
) -> None:
    some_days_ago()
    settings.save(played=("club",), four_colours=True)
    (learner / "progress.kept-1.sqlite3").write_bytes(b"damaged once")
    with stage(browser, progress(), width=768, accept_downloads=True) as shown:
        said = shown.root.get_by_role("status")
        expect(shown.root).to_contain_text(str(learner / "progress.sqlite3"))
        shown.press("Show my notes")
        kept = shown.root.get_by_role("group", name="Your notes")
        expect(kept.locator("p")).to_have_count(4)
        expect(kept).to_contain_text(
            "2026-03-09 18:00 · Taking the pile · Classic Canasta · not yet"
        )
        assert shown.axe() == []
        shown.shot("progress-notes")
        with shown.page.expect_download() as download:
            shown.press("Save a copy")
        copy = tmp_path / download.value.suggested_filename
        download.value.save_as(copy)
        assert copy.name == "canasta-notes-2026-03-10.jsonl"
        expect(said).to_contain_text(copy.name)

        shown.press("Forget me")
        expect(shown.root).to_contain_text("4 answers will be deleted")
        shown.shot("progress-forget")
        shown.press("Keep my notes")
        assert len(Store().answers) == 4
        shown.press("Forget me", "Delete everything")
        expect(said).to_contain_text("Everything is deleted.")
        expect(shown.root).to_contain_text("No answer is kept.")
        assert Store().answers == ()
        assert [file.name for file in learner.iterdir()] == ["settings.json"]
        assert (settings.load().played, settings.load().four_colours) == ((), True)

        with shown.page.expect_file_chooser() as chooser:
            shown.button("Add a copy").click()
        chooser.value.set_files(copy)
        expect(said).to_contain_text("4 answers have come in.")
        assert len(Store().answers) == 4
        wrong = tmp_path / "wrong.jsonl"
        wrong.write_text("no notes at all")
        with shown.page.expect_file_chooser() as chooser:
            shown.button("Add a copy").click()
        chooser.value.set_files(wrong)
        expect(said).to_contain_text("line 1: found 'no notes at all'")
        assert len(Store().answers) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_and_reads_at_every_width(
    width: int, theme: str, language: str, browser: Browser
) -> None:
    some_days_ago()
    widget = progress(language)
    widget._opened = "pile.take"
    widget._show_frame()
    with stage(browser, widget, width=width, theme=theme) as shown:
        assert shown.width() <= width
        assert shown.axe() == []
        shown.shot(f"progress-{language}-{width}-{theme}")


# --- a lesson's end -------------------------------------------------------------------------------


def test_a_lesson_s_end_follows_the_answers(browser: Browser) -> None:
    lesson = Lesson("05-frozen-and-blocked", "en")
    card, end = lesson.exercise("pile/frozen-one-match"), lesson.end()
    with stage(browser, end, width=768) as shown:
        expect(shown.root).to_contain_text("Nothing of this lesson has been answered yet.")
        expect(shown.root.get_by_role("link").first).to_have_attribute(
            "href", "../en/06-first-lay-down.ipynb"
        )
        assert shown.axe() == []
        shown.shot("ending-untouched")
    assert card.question is not None
    card.check(card.question.right()[0])
    with stage(browser, end, width=360, theme="dark") as shown:
        expect(shown.root).to_contain_text("0 of 3 shown to be known.")
        expect(shown.root).to_contain_text("on the way · comes again")
        assert shown.axe() == []
        assert shown.width() <= 360
        shown.shot("ending-360-dark")
