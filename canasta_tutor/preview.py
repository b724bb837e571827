"""``canasta-tutor exercises preview``: one exercise on a page of its own, or as text in the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from canasta_tutor import course
from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises.as_text import exercise_text
from canasta_tutor.exercises.exercise import read_exercise
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.settings import home
from canasta_tutor.shelf import Copy

if TYPE_CHECKING:
    from ipywidgets import Box

NAME: Final = "00-preview.ipynb"
"""The notebook's name: like a lesson's, so that it runs by itself as lessons do."""

_TEXTS: Final = {
    "en": {
        "title": "An exercise, to try",
        "address": "The exercise is at\n\n    {address}\n",
        "stop": "Change the file, press Start again on the page, and it is shown anew. Ctrl+C here ends it.",
    },
    "es": {
        "title": "Un ejercicio, para probar",
        "address": "El ejercicio está en\n\n    {address}\n",
        "stop": "Cambia el archivo, pulsa Empezar de nuevo en la página y se muestra otra vez. Ctrl+C aquí termina.",
    },
}


def run(path: Path, language: str, *, text: bool, port: int, browser: bool) -> int:
    """Show one exercise until Ctrl+C; with ``text``, print it with its answers, reasons and hints.

    As text a broken file is an error; on the page its message stands where the exercise would have stood.
    """
    if text:
        sys.stdout.write(f"{exercise_text(read_exercise(path), language)}\n")
        return 0
    path.stat()  # a file that is not there is an error here already
    folder = home()
    with TemporaryDirectory(prefix="preview-", dir=folder, ignore_cleanup_errors=True) as temporary:
        return _serve(path, language, folder, Path(temporary), port, browser)


def _serve(
    path: Path, language: str, folder: Path, temporary: Path, port: int, browser: bool
) -> int:
    """Open the notebook as the course opens lessons; the learner's own copy of them is not touched."""
    notebooks = write_notebook(path, language, temporary / "notebooks")
    course.quieten_kernels(temporary)
    opening = course.opening(temporary, language, notebooks, Copy(notebooks))
    start = f"/doc/tree/{language}/{NAME}"
    environment = {**opening, "CANASTA_TUTOR_HOME": str(folder)}
    return course.show_page(notebooks, start, environment, _TEXTS[language], port, browser)


def shown(path: str, language: str) -> Box:
    """The exercise at each table that it is meant for, one below the other; a broken file says so once."""
    from ipywidgets import VBox

    from canasta_tutor.widgets.exercise import ExerciseCard

    try:
        tables: tuple[str | None, ...] = read_exercise(Path(path)).rulebooks
    except ExerciseError:
        tables = (None,)
    return VBox([ExerciseCard(path, language, table) for table in tables])


def write_notebook(path: Path, language: str, folder: Path) -> Path:
    """Write a notebook that shows this exercise; the folder of notebooks that it lies in."""
    for name in LANGUAGES:
        (folder / name).mkdir(parents=True, exist_ok=True)
    shown = (
        f"from canasta_tutor import preview\npreview.shown({str(path.resolve())!r}, {language!r})"
    )
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "id": "title", "source": f"# {_TEXTS[language]['title']}"},
        {
            "cell_type": "code",
            "id": "shown",
            "source": shown,
            "execution_count": None,
            "outputs": [],
        },
    ]
    notebook = {
        "cells": [{"metadata": {}, **cell} for cell in cells],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "canasta_tutor": {"lesson": NAME.removesuffix(".ipynb"), "language": language},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (folder / language / NAME).write_text(json.dumps(notebook, ensure_ascii=False), "utf-8")
    return folder
