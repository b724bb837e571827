"""The exercises that the study looks at: those of the course at all their tables, the probes, and generated ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.collection import ids, load
from canasta_tutor.exercises.generators import GENERATORS, generate
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook
from tools.study.measure import Size

_WELCOME: Final = "welcome/"


@dataclass(frozen=True)
class Place:
    """Where an exercise is found: its id and the table, or generator, level, seed and table."""

    exercise: str
    table: str
    level: int = 0
    seed: int = 0

    @property
    def template(self) -> str:
        """What it has in common with others of its making."""
        return f"{self.exercise} level {self.level}" if self.level else self.exercise

    def question(self) -> Question | None:
        """The exercise as it is asked there; None where a generator makes nothing of its seed."""
        return _question(self)

    def __str__(self) -> str:
        return f"{self.template} at {self.table}" + (f", seed {self.seed}" if self.seed else "")


@lru_cache(maxsize=600)
def _question(place: Place) -> Question | None:
    if not place.level:
        return load(place.exercise).at(place.table)
    try:
        made = generate(place.exercise, Rulebook.load(place.table), place.level, place.seed)
    except CanastaError:
        return None
    return made.at(place.table)


def authored(size: Size) -> list[Place]:
    """Every exercise of the course and every probe, at each of its tables."""
    return [
        Place(id, table)
        for id in list(ids())[:: size.each]
        if not id.startswith(_WELCOME)
        for table in load(id).rulebooks
    ]


def generated(size: Size, seeds: int | None = None) -> Iterator[Place]:
    """Every generator at every table and level, with its first seeds."""
    for name in list(GENERATORS)[: None if size.each == 1 else 2]:
        for table in Rulebook.names():
            for level in GENERATORS[name].levels_at(Rulebook.load(table)):
                for seed in range(1, (size.seeds if seeds is None else seeds) + 1):
                    yield Place(name, table, level, seed)
