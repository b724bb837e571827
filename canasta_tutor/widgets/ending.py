"""A lesson's end: what of it has been shown to be known, what comes again and when, and the next door."""

from __future__ import annotations

from typing import Any

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.tutor import standing
from canasta_tutor.tutor.listening import Listening
from canasta_tutor.tutor.notes import Notes
from canasta_tutor.tutor.skills import skills
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, short
from canasta_tutor.widgets.doors import LAST, door
from canasta_tutor.widgets.frame import MARKS, Framed, Json, action, group, item
from canasta_tutor.widgets.tutoring import name
from canasta_tutor.widgets.words import ui


class LessonEnd(Framed):
    """How far the learner is with what one lesson teaches; it follows every answer.

    >>> from canasta_tutor.rulebook import Rulebook
    >>> LessonEnd(5, Listening(Rulebook.load("classic"), "en"))
    LessonEnd(5, classic, 0 of 3 known)
    """

    _esm = join("cards.js", "frame.js")
    _css = join("cards.css", "frame.css")

    def __init__(self, lesson: int, tutor: Listening, four_colour: bool = False) -> None:
        self.lesson = lesson
        self.tutor = tutor
        super().__init__(tutor.language, four_colour)
        tutor.follow(self._refresh)
        self._refresh()

    @property
    def skills(self) -> list[str]:
        """What the lesson teaches."""
        return [one.id for one in skills().values() if self.lesson in one.lessons]

    def _answer(self, intent: object) -> None:
        self._refresh()

    def _refresh(self) -> None:
        words = {"not_connected": ui("not_connected", self.language)}
        self._shown = {"language": self.language, "words": words, "patience": PATIENCE}
        self._show_frame()

    def _say(self, key: str, **facts: Any) -> str:
        return fill(texts(self.language)["ending"][key], self.language, facts)

    def framed(self) -> Json:
        """Every skill of the lesson, what comes next, and the next lesson."""
        notes = self.tutor.tutor.notes if self.tutor.on else Notes()
        own = self.skills
        lines = [self._line(skill, notes) for skill in own]
        states = [standing.state(notes, skill, self.tutor.rulebook) for skill in own]
        if not self.tutor.on:
            said = [self._say("off")]
        elif not own:
            all_states = [standing.state(notes, one, self.tutor.rulebook) for one in skills()]
            said = [self._say("whole", known=all_states.count("known"), n=len(all_states))]
        elif {*states} == {"new"}:
            said = [self._say("untouched")]
        elif {*states} == {"known"}:
            said = [self._say("all_known")]
        else:
            said = [self._say("some_known", known=states.count("known"), n=len(own))]
        following = door(self.lesson + 1, self.language) if self.lesson < LAST else None
        today = door(0, self.language)
        doors = [action("", following["text"], "main", following["href"])] if following else []
        return {
            "title": self._say("title"),
            "say": said,
            "groups": [group(self._say("skills"), lines)] if lines else [],
            "actions": [*doors, action("", self._say("today"), "", today["href"])],
        }

    def _line(self, skill: str, notes: Notes) -> Json:
        state = standing.state(notes, skill, self.tutor.rulebook)
        said = fill(texts(self.language)["progress"][state], self.language, {})
        now, due = self.tutor.clock(), notes.of_skill(skill).memory.due
        if due is not None:
            days = max(0, standing.days_between(now, due))
            comes = self._say("due") if due <= now else self._say("comes", n=days)
            said = f"{said} · {comes}"
        return item(name(skill, self.language), said, MARKS[state])

    def __repr__(self) -> str:
        notes = self.tutor.tutor.notes if self.tutor.on else Notes()
        own = [standing.state(notes, skill, self.tutor.rulebook) for skill in self.skills]
        known = own.count("known")
        return short(
            f"LessonEnd({self.lesson}, {self.tutor.rulebook.id}, {known} of {len(own)} known)"
        )
