"""A quiz as notebooks: one for each version and language, which pupils open like a lesson.

Nothing is executed to write them: what a cell shows is drawn here as the kernel would draw it. The same quiz gives the
same bytes.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from canasta_tutor.classroom.quiz import Options, Quiz
from canasta_tutor.classroom.quiz_page import say
from canasta_tutor.classroom.quiz_writing import write_quiz
from canasta_tutor.classroom.sitting import Sitting
from canasta_tutor.classroom.working import Heard, each

QUIZ_FILE: Final = "quiz.toml"
"""What a quiz is called that has no file yet."""
Cell = dict[str, Any]


def write_notebooks(
    quiz: Quiz, folder: Path, versions: Sequence[str] = (), heard: Heard | None = None
) -> list[Path]:
    """Write a notebook for each version, or some, in each language; and the quiz beside them, which they read."""
    laid = lay_quiz(quiz, folder, quiz.options)
    chosen = tuple(versions) or quiz.versions
    wanted = [(version, language) for language in quiz.languages for version in chosen]
    texts = each(_notebook, [(laid, *one) for one in wanted], heard)
    written = [laid]
    for (version, language), text in zip(wanted, texts, strict=True):
        file = folder / f"{laid.stem}.{language}.{version}.ipynb"
        file.write_text(text, "utf-8")
        written.append(file)
    return written


def _notebook(asked: tuple[Path, str, str]) -> str:
    with tempfile.TemporaryDirectory() as home:
        sitting = Sitting(*asked, home)
        return as_text(_cells(sitting), sitting)


def lay_quiz(quiz: Quiz, folder: Path, options: Options) -> Path:
    """Put the quiz into a folder, with the file of its rulebook where it has one of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    laid = folder / (Path(quiz.file).name or QUIZ_FILE)
    if laid.exists() and laid.resolve() == Path(quiz.file).resolve():
        return laid  # it lies there already
    if quiz.written.endswith(".toml"):
        book = Path(quiz.file).parent / quiz.written
        shutil.copyfile(book, folder / book.name)
        quiz = replace(quiz, written=book.name)
    laid.write_text(write_quiz(replace(quiz, options=options)), "utf-8")
    return laid


def as_text(cells: list[Cell], sitting: Sitting) -> str:
    """A notebook as it stands in its file; each cell gets an id that stays the same."""
    number = 0
    for at, cell in enumerate(cells):
        mark = f"{sitting.quiz.id}\0{sitting.version}\0{at}\0{''.join(cell['source'])}"
        cell["id"] = f"quiz-{sha256(mark.encode()).hexdigest()[:8]}"
        if cell["cell_type"] == "code" and cell["outputs"]:
            number += 1
            cell["execution_count"] = number
            for output in cell["outputs"]:
                output["execution_count"] = number
    notebook = {
        "cells": cells,
        "metadata": {
            "canasta_tutor": {
                "language": sitting.language,
                "quiz": sitting.quiz.id,
                "version": sitting.version,
            },
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def prose(text: str, metadata: Mapping[str, Any] | None = None) -> Cell:
    """A cell to be read."""
    return {"cell_type": "markdown", "metadata": dict(metadata or {}), "source": text}


def code(source: str, shows: Any = None, metadata: Mapping[str, Any] | None = None) -> Cell:
    """A cell to be run, folded away, with the still picture of what it shows."""
    outputs = []
    if shows is not None:
        data = {"text/html": shows.still_html(), "text/plain": repr(shows)}
        outputs.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    hidden = {"jupyter": {"source_hidden": True}}
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {**hidden, **(metadata or {})},
        "outputs": outputs,
        "source": source,
    }


def heading(sitting: Sitting, number: int) -> str:
    """What stands above a question."""
    points = sitting.tasks[number - 1].points
    return "## " + say("question", sitting.language, number=number, points=points)


def _cells(sitting: Sitting) -> list[Cell]:
    language = sitting.language
    title, file = (
        sitting.quiz.text(language),
        json.dumps(Path(sitting.quiz.file).name, ensure_ascii=False),
    )
    start = (
        "from canasta_tutor.classroom.sitting import sit\n\n"
        f'quiz = sit({file}, version="{sitting.version}", language="{language}")\nquiz'
    )
    cells = [
        prose(f"# {title} · {sitting.version}"),
        code(start, sitting.header, {"tags": ["language"]}),
    ]
    for task in sitting.tasks:
        cells.append(prose(heading(sitting, task.number)))
        cells.append(code(f"quiz.question({task.number})", sitting.question(task.number)))
    return [*cells, prose(f"## {say('end', language)}"), code("quiz.end", sitting.end)]
