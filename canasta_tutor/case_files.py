"""Case files: Markdown in which a card player writes positions and what holds in them.

A heading says what the case is about; under it stand prose, a TOML block with the position, and a
table whose rows are the cases. docs/positions.md explains every word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from canasta_tutor.case_blocks import Block, Case
from canasta_tutor.errors import ExerciseError, NotationError, nearest, reason

_NOTHING: Final = ("", "-", "–", "—")
_OTHER_FENCES: Final = ("", "text", "markdown", "md", "python", "sh", "bash", "console")


def case_paths(paths: Sequence[str]) -> Iterator[Path]:
    """The Markdown files that are named, and those in the named folders, in order."""
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found = sorted(path.rglob("*.md"))
            if not found:
                raise ExerciseError("found no case file (.md); expected at least one", name)
            yield from found
        elif path.exists():
            yield path
        else:
            raise ExerciseError("found no such file; expected a case file (.md) or a folder", name)


def read_case_file(path: Path) -> tuple[list[Case], list[ExerciseError]]:
    """All cases of a file, in order, and whatever in it cannot be read."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"cannot be read ({reason(error)}); expected a text file"
        return [], [ExerciseError(message, str(path))]
    return read_case_text(text, str(path))


def read_case_text(text: str, file: str) -> tuple[list[Case], list[ExerciseError]]:
    """All cases of a text, and whatever in it cannot be read; ``file`` names it in messages."""
    reader = _Reader(file)
    reader.read(MarkdownIt("commonmark", {"html": False}).enable("table").parse(text))
    return reader.cases, reader.errors


class _Reader:
    """Goes through a file from top to bottom; a table belongs to the TOML block above it.

    Tables under a heading that has no block yet are prose.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.heading = ""
        self.block: Block | None = None
        self.cases: list[Case] = []
        self.errors: list[ExerciseError] = []

    def read(self, tokens: Sequence[Token]) -> None:
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                self._close()
                self.heading = tokens[index + 1].content
            elif token.type == "fence":
                self._fence(token)
            elif token.type == "table_open" and self.block is not None:
                self._table(self.block, _rows(tokens, index))
        self._close()

    def _fence(self, token: Token) -> None:
        language = token.info.strip()
        line = _line(token)
        if language == "toml":
            self._close()
            block = Block(self.file, self.heading, line + 1, token.content)
            try:
                block.read()
                self.block = block
            except ExerciseError as error:
                self.errors.append(error)
        elif language not in _OTHER_FENCES and nearest(language, ["toml"]):
            self._wrong(f"found a block of {language!r}; expected ```toml", line)

    def _close(self) -> None:
        """Make the case of a block without a table, which must say itself what it expects."""
        block, self.block = self.block, None
        if block is None:
            return
        cells = block.expected
        line = block.locate("expect")
        if block.cases and cells:
            self._wrong("found [expect] and a table; expected one of them", line)
        elif cells:
            self._case(block, cells, line, row=False)
        elif not block.cases:
            self._wrong(
                "found a case that expects nothing; expected [expect] in it, or a table under it",
                block.line - 1,
            )

    def _table(self, block: Block, rows: Sequence[tuple[int, list[str]]]) -> None:
        (line, headers), *rest = rows
        block.cases += 1  # even if a row cannot be read, the block has said what it expects
        try:
            block.check_headers(headers)
        except NotationError as error:
            return self._wrong(str(error), line)
        if not rest:
            self._wrong("found a table without a row; expected one row for each case", line)
        for number, cells in rest:
            row = zip(headers, cells, strict=True)
            said = {header: cell for header, cell in row if cell not in _NOTHING}
            self._case(block, said, number, row=True)
        return None

    def _case(self, block: Block, cells: Mapping[str, str], line: int, row: bool) -> None:
        try:
            self.cases.append(block.case(cells, line, row))
        except ExerciseError as error:
            self.errors.append(error)
        except NotationError as error:
            where = str(error).partition(":")[0]
            self._wrong(str(error), line if row else block.locate(where))

    def _wrong(self, message: str, line: int) -> None:
        self.errors.append(ExerciseError(message, self.file, line))


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0


def _rows(tokens: Sequence[Token], start: int) -> list[tuple[int, list[str]]]:
    """The rows of the table that opens here, each with its line; the first is the header."""
    rows: list[tuple[int, list[str]]] = []
    for token in tokens[start:]:
        if token.type == "tr_open":
            rows.append((_line(token), []))
        elif token.type == "inline" and rows:
            rows[-1][1].append(token.content.replace("`", "").strip())
        elif token.type == "table_close":
            break
    return rows
