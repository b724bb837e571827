"""A quiz written out: for paper, for learning platforms, as a table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from canasta_tutor.classroom import printing
from canasta_tutor.classroom.gift import gift
from canasta_tutor.classroom.jupyterquiz import jupyterquiz
from canasta_tutor.classroom.moodle import moodle
from canasta_tutor.classroom.pages import page
from canasta_tutor.classroom.paper import Paper, paper
from canasta_tutor.classroom.quiz import Quiz, Task
from canasta_tutor.classroom.tables import table
from canasta_tutor.classroom.working import Heard, each
from canasta_tutor.errors import CanastaError, nearest

ON_PAPER: Final = ("html", "pdf")
FORMATS: Final[Mapping[str, str]] = {
    "html": "html",
    "pdf": "pdf",
    "moodle": "xml",
    "gift": "gift",
    "jupyterquiz": "json",
    "csv": "csv",
}
"""Every format, and how its files end."""


@dataclass(frozen=True)
class Exported:
    """What was written, and by format the questions that it cannot hold, by version and number."""

    files: tuple[Path, ...]
    left_out: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Written:
    """A version in one language and format, ready to be written, with the questions that are left out."""

    text: str
    left_out: tuple[str, ...] = ()


def export(
    quiz: Quiz,
    formats: Sequence[str],
    folder: Path,
    versions: Sequence[str] = (),
    heard: Heard | None = None,
) -> Exported:
    """Write a quiz to a folder in these formats, all versions or some of them.

    On paper all versions of a language stand in one file, and their answer keys in another; for a platform
    each version has its own. Raises CanastaError, and writes nothing then.
    """
    chosen = tuple(versions) or quiz.versions
    for known, named, what in ((FORMATS, formats, "format"), (quiz.versions, chosen, "version")):
        for name in named:
            if name not in known:
                raise CanastaError(
                    f"{what}: found {name!r}; expected one of {', '.join(known)}{nearest(name, known)}"
                )
    if "pdf" in formats:
        printing.ready()  # before the long work
    if not formats:
        return Exported((), {})
    made = each(partial(_version, quiz, tuple(dict.fromkeys(formats))), chosen, heard)
    contents = dict(_files(quiz, formats, chosen, made))
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        whole = content if isinstance(content, bytes) else content.encode()
        (folder / name).write_bytes(whole)  # as it is: no system makes other line ends of it
    left: dict[str, list[str]] = {}
    for version, (_, written) in zip(chosen, made, strict=True):
        for (form, language), one in written.items():
            if language == quiz.languages[0]:
                left.setdefault(form, []).extend(f"{version}: {name}" for name in one.left_out)
    shown = {form: tuple(names) for form, names in left.items() if names}
    return Exported(tuple(folder / name for name in contents), shown)


Made = tuple[dict[str, Paper], dict[tuple[str, str], Written]]
"""A version as it is printed, by language; and as it is written, by format and language."""

Sheet = tuple[str, str, bool]
"""A file on paper: its format, its language, whether it is the answer key."""

_WRITERS: Final[
    Mapping[str, Callable[[Quiz, str, Sequence[Task], str], tuple[str, tuple[str, ...]]]]
] = {
    "moodle": moodle,
    "gift": gift,
    "jupyterquiz": jupyterquiz,
    "csv": table,
}


def _version(quiz: Quiz, formats: tuple[str, ...], version: str) -> Made:
    """One version in all languages and formats."""
    tasks = quiz.tasks(version)
    papers = {}
    if set(formats) & set(ON_PAPER):
        papers = {language: paper(quiz, version, tasks, language) for language in quiz.languages}
    written = {
        (form, language): Written(*_WRITERS[form](quiz, version, tasks, language))
        for form in formats
        if form in _WRITERS
        for language in quiz.languages
    }
    return papers, written


def _files(
    quiz: Quiz, formats: Sequence[str], versions: Sequence[str], made: Sequence[Made]
) -> Iterator[tuple[str, str | bytes]]:
    """The names of the files and what stands in them."""
    stem = Path(quiz.file).stem or "quiz"
    printed = dict(_printed(quiz, [form for form in ON_PAPER if form in formats], made))
    for language in quiz.languages:
        for form in dict.fromkeys(formats):
            if form in ON_PAPER:
                for end, key in (("", False), (".key", True)):
                    yield f"{stem}.{language}{end}.{form}", printed[form, language, key]
                continue
            for version, (_, written) in zip(versions, made, strict=True):
                yield (
                    f"{stem}.{language}.{version}.{FORMATS[form]}",
                    written[form, language].text,
                )


def _printed(
    quiz: Quiz, forms: Sequence[str], made: Sequence[Made]
) -> Iterator[tuple[Sheet, str | bytes]]:
    """All versions on paper and their answer keys, several files at once: typst works beside us."""
    sheets = [
        (form, language, key)
        for form in forms
        for language in quiz.languages
        for key in (False, True)
    ]

    def content(sheet: Sheet) -> str | bytes:
        form, language, key = sheet
        papers = [papers[language] for papers, _ in made]
        return page(papers, key) if form == "html" else printing.pdf(papers, key)

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        yield from zip(sheets, threads.map(content, sheets), strict=True)
