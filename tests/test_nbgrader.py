"""nbgrader itself makes, grades and scores the assignment that a quiz is exported as."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canasta_tutor.classroom import Quiz
from canasta_tutor.classroom.nbgrader import ANSWERS, write_assignment
from canasta_tutor.classroom.sitting import Sitting
from canasta_tutor.rulebook import LANGUAGES
from tests.school import class_quiz

ROOT = Path(__file__).parents[1]
NAME = "quiz-V1-en"
PLACES = (("sheet", 2, 8), ("minimum", 1, 3), ("canasta", 3, 4))


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return class_quiz(1, PLACES)


@pytest.fixture(scope="module")
def course(quiz: Quiz, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a course, its assignment handed in by four pupils and graded by nbgrader."""
    folder = tmp_path_factory.mktemp("course")
    write_assignment(quiz, folder)
    nbgrader(folder, "generate_assignment", NAME)
    for pupil, answer in PUPILS.items():
        own = folder / "submitted" / pupil / NAME
        shutil.copytree(folder / "release" / NAME, own)
        answer(folder, own)
    nbgrader(folder, "autograde", NAME)
    nbgrader(folder, "export")
    return folder


def nbgrader(folder: Path, *command: str) -> None:
    """Run a command of nbgrader in a course, apart from the user's own Jupyter."""
    place = folder / ".own"
    own = {
        "JUPYTER_CONFIG_DIR": str(place / "config"),
        "JUPYTER_DATA_DIR": str(place / "data"),
        "JUPYTER_RUNTIME_DIR": str(place / "runtime"),
        "IPYTHONDIR": str(place / "ipython"),
        "CANASTA_TUTOR_HOME": str(place / "canasta"),
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "ignore",
    }
    ran = subprocess.run(
        [sys.executable, "-m", "nbgrader", *command],
        cwd=folder,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]


def cells(notebook: Path) -> dict[str, dict[str, Any]]:
    """The cells of a notebook by their names for nbgrader."""
    found = json.loads(notebook.read_text("utf-8"))["cells"]
    return {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in found}


def text(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def rewritten(own: Path, answer: Callable[[int], str]) -> None:
    """The answer cells written anew."""
    file = own / "quiz.ipynb"
    notebook = json.loads(file.read_text("utf-8"))
    for cell in notebook["cells"]:
        name = cell["metadata"]["nbgrader"]["grade_id"]
        if name.startswith("answer_"):
            cell["source"] = f"{name} = {answer(int(name.removeprefix('answer_')))!r}"
    file.write_text(json.dumps(notebook), "utf-8")


def blank(course: Path, own: Path) -> None:
    pass


def right(course: Path, own: Path) -> None:
    tasks = Sitting(own / "quiz.toml", "V1", home=course / ".own" / "key").tasks
    rewritten(own, lambda number: tasks[number - 1].question.right()[0])


def wrong(course: Path, own: Path) -> None:
    rewritten(own, lambda number: "rubbish")


def on_the_page(course: Path, own: Path) -> None:
    """Answered on the page: the total of the sheet is missing, the minimum right, the rest open."""
    sitting = Sitting(own / "quiz.toml", "V1", home=own / ANSWERS)
    sheet, minimum, _ = sitting.tasks
    sitting.keep(sheet, "; ".join(sheet.question.right()[0].split("; ")[:-1]))
    sitting.keep(minimum, minimum.question.right()[0])


PUPILS: dict[str, Callable[[Path, Path], None]] = {
    "blank": blank,
    "right": right,
    "wrong": wrong,
    "page": on_the_page,
}


def test_its_autograding_gives_the_marks_that_are_expected(course: Path, quiz: Quiz) -> None:
    rows = csv.DictReader((course / "grades.csv").read_text("utf-8").splitlines())
    scores = {row["student_id"]: (float(row["score"]), float(row["max_score"])) for row in rows}
    lines = 7  # a sheet has six lines at this table, and a total that weighs as much as two
    assert scores == {
        "blank": (0, quiz.points),
        "wrong": (0, quiz.points),
        "right": (quiz.points, quiz.points),
        "page": (pytest.approx(8 * (lines - 2) / lines + 3, abs=0.01), quiz.points),
    }


def test_no_answer_and_no_test_stands_in_what_is_handed_out(course: Path) -> None:
    handed_out = cells(course / "release" / NAME / "quiz.ipynb")
    source = cells(course / "source" / NAME / "quiz.ipynb")
    assert handed_out.keys() == source.keys()
    for number in range(1, len(PLACES) + 1):
        assert text(handed_out[f"answer_{number}"]).startswith(
            f"answer_{number} = quiz.given({number})\n# Instead of answering above"
        )
        assert text(handed_out[f"points_{number}"]) == "# Here the answer is graded."
        assert "SOLUTION" not in text(handed_out[f"answer_{number}"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_is_marked_in_the_third_version_of_the_schema(
    quiz: Quiz, tmp_path: Path, language: str
) -> None:
    named = replace(quiz, languages=(language,), file="Lunes 1º.toml")
    file, config = write_assignment(named, tmp_path)
    assert file.parent.name == f"Lunes-1-V1-{language}"
    assert config.read_text("utf-8").count("c.") == 3
    for name, cell in cells(file).items():
        marks = cell["metadata"]["nbgrader"]
        keys = {"grade", "grade_id", "locked", "schema_version", "solution", "task"}
        assert set(marks) - {"points"} == keys
        assert marks["schema_version"] == 3
        assert marks["locked"] != marks["solution"]
        assert ("points" in marks) == marks["grade"] == name.startswith("points_")
