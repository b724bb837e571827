"""Takes the pictures of the teacher's guide anew, in both languages, from the course as it is now.

    python tools/guide_pictures.py

Needs what the browser tests need. Look at them before you commit them: docs/guide-*.png.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from playwright.sync_api import (
    Browser,
    FloatRect,
    Locator,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from canasta_tutor import cli, settings, shelf
from canasta_tutor.classroom.collecting import collect
from canasta_tutor.classroom.grading import grade
from canasta_tutor.classroom.handins import file_name, write_hand_in
from canasta_tutor.classroom.report import report
from canasta_tutor.course import opening
from canasta_tutor.rulebook import LANGUAGES
from tests.browser.lab import CHROMIUM_OPTIONS, NOTEBOOKS, REPOSITORY, Lab, running_lab
from tests.school import class_quiz, handed_in

DOCS: Final = REPOSITORY / "docs"
WINDOW: Final[ViewportSize] = {"width": 1280, "height": 1080}
PAPER: Final[ViewportSize] = {"width": 900, "height": 1100}
REPORT: Final[ViewportSize] = {"width": 1180, "height": 1000}
SECONDS: Final = 120_000
NAMES: Final = ("Alma", "Bruno", "Celia", "Dani", "Elena", "Hugo", "Inés", "Leo", "Marta", "Nico")
BELIEFS: Final = (*("score.mixed_as_natural",) * 3, "", "initial.exceed")
TITLE: Final = {"en": "Keeping score", "es": "Llevar la cuenta"}
ASKED: Final = (
    *(("sheet", 2, 7), ("sheet", 3, 7), ("canasta", 3, 3), ("canasta", 4, 3)),
    *(("minimum", 2, 2), ("minimum", 3, 2)),
)
TAKE: Final = {"en": "Take the pile", "es": "Llevarse el pozo"}


def opened(page: Page, lab: Lab, path: str) -> Locator:
    """The lesson's panel, once it has run."""
    page.goto(f"{lab.address}/doc/tree/{path}?token={lab.token}")
    panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    expect(panel).to_have_attribute("data-lesson", "ready", timeout=SECONDS)
    return panel


def on_the_projector(page: Page, lab: Lab, language: str) -> None:
    """The pile that is frozen, with large cards, as a class sees it."""
    panel = opened(page, lab, f"{language}/05-frozen-and-blocked.ipynb")
    table = panel.locator(".canasta-table").first
    table.get_by_role("button", name=TAKE[language], exact=True).click()
    expect(table.locator(".canasta-message")).not_to_be_empty(timeout=SECONDS)
    table.evaluate("node => node.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(600)
    page.screenshot(path=DOCS / f"guide-projector.{language}.png")


def with_the_tutor(page: Page, lab: Lab, language: str) -> None:
    """What the tutor says to the bonus written in the place of the cards' value."""
    panel = opened(page, lab, f"{language}/07-canastas.ipynb")
    card = panel.locator(".canasta-exercise").filter(has=page.locator("input[inputmode]")).first
    card.locator("input[inputmode]").first.fill("500")
    card.locator(".canasta-main").first.click()
    expect(card.locator(".canasta-feedback")).not_to_be_empty(timeout=SECONDS)
    page.wait_for_timeout(600)
    card.screenshot(path=DOCS / f"guide-tutor.{language}.png")


def on_paper(page: Page, folder: Path, language: str) -> None:
    """The first page of a quiz as it is printed."""
    quiz = folder / "scores.toml"
    drawn = ["--kind", "scoring", "--questions", "4", "--language", language]
    assert cli.main(["quiz", "new", *drawn, "-o", str(quiz)]) == 0
    assert cli.main(["quiz", "export", str(quiz), "--format", "html", "-o", str(folder)]) == 0
    page.goto((folder / f"scores.{language}.html").as_uri())
    clip: FloatRect = {"x": 0, "y": 0, "width": PAPER["width"], "height": PAPER["height"]}
    page.screenshot(path=DOCS / f"guide-quiz.{language}.png", clip=clip)


def of_the_class(page: Page, folder: Path, language: str) -> None:
    """The page about a class of which it is known what each pupil believes."""
    quiz = replace(class_quiz(1, ASKED), title=TITLE)
    work = folder / "hand-ins"
    work.mkdir()
    for at, name in enumerate(NAMES):
        hand_in = handed_in(quiz, "V1", name, BELIEFS[at % len(BELIEFS)])
        (work / file_name(hand_in)).write_text(write_hand_in(hand_in), "utf-8")
    file = folder / "report.html"
    file.write_text(report(grade(quiz, collect([work])), language), "utf-8")
    page.set_viewport_size(REPORT)
    page.goto(file.as_uri())
    page.screenshot(path=DOCS / f"guide-report.{language}.png")


def pictures(browser: Browser, language: str) -> None:
    """Every picture of the guide in this language."""
    for draw in (on_paper, of_the_class):
        with tempfile.TemporaryDirectory() as folder:
            page = browser.new_page(viewport=PAPER)
            draw(page, Path(folder), language)
            page.close()
    for large, take in ((True, on_the_projector), (False, with_the_tutor)):
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            copy = shelf.lay_out(NOTEBOOKS, home / "lessons")
            environment = opening(home, language, NOTEBOOKS, copy)
            chosen = f'{{"version": {settings.VERSION}, "large_cards": {str(large).lower()}}}\n'
            (home / settings.FILE).write_text(chosen, "utf-8")
            with running_lab(copy.folder, home, environment=environment) as lab:
                page = browser.new_page(viewport=WINDOW, reduced_motion="reduce")
                take(page, lab, language)
                page.close()


def main() -> int:
    """Take them all."""
    found = subprocess.run(
        [str(REPOSITORY / "tools/find-chromium.sh")], capture_output=True, text=True, check=True
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.stdout.strip(), args=list(CHROMIUM_OPTIONS)
        )
        for language in LANGUAGES:
            pictures(browser, language)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
