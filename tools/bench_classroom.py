"""How long a class's quiz takes: 20 questions in 30 versions, chosen, then written as PDF and Moodle XML.

    python -m tools.bench_classroom            the quizzes of both kinds at one table
    python -m tools.bench_classroom club       at another

Two processors are wanted; the time of all processes together is told beside the time on the clock.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from canasta_tutor.classroom import Quiz
from canasta_tutor.classroom.exporting import export
from canasta_tutor.classroom.making import new_quiz
from canasta_tutor.classroom.quiz import KINDS
from canasta_tutor.rulebook import LANGUAGES, Rulebook

QUESTIONS: Final = 20
VERSIONS: Final = tuple(f"{number:02}" for number in range(1, 31))


def timed(name: str, work: Callable[[], object]) -> float:
    """Do it, and tell how long it took; the seconds on the clock."""
    started, used = time.perf_counter(), _used()
    work()
    seconds = time.perf_counter() - started
    print(f"    {name:24} {seconds:6.1f} s on the clock   {_used() - used:6.1f} s of work")
    return seconds


def _used() -> float:
    """Seconds that the processors have worked for this program, in all its processes."""
    each = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in each)


def measured(kind: str, book: str) -> None:
    """Measure one kind of quiz."""
    print(f"{kind}, {book}: {QUESTIONS} questions, {len(VERSIONS)} versions")
    wish = Quiz(
        title=dict.fromkeys(LANGUAGES, kind),
        rulebook=Rulebook.load(book),
        slots=(),
        versions=VERSIONS,
        kind=kind,
        seed=46,
        written=book,
        file=f"{kind}.toml",
    )
    made: list[Quiz] = []
    total = timed("chosen", lambda: made.append(new_quiz(wish, QUESTIONS)[0]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        total += timed("written: PDF, Moodle", lambda: export(made[0], ["pdf", "moodle"], folder))
        size = sum(path.stat().st_size for path in folder.iterdir())
    print(f"    together                 {total:6.1f} s on the clock; {size / 1e6:.1f} MB")


if __name__ == "__main__":
    for kind in KINDS:
        measured(kind, sys.argv[1] if len(sys.argv) > 1 else Rulebook.names()[0])
