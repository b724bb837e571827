"""What a thousand seeds of every generator come to: failures, medians and chances of guessing.

    python -m tools.generators              # all, 1,000 seeds for each table and level
    python -m tools.generators take -n 50   # one, fewer seeds
    python -m tools.generators --spread     # 1,000 seeds for each table, shared out among its levels

A failure is a seed that gives nothing, or an exercise of which something does not hold that is promised of all: the engine
accepts it and gives the key; right answers are judged right and wrong ones wrong; enough beliefs part; nothing is the answer
to a number; both languages say the same cards, numbers and facts, are whole, short, and give no answer away before
it is given. Of every ``LADDER``-th seed the whole ladder of hints is looked at, too.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from statistics import median

from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.exercise import check_in_step
from canasta_tutor.exercises.generators import GENERATORS, generated
from canasta_tutor.exercises.ladder import BUILT, rung
from canasta_tutor.exercises.leaking import gives_away
from canasta_tutor.exercises.prose import plain
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.solved import line_by_line
from canasta_tutor.rulebook import LANGUAGES, Rulebook

SLOW = 20.0
"""Milliseconds that the median of a generator may take at a table and level."""
LADDER = 25
MOST_WORDS = 60
MOST_CARDS = 15
SELDOM = 0.1
"""Whoever only guesses is right no oftener than this, in three quarters of what a generator makes."""
_LEFT_OVER = re.compile(r"[{}]|\['|\bNone\b|\[\[\]\]")
_CARDS = re.compile(r"\[\[.*?\]\]")


@dataclass
class Row:
    """What was found for one generator, table and level."""

    failures: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """Milliseconds of each seed."""
    guesses: list[float] = field(default_factory=list)
    """How likely somebody is right who only guesses."""
    unsettled: int = 0
    """How many ask what the table's own rules leave open."""

    def __str__(self) -> str:
        half = median(self.times)
        found = max(1, len(self.guesses))
        cells = (
            f"{len(self.times)}",
            f"{len(self.failures)}",
            f"{half:.1f}" + (f" (NOT kept: at most {SLOW:.0f})" if half > SLOW else ""),
            f"{sum(self.guesses) / found:.3f}",
            f"{sum(guess <= SELDOM for guess in self.guesses) / found:.0%}",
            f"{self.unsettled / found:.0%}",
        )
        return " | ".join(cells)


HEAD = "| generator | table | level | seeds | failures | median ms | chance of guessing | seldom guessed | left open |"


def faults(question: Question, ladder: bool) -> Iterator[str]:
    """What does not hold of an exercise."""
    right = question.right()
    if not right or not all(question.judge(answer, "en").right for answer in right):
        yield "a right answer is refused"
    if any(question.judge(answer, "es").right for answer in question.wrong()):
        yield "a wrong answer is accepted"
    if right and right[0] == "0":
        yield "the answer is nothing"
    try:
        check_in_step(question.source)
        question.verify()
    except CanastaError as error:
        yield str(error)
    if any(len(hand.split()) > MOST_CARDS for hand in hands(question)):
        yield "too many cards in a hand"
    for language in LANGUAGES:
        yield from (f"{language}: {fault}" for fault in unsaid(question, language))
        if ladder:
            yield from (f"{language}: {fault}" for fault in unsafe(question, language))


def hands(question: Question) -> Iterator[str]:
    """The hands that are shown, the options' own among them."""
    data = question.source.data
    for block in (data.get("position", {}), *question.exercise.options.values()):
        if isinstance(block, dict) and isinstance(block.get("hand"), str):
            yield block["hand"]


def unsaid(question: Question, language: str) -> Iterator[str]:
    """What is wrong with the words."""
    half = question.half(language)
    title, text, why = (say(language) for say in (question.title, question.text, question.why))
    hints = question.hints(language)
    options = [question.label(id, language) for id in half.options]
    options += [question.reason(id, language) for id in half.options]
    worked = (*question.solution(language), *line_by_line(question, language))
    said = (title, text, why, *hints, *options, *worked)
    if not (title and text and why and 2 <= len(hints) <= 3):
        yield "something is not said"
    for one in said:
        if _LEFT_OVER.search(one):
            yield f"not filled in: {one}"
    if len(plain(_CARDS.sub("", f"{title} {text}")).split()) > MOST_WORDS:
        yield "too many words"
    if any(re.search(r"\d|\[\[", hint) or gives_away(question, hint) for hint in hints):
        yield "a hint gives the answer away"


def unsafe(question: Question, language: str) -> Iterator[str]:
    """What is wrong with the steps that the engine adds to the hints."""
    first = len(question.hints(language)) + 1
    for number in range(first, first + BUILT):
        step = "\n\n".join(rung(question, number, language).say)
        if not plain(step).strip() or _LEFT_OVER.search(step):
            yield f"step {number} is not whole: {step}"
        if gives_away(question, step):
            yield f"step {number} gives the answer away: {step}"


def guessed(question: Question) -> float:
    """How likely somebody is right who only guesses."""
    parts = question.parts(question.right()[0])
    return prod(1 / max(1, question.choices(part)) for part in parts)


def filled(name: str, table: str, level: int, seeds: range) -> Row:
    """What comes of these seeds at one table and level."""
    row = Row()
    for seed in seeds:
        start = time.process_time()
        try:
            question = generated(name, Rulebook.load(table), level, seed)
            row.times.append((time.process_time() - start) * 1000)
            found = list(faults(question, seed % LADDER == 0))
        except CanastaError as error:
            question, found = None, [str(error)]
        if question is not None:
            row.guesses.append(guessed(question))
            row.unsettled += bool(question.silent)
        row.failures += [f"seed {seed}: {'; '.join(found)}"] if found else []
    return row


def main(arguments: list[str] | None = None) -> int:
    """Print the table; the exit code says whether anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=list(GENERATORS))
    parser.add_argument("-n", "--seeds", type=int, default=1000)
    parser.add_argument("--spread", action="store_true", help="share the seeds among the levels")
    given = parser.parse_args(arguments)
    print(HEAD)
    print("|---" * HEAD.count(" | ") + "|---|")
    offenders = []
    for name in given.names or GENERATORS:
        for table in Rulebook.names():
            levels = GENERATORS[name].levels_at(Rulebook.load(table))
            for level in levels:
                seeds = -(-given.seeds // len(levels)) if given.spread else given.seeds
                row = filled(name, table, level, range(1, seeds + 1))
                print(f"| {name} | {table} | {level} | {row} |", flush=True)
                for failure in row.failures[:5]:
                    offenders.append(f"{name} {table} {level}, {failure}")
                    print(offenders[-1], flush=True)
    return 1 if offenders else 0


if __name__ == "__main__":
    sys.exit(main())
