"""Sentences: which of them does this table write? Each is a rule of a skill, as it stands here or elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from canasta_tutor.beliefs.library import library
from canasta_tutor.beliefs.mind import believed
from canasta_tutor.exercises.generators.draft import Draft, NotEnough, Pack
from canasta_tutor.exercises.generators.subjects import Rules
from canasta_tutor.exercises.spoken import SILENT
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.rules import RULES, Bands, Choice
from canasta_tutor.wording import honest_sentence, value_sentence

SWITCHED: Final = 4
"""From this level on the sentences are those of all tables."""
OPEN: Final = 5
"""At this level they are about what the table leaves open."""
_COUNT: Final = {2: 4, 3: 6, SWITCHED: 8, OPEN: 8}
"""So many sentences, by level."""
_FEWEST: Final = 7
"""Where tables differ in less, sentences of rules in which they agree fill up to so many: whoever comes from elsewhere
has more to look through than at a lower level.
"""
_UNGUESSED: Final = 4
"""Of fewer sentences one guesses too easily which of them hold: others from the same areas of the rules join them."""
_HOLDS: Final = 0.7
"""How often what holds here is among what is written of a rule."""
_PER_RULE: Final = 2


def sentences(rules: Rules, near: Rules, table: Table, level: int, pack: Pack) -> Draft:
    """Sentences on these rules, filled up with others that are easily taken for them.

    From the fourth level on they are all that the tables write under a rule; at the fifth, rules come first
    that this table leaves open.
    """
    if level >= SWITCHED:
        offered = _of_all_tables(rules, near, table, level, pack)
        taught = [rule for rule in rules if rule in dict(offered)]
    else:
        own, others = _offered(rules, table, pack), _offered(near, table, pack)
        if len(own) + len(others) < _UNGUESSED:
            others += _offered(_beside((*rules, *near)), table, pack)
        rest = len(own) if not others else _COUNT[level] - 2
        offered = [*own[:rest], *others, *own[rest:]][: _COUNT[level]] if own else []
        taught = [rule for rule in rules if _settled(rule, table)]
    true = sum(value == table[rule] for rule, value in offered)
    if not 0 < true < len(offered):
        raise NotEnough("sentences")
    pack.rng.shuffle(offered)
    letters = "abcdefgh"[: len(offered)]
    pairs = dict(zip(letters, offered, strict=True))
    return Draft(
        "choice",
        "switched" if level >= SWITCHED else "sentences",
        taught,
        {},
        {"pick": "all"},
        {letter: f"rule {rule} is {_plain(value)}" for letter, (rule, value) in pairs.items()},
        labels={
            letter: "sentence" if _settled(rule, table) else "open"
            for letter, (rule, _) in pairs.items()
        },
        facts={"players": table.players},
        told={
            letter: {
                "sentence": partial(value_sentence, table, rule, value),
                "truth": partial(honest_sentence, table, rule),
            }
            for letter, (rule, value) in pairs.items()
        },
    )


def _of_all_tables(
    rules: Rules, near: Rules, table: Table, level: int, pack: Pack
) -> list[tuple[str, Any]]:
    """Rules in which tables differ, each with all that is written under it somewhere; not always what holds here."""
    own, others = (
        [rule for rule in some if len(_written(rule, table)) > 1 and _askable(rule, table, level)]
        for some in (rules, near)
    )
    for some in (own, others):
        pack.rng.shuffle(some)
    if level == OPEN:
        own.sort(key=lambda rule: _settled(rule, table))
    if not own or (level == OPEN and _settled(own[0], table)):
        raise NotEnough("sentences")
    found: list[tuple[str, Any]] = []
    for rule in (*own, *others):
        values = [
            value for value in _written(rule, table) if value != table[rule] or pack.chance(_HOLDS)
        ]
        if len(found) + len(values) <= _COUNT[level]:
            found += [(rule, value) for value in values]
    more = _alike((*rules, *near), table)
    if len(found) + len(more) < _FEWEST:
        more += _alike(_beside((*rules, *near)), table)
    return [*found, *more[: max(0, _FEWEST - len(found))]]


def _alike(rules: Rules, table: Table) -> list[tuple[str, Any]]:
    """Rules that the table settles, and in which no table differs, as they stand."""
    alike = (rule for rule in rules if len(_written(rule, table)) == 1)
    return [(rule, table[rule]) for rule in alike if _settled(rule, table)]


def _beside(rules: Rules) -> Rules:
    """The other rules of the same areas."""
    areas = {rule.partition(".")[0] for rule in rules}
    return tuple(rule for rule in RULES if rule not in rules and rule.partition(".")[0] in areas)


def _written(rule: str, table: Table) -> tuple[Any, ...]:
    """What tables write under a rule for as many players; nothing of a rule that fills rows."""
    books = [Rulebook.load(name) for name in Rulebook.names()]
    if isinstance(RULES[rule].kind, Bands):
        return ()
    there = (book.at(table.players)[rule] for book in books if table.players in book.players)
    return tuple(dict.fromkeys((table[rule], *there)))


def _askable(rule: str, table: Table, level: int) -> bool:
    return level == OPEN or _settled(rule, table)


def asked_on(rules: Rules) -> Callable[[Table, int], bool]:
    """Whether there is something to ask of these rules at a table and level: one that it settles, one in which
    tables differ, one of these that it leaves open.
    """

    def asked(table: Table, level: int) -> bool:
        if level < SWITCHED:
            return any(_settled(rule, table) for rule in rules)
        differ = [rule for rule in rules if len(_written(rule, table)) > 1]
        return any(_settled(rule, table) == (level < OPEN) for rule in differ)

    return asked


def _offered(rules: Rules, table: Table, pack: Pack) -> list[tuple[str, Any]]:
    """Rules with values, not more than two of each; first rules of which another value is known."""
    found: list[tuple[str, Any]] = []
    alone: list[tuple[str, Any]] = []
    for rule in rules:
        if not _settled(rule, table):
            continue
        values = list(_values(rule, table))
        pack.rng.shuffle(values)
        place = found if len(values) > 1 else alone
        place += [(rule, value) for value in values[:_PER_RULE]]
    pack.rng.shuffle(found)
    pack.rng.shuffle(alone)
    return [*found, *alone]


def _settled(rule: str, table: Table) -> bool:
    """Whether the table's own rules say it, in a sentence that can be true or not."""
    return table.source(rule).standing not in SILENT and not isinstance(RULES[rule].kind, Bands)


@cache
def _values(rule: str, table: Table) -> tuple[Any, ...]:
    """What may stand under a rule: here, at another table, in somebody's belief, or in a house rule."""
    books = [Rulebook.load(name) for name in Rulebook.names()]
    found = [
        table[rule],
        *(book.at(table.players)[rule] for book in books if table.players in book.players),
    ]
    minds = (belief for belief in library().values() if belief.rule == rule and belief.mind.rules)
    found += [
        believed(table.rulebook, belief.mind.rules).at(table.players)[rule]
        for belief in minds
        if belief.fits(table.rulebook)
    ]
    kind = RULES[rule].kind
    if isinstance(kind, Choice):
        found += kind.options
    return tuple(dict.fromkeys(value for value in found if value != () and kind.accepts(value)))


def _plain(value: Any) -> str:
    """A value as a statement names it."""
    several = value if isinstance(value, tuple) else (value,)
    return " ".join(str(one).lower() for one in several) or "nothing"
