"""When a skill is asked again: the forgetting curve of FSRS, one card for each skill."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
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


def kept(memory: Memory, now: datetime) -> float:
    """The chance that what was known when it was asked last is still remembered.

    After a wrong answer FSRS expects little, since it may not have been learnt at all. That is no forgetting: here nothing sits
    worse than what was right once.

    >>> from datetime import UTC, timedelta
    >>> then = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
    >>> right, wrong = (asked_again(NEVER_ASKED, grade, then) for grade in ("good", "again"))
    >>> kept(right, then), round(kept(right, then + timedelta(days=2)), 2)
    (1.0, 0.91)
    >>> kept(wrong, then + timedelta(days=2)) == kept(right, then + timedelta(days=2))
    True
    """
    if memory.last is None or (now - memory.last).days < 1:
        return 1.0
    card = _card(memory, now)
    card.stability = max(card.stability, _right_once())
    return float(_scheduler().get_card_retrievability(card, now))


@cache
def _right_once() -> float:
    """How well something sits, in days, that was right when it was asked first."""
    at = datetime(2000, 1, 1, tzinfo=UTC)
    return asked_again(NEVER_ASKED, "good", at).stability or 0.0


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
