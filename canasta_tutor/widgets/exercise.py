"""An exercise on the page: question, position, something to answer with, and what is said about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import traitlets

from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises import Exercise, Question, Verdict, load
from canasta_tutor.exercises.collection import find, ids
from canasta_tutor.exercises.ladder import rungs
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.listening import Listening
from canasta_tutor.tutor.speaking import advised
from canasta_tutor.tutor.speaking import phrase as told_phrase
from canasta_tutor.tutor.tutor import Advice
from canasta_tutor.widgets.asked import Asked, broken_html, written
from canasta_tutor.widgets.assets import SCRIPTS, STYLES, join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, short
from canasta_tutor.widgets.beside import Beside

_WORDS: Final = (
    "yes", "no", "which", "choose", "check", "again", "hint", "next_hint", "show", "solution",
    "why", "your_answer", "type_cards", "type_lay", "enter", "add_meld", "remove",
    "tray_empty", "drop_cards", "up", "down", "chosen", "put_back", "sheet_of", "points",
    "part_right", "part_wrong", "not_connected", "keys", "hand", "where", "position",
)  # fmt: skip
_BESIDE: Final = ("later", "read", "follow", "inside")
"""What is done with the explanation, and with the short exercise below."""
QUIZ: Final = "final/"
"""Where the exercises of the final quiz lie: what would help with the next ones waits until all are answered."""
_OPEN: Final = {name: f"{{{name}}}" for name in ("n", "all", "what", "cards")}
"""Facts that the browser fills in."""


@dataclass
class Progress:
    """How far the learner is with one exercise at one table."""

    draft: str = ""
    """The answer as it stands in the controls."""
    checked: str = ""
    """The answer that was judged last."""
    tries: int = 0
    """How often an answer was judged that counts."""
    hints: int = 0
    """How many hints are open: they stay so."""
    solution: bool = False
    solved: bool = False
    """Whether the solution has been open at any time."""
    advice: Advice = field(default_factory=Advice)
    """What the tutor made of the answer that was judged last."""
    later: bool = False
    """Whether the explanation is put off."""
    offered: bool = False
    """Whether it was put off before, and stands here now: it is offered once."""


_KEPT: dict[tuple[str, str], Progress] = {}
"""What has been answered in this session of the notebook: running a cell again loses nothing."""


class ExerciseCard(CardWidget):
    """An exercise that is answered on the page and judged at once.

    ``exercise`` is its id, a file's path, or an Exercise; ``rulebook`` the learner's table; ``tutor`` hears
    the answers. A file that cannot be used is reported where the exercise would have stood.

    >>> card = ExerciseCard("pile/frozen-one-match", "en")
    >>> card.check("yes").state, card.check("no pile.frozen_needs").state
    ('incorrect', 'correct')
    >>> card
    ExerciseCard(pile/frozen-one-match, classic)
    """

    _esm = join(*SCRIPTS)
    _css = join(*STYLES)

    _progress = traitlets.Dict().tag(sync=True)
    _draft: Any = traitlets.Dict({"n": 0, "text": ""}).tag(sync=True)
    """The answer as it stands in the controls, in the notation in which answers are judged. The script
    puts it there when ``n`` rises."""

    _follow = traitlets.Dict().tag(sync=True)
    """The short exercise below this one: what is offered, what it shows, what it has told."""

    _readable = True
    """Whether what was typed last could be put into the controls."""

    question: Question | None
    verdict: Verdict | None

    def __init__(
        self,
        exercise: str | Exercise | None,
        language: str = "en",
        rulebook: Rulebook | str | None = None,
        four_colour: bool = False,
        tutor: Listening | None = None,
    ) -> None:
        self.tutor = tutor
        self._open(exercise, rulebook, _KEPT)
        super().__init__(language, four_colour)
        if self.question is not None and self.progress.checked:
            verdict = self.question.judge(self.progress.checked, language)
            self.verdict = self._advised(self.question, verdict)
        self._put(self.progress.draft)
        self._refresh()

    def _open(
        self,
        exercise: str | Exercise | None,
        rulebook: Rulebook | str | None,
        kept: dict[tuple[str, str], Progress],
    ) -> None:
        """Take an exercise, with what was answered to it before."""
        self.name = exercise.id if isinstance(exercise, Exercise) else exercise or ""
        self.question, self.verdict, self.error = None, None, ""
        self.progress = Progress()
        self.beside = Beside(self)
        if exercise is None:
            return
        try:
            found = exercise if isinstance(exercise, Exercise) else load(exercise)
            self.name = found.id
            self.question = found.at(rulebook)
            self.progress = kept.setdefault((found.file, self.question.id), self.progress)
        except CanastaError as error:
            self.error = str(error)

    @property
    def quiet(self) -> bool:
        """Whether it is only answered: nothing is judged, and nothing said of it."""
        return False

    @property
    def locked(self) -> bool:
        """Whether the answer cannot be changed any more."""
        return False

    # --- answering ------------------------------------------------------------------------------

    def check(self, answer: str) -> Verdict:
        """Judge an answer, as the button does."""
        if self.question is None:
            raise CanastaError(self.error)
        self._put(answer)
        return self._judge(self.question, answer)

    def _judge(self, question: Question, answer: str) -> Verdict:
        verdict = self.verdict = question.judge(answer, self.language)
        first, progress = not self.progress.tries, self.progress
        progress.checked, progress.advice, progress.later = answer, Advice(), False
        self.beside.close()
        progress.tries += verdict.counts != "nothing"
        self._show_progress()  # whatever the tutor does, the answer is judged
        if self.tutor is not None:
            progress.advice = self.tutor.hear(
                question, answer, verdict, first=first, hints=progress.hints, solved=progress.solved
            )
            if self.tutor.news:
                self.say(self.tutor.news)
            self.verdict = self._advised(question, verdict)
            self._show_progress()
        return self.verdict

    def _advised(self, question: Question, verdict: Verdict) -> Verdict:
        """The verdict with what the tutor says of it."""
        advice = self.progress.advice
        if advice.diagnosis is None:
            return verdict
        return advised(
            question, verdict, advice.diagnosis, advice.say, self.language, firm=advice.firm
        )

    def hint(self) -> None:
        """Open the next hint."""
        if self.question is not None:
            most = rungs(self.question, self.language)
            self.progress.hints = min(self.progress.hints + 1, most)
            self._show_progress()

    def show_solution(self) -> None:
        """Open the solution."""
        self.progress.solution = self.progress.solved = True
        self._show_progress()

    def again(self) -> None:
        """Clear the answer for another try; hints stay open."""
        self.progress.checked, self.progress.solution = "", False
        self.progress.advice = Advice()
        self.verdict = None
        self._put("")
        self._show_progress()

    def another(self, question: Question) -> ExerciseCard:
        """A short exercise that stands below this one."""
        card = ExerciseCard(
            question.exercise, self.language, question.rulebook, self.four_colour, self.tutor
        )
        card.beside = Beside(card, closed=True)
        return card

    def _put(self, text: str) -> None:
        """Put an answer into the controls."""
        self.progress.draft = text
        self._draft = {"n": self._draft["n"] + 1, "text": text}

    def _keep(self, text: str) -> None:
        """Remember what stands in the controls."""
        self.progress.draft = text
        self._draft = {**self._draft, "text": text}

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        self.say("")
        if kind == "draft":
            self._keep(str(intent["text"]))
        elif kind == "check":
            self._check(intent.get("answer"), str(intent.get("typed", "")))
        elif kind == "hint":
            self.hint()
        elif kind == "solution":
            self.show_solution()
        elif kind == "again":
            self.again()
        elif kind in _BESIDE:
            self._go_beside(intent)
        elif kind == "typed":
            self._type(str(intent["text"]))

    def _go_beside(self, intent: Mapping[str, Any]) -> None:
        """Put the explanation off, open the short exercise, or answer in it."""
        question, answer = self.question, self.progress.checked
        if intent["intent"] == "later":
            self.progress.later = True
            if self.tutor is not None and question is not None:
                self.tutor.put_off(question, answer)
        elif intent["intent"] == "read":
            if self.tutor is not None and question is not None:
                self.tutor.explained(question, answer)
        elif intent["intent"] == "follow":
            self.beside.open()
        else:
            self.beside.hear(intent["inside"])
        self._show_progress()

    def _check(self, answer: str | None, typed: str) -> None:
        """Judge what stands in the controls; without ``answer``, what was typed and is to stand there."""
        if typed:
            self._type(typed)
        if self.question is None or (answer is None and not self._readable):
            return
        if answer is not None:
            self._keep(answer)
        self._judge(self.question, self.progress.draft)

    def _type(self, text: str) -> None:
        """Put typed cards or a typed lay-down into the controls; what cannot be is said."""
        question = self.question
        if question is None or "cards" not in question.controls(self.language):
            return
        verdict = question.judge(text, self.language)
        self._readable = verdict.state not in ("unreadable", "impossible")
        if self._readable:
            self._put(written(question, text, self.language))
        else:
            self.verdict = verdict
            self._show_progress()

    # --- what it shows --------------------------------------------------------------------------

    def _refresh(self) -> None:
        words = {key: phrase(f"ui.{key}", self.language, None, **_OPEN) for key in _WORDS}
        shown: dict[str, Any] = {"language": self.language, "words": words, "patience": PATIENCE}
        if self.asked is not None:
            try:
                shown |= self.asked.shown()
            except CanastaError as error:
                self.question, self.error = None, str(error)
        if self.question is None:
            shown["broken"] = broken_html(self.error, self.language)
        self._shown = shown
        self._show_progress()

    @property
    def asked(self) -> Asked | None:
        """The question in the learner's language; None if the file cannot be used."""
        if self.question is None:
            return None
        return Asked(self.question, self.language, self.four_colour)

    def _show_progress(self) -> None:
        asked, progress = self.asked, self.progress
        if asked is None:
            return
        judged, hints = self.verdict, rungs(asked.question, self.language)
        right = judged is not None and judged.right
        self._progress = {
            "feedback": self._feedback(asked, judged) if judged is not None else None,
            "hints": asked.hints(progress.hints),
            "all_hints": hints,
            "lit": asked.lit(progress.hints),
            "offer_hint": progress.tries >= 2 and not right,
            "may_show": bool(progress.tries or progress.hints == hints),
            "solution": asked.solution() if progress.solution else "",
            "quiet": self.quiet,
            "locked": self.locked,
        }
        self._follow = self.beside.state(self._waits or progress.later)

    def _feedback(self, asked: Asked, judged: Verdict) -> dict[str, Any]:
        """What is said of the answer; after a wrong one also what it would lead to, but not while a quiz goes on."""
        answer, told = self.progress.checked, None
        if judged.counts in ("wrong", "partial") and not self._waits:
            diagnosis = self.progress.advice.diagnosis
            told = asked.consequence(answer, diagnosis.suspected if diagnosis else ())
        said = judged.say != asked.question.judge(answer, self.language).say
        return {
            **asked.feedback(judged, answer),
            "consequence": told,
            "stuck": None if judged.right or self._waits else self.beside.other_way(),
            "later": told_phrase("follow.later", self.language)
            if said and not self.progress.offered
            else "",
            "put_off": told_phrase("follow.put_off", self.language) if self.progress.later else "",
        }

    @property
    def _waits(self) -> bool:
        """Whether this exercise belongs to the quiz, and not all of the quiz has been answered."""
        if not self.name.startswith(QUIZ):
            return False
        answered = {file for (file, _), kept in _KEPT.items() if kept.tries}
        return any(str(find(id)) not in answered for id in ids() if id.startswith(QUIZ))

    def still_html(self) -> str:
        """Question, position and options, for a notebook that does not run."""
        if self.asked is None:
            return broken_html(self.error, self.language)
        return self.asked.still()

    def __repr__(self) -> str:
        if self.question is None:
            return short(f"ExerciseCard({self.name}, not usable)")
        return short(f"ExerciseCard({self.name}, {self.question.id})")
