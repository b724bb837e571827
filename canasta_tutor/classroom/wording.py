"""The classroom's own sentences, in both languages."""

from __future__ import annotations

from typing import Any

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.exercises.generators import GENERATORS
from canasta_tutor.wording import rule_name


def say(key: str, language: str, **facts: object) -> str:
    """One of them, its facts filled in.

    >>> say("task", "es", n=3)
    'Pregunta 3'
    """
    found: Any = texts(language)["classroom"]
    for part in key.split("."):
        found = found[part]
    return fill(str(found), language, facts)


def generator_name(generator: str, language: str) -> str:
    """What a generator asks, in a few words.

    >>> generator_name("sheet", "es"), generator_name("says_stock", "en")
    ('una hoja de puntos entera', 'which sentences are true: The stock is empty')
    """
    names = texts(language)["generator_names"]
    if generator in names:
        return str(names[generator])
    rule = rule_name(GENERATORS[generator].rules[0], language)
    return fill(names["sentences"], language, {"rule": rule})
