"""A table of the learner's own: one of ours with a few rules agreed otherwise, kept in a small file.

The file is a rulebook that ``extends`` one of ours and lists only what differs. It lies in the learner's
own folder beside their other choices, and is offered wherever a table is chosen.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from canasta_tutor import settings
from canasta_tutor.errors import CanastaError, RulebookError, reason
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.rules import RULES
from canasta_tutor.saving import toml_value
from canasta_tutor.settings import OWN, Settings

FILE: Final = f"{OWN}.toml"

HOUSE_RULES: Final = (
    "value.two",
    "turn.draw",
    "meld.max_wilds",
    "meld.wilds_per_natural",
    "pile.natural_and_wild",
    "pile.onto_canasta",
    "pile.freezes",
    "initial.minimum",
    "threes.red_laid",
    "threes.red_in_hand",
    "threes.red_condition",
    "threes.black_meld",
    "going_out.canastas",
    "going_out.ask",
    "game.target",
)
"""The rules that tables quarrel about most: those offered to who makes a table of their own."""

TITLE_LIMIT: Final = 40
"""A longer name would not fit where tables are chosen."""


def place() -> Path:
    """Where the file lies, there or not."""
    return settings.place() / FILE


def load() -> Rulebook | None:
    """The learner's own table, if they have made one; raises RulebookError where it can't be read."""
    try:
        text = place().read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise RulebookError(
            f"cannot be read ({reason(error)}); a TOML text file is expected", FILE
        ) from None
    return _read(text)


def found() -> Rulebook | None:
    """The learner's own table where it can be played at."""
    try:
        return load()
    except RulebookError:
        return None


def _read(text: str) -> Rulebook:
    book = Rulebook.read(text, OWN, FILE)
    if book.parent is None:
        known = ", ".join(Rulebook.names())
        raise RulebookError(
            f"found no rulebook to stand on; expected one of {known}", FILE, "extends"
        )
    return book


def written(base: str, changes: Mapping[str, Any], title: str) -> str:
    """The text of the file.

    >>> print(written("club", {"turn.draw": 1}, "Ours"))
    extends = "club"
    title = { en = "Ours", es = "Ours" }
    <BLANKLINE>
    [turn]
    draw = 1
    <BLANKLINE>
    """
    name = json.dumps(clean(title), ensure_ascii=False)
    titles = ", ".join(f"{language} = {name}" for language in LANGUAGES)
    lines = [f'extends = "{base}"', f"title = {{ {titles} }}"]
    area = ""
    for path in sorted(changes, key=list(RULES).index):
        if RULES[path].area != area:
            area = RULES[path].area
            lines += ["", f"[{area}]"]
        lines.append(f"{path.partition('.')[2]} = {toml_value(changes[path])}")
    return "\n".join(lines) + "\n"


def clean(title: str) -> str:
    r"""A name on one line, not too long.

    >>> clean("  Aunt Rosa's\n kitchen ")
    "Aunt Rosa's kitchen"
    """
    one_line = " ".join("".join(c if c.isprintable() else " " for c in title).split())
    return one_line[:TITLE_LIMIT].strip()


def save(base: str, changes: Mapping[str, Any], title: str) -> Rulebook:
    """Keep a table of one's own. It is read as strictly as ours before it takes the place of another.

    Raises RulebookError where its rules don't fit together, CanastaError where the folder can't be written.
    A file in its place that can't be read is kept aside under another name.
    """
    text = written(base, changes, title)
    book = _read(text)
    settings.home()
    file = place()
    try:
        if file.exists() and found() is None:
            file.rename(settings.free_name(file))
        settings.write_whole(file, text)
    except OSError as error:
        raise CanastaError(f"{file}: cannot be written ({error.strerror})") from error
    return book


class Seat(NamedTuple):
    """The table where a lesson takes place, and why it is not the one that was chosen, if so."""

    rulebook: Rulebook
    problem: str = ""


def sit(chosen: Settings) -> Seat:
    """The table that the learner has chosen; where their own one can't be read, the one it stood on."""
    if chosen.table != OWN:
        return Seat(Rulebook.load(chosen.table))
    try:
        own = load()
    except RulebookError as error:
        return Seat(Rulebook.load(chosen.base), str(error))
    if own is None:
        return Seat(
            Rulebook.load(chosen.base), f"{FILE}: found no such file; expected your own table"
        )
    return Seat(own)


def choices(path: str) -> tuple[Any, ...]:
    """What the five tables say of a rule: each value once, in the order of the tables.

    >>> choices("pile.natural_and_wild"), choices("going_out.canastas")
    (('never', 'always', 'after_taking'), (2, 1))
    """
    values: list[Any] = []
    for name in Rulebook.names():
        value = Rulebook.load(name)[path]
        values += value.values() if isinstance(value, dict) else [value]
    return tuple(dict.fromkeys(values))
