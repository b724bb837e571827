"""``canasta-tutor quiz``: makes, shows, checks and exports quizzes, and says what it has done."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from canasta_tutor.classroom.exporting import FORMATS, export
from canasta_tutor.classroom.making import new_quiz
from canasta_tutor.classroom.nbgrader import write_assignment
from canasta_tutor.classroom.quiz import Quiz
from canasta_tutor.classroom.quiz_files import read_quiz
from canasta_tutor.classroom.quiz_notebook import write_notebooks
from canasta_tutor.classroom.quiz_writing import write_quiz
from canasta_tutor.classroom.showing import ask_all, version_text
from canasta_tutor.classroom.wishes import wish
from canasta_tutor.classroom.working import Heard
from canasta_tutor.errors import CanastaError, nearest
from canasta_tutor.settings import write_whole


def run(asked: argparse.Namespace, texts: Mapping[str, str]) -> int:
    """Do what was asked for, and say it in these texts; the result is the exit code."""
    return _TASKS[asked.task](asked, texts)


def _made(asked: argparse.Namespace, texts: Mapping[str, str]) -> int:
    file: Path = asked.output
    if file.exists():
        raise CanastaError(f"{file}: {texts['there']}")
    quiz, unsettled = new_quiz(_wish(asked), asked.questions, _counter(texts))
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, write_quiz(quiz))
    print(texts["made"].format(file=file, **_size(quiz)))
    if unsettled:
        print(texts["left"].format(names=", ".join(unsettled)))
    print(texts["next"].format(file=file, folder=file.stem))
    return 0


def _wish(asked: argparse.Namespace) -> Quiz:
    """The quiz that is asked for, its questions not yet chosen; its head is read like a file's."""
    return wish(
        file=asked.output,
        rulebook=asked.rulebook,
        rules=asked.rule,
        players=asked.players,
        kind=asked.kind,
        areas=[area for text in asked.areas for area in text.split(",")],
        levels=asked.level,
        questions=asked.questions,
        languages=asked.language,
        seed=asked.seed,
        versions=_versions(asked.versions),
        title=asked.title,
        mode="exam" if asked.exam else "practice",
        minutes=asked.minutes,
        include_unsettled=asked.include_unsettled,
    )


def _versions(given: list[str]) -> list[str]:
    """The names of the versions: as they are given, or letters, or numbers where letters don't do."""
    if len(given) != 1 or not given[0].isdecimal():
        return [name for text in given for name in text.split(",")]
    count = int(given[0])
    width = len(str(count))
    if count <= len(ascii_uppercase):
        return list(ascii_uppercase[:count])
    return [f"{number:0{width}}" for number in range(1, count + 1)]


def _size(quiz: Quiz) -> dict[str, int]:
    return {"questions": len(quiz.slots), "versions": len(quiz.versions), "points": quiz.points}


def _shown(asked: argparse.Namespace, texts: Mapping[str, str]) -> int:
    quiz = read_quiz(asked.file)
    version = asked.version or quiz.versions[0]
    if version not in quiz.versions:
        known = ", ".join(quiz.versions)
        raise CanastaError(
            f"--version: found {version!r}; expected one of {known}{nearest(version, quiz.versions)}"
        )
    print(version_text(quiz, version, asked.language or quiz.languages[0]))
    return 0


def _checked(asked: argparse.Namespace, texts: Mapping[str, str]) -> int:
    faults = 0
    for file in asked.files:
        try:
            quiz = read_quiz(file)
            ask_all(quiz, _counter(texts))
            print(texts["checked"].format(file=file, **_size(quiz)))
        except CanastaError as error:
            faults += 1
            print(error)
    return 1 if faults else 0


def _exported(asked: argparse.Namespace, texts: Mapping[str, str]) -> int:
    quiz, heard = read_quiz(asked.file), _counter(texts)
    others = [name for name in asked.format if name in FORMATS]
    done = export(quiz, others, asked.output, asked.version, heard)
    files = list(done.files)
    if "notebook" in asked.format:
        files += write_notebooks(quiz, asked.output, asked.version, heard)
    if "nbgrader" in asked.format:
        files += write_assignment(quiz, asked.output, asked.version)
    for path in files:
        print(path)
    for name, left in done.left_out.items():
        print(texts["not_there"].format(format=name, names=", ".join(left)))
    return 0


def _counter(texts: Mapping[str, str]) -> Heard | None:
    """Tells on a terminal how far long work is; nothing where the output is not read by somebody."""
    if not sys.stderr.isatty():
        return None

    def heard(done: int, count: int) -> None:
        end = "\n" if done == count else ""
        sys.stderr.write("\r" + texts["working"].format(done=done, all=count) + end)
        sys.stderr.flush()

    return heard


_TASKS: Final = {"new": _made, "show": _shown, "check": _checked, "export": _exported}
