"""Parting: on what is drawn, do beliefs lead to enough different wrong answers?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.exercises.diagnosing import answer_of, moving, outright
from canasta_tutor.exercises.questions import Question

if TYPE_CHECKING:
    from canasta_tutor.exercises.generators import Generator

_SHOWN: Final[dict[tuple[tuple[str, ...], str], tuple[Counter[str], Counter[str]]]] = {}
"""How often each belief has been asked, and how often it has shown, by the rules of a generator and the table."""
_OUTRIGHT: Final = 2
"""Where one is enough, so many are asked before it is looked at whom a question can move at all."""


def parted(question: Question, generator: Generator, enough: int | None = None) -> int:
    """How many different wrong answers beliefs give here; ``enough`` of them are not counted further, nor too few.

    Who mostly showed when asked before is asked first: that changes only how soon enough are found.
    """
    answers: set[str] = set()
    known = (generator.rules, question.id)
    asked, shown = _SHOWN.setdefault(known, (Counter(), Counter()))
    decide = {rule for part in question.parts("") for rule in question.rules_of(part)}

    def chance(belief: Belief) -> float:
        first = 1.0 if belief.rule in decide else 0.4 if belief.home else 0.8
        return (shown[belief.id] + first) / (asked[belief.id] + 2)

    beliefs = [
        one for one in generator.beliefs_at(question.rulebook) if one.fits(question.rulebook)
    ]
    if enough == 1:
        for belief in sorted(beliefs, key=chance, reverse=True)[:_OUTRIGHT]:
            asked[belief.id] += 1
            if outright(question, (belief,)):
                shown[belief.id] += 1
                return 1
    likely = sorted(moving(question, beliefs), key=chance, reverse=True)
    for left, belief in zip(range(len(likely), 0, -1), likely, strict=True):
        if enough is not None and not len(answers) < enough <= len(answers) + left:
            break
        asked[belief.id] += 1
        if answer := answer_of(question, (belief,)):
            shown[belief.id] += answer not in answers
            answers.add(answer)
    return len(answers)
