"""Measures how quickly the tutor finds the belief behind an answer, two beliefs together included.

    python tools/bench_diagnosis.py
    python tools/bench_diagnosis.py --each 5

Every ``--each``-th exercise of the course, with every belief of the library: as it is just after the exercise was
opened (nothing worked out yet), and once the beliefs have been asked, as while the learner was thinking.
Time is the processor's, so that what else runs on the machine does not count. Returns 1 where a bound is not kept.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from statistics import median

from canasta_tutor.exercises.collection import ids, load
from canasta_tutor.exercises.diagnosing import answer_of, diagnose, held

MOST_IN_THE_MEDIAN = 50
MOST_FOR_95_OF_100 = 150
ANSWERS = 3
"""So many beliefs' answers are diagnosed for each exercise, and one other wrong answer."""
SLOWEST = 8


def measured(exercise: str, table: str) -> list[tuple[float, float, str]]:
    """Milliseconds for each answer: nothing worked out, and everything; and where it was."""
    loaded = load(exercise)
    asked = loaded.at(table)
    beliefs = held(asked)
    own = [answer_of(asked, (one,)) for one in beliefs[:: max(1, len(beliefs) // ANSWERS)]]
    found = []
    for answer in [*own[:ANSWERS], *asked.wrong()[:1]]:
        if answer is None:
            continue
        fresh = loaded.at(table)
        opened = time.process_time()
        diagnose(fresh, answer)
        cold = time.process_time()
        again = loaded.at(table)
        held(again)
        ready = time.process_time()
        diagnose(again, answer)
        warm = time.process_time()
        found.append(((cold - opened) * 1e3, (warm - ready) * 1e3, f"{exercise} at {table}"))
    return found


def told(title: str, times: Sequence[float]) -> bool:
    """Print a row; whether the bounds are kept."""
    within = sorted(times)[int(len(times) * 0.95)]
    print(f"    {title:<28}{median(times):8.1f}{within:8.1f}{max(times):8.1f}   of {len(times):,}")
    return median(times) < MOST_IN_THE_MEDIAN and within < MOST_FOR_95_OF_100


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(description="Measure the speed of a diagnosis.")
    parser.add_argument("--each", type=int, default=1, help="only every so manieth exercise (1)")
    asked = parser.parse_args(arguments)
    rows = [
        row
        for exercise in list(ids())[:: asked.each]
        for row in measured(exercise, load(exercise).rulebooks[0])
    ]
    print("diagnosis, milliseconds: median, 95 of 100 within, slowest")
    kept = told("nothing worked out yet", [cold for cold, _, _ in rows])
    kept &= told("beliefs asked beforehand", [warm for _, warm, _ in rows])
    print("    slowest")
    for cold, warm, where in sorted(rows, reverse=True)[:SLOWEST]:
        print(f"        {where:<46}{cold:8.1f}{warm:8.1f}")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
