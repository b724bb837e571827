"""What an answer earns: the whole, nothing, or the part of it that stands."""

from __future__ import annotations

from fractions import Fraction

from canasta_tutor.exercises import Question
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.sheets import Sheet

HALF = Fraction(1, 2)
TOTAL = 2
"""So many lines of a sheet is its total worth."""


def worth(question: Question) -> int:
    """The points of a question if nothing else is said: one for each part that is judged by itself.

    A sheet has one for each line, and two for the total; a panel one for each case.
    """
    if isinstance(question, Sheet):
        return sum(_weights(question).values())
    if question.exercise.kind == "panel":
        return len(question.parts(question.right()[0]))
    return 1


def earned(question: Question, answer: str) -> Fraction:
    """The share of its points that an answer earns, from 0 to 1.

    Of a sheet and of a panel the lines that stand count. An empty line of a sheet stands for 0, but where no
    number stands nothing is earned. Where every right option is to be ticked, each wrong tick takes away what a right one gives. Another rule at a forbidden
    move, and a legal lay-down that misses its goal, earn half.
    """
    verdict = question.judge(answer, "en")
    if verdict.right:
        return Fraction(1)
    if verdict.counts == "nothing":
        return Fraction(0)
    if isinstance(question, Sheet):
        return _lines(question, answer)
    if question.exercise.kind == "panel":
        parts = question.parts(answer)
        return Fraction(sum(parts.values()), len(parts))
    if isinstance(question, Choice) and question.all:
        return _ticks(question, answer)
    return HALF if verdict.counts == "partial" else Fraction(0)


def _weights(question: Sheet) -> dict[tuple[str, str], int]:
    return {line: TOTAL if line[1] == "total" else 1 for line in question.truth}


def _lines(question: Sheet, answer: str) -> Fraction:
    weights, stands = _weights(question), question.stands(answer)
    if not any(stands[line] for line, number in question.truth.items() if number):
        return Fraction(0)
    right = sum(weight for line, weight in weights.items() if stands[line])
    return Fraction(right, sum(weights.values()))


def _ticks(question: Choice, answer: str) -> Fraction:
    ticked = answer.replace(",", " ").split()
    right, others = len(question.correct_ids), len(question.ids) - len(question.correct_ids)
    hits = sum(id in question.correct_ids for id in ticked)
    share = Fraction(hits, right) - (Fraction(len(ticked) - hits, others) if others else 0)
    return max(Fraction(0), share)
