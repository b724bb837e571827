"""Quizzes as the JSON that jupyterquiz shows in a notebook, for practice: the answers can be read in the page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from canasta_tutor.classroom.asked_html import question_html, words
from canasta_tutor.classroom.pieces import Piece, pieces
from canasta_tutor.classroom.quiz import Quiz, Task
from canasta_tutor.classroom.wording import say
from canasta_tutor.exercises.prose import plain


def jupyterquiz(
    quiz: Quiz, version: str, tasks: Sequence[Task], language: str
) -> tuple[str, tuple[str, ...]]:
    """A version as jupyterquiz reads it, and the names of the questions that it cannot hold."""
    asked: list[dict[str, Any]] = []
    left = []
    for task in tasks:
        found = [one for one in pieces(task.question, language) if one.kind != "order"]
        if not found:
            left.append(f"{say('task', language, n=task.number)} ({task.id})")
        name, text = (
            say("task", language, n=task.number),
            words(question_html(task.question, language)),
        )
        for piece in found:
            said = "\n".join(filter(None, (f"{name}. {text}", plain(piece.label))))
            asked.append(
                {"question": said.replace("\n", "<br>"), **_answers(piece, task, language)}
            )
    return json.dumps(asked, ensure_ascii=False, indent=1) + "\n", tuple(left)


def _answers(piece: Piece, task: Task, language: str) -> dict[str, Any]:
    why = plain(task.question.why(language))
    if piece.kind == "number":
        wrong = [_value(number, False, plain(said)) for number, said in piece.wrong.items()]
        other = {"type": "default", "feedback": _not_that(task, language)}
        return {"type": "numeric", "answers": [_value(piece.number, True, why), *wrong, other]}
    kind = "multiple_choice" if piece.kind == "one" else "many_choice"
    return {
        "type": kind,
        "answers": [
            {
                "answer": plain(offer.label),
                "correct": offer.share == 1 if piece.kind == "one" else offer.right,
                "feedback": plain(offer.say) or why,
            }
            for offer in piece.offers
        ],
    }


def _value(number: int, correct: bool, feedback: str) -> dict[str, Any]:
    return {"type": "value", "value": number, "correct": correct, "feedback": feedback}


def _not_that(task: Task, language: str) -> str:
    return plain(task.question.hints(language)[0])
