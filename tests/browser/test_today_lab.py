"""Today in real JupyterLab, as the course opens it: what is answered is there when one comes back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from canasta_tutor import settings, shelf
from canasta_tutor.course import opening
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.store import FILE, Store
from tests.browser.conftest import WINDOW
from tests.browser.lab import NOTEBOOKS, Lab, running_lab

SECONDS = 60_000
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("learner")


@pytest.fixture(scope="module")
def lab(home: Path) -> Iterator[Lab]:
    """One server on a learner's copy, set as ``canasta-tutor`` sets it."""
    copy = shelf.lay_out(NOTEBOOKS, home / "lessons")
    environment = opening(home, "en", NOTEBOOKS, copy)
    with running_lab(copy.folder, home, environment=environment) as lab:
        yield lab


@pytest.fixture
def visitor(browser: Browser, lab: Lab, home: Path) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    yield context
    for page in context.pages:
        leave(page)
    context.close()
    for file in (settings.FILE, FILE):
        (home / file).unlink(missing_ok=True)


def ready(page: Page, lab: Lab, path: str) -> Locator:
    """A lesson that has run; the panel it is in."""
    page.goto(f"{lab.address}/doc/tree/{path}?token={lab.token}")
    panel = page.locator(PANEL)
    expect(panel).to_have_attribute("data-lesson", "ready", timeout=SECONDS)
    return panel


def box(panel: Locator, name: str) -> Locator:
    return panel.get_by_role("region", name=name, exact=True)


def leave(page: Page) -> None:
    """Go away: the kernel ends."""
    page.evaluate("() => window.jupyterapp?.serviceManager.sessions.shutdownAll()")


def answer_somehow(asked: Locator) -> None:
    """Tick something, if there is something to tick, and check it; else open hint after hint, and the solution."""
    going = asked.get_by_role("button", name="Next", exact=True)
    ticks = asked.locator(".canasta-answer input:is([type=radio], [type=checkbox])")
    if ticks.count():
        ticks.first.check()
        asked.get_by_role("button", name="Check", exact=True).click()
        expect(asked.locator(".canasta-feedback .canasta-state")).to_be_visible(timeout=SECONDS)
    for name in ("Hint", *["Another hint"] * 6):
        solution = asked.get_by_role("button", name="Show the solution", exact=True)
        if going.is_visible() or solution.is_visible():
            break
        hints = asked.locator(".canasta-hint")
        before = hints.count()
        asked.get_by_role("button", name=name, exact=True).click()
        expect(hints).to_have_count(before + 1, timeout=SECONDS)
    if not going.is_visible():
        asked.get_by_role("button", name="Show the solution", exact=True).click()
    expect(going).to_be_visible(timeout=SECONDS)


def test_two_answers_are_counted_when_one_comes_back(
    visitor: BrowserContext, lab: Lab, home: Path
) -> None:
    before = datetime.now(UTC) - timedelta(days=2)
    with Store(home / FILE) as store:
        for skill in ("canasta.kind", "cards.values", "turn"):
            store.add(Answer(before, f"once/{skill}", "classic", "number", 2, {skill: 1.0}))
    page = visitor.new_page()
    today = ready(page, lab, f"en/{shelf.WELCOME}").locator(".canasta-frame").first
    expect(today).to_contain_text("3 things are due now.")
    expect(today).to_contain_text("2 days since you last added up what cards are worth.")
    today.get_by_role("button", name="Begin", exact=True).click()
    for number in (1, 2):
        expect(today).to_contain_text(f"{number} of 12", timeout=SECONDS)
        answer_somehow(today)
        if number == 1:
            today.get_by_role("button", name="Next", exact=True).click()
    today.get_by_role("button", name="Stop here", exact=True).click()
    expect(today).to_contain_text("2 exercises answered.")
    leave(page)
    page.close()

    page = visitor.new_page()
    panel = ready(page, lab, f"en/{shelf.WELCOME}")
    expect(box(panel, "Ten minutes today")).to_contain_text("2 exercises answered today.")
    expect(box(panel, "What you know")).to_contain_text("You were here on")
    with Store(home / FILE) as store:
        assert [one.why for one in store.answers[-2:]] == ["due", "due"]


def test_the_way_from_the_welcome_to_a_lesson_and_its_end(
    visitor: BrowserContext, lab: Lab
) -> None:
    page = visitor.new_page()
    panel = ready(page, lab, f"es/{shelf.WELCOME}")
    today = box(panel, "Diez minutos hoy")
    today.get_by_role("link", name="Lección 1: Las cartas").click()
    expect(panel.locator(".canasta-lesson-title")).to_have_text("Las cartas", timeout=SECONDS)
    expect(panel).to_have_attribute("data-lesson", "ready", timeout=SECONDS)
    end = box(panel, "Hasta dónde has llegado")
    expect(end).to_contain_text("todavía no has respondido nada")
    first = panel.locator(".canasta-exercise").first
    first.get_by_role("button", name="Comprobar", exact=True).scroll_into_view_if_needed()
    ticks = first.locator("input:is([type=radio], [type=checkbox])")
    if ticks.count():
        ticks.first.check()
    first.get_by_role("button", name="Comprobar", exact=True).click()
    expect(end).to_contain_text("en camino", timeout=SECONDS)
    end.get_by_role("link", name="Lección 2: El reparto").click()
    expect(panel.locator(".canasta-lesson-title")).to_have_text("El reparto", timeout=SECONDS)


def test_the_tutor_is_turned_on_from_the_box_and_the_first_line_says_so(
    visitor: BrowserContext, lab: Lab, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(home))
    settings.save(tutor=False)
    panel = ready(visitor.new_page(), lab, f"en/{shelf.WELCOME}")
    switch = panel.get_by_role("button", name="Tutor", exact=True)
    expect(switch).to_have_attribute("aria-pressed", "false")
    today = box(panel, "Ten minutes today")
    today.get_by_role("button", name="Turn the tutor on", exact=True).click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(today).to_contain_text("Nothing has been asked yet")
