"""A quiz read again: a version as text, and every version asked anew."""

from __future__ import annotations

from functools import partial

from canasta_tutor.classroom.quiz import Quiz, Task
from canasta_tutor.classroom.wording import say
from canasta_tutor.classroom.working import Heard, each
from canasta_tutor.exercises.as_text import question_text


def version_text(quiz: Quiz, version: str, language: str) -> str:
    """A version with its answers, for the teacher."""
    asked = (
        f"{task_name(task, language)}\n{question_text(task.question, language)}"
        for task in quiz.tasks(version)
    )
    return "\n\n".join([head(quiz, version, language), *asked])


def head(quiz: Quiz, version: str, language: str) -> str:
    """Title, version, how many questions and points."""
    facts = {"version": version, "questions": len(quiz.slots), "points": quiz.points}
    return f"{quiz.text(language)} · {say('head', language, **facts)}"


def task_name(task: Task, language: str) -> str:
    """What a question is called: its number and its points."""
    worth = say("worth", language, points=task.points)
    return f"{say('task', language, n=task.number)} · {worth}"


def ask_all(quiz: Quiz, heard: Heard | None = None) -> None:
    """Ask every question of every version. Raises ExerciseError for the first that cannot be asked."""
    each(partial(_asked, quiz), list(quiz.versions), heard)


def _asked(quiz: Quiz, version: str) -> int:
    return len(quiz.tasks(version))
