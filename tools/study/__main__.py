"""Measures how good the tutor is with simulated learners, and writes docs/study.md.

python -m tools.study                       # everything: under an hour on two calm cores
python -m tools.study --quick               # a minute, to see that it runs; nothing is written
python -m tools.study --only order guessing # some parts, printed
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.study import diagnosis, exposure, guessing, messages, order, soundness
from tools.study.measure import QUICK, Measure, Size
from tools.study.report import report

PAGE: Final = Path(__file__).parents[2] / "docs" / "study.md"
PARTS: Final[Mapping[str, Callable[[Size], list[Measure]]]] = {
    "exposure": exposure.measures,
    "guessing": guessing.measures,
    "messages": messages.measures,
    "diagnosis": diagnosis.measures,
    "order": order.measures,
    "soundness": soundness.measures,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, write or print; 1 where a floor is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small numbers, printed only")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="only these parts, printed only")
    parser.add_argument("--learners", type=int, default=5000, help="of each profile (5,000)")
    parser.add_argument("--answers", type=int, default=20, help="learners with each belief (20)")
    parser.add_argument(
        "--sessions", type=int, default=2000, help="sessions without a belief (2,000)"
    )
    parser.add_argument("--seeds", type=int, default=5, help="seeds of each generator (5)")
    given = parser.parse_args(arguments)
    size = (
        QUICK if given.quick else Size(given.learners, given.sessions, given.answers, given.seeds)
    )
    found: list[Measure] = []
    for name in given.only or PARTS:
        start = time.monotonic()
        found += PARTS[name](size)
        print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    page = report(found, [] if given.only else soundness.sections(size))
    if given.quick or given.only:
        print(page)
    else:
        PAGE.write_text(page, "utf-8")
        print(PAGE)
    short = [one.id for one in found if any(figure.standing == "short" for figure in one.figures)]
    print("short of the floor:", ", ".join(short) or "none", file=sys.stderr)
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
