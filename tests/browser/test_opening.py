"""Lessons opened as the course opens them: they run by themselves, and nothing else does."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page, expect

from canasta_tutor import own_table, settings, shelf
from canasta_tutor.course import bar_words, opening
from canasta_tutor.lesson_rulings import say
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from tests.browser.conftest import WINDOW
from tests.browser.lab import NOTEBOOKS, Lab, Notebook, running_lab

SECONDS: Final = 60_000
WORDS: Final = bar_words()
PANEL: Final = ".jp-NotebookPanel:not(.lm-mod-hidden)"
LESSON: Final = "05-frozen-and-blocked.ipynb"
MADE: Final = "() => Math.max(0, ...window.jupyterapp.shell.currentWidget.content.widgets.map(c => c.model.executionCount || 0))"
CELLS: Final = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
both = pytest.mark.parametrize("language", LANGUAGES)


class Course:
    """The course as it was opened for a learner, and their folder."""

    def __init__(self, lab: Lab, home: Path) -> None:
        self.lab = lab
        self.home = home
        self.lessons = home / "lessons"

    def show(self, page: Page, path: str) -> Locator:
        """Open a lesson; the panel it is in."""
        page.goto(f"{self.lab.address}/doc/tree/{path}?token={self.lab.token}")
        return page.locator(PANEL)

    def ready(self, page: Page, path: str) -> Locator:
        panel = self.show(page, path)
        becomes(panel, "ready")
        return panel


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """One server on a learner's copy, set as ``canasta-tutor`` sets it."""
    home = tmp_path_factory.mktemp("learner")
    copy = shelf.lay_out(NOTEBOOKS, home / "lessons")
    environment = opening(home, "en", NOTEBOOKS, copy)
    with running_lab(copy.folder, home, environment=environment) as lab:
        yield Course(lab, home)


@pytest.fixture
def visitor(browser: Browser, course: Course) -> Iterator[BrowserContext]:
    """A browser that has never been here; its kernels end with the test."""
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
    yield context
    for page in context.pages:
        page.evaluate("() => window.jupyterapp?.serviceManager.sessions.shutdownAll()")
    context.close()
    (course.home / settings.FILE).unlink(missing_ok=True)
    (course.home / own_table.FILE).unlink(missing_ok=True)


@pytest.fixture
def page(visitor: BrowserContext) -> Page:
    return visitor.new_page()


def becomes(panel: Locator, state: str) -> None:
    expect(panel).to_have_attribute("data-lesson", state, timeout=SECONDS)


def bar(panel: Locator, key: str, language: str = "en") -> Locator:
    """A button of the bar above the lesson."""
    return panel.locator(".canasta-lesson-bar").get_by_text(WORDS[language][key], exact=True)


def said(panel: Locator) -> Locator:
    return panel.locator(".canasta-lesson-said")


# --- opened, a lesson runs --------------------------------------------------------------------------


@both
def test_the_first_card_answers_without_any_other_action(
    language: str, page: Page, course: Course
) -> None:
    file = course.lessons / language / shelf.WELCOME
    before = sha256(file.read_bytes()).digest()
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    panel = course.show(page, f"{language}/{shelf.WELCOME}")
    card = panel.locator(".canasta-hand .canasta-fan button").first
    card.click(timeout=SECONDS)
    expect(card).to_have_attribute("aria-pressed", "true")
    panel.locator(".canasta-hand").first.get_by_role("button", name=say("lay", language)).click()
    expect(panel.locator(".canasta-hand .canasta-message").first).not_to_be_empty()

    becomes(panel, "ready")
    expect(panel.locator(".jp-CodeCell .jp-InputArea-editor").first).to_be_hidden()
    for surrounding in ("#jp-top-panel", "#jp-menu-panel", ".jp-NotebookPanel-toolbar"):
        expect(page.locator(surrounding)).to_be_hidden()
    notebook = Notebook(page, course.lab, language)
    assert notebook.axe(".canasta-lesson-bar") == []
    assert notebook.axe(".canasta-header") == []
    page.reload()
    becomes(panel, "ready")
    assert asked == []
    assert sha256(file.read_bytes()).digest() == before


def test_a_system_that_is_dark_gets_dark_pages(browser: Browser, course: Course) -> None:
    context = browser.new_context(viewport=WINDOW, reduced_motion="reduce", color_scheme="dark")
    page = context.new_page()
    panel = course.ready(page, f"es/{LESSON}")
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    notebook = Notebook(page, course.lab, LESSON)
    assert notebook.axe(".canasta-lesson-bar") == []
    assert notebook.axe(".canasta-exercise") == []
    assert notebook.foreign_requests == []
    notebook.shot("dark-system")
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "true")
    expect(panel).to_have_attribute("data-lesson", "ready")
    page.evaluate("() => window.jupyterapp.serviceManager.sessions.shutdownAll()")
    context.close()


def test_the_code_is_one_switch_away(page: Page, course: Course) -> None:
    panel = course.ready(page, f"en/{shelf.WELCOME}")
    editor = panel.locator(".jp-CodeCell .jp-InputArea-editor").first
    bar(panel, "show_code").click()
    expect(editor).to_be_visible()
    expect(bar(panel, "show_code")).to_have_attribute("aria-pressed", "true")
    bar(panel, "show_code").click()
    expect(editor).to_be_hidden()


def test_while_folded_no_key_and_no_double_click_edits_the_page(page: Page, course: Course) -> None:
    panel = course.ready(page, f"en/{shelf.WELCOME}")
    cells = page.evaluate(CELLS)
    panel.locator(".jp-MarkdownOutput h1").click()
    for key in ("d", "d", "x", "b", "a", "Enter", "m", "Control+s"):
        page.keyboard.press(key)
    panel.locator(".jp-MarkdownOutput p").first.dblclick()
    panel.locator(".canasta-hand .canasta-fan button").first.focus()
    for key in ("d", "d", "x", "b"):
        page.keyboard.press(key)
    assert page.evaluate(CELLS) == cells
    expect(panel.locator(".jp-MarkdownCell .jp-InputArea-editor:visible")).to_have_count(0)


def test_a_door_leads_to_the_next_lesson_which_runs(page: Page, course: Course) -> None:
    first, second = shelf.lessons(NOTEBOOKS, "es")[:2]
    panel = course.ready(page, first.path)
    expect(panel.locator(".canasta-lesson-title")).to_have_text(first.title)
    bar(panel, "after", "es").click()
    expect(panel.locator(".canasta-lesson-title")).to_have_text(second.title, timeout=SECONDS)
    becomes(panel, "ready")
    bar(panel, "before", "es").click()
    expect(panel.locator(".canasta-lesson-title")).to_have_text(first.title)


@pytest.mark.parametrize(
    ("language", "link", "heading", "elsewhere"),
    [
        ("en", "both", "Frozen and blocked", "draw from the pile"),
        ("es", "las dos cosas", "Congelado y bloqueado", "robar del pozo"),
    ],
)
def test_a_link_opens_the_glossary_at_its_heading_and_one_comes_back(
    language: str, link: str, heading: str, elsewhere: str, page: Page, course: Course
) -> None:
    file = course.lessons / language / shelf.GLOSSARY
    before = file.read_bytes()
    panel = course.ready(page, f"{language}/{LESSON}")
    title = panel.locator(".canasta-lesson-title").inner_text()
    panel.locator(".jp-MarkdownOutput a").get_by_text(link, exact=True).click()
    becomes(panel, "still")
    shown = panel.locator(".jp-MarkdownOutput h3", has_text=heading)
    expect(shown).to_be_in_viewport(timeout=SECONDS)
    expect(panel.locator(".jp-Editor:visible, .jp-NotebookPanel-toolbar:visible")).to_have_count(0)
    expect(panel.locator(".canasta-lesson-bar button")).to_have_count(1)
    assert page.evaluate("text => window.find(text)", elsewhere), "the browser's own search"
    notebook = Notebook(page, course.lab, language)
    assert notebook.axe(f"{PANEL} .jp-MarkdownOutput") == []
    assert notebook.axe(f"{PANEL} .canasta-lesson-bar") == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_timeout(300)
    wide = "node => node.scrollWidth - node.clientWidth"
    assert panel.locator(".jp-WindowedPanel-outer").evaluate(wide) <= 0
    panel.get_by_role("button", name=WORDS[language]["back"]).click()
    expect(panel.locator(".canasta-lesson-title")).to_have_text(title)
    becomes(panel, "ready")
    assert file.read_bytes() == before


# --- what does not run ------------------------------------------------------------------------------


def _changed(course: Course, path: str, code: str) -> str:
    """A lesson with one more line of code, somewhere below the learner's folder."""
    notebook = json.loads((NOTEBOOKS / "en" / shelf.WELCOME).read_text("utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    cell["source"] = "".join(cell["source"]) + code
    file = course.lessons / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(notebook), "utf-8")
    return path


@pytest.mark.parametrize(
    ("path", "code"),
    [("en/90-changed.ipynb", "\n1 + 1"), ("foreign/00-welcome.ipynb", "")],
    ids=["changed", "foreign"],
)
def test_a_page_that_is_not_the_course_s_waits_for_its_reader(
    path: str, code: str, page: Page, course: Course
) -> None:
    panel = course.show(page, _changed(course, path, code))
    becomes(panel, "changed")
    expect(said(panel)).to_have_text(WORDS["en"]["changed"])
    page.wait_for_timeout(3000)
    expect(panel.locator(".canasta-hand")).to_have_count(0)
    assert (
        page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.widgets.some(c => c.model.executionCount > 90)"
        )
        is False
    )
    bar(panel, "start").click()
    becomes(panel, "ready")
    expect(panel.locator(".canasta-hand").first).to_be_visible()


def test_a_page_that_fails_says_so(page: Page, course: Course) -> None:
    panel = course.show(page, _changed(course, "en/91-broken.ipynb", "\n1 / 0"))
    becomes(panel, "changed")
    bar(panel, "start").click()
    becomes(panel, "failed")
    expect(said(panel)).to_have_text(WORDS["en"]["failed"])
    expect(panel.locator(".jp-OutputArea").first).to_contain_text("ZeroDivisionError")


def test_a_changed_lesson_in_its_own_place_waits_too(page: Page, course: Course) -> None:
    _changed(course, f"en/{shelf.WELCOME}", "\n1 + 1")
    try:
        becomes(course.show(page, f"en/{shelf.WELCOME}"), "changed")
    finally:
        (course.lessons / "en" / shelf.WELCOME).write_bytes(
            (NOTEBOOKS / "en" / shelf.WELCOME).read_bytes()
        )


def test_a_jupyter_that_the_course_did_not_open_is_left_alone(
    open_notebook: Callable[[str], Notebook],
) -> None:
    notebook = open_notebook(f"en/{shelf.WELCOME}")
    loaded = "() => 'canasta-lessons' in window._JUPYTERLAB"
    assert notebook.page.evaluate(loaded)
    notebook.page.wait_for_timeout(2000)
    expect(notebook.page.locator("[data-lesson], .canasta-lesson-bar")).to_have_count(0)
    expect(notebook.page.locator(".canasta-hand")).to_have_count(0)


# --- when the kernel goes away ----------------------------------------------------------------------


KERNEL: Final = """async () => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const future = kernel.requestExecute({code: "import os; os.getpid()"});
    return await new Promise(done => { future.onIOPub = message => {
        if (message.header.msg_type === "execute_result") done(Number(message.content.data["text/plain"]));
    }; });
}"""


def test_a_dead_kernel_is_said_and_start_again_deals_anew(page: Page, course: Course) -> None:
    panel = course.ready(page, f"en/{shelf.WELCOME}")
    os.kill(page.evaluate(KERNEL), signal.SIGKILL)
    becomes(panel, "died")
    expect(said(panel)).to_have_text(WORDS["en"]["died"])
    dialog = page.locator(".jp-Dialog button.jp-mod-accept")
    dialog.click(timeout=SECONDS)
    bar(panel, "start_again").click()
    becomes(panel, "ready")
    card = panel.locator(".canasta-hand .canasta-fan button").first
    card.click()
    panel.locator(".canasta-hand").first.get_by_role("button", name=say("lay", "en")).click()
    expect(panel.locator(".canasta-hand .canasta-message").first).not_to_be_empty()


def test_a_restart_from_outside_runs_the_lesson_again(page: Page, course: Course) -> None:
    panel = course.ready(page, f"en/{shelf.WELCOME}")
    first = page.evaluate(KERNEL)
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    becomes(panel, "ready")
    assert page.evaluate(KERNEL) != first
    panel.locator(".canasta-hand .canasta-fan button").first.click()
    panel.locator(".canasta-hand").first.get_by_role("button", name=say("lay", "en")).click()
    expect(panel.locator(".canasta-hand .canasta-message").first).not_to_be_empty()


def test_the_newest_tab_has_the_lesson_and_an_older_one_can_take_it_back(
    visitor: BrowserContext, course: Course
) -> None:
    older = visitor.new_page()
    panel = course.ready(older, f"en/{shelf.WELCOME}")
    newer = course.ready(visitor.new_page(), f"en/{shelf.WELCOME}")
    becomes(panel, "elsewhere")
    expect(said(panel)).to_have_text(WORDS["en"]["elsewhere"])
    bar(panel, "take_over").click()
    becomes(panel, "ready")
    becomes(newer, "elsewhere")
    panel.locator(".canasta-hand .canasta-fan button").first.click()
    panel.locator(".canasta-hand").first.get_by_role("button", name=say("lay", "en")).click()
    expect(panel.locator(".canasta-hand .canasta-message").first).not_to_be_empty()


# --- the table, chosen once -------------------------------------------------------------------------


@both
def test_a_table_chosen_once_is_every_lesson_s(language: str, page: Page, course: Course) -> None:
    panel = course.ready(page, f"{language}/{shelf.WELCOME}")
    tables = panel.locator(".canasta-header select")
    expect(tables.locator("option")).to_have_count(len(Rulebook.names()))
    runs = page.evaluate(MADE)
    tables.focus()
    tables.select_option("club")
    expect(tables).to_have_value("club")
    page.wait_for_function(f"before => ({MADE})() > before", arg=runs, timeout=SECONDS)
    becomes(panel, "ready")
    expect(tables).to_be_focused()
    assert json.loads((course.home / settings.FILE).read_text("utf-8"))["table"] == "club"

    panel = course.ready(page, f"{language}/{LESSON}")
    expect(panel.locator(".canasta-header select")).to_have_value("club")
    title = Rulebook.load("club").title[language]
    table = panel.locator(".canasta-table:not(.canasta-freezer)").first
    expect(table).to_contain_text(title)
    large = panel.locator(".canasta-header .canasta-switches button").nth(1)
    large.click()
    expect(large).to_have_attribute("aria-pressed", "true")
    expect(table).to_have_class(re.compile("canasta-large"))


def test_a_table_of_one_s_own_is_made_chosen_and_followed(page: Page, course: Course) -> None:
    panel = course.ready(page, "en/11-five-tables.ipynb")
    mine, tables = panel.locator(".canasta-my-table"), panel.locator(".canasta-header select")
    mine.get_by_role("combobox", name="Canastas to go out").select_option(index=1)
    expect(mine.locator(".canasta-changed")).to_contain_text("a side needs 2 canastas")
    mine.get_by_role("textbox", name="Its name").fill("Aunt Rosa's")
    mine.get_by_role("button", name="Keep this table").click()
    expect(tables.locator("option").last).to_have_text("Aunt Rosa's")
    runs = page.evaluate(MADE)
    tables.select_option("Aunt Rosa's")
    page.wait_for_function(f"before => ({MADE})() > before", arg=runs, timeout=SECONDS)
    becomes(panel, "ready")

    panel = course.ready(page, f"en/{LESSON}")
    expect(panel.locator(".canasta-header select")).to_have_value(settings.OWN)
    table = panel.locator(".canasta-table:not(.canasta-freezer)").first
    expect(table).to_contain_text("Aunt Rosa's")
    (course.home / own_table.FILE).write_text("extends = ")
    panel = course.ready(page, f"en/{LESSON}")
    expect(panel.locator(".canasta-header .canasta-message")).to_contain_text("could not be read")
    expect(panel.locator(".canasta-header select")).to_have_value("classic")
    assert (course.home / own_table.FILE).read_text() == "extends = "


def test_without_the_course_s_own_page_one_is_told_to_run_it_again(
    open_notebook: Callable[[str], Notebook], lab: Lab
) -> None:
    notebook = open_notebook(f"en/{shelf.WELCOME}")
    notebook.run_all()
    header = notebook.page.locator(".canasta-header")
    header.locator("select").select_option("family")
    title = Rulebook.load("family").title["en"]
    expect(header.locator(".canasta-message")).to_contain_text(
        f"From now on your table is: {title}"
    )
    assert notebook.axe(".canasta-header") == []
    header.locator("select").select_option("classic")
