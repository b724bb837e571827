"""Browser tests: JupyterLab and Chromium are started once, each test opens a notebook in a fresh page.

``open_notebook("en/00-welcome.ipynb")`` gives a Notebook (lab.py) whose kernel answers. The tests work
on a copy of the notebooks. Pictures go into $CANASTA_SHOTS where that names a folder.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.lab import (
    CHROMIUM_OPTIONS,
    NOTEBOOKS,
    Lab,
    Notebook,
    find_chromium,
    running_lab,
)

WINDOW: ViewportSize = {"width": 1280, "height": 900}

# A busy machine may take long to show what it will show; what it never shows fails all the same.
expect.set_options(timeout=30_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder bears the marker ``browser``."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; without one the tests fail, they are not skipped."""
    try:
        return find_chromium()
    except RuntimeError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One headless browser for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_OPTIONS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One JupyterLab for all tests, on a copy of the notebooks, with empty settings."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(NOTEBOOKS, folder / "notebooks")
    with running_lab(folder / "notebooks", folder) as lab:
        yield lab


@pytest.fixture
def open_notebook(browser: Browser, lab: Lab) -> Iterator[Callable[[str], Notebook]]:
    """Opens notebooks by their path below notebooks/, each in a page of its own."""
    opened: list[Notebook] = []

    def open_one(path: str) -> Notebook:
        context = browser.new_context(viewport=WINDOW, reduced_motion="reduce")
        notebook = Notebook(context.new_page(), lab, path)
        opened.append(notebook)
        notebook.open()
        return notebook

    yield open_one
    for notebook in opened:
        notebook.close()
