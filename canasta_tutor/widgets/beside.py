"""The short exercise below another one, which tells what was behind its wrong answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from canasta_tutor import shelf
from canasta_tutor.errors import CanastaError
from canasta_tutor.tutor.contrast import contrast
from canasta_tutor.tutor.following import FollowUp, follow_up, suspects
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.speaking import phrase

if TYPE_CHECKING:
    from canasta_tutor.widgets.exercise import ExerciseCard

_WHY: Final = "follow"
_PARTS: Final = ("_shown", "_progress", "_draft", "_message")
"""What the script needs of the exercise inside."""
_TOLD: Final = ("if", "say")
"""By what words a belief is told."""


class Beside:
    """What stands below an exercise: the offer, then the short exercise itself, then what it has told."""

    def __init__(self, card: ExerciseCard, closed: bool = False) -> None:
        self.card = card
        self.closed = closed
        self.said = ""
        self.inside: ExerciseCard | None = None
        self._found: FollowUp | None = None
        self._told: set[str] = set()
        """Beliefs of which a short exercise has told here."""

    @property
    def offered(self) -> bool:
        """Whether a short exercise is offered: one or two beliefs are suspected, and none is sure."""
        advice = self.card.progress.advice
        open_now = not self.closed and self.card.tutor is not None and self.card.tutor.on
        if advice.diagnosis is None or not open_now:
            return False
        ids = {belief.id for belief in suspects(advice.diagnosis)}
        return not advice.firm and bool(ids) and not ids <= self._told

    def state(self, waits: bool) -> dict[str, Any]:
        """What the script shows; nothing while a quiz goes on."""
        if waits or not (self.offered or self.inside or self.said):
            return {"offer": "", "said": "", "exercise": None}
        inside = self.inside and {name: getattr(self.inside, name) for name in _PARTS}
        offer = "" if self.inside or self.said else self._offer()
        return {"offer": offer, "said": self.said, "exercise": inside}

    def _offer(self) -> str:
        """What the button says: it names what was suspected only where that was told."""
        card, advice = self.card, self.card.progress.advice
        beliefs = suspects(advice.diagnosis) if advice.diagnosis else ()
        said = " ".join(card.verdict.say) if card.verdict else ""
        told = all(
            any(belief.text(name, card.language) in said for name in _TOLD) for belief in beliefs
        )
        key = "behind" if not told else "apart" if len(beliefs) > 1 else "single"
        return phrase(f"follow.{key}", card.language)

    def open(self) -> None:
        """Find the short exercise, and put it there; where none tells, say so."""
        card = self.card
        diagnosis = card.progress.advice.diagnosis
        if card.question is None or diagnosis is None or card.tutor is None:
            return
        self._found = follow_up(card.question, diagnosis, card.tutor.tutor.seeds)
        if self._found is None:
            self.said = phrase("follow.none", card.language)
            return
        self.inside = card.another(self._found.question)

    def hear(self, intent: Mapping[str, Any]) -> None:
        """Answer what is done in the short exercise; its first answer is what tells."""
        inside, tutor = self.inside, self.card.tutor
        if inside is None or tutor is None or self._found is None:
            return
        before, tutor.why = tutor.why, _WHY
        try:
            inside._answer(intent)
        finally:
            tutor.why = before
        if inside.verdict is not None and inside.progress.tries == 1 and not self.said:
            self.said = self._found.outcome(inside.progress.checked, self.card.language)
            self._told |= {belief.id for belief in self._found.beliefs}

    def other_way(self) -> dict[str, str] | None:
        """What is shown to somebody who is stuck: other cards by the rule and by the belief, and the lesson."""
        card, advice = self.card, self.card.progress.advice
        if not advice.stuck or card.asked is None or advice.diagnosis is None:
            return None
        beliefs = suspects(advice.diagnosis)
        say = phrase("stuck.both" if beliefs else "stuck.stop", card.language)
        shown = (say, *contrast(card.asked.question, beliefs, card.language, advice.ways))
        html = "".join(map(card.asked.html, shown))
        return {
            "name": phrase("stuck.title", card.language),
            "html": html + _lesson(advice.stuck, card.language),
        }

    def close(self) -> None:
        """Away with it: the exercise above is answered anew."""
        if self.inside is not None:
            self.inside.close()
        self.inside, self._found, self.said = None, None, ""


@cache
def _lesson(skill: str, language: str) -> str:
    """The way back to the lesson that teaches a skill; nothing where no lesson lies there."""
    start = f"{skills()[skill].lessons[0]:02}-"
    try:
        shelved = shelf.lessons(shelf.find_notebooks(language), language)
    except CanastaError:
        return ""
    for lesson in shelved:
        if lesson.name.startswith(start):
            link = (
                f'<a data-canasta-lesson="" href="{lesson.name}.ipynb">{escape(lesson.title)}</a>'
            )
            return f"<p>{phrase('stuck.lesson', language, link=link)}</p>"
    return ""
