"""The shelf of lessons: where they lie, what they are called, and the learner's own copy of them.

Notebooks are read here as the JSON that they are: nothing of Jupyter is loaded for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from canasta_tutor.errors import CanastaError
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.settings import free_name, write_whole

WELCOME: Final = "00-welcome.ipynb"
GLOSSARY: Final = "glossary.ipynb"
"""The page that lies beside the lessons: all their words."""
RECORD: Final = ".shipped.json"
"""Beside the learner's copy: what each lesson was when it was laid there."""
UPDATED: Final = ".new.ipynb"
"""How the name of an updated lesson ends that lies beside one the learner has changed."""

_PACKAGE: Final = Path(__file__).parent
_TITLE: Final = re.compile(r"^#\s+(.+?)\s*$", re.M)


@dataclass(frozen=True, slots=True)
class Shelved:
    """A lesson on the shelf: its path below the folder of notebooks, and its title."""

    path: str
    title: str

    @property
    def name(self) -> str:
        """Its file's name without the ending, such as ``05-frozen-and-blocked``."""
        return Path(self.path).stem


def find_notebooks(language: str) -> Path:
    """The course's own notebooks: the package's, the clone's that it stands in, else the current folder's."""
    places = [
        _PACKAGE / "_course" / "notebooks",
        _PACKAGE.parent / "notebooks",
        Path.cwd() / "notebooks",
    ]
    for place in places:
        if (place / language / WELCOME).is_file():
            return place
    looked = " or ".join(str(place / language / WELCOME) for place in dict.fromkeys(places))
    raise CanastaError(
        f"course: no welcome notebook found; expected {looked}. "
        "Install the course again, or in a clone of the project run `make lessons`"
    )


def lessons(notebooks: Path, language: str) -> tuple[Shelved, ...]:
    """The lessons of a language in their order."""
    return tuple(
        Shelved(f"{language}/{path.name}", _title(_cells(path)) or path.stem)
        for path in _files(notebooks, language)
    )


def code_hashes(notebooks: Path) -> dict[str, str]:
    """The hash of each page's code by its path: by it, the page knows that it is as we made it.

    SHA-256 over the sources of the code cells, joined by NUL.
    """
    found = {}
    for language in LANGUAGES:
        for path in _pages(notebooks, language):
            code = [_source(cell) for cell in _cells(path) if cell.get("cell_type") == "code"]
            found[f"{language}/{path.name}"] = sha256("\0".join(code).encode()).hexdigest()
    return found


def _files(notebooks: Path, language: str) -> list[Path]:
    return sorted((notebooks / language).glob("[0-9][0-9]-*.ipynb"))


def _pages(notebooks: Path, language: str) -> list[Path]:
    """The lessons, and the glossary that their links open."""
    return [*_files(notebooks, language), *(notebooks / language).glob(GLOSSARY)]


def _cells(path: Path) -> list[dict[str, Any]]:
    """A notebook's cells; none if it is no notebook any more."""
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [cell for cell in cells if isinstance(cell, dict)] if isinstance(cells, list) else []


def _source(cell: dict[str, Any]) -> str:
    return "".join(cell.get("source", ""))


def _title(cells: list[dict[str, Any]]) -> str:
    prose = (_source(cell) for cell in cells if cell.get("cell_type") == "markdown")
    found = next(filter(None, map(_TITLE.search, prose)), None)
    return found[1] if found else ""


# --- the learner's own copy ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Copy:
    """The learner's copy, as it was just laid or brought up to date."""

    folder: Path
    beside: tuple[Path, ...] = ()
    """Updated lessons that were laid beside ones that the learner has changed."""
    kept: Path | None = None
    """Where the copy before it is kept."""


def lay_out(notebooks: Path, folder: Path, fresh: bool = False) -> Copy:
    """Bring the learner's copy up to date. What the learner has changed is never overwritten.

    A lesson that is missing, or is as it was laid, becomes the course's. Of one that was changed, the
    course's newer version lies beside it. With ``fresh``, the whole copy is kept aside and laid anew.
    """
    kept = None
    try:
        if fresh and folder.exists():
            kept = folder.rename(free_name(folder))
        laid = _record(folder)
        beside = [new for path in _all(notebooks) if (new := _lay(notebooks, path, folder, laid))]
        write_whole(folder / RECORD, json.dumps(laid, indent=2) + "\n")
    except OSError as error:
        raise CanastaError(
            f"{error.filename or folder}: cannot be written ({error.strerror}); expected a folder for "
            "your copy of the lessons, which CANASTA_TUTOR_HOME can name"
        ) from error
    return Copy(folder, tuple(beside), kept)


def _all(notebooks: Path) -> Iterator[str]:
    for language in LANGUAGES:
        for path in _pages(notebooks, language):
            yield f"{language}/{path.name}"


def _lay(notebooks: Path, path: str, folder: Path, laid: dict[str, str]) -> Path | None:
    """Lay one lesson; the path of the update if that lies beside the learner's own."""
    ours, theirs = notebooks / path, folder / path
    text, content = ours.read_text("utf-8"), _content(ours)
    if theirs.exists() and _content(theirs) not in (content, laid.get(path)):
        update = theirs.with_name(theirs.stem + UPDATED)
        beside = f"{Path(path).parent.as_posix()}/{update.name}"
        if content in (laid.get(path), laid.get(beside)):
            return None
        if update.exists() and _content(update) != laid.get(beside):
            update.rename(free_name(update))
        write_whole(update, text)
        laid[beside] = content
        return update
    theirs.parent.mkdir(parents=True, exist_ok=True)
    if not theirs.exists() or theirs.read_bytes() != text.encode():
        write_whole(theirs, text)
    laid[path] = content
    return None


def _content(path: Path) -> str:
    """A hash of what a notebook says in its cells: running it, or saving it so, changes nothing in it."""
    cells = [(cell.get("cell_type"), _source(cell)) for cell in _cells(path)]
    said = json.dumps(cells) if cells else path.read_text("utf-8", errors="replace")
    return sha256(said.encode()).hexdigest()


def _record(folder: Path) -> dict[str, str]:
    """What was laid before. A damaged record is none: everything that differs then counts as changed."""
    try:
        found = json.loads((folder / RECORD).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {key: str(value) for key, value in found.items()} if isinstance(found, dict) else {}
