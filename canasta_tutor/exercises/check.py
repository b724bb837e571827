"""``canasta-tutor exercises check``: every disagreement of a file with the engine, as ``file:line``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from canasta_tutor.command_words import counted
from canasta_tutor.error_words import WRITTEN, error_text
from canasta_tutor.errors import CanastaError, ExerciseError
from canasta_tutor.exercises.exercise import Exercise, read_exercise
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import LANGUAGES


def check(exercise: Exercise) -> list[ExerciseError]:
    """What is wrong with an exercise at each of its tables."""
    found: dict[str, ExerciseError] = {}
    for rulebook in exercise.rulebooks:
        try:
            question = exercise.at(rulebook)
            question.verify()
            _try_answers(question)
        except ExerciseError as error:
            found.setdefault(str(error), error)
    return list(found.values())


def _try_answers(question: Question) -> None:
    """The right answers are accepted and the wrong ones are not, in both languages."""
    for language in LANGUAGES:
        question.controls(language)
        question.solution(language)
        answers = [(answer, True) for answer in question.right()[:50]]
        answers += [(answer, False) for answer in question.wrong()]
        for answer, right in answers:
            verdict = question.judge(answer, language)
            if verdict.right != right or not verdict.say:
                word = "right" if verdict.right else "not right"
                raise question.source.wrong(
                    f"the answer {answer!r} is judged {word} at {question.id}; the opposite is expected",
                    "answer",
                )


def files(paths: Iterable[str | Path]) -> list[Path]:
    """The Markdown files that these paths name, folders with all that is below them."""
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = [one for one in sorted(path.rglob("*.md")) if one.stem.lower() != "readme"]
            if not inside:
                raise ExerciseError(
                    "found no exercise file (.md); expected at least one", str(path)
                )
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise ExerciseError(
                "found nothing there; expected a Markdown file or a folder", str(path)
            )
    return found


def check_file(path: Path) -> list[CanastaError]:
    """What is wrong with one file."""
    try:
        return list(check(read_exercise(path)))
    except ExerciseError as error:
        return [error]


def run(paths: Iterable[str | Path], language: str = WRITTEN) -> int:
    """Check these files and folders and print what is wrong, in a language; 0 if nothing is."""
    checked = files(paths)
    errors = [error for path in checked for error in check_file(path)]
    for error in errors:
        sys.stdout.write(f"{error_text(error, language)}\n")
    left_open = sum(map(rests_on_ours, checked))
    exercises = counted("check", "exercises", len(checked), language)
    faults = counted("check", "faults", len(errors), language)
    sys.stdout.write(f"{exercises}: {faults}\n")
    if left_open:
        sys.stdout.write(f"{counted('check', 'open', left_open, language)}\n")
    return 1 if errors else 0


def rests_on_ours(path: Path) -> bool:
    """Whether the answer rests, at one of its tables, on a value that is ours: a default or a decision."""
    try:
        exercise = read_exercise(path)
        return any(exercise.at(rulebook).silent for rulebook in exercise.rulebooks)
    except ExerciseError:
        return False
