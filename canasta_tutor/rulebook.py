"""One variant's rules as frozen values; where each is written; how two differ."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from canasta_tutor.errors import RulebookError, nearest, reason
from canasta_tutor.rulebook_files import (
    LANGUAGES,
    STANDINGS,
    Source,
    accept,
    fit_players,
    own_values,
    read_sources,
    read_title,
    read_words,
)
from canasta_tutor.rules import RULES
from canasta_tutor.table import Table

_HEADER_KEYS: Final = ("extends", "title", "document", "words", "source")
_NAMES: Final = ("classic", "party", "online", "family", "club")


class Rulebook:
    """The rules of one table, each with its source; read ``rulebook["meld.min_cards"]``.

    A value that depends on the number of players reads as a mapping from that number.

    >>> classic = Rulebook.load("classic")
    >>> classic["meld.max_wilds"], classic["deal.hand"][4]
    (3, 11)
    >>> classic.source("meld.max_wilds")
    Source(standing='stated', places=('000:34',))
    """

    def __init__(
        self,
        id: str,
        title: Mapping[str, str],
        values: Mapping[str, Any],
        sources: Mapping[str, Source],
        words: Mapping[str, Mapping[str, str]] | None = None,
        document: str = "",
        parent: Rulebook | None = None,
    ) -> None:
        self.id = id
        self.title = dict(title)
        self.document = document
        """The number of the source document, or nothing for a table's own rules."""
        self.words = {language: dict((words or {}).get(language, {})) for language in LANGUAGES}
        self.parent = parent
        self._values = {path: values[path] for path in RULES}
        self._sources = dict(sources)
        self._tables: dict[int, Table] = {}

    # --- reading -------------------------------------------------------------------------------

    @staticmethod
    def load(name: str | Path) -> Rulebook:
        """Read one of ours by its name, or a table's own file (``.toml``) that extends one of ours.

        Raises RulebookError, naming file, rule, what was found and what is expected.
        """
        return _load_named(str(name))

    @staticmethod
    def names() -> tuple[str, ...]:
        """The names of the rulebooks that come with the course."""
        return _NAMES

    @staticmethod
    def read(text: str, id: str, file: str = "") -> Rulebook:
        """Read a rulebook from the text of its file."""
        return _read(text, id, file or f"{id}.toml")

    def __getitem__(self, path: str) -> Any:
        try:
            return self._values[path]
        except KeyError:
            raise RulebookError(
                f"found no such rule; expected one of {len(RULES)} rules{nearest(path, RULES)}",
                self.id,
                path,
            ) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def source(self, path: str, players: int | None = None) -> Source:
        """Where a rule's value is written; with a number of players, where the value for it is."""
        self[path]
        return self._sources.get(f"{path}.{players}") or self._sources[path]

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that this rulebook covers."""
        return tuple(self._values["players.counts"])

    def at(self, players: int) -> Table:
        """The rules for one number of players."""
        if players not in self._tables:
            if players not in self.players:
                counts = ", ".join(map(str, self.players))
                raise RulebookError(
                    f"found {players} players; expected one of {counts}", self.id, "players.counts"
                )
            values = {
                path: value[players] if isinstance(value, dict) else value
                for path, value in self._values.items()
            }
            self._tables[players] = Table(self, players, values)
        return self._tables[players]

    # --- house rules and comparisons -----------------------------------------------------------

    def with_rules(self, changes: Mapping[str, Any], id: str = "") -> Rulebook:
        """The same table with a few rules agreed otherwise.

        >>> strict = Rulebook.load("classic").with_rules({"going_out.canastas": 2})
        >>> strict.at(4)["going_out.canastas"], str(strict.source("going_out.canastas"))
        (2, 'house')
        """
        name = id or (self.id if not changes else f"{self.id}+house")
        values, sources = dict(self._values), dict(self._sources)
        for path, value in changes.items():
            values[path] = accept(path, value, name)
            sources[path] = Source("house")
            for key in [key for key in sources if key.startswith(f"{path}.")]:
                del sources[key]
        fit_players(values, name)
        return Rulebook(name, self.title, values, sources, self.words, self.document, self)

    def believed(self, changes: Mapping[str, Any]) -> Rulebook:
        """The same table as somebody believes it to be: the values need not fit each other."""
        values = {**self._values, **changes}
        return Rulebook(
            self.id, self.title, values, self._sources, self.words, self.document, self.parent
        )

    def differences(self, other: Rulebook) -> dict[str, tuple[Any, Any]]:
        """The rules on which two tables differ, with both values, in reading order."""
        return {
            path: (_plain_players(self[path]), _plain_players(other[path]))
            for path in RULES
            if self[path] != other[path]
        }

    def base(self) -> Rulebook:
        """The nearest rulebook that comes with the course."""
        return self if self.id in _NAMES or self.parent is None else self.parent.base()

    @property
    def named(self) -> bool:
        """Whether this table has a name of its own, other than the rulebook of ours that it stands on."""
        ours = self.base()
        return self.title != ours.title

    def house_rules(self) -> dict[str, Any]:
        """What is agreed otherwise than in the rulebook of ours that this one stands on."""
        base = self.base()
        return {path: self[path] for path in RULES if self[path] != base[path]}

    def __eq__(self, other: object) -> bool:
        """Two rulebooks are equal when every rule has the same value in both."""
        return isinstance(other, Rulebook) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(map(repr, self._values.values())))

    def __repr__(self) -> str:
        return f"Rulebook({self.id})"


def _plain_players(value: Any) -> Any:
    """One value instead of a table that says the same for every number of players."""
    if isinstance(value, dict) and len(set(value.values())) == 1:
        return next(iter(value.values()))
    return value


@cache
def _load_named(name: str) -> Rulebook:
    if name in _NAMES:
        text = (
            resources.files("canasta_tutor")
            .joinpath("rulebooks", f"{name}.toml")
            .read_text("utf-8")
        )
        return _read(text, name, f"{name}.toml")
    path = Path(name)
    if path.suffix != ".toml":
        raise RulebookError(
            f"found no rulebook of this name; expected one of {', '.join(_NAMES)} or a .toml file"
            f"{nearest(name, _NAMES)}",
            name,
        )
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulebookError(
            f"cannot be read ({reason(error)}); a TOML text file is expected", name
        ) from None
    return _read(text, path.stem, name)


def _read(text: str, id: str, file: str) -> Rulebook:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"found broken TOML ({error}); expected a TOML file", file) from None
    areas = {path.partition(".")[0] for path in RULES}
    for key in data:
        if key not in areas and key not in _HEADER_KEYS:
            known = [*areas, *_HEADER_KEYS]
            raise RulebookError(
                f"found an unknown part; expected a rule area{nearest(key, known)}", file, key
            )
    for key in ("words", "source"):
        if not isinstance(data.get(key, {}), dict):
            raise RulebookError(f"found {data[key]!r}; expected a table", file, key)
    parent = _parent(data, file)
    values: dict[str, Any] = {path: parent[path] for path in RULES} if parent else {}
    own = own_values(data, areas, file)
    values |= own
    missing = [path for path in RULES if path not in values]
    if missing and parent is None and "document" not in data:
        raise RulebookError(
            f"found none; expected one of {', '.join(_NAMES)}, on which this table stands",
            file,
            "extends",
        )
    if missing:
        raise RulebookError(
            f"found no value; expected {RULES[missing[0]].kind.expected}", file, missing[0]
        )
    fit_players(values, file)
    return Rulebook(
        id,
        read_title(data, id, file),
        values,
        read_sources(data, own, parent._sources if parent else None, file),
        read_words(data, file) or (parent.words if parent else None),
        str(data.get("document", "")),
        parent,
    )


def _parent(data: Mapping[str, Any], file: str) -> Rulebook | None:
    name = data.get("extends")
    if name is None:
        return None
    if not isinstance(name, str):
        raise RulebookError(f"found {name!r}; expected the name of a rulebook", file, "extends")
    if name not in _NAMES and not name.endswith(".toml"):
        raise RulebookError(
            f"found {name!r}; expected one of {', '.join(_NAMES)} or a .toml file{nearest(name, _NAMES)}",
            file,
            "extends",
        )
    try:
        return _load_named(name)
    except RecursionError:
        raise RulebookError(
            f"found {name!r}, which extends itself; expected one of {', '.join(_NAMES)} in the end",
            file,
            "extends",
        ) from None


__all__ = ["LANGUAGES", "STANDINGS", "Rulebook", "Source", "Table"]
