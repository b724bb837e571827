"""What comes next: the same notes and the same clock give the same exercise.

In this order: what tells suspected beliefs apart; what was wrong a while ago; a skill that is easily confused with
one of the last few, if it is to be learnt, and now and then also if it is known; what is due; now and then a whole
sheet; the next skills to learn. Never the same skill twice running, unless after a night there is no other; never a
template within ten of a sitting; a position again only where a skill has no other. A skill is asked by an exercise of
its own, else by one that needs it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from math import sqrt
from typing import Final

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.free import Free, Pool
from canasta_tutor.tutor.notes import Answer, Notes
from canasta_tutor.tutor.shown import TOGETHER, Shown
from canasta_tutor.tutor.skills import Skill, skills
from canasta_tutor.tutor.tracing import MASTERED

OPENED: Final = 0.7
"""A skill may be learnt when those it builds on are known so surely."""
NEARLY: Final = 0.85
"""From here a skill is asked for what is still missing: an exercise that puts rules together."""
HARD_TO_GUESS: Final = 0.05
"""An exercise that shows more than most: so seldom, at most, is it right by chance."""
FOLLOW_WITHIN: Final = 3
"""A suspected belief is asked about within so many exercises."""
AGAIN_AFTER: Final = 2
"""A wrong skill is asked again after so many others."""
_PARTNER_EACH: Final = 6
_COMPOSITE_EACH: Final = 8
_TEMPLATE_REST: Final = 10
_FRONTIER: Final = 4
_LEVELS_AWAY: Final = 2
_SITTING: Final = timedelta(hours=1)


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


Apart = Callable[[Mapping[str, float], Sequence[Item], str], Item | None]
"""Which of some items tells best what is behind a wrong answer: one of these beliefs, each with its share of the
evidence, another one about the skill that was asked, or none."""
Tells = Callable[[Item, str], Mapping[str, float]]
"""Which beliefs about a skill show in an answer to an item, and how surely each is then told from the others."""


WHYS: Final = ("follow", "due", "again", "new", "partner", "whole")
"""Why the tutor asks something."""


@dataclass(frozen=True)
class Next:
    """What is asked next, and why: one of ``WHYS``."""

    item: Item
    why: str


def choose(
    notes: Notes,
    items: Iterable[Item] | Pool,
    table: Rulebook,
    now: datetime,
    apart: Apart | None = None,
    tells: Tells | None = None,
) -> Next | None:
    """The next exercise; None when everything is known and nothing is due.

    ``apart`` finds an exercise that tells whether a suspected belief is held; of those that ask a skill,
    that one comes first which ``tells`` most of the beliefs about it.
    """
    asked = notes.asked
    sitting = [answer for answer in asked[-_TEMPLATE_REST:] if now - answer.at <= _SITTING]
    resting = {answer.exercise for answer in sitting}
    pool = items if isinstance(items, Pool) else Pool(items)
    last = asked[-1].skill if asked else ""
    others = Free(pool, notes.places, resting, last)
    found = _chosen(notes, others, table, now, apart, tells)
    if found is not None or sitting:
        return found
    return _chosen(notes, Free(pool, notes.places, resting), table, now, apart, tells)


def _chosen(
    notes: Notes,
    free: Free,
    table: Rulebook,
    now: datetime,
    apart: Apart | None,
    tells: Tells | None,
) -> Next | None:
    """Of the items that may be asked, the first that is wished for."""
    asked = notes.asked
    if apart is not None and (item := _follow(notes, free, asked, apart)):
        return Next(item, "follow")

    def adding(skill: str) -> list[Item]:
        return [item for item in free.on(skill) if _adds(notes, item, skill, table)]

    for why, wanted in _wishes(notes, table, now, asked, adding):
        for skill in wanted:
            own = adding(skill) if why == "new" else free.on(skill)
            if why == "partner":
                own = [item for item in own if item.skill == skill]
            if own:
                return Next(_best(notes, skill, own, tells), why)
    return None


def practise(notes: Notes, items: Iterable[Item], skill: str) -> Item | None:
    """An exercise on one skill, because the learner wants it: one that was not asked, or long ago."""
    asked = [answer for answer in notes.answers if answer.first]
    last = {(answer.exercise, answer.seed): number for number, answer in enumerate(asked)}
    every = list(items)
    own = [item for item in every if item.skill == skill]
    found = own or [item for item in every if skill in item.skills]
    level = notes.of_skill(skill).level

    def order(item: Item) -> tuple[int, int, bool, float, str, int]:
        quality = (abs(item.level - level), item.silent, item.guess)
        return (last.get(item.place, -1), *quality, item.exercise, item.seed or 0)

    return min(found, key=order, default=None)


def _follow(notes: Notes, free: Free, asked: Sequence[Answer], apart: Apart) -> Item | None:
    """An exercise on what may be behind one of the last three answers, and was not asked about since.

    A wrong answer that no belief explains is followed by one exercise, too.
    """
    since: set[str] = set(notes.firm)
    followed = False
    for answer in reversed(asked[-FOLLOW_WITHIN:]):
        open_ones = {id: share for id, share in answer.beliefs.items() if id not in since}
        unexplained = not followed and not answer.right and not answer.beliefs.keys() & since
        if (open_ones or unexplained) and (item := apart(open_ones, free.all, answer.skill)):
            return item
        since |= {*answer.beliefs, *answer.clears}
        followed = followed or answer.why == "follow"
    return None


def _wishes(
    notes: Notes,
    table: Rulebook,
    now: datetime,
    asked: Sequence[Answer],
    adding: Callable[[str], Sequence[Item]],
) -> Iterable[tuple[str, list[str]]]:
    """Skills to ask, in the order of their urgency; of equal ones those first that are confused with a recent one."""
    partners = _owed(asked)
    owed = list(partners)
    waiting = [
        skill for skill, since in notes.again.items() if _others(notes, since) >= AGAIN_AFTER
    ]
    due = [skill for skill in notes.due(now) if skill not in notes.again]
    runs = _run(notes, asked, now)
    yield "again", _first(owed, waiting)
    learnable = [id for id in owed if _learnable(notes, id, table)]
    yield "partner", learnable
    if not any(_partner_came(asked, at) for at in range(1, _PARTNER_EACH)):
        yield (
            "partner",
            [
                id
                for id, of in partners.items()
                if _open(notes, skills()[id], table) and not _known(notes, of, table)
            ],
        )
    if runs < 2:
        yield "due", _first(owed, due)
    if len(asked) % _COMPOSITE_EACH == _COMPOSITE_EACH - 1:
        yield (
            "whole",
            [
                skill.id
                for skill in skills().values()
                if skill.composite and _open(notes, skill, table)
            ],
        )
    yield "new", _first(owed, _frontier(notes, table, len(asked), adding))
    yield "due", due
    yield "again", list(notes.again)
    yield "new", [id for id in skills() if not _known(notes, id, table)]  # nothing is locked


def _first(some: Collection[str], skills: list[str]) -> list[str]:
    """Skills with some of them brought to the front."""
    return sorted(skills, key=lambda skill: skill not in some)


def _others(notes: Notes, since: int) -> int:
    """How many exercises have been asked after that answer."""
    return sum(answer.first and bool(answer.marks) for answer in notes.answers[since + 1 :])


def _run(notes: Notes, asked: Sequence[Answer], now: datetime) -> int:
    """How many of the last answers, of this sitting, asked for something that is known."""
    count = 0
    for answer in reversed(asked):
        if not notes.of_skill(answer.skill).mastered or now - answer.at > _SITTING:
            break
        count += 1
    return count


def _owed(asked: Sequence[Answer]) -> dict[str, str]:
    """Partners of the last few skills that have not been asked beside them, each with the skill it is confused with."""
    recent = asked[-_PARTNER_EACH:]
    owed: dict[str, str] = {}
    for at, answer in enumerate(recent):
        partners = skills()[answer.skill].confused_with
        near = asked[max(0, len(asked) - len(recent) + at - _PARTNER_EACH) :]
        if not any(skill in partners for other in near for skill in other.marks):
            owed |= dict.fromkeys(partners, answer.skill)
    return owed


def _partner_came(asked: Sequence[Answer], at: int) -> bool:
    """Whether that exercise, counted from the last, was on a partner of the one before it."""
    if len(asked) <= at:
        return False
    return asked[-at].skill in skills()[asked[-at - 1].skill].confused_with


def _open(notes: Notes, skill: Skill, table: Rulebook) -> bool:
    return all(notes.sure(one, table) >= OPENED for one in skill.builds_on)


def _learnable(notes: Notes, skill: str, table: Rulebook) -> bool:
    """Whether it may be learnt now: what it builds on is known, and itself not yet."""
    return _open(notes, skills()[skill], table) and not _known(notes, skill, table)


def _adds(notes: Notes, item: Item, skill: str, table: Rulebook) -> bool:
    """Whether a skill is not known surely, or shown by this item in a way that is still missing."""
    shown = notes.of_skill(skill)
    if notes.sure(skill, table) < MASTERED:
        return True
    if all(level < TOGETHER for _, level in shown.rights):
        return item.level >= TOGETHER
    return (item.kind, item.level) not in shown.rights


def _frontier(
    notes: Notes, table: Rulebook, turn: int, adding: Callable[[str], Sequence[Item]]
) -> list[str]:
    """Skills that may be learnt now: by turns the one nearest to mastery, and the least known."""
    learnable = (id for id in skills() if _learnable(notes, id, table) and adding(id))
    nearest = sorted(islice(learnable, _FRONTIER), key=lambda id: -notes.sure(id, table))
    return nearest if turn % 2 == 0 else list(reversed(nearest))


def _known(notes: Notes, skill: str, table: Rulebook) -> bool:
    return notes.of_skill(skill).mastered and notes.sure(skill, table) >= MASTERED


def _best(notes: Notes, skill: str, own: list[Item], tells: Tells | None) -> Item:
    """Of the items that show a skill the best: they ask it first, are hard to guess, and at the right level.

    One that shows beliefs which nothing has shown yet, and is no mere guess, may be up to two levels away: the further
    off, the more.
    """
    last = notes.asked[-1].kind if notes.asked else ""
    level = _level(notes.of_skill(skill))
    answers = notes.answers if tells is not None else ()
    shown = {id for answer in answers for id in (*answer.clears, *answer.beliefs)}

    def told(item: Item) -> float:
        away = abs(item.level - level)
        if tells is None or away > _LEVELS_AWAY:
            return 0.0
        alone = [share**2 for id, share in tells(item, skill).items() if id not in shown]
        return sum(alone) * (1 - item.guess) ** 2 / sqrt(1 + away)

    def suits(item: Item) -> tuple[bool, bool]:
        return item.place in notes.places, item.skill != skill

    best = min(map(suits, own))
    return min(
        (item for item in own if suits(item) == best),
        key=lambda item: (
            -told(item),
            item.guess > HARD_TO_GUESS,
            abs(item.level - level),
            item.silent,
            item.kind == last,
            item.guess,
            item.exercise,
            item.seed or 0,
        ),
    )


def _level(shown: Shown) -> int:
    """At which level a skill is asked: one that is nearly sure by an exercise that puts rules together, if that is missing."""
    missing = all(level < TOGETHER for _, level in shown.rights)
    return max(TOGETHER, shown.level) if missing and shown.p >= NEARLY else shown.level
