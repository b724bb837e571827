"""The report of a class in a browser: put in order, read aloud, in both languages, from a telephone to a projector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from canasta_tutor.classroom.collecting import collect
from canasta_tutor.classroom.grading import grade
from canasta_tutor.classroom.handins import file_name, write_hand_in
from canasta_tutor.classroom.report import report
from canasta_tutor.rulebook import LANGUAGES
from tests.school import class_quiz, handed_in

PLACES = (("sheet", 2, 8), ("canasta", 3, 3), ("canasta", 2, 2))
NAMES = ("Óscar", "Zoe", "<b>Ana</b>", "=1+1", "Bea", "Li", "Omar", "Pau", "Quim")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("class")
    quiz = class_quiz(1, PLACES)
    for at, name in enumerate(NAMES):
        belief = ("", "score.mixed_as_natural", "value.joker_as_two")[at % 3]
        hand_in = handed_in(quiz, "V1", name, belief)
        if at % 4 == 0:
            empty = [replace(one, answer="", at="") for one in hand_in.answers[1:]]
            hand_in = replace(hand_in, answers=(hand_in.answers[0], *empty))
        (folder / file_name(hand_in)).write_text(write_hand_in(hand_in), "utf-8")
    (folder / "cut.json").write_text("{")
    grades = grade(quiz, collect([folder]))
    found = {}
    for language in LANGUAGES:
        found[language] = folder / f"report.{language}.html"
        found[language].write_text(report(grades, language, (), "follow-up.toml"), "utf-8")
    return found


@pytest.fixture(params=LANGUAGES)
def page(
    request: pytest.FixtureRequest, browser: Browser, pages: dict[str, Path]
) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("request", lambda asked: told.append(asked.url))
    page.goto(pages[request.param].as_uri())
    assert told == [pages[request.param].as_uri()], told
    yield page
    context.close()


def names(page: Page) -> list[str]:
    return page.locator("#marks tbody th").all_inner_texts()


def test_the_table_is_put_in_order_by_its_headings(page: Page) -> None:
    assert names(page) == ["<b>Ana</b>", "=1+1", "Bea", "Li", "Omar", "Óscar", "Pau", "Quim", "Zoe"]
    points = page.locator("#marks thead th").nth(2)
    points.get_by_role("button").click()
    assert points.get_attribute("aria-sort") == "ascending"
    cells = page.locator("#marks tbody td:nth-child(3)")
    keys = [float(cell.get_attribute("data-key") or "nan") for cell in cells.all()]
    assert keys == sorted(keys)
    assert len(set(keys)) > 1
    page.keyboard.press("Enter")
    assert points.get_attribute("aria-sort") == "descending"
    keys = [float(cell.get_attribute("data-key") or "nan") for cell in cells.all()]
    assert keys == sorted(keys, reverse=True)
    page.locator("#marks thead th").first.get_by_role("button").click()
    assert names(page)[4:6] == ["Omar", "Óscar"]
    assert page.locator("#marks th[aria-sort]").count() == 1


def test_nothing_is_wrong_for_a_reader_who_does_not_see_it(page: Page) -> None:
    page.evaluate((resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    for dark in ("light", "dark"):
        page.emulate_media(color_scheme=dark)
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        wrong = [
            f"{one['id']}: {node['html'][:120]}"
            for one in found["violations"]
            for node in one["nodes"]
        ]
        assert wrong == []


@pytest.mark.parametrize("width", [360, 768, 1920])
def test_nothing_scrolls_sideways_but_the_tables(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
