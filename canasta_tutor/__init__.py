"""Canasta Tutor: five rulebooks, one engine, and a course in two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta_tutor.cards import Card
from canasta_tutor.deal import Deal
from canasta_tutor.errors import (
    CanastaError,
    ExerciseError,
    IllegalMove,
    NotationError,
    RulebookError,
)
from canasta_tutor.melds import Meld
from canasta_tutor.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    LayDown,
    LayRedThree,
    Pass,
    Rearrange,
    TakePile,
)
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.scoring import score

if TYPE_CHECKING:
    from canasta_tutor.wording import explain

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Ask",
    "CanastaError",
    "Card",
    "Deal",
    "Discard",
    "Draw",
    "ExerciseError",
    "IllegalMove",
    "LayDown",
    "LayRedThree",
    "Meld",
    "NotationError",
    "Pass",
    "Rearrange",
    "Rulebook",
    "RulebookError",
    "TakePile",
    "explain",
    "score",
]


def __getattr__(name: str) -> object:
    """Sentences are made at the edge: the catalogues are read when they are first wanted."""
    if name == "explain":
        from canasta_tutor.wording import explain

        return explain
    raise AttributeError(f"module canasta_tutor has no attribute {name!r}")
