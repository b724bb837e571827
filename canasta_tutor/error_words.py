"""Errors as a reader of another language is told them: ``where: what was found; what is expected``.

An error's sentence is written in English where it is raised. ``texts/errors.es.toml`` holds its parts, each with
``{}`` for the facts, and what they are called in Spanish; names of keys, files and options stay as they are.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from canasta_tutor.catalogue import texts
from canasta_tutor.errors import reason

WRITTEN: Final = "en"
"""The language in which the code says what is wrong."""

_LONGEST: Final = 1500
"""A longer sentence holds a whole file, and is not taken apart."""

_QUOTED: Final = re.compile(r"""'[^']*'|"[^"]*"|\[.*\]|\{.*\}""", re.DOTALL)
"""A fact that is what somebody has written: nothing in it is a word of ours."""


def error_text(error: Exception | str, language: str) -> str:
    """What is wrong, in a language; a sentence that has no words there stays as it is written.

    >>> error_text("club.toml: turn.draw: found 'two'; expected a whole number", "es")
    "club.toml: turn.draw: hay 'two'; se espera un número entero"
    """
    message = _sentence(error)
    if language == WRITTEN or len(message) > _LONGEST:
        return message
    parts = understood(message, language)
    return message if parts is None else "".join(part.said for part in parts)


def fact_text(text: str, language: str) -> str:
    """A fact by itself: what the system says of a file has words; names and what somebody has written stay.

    >>> fact_text("Permission denied", "es"), fact_text("scores.toml", "es")
    ('sin permiso', 'scores.toml')
    """
    return text if language == WRITTEN else _fact(text, language)


def _sentence(error: Exception | str) -> str:
    """An error's own sentence; what the system says of a file becomes one."""
    if isinstance(error, OSError):
        named = f"{error.filename}: " if error.filename else ""
        return f"{named}cannot be used ({reason(error)}); expected one that can be used"
    return str(error)


class Said(NamedTuple):
    """A part of a sentence in another language; ``known`` is how it is written in the table, if it stands there."""

    said: str
    written: str
    known: str = ""


def understood(message: str, language: str) -> list[Said] | None:
    """A sentence in another language, part by part, or None if one of them has no words there."""
    for body, tail in _ends(message, language):
        ways = [way for halves in _halves(body) if (way := _sides(*halves, language))]
        if ways:
            return [*max(ways, key=_exactness), *tail]
    return None


def _exactness(parts: list[Said]) -> int:
    """How much of a sentence is known, and not taken for a fact."""
    return sum(len(part.known.replace("{}", "")) for part in parts)


def _ends(message: str, language: str) -> list[tuple[str, list[Said]]]:
    """A sentence and what may stand behind it, (did you mean pile?): first with as much behind it as is known."""
    ends: list[tuple[str, list[Said]]] = [(message, [])]
    while True:
        body, tail = ends[0]
        for pattern, _ in _table(language)["tails"].values():
            match = re.fullmatch(f"(.+?)(?P<tail>{pattern.pattern})", body, re.DOTALL)
            if match and (said := _part("tails", match["tail"], language)):
                ends.insert(0, (match[1], [said, *tail]))
                break
        else:
            return ends


def _halves(body: str) -> list[tuple[str, str]]:
    """What was found and what is expected, at each place where they may part."""
    return [(body[: at.start()], body[at.end() :]) for at in re.finditer("; ", body)] or [
        (body, "")
    ]


def _sides(left: str, right: str, language: str) -> list[Said] | None:
    """What was found and what is expected, if both are known."""
    expected = _part("expected", right, language) if right else None
    if right and expected is None:
        return None
    found = _found(left, language)
    return [*found, Said("; ", "; "), expected] if found and expected else found


def _found(left: str, language: str) -> list[Said] | None:
    """Where and what: the longest part that is known, with the places before it."""
    for start in [0, *(at.end() for at in re.finditer(": ", left))]:
        if (found := _part("found", left[start:], language)) is not None:
            key = found.known.startswith("found an unknown")  # and so the name of one
            places = left[:start].split(": ")[:-1]
            where = [
                (None if key else _part("where", place, language)) or Said(place, place)
                for place in places
            ]
            return [one for place in where for one in (place, Said(": ", ": "))] + [found]
    return None


def _part(place: str, text: str, language: str) -> Said | None:
    """A part in another language; where several fit, the one with the fewest facts to guess."""
    fitting = [
        (len(written.replace("{}", "")), written, said, match)
        for written, (pattern, said) in _table(language)[place].items()
        if (match := pattern.fullmatch(text))
    ]
    if not fitting:
        return None
    _, written, said, match = max(fitting, key=lambda one: one[0])
    return Said(said.format(*(_fact(one, language) for one in match.groups())), text, written)


def _fact(text: str, language: str) -> str:
    """A fact: most are names and what somebody has written, and stay; some are words, or a list of things that have names."""
    if _QUOTED.fullmatch(text):
        return text
    listed = [_part("listed", one, language) for one in text.split(", ")]
    if all(listed):
        return ", ".join(one.said for one in listed if one)
    found = _part("facts", text, language)
    return found.said if found else text


@cache
def _table(language: str) -> Mapping[str, Mapping[str, tuple[re.Pattern[str], str]]]:
    """The parts of sentences by their place: each as it is written, what it matches and what it is called."""
    file = resources.files("canasta_tutor").joinpath("texts", f"errors.{language}.toml")
    read = tomllib.loads(file.read_text("utf-8"))
    names = texts(language)["areas"]
    read["listed"] = {
        f"{name} ({area})": f"{names[area]} ({area})"
        for area, name in texts(WRITTEN)["areas"].items()
    }
    return {
        place: {written: (_pattern(written, place), said) for written, said in parts.items()}
        for place, parts in read.items()
    }


def _pattern(written: str, place: str) -> re.Pattern[str]:
    fact = r"((?:[^()]|\([^()]*\))*?)" if place == "tails" else "(.*?)"
    return re.compile(fact.join(map(re.escape, written.split("{}"))), re.DOTALL)
