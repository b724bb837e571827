"""Every notebook opens in JupyterLab, runs from top to bottom, and stays on this computer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.lab import NOTEBOOKS, OUTPUTS, Notebook

PATHS = sorted(
    path.relative_to(NOTEBOOKS).as_posix()
    for path in NOTEBOOKS.rglob("*.ipynb")
    if ".ipynb_checkpoints" not in path.parts
)


def test_there_are_notebooks_in_both_languages() -> None:
    assert {path.partition("/")[0] for path in PATHS} == {"en", "es"}


@pytest.mark.parametrize("path", PATHS)
def test_notebook_runs(path: str, open_notebook: Callable[[str], Notebook]) -> None:
    notebook = open_notebook(path)
    notebook.run_all()
    notebook.shot(path.removesuffix(".ipynb").replace("/", "-"))
    assert notebook.errors() == []
    assert notebook.foreign_requests == []
    assert notebook.console_errors == []
    assert all(cell["execution_count"] for cell in notebook.code_cells())
    assert notebook.axe(OUTPUTS if notebook.code_cells() else ".jp-MarkdownOutput") == []
