"""The command line and the start of the course: what they accept, what they say, what they leave alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from canasta_tutor import course, settings, shelf
from canasta_tutor.cli import main
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises import collection
from canasta_tutor.lesson import Lesson
from canasta_tutor.rulebook import LANGUAGES, Rulebook

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
        (["--language", "fr"], "found 'fr'; expected one of en, es"),
        (["course", "--port", "eighty"], "found 'eighty'; expected a number from 1 to 65535"),
        (["course", "--port", "65536"], "found '65536'; expected a number from 1 to 65535"),
        (["ruls"], "found 'ruls'; expected one of course, rules"),
        (["cases"], "cases: found no FILE-OR-FOLDER"),
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
    monkeypatch.setattr(shelf, "_PACKAGE", tmp_path / "canasta_tutor")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CanastaError, match=r"no welcome notebook found; expected .*00-welcome"):
        shelf.find_notebooks("es")


def test_a_folder_that_cannot_be_written_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(CanastaError, match="CANASTA_TUTOR_HOME"):
        settings.home()


def test_jupyter_reads_and_writes_only_the_course_s_own_folders(tmp_path: Path) -> None:
    for name, value in course.isolation(tmp_path, "es").items():
        if name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH"):
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


# --- what a learner has chosen ----------------------------------------------------------------------


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A learner's own folder, empty."""
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path / "learner"))
    return tmp_path / "learner"


def test_a_choice_is_kept_and_every_lesson_follows_it(learner: Path) -> None:
    assert settings.load() == settings.Settings()
    assert not learner.exists(), "reading writes nothing"
    settings.save(table="club")
    settings.save(four_colours=True)
    assert settings.load() == settings.Settings("club", four_colours=True)
    lesson = Lesson("05-frozen-and-blocked", language="es")
    title = Rulebook.load("club").title["es"]
    assert (lesson.rulebook.id, repr(lesson)) == ("club", f"Estás en esta mesa: {title}.")
    assert lesson.hand("K♠").four_colour
    assert Lesson("05-frozen-and-blocked", rulebook="party").rulebook.id == "party"
    assert [path.name for path in learner.iterdir()] == [settings.FILE]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "settings.json: found broken JSON; expected it whole"),
        ("\x80", "settings.json: cannot be read (no text in UTF-8)"),
        ("[]", "found list; expected an object"),
        ('{"version": 2, "table": "club"}', "found version 2; expected 1"),
        ('{"version": 1, "table": "clubb"}', "table: found 'clubb'; expected one of classic"),
        ('{"version": 1, "table": ["club"]}', "table: found ['club']"),
        ('{"version": 1, "opened": "all"}', "opened: found 'all'; expected a list of lessons"),
        ('{"version": 1, "played": [1]}', "played: found [1]; expected a list of tables"),
        ('{"version": 1, "large_cards": 1}', "large_cards: found 1; expected true or false"),
        ('{"version": 1, "colour": "red"}', "found 'colour'; expected one of"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_of_and_kept(
    text: str, problem: str, learner: Path
) -> None:
    learner.mkdir()
    (learner / settings.FILE).write_text(text, "latin-1")
    found = settings.load()
    assert problem in found.problem
    assert found.table == Rulebook.names()[0]
    header = Lesson("05-frozen-and-blocked", language="en").header
    assert problem in header._message["text"]

    header._hear(header, {"intent": "shown", "n": 1}, None)
    assert (learner / settings.FILE).read_text("latin-1") == text, "a look changes nothing"
    header._hear(header, {"intent": "table", "table": "club", "n": 2}, None)
    assert settings.load() == settings.Settings("club")
    assert (learner / "settings.kept-1.json").read_text("latin-1") == text
    assert header._message["text"] == ""


def test_a_choice_that_cannot_be_kept_is_said(learner: Path) -> None:
    learner.write_text("a file where the folder should be")
    header = Lesson("05-frozen-and-blocked", language="en").header
    header._hear(header, {"intent": "table", "table": "club", "n": 1}, None)
    assert header._message["text"].startswith("Your choice could not be kept.")
    assert header._again == 0


def test_the_first_line_knows_its_place_and_counts(learner: Path) -> None:
    lesson = Lesson("05-frozen-and-blocked", language="en")
    header = lesson.header
    header._hear(header, {"intent": "shown", "n": 1}, None)
    assert header._shown["where"] == "Lesson 5 of 13"
    assert header._shown["other"]["href"] == "../es/05-frozen-and-blocked.ipynb"
    assert header._shown["progress"][-1].startswith("Lessons opened: 1 of ")
    card = lesson.exercise("pile/frozen-one-match")
    lesson.exercise("pile/frozen-one-match")
    assert header._shown["progress"][0].startswith("Exercises right: 0 of 1")
    card = lesson.exercise("pile/frozen-one-match")
    card.check("no pile.frozen_needs")
    assert header._shown["progress"][0] == "Exercises right: 1 of 1"
    header._hear(header, {"intent": "four_colours", "on": True, "n": 2}, None)
    assert card.four_colour


# --- the learner's own copy -------------------------------------------------------------------------


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """A small course of one lesson in each language."""
    for language in LANGUAGES:
        _write(tmp_path / "ours" / language / shelf.WELCOME, "# Hello", "1 + 1")
    return tmp_path / "ours"


def _write(path: Path, prose: str, code: str, **more: object) -> bytes:
    cells = [{"cell_type": "markdown", "source": [prose]}, {"cell_type": "code", "source": code}]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"cells": cells, **more}), "utf-8")
    return path.read_bytes()


def test_an_unchanged_copy_is_brought_up_to_date(ours: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert shelf.lay_out(ours, copy) == shelf.Copy(copy)
    assert (copy / "en" / shelf.WELCOME).read_bytes() == (ours / "en" / shelf.WELCOME).read_bytes()
    _write(copy / "en" / shelf.WELCOME, "# Hello", "1 + 1", metadata={"saved": True})
    (copy / "es" / shelf.WELCOME).unlink()
    newer = _write(ours / "en" / shelf.WELCOME, "# Hello again", "1 + 1")
    assert shelf.lay_out(ours, copy).beside == ()
    assert (copy / "en" / shelf.WELCOME).read_bytes() == newer
    assert (copy / "es" / shelf.WELCOME).is_file()


def test_what_the_learner_has_changed_is_never_overwritten(ours: Path, tmp_path: Path) -> None:
    copy, path = tmp_path / "copy", Path("en") / shelf.WELCOME
    shelf.lay_out(ours, copy)
    mine = _write(copy / path, "# Hello", "1 + 2")
    assert shelf.lay_out(ours, copy).beside == (), "nothing new, nothing to lay beside"
    newer = _write(ours / path, "# Hello again", "1 + 1")
    update = copy / "en" / "00-welcome.new.ipynb"
    assert shelf.lay_out(ours, copy).beside == (update,)
    assert ((copy / path).read_bytes(), update.read_bytes()) == (mine, newer)
    assert shelf.lay_out(ours, copy).beside == (), "told once"

    changed = _write(update, "# My own", "3")
    _write(ours / path, "# Hello once more", "1 + 1")
    shelf.lay_out(ours, copy)
    assert (copy / "en" / "00-welcome.new.kept-1.ipynb").read_bytes() == changed
    assert (copy / path).read_bytes() == mine


@pytest.mark.parametrize("damage", ["", "[1]", "{"])
def test_without_a_record_all_that_differs_counts_as_changed(
    damage: str, ours: Path, tmp_path: Path
) -> None:
    copy, path = tmp_path / "copy", Path("en") / shelf.WELCOME
    shelf.lay_out(ours, copy)
    mine = (copy / path).read_bytes()
    (copy / shelf.RECORD).write_text(damage)
    _write(ours / path, "# Hello again", "1 + 1")
    (copy / "es" / shelf.WELCOME).write_text("no notebook any more")
    assert len(shelf.lay_out(ours, copy).beside) == 2
    assert (copy / path).read_bytes() == mine


def test_a_fresh_copy_puts_the_old_one_aside(ours: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shelf.lay_out(ours, copy)
    mine = _write(copy / "en" / shelf.WELCOME, "# Mine", "1 + 2")
    again = shelf.lay_out(ours, copy, fresh=True)
    assert again.kept == tmp_path / "copy.kept-1"
    assert (again.kept / "en" / shelf.WELCOME).read_bytes() == mine
    assert (copy / "en" / shelf.WELCOME).read_bytes() == (ours / "en" / shelf.WELCOME).read_bytes()


# --- what the page is told --------------------------------------------------------------------------


def test_the_page_knows_every_lesson_by_the_hash_of_its_code(tmp_path: Path) -> None:
    notebooks = shelf.find_notebooks("en")
    copy = shelf.lay_out(notebooks, tmp_path / "lessons")
    environment = course.opening(tmp_path, "es", notebooks, copy)
    config = Path(environment["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0])
    page = json.loads((config / "labconfig" / "page_config.json").read_text("utf-8"))
    assert page["canastaLessons"] == "on"
    told = json.loads(page["canastaCourse"])
    built = {path.relative_to(copy.folder).as_posix() for path in copy.folder.glob("*/*.ipynb")}
    assert set(told["hashes"]) == built
    listed = {lesson["path"] for lessons in told["lessons"].values() for lesson in lessons}
    glossaries = {f"{language}/{shelf.GLOSSARY}" for language in LANGUAGES}
    assert listed == built - glossaries
    assert glossaries < built
    assert all(lesson["title"] for lessons in told["lessons"].values() for lesson in lessons)
    assert set(told["words"]) == set(LANGUAGES)


def test_the_script_of_the_page_holds_no_words_and_uses_all_that_it_is_sent() -> None:
    folder = Path(course.isolation(Path(), "en")["JUPYTER_PATH"]) / "labextensions"
    script = next(folder.rglob("lessons.js")).read_text("utf-8")
    used = set(re.findall(r"words\.(\w+)", script)) | {"before", "after"}
    assert used == set(course.bar_words()["en"])


# --- installed --------------------------------------------------------------------------------------


def test_the_wheel_carries_the_whole_course(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=REPOSITORY, check=True, capture_output=True)
    installed = tmp_path / "installed"
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        wheel.extractall(installed)
    inside = {"notebooks": "en/*.ipynb", "exercises": "*/*.md"}
    for folder, pattern in inside.items():
        for path in (REPOSITORY / folder).glob(pattern):
            carried = path.relative_to(REPOSITORY).as_posix()
            assert f"canasta_tutor/_course/{carried}" in names
    extension = "canasta_tutor/jupyter/share/labextensions/canasta-lessons"
    assert {f"{extension}/package.json", f"{extension}/static/lessons.js"} <= names
    assert not [name for name in names if "/source/" in name or "checkpoints" in name]

    program = (
        "from canasta_tutor import course, exercises\n"
        "from canasta_tutor.exercises import collection\n"
        "print(course.find_notebooks('es'), collection.folder(), len(collection.ids()), sep='\\n')\n"
        "print(course.isolation(course.home(), 'es')['JUPYTER_PATH'])"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": str(installed),
        "CANASTA_TUTOR_HOME": str(tmp_path / "h"),
    }
    ran = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    notebooks, folder, count, jupyter = ran.stdout.splitlines()
    assert all(Path(path).is_relative_to(installed) for path in (notebooks, folder, jupyter))
    assert int(count) == len(collection.ids())
