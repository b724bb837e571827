"""How simulated learners answer an exercise: as they believe, sometimes slipping, by chance, or misreading it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.exercises.diagnosing import answer_of, believed
from canasta_tutor.exercises.questions import Question

SLIPS: Final = 0.1
_STEPS: Final = (5, 10, 20, 50, 100)
_NUMBER: Final = re.compile(r"-?\d+")
_OF_NUMBERS: Final = ("number", "sheet")


def believes(
    question: Question, beliefs: Sequence[Belief], rng: Random, slips: float = SLIPS
) -> str:
    """The answer of somebody who holds these beliefs, which is right where they are silent."""
    own = answer_of(question, tuple(beliefs)) if beliefs else None
    if beliefs and own is None:
        seen = believed(question, tuple(beliefs))
        own = _as_well(question, seen, rng) if seen is not None else None
    answer = own or str(question.first_right)
    return slipped(question, answer, rng) if rng.random() < slips else answer


def _as_well(question: Question, seen: Question, rng: Random) -> str | None:
    """Of a lay-down that may be right or not to somebody who believes that more is allowed, one or the other."""
    if question.exercise.kind != "lay-down":
        return None
    more = [one for one in seen.right()[:40] if not all(question.parts(one).values())]
    return rng.choice(more) if more and rng.random() < 0.5 else None


def slipped(question: Question, answer: str, rng: Random) -> str:
    """The answer with one slip in it: a sum a little wrong, one case, card or option another one."""
    kind = question.exercise.kind
    if kind in _OF_NUMBERS or (kind == "panel" and rng.random() < 0.5):
        changed = _miscounted(answer, rng)
        if changed != answer:
            return changed
    controls = question.controls("en")
    if controls.get("many"):
        ids = [option["id"] for option in controls["options"]]
        ticked = set(answer.split()) ^ {rng.choice(ids)}
        return " ".join(id for id in ids if id in ticked) or answer
    others = [one for one in question.wrong() if one != answer]
    if answer in question.right() and others:
        return rng.choice(others)
    parts = answer.split("; ")
    if len(parts) > 1 and others:  # one case as somebody else answers it
        other = rng.choice(others).split("; ")
        place = rng.randrange(len(parts))
        if len(other) == len(parts):
            return "; ".join([*parts[:place], other[place], *parts[place + 1 :]])
    return rng.choice(others) if others else answer


def _miscounted(answer: str, rng: Random) -> str:
    """One of its numbers, wrong by a step."""
    found = list(_NUMBER.finditer(answer))
    if not found:
        return answer
    one = rng.choice(found)
    by = rng.choice(_STEPS) * rng.choice((1, -1))
    return f"{answer[: one.start()]}{int(one[0]) + by}{answer[one.end() :]}"


def guessed(question: Question, rng: Random) -> str:
    """An answer at random: each option of several ticked or not, each case with any of its answers."""
    kind, first = question.exercise.kind, str(question.first_right)
    controls = question.controls("en")
    if kind in _OF_NUMBERS:
        return _any_number(first, rng)
    if controls.get("many"):
        ids = [option["id"] for option in controls["options"]]
        return " ".join(id for id in ids if rng.random() < 0.5) or rng.choice(ids)
    if kind == "panel":
        cases = []
        for case, offered in zip(first.split("; "), controls["options"], strict=True):
            states = [one["id"] for one in offered["answers"]]
            cases.append(
                f"{offered['id']} {rng.choice(states)}" if states else _any_number(case, rng)
            )
        return "; ".join(cases)
    others = question.wrong()
    return rng.choice(others) if others else first


def _any_number(answer: str, rng: Random) -> str:
    """An answer with other numbers in it."""
    return _NUMBER.sub(lambda found: str(int(found[0]) + 5 * rng.randint(-60, 60)), answer)


def misread(question: Question, other: Question | None, rng: Random) -> str:
    """The right answer to something else: to another position of the same making."""
    if other is None:
        return guessed(question, rng)
    return str(other.first_right)
