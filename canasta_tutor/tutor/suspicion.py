"""What speaks for a belief and against it: when it is only suspected, when it is firm, and when it is cleared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises.verdicts import STATES
from canasta_tutor.rules import RULES
from canasta_tutor.tutor.skills import skill_of

if TYPE_CHECKING:
    from canasta_tutor.tutor.notes import Answer

TENTATIVE: Final = 0.8
"""From this share of the evidence an answer counts as a sign of a belief."""
CLEARED_APART: Final = 5
"""Two right answers clear a belief if they are so many answers apart, or a night."""
TWICE: Final = 2
"""In so many different exercises a belief must be seen before it is named as one that is held."""
LATELY: Final = 24
"""An answer speaks against a belief for so many answers."""
STUCK_ON: Final = 3
"""A belief that is seen so often, and again so often, is one at which the learner is stuck."""


@dataclass(frozen=True)
class Suspicion:
    """What speaks for a belief, and against it."""

    hits: frozenset[str] = frozenset()
    """Exercises whose wrong answer was wholly the belief's own."""
    clears: tuple[tuple[str, int], ...] = ()
    """Right answers since then where it would have shown: the day and the number of each."""
    count: int = 0
    last: datetime | None = None
    against: tuple[int, ...] = ()
    """The numbers of the answers, of the last few, that it would have changed and that are not its own."""
    own: bool = False
    """Whether one of those exercises is about its own skill."""
    firm: bool = False
    """Seen in two different exercises and in two more for each answer against it; not cleared since."""

    @property
    def open(self) -> bool:
        """Seen, and neither confirmed nor cleared."""
        return bool(self.hits) and not self.firm

    def seen(self, exercise: str, at: datetime, number: int, own: bool = True) -> Suspicion:
        """What speaks for the belief after an answer that shows it, in an exercise about its ``own`` skill or not."""
        hits, against, own = self.hits | {exercise}, self._lately(number), self.own or own
        firm = self.firm or (own and len(hits) >= TWICE * (1 + len(against)))
        return Suspicion(hits, (), self.count + 1, at, against, own, firm)

    def denied(self, number: int) -> Suspicion:
        """The same after an answer that the belief would have changed and that is not its own."""
        against = (*self._lately(number), number)
        return replace(self, against=against, firm=self.firm and len(self.hits) >= len(against))

    def cleared(self, day: str, number: int) -> Suspicion:
        """The same after a right answer where the belief would have shown; the second one clears it."""
        gone = any(one != day or number - at >= CLEARED_APART for one, at in self.clears)
        if gone:
            return Suspicion(last=self.last)
        return replace(self, clears=(*self.clears, (day, number)))

    def _lately(self, number: int) -> tuple[int, ...]:
        return tuple(one for one in self.against if number - one < LATELY)


NOTHING: Final = Suspicion()
"""Neither seen nor denied."""


def suspected(old: Mapping[str, Suspicion], answer: Answer, number: int) -> Mapping[str, Suspicion]:
    """What speaks for and against each belief after one more answer, by its number."""
    new = dict(old)
    day = answer.at.date().isoformat()
    where = answer.exercise if answer.seed is None else f"{answer.exercise} {answer.seed}"
    for id in signs(answer):
        own = about(id) in (*answer.marks, *answer.needs)
        new[id] = new.get(id, NOTHING).seen(where, answer.at, number, own)
    for id in answer.clears if answer.first else ():
        found = new.get(id, NOTHING).denied(number)
        new[id] = found.cleared(day, number) if found.hits and stands(answer) else found
    return MappingProxyType(new)


def signs(answer: Answer) -> list[str]:
    """The beliefs of which an answer is a sign: each alone explains all of it, and hardly anything else does."""
    others = {*answer.clears, *answer.together}
    return [id for id, share in answer.beliefs.items() if share >= TENTATIVE and id not in others]


def stands(answer: Answer) -> bool:
    """Whether an answer is right, a prequestion's too."""
    return answer.right and STATES.get(answer.state, "right") == "right"


def about(belief: str) -> str:
    """The skill that a belief is about, one that is carried from another table too; nothing if none is."""
    known = library().get(belief)
    rule = known.rule if known else belief.rpartition(":")[2]
    return skill_of(rule) if rule in RULES else ""


def stuck_on(suspicions: Mapping[str, Suspicion], answer: Answer) -> bool:
    """Whether the answer shows a firm belief once too often."""
    return any(suspicions[id].firm and suspicions[id].count % STUCK_ON == 0 for id in signs(answer))
