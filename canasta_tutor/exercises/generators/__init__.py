"""Generators: exercises without end, each from a seed, for any rulebook and house rules.

    >>> from canasta_tutor.rulebook import Rulebook
    >>> generate("sheet", Rulebook.load("classic"), level=2, seed=46)
    Exercise(generated/sheet-2-46, sheet, level 2)

The same seed gives the same exercise in both languages. What is drawn is kept only if the engine accepts it, and if
beliefs of its area give different answers, so that an answer tells which of them is held.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, partial
from typing import Final

from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.beliefs.transfer import beliefs_at
from canasta_tutor.errors import CanastaError, ExerciseError
from canasta_tutor.exercises.exercise import LEVELS, Exercise
from canasta_tutor.exercises.generators import (
    building,
    canastas,
    costs,
    dealing,
    discards,
    emptying,
    ending,
    exits,
    faults,
    frost,
    growing,
    melding,
    opening,
    pile,
    sentences,
    sheets,
    tables,
    threes,
)
from canasta_tutor.exercises.generators.balance import balanced
from canasta_tutor.exercises.generators.draft import Draft, NotEnough, Pack
from canasta_tutor.exercises.generators.parting import parted
from canasta_tutor.exercises.generators.subjects import SUBJECTS
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.rules import RULES

_TRIES: Final = 60
_MANY: Final = 5
_LEFT: Final = ("score.hand", "score.unit", "threes.black_left", "threes.black_four", "value.")
_DEAL: Final = ("deal.", "deck.", "threes.red_laid")


@dataclass(frozen=True)
class Generator:
    """A kind of exercise that is made from a seed.

    ``rules`` begin the paths of the rules that it is about: their beliefs must part on what it draws.
    """

    draw: Callable[[Table, int, Pack], Draft]
    rules: tuple[str, ...]
    levels: tuple[int, ...] = tuple(LEVELS)
    most: Callable[[Table, int], int] = lambda table, level: _MANY
    """How many beliefs can part at a table and level, where that is fewer than the level asks for."""
    asked_at: Callable[[Table, int], bool] = lambda table, level: True
    """Whether there is something to ask at a table and level, such as a rule that its own rules settle."""
    carried: bool = False
    """Whether the beliefs are rules of other tables, carried to this one."""
    any_players: bool = False
    """Whether the number of players changes from seed to seed where none is asked for."""

    def levels_at(self, rulebook: Rulebook) -> tuple[int, ...]:
        """The levels that are asked at a table; none where its own rules settle nothing of it."""
        table = rulebook.at(_usual(rulebook))
        return tuple(level for level in self.levels if self.asked_at(table, level))

    def apart(self, level: int, table: Table) -> int:
        """How many wrong answers beliefs must give: two at the first level, three, and five from the third."""
        return min({1: 2, 2: 3}.get(level, _MANY), self.most(table, level))

    @property
    def beliefs(self) -> tuple[Belief, ...]:
        """The beliefs of the library that its exercises can show."""
        return _about(self.rules)

    def beliefs_at(self, rulebook: Rulebook) -> tuple[Belief, ...]:
        """The same at a table, with what may be carried there."""
        return _carried(rulebook.base(), self.rules) if self.carried else self.beliefs


GENERATORS: Final[Mapping[str, Generator]] = {
    "sheet": Generator(
        sheets.sheet,
        ("score.", "canasta.", "value.", "threes.red", "threes.black_", "going_out.bonus"),
    ),
    "find_fault": Generator(
        faults.find_fault,
        ("score.", "canasta.", "value.", "threes.red", "threes.black_", "going_out.bonus"),
        (3, 4, 5),
        faults.beliefs_that_part,
    ),
    "take": Generator(pile.take, ("pile.", "threes.black_blocks"), (2, 3, 4)),
    "minimum": Generator(opening.minimum, ("initial.", "value."), (1, 2, 3, 4)),
    # Who has opened shows what is believed of two rules; what is believed of the price shows where nobody has.
    "opened": Generator(opening.opened, ("initial.",), (2, 3, 4), lambda table, level: 3),
    "canasta": Generator(canastas.canasta, ("canasta.", "value."), (1, 2, 3, 4)),
    "grown": Generator(canastas.grown, ("canasta.",), (2, 3, 4)),
    "red_threes": Generator(threes.red_threes, ("threes.red",), (1, 2, 3, 4)),
    "lay_down": Generator(melding.lay_down, ("meld.", "canasta."), (2, 3, 4)),
    "fewest_cards": Generator(building.fewest_cards, ("initial.", "meld.", "value."), (2, 3, 4)),
    "most_cards": Generator(emptying.most_cards, ("meld.", "canasta.", "going_out."), (2, 3, 4)),
    "growing": Generator(growing.growing, ("meld.", "canasta."), (2, 3, 4)),
    # Where frost goes with the next card, nobody can be wrong about how long it lasts or who is spared.
    "frozen": Generator(
        frost.frozen,
        ("pile.", "threes.black_blocks"),
        (2, 3, 4),
        lambda table, level: 3 if table["pile.frozen_until"] == "covered" else _MANY,
    ),
    "going_out": Generator(
        ending.going_out,
        ("going_out.", "threes.black_", "canasta.", "meld."),
        (2, 3, 4),
        asked_at=ending.asked_with,
        any_players=True,
    ),
    "exits": Generator(
        exits.exits, ("going_out.", "stock.bonus"), (2, 3, 4), asked_at=exits.asked_at
    ),
    "setup": Generator(
        dealing.setup, _DEAL, (1, 2, 3, 4), dealing.beliefs_that_part, any_players=True
    ),
    "upcard": Generator(dealing.upcard, _DEAL, (2, 3, 4), dealing.beliefs_that_part),
    "red_dealt": Generator(dealing.red_dealt, _DEAL, (2, 3, 4), dealing.beliefs_that_part),
    "best_discard": Generator(
        discards.best_discard,
        ("pile.", "threes.black_blocks"),
        (3, 4),
        discards.beliefs_that_part,
    ),
    "differs": Generator(
        tables.differs,
        ("pile.", "threes.black_", "meld.", "initial.", "going_out."),
        (4, 5),
        carried=True,
    ),
    "prices": Generator(
        tables.prices, ("canasta.", "threes.red", "value.", "score."), (4, 5), carried=True
    ),
    "worth": Generator(costs.worth, ("value.",), (1, 2, 3)),
    "left_cards": Generator(costs.left_cards, _LEFT, (2, 3, 4)),
    "black_left": Generator(costs.black_left, _LEFT, (2, 3, 4)),
    **{
        f"says_{subject}": Generator(
            partial(sentences.sentences, rules, near),
            (*rules, *near),
            (2, 3, sentences.SWITCHED, sentences.OPEN),
            lambda table, level: 1,
            asked_at=sentences.asked_on(rules),
            carried=True,
            any_players=any(RULES[rule].by_players for rule in rules),
        )
        for subject, (rules, near) in SUBJECTS.items()
    },
}
"""Every generator by its name."""


def generate(
    name: str, rulebook: Rulebook, level: int, seed: int, players: int | None = None
) -> Exercise:
    """The exercise that a generator makes of a seed. Raises ExerciseError for what it does not know."""
    return generated(name, rulebook, level, seed, players).exercise


def generated(
    name: str, rulebook: Rulebook, level: int, seed: int, players: int | None = None
) -> Question:
    """The same, asked at its table."""
    found = drawn(name, rulebook, level, seed, players)
    generator = GENERATORS[name]
    for question in found:
        apart = generator.apart(level, question.table)
        if balanced(question) and parted(question, generator, apart) >= apart:
            return question
    raise ExerciseError(
        f"found nothing to ask at {rulebook.id}, level {level}, seed {seed}; expected an exercise",
        name,
    )


def drawn(
    name: str, rulebook: Rulebook, level: int, seed: int, players: int | None = None
) -> Iterator[Question]:
    """What a generator draws from a seed and the engine accepts, whether or not beliefs part on it.

    Raises ExerciseError for what it does not know.
    """
    if name not in GENERATORS:
        raise ExerciseError(unknown(name), name)
    generator = GENERATORS[name]
    if level not in generator.levels:
        raise ExerciseError(
            f"level: found {level}; expected one of {', '.join(map(str, generator.levels))}", name
        )
    seated = players or _usual(rulebook)
    if players is None and generator.any_players:
        seated = _in_turn(generator, rulebook, level, seed + level)
    return _accepted(name, rulebook.at(seated), level, seed)


def unknown(name: object) -> str:
    """What is wrong with a name that is no generator's, with the names most like it.

    >>> unknown("sheat").split("; ")[1]
    'expected the name of a generator, such as sheet, setup'
    """
    alike = ", ".join(get_close_matches(str(name), GENERATORS) or list(GENERATORS)[:3])
    return (
        f"generator: found {name!r}; expected the name of a generator, such as {alike}; "
        "docs/quizzes.md lists them all"
    )


def _in_turn(generator: Generator, rulebook: Rulebook, level: int, turn: int) -> int:
    """How many play, turn by turn: as usual every other time, else the other numbers one after another."""
    usual = _usual(rulebook)
    many = [n for n in rulebook.players if generator.asked_at(rulebook.at(n), level)] or [usual]
    others = [n for n in many if n != usual] or many
    return usual if turn % 2 and usual in many else others[turn // 2 % len(others)]


def _usual(rulebook: Rulebook) -> int:
    """How many play where nothing else is said: four, if so many can."""
    return 4 if 4 in rulebook.players else rulebook.players[0]


def _accepted(name: str, table: Table, level: int, seed: int) -> Iterator[Question]:
    id = f"generated/{name}-{level}-{seed}"
    for attempt in range(_TRIES):
        rng = random.Random(f"{name} {level} {seed} {attempt} {table.rulebook.id}")
        try:
            draft = GENERATORS[name].draw(table, level, Pack(table, rng))
            yield draft.exercise(id, table, level).at()
        except (NotEnough, CanastaError):
            continue


@cache
def _carried(here: Rulebook, rules: tuple[str, ...]) -> tuple[Belief, ...]:
    """The same with what is the rule at some other table, which comes first."""
    homes = [home for name in Rulebook.names() if (home := Rulebook.load(name)) != here]
    found = (one for one in beliefs_at(here, homes).values() if one.rule.startswith(rules))
    return tuple(sorted(found, key=lambda one: not one.home))


@cache
def _about(rules: tuple[str, ...]) -> tuple[Belief, ...]:
    return tuple(one for one in library().values() if one.rule.startswith(rules))
