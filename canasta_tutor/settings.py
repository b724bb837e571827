"""What a learner has chosen once, in a small file of their own folder: the table, the look of the cards.

The file is written whole or not at all. One that can't be read, or that a newer version has written,
is kept aside under another name before anything is written in its place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from canasta_tutor.errors import CanastaError, nearest, reason
from canasta_tutor.rulebook import Rulebook

FILE: Final = "settings.json"
VERSION: Final = 1
_LISTS: Final = {"opened": "a list of lessons", "played": "a list of tables"}
OWN: Final = "my-table"
"""What the table of the learner's own is called here (``own_table``)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The learner's choices; without a file, the course's own."""

    table: str = Rulebook.names()[0]
    """One of ours, or the learner's own."""
    four_colours: bool = False
    large_cards: bool = False
    tutor: bool = True
    """Whether answers are kept and wrong ones explained."""
    opened: tuple[str, ...] = ()
    """The lessons that have been opened."""
    played: tuple[str, ...] = ()
    """The tables at which the learner has played, the one at home first."""
    base: str = Rulebook.names()[0]
    """The table of ours on which the learner's own stands: where one sits if that can't be read."""
    problem: str = ""
    """Why the file could not be read; nothing of it is used then."""


def place() -> Path:
    """The learner's own folder for this course, there or not; ``CANASTA_TUTOR_HOME`` names another one."""
    chosen = os.environ.get("CANASTA_TUTOR_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_data_path("canasta-tutor", False)


def home() -> Path:
    """The learner's own folder for this course, made where it is missing."""
    folder = place()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CanastaError(
            f"{folder}: cannot be written ({error.strerror}); expected a folder for the course's "
            "settings, which CANASTA_TUTOR_HOME can name"
        ) from error
    return folder


def load() -> Settings:
    """What the learner has chosen. Writes nothing; a file that can't be read is told of in ``problem``."""
    file = place() / FILE
    try:
        return _read(json.loads(file.read_text("utf-8")))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeError) as error:
        return Settings(
            problem=f"{file.name}: cannot be read ({reason(error)}); expected a text file"
        )
    except json.JSONDecodeError:
        return Settings(problem=f"{file.name}: found broken JSON; expected it whole")
    except ValueError as error:  # not what is expected there
        return Settings(problem=f"{file.name}: {error}")


def save(**changes: Any) -> Settings:
    """Change some choices; the others stay. Raises CanastaError where the folder can't be written."""
    before = load()
    file = home() / FILE
    try:
        if before.problem and file.exists():
            file.rename(free_name(file))
        chosen = replace(before, problem="", **changes)
        written = {"version": VERSION, **asdict(chosen)}
        del written["problem"]
        write_whole(file, json.dumps(written, indent=2, ensure_ascii=False) + "\n")
    except OSError as error:
        raise CanastaError(f"{file}: cannot be written ({error.strerror})") from error
    return chosen


def free_name(path: Path) -> Path:
    """A name that nothing bears yet, for what is kept aside: ``settings.kept-1.json``."""
    number = 1
    while (kept := path.with_name(f"{path.stem}.kept-{number}{path.suffix}")).exists():
        number += 1
    return kept


def write_whole(file: Path, text: str) -> None:
    """Put a text in a file's place in one step, so that nobody ever finds half of it."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    fresh.write_text(text, "utf-8")
    fresh.replace(file)


def _read(data: Any) -> Settings:
    """The settings that a file holds; raises ValueError with what was found and what is expected."""
    if not isinstance(data, Mapping):
        raise ValueError(f"found {type(data).__name__}; expected an object")
    version = data.get("version")
    if version != VERSION:
        raise ValueError(f"found version {version!r}; expected {VERSION}")
    known = {field.name for field in fields(Settings)} - {"problem"}
    chosen: dict[str, Any] = {key: value for key, value in data.items() if key != "version"}
    for key, value in chosen.items():
        if key not in known:
            raise ValueError(f"found {key!r}; expected one of {', '.join(sorted(known))}")
        if not _fits(key, value):
            raise ValueError(f"{key}: found {value!r}; {_expected(key, value)}")
    for key in _LISTS:
        chosen[key] = tuple(chosen.get(key, ()))
    return Settings(**chosen)


def _fits(key: str, value: Any) -> bool:
    if key in ("table", "base"):
        return value in _tables(key)
    if key in _LISTS:
        return isinstance(value, list) and all(isinstance(name, str) for name in value)
    return isinstance(value, bool)


def _expected(key: str, value: Any) -> str:
    if key in ("table", "base"):
        names = _tables(key)
        return f"expected one of {', '.join(names)}{nearest(str(value), names)}"
    return f"expected {_LISTS.get(key, 'true or false')}"


def _tables(key: str) -> tuple[str, ...]:
    return (*Rulebook.names(), OWN) if key == "table" else Rulebook.names()
