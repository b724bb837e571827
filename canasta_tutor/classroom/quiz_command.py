"""``canasta-tutor quiz``: makes, shows, checks and exports quizzes, and says what it has done."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from canasta_tutor.catalogue import fill
from canasta_tutor.classroom.areas import about, rules_of
from canasta_tutor.classroom.exporting import FORMATS, export
from canasta_tutor.classroom.making import new_quiz
from canasta_tutor.classroom.nbgrader import write_assignment
from canasta_tutor.classroom.opening import open_quiz
from canasta_tutor.classroom.quiz import Quiz
from canasta_tutor.classroom.quiz_files import read_quiz
from canasta_tutor.classroom.quiz_notebook import write_notebooks
from canasta_tutor.classroom.quiz_writing import write_quiz
from canasta_tutor.classroom.showing import ask_all, version_text
from canasta_tutor.classroom.wishes import wish
from canasta_tutor.classroom.wording import generator_name
from canasta_tutor.classroom.working import Heard
from canasta_tutor.command_words import words
from canasta_tutor.error_words import error_text
from canasta_tutor.errors import CanastaError, nearest
from canasta_tutor.exercises import load
from canasta_tutor.exercises.generators import GENERATORS
from canasta_tutor.exercises.prose import plain
from canasta_tutor.settings import write_whole


def run(asked: argparse.Namespace, language: str) -> int:
    """Do what was asked for, and say it in this language; the result is the exit code."""
    return _TASKS[asked.task](asked, language)


def _made(asked: argparse.Namespace, language: str) -> int:
    file: Path = asked.output
    if file.exists():
        raise CanastaError(
            f"{file}: found a file there; expected a new name, so that nothing is overwritten"
        )
    quiz, unsettled = new_quiz(_wish(asked), asked.questions, _counter(language))
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, write_quiz(quiz))
    print(_said("made", language, file=file, **_size(quiz)))
    left = [name for name in unsettled if not quiz.areas or _is_about(quiz.areas, name)]
    if left:
        print(_said("left", language, names="\n".join(_left_out(left, language))))
    print(_said("next", language, file=file, folder=file.stem))
    return 0


def _is_about(areas: Iterable[str], left: str) -> bool:
    """Whether what was left out, a generator with its level or an exercise, is about one of these areas."""
    name = left.partition(" ")[0]
    if name not in GENERATORS:
        return any(about(area, load(name).teaches) for area in areas)
    rules = GENERATORS[name].rules
    return any(rule.startswith(rules) for area in areas for rule in rules_of(area))


def _left_out(unsettled: Iterable[str], language: str) -> Iterator[str]:
    """What was left out, a line for each: a generator with its levels, or an exercise by its title."""
    levels: dict[str, list[str]] = {}
    for one in unsettled:
        name, _, level = one.partition(" ")
        levels.setdefault(name, []).append(level)
    for name, those in levels.items():
        if those == [""]:
            yield f"  {plain(load(name).half(language).title.text)} ({name})"
            continue
        known = words(language)["levels"]
        told = (_said("one_level", language, n=level, name=known[level]) for level in those)
        shown = generator_name(name, language)
        yield _said("one_left", language, name=shown, levels=", ".join(told))


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


def _shown(asked: argparse.Namespace, language: str) -> int:
    quiz = read_quiz(asked.file)
    version = asked.version or quiz.versions[0]
    if version not in quiz.versions:
        known = ", ".join(quiz.versions)
        raise CanastaError(
            f"--version: found {version!r}; expected one of {known}{nearest(version, quiz.versions)}"
        )
    spoken = language if language in quiz.languages else quiz.languages[0]
    print(version_text(quiz, version, asked.language or spoken))
    return 0


def _checked(asked: argparse.Namespace, language: str) -> int:
    faults = 0
    for file in asked.files:
        try:
            quiz = read_quiz(file)
            ask_all(quiz, _counter(language))
            print(_said("checked", language, file=file, **_size(quiz)))
        except CanastaError as error:
            faults += 1
            print(error_text(error, language))
    return 1 if faults else 0


def _exported(asked: argparse.Namespace, language: str) -> int:
    quiz, heard = read_quiz(asked.file), _counter(language)
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
        print(_said("not_there", language, format=name, names=", ".join(left)))
    return 0


def _opened(asked: argparse.Namespace, language: str) -> int:
    return open_quiz(
        asked.page, words(language)["quiz"], port=asked.port, browser=not asked.no_browser
    )


def _said(key: str, language: str, **facts: object) -> str:
    return fill(words(language)["quiz"][key], language, facts)


def _counter(language: str) -> Heard | None:
    """Tells on a terminal how far long work is; nothing where the output is not read by somebody."""
    if not sys.stderr.isatty():
        return None

    def heard(done: int, count: int) -> None:
        end = "\n" if done == count else ""
        sys.stderr.write("\r" + _said("working", language, done=done, all=count) + end)
        sys.stderr.flush()

    return heard


_TASKS: Final = {
    "new": _made,
    "show": _shown,
    "check": _checked,
    "export": _exported,
    "open": _opened,
}
