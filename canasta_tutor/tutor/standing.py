"""Where a learner stands, as a page shows it: what is known, what is due, what has got better, when they were here.

Days are the learner's own: the clock's time zone says where one ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.notes import Answer, Notes
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tracing import KNOWN_AT_FIRST, MASTERED

STATES: Final = ("known", "shaky", "new")
"""Shown surely; met, or likely, but not shown surely at this table; not met yet."""


@dataclass(frozen=True)
class Due:
    """A skill that is to be asked again, and how many days ago it was asked last."""

    skill: str
    days: int


def state(notes: Notes, skill: str, table: Rulebook) -> str:
    """How well a skill is known at this table: one of ``STATES``."""
    shown = notes.of_skill(skill)
    if shown.mastered and notes.sure(skill, table) >= MASTERED:
        return "known"
    return "shaky" if shown.asked or shown.p > KNOWN_AT_FIRST else "new"


def met(notes: Notes) -> list[str]:
    """Skills that have been asked since they were taught, and those that are made of such alone."""
    own = [skill for skill in skills() if notes.of_skill(skill).memory.last is not None]
    whole = [
        one.id
        for one in skills().values()
        if one.composite and one.id not in own and set(one.builds_on) <= {*own}
    ]
    return own + whole


def due(notes: Notes, now: datetime) -> list[Due]:
    """What is to be asked again by now, the most overdue first."""
    found = []
    for skill in notes.due(now):
        last = notes.of_skill(skill).memory.last
        assert last is not None  # what is due has been asked
        found.append(Due(skill, days_between(last, now)))
    return found


def due_tomorrow(notes: Notes, now: datetime) -> list[str]:
    """What is to be asked again by the end of the next day."""
    return notes.due(_midnight(now) + timedelta(days=2))


def next_day(notes: Notes, now: datetime) -> int | None:
    """In how many days the next skill is due that is not due yet; None if there is none."""
    times = [one.memory.due for one in notes.shown.values()]
    later = [at for at in times if at is not None and at > now]
    return days_between(now, min(later)) if later else None


def answered(notes: Notes, now: datetime) -> int:
    """How many exercises were answered today."""
    return sum(answer.first and days_between(answer.at, now) == 0 for answer in notes.answers)


def days_here(notes: Notes, now: datetime) -> int:
    """On how many days of this month something was answered."""
    month = (now.year, now.month)
    days = {_local(answer.at, now).date() for answer in notes.answers}
    return sum((day.year, day.month) == month for day in days)


def improved(notes: Notes, table: Rulebook) -> list[str]:
    """Skills that stand better than before the last day with answers, and were right on it."""
    answers = notes.answers
    day = [one for one in answers if days_between(one.at, answers[-1].at) == 0]
    before = Notes.of(answers[: len(answers) - len(day)])
    if not before.answers:
        return []

    def better(skill: str) -> bool:
        was, now = (STATES.index(state(one, skill, table)) for one in (before, notes))
        return now < was

    right = {skill for one in day for skill, mark in one.marks.items() if mark >= 1}
    return [skill for skill in skills() if skill in right and better(skill)]


def of_skill(answers: Iterable[Answer], skill: str) -> list[Answer]:
    """The first answers that asked a skill, newest first."""
    return [answer for answer in answers if answer.first and skill in answer.marks][::-1]


def days_between(before: datetime, after: datetime) -> int:
    """How many midnights lie between two times, where ``after`` is told.

    >>> from datetime import UTC
    >>> days_between(datetime(2026, 3, 1, 23, 59, tzinfo=UTC), datetime(2026, 3, 2, 0, 1, tzinfo=UTC))
    1
    """
    return (_local(after, after).date() - _local(before, after).date()).days


def _local(at: datetime, where: datetime) -> datetime:
    return at.astimezone(where.tzinfo)


def _midnight(now: datetime) -> datetime:
    return datetime.combine(now.date(), time(), now.tzinfo)
