"""``canasta-tutor grade``: reads a class's files, writes what follows from them, and says it in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from canasta_tutor.classroom.collecting import Problem, collect
from canasta_tutor.classroom.grading import Grades, grade
from canasta_tutor.classroom.marks_files import (
    DECIMALS,
    Changed,
    changed,
    points_text,
    say,
    write_grades,
    write_marks,
)
from canasta_tutor.classroom.quiz_files import read_quiz
from canasta_tutor.errors import CanastaError


def run(
    folders: Sequence[Path], quiz_file: Path, out: Path, language: str, delimiter: str = ""
) -> int:
    """Grade these folders and print what was done; 1 where a file needs a look."""
    if len(delimiter) > 1:
        raise CanastaError(f"--delimiter: found {delimiter!r}; expected one sign, such as ;")
    quiz = read_quiz(quiz_file)
    grades = grade(quiz, collect(folders))
    try:
        out.mkdir(parents=True, exist_ok=True)
        compared = changed(grades, out)
        written = write_marks(grades, out, language, delimiter)
        write_grades(grades, out)
    except OSError as error:
        raise CanastaError(
            f"{error.filename or out}: cannot be written ({error.strerror}); expected a folder for the marks"
        ) from error
    for line in told(grades, compared, language):
        print(line)
    print(say("written", language, files=", ".join(map(str, written))))
    return 1 if grades.problems else 0


def told(grades: Grades, compared: Sequence[Changed] | None, language: str) -> list[str]:
    """What a grading says for itself, line by line."""
    decimal = DECIMALS[language]
    mean = points_text(grades.mean, decimal)
    facts = {"n": len(grades.pupils), "mean": mean, "all": grades.quiz.points}
    lines = [say("graded", language, **facts)]
    if grades.problems:
        lines.append(say("not_counted", language, n=len(grades.problems)))
        lines += [f"    {one.file}: {problem_text(one, language)}" for one in grades.problems]
    if grades.others:
        lines.append(say("others", language, n=grades.others))
    return lines + changes(compared, language)


def changes(compared: Sequence[Changed] | None, language: str) -> list[str]:
    """Whose points have changed since the grading before; nothing where there was none."""
    if compared is None:
        return []
    if not compared:
        return [say("unchanged", language)]
    lines = [say("changed", language)]
    for one in compared:
        before, now = (points_text(n, DECIMALS[language]) for n in (one.before, one.now))
        key = "changed_one" if one.numbers else "changed_all"
        numbers = ", ".join(map(str, one.numbers))
        facts = {"pupil": one.pupil, "before": before, "now": now, "numbers": numbers}
        lines.append("    " + say(key, language, **facts))
    return lines


def problem_text(problem: Problem, language: str) -> str:
    """What is wrong with a file, in a sentence."""
    facts = dict(problem.facts)
    if "expected" in facts:
        facts["expected"] = say(f"expected.{facts['expected']}", language)
    return say(f"problems.{problem.kind}", language, **facts)
