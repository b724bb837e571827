"""Today in a real browser, without a kernel: what is due is asked, the check finds where to begin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor import Rulebook, settings
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.tutor import listening
from canasta_tutor.tutor.notes import PUT_OFF, Answer, Notes
from canasta_tutor.tutor.store import FILE, Store
from canasta_tutor.widgets.today import Today
from canasta_tutor.widgets.tutoring import say
from tests.browser.stage import WIDTHS, Stage, stage

CLASSIC = Rulebook.load("classic")
NOW = datetime(2026, 3, 10, 18, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def learner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path / "learner"))
    listening._STORES.clear()
    yield tmp_path / "learner"
    listening._STORES.clear()


def answered(skill: str, days: int, right: float = 1.0, exercise: str = "once/asked") -> None:
    """An exercise on a skill that was answered so many days ago."""
    at = NOW - timedelta(days=days)
    Store().add(Answer(at, exercise, "classic", "number", 2, {skill: right}))


def some_days_ago() -> None:
    """Three skills that are due, two of them right."""
    answered("cards.values", 2)
    answered("canasta.kind", 3)
    answered("initial.counting", 2, 0.0)


def today(language: str = "en") -> Today:
    return Today(CLASSIC, language, clock=lambda: NOW)


def answer_right(shown: Stage) -> None:
    """Put a right answer into the controls, and check it."""
    widget = shown.widget
    assert isinstance(widget, Today)
    assert widget.question is not None
    answer = widget.question.right()[0]
    widget._put(answer)
    shown.page.evaluate("draft => window.put({_draft: draft})", widget._draft)
    shown.press("Check")


def test_what_is_due_is_asked_one_after_the_other(browser: Browser) -> None:
    some_days_ago()
    widget = today()
    with stage(browser, widget) as shown:
        expect(shown.root).to_contain_text("3 things are due now.")
        expect(shown.root).to_contain_text("2 days since you last paid for a first lay-down.")
        shown.shot("today-start")
        assert shown.axe() == []
        shown.press("Begin")
        title = shown.root.locator(".canasta-frame-title")
        expect(title).to_be_focused()
        expect(shown.root).to_contain_text("1 of 12")
        first = widget.name
        assert shown.axe() == []
        shown.shot("today-asking")
        answer_right(shown)
        expect(shown.root).to_contain_text("1 of 12")
        shown.shot("today-answered")
        shown.press("Next")
        assert widget.name not in ("", first)
        expect(shown.root).to_contain_text("2 of 12")
        second = widget.name
        shown.press("Ask me later")
        assert widget.name not in ("", second)
        expect(shown.root).to_contain_text("2 of 12")
        shown.press("Stop here")
        expect(shown.root).to_contain_text("One exercise answered.")
        expect(shown.root).to_contain_text("What you put off comes back next time.")
        assert shown.axe() == []
        shown.shot("today-end")
        shown.press("Done")
        expect(shown.root).to_contain_text("One exercise answered today.")
    kept = Store().answers[-1]
    assert kept.why in ("due", "again", "new")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 900])
def test_an_explanation_that_was_put_off_is_offered_at_the_end_once(
    browser: Browser, language: str, width: int
) -> None:
    some_days_ago()
    wrong = Answer(
        NOW, "canasta/fourth-wild", "classic", "ruling", 2, {"canasta.kind": 0.0}, answer="yes"
    )
    Store().add(wrong)
    Store().add(replace(wrong, marks={}, first=False, why=PUT_OFF))
    with stage(browser, today(language), width=width) as shown:
        shown.press(say("begin", language))
        shown.press(say("stop", language))
        expect(shown.root).to_contain_text(say("put_off_waits", language, n=1))
        shown.shot(f"today-put-off-{language}-{width}")
        assert shown.axe() == []
        shown.press(say("explain", language))
        expect(shown.root.locator(".canasta-frame-title")).to_be_focused()
        expect(shown.root).to_contain_text(say("explained", language))
        expect(shown.root.locator(".canasta-feedback")).not_to_be_empty()
        shown.shot(f"today-explained-{language}-{width}")
        assert shown.axe() == []
        shown.press(say("go_on", language))
        expect(shown.root).not_to_contain_text(say("put_off_waits", language, n=1))
        assert not Notes.of(Store().answers).put_off


def test_who_is_new_is_shown_two_ways_in(browser: Browser) -> None:
    with stage(browser, today(), width=360) as shown:
        expect(shown.root.get_by_role("link")).to_have_attribute("href", "../en/01-cards.ipynb")
        shown.shot("today-new-360")
        shown.press("I already play: where do I begin?")
        home = shown.root.get_by_role("group", name="At home we play")
        home.get_by_role("button").nth(1).click()
        shown.settle()
        other = shown.root.get_by_role("group", name="I have played this, too")
        expect(other.get_by_role("button")).to_have_count(4)
        other.get_by_role("button").first.click()
        shown.settle()
        assert settings.load().played == (Rulebook.names()[1], Rulebook.names()[0])
        assert shown.axe() == []
        shown.shot("placement-played-360")
        assert shown.width() <= 360


def test_the_check_finds_where_to_begin(browser: Browser) -> None:
    widget = today()
    with stage(browser, widget, width=768) as shown:
        shown.press("I already play: where do I begin?", "Begin")
        assert widget.question is not None
        assert widget.question.exercise.kind == "sheet"
        expect(shown.root).to_contain_text("1 of 12 at most")
        shown.shot("placement-asking")
        shown.press("I don't know yet")
        answer_right(shown)
        shown.press("Next")
        answer_right(shown)
        shown.press("Stop here")
        expect(shown.root).to_contain_text("You may begin here: Lesson")
        expect(shown.root).to_contain_text("You seem to know these")
        expect(shown.root).to_contain_text("Look at these again")
        expect(shown.root.get_by_role("link").first).to_have_attribute(
            "href", "../en/10-keeping-score.ipynb"
        )
        assert shown.axe() == []
        shown.shot("placement-found")
    first, second, third = Store().answers
    assert {one.why for one in (first, second, third)} == {"placement"}
    assert (first.state, first.marks) == ("unknown", {"sheet": 0.0})
    assert Notes.of(Store().answers).of_skill(second.skill).p == 0.8


def test_who_opens_the_solution_did_not_know_it(browser: Browser) -> None:
    some_days_ago()
    widget = today()
    widget._do_begin()
    with stage(browser, widget) as shown:
        first = widget.name
        while shown.button("Next").count() == 0:
            solution = shown.button("Show the solution")
            (
                solution
                if solution.is_visible()
                else shown.root.locator(".canasta-checks .canasta-quiet").first
            ).click()
            shown.settle()
        shown.press("Next")
        expect(shown.root).to_contain_text("2 of 12")
    assert widget.name != first
    kept = Store().answers[-1]
    assert (kept.state, [*kept.marks.values()]) == ("unknown", [0.0])


def test_keys_alone_will_do(browser: Browser) -> None:
    some_days_ago()
    widget = today()
    with stage(browser, widget) as shown:
        keys = shown.page.keyboard
        shown.button("Begin").focus()
        keys.press("Enter")
        shown.settle()
        asked = widget.name
        shown.button("Ask me later").focus()
        keys.press("Space")
        shown.settle()
        assert widget.name != asked
        expect(shown.root.locator(".canasta-frame-title")).to_be_focused()
        for key in ("x", "a", "b", "d", "d"):
            keys.press(key)
        assert shown.page.evaluate("window.leaked") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_damaged_file_is_told_and_the_way_goes_on(
    language: str, browser: Browser, learner: Path
) -> None:
    learner.mkdir()
    (learner / FILE).write_bytes(b"no database at all, and rather long " * 50)
    with stage(browser, today(language), width=360) as shown:
        expect(shown.root).to_contain_text("kept" if language == "en" else "conserva")
        expect(shown.button(say("check", language))).to_be_visible()


def test_with_the_tutor_off_it_says_how_to_turn_it_on(browser: Browser) -> None:
    settings.save(tutor=False)
    with stage(browser, today()) as shown:
        expect(shown.root).to_contain_text("The tutor is off")
        shown.shot("today-off")
        shown.press("Turn the tutor on")
        expect(shown.root).to_contain_text("Nothing has been asked yet")
    assert settings.load().tutor


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_and_reads_at_every_width(
    width: int, theme: str, language: str, browser: Browser
) -> None:
    some_days_ago()
    widget = today(language)
    widget._do_begin()
    with stage(browser, widget, width=width, theme=theme) as shown:
        assert shown.width() <= width
        assert shown.axe() == []
        shown.shot(f"today-{language}-{width}-{theme}")
