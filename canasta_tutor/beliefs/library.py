"""The library of misconceptions: what somebody may believe, what follows from it, and what to say.

One file for each area of the rules in ``beliefs/library``; a section is a belief by its id:

    ["score.mixed_as_natural"]
    rule = "canasta.mixed"                      # the rule that it is about
    believes = { "canasta.mixed" = 500 }        # what the rule is believed to say
    en.belief = "A mixed canasta pays 500"
    …

``believes`` changes values, ``adds`` and ``removes`` members of a list, ``without`` takes rules away;
``effect`` names a change of another kind (``effects``). ``at`` lists the tables at which it is a mistake that
people make, where it is not one everywhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final

from canasta_tutor.beliefs.effects import EFFECTS
from canasta_tutor.beliefs.mind import Mind
from canasta_tutor.errors import RulebookError, nearest
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.rules import RULES

SENTENCES: Final = ("belief", "say", "if")
"""What is written of a belief in each language: the belief itself; a question that points to the rule without giving
the answer; and ``if`` as in "your answer is right if …"."""
_KEYS: Final = (
    *("rule", "believes", "adds", "removes", "without", "effect", "at", "probe"),
    *LANGUAGES,
)


@dataclass(frozen=True)
class Belief:
    """A mistaken belief about one rule."""

    id: str
    rule: str
    mind: Mind = field(repr=False, compare=False)
    words: Mapping[str, Mapping[str, str]] = field(repr=False, compare=False)
    at: tuple[str, ...] = ()
    """Tables at which it is a mistake that people make; all, if none is named."""
    home: str = ""
    """The table at which the belief is the rule, for one that is carried from there."""
    probe: str = ""
    """An exercise that tells it from its neighbours."""

    def fits(self, rulebook: Rulebook) -> bool:
        """Whether it may be held at this table."""
        return not self.at or any(rulebook.base() == Rulebook.load(name) for name in self.at)

    def text(self, sentence: str, language: str) -> str:
        """One of its sentences: ``belief``, ``say`` or ``if``."""
        return self.words[language][sentence]


@cache
def library() -> Mapping[str, Belief]:
    """Every belief of the library by its id.

    >>> library()["score.mixed_as_natural"].text("belief", "en")
    'A mixed canasta pays 500.'
    """
    return {belief.id: belief for file in _files() for belief in _read(*file)}


def _files() -> Iterator[tuple[str, str]]:
    folder = resources.files("canasta_tutor").joinpath("beliefs", "library")
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            yield file.name, file.read_text("utf-8")


def _read(name: str, text: str) -> Iterator[Belief]:
    for id, entry in tomllib.loads(text).items():
        yield read_belief(id, entry, name)


def read_belief(id: str, entry: Mapping[str, Any], file: str) -> Belief:
    """One section of a file. Raises RulebookError ``file: id: what was found; what is expected``."""
    for key in entry:
        if key not in _KEYS:
            expected = f"expected one of {', '.join(_KEYS)}{nearest(key, _KEYS)}"
            raise RulebookError(f"found an unknown key {key!r}; {expected}", file, id)
    rule = entry.get("rule", "")
    for path in (rule, *entry.get("believes", {}), *entry.get("without", [])):
        if path not in RULES:
            expected = f"expected the path of a rule{nearest(str(path), RULES)}"
            raise RulebookError(f"found {path!r}; {expected}", file, id)
    for language in LANGUAGES:
        for sentence in SENTENCES:
            if not entry.get(language, {}).get(sentence):
                raise RulebookError(f"found no {language}.{sentence}; expected one", file, id)
    words = {language: entry[language] for language in LANGUAGES}
    at = tuple(entry.get("at", ()))
    return Belief(id, rule, _mind(id, entry, file), words, at, probe=entry.get("probe", ""))


def _mind(id: str, entry: Mapping[str, Any], file: str) -> Mind:
    mind = Mind(without=tuple(entry.get("without", ())))
    values = {path: _plain(value) for path, value in entry.get("believes", {}).items()}
    if values:
        mind += Mind(rules=(other_values(values),))
    for key, sign in (("adds", True), ("removes", False)):
        if entry.get(key):
            mind += Mind(rules=(_members(entry[key], sign),))
    for name in _names(entry.get("effect", ())):
        if name not in EFFECTS:
            expected = f"expected one of those in beliefs.effects{nearest(name, EFFECTS)}"
            raise RulebookError(f"found the effect {name!r}; {expected}", file, id)
        mind += EFFECTS[name]
    if mind == Mind():
        raise RulebookError("found no effect; expected believes, without or effect", file, id)
    return mind


def other_values(values: Mapping[str, Any]) -> Any:
    """What a mind's ``rules`` hold: rules with other values; of a value for some numbers of players, the others stay."""

    def change(book: Rulebook) -> Mapping[str, Any]:
        return {path: _by_players(book, path, value) for path, value in values.items()}

    return change


def _by_players(book: Rulebook, path: str, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    known = book[path] if isinstance(book[path], dict) else dict.fromkeys(book.players, book[path])
    return {players: value.get(players, one) for players, one in known.items()}


def _members(named: Mapping[str, Iterable[Any]], there: bool) -> Any:
    """Rules that hold lists, with some members more or fewer."""

    def change(book: Rulebook) -> Mapping[str, Any]:
        changed = {}
        for path, members in named.items():
            kept = tuple(one for one in book[path] if one not in members)
            changed[path] = (*kept, *members) if there else kept
        return changed

    return change


def _names(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _plain(value: Any) -> Any:
    """A list as a tuple; numbers of players as numbers."""
    if isinstance(value, list):
        return tuple(map(_plain, value))
    if isinstance(value, dict):
        return {int(count): _plain(one) for count, one in value.items()}
    return value
