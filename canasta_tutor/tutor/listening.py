"""The tutor beside a lesson's exercises: it hears every answer unless it is switched off, and never blocks the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from canasta_tutor import settings
from canasta_tutor.error_words import fact_text
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.speaking import phrase
from canasta_tutor.tutor.store import FILE, Store
from canasta_tutor.tutor.tutor import Advice, Clock, Tutor, now

_STORES: dict[Path, Store] = {}
"""The store of this notebook: all its exercises write into one."""
_TOLD: set[tuple[Path, str]] = set()
"""Problems of a store that this notebook has told."""
_UNCOUNTED: Final = "welcome/"
"""Exercises that are there to try the cards, not to show anything."""
_KINDS: Final = {
    "full": ("full", "no space"),
    "read_only": ("readonly", "read-only", "permission", "unable to open"),
}


class Listening:
    """One lesson's tutor at one table, in one language.

    ``news`` is what has to be told of the store after the last answer; each thing once in a notebook.
    ``why`` is why the exercise is asked that is heard next; nothing in a lesson.
    """

    def __init__(self, rulebook: Rulebook, language: str, clock: Clock = now) -> None:
        self.rulebook = rulebook
        self.language = language
        self.clock = clock
        self.news = ""
        self.why = ""
        self._since = clock()
        """When the last answer was heard: the next one took no longer than since then."""
        self._tutor: Tutor | None = None
        self._followers: list[Callable[[], None]] = []

    def follow(self, told: Callable[[], None]) -> None:
        """Call this after every answer that was kept."""
        self._followers.append(told)

    @property
    def tutor(self) -> Tutor:
        """The tutor itself, with what other notebooks have added."""
        store = self._store()
        if self._tutor is None or self._tutor.store is not store:
            self._tutor = Tutor(self.rulebook, self.language, store, self.clock)
        return self._tutor

    @property
    def on(self) -> bool:
        """Whether the learner wants it."""
        return settings.load().tutor

    def hear(
        self,
        question: Question,
        given: str,
        verdict: Verdict,
        *,
        first: bool,
        hints: int,
        solved: bool,
    ) -> Advice:
        """Keep a judged answer, and say what may be behind it; switched off, neither."""
        self.news = ""
        at = self.clock()
        seconds, self._since = (at - self._since).total_seconds(), at
        if not self.on:
            return Advice()
        tutor = self.tutor
        tutor.played = tuple(name for name in settings.load().played if name in Rulebook.names())
        store, before = tutor.store, tutor.store.problem
        advice = tutor.judged(
            question,
            given,
            verdict,
            first=first,
            hints=hints,
            solved=solved,
            counts=not question.exercise.id.startswith(_UNCOUNTED),
            seconds=seconds,
            why=self.why,
        )
        told = [self._tell(store, problem) for problem in dict.fromkeys((before, store.problem))]
        self.news = " ".join(filter(None, told))
        for follower in self._followers:
            follower()
        return advice

    def put_off(self, question: Question, given: str) -> None:
        """Keep that the explanation of an answer is wanted later."""
        if self.on:
            self.tutor.put_off(question, given)

    def explained(self, question: Question, given: str) -> None:
        """Keep that an explanation that was put off has been read."""
        if self.on:
            self.tutor.explained(question, given)

    def _store(self) -> Store:
        file = settings.place() / FILE
        if file not in _STORES:
            _STORES[file] = Store(file)
        return _STORES[file]

    def _tell(self, store: Store, problem: str) -> str:
        kind = problem_kind(problem)
        if not kind or store.file is None or (store.file, kind) in _TOLD:
            return ""
        _TOLD.add((store.file, kind))
        shown = fact_text(problem, self.language)
        return phrase(f"store.{kind}", self.language, problem=shown)


def problem_kind(problem: str) -> str:
    """Which sentence tells a problem of the store.

    >>> problem_kind("database or disk is full"), problem_kind("locked")
    ('full', 'locked')
    """
    if problem in ("", "damaged", "newer", "locked"):
        return problem
    low = problem.lower()
    found = (kind for kind, marks in _KINDS.items() if any(mark in low for mark in marks))
    return next(found, "other")
