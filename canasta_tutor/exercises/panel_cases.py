"""The cases of a panel, as their author writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from canasta_tutor.errors import nearest
from canasta_tutor.exercises.options import own_fields
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.rules import RULES

FIELDS: Final = ("is", "states", "move", "correct", "rule")
"""What a case may hold beside fields of the position and a bait."""
_MOVE: Final = "{move}"


@dataclass(frozen=True)
class Case:
    """One case: a quantity, or named answers with what makes each of them true."""

    quantity: str = ""
    states: Mapping[str, str] | None = None
    """Named answers and their statements; empty ones where the engine has none."""
    typed: str | None = None
    """The author's own key."""
    rule: str = ""
    """The rule that decides it; the exercise's first one if none is named."""


def read_case(question: Question, id: str) -> Case:
    """A case as it is written. Raises ExerciseError."""
    asked = question.exercise.options.get(id)
    if not isinstance(asked, Mapping):
        raise question.wrong_key(
            f"found {asked!r} for ({id}); expected a block [options.{id}]", "options", id
        )
    fields = own_fields(asked)
    for key in ("is", "move", "rule"):
        if not isinstance(fields.get(key, ""), str):
            raise question.wrong_key(
                f"found {fields[key]!r}; expected a text in quotes", "options", id, key
            )
    rule, correct = fields.get("rule", ""), question.at_table(fields.get("correct"))
    if rule and rule not in RULES:
        expected = f"expected the path of a rule{nearest(rule, RULES)}"
        raise question.wrong_key(f"found {rule!r}; {expected}", "options", id, "rule")
    typed = None if correct is None else str(correct)
    if "is" not in fields:
        return Case("", _named(question, id, fields, typed), typed, rule)
    for other in ("states", "move"):
        if other in fields:
            raise question.wrong_key(
                "found it beside a quantity; expected one or the other", "options", id, other
            )
    return Case(fields["is"], None, typed, rule)


def _named(
    question: Question, id: str, fields: Mapping[str, Any], typed: str | None
) -> Mapping[str, str]:
    """The named answers of a case with their statements, its move put in."""
    states, move = _states(question, id, fields), fields.get("move", "")
    if bool(move) != any(_MOVE in state for state in states.values()):
        expected = f"expected a move where, and only where, a statement has {_MOVE}"
        raise question.wrong_key(f"found {move!r}; {expected}", "options", id, "move")
    if typed is not None and typed not in states:
        expected = f"expected one of {', '.join(states)}{nearest(typed, states)}"
        raise question.wrong_key(f"found {typed!r}; {expected}", "options", id, "correct")
    return {name: state.replace(_MOVE, move) for name, state in states.items()}


def _states(question: Question, id: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """The named answers of a case, its own or those of all."""
    path = ("options", id, "states") if "states" in fields else ("answer", "states")
    given = fields.get("states", question.exercise.answer.get("states"))
    pairs = list(given.items()) if isinstance(given, Mapping) else []
    if isinstance(given, list):
        pairs = [(name, "") for name in given]
    if len(pairs) < 2:
        expected = "expected a quantity, or two or more named answers"
        raise question.wrong_key(f"found {given!r} for ({id}); {expected}", *path)
    for name, state in pairs:
        if not isinstance(state, str) or not re.fullmatch(r"\w+", str(name)):
            expected = "expected a word and a statement in quotes"
            raise question.wrong_key(f"found {name} = {state!r}; {expected}", *path)
        for language in LANGUAGES:
            half = question.half(language)
            if str(name) not in half.answers:
                guess = nearest(str(name), half.answers)
                expected = f"expected ### ({name}) label under ## Answers{guess}"
                raise question.source.wrong_at(
                    f"{language}: found no answer ({name}); {expected}", half.line
                )
    return {str(name): state for name, state in pairs}
