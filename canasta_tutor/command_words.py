"""What the command line says, in each language: ``texts/commands.en.toml`` and its Spanish sister."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from canasta_tutor.catalogue import fill


@cache
def words(language: str) -> Mapping[str, Any]:
    """What the command line says in a language, read once.

    >>> words("es")["parts"]["options"]
    'opciones'
    """
    file = resources.files("canasta_tutor").joinpath("texts", f"commands.{language}.toml")
    return tomllib.loads(file.read_text("utf-8"))


def counted(section: str, key: str, n: int, language: str) -> str:
    """How many there are, in a few words.

    >>> counted("check", "exercises", 3, "es")
    '3 ejercicios'
    """
    return fill(words(language)[section][key], language, {"n": n})
