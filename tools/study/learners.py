"""Simulated learners: what they know, how they learn, how they slip.

A ``Knower`` knows skills or not and answers items without seeing them; everything about it is drawn from its seed,
and nothing of it is what the tutor's own model assumes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.choosing import Item
from canasta_tutor.tutor.free import Pool
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tutor import course_items, generator_items

BEGIN: Final = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
SITTING: Final = 12
"""So many exercises a day."""
GUESSES: Final = 4
"""So many exercises are only guessed where a sitting begins with guessing."""


@dataclass(frozen=True)
class Profile:
    """What kind of learner: how much is known at first, how quickly the rest is learnt, how often one slips."""

    name: str
    known: float
    learns: float
    slips: float
    also: tuple[str, ...] = ()
    """How the ids of skills begin that are better known: cards for somebody who plays rummy."""
    knows_them: float = 0.8
    forgets: float = 0.0
    """How likely it is that a skill that is known is lost over a night."""
    bursts: float = 0.0
    """How likely it is that a sitting has a stretch in which the learner only guesses."""


NOVICE: Final = Profile("novice", 0.05, 0.28, 0.08)
RUMMY: Final = Profile(
    "rummy player", 0.2, 0.30, 0.08, ("cards", "deal", "turn", "meld", "score", "game"), 0.7
)
FROM_ANOTHER: Final = Profile(
    "player of another table",
    0.3,
    0.32,
    0.08,
    ("cards", "turn", "meld", "canasta", "pile", "game"),
    0.75,
)
SLOW: Final = Profile("slow learner", 0.02, 0.08, 0.08)
OTHERWISE: Final = Profile("not as the model assumes", 0.2, 0.2, 0.12, forgets=0.02, bursts=0.1)


@dataclass
class Knower:
    """One learner who knows some skills."""

    profile: Profile
    seed: int
    known: set[str] = field(default_factory=set)
    guessing: int = 0
    """So many exercises more are only guessed."""

    def __post_init__(self) -> None:
        profile = self.profile
        self.rng = Random(f"{profile.name} {self.seed}")
        self.learns = min(0.9, max(0.02, self.rng.gauss(profile.learns, profile.learns / 4)))
        self.slips = min(0.25, max(0.0, self.rng.gauss(profile.slips, profile.slips / 3)))
        self.known |= {id for id in skills() if self.rng.random() < self.knows_at_first(id)}

    def knows_at_first(self, skill: str) -> float:
        """How likely it is that such a learner knows a skill before anything was asked."""
        more = any(skill.startswith(start) for start in self.profile.also)
        return self.profile.knows_them if more else self.profile.known

    def answers(self, item: Item) -> bool:
        """Whether an item is answered rightly; and something is learnt from it."""
        knows = self.guessing <= 0 and all(skill in self.known for skill in item.skills)
        self.guessing -= 1
        right = self.rng.random() < (1 - self.slips if knows else item.guess)
        for skill in item.skills:
            if self.rng.random() < (self.learns if skill == item.skill else self.learns / 2):
                self.known.add(skill)
        return right

    def taught(self, skill: str, times: int) -> None:
        """A worked example and the lesson's moment again teach as much as so many exercises."""
        if self.rng.random() >= (1 - self.learns) ** times:
            self.known.add(skill)

    def sleeps(self) -> None:
        """A night: some of it is forgotten; the next sitting may begin with guessing."""
        lost = {skill for skill in sorted(self.known) if self.rng.random() < self.profile.forgets}
        self.known -= lost
        self.guessing = GUESSES if self.rng.random() < self.profile.bursts else 0


class Bank:
    """All that may be asked at a table: the exercises of the course, and the generators, each time with a new seed."""

    def __init__(self, table: Rulebook) -> None:
        self.table = table
        self.fixed = tuple(course_items(table))
        self.made = {item.exercise: item for item in generator_items(table, {})}
        self.skills = frozenset(item.skill for item in (*self.fixed, *self.made.values()))

    def items(self, used: Mapping[str, int] | None = None) -> list[Item]:
        """What may be asked of somebody who has had these seeds."""
        if not used:
            return [*self.fixed, *self.made.values()]
        seeds = ((item, used.get(name, 0) + 1) for name, item in self.made.items())
        return [*self.fixed, *(replace(item, seed=seed) for item, seed in seeds)]

    def masterable(self) -> list[str]:
        """The skills whose items suffice to show mastery: two kinds or levels, one from the third level."""
        items = self.items()
        found = []
        for skill in skills():
            ways = {(item.kind, item.level) for item in items if skill in item.skills}
            if len(ways) >= 2 and any(level >= 3 for _, level in ways):
                found.append(skill)
        return found


class Asking(Pool):
    """What may be asked of one learner, where generators go on to the next seed."""

    def asked(self, item: Item) -> None:
        """An item has been asked: where a generator makes it, what it needs is asked by another seed now."""
        if item.seed is not None:
            after = replace(item, seed=item.seed + 1)
            for items in (self.needing[skill] for skill in item.skills):
                items[items.index(item)] = after


def answer(item: Item, right: bool, at: datetime, table: str) -> Answer:
    """What is kept of a knower's answer; a right one shows all the skills that the item needs."""
    marks = dict.fromkeys(item.skills, 1.0) if right else {item.skill: 0.0}
    return Answer(
        at,
        item.exercise,
        table,
        item.kind,
        item.level,
        marks,
        needs=item.skills[1:],
        seed=item.seed,
        guess=item.guess,
    )


def clock(number: int, nights: bool = True) -> datetime:
    """When the exercise of this number is asked: a sitting each evening, a minute for each exercise; or all at once."""
    if not nights:
        return BEGIN + timedelta(minutes=number)
    day, minute = divmod(number, SITTING)
    return BEGIN + timedelta(days=day, minutes=minute)
