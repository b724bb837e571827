"""A quiz taken in a real JupyterLab: answered, the kernel gone in the middle, taken up again, handed in, graded."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from canasta_tutor.classroom import Quiz
from canasta_tutor.classroom.collecting import collect
from canasta_tutor.classroom.grading import grade
from canasta_tutor.classroom.quiz_notebook import write_notebooks
from canasta_tutor.rulebook import LANGUAGES
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


# --- as a pupil opens it ----------------------------------------------------------------------------


@contextmanager
def opened(page: Path, home: Path) -> Iterator[str]:
    """The address that ``canasta-tutor quiz open`` tells, until the block ends with Ctrl+C."""
    command = [sys.executable, "-m", "canasta_tutor.cli", "quiz", "open", str(page), "--no-browser"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "CANASTA_TUTOR_HOME": str(home)}
    with subprocess.Popen(
        [*command, "--port", str(port)],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=_hears_ctrl_c,
    ) as server:
        assert server.stdout is not None
        try:
            said = iter(server.stdout.readline, "")
            address = next(found[0] for line in said if (found := re.search(r"http://\S+", line)))
            while not Lab(port, "").answers():
                time.sleep(0.1)
            yield address
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(timeout=30)
            finally:
                server.kill()  # else leaving the block waits for ever


def _hears_ctrl_c() -> None:
    """Tests that run in the background have been told not to hear it, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_page_of_a_quiz_starts_by_itself_and_is_handed_in(
    browser: Browser, quiz: Quiz, tmp_path: Path
) -> None:
    folder = tmp_path / "for the class"
    write_notebooks(replace(quiz, languages=LANGUAGES), folder)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    with opened(folder / "quiz.es.V1.ipynb", tmp_path / "pupil") as address:
        page.goto(address)
        panel = page.locator(".jp-NotebookPanel")
        expect(panel).to_have_attribute("data-lesson", "ready", timeout=60_000)
        expect(panel.get_by_text("Ejecutar todas las celdas")).to_have_count(0)
        expect(panel.locator(".jp-CodeCell .jp-InputArea-editor").first).to_be_hidden()
        page.get_by_label("Tu nombre").fill("Inés")
        page.get_by_label("Tu nombre").press("Tab")
        right = quiz.tasks("V1")[0].question.right()[0]
        panel.locator(".canasta-exercise .canasta-answer input").first.fill(right)
        expect(page.get_by_text("1 de 3")).to_be_visible()
        if shots := os.environ.get("CANASTA_SHOTS"):
            page.screenshot(path=f"{shots}/quiz-opened.png")
        page.get_by_role("button", name="Entregar", exact=True).click()
        page.get_by_role("button", name="Sí, entregar").click()
        expect(page.get_by_text("Entregado.")).to_be_visible()
        page.close()
    (one,) = grade(quiz, collect([folder / "handed-in"])).pupils
    assert (one.pupil, [float(mark.earned) for mark in one.marks]) == ("Inés", [2, 0, 0])


@pytest.mark.parametrize(
    "code",
    ["import os", "quiz.question(1); import os", "quiz.question(1)\nquiz.end"],
    ids=["a cell more", "a word more", "a line more"],
)
def test_a_page_of_a_quiz_that_does_more_waits_for_its_reader(
    code: str, browser: Browser, quiz: Quiz, tmp_path: Path
) -> None:
    write_notebooks(quiz, tmp_path / "class")
    file = tmp_path / "class" / "quiz.en.V1.ipynb"
    notebook = json.loads(file.read_text("utf-8"))
    first = next(cell for cell in notebook["cells"] if "quiz.question(1)" in cell["source"])
    notebook["cells"].insert(4, {**first, "id": "more", "source": code})
    file.write_text(json.dumps(notebook), "utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    with opened(file, tmp_path / "pupil") as address:
        page.goto(address)
        panel = page.locator(".jp-NotebookPanel")
        expect(panel).to_have_attribute("data-lesson", "changed", timeout=60_000)
        page.wait_for_timeout(1500)
        expect(panel.locator(".canasta-exercise")).to_have_count(0)
        page.close()
