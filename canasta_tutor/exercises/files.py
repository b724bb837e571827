"""One exercise as it is written: a ``toml`` block with the facts, and the prose in both languages.

docs/exercises.md explains the format. Every error says ``file:line: what was found; what is expected``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin

from canasta_tutor.cards import name_cards
from canasta_tutor.errors import ExerciseError, NotationError, nearest, reason
from canasta_tutor.exercises.prose import CARDS, Prose
from canasta_tutor.exercises.source import Half, Option, Source
from canasta_tutor.rulebook import LANGUAGES

_HEADINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {"options": "options", "hint": "hint", "why": "why", "answers": "answers"},
    "es": {
        "options": "options", "hint": "hint", "why": "why", "answers": "answers",
        "opciones": "options", "pista": "hint", "por qué": "why", "respuestas": "answers",
    },
}  # fmt: skip
_OPTION: Final = re.compile(r"\(([^()]+)\)\s*(?:\(([\w-]+)\))?\s*(.*)", re.DOTALL)
_SECTION: Final = re.compile(r"(.+?)\s*(?:\(([\w-]+)\))?")


def read_source(text: str, file: str) -> Source:
    """Read the text of one exercise file. Raises ExerciseError."""
    return _Reader(text, file).source()


def read_file(path: Path) -> str:
    """The text of a file. Raises ExerciseError where it cannot be read."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ExerciseError(
            f"cannot be read ({reason(error)}); expected a text file", str(path)
        ) from None


class _Reader:
    """Walks once through the file's blocks."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.splitlines()
        markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        container_plugin(markdown, "half", validate=lambda name, *_: True)
        self.tokens = markdown.parse(text)

    def _wrong(self, message: str, line: int) -> ExerciseError:
        return ExerciseError(message, self.file, line)

    def source(self) -> Source:
        toml, toml_line = self._toml()
        try:
            data = tomllib.loads(toml)
        except tomllib.TOMLDecodeError as error:
            there = re.search(r"at line (\d+)", str(error))
            line = toml_line + (int(there[1]) if there else 1)
            what = re.sub(r" \(at .*\)", "", str(error))
            raise self._wrong(f"found broken TOML ({what}); expected a TOML text", line) from None
        halves: dict[str, Half] = {}
        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.type == "container_half_open":
                end = self._end(at)
                language = self._language(token, halves)
                halves[language] = self._half(self.tokens[at + 1 : end], language, token)
                at = end
            elif token.type != "fence" or _line(token) != toml_line:
                raise self._wrong(
                    f"found {self._shown(token)}; expected nothing but the toml block, ::: en and ::: es",
                    _line(token),
                )
            at += 1
        for language in LANGUAGES:
            if language not in halves:
                raise self._wrong(
                    f"found no ::: {language}; expected the prose in {' and '.join(LANGUAGES)}", 1
                )
        return Source(self.file, data, halves, toml, toml_line)

    def _toml(self) -> tuple[str, int]:
        first = self.tokens[0] if self.tokens else None
        if first is None or first.type != "fence" or first.info.strip() != "toml":
            found = self._shown(first) if first else "an empty file"
            raise self._wrong(
                f"found {found}; expected a block ```toml first", _line(first) if first else 1
            )
        return first.content, _line(first)

    def _shown(self, token: Token) -> str:
        return repr(self.lines[_line(token) - 1].strip()[:40])

    def _end(self, at: int) -> int:
        """The place of the token that closes a half; it must be closed, and hold no other."""
        token = self.tokens[at]
        level = token.level
        for place in range(at + 1, len(self.tokens)):
            inner = self.tokens[place]
            if inner.type == "container_half_open":
                raise self._wrong(
                    f"found ::: {inner.info.strip()} inside ::: {token.info.strip()}; expected ::: to close that "
                    f"first{nearest(inner.info.strip(), LANGUAGES)}",
                    _line(inner),
                )
            if inner.type == "container_half_close" and inner.level == level:
                break
        assert token.map is not None
        last = token.map[1]
        if last >= len(self.lines) or not self.lines[last].strip().startswith(":::"):
            raise self._wrong(
                f"found ::: {token.info.strip()} without an end; expected ::: under it",
                _line(token),
            )
        return place

    def _language(self, token: Token, halves: Mapping[str, Half]) -> str:
        name = token.info.strip()
        if name not in LANGUAGES:
            expected = " or ".join(LANGUAGES)
            raise self._wrong(
                f"found ::: {name}; expected {expected}{nearest(name, LANGUAGES)}", _line(token)
            )
        if name in halves:
            raise self._wrong(f"found ::: {name} again; expected it once", _line(token))
        return name

    # --- one half -------------------------------------------------------------------------------

    def _half(self, tokens: list[Token], language: str, opening: Token) -> Half:
        assert opening.map is not None
        end = opening.map[1]
        heads = [
            (token.tag, tokens[place + 1].content.strip(), _line(token))
            for place, token in enumerate(tokens)
            if token.type == "heading_open" and token.level == opening.level + 1
        ]
        if not heads or heads[0][0] != "h1" or sum(tag == "h1" for tag, _, _ in heads) != 1:
            raise self._wrong("found no title; expected exactly one # title", _line(opening))
        if self._text(_line(opening), heads[0][2] - 1):
            raise self._wrong(
                "found text before the title; expected # title first", _line(opening) + 1
            )
        pieces = [
            (tag, head, line, self._text(line, following - 1))
            for (tag, head, line), following in zip(
                heads, [*[line for _, _, line in heads[1:]], end + 1], strict=True
            )
        ]
        _, title, line, text = pieces[0]
        half = _HalfBuilder(self, language, Prose(title, line), text)
        for piece in pieces[1:]:
            half.add(*piece)
        return half.done(_line(opening))

    def _text(self, after: int, last: int) -> Prose:
        """The Markdown between two lines (1 is the first), without empty lines around it."""
        lines = self.lines[after:last]
        skipped = 0
        while lines and not lines[0].strip():
            lines.pop(0)
            skipped += 1
        prose = Prose("\n".join(lines).rstrip(), after + 1 + skipped if lines else after)
        return self.checked(prose)

    def checked(self, prose: Prose) -> Prose:
        """The prose, its cards readable."""
        for line, text in prose.pieces(CARDS):
            try:
                found = name_cards(text)
            except NotationError as error:
                raise self._wrong(f"[[{text}]]: {error}", line) from None
            if not found:
                raise self._wrong("found [[ ]] without cards; expected such as [[K♠ 2♦]]", line)
        return prose

    def wrong(self, message: str, line: int) -> ExerciseError:
        """An error in this file."""
        return self._wrong(message, line)


class _HalfBuilder:
    """Puts the sections of one half in their places."""

    def __init__(self, reader: _Reader, language: str, title: Prose, text: Prose) -> None:
        self.reader = reader
        self.names = _HEADINGS[language]
        self.title = reader.checked(title)
        self.text = text
        self.options: dict[str, Option] = {}
        self.answers: dict[str, Prose] = {}
        self.hints: dict[str, list[Prose]] = {}
        self.why: dict[str, Prose] = {}
        self.section = ""

    def add(self, tag: str, head: str, line: int, text: Prose) -> None:
        if tag == "h2":
            self._section(head, line, text)
        elif tag == "h3" and self.section == "options":
            self._option(head, line, text)
        elif tag == "h3" and self.section == "answers":
            self._answer(head, line, text)
        else:
            raise self.reader.wrong(
                f"found the heading {head!r}; expected ## {', ## '.join(self._known())}, and ### below the options or answers",
                line,
            )

    def _known(self) -> list[str]:
        names = list(self.names)
        return [name.capitalize() for name in names[-4:]]

    def _section(self, head: str, line: int, text: Prose) -> None:
        match = _SECTION.fullmatch(head)
        assert match is not None
        name = self.names.get(match[1].strip().lower())
        table = match[2] or ""
        if name is None:
            raise self.reader.wrong(
                f"found the heading {head!r}; expected one of {', '.join(self._known())}"
                f"{nearest(match[1].capitalize(), self._known())}",
                line,
            )
        if name in ("options", "answers"):
            if getattr(self, name) or text or table:
                raise self.reader.wrong(
                    f"found more than the {name}; expected ### (id) label below", line
                )
        elif not text:
            raise self.reader.wrong(f"found nothing under {head!r}; expected a text", line)
        elif name == "hint":
            self.hints.setdefault(table, []).append(text)
        elif table in self.why:
            raise self.reader.wrong(f"found {head!r} again; expected it once", line)
        else:
            self.why[table] = text
        self.section = name

    def _option(self, head: str, line: int, text: Prose) -> None:
        id, label = self._labelled(head, line)
        if id in self.options:
            raise self.reader.wrong(f"found option ({id}) again; expected it once", line)
        self.options[id] = Option(label, text)

    def _answer(self, head: str, line: int, text: Prose) -> None:
        id, label = self._labelled(head, line)
        if id in self.answers:
            raise self.reader.wrong(f"found answer ({id}) again; expected it once", line)
        if text or not label:
            raise self.reader.wrong(f"found {head!r}; expected ### (id) label and no text", line)
        self.answers[id] = label

    def _labelled(self, head: str, line: int) -> tuple[str, Prose]:
        """The id and the label of a heading ``### (id) label``."""
        match = _OPTION.fullmatch(head)
        if match is None:
            raise self.reader.wrong(f"found {head!r}; expected ### (id) label", line)
        id = match[1].strip() + (f"@{match[2]}" if match[2] else "")
        return id, self.reader.checked(Prose(match[3].strip(), line))

    def done(self, line: int) -> Half:
        hints = {table: tuple(steps) for table, steps in self.hints.items()}
        return Half(self.title, self.text, self.options, hints, self.why, line, self.answers)


def _line(token: Token) -> int:
    """The line of a token, counted from 1."""
    return token.map[0] + 1 if token.map else 1
