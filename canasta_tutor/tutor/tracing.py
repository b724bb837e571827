"""How sure we are that a skill is known: Bayesian knowledge tracing, one number for each skill."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial
from typing import Final

KNOWN_AT_FIRST: Final = 0.25
"""The chance that somebody knows a skill who has not been asked."""
LEARNT: Final = 0.25
"""The chance that one exercise teaches it."""
SLIP: Final = 0.10
"""The chance of a wrong answer by somebody who knows it."""
MASTERED: Final = 0.95
SUREST: Final = 0.99
"""Nobody is surer than that: what was known can be forgotten, and a wrong answer must still count."""
ENOUGH: Final = 4
"""So many times what is usual weighs as much as what one learner has shown."""
MOST_TIMES: Final = 5.0
"""Nobody slips, learns or forgets more than so many times as often as usual, or as seldom."""
_GUESS: Final[Mapping[str, float]] = {
    "ruling": 0.2,
    "panel": 0.02,
    "number": 0.03,
    "cards": 0.05,
    "lay-down": 0.03,
    "discard": 0.2,
    "sheet": 0.01,
}


def guess(kind: str, options: int = 0, many: bool = False) -> float:
    """The chance of a right answer by somebody who does not know it; ``options`` of a choice or an order.

    >>> guess("choice", 4), guess("number")
    (0.25, 0.03)
    """
    if kind == "choice":
        return max(0.02, 0.5**options) if many else 1 / max(2, options)
    if kind == "order":
        return 1 / factorial(max(2, options))
    return _GUESS[kind]


def expected(p: float, guessed: float, slip: float = SLIP) -> float:
    """The chance that the next answer is right."""
    return p * (1 - slip) + (1 - p) * guessed


def traced(p: float, right: bool, guessed: float, others: float = 1.0, slip: float = SLIP) -> float:
    """How sure we are after an answer.

    ``others`` is the chance that all else is known that the exercise needs: the less sure, the less a wrong answer
    says of this skill.

    >>> round(traced(0.25, True, 0.03), 2), round(traced(0.9, False, 0.03), 2)
    (0.91, 0.48)
    """
    chance = expected(p * others, guessed, slip)
    known = expected(others, guessed, slip)
    seen = p * known / chance if right else p * (1 - known) / (1 - chance)
    return min(SUREST, seen)


def learnt(p: float, chance: float = LEARNT) -> float:
    """How sure we are after an explanation."""
    return min(SUREST, p + (1 - p) * chance)


@dataclass(frozen=True)
class Often:
    """How often something has happened to one learner, and how often it would be usual."""

    seen: float = 0.0
    usual: float = 0.0

    @property
    def times(self) -> float:
        """How many times as often as usual it happens; little changes before it has been seen some times."""
        return min(MOST_TIMES, max(1 / MOST_TIMES, (ENOUGH + self.seen) / (ENOUGH + self.usual)))

    def plus(self, seen: float, usual: float) -> Often:
        """The same after one more answer."""
        return Often(self.seen + seen, self.usual + usual)


@dataclass(frozen=True)
class Habits:
    """How one learner slips, learns and forgets, beside what is usual; it follows from the answers."""

    slips: Often = Often()
    learns: Often = Often()
    forgets: Often = Often()

    @property
    def slip(self) -> float:
        """The chance of a wrong answer on what is known."""
        return min(0.3, SLIP * self.slips.times)

    @property
    def learnt(self) -> float:
        """The chance that one exercise teaches what it asks."""
        return min(0.6, LEARNT * self.learns.times)

    def after(
        self, p: float, fresh: float, kept: float, others: float, right: bool, guessed: float
    ) -> Habits:
        """The habits after one more answer on a skill of which we were as sure as ``p`` when it was asked last.

        ``fresh`` is how much of that was learnt only then, ``kept`` the chance that it is still remembered, ``others``
        that all else is known that the exercise needs.
        """
        known, unknown = expected(others, guessed, self.slip), guessed
        if not right:
            known, unknown = 1 - known, 1 - unknown
        chance = p * kept * known + (1 - p * kept) * unknown
        whole = p * kept * others * (1 - self.slip if right else self.slip) / chance
        return Habits(
            self.slips.plus(0.0 if right else whole, SLIP * whole),
            self.learns.plus(fresh * kept * known / chance, fresh * kept / self.learns.times),
            self.forgets.plus(
                p * (1 - kept) * unknown / chance, p * (1 - kept ** (1 / self.forgets.times))
            ),
        )
