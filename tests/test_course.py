"""The command line and the start of the course: what they accept, what they say, what they leave alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from canasta_tutor import course
from canasta_tutor.cli import main
from canasta_tutor.errors import CanastaError

REPOSITORY = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_MX.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "es_AR:es"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LANGUAGE": ""}, "es"),
    ],
)
def test_language_of_the_system(variables: dict[str, str], language: str) -> None:
    assert course.system_language(variables) == language


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--language", "fr"], "found 'fr'; expected en or es"),
        (["course", "--port", "eighty"], "found 'eighty'; expected a number from 1 to 65535"),
        (["course", "--port", "65536"], "found '65536'; expected a number from 1 to 65535"),
        (["ruls"], "invalid choice: 'ruls'"),
        (["cases"], "PATH"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert sentence in capsys.readouterr().err


def test_an_unknown_rulebook_is_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "clasic"]) == 2
    assert "classic" in capsys.readouterr().err


def test_help_speaks_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "Un curso del juego de cartas Canasta" in capsys.readouterr().out


def test_no_notebooks_is_said_with_the_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(course, "_PACKAGE", tmp_path / "canasta_tutor")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CanastaError, match=r"no welcome notebook found; expected .*00-welcome"):
        course.find_notebooks("es")


def test_a_folder_that_cannot_be_written_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CANASTA_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(CanastaError, match="CANASTA_HOME"):
        course.home()


def test_jupyter_reads_and_writes_only_the_course_s_own_folders(tmp_path: Path) -> None:
    for name, value in course.isolation(tmp_path, "es").items():
        if name == "JUPYTER_CONFIG_PATH":
            assert "canasta_tutor" in value
        elif name != "PYTHONSAFEPATH":
            assert Path(value).is_relative_to(tmp_path), name


def test_the_server_answers_on_this_computer_only(tmp_path: Path) -> None:
    options = course.server_options(tmp_path, "/lab", 8888, browser=False)
    assert "--ServerApp.ip=127.0.0.1" in options


def test_the_command_line_starts_without_jupyter() -> None:
    program = "import sys, canasta_tutor.cli; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    assert not {"jupyterlab", "ipywidgets", "nbformat", "markdown_it"} & set(loaded.split())


def test_locks_name_hashes_and_no_address() -> None:
    for lock in (REPOSITORY / "requirements").glob("*.txt"):
        text = lock.read_text(encoding="utf-8")
        assert not re.search(r"://|--(extra-)?index-url|--find-links|^-e|@ ", text, re.M), lock.name
        for package in re.split(r"\n(?=\S)", text.strip()):
            assert "--hash=sha256:" in package, f"{lock.name}: {package}"
