"""The files of a class, read one by one: whatever is wrong with one of them, the others are read all the same."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from canasta_tutor.classroom.handins import MOST_BYTES, HandIn, HandInError, parse_hand_in, shown
from canasta_tutor.errors import CanastaError

ENDING: Final = ".json"


@dataclass(frozen=True)
class Problem:
    """What is wrong with a file: ``kind`` names the sentence, ``facts`` fill it in."""

    file: str
    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Collected:
    """The hand-ins that could be read, by file, in the order of their names; and what else was found."""

    hand_ins: Mapping[str, HandIn]
    problems: tuple[Problem, ...]
    others: int
    """Files that do not end as hand-ins do, and were not opened."""


def collect(paths: Iterable[Path]) -> Collected:
    """Read all hand-ins in these folders and what lies below them, or single files. Links are not followed.

    Raises CanastaError for a folder that is not there.
    """
    hand_ins: dict[str, HandIn] = {}
    problems: list[Problem] = []
    others = 0
    for file in _files(paths, problems):
        name = shown_path(file)
        if name in hand_ins:
            continue
        if file.suffix.lower() != ENDING:
            others += 1
            continue
        try:
            hand_ins[name] = parse_hand_in(_content(file))
        except HandInError as error:
            problems.append(Problem(name, error.kind, error.facts))
    return Collected(hand_ins, tuple(problems), others)


def shown_path(file: Path) -> str:
    """A path as it is told, whatever bytes its name holds."""
    return shown(os.fsencode(file).decode("utf-8", "backslashreplace"))


def _files(paths: Iterable[Path], problems: list[Problem]) -> Iterator[Path]:
    for path in paths:
        if not path.exists():
            raise CanastaError(f"{path}: not found; expected a folder of hand-ins, or one of them")
        if path.is_file():
            yield path
        else:
            yield from _below(path, problems)


def _below(folder: Path, problems: list[Problem]) -> Iterator[Path]:
    try:
        inside = sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError as error:
        problems.append(Problem(shown_path(folder), "unreadable", {"reason": error.strerror}))
        return
    for path in inside:
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            if path.suffix.lower() == ENDING:
                problems.append(Problem(shown_path(path), "folder"))
            yield from _below(path, problems)
        else:
            yield path


def _content(file: Path) -> bytes:
    """What a plain file holds, as far as it may be long. Raises HandInError."""
    try:
        if file.is_symlink():
            raise HandInError("link")
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        opened = os.open(file, flags | getattr(os, "O_BINARY", 0))
        with os.fdopen(opened, "rb") as stream:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise HandInError("special")
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise HandInError("unreadable", reason=error.strerror or str(error)) from None
