"""Measures how quickly a class is graded: 300 hand-ins of 20 answers, marks, report and files together.

    python tools/bench_grading.py
    python tools/bench_grading.py --versions 30

Every pupil holds one belief of a few or none, and now and then leaves a question empty. With ``--versions`` the same pupils
have other numbers: each question of each version must be made anew, and put to every belief. Returns 1 where the bound
is not kept.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from canasta_tutor.classroom import write_quiz
from canasta_tutor.classroom.grade_command import run
from canasta_tutor.classroom.handins import file_name, write_hand_in
from canasta_tutor.exercises.generators import GENERATORS
from tests.school import class_quiz, handed_in

PUPILS = 300
MOST_SECONDS = 5.0
BELIEFS = ("", "", "score.mixed_as_natural", "value.joker_as_two", "words.frozen", "value.two_low")
ASKED = ("sheet", "canasta", "minimum", "red_threes", "frozen", "take", "lay_down", "going_out")
QUESTIONS = 20


def places() -> list[tuple[str, int, int]]:
    """The places of the quiz: every generator in turn, at rising levels."""
    found = []
    for number in range(QUESTIONS):
        name = ASKED[number % len(ASKED)]
        levels = GENERATORS[name].levels
        found.append((name, levels[min(number // len(ASKED), len(levels) - 1)], 2))
    return found


def worked() -> float:
    """Seconds that the processors have worked for this program, in all its processes."""
    own = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in own)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 where the bound is not kept."""
    parser = argparse.ArgumentParser(description="Measure how quickly a class is graded.")
    parser.add_argument("--versions", type=int, default=1, help="of the quiz (1)")
    parser.add_argument("--pupils", type=int, default=PUPILS, help=f"in the class ({PUPILS})")
    asked = parser.parse_args(arguments)
    quiz, chance = class_quiz(asked.versions, places()), random.Random(46)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        file = place / "quiz.toml"
        file.write_text(write_quiz(quiz), "utf-8")
        (place / "in").mkdir()
        models = {
            (version, belief): handed_in(quiz, version, "", belief)
            for version in quiz.versions
            for belief in dict.fromkeys(BELIEFS)
        }
        for number in range(asked.pupils):
            version = quiz.versions[number % len(quiz.versions)]
            model = models[version, chance.choice(BELIEFS)]
            answers = tuple(
                replace(one, answer="", at="") if chance.random() < 0.05 else one
                for one in model.answers
            )
            hand_in = replace(model, pupil=f"Pupil {number:03}", answers=answers)
            (place / "in" / file_name(hand_in)).write_text(write_hand_in(hand_in), "utf-8")
        started, used = time.perf_counter(), worked()
        with redirect_stdout(StringIO()):
            run([place / "in"], file, place / "out", "en")
        seconds, work = time.perf_counter() - started, worked() - used
    print(
        f"{asked.pupils} hand-ins of {QUESTIONS} answers, {asked.versions} versions: "
        f"{seconds:.1f} s on the clock, {work:.1f} s of work"
    )
    return int(seconds > MOST_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
