"""What comes next: the same notes and the same clock give the same exercise.

In this order: what tells two suspected beliefs apart; what is due; the next skills to learn; a skill that is easily
confused with the last one; now and then a whole sheet. Never the same skill twice running, nor a
template within ten, nor a position twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.notes import Answer, Notes
from canasta_tutor.tutor.skills import Skill, skills
from canasta_tutor.tutor.tracing import MASTERED

OPENED: Final = 0.7
"""A skill may be learnt when those it builds on are known so surely."""
FOLLOW_WITHIN: Final = 3
"""A suspected belief is asked about within so many exercises."""
AGAIN_AFTER: Final = 2
"""A wrong skill is asked again after so many others."""
_PARTNER_EACH: Final = 6
_COMPOSITE_EACH: Final = 8
_TEMPLATE_REST: Final = 10
_FRONTIER: Final = 4


@dataclass(frozen=True)
class Item:
    """An exercise that may be asked: one of the course, or what a generator makes of a seed."""

    exercise: str
    kind: str
    level: int
    skills: tuple[str, ...]
    """The skill that is asked first, then the others that it needs."""
    guess: float = 0.05
    seed: int | None = None
    silent: bool = False
    """Whether it rests on a value that the table's own rules do not settle."""

    @property
    def skill(self) -> str:
        """The skill that is asked first."""
        return self.skills[0]

    @property
    def place(self) -> tuple[str, int | None]:
        """What makes it this position and no other."""
        return self.exercise, self.seed


Apart = Callable[[str, Sequence[Item]], Item | None]
"""Which of some items shows best whether a belief is held."""


@dataclass(frozen=True)
class Next:
    """What is asked next, and why: ``follow``, ``due``, ``again``, ``new``, ``partner`` or ``whole``."""

    item: Item
    why: str


def choose(
    notes: Notes, items: Iterable[Item], table: Rulebook, now: datetime, apart: Apart | None = None
) -> Next | None:
    """The next exercise; None when everything is known and nothing is due.

    ``apart`` finds an exercise that tells whether a suspected belief is held.
    """
    asked = [answer for answer in notes.answers if answer.first and answer.marks]
    free = _free(list(items), asked)
    if apart is not None and (item := _follow(notes, free, asked, apart)):
        return Next(item, "follow")
    for why, wanted in _wishes(notes, table, now, asked):
        if item := _best(notes, wanted, free, asked):
            return Next(item, why)
    return None


def _free(items: list[Item], asked: Sequence[Answer]) -> list[Item]:
    """Items whose position is new and whose template has rested."""
    done = {(answer.exercise, answer.seed) for answer in asked}
    recent = {answer.exercise for answer in asked[-_TEMPLATE_REST:]}
    last = asked[-1].skill if asked else ""
    fresh = [item for item in items if item.exercise not in recent and item.skill != last]
    new = [item for item in fresh if item.place not in done]
    spent = {item.skill for item in fresh} - {item.skill for item in new}
    return new + [item for item in fresh if item.skill in spent]


def _follow(notes: Notes, free: list[Item], asked: Sequence[Answer], apart: Apart) -> Item | None:
    """An exercise on a belief that has been seen once, within three of that answer."""
    for answer in reversed(asked[-FOLLOW_WITHIN:]):
        for id in answer.beliefs:
            if id in notes.suspected:
                return apart(id, free)
    return None


def _wishes(
    notes: Notes, table: Rulebook, now: datetime, asked: Sequence[Answer]
) -> Iterable[tuple[str, list[str]]]:
    """Skills to ask, in the order of their urgency."""
    number = len(notes.answers)
    waiting = [skill for skill, since in notes.again.items() if number - since > AGAIN_AFTER]
    due = [skill for skill in notes.due(now) if skill not in notes.again]
    runs = _run(notes, asked)
    yield "again", waiting
    if runs < 2:
        yield "due", due
    if len(asked) % _COMPOSITE_EACH == _COMPOSITE_EACH - 1:
        yield (
            "whole",
            [
                skill.id
                for skill in skills().values()
                if skill.composite and _open(notes, skill, table)
            ],
        )
    if asked and not _partner_asked(asked):
        yield "partner", list(skills()[asked[-1].skill].confused_with)
    yield "new", _frontier(notes, table, len(asked))
    yield "due", due


def _run(notes: Notes, asked: Sequence[Answer]) -> int:
    """How many of the last answers asked for something that had been known before."""
    count = 0
    for answer in reversed(asked):
        if not notes.of_skill(answer.skill).mastered:
            break
        count += 1
    return count


def _partner_asked(asked: Sequence[Answer]) -> bool:
    """Whether one of the last few skills had its partner asked."""
    recent = [answer.skill for answer in asked[-_PARTNER_EACH:]]
    partners = set(skills()[recent[-1]].confused_with)
    return not partners or bool(partners & set(recent[:-1]))


def _open(notes: Notes, skill: Skill, table: Rulebook) -> bool:
    return all(notes.sure(one, table) >= OPENED for one in skill.builds_on)


def _frontier(notes: Notes, table: Rulebook, turn: int) -> list[str]:
    """Skills that may be learnt now: by turns the one nearest to mastery, and the least known."""
    open_now = [
        skill.id
        for skill in skills().values()
        if _open(notes, skill, table) and not _known(notes, skill.id, table)
    ][:_FRONTIER]
    nearest = sorted(open_now, key=lambda id: -notes.sure(id, table))
    return nearest if turn % 2 == 0 else list(reversed(nearest))


def _known(notes: Notes, skill: str, table: Rulebook) -> bool:
    return notes.of_skill(skill).mastered and notes.sure(skill, table) >= MASTERED


def _best(
    notes: Notes, wanted: Sequence[str], free: list[Item], asked: Sequence[Answer]
) -> Item | None:
    """The item of the first skill that has one: of the right level, hard to guess, of another kind."""
    last = asked[-1].kind if asked else ""
    for skill in wanted:
        level = notes.of_skill(skill).level
        own = [item for item in free if item.skill == skill]
        if own:
            return min(
                own,
                key=lambda item: (
                    abs(item.level - level),
                    item.silent,
                    item.kind == last,
                    item.guess,
                    item.exercise,
                    item.seed or 0,
                ),
            )
    return None
