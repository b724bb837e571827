"""What somebody carries along from another table: each rule in which it differs, as that table has it.

    >>> from canasta_tutor import Rulebook
    >>> family, classic = Rulebook.load("family"), Rulebook.load("classic")
    >>> carried = {belief.id: belief for belief in transfers(family, classic)}
    >>> carried["transfer:family:canasta.wild"].text("belief", "en")
    'A canasta of wild cards earns 2000 points.'
    >>> carried["meld.wild_canasta"].home
    'family'

Where the library has a belief that comes to the same, its own words are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from canasta_tutor.beliefs.library import Belief, library, other_values
from canasta_tutor.beliefs.mind import Mind, believed
from canasta_tutor.catalogue import clause, fill, texts
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.rules import RULES
from canasta_tutor.wording import rule_name, rulebook_name, value_sentence, with_players

Cell = tuple[str, int]
"""A rule for a number of players."""


def beliefs_at(here: Rulebook, homes: Iterable[Rulebook] = ()) -> Mapping[str, Belief]:
    """All that may be believed at a table: the library, and what is carried from other tables.

    What two of them have in common is counted once.
    """
    found = {id: belief for id, belief in library().items() if belief.fits(here)}
    for home in homes:
        for belief in transfers(home, here):
            if belief.id not in found or not found[belief.id].home:
                found[belief.id] = belief
    return found


@cache
def transfers(home: Rulebook, here: Rulebook) -> tuple[Belief, ...]:
    """Every belief that the rules of another table are when they are held at this one."""
    theirs = {cell: value for cell, value in _cells(home).items() if cell[1] in here.players}
    ours = _cells(here)
    left = {cell: value for cell, value in theirs.items() if value != ours[cell]}
    found: list[Belief] = []
    for belief in library().values():
        changed = _changed(belief, here, ours)
        known = changed.keys() & theirs.keys()
        if known and all(changed[cell] == theirs[cell] for cell in known):
            found.append(replace(belief, home=home.base().id))
            left = {cell: value for cell, value in left.items() if cell not in known}
    paths = dict.fromkeys(path for path, _ in left)
    return (*found, *(_transfer(path, left, home, here) for path in paths))


def _cells(book: Rulebook) -> dict[Cell, Any]:
    """Every rule of a rulebook for each number of players."""
    return {
        (path, players): _rows(book.at(players)[path]) for players in book.players for path in RULES
    }


def _rows(value: Any) -> Any:
    """A value as it is, but rows of scores and points without those that change nothing."""
    if not (isinstance(value, tuple) and value and isinstance(value[0], tuple)):
        return value
    changes = zip(((None, None), *value), value, strict=False)
    return tuple(row for before, row in changes if before[1] != row[1])


def _changed(belief: Belief, here: Rulebook, ours: Mapping[Cell, Any]) -> dict[Cell, Any]:
    """The rules that a belief of the library has otherwise at this table, if it is one about values."""
    if not belief.mind.rules or not belief.fits(here):
        return {}
    seen = _cells(believed(here, belief.mind.rules))
    return {cell: value for cell, value in seen.items() if value != ours[cell]}


def _transfer(path: str, left: Mapping[Cell, Any], home: Rulebook, here: Rulebook) -> Belief:
    """One rule as the other table has it, for the numbers of players at which it differs."""
    by_players = {players: value for (one, players), value in left.items() if one == path}
    values: Any = by_players if RULES[path].by_players else next(iter(by_players.values()))
    return Belief(
        f"transfer:{home.base().id}:{path}",
        path,
        Mind(rules=(other_values({path: values}),)),
        {language: _words(path, values, home, here, language) for language in LANGUAGES},
        home=home.base().id,
    )


def _words(
    path: str, values: Any, home: Rulebook, here: Rulebook, language: str
) -> Mapping[str, str]:
    """What is said of it, in the words of the table in play."""
    belief = _stated(path, values, here, language)
    facts = {"table": rulebook_name(home, language), "rule": rule_name(path, language, here)}
    templates = texts(language)["beliefs"]["transfer"]
    say = fill(templates["say"], language, facts)
    held = "; ".join(clause(part) for part in belief.rstrip(".").split(". "))
    return {"belief": belief, "say": say, "if": held}


def _stated(path: str, values: Any, here: Rulebook, language: str) -> str:
    if not isinstance(values, dict):
        return value_sentence(here, path, values, language)
    groups: dict[Any, list[int]] = {}
    for players, value in values.items():
        groups.setdefault(value, []).append(players)
    return " ".join(
        with_players(value_sentence(here, path, value, language), players, language)
        for value, players in groups.items()
    )


__all__ = ["beliefs_at", "transfers"]
