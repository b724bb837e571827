"""One case: the position of a TOML block, changed as a row of its table says, and what holds there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from canasta_tutor.case_cells import known_rule
from canasta_tutor.case_columns import OF_BLOCK, Statement, find_column, read_statement
from canasta_tutor.errors import ExerciseError, NotationError, nearest
from canasta_tutor.rules import RULES

KINDS: Final = ("position", "setup", "game", "seating")
FACTS: Final = ("rulebook", "players", "rules", *KINDS)
_BLOCK_KEYS: Final = (*FACTS, "case", "expect")
_CASE_KEYS: Final = ("moves", "about")
_PROSE: Final = ("", "why", "basis", "note")
_INPUTS: Final = ("rulebook", "players", "house", "moves")
_CARD_FIELDS: Final = ("hand", "hands", "pile", "stock_top", "red_threes", "out_of_play")


@dataclass(frozen=True)
class Case:
    """One case: a position or a game, what is played in it, and what is stated of it."""

    file: str
    line: int
    heading: str
    facts: Mapping[str, Any]
    """Rulebook, players, rules, and one of position, setup, game, seating."""
    moves: str
    statements: tuple[Statement, ...]
    about: tuple[str, ...]
    """Rules that it shows at work although they are neither broken nor on the sheet."""
    locate: Callable[[str], int] = field(compare=False, repr=False)
    """The line on which a message about ``position.hand`` or the like belongs."""

    @property
    def name(self) -> str:
        """What tells the case from others under its heading."""
        players = self.facts.get("players")
        parts = [str(self.facts.get("rulebook", "classic"))]
        parts += [f"{players} players"] if players else []
        parts += [f"{path} = {value}" for path, value in self.facts["rules"].items()]
        return ", ".join(parts)

    @property
    def rules(self) -> frozenset[str]:
        """The rules that the case shows at work: broken, scored, agreed otherwise or named."""
        found = {*self.about, *self.facts["rules"]}
        for one in self.statements:
            name = one.header.partition(" ")[0]
            if "." in name:
                found.add(name)
            elif name in ("rules", "sheet"):
                found |= {rule for rule, _ in one.value}
        return frozenset(found)


@dataclass
class Block:
    """A TOML block: where it stands, and how many cases have been made of it."""

    file: str
    heading: str
    line: int
    text: str
    data: Mapping[str, Any] = field(default_factory=dict)
    cases: int = 0

    def read(self) -> None:
        """Read the TOML; ExerciseError with the line of whatever is broken or unknown."""
        try:
            self.data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(error))
            row = int(place[1]) - 1 if place and place[1] else self.text.count("\n") - 1
            message = str(error)[: place.start()] if place else str(error)
            raise ExerciseError(
                f"found broken TOML ({message}); expected key = value", self.file, self.line + row
            ) from None
        self._known_keys(self.data, _BLOCK_KEYS, "")
        for name in ("rules", "case", "expect"):
            if not isinstance(self.data.get(name, {}), Mapping):
                raise self.wrong(f"{name}: found {self.data[name]!r}; expected a table", name)
        self._known_keys(self.data.get("case", {}), _CASE_KEYS, "case.")
        kinds = [name for name in KINDS if name in self.data]
        if len(kinds) != 1:
            expected = ", ".join(f"[{name}]" for name in KINDS)
            found = " and ".join(f"[{name}]" for name in kinds) or "no position"
            raise self.wrong(
                f"found {found}; expected one of {expected}", kinds[-1] if kinds else ""
            )

    @property
    def kind(self) -> str:
        """What it describes: a position, a set-up, the scores of a game, or how one begins."""
        return next(name for name in KINDS if name in self.data)

    @property
    def expected(self) -> dict[str, str]:
        """What the block itself expects, as cells would say it."""
        return {name: _plain(value) for name, value in _flat(self.data.get("expect", {})).items()}

    def wrong(self, message: str, where: str) -> ExerciseError:
        """An error on the line where that field stands."""
        return ExerciseError(message, self.file, self.locate(where))

    def locate(self, where: str) -> int:
        """The line of the innermost field that is named in ``position.melds.us``."""
        words = re.split(r"[.\s]+", where.strip())
        for end in range(len(words), 0, -1):
            for start in range(end):
                path = ".".join(words[start:end])
                wanted = re.compile(rf"(?<![\w.]){re.escape(path)}(?!\w)")
                for number, line in enumerate(self.text.splitlines()):
                    if path and not path.isdecimal() and wanted.search(line.partition("=")[0]):
                        return self.line + number
        return self.line - 1

    def _known_keys(self, data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
        for key in data:
            if key not in known:
                expected = f"expected one of {', '.join(known)}{nearest(key, known)}"
                raise self.wrong(f"{where}{key}: found an unknown name; {expected}", key)

    def check_headers(self, headers: Sequence[str]) -> None:
        """Every column of a table is known, and there is only one of each."""
        for header in headers:
            if header and headers.count(header) > 1:
                raise NotationError(f"found the column {header!r} twice; expected it once", header)
            if not _is_input(header) and header not in _PROSE:
                find_column(header, self.kind)

    def case(self, cells: Mapping[str, str], line: int, row: bool) -> Case:
        """The case that these cells make of the block. Raises NotationError for a wrong cell."""
        data = self.data
        facts: dict[str, Any] = {key: data[key] for key in FACTS if key in data}
        facts["rules"] = _flat(data.get("rules", {}))
        moves = data.get("case", {}).get("moves", "")
        statements: list[Statement] = []
        changed = False
        for header, cell in cells.items():
            if header == "moves":
                moves, changed = cell, True
            elif _is_input(header):
                _change(facts, header, cell)
                changed = True
            elif header not in _PROSE:
                statements.append(self._statement(header, cell, row))
        about = data.get("case", {}).get("about", "")
        if not isinstance(about, str):
            raise NotationError(f"case.about: found {about!r}; expected rules in quotes")
        _check(statements, moves, self.kind)
        name = facts.get("rulebook", "")
        if isinstance(name, str) and name.endswith(".toml"):
            facts["rulebook"] = str(Path(self.file).parent / name)
        self.cases += 1
        return Case(
            file=self.file,
            line=line,
            heading=self.heading,
            facts=facts,
            moves=moves,
            statements=tuple(statements),
            about=tuple(map(known_rule, about.replace(",", " ").split())),
            locate=(lambda where: line) if row and changed else self.locate,
        )

    def _statement(self, header: str, cell: str, row: bool) -> Statement:
        try:
            return read_statement(header, cell, self.kind)
        except NotationError as error:
            if row:
                raise
            raise self.wrong(str(error), header) from None


def _is_input(header: str) -> bool:
    return header in _INPUTS or (
        header.partition(".")[0] in KINDS and "." in header and header not in RULES
    )


def _check(statements: Sequence[Statement], moves: object, kind: str) -> None:
    """A case states something, and of an illegal move nothing but the rules that it breaks."""
    if not isinstance(moves, str):
        raise NotationError(f'case.moves: found {moves!r}; expected such as "draw; discard 5"')
    if not statements:
        known = ", ".join(OF_BLOCK[kind])
        raise NotationError(f"found a case that expects nothing; expected one of {known}")
    stated = {one.header: one.value for one in statements}
    verdict = stated.get("verdict")
    if verdict and not moves.strip():
        raise NotationError("verdict: found no move to judge; expected moves")
    if verdict == "illegal" and not stated.get("rules"):
        raise NotationError("rules: found none; expected the rules that the illegal move breaks")
    if verdict != "illegal" and "rules" in stated:
        raise NotationError("rules: found some, but no illegal move; expected verdict illegal")
    if verdict == "illegal" and len(stated) > 2:
        more = next(header for header in stated if header not in ("verdict", "rules"))
        raise NotationError(f"{more}: found a result of an illegal move; expected only its rules")


def _change(facts: dict[str, Any], header: str, cell: str) -> None:
    """Put what a row says in the place of what the block says."""
    if header == "rulebook":
        facts["rulebook"] = cell
    elif header == "players":
        if not cell.isdecimal():
            raise NotationError(f"players: found {cell!r}; expected a whole number")
        facts["players"] = int(cell)
    elif header == "house":
        facts["rules"] = {**facts["rules"], **_house(cell)}
    else:
        name, _, path = header.partition(".")
        key, _, owner = path.partition(".")
        value = _field_value(key, cell)
        block = _mapping(facts.get(name, {}), name)
        if owner:
            value = {**_mapping(block.get(key, {}), f"{name}.{key}"), owner: value}
        facts[name] = {**block, key: value}


def _mapping(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise NotationError(f"{where}: found {value!r}; expected a table of fields")
    return value


def _house(cell: str) -> dict[str, Any]:
    """House rules as they stand in a cell: ``going_out.canastas = 2; stock.end = "play_on"``."""
    try:
        return _flat(tomllib.loads(cell.replace(";", "\n")))
    except tomllib.TOMLDecodeError:
        raise NotationError(
            f"house: found {cell!r}; expected such as going_out.canastas = 2", cell
        ) from None


def _field_value(key: str, cell: str) -> Any:
    """A field of the position as a cell writes it: cards and words need no quotes there."""
    if key in _CARD_FIELDS:
        return cell
    if key == "melds":
        return [meld.strip() for meld in cell.split(",")]
    try:
        return tomllib.loads(f"value = {cell}")["value"]
    except tomllib.TOMLDecodeError:
        return cell


def _flat(data: Mapping[str, Any]) -> dict[str, Any]:
    """``{"pile": {"pair": …}}`` as ``{"pile.pair": …}``; tables by players stay as they are."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, Mapping) and not any(str(name).isdecimal() for name in value):
            flat |= {f"{key}.{name}": item for name, item in value.items()}
        else:
            flat[key] = value
    return flat


def _plain(value: Any) -> str:
    """A value of [expect] as a cell would say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    return str(value)
