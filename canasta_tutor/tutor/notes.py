"""What a learner has shown: the answers given, and what follows from them for every skill and belief.

Notes never change; each answer makes the next ones. The same answers make the same notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from math import prod
from typing import Any, Final

from canasta_tutor.errors import RulebookError
from canasta_tutor.exercises.diagnosing import CAREFUL
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.shown import PARTLY, Shown, answered, missing, placed, sure_at
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.suspicion import Suspicion, stands, stuck_on, suspected
from canasta_tutor.tutor.tracing import Habits, expected, learnt

PLACEMENT: Final = "placement"
"""Why an exercise of the placement check is asked."""
PUT_OFF: Final = "put off"
EXPLAINED: Final = "explained"
"""Why something is kept that is no answer: an explanation is wanted later; it was read, or offered."""
RECENT: Final = 6
"""So many answers back what was suspected weighs on the next diagnosis."""
OPEN: Final = 9.0
"""So much likelier a belief is that all of the evidence of such an answer lies on."""
DOUBT: Final = 0.02
"""So much of the evidence of an answer is at least left to what no belief explains."""
NOT_SHOWN: Final = 0.05
"""How likely it is that a belief is held that would have changed an answer and did not, beside one that would not: one
answer in eight is a slip, and few slips lead to just this answer."""
OTHERWISE: Final = 0.5
"""The same where the answer is wrong and nothing explains it: a slip may be behind it."""
RECHECK: Final = 0.6
"""How sure we are at most of a skill at a table whose rules differ from those it was shown at."""


@dataclass(frozen=True)
class Answer:
    """One judged answer: what was asked, what was answered, how it was judged. Nothing about the person.

    ``at`` is the time to the minute; ``marks`` say for each skill how much of the answer was right, from
    0 to 1, ``needs`` which skills it needs beside; ``beliefs`` what the tutor thinks is behind it, and how surely; ``together`` which of
    them explain it only with another one; ``clears`` which beliefs would have changed it and did not, or not wholly. A prequestion has no marks.
    """

    at: datetime
    exercise: str
    table: str
    kind: str
    level: int
    marks: Mapping[str, float]
    needs: tuple[str, ...] = ()
    answer: str = ""
    state: str = ""
    version: str = ""
    seed: int | None = None
    language: str = "en"
    guess: float = 0.05
    first: bool = True
    hints: int = 0
    solved: bool = False
    beliefs: Mapping[str, float] = field(default_factory=dict)
    together: tuple[str, ...] = ()
    clears: tuple[str, ...] = ()
    standing: str = ""
    """``default`` or ``decision`` where the answer rests on a value that is not written."""
    pace: str = ""
    """``5``, ``15`` or ``60`` seconds at most, or ``more``."""
    why: str = ""
    """Why the tutor asked it (``Next``), or ``placement``; nothing for an exercise of a lesson. ``put off`` and
    ``explained`` are kept of an explanation, and are no answers."""

    @property
    def skill(self) -> str:
        """The skill that is asked first; nothing for a prequestion."""
        return next(iter(self.marks), "")

    @property
    def right(self) -> bool:
        """Whether everything asked was right, at the first try and without help."""
        return all(mark >= 1 for mark in self.marks.values())

    def __hash__(self) -> int:
        return hash((self.at, self.exercise, self.answer))


@dataclass(frozen=True)
class Notes:
    """All that the tutor remembers of a learner."""

    answers: tuple[Answer, ...] = ()
    shown: Mapping[str, Shown] = field(default_factory=dict)
    suspicions: Mapping[str, Suspicion] = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    """How this learner slips, learns and forgets."""
    asked: tuple[Answer, ...] = ()
    """The first answers that asked for a skill; not those to second tries, nor to prequestions."""
    places: frozenset[tuple[str, int | None]] = frozenset()
    """The positions that have been asked: exercise and seed."""
    put_off: Mapping[tuple[str, int | None], Answer] = field(default_factory=dict)
    """Explanations that are wanted later, each once: the answer that each is about, by its position."""
    again: Mapping[str, int] = field(default_factory=dict)
    """Skills to ask again soon, and the number of the answer that made it so."""
    cured: Mapping[str, int] = field(default_factory=dict)
    """Skills at which the learner was stuck, and the answer after which the tutor began anew."""

    @staticmethod
    def of(answers: Iterable[Answer]) -> Notes:
        """The notes that these answers make, oldest first."""
        notes = Notes()
        for answer in answers:
            notes = notes.after(answer)
        return notes

    def of_skill(self, skill: str) -> Shown:
        """What is known of a skill; nothing yet, if it has not been asked."""
        return self.shown.get(skill, _UNKNOWN)

    def sure(self, skill: str, table: Rulebook) -> float:
        """How sure we are that the skill is known at this table."""
        shown = self.of_skill(skill)
        if shown.table and _changed(skill, shown.table, table):
            return min(shown.p, RECHECK)
        return shown.p

    def expected(self, skills: Iterable[str], guessed: float, now: datetime) -> float:
        """How likely an exercise that needs these skills is answered rightly now."""
        return expected(self.sure_now(skills, now), guessed, self.habits.slip)

    def sure_now(self, skills: Iterable[str], now: datetime) -> float:
        """How likely it is that all of these skills are known now."""
        return prod(sure_at(self.of_skill(skill), now, self.habits) for skill in skills)

    def after(self, answer: Answer) -> Notes:
        """The notes with one more answer."""
        number = len(self.answers)
        suspicions = suspected(self.suspicions, answer, number)
        notes = replace(self, answers=(*self.answers, answer), suspicions=suspicions)
        place = (answer.exercise, answer.seed)
        if answer.why == PUT_OFF:
            return replace(notes, put_off={**self.put_off, place: answer})
        if place in self.put_off:  # explained, or answered once more
            rest = {one: kept for one, kept in self.put_off.items() if one != place}
            notes = replace(notes, put_off=rest)
        if answer.first and answer.skill in skills():
            places = self.places | {place}
            notes = replace(notes, asked=(*self.asked, answer), places=places)
        if answer.why == PLACEMENT:
            return replace(notes, shown=placed(self.shown, answer)) if answer.first else notes
        if answer.first:
            shown, habits = answered(self.shown, answer, self.habits)
            again = {
                skill: since for skill, since in self.again.items() if skill not in answer.marks
            }
            cured = dict(self.cured)
            for skill, mark in answer.marks.items():
                main = skill == answer.skill
                if shown[skill].stuck or (main and stuck_on(suspicions, answer)):
                    cured[skill] = number
                    shown[skill] = replace(shown[skill], unlearnt=0, level=1, anew=True)
                if mark < PARTLY and (main or skill in self.again):
                    again[missing(shown, answer) if main else skill] = number
            notes = replace(notes, shown=shown, again=again, cured=cured, habits=habits)
        elif answer.marks and answer.right and not answer.solved:
            old = self.of_skill(answer.skill)
            better = replace(old, p=learnt(old.p))
            notes = replace(notes, shown={**self.shown, answer.skill: better})
        return notes

    @property
    def stuck(self) -> str:
        """The skill at which the last answer has shown the learner stuck, or still stuck; nothing if it has not."""
        last = len(self.answers) - 1
        found = next((skill for skill, number in self.cured.items() if number == last), "")
        if found or last < 0:
            return found
        answer = self.answers[-1]
        still = answer.first and not answer.right and self.of_skill(answer.skill).anew
        return answer.skill if still else ""

    def since_stuck(self, skill: str) -> int:
        """How many answers on a skill have been given since the learner was stuck at it."""
        since = self.answers[self.cured[skill] + 1 :] if skill in self.cured else ()
        return sum(answer.first and answer.skill == skill for answer in since)

    def prior(self, now: datetime) -> Mapping[str, float]:
        """How much likelier than others a belief is: one that was seen before, which fades by half in a
        fortnight; and one that may be behind one of the last few answers, by its share of the evidence.
        """
        weights: dict[str, float] = {}
        for id, seen in self.suspicions.items():
            if seen.hits and seen.last is not None:
                fortnights = max(timedelta(0), now - seen.last) / timedelta(days=14)
                weights[id] = 1 + 0.5**fortnights
        cleared: set[str] = set()
        for answer in reversed(self.answers[-RECENT:]):
            for id, share in answer.beliefs.items():
                if id not in cleared:
                    weights[id] = max(weights.get(id, 1.0), 1 + OPEN * share)
            cleared |= set(answer.clears)
        return weights

    @property
    def likely(self) -> Mapping[str, float]:
        """How likely it is of each belief that it is behind the last few answers, all of them together.

        That most who answer wrongly only slip is in the shares of each of them, and counts once.
        """
        odds: dict[str, float] = {}
        for answer in self.answers[-RECENT:]:
            rest = max(DOUBT, 1 - sum(answer.beliefs.values()))
            for id, share in answer.beliefs.items():
                odds[id] = odds.get(id, 1 / CAREFUL) * CAREFUL * share / rest
            slip = 0.0 if stands(answer) else min(1.0, rest)
            for id in odds.keys() & set(answer.clears) - answer.beliefs.keys():
                odds[id] *= NOT_SHOWN + slip * (OTHERWISE - NOT_SHOWN)
        total = 1 + sum(odds.values())
        return {id: one / total for id, one in odds.items()}

    def due(self, now: datetime) -> list[str]:
        """Skills that are to be asked again by now, the most overdue first."""
        found = [
            (shown.memory.due, skill)
            for skill, shown in self.shown.items()
            if shown.memory.due is not None and shown.memory.due <= now
        ]
        return [skill for _, skill in sorted(found)]

    @property
    def mastered(self) -> tuple[str, ...]:
        """The skills that are known surely."""
        return tuple(id for id in skills() if self.of_skill(id).mastered)

    @cached_property
    def firm(self) -> tuple[str, ...]:
        """Beliefs that were seen twice and have not been cleared."""
        return tuple(id for id, seen in self.suspicions.items() if seen.firm)

    @cached_property
    def suspected(self) -> tuple[str, ...]:
        """Beliefs that were seen once: the next exercise should tell."""
        return tuple(id for id, seen in self.suspicions.items() if seen.open)


_UNKNOWN: Final = Shown()
_LISTS: Final = ("clears", "together", "needs")
"""What is a list of names where an answer is kept."""


def _changed(skill: str, before: str, table: Rulebook) -> bool:
    """Whether a skill's rules differ between the table where it was asked last, and this one."""
    try:
        there = Rulebook.load(before)
        return there is not table and skills()[skill].differs(table, there)
    except RulebookError:
        return True  # a table that is not there any more


def as_fields(answer: Answer) -> dict[str, Any]:
    """An answer as plain fields, as it is kept."""
    fields = {**answer.__dict__, "at": answer.at.isoformat(timespec="minutes")}
    fields |= {key: list(fields[key]) for key in _LISTS}
    return {key: value for key, value in fields.items() if value not in ("", None, [], {})}


def from_fields(fields: Mapping[str, Any]) -> Answer:
    """An answer from its fields; unknown ones, of a newer version, are left aside."""
    known = {key: fields[key] for key in fields if key in Answer.__dataclass_fields__}
    known["at"] = datetime.fromisoformat(known["at"])
    if known["at"].tzinfo is None:
        raise ValueError(f"found the time {fields['at']!r}; expected one with its zone")
    for key in _LISTS:
        known[key] = tuple(known.get(key, ()))
    known["marks"] = _shares(known.get("marks", {}))
    known["beliefs"] = _shares(known.get("beliefs", {}))
    return Answer(**known)


def _shares(found: Any) -> dict[str, float]:
    """Numbers from 0 to 1 by name. Raises ValueError."""
    shares = {str(name): float(share) for name, share in dict(found).items()}
    if not all(0 <= share <= 1 for share in shares.values()):
        raise ValueError(f"found {found!r}; expected numbers from 0 to 1")
    return shares
