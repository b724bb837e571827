"""Writes docs/coverage.md: for every rule the lessons, the exercises and the cases that show it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from canasta_tutor.case_files import case_paths, read_case_file
from canasta_tutor.exercises import load_all
from canasta_tutor.lesson_source import read_lesson
from canasta_tutor.rules import AREAS, RULES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "coverage.md"
EXERCISES_EACH = 3


@dataclass
class Shown:
    """Where one rule is met: lessons and exercises by name, and how many cases."""

    lessons: list[str] = field(default_factory=list)
    exercises: list[str] = field(default_factory=list)
    cases: int = 0

    def holes(self) -> Iterator[str]:
        """What the rule lacks."""
        if not self.lessons:
            yield "no lesson"
        if len(self.exercises) < EXERCISES_EACH:
            yield f"{len(self.exercises)} exercises of {EXERCISES_EACH}"
        if not self.cases:
            yield "no case"


def matrix(without: Sequence[str] = ()) -> Mapping[str, Shown]:
    """Every rule with where it is met; exercises named in ``without`` are left out."""
    shown = {path: Shown() for path in RULES}
    for source in sorted((ROOT / "notebooks" / "source").glob("*.md")):
        for rule in read_lesson(source).teaches:
            shown[rule].lessons.append(source.stem)
    for exercise in load_all().values():
        for rule in exercise.teaches if exercise.id not in without else ():
            shown[rule].exercises.append(exercise.id)
    folders = [str(ROOT / "tests" / name) for name in ("rulings", "scores")]
    for path in case_paths(folders):
        for case in read_case_file(path)[0]:
            for rule in case.rules:
                shown[rule].cases += 1
    return shown


def holes(shown: Mapping[str, Shown]) -> list[str]:
    """What is missing, a line each."""
    return [f"{path}: {hole}" for path, one in shown.items() for hole in one.holes()]


def page(shown: Mapping[str, Shown]) -> str:
    """The page: a table for each area of the rules."""
    exercises = {name for one in shown.values() for name in one.exercises}
    cases = sum(one.cases for one in shown.values())
    lines = [
        "# Where every rule is met",
        "",
        "Made by `python -m tools.coverage`; a test compares it. A rule is taught in a lesson, exercised at least",
        f"{EXERCISES_EACH} times, and shown by a case that anybody can correct (tests/rulings, tests/scores).",
        "",
        f"{len(shown)} rules, {len(exercises)} exercises, {cases} times a rule is shown by a case.",
    ]
    for area in AREAS:
        lines += [
            "",
            f"## {area}",
            "",
            "| rule | lessons | exercises | cases |",
            "|---|---|---|---|",
        ]
        for path, one in shown.items():
            if path.partition(".")[0] == area:
                taught = ", ".join(name[:2] for name in one.lessons) or "–"
                lines.append(f"| `{path}` | {taught} | {len(one.exercises)} | {one.cases} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page; list what is missing."""
    shown = matrix()
    PAGE.write_text(page(shown), "utf-8")
    missing = holes(shown)
    for hole in missing:
        print(hole)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
