"""Where exercises lie: in the installed package, or in the repository; a teacher's own anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from canasta_tutor.errors import ExerciseError, nearest
from canasta_tutor.exercises.exercise import Exercise, read_exercise

_PACKAGE: Final = Path(__file__).parents[1]
FOLDERS: Final = (_PACKAGE / "_course" / "exercises", _PACKAGE.parent / "exercises")
"""Looked into in this order; the first that is there holds the course's exercises."""


def folder() -> Path:
    """The folder with the course's exercises."""
    return next((place for place in FOLDERS if place.is_dir()), FOLDERS[-1])


def find(id: str) -> Path:
    """The file of an exercise: ``pile/buried-two``, or a path that ends in ``.md``."""
    if id.endswith(".md"):
        return Path(id)
    path = folder() / f"{id}.md"
    if not path.is_file() or ".." in id:
        guess = nearest(id, (name for name, _ in _all()))
        raise ExerciseError(
            f"found no exercise {id!r}; expected such as pile/frozen-one-match{guess}", id
        )
    return path


def load(id: str) -> Exercise:
    """Read an exercise of the course, or a file of one's own. Raises ExerciseError.

    >>> load("pile/frozen-one-match").kind
    'ruling'
    """
    path = find(id)
    return _read(
        path,
        Path(id).stem if id.endswith(".md") else id,
        path.stat().st_mtime_ns if path.is_file() else 0,
    )


@cache
def _read(path: Path, id: str, changed: int) -> Exercise:
    """Read once for each version of the file."""
    return read_exercise(path, id)


def _all() -> Iterator[tuple[str, Path]]:
    root = folder()
    for path in sorted(root.rglob("*.md")):
        name = path.relative_to(root).with_suffix("").as_posix()
        if path.stem.lower() != "readme":
            yield name, path


def load_all() -> dict[str, Exercise]:
    """Every exercise of the course by its id. Raises ExerciseError for the first that is broken."""
    return {id: load(id) for id, _ in _all()}


def ids() -> tuple[str, ...]:
    """The ids of the course's exercises, broken ones too."""
    return tuple(id for id, _ in _all())
