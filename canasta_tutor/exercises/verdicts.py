"""What is said about an answer: its state, the reason, the rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.rulebook import Rulebook, Table

STATES: Final[Mapping[str, str]] = {
    "blank": "nothing",
    "unreadable": "nothing",
    "impossible": "nothing",
    "partly": "partial",
    "incorrect": "wrong",
    "other": "right",
    "correct": "right",
}
"""The states of an answer, and what each counts as."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth and what is said about it, in paragraphs of Markdown.

    ``parts`` says of single options, cards or lines whether they stand: ``right`` or ``wrong``.
    ``rules`` are the rules that decided. ``found`` is what was found in the answer, its card, case or number, in words
    that can come before anything else that is said of it.
    """

    state: str
    say: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    found: str = ""

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.counts == "right"

    @property
    def counts(self) -> str:
        """What it counts as: ``nothing``, ``partial``, ``wrong`` or ``right``."""
        return STATES[self.state]


def phrase(key: str, language: str, rules: Table | Rulebook | None = None, **facts: Any) -> str:
    """One of the exercises' own sentences, its facts filled in."""
    template: Any = texts(language)["exercise"]
    for part in key.split("."):
        template = template[part]
    return fill(str(template), language, facts, rules)
