"""A whole exercise as plain text, with all that its author wants to read again: answers, reasons, hints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from canasta_tutor.catalogue import texts
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.exercises.prose import plain
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.wording import rule_name

TEXTS: Final = {
    "en": {
        "teaches": "Rules: {rules}",
        "position": "Position",
        "options": "Options",
        "reasons": "Said to a wrong answer",
        "right": "Right",
        "also": "Also right, among {count} in all",
        "hint": "Hint {n}",
        "why": "Why",
    },
    "es": {
        "teaches": "Reglas: {rules}",
        "position": "Posición",
        "options": "Opciones",
        "reasons": "Lo que se dice a una respuesta equivocada",
        "right": "Correcto",
        "also": "También vale, entre {count} en total",
        "hint": "Pista {n}",
        "why": "Por qué",
    },
}
_ALSO: Final = 3
"""So many further right answers are shown."""
_MANY_WAYS: Final = ("cards", "lay-down")
"""Kinds whose right answers may be many, and are moves or cards that a reader understands."""


def exercise_text(exercise: Exercise, language: str) -> str:
    """The exercise at each of its tables. Raises ExerciseError where it cannot be asked.

    >>> from canasta_tutor.exercises import load
    >>> print(exercise_text(load("pile/under-three-cards"), "en").splitlines()[0])
    # Who finds this pile frozen?
    """
    return "\n\n".join(question_text(exercise.at(book), language) for book in exercise.rulebooks)


def question_text(question: Question, language: str) -> str:
    """An exercise at one table, with all that its author or a teacher wants to read again."""
    words = TEXTS[language]
    hints = [
        (words["hint"].format(n=number), [hint])
        for number, hint in enumerate(question.hints(language), 1)
    ]
    parts = [
        ("", _head(question, language)),
        (words["position"], list(_position(question.source.data))),
        (words["options"], list(_options(question, language))),
        (words["right"], [*question.solution(language)]),
        (words["also"].format(count=len(question.right())), _also(question)),
        (words["reasons"], list(_reasons(question, language))),
        *hints,
        (words["why"], [question.why(language)]),
    ]
    return "\n\n".join(_part(title, said) for title, said in parts if said)


def _part(title: str, said: list[str]) -> str:
    lines = [line for text in said for line in plain(text).splitlines()]
    if not title:
        return "\n".join(["# " + lines[0], *lines[1:]])
    return "\n".join([f"{title}:", *(f"    {line}" for line in lines)])


def _head(question: Question, language: str) -> list[str]:
    """The question, where it is asked, and what it is about."""
    exercise = question.exercise
    level = phrase("level", language, n=exercise.level)
    rules = ", ".join(rule_name(rule, language) for rule in exercise.teaches)
    note = phrase("silent_note", language) if question.silent else ""
    said = [
        question.title(language),
        f"{question.asked_at(language)} · {kind_name(exercise.kind, language)} · {level}",
        TEXTS[language]["teaches"].format(rules=rules),
        question.text(language),
        note,
    ]
    return [text for text in said if text]


def kind_name(kind: str, language: str) -> str:
    """What a kind of exercise is called.

    >>> kind_name("sheet", "es")
    'hoja de puntos'
    """
    return str(texts(language)["exercise_kinds"][kind])


def _position(data: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The position as it is written, one field to a line."""
    fields = data.get("position", data.get("setup", {})) if not path else data
    for key, value in fields.items():
        if isinstance(value, Mapping):
            yield from _position(value, f"{path}{key}.")
        else:
            shown = ", ".join(map(str, value)) if isinstance(value, list) else value
            yield _code(f"{path}{key} = {shown}")


def _options(question: Question, language: str) -> Iterator[str]:
    """What can be chosen, beyond the hand; right options of a choice are crossed."""
    controls = question.controls(language)
    if "from" in question.exercise.answer:
        yield " ".join(controls["cards"])
    for option in controls.get("options", ()):
        right = " ".join(question.right()).split()
        mark = ("[x] " if option["id"] in right else "[ ] ") if _is_choice(question) else "- "
        yield _code(mark + plain(option["label"]))
    offered = [
        answer for option in controls.get("options", ()) for answer in option.get("answers", ())
    ]
    for label in dict.fromkeys(answer["label"] for answer in offered):
        yield _code(f"  · {plain(label)}")


def _also(question: Question) -> list[str]:
    """Some of the right answers that the solution does not show."""
    if question.exercise.kind not in _MANY_WAYS:
        return []
    return [_code(answer) for answer in question.right()[1 : 1 + _ALSO]]


def _reasons(question: Question, language: str) -> Iterator[str]:
    """What its author says to wrong answers; of a choice, what the engine says as well."""
    if _is_choice(question):
        right = " ".join(question.right()).split()
        beside = right if question.controls(language)["many"] else []
        wrong = [id for id in question.option_ids() if id not in right]
        said = {id: question.judge(" ".join([*beside, id]), language).say[-1] for id in wrong}
    else:
        said = {id: question.reason(id, language) for id in question.option_ids()}
    for id, reason in said.items():
        if reason:
            yield f"({id}) {reason}"


def _is_choice(question: Question) -> bool:
    return question.exercise.kind == "choice"


def _code(text: str) -> str:
    """Text that is shown as it stands, not read as Markdown."""
    return f"```\n{text}\n```"
