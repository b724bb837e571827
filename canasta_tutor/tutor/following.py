"""After a wrong answer: one short exercise that tells which of two beliefs is behind it, or whether one is.

>>> from canasta_tutor.beliefs.library import library
>>> from canasta_tutor.exercises import load
>>> from canasta_tutor.exercises.diagnosing import diagnose
>>> question = load("score/out-and-beaten").at("classic")
>>> held = library()["score.mixed_as_natural"]
>>> answer = question.believing(held.mind).right()[0]
>>> follow_up(question, diagnose(question, answer)).beliefs == (held,)
True
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.collection import ids, load
from canasta_tutor.exercises.diagnosing import Diagnosis, Minds, answer_of, explain
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.exercises.generators import GENERATORS, generate
from canasta_tutor.exercises.questions import Question
from canasta_tutor.tutor.speaking import phrase
from canasta_tutor.wording import rule_name

_TWO: Final = 2
_SHORT: Final = (
    "ruling",
    "number",
    "choice",
    "cards",
    "discard",
    "order",
    "panel",
    "lay-down",
    "sheet",
)
"""Kinds that are answered quickly, the quickest first; a sheet only where nothing else tells."""
_LONG: Final = 12
"""A sheet takes as long as so many cases."""
_PROBES: Final = "probes/"
_LEVELS: Final = (1, 2, 3)


@dataclass(frozen=True)
class FollowUp:
    """An exercise on which some beliefs part, and the beliefs."""

    question: Question
    beliefs: Minds

    def outcome(self, answer: str, language: str) -> str:
        """What an answer to it tells: this belief, none of them, or nothing."""
        if self.question.judge(answer, language).right:
            return phrase(
                "follow.neither" if len(self.beliefs) == _TWO else "follow.not_it", language
            )
        for belief in self.beliefs:
            parts = explain(self.question, (belief,), answer)
            if parts and all(parts.values()):
                return phrase("follow.so", language, iff=belief.text("if", language))
        rule = rule_name(self.question.deciding[0], language)
        return phrase("follow.unclear", language, rule=rule)


def follow_up(
    question: Question, diagnosis: Diagnosis, seeds: Mapping[str, int] | None = None
) -> FollowUp | None:
    """What tells the suspected beliefs apart; None where nothing is suspected or nothing tells.

    ``seeds`` says which seeds of a generator have been used, by ``generated/name-level``.
    """
    beliefs = suspects(diagnosis)
    if not beliefs:
        return None
    found: list[tuple[int, tuple[int, int], Question]] = []
    for some in (_generated(beliefs, question, seeds or {}), _authored(beliefs, question)):
        found += [(-told, _length(one), one) for one in some if (told := _told(one, beliefs))]
        if any(told == -len(beliefs) for told, _, _ in found):
            break
    if not found:
        return None
    return FollowUp(min(found, key=lambda one: one[:2])[2], beliefs)


def suspects(diagnosis: Diagnosis) -> Minds:
    """The belief that is named, or the two that cannot be told apart."""
    if diagnosis.named is not None:
        return (diagnosis.named,)
    suspected = diagnosis.suspected[:_TWO]
    return suspected if len(suspected) == _TWO else ()


def _told(question: Question, beliefs: Minds) -> int:
    """Of how many of the beliefs the answer tells: each of them would give another one, and a wrong one."""
    answers = [answer_of(question, (belief,)) for belief in beliefs]
    if len(set(answers)) < len(answers):
        return 0
    return sum(answer is not None for answer in answers)


def _length(question: Question) -> tuple[int, int]:
    """How long it takes to answer: how many cases there are, then the kind."""
    kind = question.exercise.kind
    cases = _LONG if kind == "sheet" else len(question.controls("en").get("options", ()))
    return (0 if kind == "ruling" else cases), _SHORT.index(kind)


def _generated(beliefs: Minds, but: Question, seeds: Mapping[str, int]) -> Iterator[Question]:
    """New exercises on the rules of the beliefs, from the lower levels of the generators."""
    for name, generator in GENERATORS.items():
        if not any(belief.rule.startswith(generator.rules) for belief in beliefs):
            continue
        for level in [level for level in generator.levels if level in _LEVELS][:_TWO]:
            seed = seeds.get(f"generated/{name}-{level}", 0) + 1
            try:
                exercise = generate(name, but.rulebook, level, seed)
                if exercise.id != but.exercise.id and exercise.kind in _SHORT:
                    yield exercise.at()
            except CanastaError:
                continue


def _authored(beliefs: Minds, but: Question) -> Iterator[Question]:
    """Exercises of the course, the probes first, that teach the rules of the beliefs or stand beside this one."""
    area = but.exercise.id.partition("/")[0]
    rules, table = {belief.rule for belief in beliefs}, but.rulebook.base().id
    near = [id for id in ids() if id.startswith((_PROBES, f"{area}/")) and id != but.exercise.id]
    for exercise in _read(sorted(near, key=lambda id: not id.startswith(_PROBES))):
        about = rules & {*exercise.teaches} or exercise.id.startswith(f"{area}/")
        if about and exercise.kind in _SHORT and table in exercise.rulebooks:
            yield exercise.at(but.rulebook)


def _read(names: Collection[str]) -> Iterator[Exercise]:
    for id in names:
        try:
            yield load(id)
        except CanastaError:
            continue  # told where it stands in its lesson


__all__ = ["FollowUp", "follow_up", "suspects"]
