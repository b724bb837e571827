"""A quiz on the page: its first line, its questions, and handing in."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Final

import traitlets

from canasta_tutor import settings
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.classroom.quiz import Task
from canasta_tutor.classroom.sitting import Sitting, drop
from canasta_tutor.error_words import error_text, fact_text
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises import Exercise
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.listening import Listening
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, short
from canasta_tutor.widgets.exercise import ExerciseCard, Progress

_SILENT: Final = ("draft", "typed")
"""What a pupil may do with a question of an exam: answer."""


def say(key: str, language: str, **facts: Any) -> str:
    """One of the sentences of a quiz on the page."""
    return fill(str(texts(language)["sitting"][key]), language, facts)


class QuizCard(ExerciseCard):
    """A question of a quiz. In an exam it is answered and not judged; once handed in, judged and not answered."""

    def __init__(self, sitting: Sitting, task: Task) -> None:
        self.sitting = sitting
        self.task = task
        tutor = None if sitting.exam else Listening(sitting.quiz.rulebook, sitting.language)
        colours = settings.load().four_colours
        exercise = task.question.exercise
        super().__init__(exercise, sitting.language, sitting.quiz.rulebook, colours, tutor)
        sitting.watchers.append(self._handed_in)
        self._handed_in()

    @property
    def quiet(self) -> bool:
        return self.sitting.exam and not self.sitting.finished

    @property
    def locked(self) -> bool:
        return self.sitting.exam and self.sitting.finished

    @property
    def _waits(self) -> bool:
        """What would help with other questions waits until the quiz is handed in."""
        return not self.sitting.finished

    def _open(
        self,
        exercise: str | Exercise | None,
        rulebook: Rulebook | str | None,
        kept: dict[tuple[str, str], Progress],
    ) -> None:
        super()._open(exercise, rulebook, {})
        self.progress.draft = self.sitting.answer(self.task)

    def _keep(self, text: str) -> None:
        super()._keep(text)
        self._store()

    def _put(self, text: str) -> None:
        super()._put(text)
        self._store()

    def _store(self) -> None:
        """Keep the answer on the disk; what hinders that is said."""
        self.sitting.keep(self.task, self.progress.draft)
        if problem := self.sitting.book.problem:
            self.say(
                say("not_kept", self.language, problem=fact_text(problem, self.language)), "refusal"
            )

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        if (self.quiet and kind not in _SILENT) or (self.locked and kind != "solution"):
            return
        super()._answer(intent)

    def _handed_in(self) -> None:
        """Judge the answer once it cannot be changed any more."""
        if self.locked and self.question is not None and not self.progress.checked:
            self.progress.checked = self.progress.draft
            self.progress.tries = 1
            self.verdict = self.question.judge(self.progress.draft, self.language)
            if self.verdict.state == "blank":
                self.verdict = Verdict("incorrect", (say("left_open", self.language),))
        self._show_progress()

    def __repr__(self) -> str:
        return short(f"QuizCard({self.task.number}, {self.name})")


class SittingWidget(CardWidget):
    """What the first line of a quiz and its end share: they are told whatever has been answered."""

    _WORDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        super().__init__(sitting.language, False)
        sitting.watchers.append(self._refresh)
        self._refresh()

    def text(self, key: str, **facts: Any) -> str:
        return say(key, self.language, **facts)

    def _common(self) -> dict[str, Any]:
        return {
            "language": self.language,
            "words": {
                key: self.text(key, left="{left}") for key in ("not_connected", *self._WORDS)
            },
            "patience": PATIENCE,
            "finished": self.sitting.finished,
        }


class QuizHeader(SittingWidget):
    """The title, the pupil's name, the time that is left, and how much has been answered."""

    _esm = join("cards.js", "sitting.js")
    _css = join("cards.css", "sitting.css")
    _WORDS = ("name", "time_left", "time_over", "last_minutes")

    def _answer(self, intent: Mapping[str, Any]) -> None:
        if intent["intent"] == "name":
            self.sitting.name(str(intent["text"]))

    def _refresh(self) -> None:
        sitting = self.sitting
        quiz, ends = sitting.quiz, sitting.ends
        answered = len(sitting.tasks) - len(sitting.unanswered)
        problem = sitting.book.problem
        self._shown = {
            **self._common(),
            "title": quiz.text(self.language),
            "about": self._about(),
            "how": self.text("exam" if sitting.exam else "practice"),
            "asks": sitting.exam,
            "pupil": sitting.pupil,
            "answered": self.text("answered", n=answered, all=len(sitting.tasks)),
            "ends": ends.isoformat() if ends and not sitting.finished else "",
            "problem": self.text("not_kept", problem=fact_text(problem, self.language))
            if problem
            else "",
        }

    def _about(self) -> str:
        quiz = self.sitting.quiz
        return self.text(
            "about",
            version=self.sitting.version,
            table=quiz.rulebook.title[self.language],
            n=len(self.sitting.tasks),
            points=quiz.points,
        )

    def still_html(self) -> str:
        how = self.text("exam" if self.sitting.exam else "practice")
        told = "".join(f"<p>{escape(text)}</p>" for text in (how, self.text("open_first")))
        title = escape(self.sitting.quiz.text(self.language))
        return f"<p><strong>{title}</strong><br>{escape(self._about())}</p>{told}"

    def __repr__(self) -> str:
        return short(f"Sitting({self.sitting.quiz.text(self.language)}, {self.sitting.version})")


class HandInPanel(SittingWidget):
    """The end of a quiz: what is still open, and in an exam the button to hand in, which asks once more."""

    _esm = join("cards.js", "handing_in.js")
    _css = join("cards.css", "sitting.css")
    _WORDS = ("hand_in", "sure", "yes", "not_yet", "show_file")

    _asking = traitlets.Bool(False).tag(sync=True)

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        self.say("")
        if kind == "ask" and self.sitting.exam and not self.sitting.finished:
            if self.sitting.pupil:
                self._asking = True
            else:
                self.say(self.text("no_name"), "refusal")
        elif kind == "stay":
            self._asking = False
        elif kind == "hand_in" and self._asking:
            self._asking = False
            try:
                self.sitting.hand_in()
            except CanastaError as error:
                self.say(
                    self.text("not_handed_in", error=error_text(error, self.language)), "refusal"
                )
        self._refresh()

    def _refresh(self) -> None:
        sitting = self.sitting
        self._shown = {
            **self._common(),
            "title": self.text("end"),
            "exam": sitting.exam,
            "open": self._open_questions(),
            "told": self._told(),
            "file": sitting.book.facts.get("file", ""),
            "content": self._content(),
        }

    def _open_questions(self) -> str:
        numbers = self.sitting.unanswered
        listed = ", ".join(map(str, numbers))
        return self.text("open" if numbers else "all_answered", n=len(numbers), numbers=listed)

    def _told(self) -> str:
        if not self.sitting.exam:
            return self.text("practised")
        if not self.sitting.finished:
            return ""
        return self.text("handed_in_there" if drop() else "handed_in")

    def _content(self) -> str:
        """The file as it was written, to be looked at."""
        try:
            return Path(self.sitting.book.facts["file"]).read_text("utf-8")
        except (KeyError, OSError, ValueError):
            return ""

    def still_html(self) -> str:
        told = self.text("end_still") if self.sitting.exam else self.text("practised")
        return f"<p><strong>{escape(self.text('end'))}</strong></p><p>{escape(told)}</p>"

    def __repr__(self) -> str:
        return short(f"HandIn({self.sitting.version})")
