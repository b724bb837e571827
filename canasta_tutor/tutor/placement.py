"""The placement check for those who already play: a few exercises that tell in which lesson to begin.

What is known follows from the answers alone (``shown.placed``); here is what is asked next, and what it comes to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.tutor.choosing import Item
from canasta_tutor.tutor.notes import PLACEMENT, Answer
from canasta_tutor.tutor.shown import LIFTED, LOWERED, Shown, above, below, placed
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tracing import KNOWN_AT_FIRST
from canasta_tutor.tutor.tutor import Tutor

MOST: Final = 12
"""So many exercises at most."""
_HARD_TO_GUESS: Final = 0.1
_BEST_LEVEL: Final = 3
_LEVELS: Final = (3, 4)
"""The levels that are asked of generators: below them much is guessed, above them much is long."""


@dataclass(frozen=True)
class Found:
    """What a placement check has found."""

    lesson: int
    """The lesson in which to begin; one more than the last that teaches a skill, if all is known."""
    known: tuple[str, ...]
    """Skills that are known, by what was shown or by what builds on them."""
    again: tuple[str, ...]
    """Skills that were asked and not known."""


class Check:
    """One placement check with a learner's tutor: what it asks, and what it has found so far."""

    why: Final = PLACEMENT

    def __init__(self, tutor: Tutor) -> None:
        self.tutor = tutor
        self._items = tutor.items_on(skills(), _LEVELS)
        self._before = len(tutor.notes.answers)

    @property
    def answers(self) -> list[Answer]:
        """The answers of this check; those to a second try are no others."""
        later = self.tutor.notes.answers[self._before :]
        return [answer for answer in later if answer.first and answer.why == self.why]

    @property
    def found(self) -> Found:
        """What it has found so far."""
        return found(self.answers)

    def next(self) -> Exercise | None:
        """The next exercise; None when it is over."""
        item = next_item(self.answers, self._items)
        return None if item is None else self.tutor.exercise(item)


def next_item(answers: Sequence[Answer], items: Iterable[Item]) -> Item | None:
    """What the check asks after these answers of it; None when it is over.

    First a whole sheet: if it stands, a dozen skills are settled. Then whatever is expected to settle
    most skills, an answer being as likely right as wrong. Never what also needs something on which its skill
    does not build: a wrong answer would not tell which was missing.
    """
    if len(answers) >= MOST:
        return None
    settled = {skill for skill, one in _shown(answers).items() if one.p != KNOWN_AT_FIRST}
    done = {answer.exercise for answer in answers}
    free = [
        item
        for item in items
        if item.exercise not in done and item.skill not in settled and not _blurred(item)
    ]
    whole = [item for item in free if item.kind == "sheet" and skills()[item.skill].composite]
    wanted = whole if whole and not answers else free
    return min(wanted, key=lambda item: (-_settles(item, settled), *_quality(item)), default=None)


def found(answers: Sequence[Answer]) -> Found:
    """What these answers of a check come to."""
    shown = _shown(answers)
    known = tuple(skill for skill in skills() if _p(shown, skill) >= LIFTED)
    again = tuple(
        skill
        for skill in skills()
        if skill in shown and shown[skill].asked and shown[skill].p <= LOWERED
    )
    return Found(_begin(shown), known, again)


def _begin(shown: Mapping[str, Shown]) -> int:
    """The first lesson with something that is not known, or of which nothing was shown."""
    taught: dict[int, list[float]] = {}
    for skill in skills().values():
        taught.setdefault(skill.lessons[0], []).append(_p(shown, skill.id))
    for lesson in sorted(taught):
        if min(taught[lesson]) <= LOWERED or max(taught[lesson]) < LIFTED:
            return lesson
    return max(taught) + 1


def _shown(answers: Iterable[Answer]) -> Mapping[str, Shown]:
    nothing: Mapping[str, Shown] = {}
    return reduce(placed, answers, nothing)


def _p(shown: Mapping[str, Shown], skill: str) -> float:
    return shown[skill].p if skill in shown else KNOWN_AT_FIRST


def _blurred(item: Item) -> bool:
    """Whether an answer depends on a skill on which its first one does not build."""
    return not {*item.skills} <= {item.skill, *below(item.skill)}


def _settles(item: Item, settled: set[str]) -> float:
    """How many skills an answer is expected to settle; one more where it is the first of its lesson."""
    right = {item.skill, *below(item.skill)} - settled
    wrong = {item.skill, *above(item.skill)} - settled
    lesson = skills()[item.skill].lessons[0]
    seen = {skills()[skill].lessons[0] for skill in settled}
    return (len(right) + len(wrong)) / 2 + (lesson not in seen)


def _quality(item: Item) -> tuple[bool, bool, int, str, int]:
    """Of exercises that settle as much: not about an unwritten rule, hard to guess, of a middle level."""
    hard = item.guess <= _HARD_TO_GUESS
    return item.silent, not hard, abs(item.level - _BEST_LEVEL), item.exercise, item.seed or 0
