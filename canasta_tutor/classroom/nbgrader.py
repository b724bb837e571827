"""A quiz as an nbgrader assignment: its cells carry nbgrader's own marks, and nbgrader generates, grades and scores it.

A card's state is lost where no browser is. So what is answered on a card lies in a file in the assignment's folder, is
handed in with it, and the answer cell reads it as text; whoever prefers writes the answer there instead.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from canasta_tutor.classroom.quiz import Quiz
from canasta_tutor.classroom.quiz_notebook import (
    Cell,
    as_text,
    code,
    heading,
    lay_quiz,
    prose,
)
from canasta_tutor.classroom.quiz_page import say
from canasta_tutor.classroom.sitting import Sitting

CONFIG: Final = """\
# For nbgrader; put it into the folder of your course, or add these lines to the file that is there.
c = get_config()
c.CourseDirectory.course_id = "canasta"
c.ClearSolutions.code_stub = {"python": "# {stub}"}
c.ExecutePreprocessor.timeout = 60
"""
ANSWERS: Final = "answers"
"""Where answers are kept: beside the notebook."""


def write_assignment(quiz: Quiz, folder: Path, versions: Sequence[str] = ()) -> list[Path]:
    """Write the source of an assignment for each version, or some, in each language; and a configuration that serves.

    They lie as nbgrader wants them: ``source/scores-A-en/quiz.ipynb``. A configuration that is there stays.
    """
    written = []
    options = replace(quiz.options, mode="exam")
    stem = _safe(Path(quiz.file).stem)
    for version in tuple(versions) or quiz.versions:
        for language in quiz.languages:
            own = folder / "source" / f"{stem}-{_safe(version)}-{language}"
            laid = lay_quiz(quiz, own, options)
            file = own / "quiz.ipynb"
            with tempfile.TemporaryDirectory() as home:
                sitting = Sitting(laid, version, language, home)
                file.write_text(as_text(_cells(sitting), sitting), "utf-8")
            written.append(file)
    config = folder / "nbgrader_config.py"
    if not config.exists():
        stub = say("nbgrader_stub", quiz.languages[0])
        config.write_text(CONFIG.replace("{stub}", stub), "utf-8")
    return [*written, config]


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-") or "quiz"


def marks(
    id: str, *, grade: bool = False, solution: bool = False, points: int | None = None
) -> Mapping[str, Any]:
    """What nbgrader reads of a cell: all keys, in the third version of its schema."""
    own: dict[str, Any] = {
        "grade": grade,
        "grade_id": id,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    if points is not None:
        own["points"] = points
    return {"nbgrader": own}


def _cells(sitting: Sitting) -> list[Cell]:
    language = sitting.language
    title = sitting.quiz.text(language)
    told = f"# {title} · {sitting.version}\n\n{say('nbgrader', language)}"
    named = f'"{Path(sitting.quiz.file).name}", "{sitting.version}", "{language}"'
    start = (
        "from canasta_tutor.classroom.sitting import Sitting\n\n"
        f'quiz = Sitting({named}, home="{ANSWERS}")'
    )
    cells = [prose(told, marks("title")), code(start, None, marks("start"))]
    for task in sitting.tasks:
        number = task.number
        right = task.question.right()[0]
        answer = (
            f"answer_{number} = quiz.given({number})\n"
            f"### BEGIN SOLUTION\nanswer_{number} = {right!r}\n### END SOLUTION"
        )
        test = (
            f"# {say('nbgrader_test', language)}\n"
            f"### BEGIN HIDDEN TESTS\nquiz.points({number}, answer_{number})\n### END HIDDEN TESTS"
        )
        graded = marks(f"points_{number}", grade=True, points=task.points)
        cells += [
            prose(heading(sitting, number), marks(f"question_{number}")),
            code(f"quiz.question({number})", sitting.question(number), marks(f"card_{number}")),
            code(answer, None, marks(f"answer_{number}", solution=True)),
            code(test, None, graded),
        ]
    for cell in cells:
        if "answer" in cell["metadata"]["nbgrader"]["grade_id"]:
            del cell["metadata"]["jupyter"]
    return cells
