"""A quiz as a pupil takes it in a notebook: answers kept at once, nothing judged in an exam before it is handed in."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from canasta_tutor import settings
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.classroom.answer_book import AnswerBook
from canasta_tutor.classroom.handins import (
    Given,
    HandIn,
    answer_text,
    file_name,
    minute,
    pupil_name,
    write_hand_in,
)
from canasta_tutor.classroom.judging import cards_mark
from canasta_tutor.classroom.marking import earned
from canasta_tutor.classroom.quiz import Task
from canasta_tutor.classroom.quiz_files import read_quiz
from canasta_tutor.error_words import error_text
from canasta_tutor.errors import CanastaError, nearest
from canasta_tutor.settings import write_whole
from canasta_tutor.tutor.tutor import Clock, now

if TYPE_CHECKING:
    from canasta_tutor.classroom.quiz_page import HandInPanel, QuizCard, QuizHeader

FOLDER: Final = "quizzes"
"""Where answers are kept in the pupil's own folder."""
HANDED_IN: Final = "handed-in"
"""The folder beside the notebook in which a hand-in is laid."""
DROP: Final = "CANASTA_HAND_IN"
"""Where a class has one server, this names the folder that a pupil's teacher reads."""


def drop() -> Path | None:
    """The folder that the teacher reads, where there is one."""
    named = os.environ.get(DROP)
    return Path(named) if named else None


def sit(file: str, version: str, language: str) -> Sitting | NoQuiz:
    """A quiz to be taken; where it cannot be, the reason stands on the page in its place."""
    try:
        return Sitting(file, version, language)
    except (CanastaError, OSError) as error:
        return NoQuiz(error_text(error, language), language)


class NoQuiz:
    """What stands in the place of a quiz that cannot be taken. It has no questions."""

    end = None

    def __init__(self, error: str, language: str) -> None:
        self.error = error
        self.language = language

    def question(self, number: int) -> None:
        """Nothing: the reason has been told."""

    def _repr_html_(self) -> str:
        told = fill(texts(self.language)["sitting"]["no_quiz"], self.language)
        return f"<p>{escape(told)}</p><p><code>{escape(self.error)}</code></p>"

    def __repr__(self) -> str:
        return "NoQuiz"


class Sitting:
    """One version of a quiz, and what has been answered to it on this machine.

    The same quiz and version is the same sitting, whichever notebook it is opened in and however often. ``home`` is where
    its answers are kept, if not in the pupil's own folder.
    """

    def __init__(
        self,
        file: Path | str,
        version: str = "A",
        language: str = "en",
        home: Path | str = "",
        clock: Clock = now,
    ) -> None:
        self.quiz = read_quiz(file)
        if version not in self.quiz.versions:
            known = self.quiz.versions
            raise CanastaError(
                f"version: found {version!r}; expected one of {', '.join(known)}{nearest(version, known)}"
            )
        self.version = version
        self.language = language
        self.clock = clock
        self.tasks = self.quiz.tasks(version)
        place = Path(home) if home else settings.place() / FOLDER
        self.book = AnswerBook(place / f"{self.quiz.id}-{version}.jsonl")
        self._cards: dict[int, QuizCard] = {}
        self.watchers: list[Callable[[], None]] = []
        """Told whenever something has been answered or handed in."""
        if "started" not in self.book.facts:
            self.book.note("started", minute(clock()))

    # --- how it stands ----------------------------------------------------------------------------

    @property
    def exam(self) -> bool:
        """Whether nothing is judged before it is handed in."""
        return self.quiz.options.mode == "exam"

    @property
    def finished(self) -> bool:
        """Whether it has been handed in."""
        return "finished" in self.book.facts

    @property
    def pupil(self) -> str:
        """The name, or whatever the teacher told the pupil to write."""
        return self.book.facts.get("pupil", "")

    @property
    def ends(self) -> datetime | None:
        """When the time is over; None where there is no limit."""
        minutes = self.quiz.options.minutes
        if not minutes:
            return None
        return datetime.fromisoformat(self.book.facts["started"]) + timedelta(minutes=minutes)

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The numbers of the questions without an answer."""
        return tuple(task.number for task in self.tasks if not self.answer(task).strip())

    def answer(self, task: Task) -> str:
        """What has been answered so far."""
        return self.book.answers.get(task.id, ("", ""))[0]

    def given(self, number: int) -> str:
        """What has been answered to a question, counted from 1, in the notation in which it is judged."""
        return self.answer(self._task(number))

    def points(self, number: int, answer: str) -> float:
        """What an answer to a question earns, to two places."""
        task = self._task(number)
        return round(float(task.points * earned(task.question, answer)), 2)

    def _task(self, number: int) -> Task:
        if not 1 <= number <= len(self.tasks):
            raise CanastaError(
                f"question: found {number}; expected a number from 1 to {len(self.tasks)}"
            )
        return self.tasks[number - 1]

    # --- what the pupil does ----------------------------------------------------------------------

    def keep(self, task: Task, answer: str) -> None:
        """Keep an answer; once it has been handed in nothing changes any more."""
        if self.finished or answer == self.answer(task):
            return
        self.book.answer(task.id, answer, minute(self.clock()))
        self._tell()

    def name(self, text: str) -> None:
        """Keep the pupil's name."""
        if not self.finished:
            self.book.note("pupil", pupil_name(text))
            self._tell()

    def hand_in(self, folder: Path | None = None) -> Path:
        """Write the file beside the notebook. Raises CanastaError; what was answered is kept in any case."""
        if not self.exam:
            raise CanastaError("mode: found practice; expected exam, to be handed in")
        if not self.pupil:
            raise CanastaError("pupil: found no name; expected one")
        if not self.finished:
            self._write(folder or drop() or Path.cwd() / HANDED_IN)
        self._tell()
        return Path(self.book.facts["file"])

    def _write(self, folder: Path) -> None:
        hand_in = self._hand_in(minute(self.clock()))
        file = folder / file_name(hand_in)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(file, write_hand_in(hand_in))
        except OSError as error:
            raise CanastaError(
                f"{file}: cannot be written ({error.strerror}); expected a folder that can"
            ) from error
        self.book.note("file", str(file.resolve()))
        self.book.note("finished", hand_in.finished)

    def _hand_in(self, finished: str) -> HandIn:
        answers = []
        for task in self.tasks:
            answer, at = self.book.answers.get(task.id, ("", ""))
            given = answer_text(answer)
            answers.append(Given(task.id, cards_mark(task.question), given, at if given else ""))
        started = self.book.facts["started"]
        return HandIn(
            self.quiz.id,
            self.version,
            self.pupil,
            self.language,
            started,
            finished,
            tuple(answers),
        )

    def _tell(self) -> None:
        for watcher in self.watchers:
            watcher()

    # --- on the page ------------------------------------------------------------------------------

    def question(self, number: int) -> QuizCard:
        """A question, counted from 1, to be answered on the page."""
        from canasta_tutor.classroom.quiz_page import QuizCard

        if number not in self._cards:
            self._cards[number] = QuizCard(self, self._task(number))
        return self._cards[number]

    @cached_property
    def header(self) -> QuizHeader:
        """Title, name, time, and how much has been answered."""
        from canasta_tutor.classroom.quiz_page import QuizHeader

        return QuizHeader(self)

    @cached_property
    def end(self) -> HandInPanel:
        """What is still open, and the button to hand in."""
        from canasta_tutor.classroom.quiz_page import HandInPanel

        return HandInPanel(self)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.header._repr_mimebundle_(**options)

    def __repr__(self) -> str:
        return repr(self.header)
