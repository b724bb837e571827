"""A quiz taken in a real JupyterLab: answered, the kernel gone in the middle, taken up again, handed in, graded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_tutor.classroom import Quiz
from canasta_tutor.classroom.collecting import collect
from canasta_tutor.classroom.grading import grade
from canasta_tutor.classroom.quiz_notebook import write_notebooks
from tests.browser.lab import Lab, Notebook, running_lab
from tests.school import class_quiz


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return class_quiz(1, [("minimum", 1, 2), ("minimum", 1, 3), ("canasta", 1, 4)])


@pytest.fixture(scope="module")
def folder(quiz: Quiz, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quiz")
    write_notebooks(quiz, folder / "notebooks")
    return folder


@pytest.fixture(scope="module")
def quiz_lab(folder: Path) -> Iterator[Lab]:
    with running_lab(folder / "notebooks", folder) as lab:
        yield lab


def fields(notebook: Notebook) -> Locator:
    return notebook.page.locator(".canasta-exercise .canasta-answer input")


def test_a_quiz_is_taken_in_spite_of_a_crash(
    browser: Browser, quiz_lab: Lab, quiz: Quiz, folder: Path
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    notebook = Notebook(page, quiz_lab, "quiz.en.V1.ipynb")
    notebook.open()
    notebook.run_all()
    assert notebook.errors() == []
    right = [task.question.right()[0] for task in quiz.tasks("V1")]
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Your name").press("Tab")
    fields(notebook).nth(0).fill(right[0])
    fields(notebook).nth(1).fill(right[1])
    expect(page.get_by_text("2 of 3 answered")).to_be_visible()

    notebook.restart_kernel()
    notebook.run_all()
    expect(page.get_by_text("2 of 3 answered")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ana")
    expect(fields(notebook).nth(1)).to_have_value(right[1])
    notebook.shot("quiz-lab")

    page.get_by_role("button", name="Hand in", exact=True).click()
    expect(page.get_by_text("Without an answer so far: question 3.")).to_be_visible()
    page.get_by_role("button", name="Yes, hand in").click()
    expect(page.get_by_text("Handed in. Give this file")).to_be_visible()
    expect(page.locator(".canasta-exercise .canasta-feedback").first).to_contain_text("Right")
    notebook.shot("quiz-lab-handed-in")
    assert notebook.foreign_requests == []
    page.close()

    (one,) = grade(quiz, collect([folder / "notebooks" / "handed-in"])).pupils
    assert one.pupil == "Ana"
    assert [float(mark.earned) for mark in one.marks] == [2, 3, 0]
