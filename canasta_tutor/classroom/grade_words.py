"""What grading says: its sentences, points as text, what is wrong with a file."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.classroom.collecting import Problem
from canasta_tutor.classroom.grading import Changed, Grades
from canasta_tutor.error_words import fact_text

_DECIMALS: Final = {"en": ".", "es": ","}
_PLACES: Final = 2


def sign(language: str) -> str:
    """What parts a whole number from what follows it, in a language."""
    return _DECIMALS[language]


def say(key: str, language: str, **facts: Any) -> str:
    """One of the sentences of grading."""
    words: Any = texts(language)["grading"]
    for part in key.split("."):
        words = words[part]
    return fill(str(words), language, facts)


def points_text(points: Fraction, decimal: str = ".") -> str:
    """Points with two places at most.

    >>> points_text(Fraction(25, 2)), points_text(Fraction(2, 3), ","), points_text(Fraction(7))
    ('12.5', '0,67', '7')
    """
    shown = f"{float(points):.{_PLACES}f}".rstrip("0").rstrip(".")
    return shown.replace(".", decimal)


def told(grades: Grades, compared: Sequence[Changed] | None, language: str) -> list[str]:
    """What a grading says for itself, line by line."""
    decimal = sign(language)
    mean = points_text(grades.mean, decimal)
    facts = {"n": len(grades.pupils), "mean": mean, "all": grades.quiz.points}
    lines = [say("graded", language, **facts)]
    if grades.problems:
        lines.append(say("not_counted", language, n=len(grades.problems)))
        lines += [f"    {one.file}: {problem_text(one, language)}" for one in grades.problems]
    if grades.others:
        lines.append(say("others", language, n=grades.others))
    return lines + changes(compared, language)


def changes(compared: Sequence[Changed] | None, language: str) -> list[str]:
    """Whose points have changed since the grading before; nothing where there was none."""
    if compared is None:
        return []
    if not compared:
        return [say("unchanged", language)]
    lines = [say("changed", language)]
    for one in compared:
        before, now = (points_text(n, sign(language)) for n in (one.before, one.now))
        key = "changed_one" if one.numbers else "changed_all"
        numbers = ", ".join(map(str, one.numbers))
        facts = {"pupil": one.pupil, "before": before, "now": now, "numbers": numbers}
        lines.append("    " + say(key, language, **facts))
    return lines


def problem_text(problem: Problem, language: str) -> str:
    """What is wrong with a file, in a sentence."""
    facts = dict(problem.facts)
    if "expected" in facts:
        facts["expected"] = say(f"expected.{facts['expected']}", language)
    if "reason" in facts:
        facts["reason"] = fact_text(str(facts["reason"]), language)
    return say(f"problems.{problem.kind}", language, **facts)
