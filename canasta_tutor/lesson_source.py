"""A lesson's source: one Markdown file with both languages, read into the cells of two notebooks.

Prose stands twice, in a block ``::: en`` and right behind it a block ``::: es``; code stands once,
between the blocks, in fences marked ``python``. One of them, ``python language``, chooses the
language. Headings, and lines of ``---``, part prose into cells. ``[[K♣ K♥ 2♦]]`` draws cards.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin

from canasta_tutor.cards import Cards, read_cards
from canasta_tutor.errors import ExerciseError, NotationError, nearest, reason
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.rules import RULES

CARDS: Final = re.compile(r"\[\[(.+?)\]\]")
"""Cards in a sentence."""

_FENCES: Final = ("toml", "python", "python language")
_HEADER: Final = ("teaches",)
_CHOICE: Final = f'language="{LANGUAGES[0]}"'
_LINK: Final = re.compile(r"\]\([^)]*\)")
_CARD: Final = re.compile(r"(?:10|[AKQJ2-9])[♠♥♦♣]|★")
_NUMBER: Final = re.compile(r"\d+")
_HTML: Final = re.compile(r"</?[A-Za-z][^>]*>")


@dataclass(frozen=True, slots=True)
class Prose:
    """A cell of prose, said in each language."""

    said: Mapping[str, str]
    line: int


@dataclass(frozen=True, slots=True)
class Code:
    """A cell of code, the same in both languages unless it ``chooses`` the language."""

    source: str
    line: int
    chooses: bool = False

    def written(self, language: str) -> str:
        """The code of the notebook in this language."""
        if not self.chooses:
            return self.source
        return self.source.replace(_CHOICE, f'language="{language}"')


@dataclass(frozen=True, slots=True)
class LessonSource:
    """The cells of a lesson in their order, and the rules that it teaches."""

    name: str
    file: str
    cells: tuple[Prose | Code, ...]
    teaches: tuple[str, ...] = ()

    def wrong(self, line: int, message: str) -> ExerciseError:
        """The error at a line of this file."""
        return ExerciseError(message, self.file, line)


def read_lesson(path: Path) -> LessonSource:
    """Read a lesson; raises ExerciseError ``file:line: what was found; what is expected``."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ExerciseError(
            f"cannot be read ({reason(error)}); expected a text file", str(path)
        ) from error
    return _Reader(path.stem, str(path), text).read()


def read_prose_cards(text: str) -> list[Cards]:
    """The cards between ``[[`` and ``]]`` of a text; raises NotationError."""
    return [read_cards(found[1]) for found in CARDS.finditer(text)]


class _Reader:
    """Reads one file from top to bottom."""

    def __init__(self, name: str, file: str, text: str) -> None:
        self.name = name
        self.file = file
        self.lines = text.splitlines()
        markdown = MarkdownIt("commonmark", {"html": False})
        markdown.use(container_plugin, "language", validate=lambda *_: True)
        self.tokens = markdown.parse(text)

    def wrong(self, line: int, message: str) -> ExerciseError:
        return ExerciseError(message, self.file, line)

    def read(self) -> LessonSource:
        cells: list[Prose | Code] = []
        teaches: tuple[str, ...] = ()
        blocks = list(self.blocks())
        for number, (kind, line, body) in enumerate(blocks):
            before = blocks[number - 1][0] if number else ""
            after = blocks[number + 1][0] if number + 1 < len(blocks) else ""
            if kind in LANGUAGES:
                self.paired(kind, line, before, after)
                if kind == LANGUAGES[-1]:
                    cells += self.prose(blocks[number - 1], blocks[number])
            elif kind == "toml":
                teaches = self.header(line, "\n".join(body), number)
            else:
                cells.append(self.code(line, "\n".join(body), kind))
        choosing = [cell for cell in cells if isinstance(cell, Code) and cell.chooses]
        if len(choosing) != 1:
            line = choosing[1].line if choosing else 1
            raise self.wrong(
                line, f"found {len(choosing)} cells that choose the language; expected one"
            )
        return LessonSource(self.name, self.file, tuple(cells), teaches)

    # --- blocks ---------------------------------------------------------------------------------

    def blocks(self) -> Iterator[tuple[str, int, list[str]]]:
        """The file's blocks: a language or a kind of fence, its line, the lines in it."""
        depth = 0
        for token in self.tokens:
            depth += token.nesting
            first, last = token.map or (0, 0)
            if depth > 1 or token.nesting == -1 or (depth == 1 and token.nesting != 1):
                continue
            if token.type == "container_language_open":
                yield self.language_block(token, first, last)
            elif token.type == "fence":
                yield self.fence(token, first, last)
            else:
                found = self.lines[first].strip()
                raise self.wrong(
                    first + 1, f"found {found[:40]!r}; expected a ::: block or a code fence"
                )

    def language_block(self, token: Token, first: int, last: int) -> tuple[str, int, list[str]]:
        name = token.info.strip()
        if name not in LANGUAGES:
            expected = " or ".join(f"::: {language}" for language in LANGUAGES)
            raise self.wrong(
                first + 1, f"found ::: {name}; expected {expected}{nearest(name, LANGUAGES)}"
            )
        if last >= len(self.lines) or not self.lines[last].strip().startswith(":::"):
            raise self.wrong(
                first + 1, f"found ::: {name} without an end; expected ::: on a line of its own"
            )
        return name, first + 1, self.lines[first + 1 : last]

    def fence(self, token: Token, first: int, last: int) -> tuple[str, int, list[str]]:
        kind = " ".join(token.info.split())
        if kind not in _FENCES:
            raise self.wrong(
                first + 1,
                f"found a fence {kind!r}; expected {' or '.join(_FENCES)}{nearest(kind, _FENCES)}",
            )
        return kind, first + 1, token.content.splitlines()

    def paired(self, kind: str, line: int, before: str, after: str) -> None:
        """English and Spanish stand together, in this order."""
        first, second = LANGUAGES
        if kind == first and after != second:
            raise self.wrong(
                line, f"found ::: {first} alone; expected ::: {second} right behind it"
            )
        if kind == second and before != first:
            raise self.wrong(
                line, f"found ::: {second} alone; expected ::: {first} right before it"
            )

    def header(self, line: int, text: str, number: int) -> tuple[str, ...]:
        if number:
            raise self.wrong(line, "found a fence 'toml' further down; expected it at the top")
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise self.wrong(line, f"found broken TOML ({error}); expected a TOML text") from None
        for key in data:
            if key not in _HEADER:
                raise self.wrong(
                    line, f"found {key!r}; expected {' or '.join(_HEADER)}{nearest(key, _HEADER)}"
                )
        rules: list[Any] = data.get("teaches", [])
        for rule in rules:
            if rule not in RULES:
                raise self.wrong(
                    line,
                    f"found no rule {rule!r}; expected a rule's path{nearest(str(rule), RULES)}",
                )
        return tuple(rules)

    def code(self, line: int, source: str, kind: str) -> Code:
        chooses = kind == "python language"
        if source.count(_CHOICE) != chooses:
            where = "once" if chooses else "only in the fence 'python language'"
            raise self.wrong(
                line, f"found {_CHOICE} {source.count(_CHOICE)} times; expected it {where}"
            )
        if not source.strip():
            raise self.wrong(line, "found an empty cell; expected code")
        return Code(source.strip("\n"), line, chooses)

    # --- prose ----------------------------------------------------------------------------------

    def prose(self, *halves: tuple[str, int, list[str]]) -> Iterator[Prose]:
        """The cells of a pair of blocks, checked to say the same with the same cards and numbers."""
        parted = [list(self.parts(line, body)) for _, line, body in halves]
        (_, first, _), (_, second, _) = halves
        heads = [[level for _, _, level in parts if level] for parts in parted]
        if heads[0] != heads[1]:
            raise self.wrong(
                second,
                f"found headings of levels {heads[1]}; expected {heads[0]}, as in line {first}",
            )
        if len(parted[0]) != len(parted[1]):
            raise self.wrong(
                second,
                f"found {len(parted[1])} cells; expected {len(parted[0])}, as in line {first}",
            )
        for (line, *said), (other_line, *other_said) in zip(*parted, strict=True):
            text, other = str(said[0]), str(other_said[0])
            self.same(other_line, "cards", _cards(text), _cards(other), line)
            self.same(other_line, "numbers", _numbers(text), _numbers(other), line)
            yield Prose(dict(zip(LANGUAGES, (text, other), strict=True)), line)

    def same(
        self, line: int, what: str, first: Sequence[str], second: Sequence[str], other: int
    ) -> None:
        if first != second:
            raise self.wrong(
                line,
                f"found the {what} {' '.join(second) or 'none'}; "
                f"expected {' '.join(first) or 'none'}, as in line {other}",
            )

    def parts(self, line: int, body: list[str]) -> Iterator[tuple[int, str, int]]:
        """The cells of one block: line, text, level of the heading it begins with (0 for none)."""
        start, level = 0, 0
        for place, text in enumerate([*body, "---"]):
            heading = re.match(r"(#+)\s", text)
            rule = text.strip() == "---"
            if rule and place < len(body) and place and body[place - 1].strip():
                raise self.wrong(
                    line + 1 + place, "found --- right under a line; expected an empty line between"
                )
            if not (rule or heading):
                continue
            while start < place and not body[start].strip():
                start += 1
            if start < place:
                said = "\n".join(body[start:place]).rstrip()
                self.readable(line + 1 + start, said)
                yield line + 1 + start, said, level
            elif rule and place < len(body):
                raise self.wrong(
                    line + 1 + place, "found --- with nothing above it; expected a cell of prose"
                )
            start, level = (place, len(heading[1])) if heading else (place + 1, 0)
        if not any(text.strip() for text in body):
            raise self.wrong(line, "found an empty block; expected prose")

    def readable(self, line: int, text: str) -> None:
        """Cards can be read and no HTML stands in the prose."""
        for place, part in enumerate(text.splitlines()):
            try:
                read_prose_cards(part)
            except NotationError as error:
                raise self.wrong(line + place, f"cards in the prose: {error}") from None
            if found := _HTML.search(part):
                raise self.wrong(line + place, f"found {found[0]}; expected Markdown without HTML")


def _cards(text: str) -> list[str]:
    """All cards that a text names, drawn or written, in a fixed order."""
    drawn = [card.text for cards in read_prose_cards(text) for card in cards]
    return sorted([*drawn, *_CARD.findall(CARDS.sub(" ", text))])


def _numbers(text: str) -> list[str]:
    """All numbers that a text names outside cards and links, in a fixed order."""
    return sorted(_NUMBER.findall(_CARD.sub(" ", _LINK.sub("]", CARDS.sub(" ", text)))))
