"""What an exercise file says: facts, prose in each language, and where each thing stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises.prose import Prose


@dataclass(frozen=True, slots=True)
class Option:
    """One option in one language: its label, and why it is not right (or, of a right one, why)."""

    label: Prose
    reason: Prose


@dataclass(frozen=True, slots=True)
class Half:
    """An exercise in one language. Keys with ``@club`` replace the plain ones at that table."""

    title: Prose
    text: Prose
    options: Mapping[str, Option] = field(default_factory=dict)
    hints: Mapping[str, tuple[Prose, ...]] = field(default_factory=dict)
    why: Mapping[str, Prose] = field(default_factory=dict)
    line: int = 0
    answers: Mapping[str, Prose] = field(default_factory=dict)
    """The named answers of a panel."""

    def answer(self, id: str, table: str) -> Prose:
        """What a named answer of a panel is called at a table."""
        return self.answers.get(f"{id}@{table}") or self.answers.get(id, Prose(id))

    def option(self, id: str, table: str) -> Option | None:
        """An option as it is said at a table."""
        return self.options.get(f"{id}@{table}") or self.options.get(id)

    def hints_at(self, table: str) -> tuple[Prose, ...]:
        """The hints at a table, the ladder from its first step."""
        return self.hints.get(table) or self.hints.get("", ())

    def why_at(self, table: str) -> Prose:
        """Why the rule is so, at a table."""
        return self.why.get(table) or self.why.get("", Prose(""))

    def sections(self) -> Iterator[tuple[str, Prose]]:
        """Every piece of prose with a name that is the same in both languages."""
        yield "title", self.title
        yield "text", self.text
        for id, option in self.options.items():
            yield f"option ({id})", option.label
            yield f"reason ({id})", option.reason
        for id, label in self.answers.items():
            yield f"answer ({id})", label
        for table, hints in self.hints.items():
            for number, hint in enumerate(hints, 1):
                yield f"hint {number} {table}".strip(), hint
        for table, why in self.why.items():
            yield f"why {table}".strip(), why


@dataclass(frozen=True, slots=True)
class Source:
    """What a file says, before anything is asked of the engine."""

    file: str
    data: Mapping[str, Any]
    halves: Mapping[str, Half]
    toml: str
    toml_line: int

    def line_of(self, *path: str) -> int:
        """The line of the ``toml`` block on which a key stands; the block's first if it is not there."""
        wanted = list(path)
        while wanted:
            for number, key in _keys(self.toml):
                if key[: len(wanted)] == tuple(wanted):
                    return self.toml_line + number
            wanted.pop()
        return self.toml_line

    def wrong(self, message: str, *path: str) -> ExerciseError:
        """An error at the line of a key."""
        return ExerciseError(message, self.file, self.line_of(*path))

    def wrong_at(self, message: str, line: int) -> ExerciseError:
        """An error at a line."""
        return ExerciseError(message, self.file, line)


def _keys(toml: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The keys of a TOML text as they are written, with their lines, counted from 1.

    The blocks of a list, ``[[question]]``, are called ``question.1``, ``question.2`` and so on.
    """
    table: tuple[str, ...] = ()
    blocks: Counter[tuple[str, ...]] = Counter()
    for number, line in enumerate(toml.splitlines(), 1):
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            table = _parts(header[1])
            yield number, table
        elif block := re.match(r"\s*\[\[([^\[\]]+)\]\]", line):
            blocks[_parts(block[1])] += 1
            table = (*_parts(block[1]), str(blocks[_parts(block[1])]))
            yield number, table
        elif key := re.match(r"""\s*((?:"[^"]*"|'[^']*'|[\w.*-])+)\s*=""", line):
            yield number, (*table, *_parts(key[1]))


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in re.findall(r'"[^"]*"|\'[^\']*\'|[^.]+', key))
