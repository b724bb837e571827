"""Dragging in real JupyterLab: the card moves, the notebook's cells stay where they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.conftest import WINDOW
from tests.browser.lab import Notebook, running_lab
from tests.browser.test_drag_static import drag

SOURCES = (
    """from canasta_tutor.widgets import CardTable
CardTable({"position": {"hand": "K♦ 9♣ 7♦ Q♠ Q♥ 2♦ ★", "pile": "5♣ J♠ K♥", "stock": 30}})""",
    "1 + 1",
)


def notebook_of(sources: tuple[str, ...]) -> dict[str, Any]:
    """A notebook of code cells."""
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "id": f"cell-{number}",
            "source": source,
            "metadata": {},
            "outputs": [],
            "execution_count": None,
        }
        for number, source in enumerate(sources)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def test_a_card_is_dragged_and_no_cell_is(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "drag.ipynb").write_text(json.dumps(notebook_of(SOURCES)), "utf-8")
    with running_lab(folder, tmp_path) as lab:
        context = browser.new_context(viewport={**WINDOW, "height": 1100}, reduced_motion="reduce")
        notebook = Notebook(context.new_page(), lab, "drag.ipynb")
        notebook.open()
        notebook.run_all()
        assert notebook.errors() == []
        root = notebook.page.locator(".canasta-table")
        drag(notebook.page, root.locator(".canasta-stock"), root.locator(".canasta-fan"))
        expect(root.locator(".canasta-fan > button")).to_have_count(8)
        seven = root.get_by_role("button", name="seven of diamonds", exact=True).first
        drag(notebook.page, seven, root.locator(".canasta-pile"))
        expect(root.locator(".canasta-status")).to_contain_text("Your turn is over")
        notebook.shot("lab-drag")
        assert [cell["source"] for cell in notebook.code_cells()] == list(SOURCES)
        assert notebook.console_errors == []
        notebook.close()
