"""What a thousand seeds of every generator come to: failures, medians and chances of guessing.

    python -m tools.generators              # all, 1,000 seeds for each table and level
    python -m tools.generators take -n 50   # one, fewer seeds

A failure is a seed that gives nothing, or an exercise whose answers are not judged as they should be.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import prod
from statistics import median

from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.generators import GENERATORS, generate, parted
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook

SLOW = 50.0
"""Milliseconds that the median of a generator may take at a table and level."""


def fault(question: Question, name: str) -> str:
    """What does not hold of an exercise; nothing if all does."""
    generator = GENERATORS[name]
    if parted(question, generator, generator.apart(question.exercise.level, question.table)) < (
        generator.apart(question.exercise.level, question.table)
    ):
        return "too few beliefs part"
    if not all(question.judge(answer, "en").right for answer in question.right()):
        return "a right answer is refused"
    if any(question.judge(answer, "en").right for answer in question.wrong()):
        return "a wrong answer is accepted"
    return ""


def guessed(question: Question) -> float:
    """How likely somebody is right who only guesses."""
    parts = question.parts(question.right()[0])
    return prod(1 / max(1, question.choices(part)) for part in parts)


def row(name: str, table: str, level: int, seeds: int) -> tuple[list[str], list[float], float]:
    """Failures, milliseconds of each seed, and the chance of guessing, for one table and level."""
    failures, times, guesses = [], [], []
    for seed in range(1, seeds + 1):
        start = time.process_time()
        try:
            exercise = generate(name, Rulebook.load(table), level, seed)
        except CanastaError as error:
            failures.append(f"seed {seed}: {error}")
            continue
        finally:
            times.append((time.process_time() - start) * 1000)
        question = exercise.at()
        guesses.append(guessed(question))
        if found := fault(question, name):
            failures.append(f"seed {seed}: {found}")
    return failures, times, sum(guesses) / max(1, len(guesses))


def main(arguments: list[str] | None = None) -> int:
    """Print the table; the exit code says whether anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=list(GENERATORS))
    parser.add_argument("-n", "--seeds", type=int, default=1000)
    given = parser.parse_args(arguments)
    print("| generator | table | level | failures | median ms | chance of guessing |")
    print("|---|---|---|---|---|---|")
    offenders = []
    for name in given.names or GENERATORS:
        for table in Rulebook.names():
            for level in GENERATORS[name].levels_at(Rulebook.load(table)):
                failures, times, guess = row(name, table, level, given.seeds)
                half = median(times)
                slow = " (slow)" if half > SLOW else ""
                place = f"{name} | {table} | {level}"
                print(f"| {place} | {len(failures)} | {half:.1f}{slow} | {guess:.3f} |", flush=True)
                offenders += [f"{name} {table} {level}, {failure}" for failure in failures[:5]]
    print("\n".join(offenders))
    return 1 if offenders else 0


if __name__ == "__main__":
    sys.exit(main())
