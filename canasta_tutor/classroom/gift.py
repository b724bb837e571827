"""Quizzes as GIFT: text only, one question for each thing that is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from canasta_tutor.classroom.asked_html import question_html, words
from canasta_tutor.classroom.moodle import percent
from canasta_tutor.classroom.pieces import Piece, pieces
from canasta_tutor.classroom.quiz import Quiz, Task
from canasta_tutor.classroom.wording import say
from canasta_tutor.exercises.prose import plain

_SPECIAL: Final = re.compile(r"([\\~=#{}:])")


def gift(
    quiz: Quiz, version: str, tasks: Sequence[Task], language: str
) -> tuple[str, tuple[str, ...]]:
    """A version as GIFT, and the names of the questions that it cannot hold."""
    name = f"{quiz.text(language)} · {say('version', language, version=version)}"
    blocks, left = [f"$CATEGORY: $course$/top/{name.replace('/', '//')}"], []
    for task in tasks:
        found = pieces(task.question, language)
        if not found:
            left.append(f"{say('task', language, n=task.number)} ({task.id})")
        asked = words(question_html(task.question, language))
        for number, piece in enumerate(found, 1):
            part = f".{number}" if len(found) > 1 else ""
            title = f"{version}{task.number:02}{part} {plain(task.question.title(language))}"
            blocks.append(_question(task, title, f"{part}", asked, piece, language))
    return "\n\n".join(blocks) + "\n", tuple(left)


def _question(task: Task, title: str, part: str, asked: str, piece: Piece, language: str) -> str:
    tags = "".join(f" [tag:{rule}]" for rule in task.question.exercise.teaches)
    label = plain(piece.label)
    text = "\n".join(filter(None, (asked, label)))
    if piece.kind == "order":
        text += "\n" + say("order", language)
    why = plain(task.question.why(language))
    return (
        f"// [id:{task.id}{part}]{tags}\n::{_escaped(title)}::{_escaped(text)} {{\n"
        f"{_answers(piece, language)}\n####{_escaped(why)}\n}}"
    )


def _answers(piece: Piece, language: str) -> str:
    if piece.kind == "number":
        lines = [f"=%100%{piece.number}:0"]
        lines += [
            f"=%0%{number}:0 #{_escaped(plain(said))}" for number, said in piece.wrong.items()
        ]
        return "#" + "\n".join(lines)
    if piece.kind == "order":
        places = (say("place", language, n=place) for place in range(1, len(piece.offers) + 1))
        pairs = zip(piece.offers, places, strict=True)
        return "\n".join(
            f"={_escaped(plain(one.label))} -> {_escaped(place)}" for one, place in pairs
        )
    lines = []
    for offer in piece.offers:
        mark = "=" if piece.kind == "one" and offer.share == 1 else f"~%{percent(offer.share)}%"
        said = f" #{_escaped(plain(offer.say))}" if offer.say else ""
        lines.append(f"{mark}{_escaped(plain(offer.label))}{said}")
    return "\n".join(lines)


def _escaped(text: str) -> str:
    r"""Text with GIFT's own signs marked; an arrow would part a pair.

    >>> _escaped("a = b: {c}")
    'a \\= b\\: \\{c\\}'
    """
    lines = _SPECIAL.sub(r"\\\1", text.replace("->", "→")).split("\n")
    return r"\n".join(lines)
