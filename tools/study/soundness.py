"""Whether the engine counts as others do (M23), how quick the tutor is, and whether what it keeps is kept."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

from canasta_tutor.case_files import read_case_file
from canasta_tutor.cases import check
from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises.collection import ids, load
from canasta_tutor.exercises.generators import GENERATORS
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.store import Store
from canasta_tutor.tutor.tutor import Tutor
from tools.bench_diagnosis import measured
from tools.generators import Row, filled
from tools.study.levels import levels
from tools.study.measure import Figure, Measure, Size, share, spread
from tools.study.second_opinion import reckoned_twice

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "tests" / "scores" / "examples.md"
KILLED: Final = (
    "tests/test_store.py::test_what_was_acknowledged_survives_kill_9_of_one_of_two_writers"
)


_DEALS: Final = 40
"""So many random deals of each rulebook for each learner of a profile."""


def second_opinion(size: Size) -> Measure:
    """M23: the worked examples and the probes, worked out without this engine; random deals, reckoned by another program."""
    cases, broken = read_case_file(EXAMPLES)
    wrong = [f"example {case.name}: {line}" for case in cases for line in check(case)]
    probes = [id for id in ids() if id.startswith("probes/")]
    for id in probes:
        exercise = load(id)
        for table in exercise.rulebooks:
            try:
                exercise.at(table).verify()
            except ExerciseError as error:
                wrong.append(str(error))
    deals, differ = reckoned_twice(size, _DEALS * size.learners)
    tried = len(cases) + len(probes) + deals
    return Measure(
        "M23",
        "second opinion",
        f"{len(cases)} worked score sheets and {len(probes)} probes, reckoned by hand before there was an engine; what each "
        f"belief answers to its probe is tested too. Sheets and minimums of {deals:,} random deals, reckoned by a second program "
        "that was written from the documents' figures and shares nothing with the engine (`tools/study/reckoner.py`).",
        (Figure("equal", 1 - share(len(wrong) + len(broken) + len(differ), tried), 1, 1, 1),),
        [*wrong, *differ],
    )


def speed(size: Size) -> list[str]:
    """Milliseconds of the processor: a diagnosis just after opening and after thinking, keeping an answer."""
    every = list(ids())[:: 4 * size.each]
    times = [one for id in every for one in measured(id, load(id).rulebooks[0])]
    kept = recording(every[:20])
    rows = {
        "diagnosis, exercise just opened": [cold for cold, _, _ in times],
        "diagnosis, beliefs asked before": [warm for _, warm, _ in times],
        "an answer judged, diagnosed and kept on the disk": kept,
    }
    lines = ["## Speed", "", "Milliseconds of one processor.", ""]
    lines += ["| | median | 95 of 100 within | slowest | of |", "|---|---|---|---|---|"]
    for name, some in rows.items():
        within = sorted(some)[int(len(some) * 0.95)]
        lines.append(
            f"| {name} | {median(some):.1f} | {within:.1f} | {max(some):.1f} | {len(some)} |"
        )
    return [*lines, ""]


def recording(exercises: Sequence[str]) -> list[float]:
    """Milliseconds until an answer is judged, diagnosed and on the disk."""
    times = []
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "progress.sqlite3") as store:
        for id in exercises:
            question = load(id).at()
            tutor = Tutor(question.rulebook, "en", store)
            for given in (question.right()[0], *question.wrong()[:1]):
                start = time.process_time()
                tutor.judged(question, given, question.judge(given, "en"))
                times.append((time.process_time() - start) * 1000)
    return times


def _row(place: tuple[str, str, int, int]) -> Row:
    name, table, level, seeds = place
    return filled(name, table, level, range(1, seeds + 1))


def generators(size: Size) -> list[str]:
    """Every generator at every table and level: failures, speed, chance of guessing."""
    names = list(GENERATORS)[: None if size.each == 1 else 1]
    places = [
        (name, table, level, size.seeds)
        for name in names
        for table in Rulebook.names()
        for level in GENERATORS[name].levels_at(Rulebook.load(table))
    ]
    found = spread(_row, places, size)
    lines = [
        "## Generators",
        "",
        f"{size.seeds} seeds at each table and level; `python -m tools.generators` tries a thousand.",
        "",
        "| generator | tried | failures | median ms | chance of guessing |",
        "|---|---|---|---|---|",
    ]
    for name in names:
        own = [one for place, one in zip(places, found, strict=True) if place[0] == name]
        failures = [line for one in own for line in one.failures]
        times = [spent for one in own for spent in one.times]
        guesses = [guess for one in own for guess in one.guesses]
        chance = sum(guesses) / max(1, len(guesses))
        lines.append(
            f"| `{name}` | {len(times)} | {len(failures)} | {median(times):.1f} | {chance:.3f} |"
        )
        lines += [f"| {failure} | | | | |" for failure in failures[:3]]
    return [*lines, ""]


def killed() -> list[str]:
    """Whether what was acknowledged survives the end of a writer at any moment."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", KILLED]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = (
        "nothing that was acknowledged was lost" if ran.returncode == 0 else "**answers were lost**"
    )
    return ["## Two writers, one killed", "", f"In `{KILLED}`: {said}.", ""]


def measures(size: Size) -> list[Measure]:
    """M23."""
    return [second_opinion(size)]


def sections(size: Size) -> list[str]:
    """Generators, their levels, speed, the killed writer."""
    return [*generators(size), *levels(size), *speed(size), *killed()]
