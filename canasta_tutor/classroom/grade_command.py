"""``canasta-tutor grade``: reads a class's files, writes what follows from them, and says it in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from canasta_tutor.classroom.collecting import collect
from canasta_tutor.classroom.follow_up import write_follow_up
from canasta_tutor.classroom.grade_words import say, told
from canasta_tutor.classroom.grading import grade
from canasta_tutor.classroom.marks_files import changed, write_grades, write_marks
from canasta_tutor.classroom.misunderstood import teach_again
from canasta_tutor.classroom.quiz_files import read_quiz
from canasta_tutor.classroom.report import report
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
        follow_up = write_follow_up(quiz, teach_again(grades), out)
        page = out / "report.html"
        name = follow_up.name if follow_up else ""
        page.write_text(report(grades, language, compared, name), "utf-8")
    except OSError as error:
        raise CanastaError(
            f"{error.filename or out}: cannot be written ({error.strerror}); expected a folder for the marks"
        ) from error
    for line in told(grades, compared, language):
        print(line)
    print(say("written", language, files=", ".join(map(str, written))))
    if follow_up:
        print(say("follow_up", language, file=follow_up))
    print(say("look", language, file=page))
    return 1 if grades.problems else 0
