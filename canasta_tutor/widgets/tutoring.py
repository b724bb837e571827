"""A page on which the tutor asks one exercise after another, with words around them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

from IPython.core.getipython import get_ipython

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.exercises import Exercise, Verdict
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.listening import Listening
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tutor import Clock, now
from canasta_tutor.widgets.assets import SCRIPTS, STYLES, join
from canasta_tutor.widgets.base import PATIENCE
from canasta_tutor.widgets.doors import door
from canasta_tutor.widgets.exercise import ExerciseCard, Progress
from canasta_tutor.widgets.frame import Framed, Json, item
from canasta_tutor.widgets.words import ui

SCRIPT: Final = join(*SCRIPTS, "frame.js")
STYLE: Final = join(*STYLES, "frame.css")
_SHOWN_AFTER: Final = 0.05
"""Seconds in which the page has been drawn."""


class Tutoring(ExerciseCard, Framed):
    """An exercise that gives way to the next, in a frame of words."""

    tutor: Listening

    def __init__(
        self,
        rulebook: Rulebook,
        language: str = "en",
        four_colour: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.choosing = False
        hears = Listening(rulebook, language, clock or now)
        super().__init__(None, language, rulebook, four_colour, hears)

    def take_time(self, does: Callable[[], None]) -> None:
        """Do what may take a second or two: where a kernel waits for the learner, the page says so first."""
        if not hasattr(get_ipython(), "kernel"):
            does()
            return
        self.choosing = True
        self.leave()
        asyncio.get_running_loop().call_later(_SHOWN_AFTER, self._done, does)

    def _done(self, does: Callable[[], None]) -> None:
        self.choosing = False
        self.safely(does)

    # --- one exercise after another -------------------------------------------------------------

    def ask(self, exercise: Exercise, why: str) -> None:
        """Ask an exercise, with no trace of an earlier answer to it."""
        self.settle()
        self.tutor.why = why
        self._open(exercise, self.rulebook, {})
        self._put("")
        self.turn_page()

    def explain(self, question: Question, given: str) -> None:
        """Show an answer that was given before, with the explanation that was put off."""
        self.settle()
        self._open(question.exercise, question.rulebook, {})
        self.progress.checked, self.progress.tries, self.progress.offered = given, 1, True
        self.progress.advice = self.tutor.tutor.behind(question, given)
        self.verdict = self._advised(question, question.judge(given, self.language))
        self._put(given)
        self.turn_page()
        self.tutor.explained(question, given)

    def leave(self) -> None:
        """Show the page without an exercise."""
        self.settle()
        self._open(None, None, {})
        self.turn_page()

    def settle(self) -> None:
        """Who has opened the solution and not answered did not know it."""
        progress, question = self.progress, self.question
        if question is not None and progress.solved and not progress.tries and self.tutor.on:
            self.tutor.tutor.not_known(question, self.tutor.why)
            self.progress = Progress()

    def turn_page(self) -> None:
        """Show another screen; what was said below the last one is gone."""
        self._screen += 1
        self.say("")
        self._refresh()

    @property
    def asking(self) -> bool:
        """Whether an exercise stands on the page."""
        return bool(self.name)

    @property
    def answered(self) -> bool:
        """Whether the exercise on the page has been answered, or its solution opened."""
        return bool(self.progress.tries or self.progress.solved or self.error)

    # --- what it shows --------------------------------------------------------------------------

    def _judge(self, question: Any, answer: str) -> Verdict:
        verdict = super()._judge(question, answer)
        self._show_frame()
        return verdict

    def _refresh(self) -> None:
        if self.asking:
            super()._refresh()
        else:
            words = {"not_connected": ui("not_connected", self.language)}
            fresh = {"language": self.language, "words": words, "patience": PATIENCE}
            self._shown = self._shown or fresh  # an exercise that goes away is not drawn once more
        self._show_frame()

    def _show_progress(self) -> None:
        super()._show_progress()
        self._show_frame()

    def still_html(self) -> str:
        """The words around the exercise, for a notebook that does not run."""
        return Framed.still_html(self)


def name(skill: str, language: str) -> str:
    """What a skill is called."""
    return skills()[skill].name[language]


def to_repeat(wanted: Iterable[str], language: str) -> list[Json]:
    """The lessons that teach some skills, as lines of a list, each with its skills."""
    lessons: dict[int, list[str]] = {}
    for skill in wanted:
        lessons.setdefault(skills()[skill].lessons[0], []).append(name(skill, language))
    doors = ((door(number, language), names) for number, names in sorted(lessons.items()))
    return [item(one["text"], " · ".join(names), "", one["href"]) for one, names in doors]


def say(key: str, language: str, **facts: Any) -> str:
    """One of the sentences around an exercise, such as ``next`` or ``why.due``."""
    words: Any = texts(language)["today"]
    for part in key.split("."):
        words = words[part]
    return fill(words, language, facts)
