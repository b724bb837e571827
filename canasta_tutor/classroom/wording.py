"""The classroom's own sentences, in both languages."""

from __future__ import annotations

from typing import Any

from canasta_tutor.catalogue import fill, texts


def say(key: str, language: str, **facts: object) -> str:
    """One of them, its facts filled in.

    >>> say("task", "es", n=3)
    'Pregunta 3'
    """
    found: Any = texts(language)["classroom"]
    for part in key.split("."):
        found = found[part]
    return fill(str(found), language, facts)
