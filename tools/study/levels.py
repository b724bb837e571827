"""Whether a higher level is harder: how many of the same learners answer a generator's exercises wrongly, level by level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.exercises.generators import GENERATORS
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook
from tools.study.bank import Place
from tools.study.measure import Size, share, spread

SLIP: Final = 0.08
"""How often a part of an answer is not what its giver thinks."""
RISES: Final = 0.8
"""Where levels and wrong answers rise together as much as this, the level means something."""
_FEW: Final = 3
"""Of fewer levels no order is asked."""
_HOW: Final = (
    "Of learners who each hold one belief about what a generator is about, all alike often and the same at each level, and "
    "who slip in {slip:.0%} of the parts of an answer: how many answer wrongly; {seeds} seeds at each table that has all levels; "
    "and how much it rises with the level (Spearman's rank correlation)."
)


def missed(question: Question, beliefs: Sequence[Belief]) -> float:
    """How many of all who hold one of these beliefs each answer wrongly: whom the belief leads there, and who slips."""
    slips = 1 - (1 - SLIP) ** len(question.parts(str(question.first_right)))
    led = sum(answer_of(question, (belief,)) is not None for belief in beliefs)
    return share(led + (len(beliefs) - led) * slips, len(beliefs))


def rank_correlation(levels: Sequence[int], found: Sequence[float]) -> float:
    """Spearman's: 1 where both rise together, -1 where one falls.

    >>> rank_correlation([2, 3, 4], [0.2, 0.4, 0.3])
    0.5
    """
    first, second = _ranks(levels), _ranks(found)
    mean = (len(levels) + 1) / 2
    together = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    alone = [sum((one - mean) ** 2 for one in ranks) for ranks in (first, second)]
    return round(share(together, (alone[0] * alone[1]) ** 0.5), 2)


def _ranks(values: Sequence[float]) -> list[float]:
    """The place of each value, the smallest first; equal ones share their places."""
    return [
        sum(other < one for other in values) + (sum(other == one for other in values) + 1) / 2
        for one in values
    ]


def _missed_at(place: Place) -> float | None:
    question = place.question()
    if question is None:
        return None
    generator = GENERATORS[place.exercise]
    beliefs = [
        one for one in generator.beliefs_at(question.rulebook) if one.fits(question.rulebook)
    ]
    return missed(question, beliefs)


def by_level(name: str, found: Mapping[Place, float]) -> dict[int, float]:
    """The share of wrong answers by level, over the tables that have all levels of the generator."""
    levels = {table: GENERATORS[name].levels_at(Rulebook.load(table)) for table in Rulebook.names()}
    most = max(map(len, levels.values()))
    whole = [table for table, some in levels.items() if len(some) == most]
    shares: dict[int, float] = {}
    for level in levels[whole[0]]:
        some = [
            value
            for place, value in found.items()
            if place.exercise == name and place.level == level and place.table in whole
        ]
        if some:
            shares[level] = sum(some) / len(some)
    return shares


def levels(size: Size) -> list[str]:
    """The section of the page: wrong answers by level, and whether they rise with it."""
    names = [name for name, one in GENERATORS.items() if len(one.levels) >= _FEW]
    names = names[: None if size.each == 1 else 1]
    places = [
        Place(name, table, level, seed)
        for name in names
        for table in Rulebook.names()
        for level in GENERATORS[name].levels_at(Rulebook.load(table))
        for seed in range(1, size.seeds + 1)
    ]
    looked = spread(_missed_at, places, size, chunk=8)
    found = {place: value for place, value in zip(places, looked, strict=True) if value is not None}
    lines = [
        "## Levels",
        "",
        _HOW.format(slip=SLIP, seeds=size.seeds),
        "",
        "| generator | 1 | 2 | 3 | 4 | 5 | rises |",
        "|---|---|---|---|---|---|---|",
    ]
    rising = []
    for name in names:
        shares = by_level(name, found)
        if len(shares) < _FEW:
            continue
        rises = rank_correlation(list(shares), list(shares.values()))
        rising.append(rises >= RISES)
        cells = [f"{shares[level]:.0%}" if level in shares else "" for level in range(1, 6)]
        mark = "" if rises >= RISES else " (short)"
        lines.append(f"| `{name}` | {' | '.join(cells)} | {rises:.1f}{mark} |")
    return [*lines, "", f"{sum(rising)} of {len(rising)} rise by {RISES} or more.", ""]
