"""A quiz as the text of its file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from canasta_tutor.classroom.quiz import OPTIONS, Quiz, Slot


def write_quiz(quiz: Quiz) -> str:
    """The text of the file of a quiz; reading it gives the same quiz."""
    title = quiz.title
    same = len(set(title.values())) == 1
    head: dict[str, Any] = {
        "title": next(iter(title.values())) if same else title,
        "rulebook": quiz.written or quiz.rulebook.base().id,
        **({"players": quiz.players} if quiz.players else {}),
        "kind": quiz.kind,
        "areas": quiz.areas,
        "levels": quiz.levels,
        "languages": quiz.languages,
        "seed": quiz.seed,
        "versions": quiz.versions,
    }
    own = {} if quiz.written.endswith(".toml") else _plain(quiz.house_rules)
    blocks = [
        _lines(head),
        "[rules]\n" + _lines({json.dumps(rule): value for rule, value in own.items()})
        if own
        else "",
        "[options]\n" + _lines({key: getattr(quiz.options, key) for key in OPTIONS}),
        *("[[question]]\n" + _lines(_slot_keys(slot)) for slot in quiz.slots),
        "[marks]\n" + _lines(quiz.marks) if quiz.marks else "",
    ]
    return "\n".join(filter(None, blocks))


def _plain(rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """Rules with one value where they have the same for every number of players."""
    counted = {rule: value.values() for rule, value in rules.items() if isinstance(value, dict)}
    same = {rule: next(iter(found)) for rule, found in counted.items() if len(set(found)) == 1}
    return {**rules, **same}


def _slot_keys(slot: Slot) -> dict[str, Any]:
    if slot.generator:
        return {
            "generator": slot.generator,
            "level": slot.level,
            "points": slot.points,
            "seeds": slot.seeds,
        }
    if len(set(slot.exercises)) == 1:
        return {"exercise": slot.exercises[0], "points": slot.points}
    return {"points": slot.points, "exercises": slot.exercises}


def _lines(values: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in values.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, float) and value == -float("inf"):
        return "-inf"
    return json.dumps(value, ensure_ascii=False)


def beside(quiz_file: Path, rulebook: Path) -> str:
    """The file of a rulebook as a quiz names it: from the folder in which the quiz lies."""
    return Path(os.path.relpath(rulebook.resolve(), quiz_file.resolve().parent)).as_posix()
