"""When a skill is asked again: the forgetting curve of FSRS, one card for each skill."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fsrs import Scheduler

RETENTION: Final = 0.90
"""A skill is due when the chance that it is remembered has fallen to this."""
_GRADES: Final = {"again": 1, "hard": 2, "good": 3, "easy": 4}


@dataclass(frozen=True)
class Memory:
    """How well a skill sits, as FSRS counts it; times are UTC."""

    due: datetime | None = None
    last: datetime | None = None
    stability: float | None = None
    difficulty: float | None = None
    state: int = 1
    step: int | None = 0


NEVER_ASKED: Final = Memory()


def asked_again(memory: Memory, grade: str, at: datetime) -> Memory:
    """The memory after one more answer: ``again``, ``hard``, ``good`` or ``easy``.

    >>> from datetime import UTC
    >>> first = asked_again(NEVER_ASKED, "easy", datetime(2026, 3, 1, 18, 0, tzinfo=UTC))
    >>> (first.due - first.last).days
    8
    """
    from fsrs import Rating

    card, _ = _scheduler().review_card(_card(memory, at), Rating(_GRADES[grade]), at)
    return Memory(card.due, at, card.stability, card.difficulty, int(card.state), card.step)


def remembered(memory: Memory, now: datetime) -> float:
    """The chance that the skill is still remembered; 0 if it was never asked."""
    if memory.last is None:
        return 0.0
    return float(_scheduler().get_card_retrievability(_card(memory, now), now))


def _card(memory: Memory, now: datetime):  # type: ignore[no-untyped-def]  # fsrs.Card, imported late
    from fsrs import Card, State

    return Card(
        card_id=1,
        state=State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=memory.due or now,
        last_review=memory.last,
    )


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    # No steps of minutes: what is wrong comes again within the sitting because the notes say so.
    return Scheduler(
        desired_retention=RETENTION, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )
