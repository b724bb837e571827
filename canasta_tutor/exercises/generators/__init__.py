"""Generators: exercises without end, each from a seed, for any rulebook and house rules.

    >>> from canasta_tutor.rulebook import Rulebook
    >>> generate("sheet", Rulebook.load("classic"), level=2, seed=46)
    Exercise(generated/sheet-2-46, sheet, level 2)

The same seed gives the same exercise in both languages. What is drawn is kept only if the engine accepts it, and if
beliefs of its area give different answers, so that an answer tells which of them is held.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.errors import CanastaError, ExerciseError, nearest
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.exercises.exercise import LEVELS, Exercise
from canasta_tutor.exercises.generators import pile, sheets
from canasta_tutor.exercises.generators.draft import Draft, NotEnough, Pack
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook, Table

_TRIES: Final = 60


@dataclass(frozen=True)
class Generator:
    """A kind of exercise that is made from a seed.

    ``rules`` begin the paths of the rules that it is about: their beliefs must part on what it draws.
    """

    draw: Callable[[Table, int, Pack], Draft]
    rules: tuple[str, ...]
    levels: tuple[int, ...] = tuple(LEVELS)
    part: Mapping[int, int] | None = None
    """How many beliefs must part at a level, where it is not two at the first, three, and five from the third."""

    def apart(self, level: int) -> int:
        """How many beliefs must give answers of their own."""
        usual = {1: 2, 2: 3}.get(level, 5)
        return (self.part or {}).get(level, usual)

    @property
    def beliefs(self) -> tuple[Belief, ...]:
        """The beliefs that its exercises can show."""
        return _about(self.rules)


GENERATORS: Final[Mapping[str, Generator]] = {
    "sheet": Generator(
        sheets.sheet,
        ("score.", "canasta.", "value.", "threes.red", "threes.black_", "going_out.bonus"),
    ),
    "take": Generator(pile.take, ("pile.", "threes.black_blocks"), (2, 3, 4)),
}
"""Every generator by its name."""


def generate(
    name: str, rulebook: Rulebook, level: int, seed: int, players: int | None = None
) -> Exercise:
    """The exercise that a generator makes of a seed. Raises ExerciseError for what it does not know."""
    if name not in GENERATORS:
        known = ", ".join(GENERATORS)
        raise ExerciseError(
            f"generator: found {name!r}; expected one of {known}{nearest(name, GENERATORS)}", name
        )
    generator = GENERATORS[name]
    if level not in generator.levels:
        raise ExerciseError(
            f"level: found {level}; expected one of {', '.join(map(str, generator.levels))}", name
        )
    table = rulebook.at(players or (4 if 4 in rulebook.players else rulebook.players[0]))
    id = f"generated/{name}-{level}-{seed}"
    for attempt in range(_TRIES):
        pack = Pack(table, random.Random(f"{name} {level} {seed} {attempt} {rulebook.id}"))
        try:
            exercise = generator.draw(table, level, pack).exercise(id, table, level)
            question = exercise.at()
        except (NotEnough, CanastaError):
            continue
        if parted(question, generator) >= generator.apart(level):
            return exercise
    raise ExerciseError(
        f"found nothing to ask at {rulebook.id}, level {level}, seed {seed}; expected an exercise",
        name,
    )


def parted(question: Question, generator: Generator) -> int:
    """How many beliefs have a wrong answer of their own here."""
    answers = {
        answer_of(question, (belief,))
        for belief in generator.beliefs
        if belief.fits(question.rulebook)
    }
    return len(answers - {None})


@cache
def _about(rules: tuple[str, ...]) -> tuple[Belief, ...]:
    return tuple(one for one in library().values() if one.rule.startswith(rules))
