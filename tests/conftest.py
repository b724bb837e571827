"""What holds for all tests: nothing that somebody has chosen in the course on this computer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def _nobody_s_choices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The learner's folder is an empty one."""
    before = os.environ.get("CANASTA_TUTOR_HOME")
    os.environ["CANASTA_TUTOR_HOME"] = str(tmp_path_factory.mktemp("home"))
    yield
    del os.environ["CANASTA_TUTOR_HOME"]
    if before is not None:
        os.environ["CANASTA_TUTOR_HOME"] = before


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new learner's folder and a new notebook."""
    from canasta_tutor.tutor import listening
    from canasta_tutor.widgets import exercise

    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path))
    for kept in (exercise._KEPT, listening._STORES, listening._TOLD):
        kept.clear()
    yield tmp_path
    for kept in (exercise._KEPT, listening._STORES, listening._TOLD):
        kept.clear()
