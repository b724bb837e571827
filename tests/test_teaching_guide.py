"""The teacher's guide: both halves in step, its links and pictures there, and every command in it run."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from canasta_tutor import cli, shelf
from canasta_tutor.catalogue import texts
from canasta_tutor.classroom.handins import file_name, write_hand_in
from canasta_tutor.classroom.quiz_files import read_quiz
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from tests.school import handed_in
from tools.teaching_guide import DOCS, filled, guide

NOTEBOOKS = DOCS.parent / "notebooks"
LIGHT = 200_000
"""Bytes of a picture at most: the guide is read over slow lines, too."""
_HEADING = re.compile(r"^(#+) (.+)$", re.M)
_LINK = re.compile(r"!?\[([^\]]*)\]\(([^)\s]+)\)")
_COMMAND = re.compile(r"^ {4,}(canasta-tutor .+)$", re.M)
_FILE = re.compile(r"^```toml (\S+)\n(.*?)^```$", re.M | re.S)
_MINUTES = re.compile(r"^### (\d\d) · (.+) \((\d+) minut[eo]s\)$", re.M)

each = pytest.mark.parametrize("language", LANGUAGES)


def text(language: str) -> str:
    return guide(language).read_text("utf-8")


def commands(language: str) -> list[str]:
    return [found.split("   ")[0].strip() for found in _COMMAND.findall(text(language))]


def slug(heading: str) -> str:
    """The anchor that a heading gets where Markdown is read."""
    plain = re.sub(r"[^\w\- ]", "", heading.lower())
    return plain.replace(" ", "-")


def test_both_halves_have_the_same_bones() -> None:
    first, second = map(text, LANGUAGES)
    for bones in (
        lambda half: [len(marks) for marks, _ in _HEADING.findall(half)],
        lambda half: re.findall(r"^<!-- .* -->$", half, re.M),
        lambda half: [(number, total) for number, _, total in _MINUTES.findall(half)],
        lambda half: re.findall(r"^\| (\d+) \|", half, re.M),
        lambda half: _FILE.findall(half),
        lambda half: len(_LINK.findall(half)),
    ):
        assert bones(first) == bones(second)
    assert commands("en") == [one.replace(".es.", ".en.") for one in commands("es")]


@each
def test_there_is_a_plan_for_every_lesson_under_its_own_name(language: str) -> None:
    lessons = [(one.name[:2], one.title) for one in shelf.lessons(NOTEBOOKS, language)]
    assert [(number, title) for number, title, _ in _MINUTES.findall(text(language))] == lessons


@each
def test_the_minutes_of_a_plan_add_up(language: str) -> None:
    for plan in re.split(r"^(?=### )", text(language), flags=re.M)[1:]:
        found = _MINUTES.match(plan)
        assert found is not None, plan.splitlines()[0]
        minutes = [int(number) for number in re.findall(r"^\| (\d+) \|", plan, re.M)]
        assert sum(minutes) == int(found[3]), plan.splitlines()[0]


@each
def test_the_mistakes_are_the_library_s(language: str) -> None:
    assert filled(text(language), language) == text(language), "python tools/teaching_guide.py"


@each
def test_buttons_are_called_as_on_the_page(language: str) -> None:
    labels = {*texts(language)["bar"].values(), *texts(language)["header"].values()}
    parts = re.split(r"^## ", text(language), flags=re.M)
    named = [name for part in (parts[4], parts[-1]) for name in re.findall(r"\*\*(.+?)\*\*", part)]
    assert len(named) >= 8
    assert set(named) <= labels


@each
def test_two_packs_are_as_many_cards_as_it_says(language: str) -> None:
    cards = len(Rulebook.load("classic").at(4).deck)
    assert re.search(rf"\*\*[^*]*\b{cards}\b[^*]*\*\*", text(language))


@pytest.mark.parametrize("page", ["teaching-guide.en.md", "teaching-guide.es.md", "classroom.md"])
def test_links_lead_somewhere_and_pictures_are_light(page: str) -> None:
    content = (DOCS / page).read_text("utf-8")
    anchors = {slug(heading) for _, heading in _HEADING.findall(content)}
    for name, target in _LINK.findall(content):
        assert name, f"{target}: a picture or a link without words"
        if target.startswith("#"):
            assert target[1:] in anchors, target
        elif "://" not in target:
            file = (DOCS / target).resolve()
            assert file.is_file(), target
            assert file.suffix != ".png" or file.stat().st_size < LIGHT, target


@each
def test_every_command_does_what_it_says(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in _FILE.findall(text(language)):
        Path(name).write_text(content, "utf-8")
    for command in commands(language):
        words = shlex.split(command)[1:]
        if words == ["course"] or words[:2] == ["quiz", "open"]:
            assert all(Path(word).is_file() for word in words[2:])
            continue  # opens a server: tests/test_course.py and the browser tests do that
        if words[0] == "grade":
            hand_in(Path(words[1]), Path(words[words.index("--quiz") + 1]))
        said = io.StringIO()
        words, into = (words[:-2], words[-1]) if ">" in words else (words, "")
        with contextlib.redirect_stdout(said):
            assert cli.main(words) == 0, command
        assert said.getvalue().strip(), command
        if into:
            Path(into).write_text(said.getvalue(), "utf-8")


def hand_in(folder: Path, quiz_file: Path) -> None:
    """What a class hands in between two commands of the guide: one pupil for each version."""
    folder.mkdir()
    quiz = read_quiz(quiz_file)
    for version in quiz.versions:
        work = handed_in(quiz, version, f"Pupil {version}", "score.mixed_as_natural")
        (folder / file_name(work)).write_text(write_hand_in(work), "utf-8")
