"""What is known of one skill, and how an answer changes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Final

from canasta_tutor.tutor.schedule import NEVER_ASKED, Memory, asked_again, kept
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tracing import KNOWN_AT_FIRST, MASTERED, Habits, learnt, traced

if TYPE_CHECKING:
    from canasta_tutor.tutor.notes import Answer

PARTLY: Final = 2 / 3
"""From this share an answer is partly right and counts half."""
TOGETHER: Final = 3
"""From this level an exercise puts rules together."""
STUCK_AFTER: Final = 8
STUCK_BELOW: Final = 0.4
BESIDE: Final = 0.5
"""So much is learnt of what an exercise needs, beside what is learnt of what it asks."""
PLACED: Final = 0.8
"""How sure we are of a skill that the placement check has shown."""
LIFTED: Final = 0.7
"""The same, at least, of what such a skill builds on."""
LOWERED: Final = 0.1
"""The same, at most, of a skill that was not right there, and of what builds on it."""


@dataclass(frozen=True)
class Shown:
    """What is known of one skill."""

    p: float = KNOWN_AT_FIRST
    """How sure we are that it is known."""
    asked: int = 0
    rights: frozenset[tuple[str, int]] = frozenset()
    """Kinds and levels of exercise that were right at once and without a hint."""
    days: frozenset[str] = frozenset()
    memory: Memory = NEVER_ASKED
    table: str = ""
    """Where it was asked last."""
    level: int = 1
    run: int = 0
    """Rights in a row, or wrongs as a negative number."""
    unlearnt: int = 0
    """Answers since the last sign that it is known; the tutor stops before it becomes a torment."""
    fresh: float = 0.0
    """How much of ``p`` was learnt from the last answer."""
    anew: bool = False
    """Whether the learner was stuck at it, and has not been right since."""

    @property
    def mastered(self) -> bool:
        """Known surely, and shown in two ways, one of which puts rules together."""
        surely = self.p >= MASTERED and len(self.rights) >= 2
        return surely and any(level >= TOGETHER for _, level in self.rights)

    @property
    def stuck(self) -> bool:
        """Asked often and still not known: another way must be found."""
        return self.unlearnt >= STUCK_AFTER and self.p < STUCK_BELOW


def answered(
    before: Mapping[str, Shown], answer: Answer, habits: Habits
) -> tuple[dict[str, Shown], Habits]:
    """What is known of every skill after one first answer, and what it tells of the learner.

    A right answer shows all that the exercise needs. A wrong one speaks against each of it, the less, the likelier it is
    that something else was missing; a part that is judged by itself speaks of its own skill alone. Either way
    something is learnt: of what was asked, and half as much of what else it needs.
    """
    after, learner = {**before}, habits
    needed = {skill: _of(before, skill) for skill in (*answer.marks, *answer.needs)}
    sure = {skill: sure_at(one, answer.at, habits) for skill, one in needed.items()}
    wrong = answer.marks.get(answer.skill, 1.0) < PARTLY
    for skill, old in needed.items():
        main = skill == answer.skill
        others = prod(one for other, one in sure.items() if other != skill)
        if skill in answer.marks:
            together = others if main or answer.right else 1.0
            after[skill] = _marked(
                old, sure[skill], answer, answer.marks[skill], main, together, habits
            )
        elif wrong:
            p = traced(sure[skill], False, answer.guess, others, habits.slip)
            after[skill] = replace(old, p=learnt(p, habits.learnt * BESIDE))
        if main and (wrong or answer.right) and not answer.hints and not answer.solved:
            stays = still_kept(old, answer.at, habits)
            learner = habits.after(old.p, old.fresh, stays, others, not wrong, answer.guess)
    return after, learner


def sure_at(shown: Shown, now: datetime, habits: Habits) -> float:
    """How sure we are that a skill is known now: what was known then may have been forgotten."""
    return shown.p * still_kept(shown, now, habits)


def still_kept(shown: Shown, now: datetime, habits: Habits) -> float:
    """The chance that what was known when a skill was asked last is still known.

    Whether it was known then is not asked here. So nothing is forgotten more quickly than what was right once.
    """
    return float(kept(shown.memory, now) ** habits.forgets.times)


def missing(after: Mapping[str, Shown], answer: Answer) -> str:
    """What a wrong answer most likely lacked: the least sure of the skills that it needs and that were met before."""
    met = [skill for skill in answer.needs if skill not in answer.marks and _of(after, skill).asked]
    return min((answer.skill, *met), key=lambda skill: _of(after, skill).p)


def _of(shown: Mapping[str, Shown], skill: str) -> Shown:
    return shown.get(skill) or Shown()


def _marked(
    old: Shown, p: float, answer: Answer, mark: float, main: bool, others: float, habits: Habits
) -> Shown:
    """One skill after an answer that is marked for it. Help counts half, and so does an unwritten rule.

    ``p`` is how sure we were when it was asked, ``others`` how sure of all else that it needs.
    """
    half = (PARTLY <= mark < 1) or (mark >= 1 and answer.hints > 0)
    right = mark >= 1 and not answer.hints and not answer.solved
    seen = _traced(p, answer, half, right, others, habits.slip)
    if answer.standing:
        seen = (seen + p) / 2
    after = learnt(seen, habits.learnt if main else habits.learnt * BESIDE)
    day = answer.at.date().isoformat()
    rights = old.rights | {(answer.kind, answer.level)} if right else old.rights
    run = max(old.run, 0) + 1 if right else 0 if half else min(old.run, 0) - 1
    level, run = (min(5, old.level + 1), 0) if run >= 2 else (old.level, run)
    level, run = (max(1, level - 1), 0) if run <= -2 else (level, run)
    return Shown(
        after,
        old.asked + 1,
        rights,
        old.days | {day} if right else old.days,
        asked_again(old.memory, _grade(answer, half, right), answer.at)
        if main or right
        else old.memory,
        answer.table,
        level,
        run,
        0 if after >= STUCK_BELOW else old.unlearnt + 1,
        after - seen,
        old.anew and not right,
    )


def _traced(p: float, answer: Answer, half: bool, right: bool, others: float, slip: float) -> float:
    yes, no = (traced(p, one, answer.guess, others, slip) for one in (True, False))
    return (yes + no) / 2 if half and not answer.solved else yes if right else no


def _grade(answer: Answer, half: bool, right: bool) -> str:
    if right:
        quick = answer.level >= 3 and answer.pace in ("5", "15")
        return "easy" if quick else "good"
    return "hard" if half and not answer.solved else "again"


def placed(before: Mapping[str, Shown], answer: Answer) -> Mapping[str, Shown]:
    """What is known after an answer of the placement check.

    A right skill is known, and what it builds on with it; a wrong one is not, nor what builds on it. What an
    answer has shown itself is not changed by what it says of others. Nothing is due again because it was
    not known: it has not been taught.
    """
    after = {skill: before.get(skill, Shown()) for skill in skills()}
    for skill, mark in answer.marks.items():
        known = mark >= 1
        for other in below(skill) if known else above(skill):
            old = after[other]
            if not old.asked:
                p = max(old.p, LIFTED) if known else min(old.p, LOWERED)
                after[other] = replace(old, p=p)
    for skill, mark in answer.marks.items():
        after[skill] = _checked(after[skill], answer, mark >= 1, skill == answer.skill)
    return {skill: one for skill, one in after.items() if skill in before or one != Shown()}


def _checked(old: Shown, answer: Answer, known: bool, main: bool) -> Shown:
    """One skill after an answer of the placement check that asked for it."""
    if not known:
        return replace(old, p=min(old.p, LOWERED), asked=old.asked + 1, table=answer.table)
    return replace(
        old,
        p=max(old.p, PLACED),
        asked=old.asked + 1,
        rights=old.rights | {(answer.kind, answer.level)},
        days=old.days | {answer.at.date().isoformat()},
        memory=asked_again(old.memory, "easy", answer.at) if main else old.memory,
        table=answer.table,
        level=max(old.level, answer.level),
    )


@cache
def below(skill: str) -> frozenset[str]:
    """All that a skill builds on, directly or by others.

    >>> sorted(below("pile.take"))
    ['cards.wilds', 'meld.shape']
    """
    near = skills()[skill].builds_on
    return frozenset(near).union(*map(below, near))


@cache
def above(skill: str) -> frozenset[str]:
    """All that builds on a skill, directly or by others."""
    return frozenset(one for one in skills() if skill in below(one))
