"""What a class has misunderstood: the beliefs behind wrong answers, and the skills that need another lesson.

One answer proves nothing: a belief is firm in a pupil when two questions show it, nothing else explains them as well,
and not as many right answers speak against it. What was seen once has no name beside it, only a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.classroom.grading import Graded, Grades, Mark
from canasta_tutor.tutor.skills import skill_of, skills
from canasta_tutor.tutor.suspicion import TENTATIVE

TWO: Final = 2
"""So many questions must show a belief."""
_LEAST: Final = 0.2
"""From this share of the evidence an answer speaks for a belief."""
_NOTHING: Final = 0.02
"""So much of the evidence lies at least on whatever else might have been believed."""
KNOWN: Final = 0.7
"""Skills of which the class earned less are taught again."""
_AGAIN: Final = 3


@dataclass(frozen=True)
class Misunderstanding:
    """A belief in a class: the pupils in whom it is firm, and in how many more it was seen once."""

    belief: Belief
    firm: tuple[Graded, ...]
    once: int


@dataclass(frozen=True)
class Weak:
    """A skill that the class does not have: the share of its points that was earned, and the beliefs behind it."""

    skill: str
    share: float
    numbers: tuple[int, ...]
    """Its questions."""
    rules: tuple[str, ...]
    beliefs: tuple[Misunderstanding, ...]


def firm(pupil: Graded) -> tuple[Belief, ...]:
    """The beliefs that are firm in a pupil, those that show most often first.

    What one of them could explain does not speak for another: one belief is likelier than two.
    """
    found: list[str] = []
    left = list(pupil.marks)
    while firm := {id: marks for id, marks in _shown(left).items() if _is_firm(pupil, id, marks)}:
        found.append(min(firm, key=lambda id: (-len(firm[id]), id)))
        left = [mark for mark in left if found[-1] not in mark.judged.beliefs]
    return tuple(library()[id] for id in found)


def _shown(marks: Iterable[Mark]) -> dict[str, list[Mark]]:
    """The answers that speak for each belief."""
    shown: dict[str, list[Mark]] = {}
    for mark in marks:
        for id, share in mark.judged.beliefs.items():
            if share >= _LEAST:
                shown.setdefault(id, []).append(mark)
    return shown


def _is_firm(pupil: Graded, id: str, marks: list[Mark]) -> bool:
    if len(marks) < TWO or len(marks) <= _against(pupil, id):
        return False
    rivals = {other for mark in marks for other in mark.judged.beliefs if other != id}
    return all(_odds(marks, id, rival) >= TENTATIVE / (1 - TENTATIVE) - 1e-9 for rival in rivals)


def _odds(marks: Iterable[Mark], id: str, rival: str) -> float:
    """How much better these answers are explained by one belief than by another."""
    odds = 1.0
    for mark in marks:
        shares = mark.judged.beliefs
        odds *= shares[id] / max(_NOTHING, shares.get(rival, 0.0))
    return odds


def _against(pupil: Graded, id: str) -> int:
    """How many right answers the belief would have spoilt."""
    return sum(mark.share == 1 and id in mark.asked.shows for mark in pupil.marks)


def misunderstood(grades: Grades) -> tuple[Misunderstanding, ...]:
    """The beliefs of a class, the most frequent first."""
    firm_in: dict[str, list[Graded]] = {}
    once: dict[str, int] = {}
    for pupil in grades.pupils:
        own = [belief.id for belief in firm(pupil)]
        for id in own:
            firm_in.setdefault(id, []).append(pupil)
        for id in _named_once(pupil) - set(own):
            once[id] = once.get(id, 0) + 1
    found = [
        Misunderstanding(library()[id], tuple(firm_in.get(id, ())), once.get(id, 0))
        for id in {**firm_in, **once}
    ]
    return tuple(sorted(found, key=lambda one: (-len(one.firm), -one.once, one.belief.id)))


def _named_once(pupil: Graded) -> set[str]:
    return {
        id
        for mark in pupil.marks
        for id, share in mark.judged.beliefs.items()
        if share >= TENTATIVE
    }


def teach_again(grades: Grades) -> tuple[Weak, ...]:
    """The skills to teach again tomorrow, the weakest first; a few at most."""
    earned: dict[str, list[float]] = {}
    numbers: dict[str, dict[int, None]] = {}
    rules: dict[str, dict[str, None]] = {}
    for pupil in grades.pupils:
        for mark in pupil.marks:
            rule = mark.asked.rules[0]
            skill = skill_of(rule)
            earned.setdefault(skill, []).append(float(mark.share))
            numbers.setdefault(skill, {})[mark.number] = None
            rules.setdefault(skill, {})[rule] = None
    means = {skill: sum(shares) / len(shares) for skill, shares in earned.items()}
    weak = sorted((mean, skill) for skill, mean in means.items() if mean < KNOWN)[:_AGAIN]
    beliefs = [one for one in misunderstood(grades) if one.firm]
    return tuple(
        Weak(
            skill,
            mean,
            tuple(sorted(numbers[skill])),
            tuple(rules[skill]),
            tuple(one for one in beliefs if skill_of(one.belief.rule) == skill),
        )
        for mean, skill in weak
    )


def skill_name(skill: str, language: str) -> str:
    """What a skill is called."""
    return skills()[skill].name[language]
