"""How sure we are that a skill is known: Bayesian knowledge tracing, one number for each skill."""

from __future__ import annotations

from collections.abc import Mapping
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


def expected(p: float, guessed: float) -> float:
    """The chance that the next answer is right."""
    return p * (1 - SLIP) + (1 - p) * guessed


def traced(
    p: float, right: bool, guessed: float, others: float = 1.0, learns: bool = True
) -> float:
    """How sure we are after an answer, and after what it teaches.

    ``others`` is the chance that all else is known that the exercise needs: the less sure, the less a wrong answer
    says of this skill.

    >>> round(traced(0.25, True, 0.03), 2), round(traced(0.9, False, 0.03), 2)
    (0.93, 0.61)
    """
    chance = expected(p * others, guessed)
    known = expected(others, guessed)
    seen = p * known / chance if right else p * (1 - known) / (1 - chance)
    return min(SUREST, learnt(seen) if learns else seen)


def learnt(p: float) -> float:
    """How sure we are after an explanation."""
    return min(SUREST, p + (1 - p) * LEARNT)
