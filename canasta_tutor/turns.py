"""What the player in turn has done, and how a deal ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Turn:
    """What the player to act has done this turn."""

    drew: str = ""
    """``stock`` or ``pile``; nothing before the draw."""
    laid: bool = False
    """Whether cards were laid this turn."""
    fed: bool = False
    """Whether cards were added to a meld that lay there before this turn."""
    completed: bool = False
    """Whether a canasta was completed this turn."""
    answer: str = ""
    """The partner's ``yes`` or ``no``."""
    red_threes: int = 0
    """Red threes laid this turn."""
    melds_before: int = 0
    """How many melds the side had when the turn began."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended: somebody went ``out``, or the ``stock`` was exhausted."""

    how: str
    seat: int | None = None
    concealed: bool = False


FRESH: Final = Turn()
"""A turn in which nothing has been done yet."""
