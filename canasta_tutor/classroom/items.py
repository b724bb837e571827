"""The questions of a quiz by their numbers: how hard each was, and whether it told who knows from who does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from canasta_tutor.classroom.grading import Graded, Grades, shares

ENOUGH = 8
"""With fewer pupils nothing is said of how well a question parts them."""
BACKWARDS = -0.2
"""Below this correlation a question has probably something wrong with it."""
GROUP = 0.27
"""So many of the best and of the weakest are compared."""


@dataclass(frozen=True)
class Item:
    """One question of the quiz, in all its versions.

    ``easy`` is the mean share of its points, from 0 to 1. ``parts`` is the correlation of this share with the rest
    of the pupil's points, ``gap`` how much more of it the best earned than the weakest; both None where there are too few
    pupils, or all earned the same.
    """

    number: int
    id: str
    rule: str
    points: int
    easy: float
    parts: float | None
    gap: float | None
    unanswered: int

    @property
    def odd(self) -> str:
        """What should make a teacher look at the question: ``nobody``, ``everybody`` or ``backwards``."""
        if self.easy in (0, 1):
            return "everybody" if self.easy else "nobody"
        return "backwards" if self.parts is not None and self.parts < BACKWARDS else ""


def items(grades: Grades) -> tuple[Item, ...]:
    """Every question of the quiz in its order; none where nobody has been graded."""
    if not grades.pupils:
        return ()
    return tuple(_item(grades, number) for number in range(1, len(grades.quiz.slots) + 1))


def _item(grades: Grades, number: int) -> Item:
    pupils, slot = grades.pupils, grades.quiz.slots[number - 1]
    marks = [pupil.marks[number - 1] for pupil in pupils]
    own = [float(share) for share in shares(pupils, number)]
    rest = [float(pupil.earned - pupil.marks[number - 1].earned) for pupil in pupils]
    enough = len(pupils) >= ENOUGH
    named = f"{slot.generator}-{slot.level}" if slot.generator else slot.id(0)
    return Item(
        number,
        named,
        Counter(mark.asked.rules[0] for mark in marks).most_common(1)[0][0],
        slot.points,
        sum(own) / len(own),
        correlation(own, rest) if enough else None,
        _gap(pupils, number) if enough else None,
        sum(not mark.answered for mark in marks),
    )


def correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """How far two rows of numbers go together, from -1 to 1 (Pearson); None where one of them never changes.

    >>> correlation([0, 1, 1], [3, 9, 9])
    1.0
    """
    a, b = sum(one) / len(one), sum(other) / len(other)
    together = sum((x - a) * (y - b) for x, y in zip(one, other, strict=True))
    spread = sqrt(sum((x - a) ** 2 for x in one) * sum((y - b) ** 2 for y in other))
    return round(together / spread, 10) if spread > 1e-9 else None


def _gap(pupils: Sequence[Graded], number: int) -> float:
    """The share of the best minus that of the weakest."""
    ranked = sorted(pupils, key=lambda pupil: pupil.earned)
    size = max(1, round(len(ranked) * GROUP))
    low, high = shares(ranked[:size], number), shares(ranked[-size:], number)
    return float((sum(high) - sum(low)) / size)
