"""The map of what is known: every skill in the order of the lessons, and the learner's own notes below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

import traitlets

from canasta_tutor import settings
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.error_words import error_text
from canasta_tutor.errors import CanastaError, RulebookError
from canasta_tutor.exercises.spoken import SILENT
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor import standing
from canasta_tutor.tutor.choosing import practise
from canasta_tutor.tutor.notes import EXPLAINED, PUT_OFF, Answer, Notes
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tutor import Clock
from canasta_tutor.widgets.base import short
from canasta_tutor.widgets.choosing import table_of
from canasta_tutor.widgets.doors import door
from canasta_tutor.widgets.frame import MARKS, Json, action, group, item
from canasta_tutor.widgets.tutoring import SCRIPT, STYLE, Tutoring, name
from canasta_tutor.widgets.tutoring import say as say_today

PRACTICE: Final = "practice"
"""Why an exercise is asked that the learner has asked for."""
_EXPLAINS: Final = {PUT_OFF: "put_off", EXPLAINED: "explained"}
_SHOWN: Final = 100
"""So many answers are shown, the newest; the copy has them all."""


def left_open(skill: str, rulebook: Rulebook) -> bool:
    """Whether a table's own rules say nothing of a skill; one that is made of others is never left open.

    >>> left_open("manners", Rulebook.load("club")), left_open("manners", Rulebook.load("classic"))
    (True, False)
    """
    table, one = table_of(rulebook), skills()[skill]
    return not one.composite and all(table.source(rule).standing in SILENT for rule in one.rules)


class Progress(Tutoring):
    """What is known, what is not sure yet, and what is new, at this table; and the notes that say so.

    >>> Progress(Rulebook.load("classic"))
    Progress(classic, 0 of 36 known)
    """

    _esm, _css = SCRIPT, STYLE

    _copy = traitlets.Dict().tag(sync=True)
    """A file for the learner: its name and its text."""

    def __init__(
        self,
        rulebook: Rulebook,
        language: str = "en",
        four_colour: bool = False,
        clock: Clock | None = None,
        turn_on: Callable[[], object] | None = None,
    ) -> None:
        self._opened = ""
        self._skill = ""
        self._foot = ""
        self._turn_on = turn_on
        super().__init__(rulebook, language, four_colour, clock)

    @property
    def notes(self) -> Notes:
        """What the learner has shown so far, in every notebook."""
        self.tutor.tutor.store.refresh()
        return self.tutor.tutor.notes

    # --- what the learner does ------------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = str(intent["intent"])
        if kind == "open":
            skill = str(intent["about"])
            self._opened = "" if skill == self._opened else skill
        elif kind == "practise":
            self._skill = str(intent.get("about") or self._skill)
            self.settle()
            self.take_time(self._practise)
            return
        elif kind == "map":
            self.leave()
        elif kind in ("notes", "close", "forget"):
            self._foot = "" if kind == "close" else kind
        elif kind == "copy":
            self._save_copy()
        elif kind == "take_in":
            self._take_in(str(intent["text"]))
        elif kind == "forget_all":
            self._forget()
        elif kind == "turn_on" and self._turn_on is not None:
            self._turn_on()
        else:
            super()._answer(intent)
            return
        self._show_frame()

    def _practise(self) -> None:
        tutor = self.tutor.tutor
        found = practise(tutor.notes, tutor.items_on([self._skill]), self._skill)
        if found is None:
            self.leave()
            self.say(self._say("nothing_to_practise"))
        else:
            self.ask(tutor.exercise(found), PRACTICE)

    def _save_copy(self) -> None:
        day = self.tutor.clock().date().isoformat()
        file = self._say("file", day=day)
        self._copy = {"name": file, "text": self.tutor.tutor.store.export(), "n": self._answered}
        self.say(self._say("copied", file=file))

    def _take_in(self, text: str) -> None:
        try:
            new = self.tutor.tutor.store.take_in(text)
        except CanastaError as error:
            self.say(self._say("not_taken", error=error_text(error, self.language)), "refusal")
        else:
            self.say(self._say("taken", n=new))

    def _forget(self) -> None:
        try:
            self.tutor.tutor.store.forget()
            settings.save(opened=(), played=())
        except CanastaError as error:
            self.say(self._say("not_forgotten", error=error_text(error, self.language)), "refusal")
            return
        self._foot = self._opened = ""
        self.say(self._say("forgotten"))

    # --- what it shows --------------------------------------------------------------------------

    def _say(self, key: str, **facts: Any) -> str:
        return fill(texts(self.language)["progress"][key], self.language, facts)

    def framed(self) -> Json:
        """The map, or one exercise."""
        if self.asking:
            return self._asking()
        if self.choosing:
            return {
                "title": name(self._skill, self.language),
                "say": [say_today("choosing", self.language)],
            }
        notes, now = self.notes, self.tutor.clock()
        shown = {skill: self._item(skill, notes, now) for skill in skills()}
        lessons = dict.fromkeys(one.lessons[0] for one in skills().values())
        groups = []
        for number in sorted(lessons):
            lesson = door(number, self.language)
            own = [shown[one.id] for one in skills().values() if one.lessons[0] == number]
            groups.append(group(lesson["text"], own, lesson["href"]))
        off = [] if self.tutor.on else [say_today("off", self.language)]
        turn_on = action("turn_on", say_today("turn_on", self.language), "main")
        return {
            "title": self._say("title"),
            "say": [*off, *self._summary(notes, now)],
            "groups": groups,
            "actions": [turn_on] if off and self._turn_on else [],
            "foot": self._footed(notes, now),
            "map": True,
        }

    def _summary(self, notes: Notes, now: datetime) -> list[str]:
        if not notes.answers:
            return [self._say("nothing", n=len(skills()))]
        states = [standing.state(notes, skill, self.rulebook) for skill in skills()]
        counts = {state: states.count(state) for state in standing.STATES}
        said = [self._say("counts", **counts)]
        if better := standing.improved(notes, self.rulebook):
            names = " · ".join(name(skill, self.language) for skill in better)
            said.append(self._say("better", names=names))
        if days := standing.days_here(notes, now):
            said.append(self._say("days", n=days))
        return said

    def _item(self, skill: str, notes: Notes, now: datetime) -> Json:
        state = standing.state(notes, skill, self.rulebook)
        line = item(name(skill, self.language), self._say(state), MARKS[state])
        opened = skill == self._opened
        more = {"id": skill, "open": opened}
        if opened:
            more["say"] = self._about(skill, notes, now)
            more["actions"] = [action("practise", self._say("practise"))]
        return line | more

    def _about(self, skill: str, notes: Notes, now: datetime) -> list[str]:
        """What has been shown of a skill, and when it comes again; and whether the table leaves it open."""
        answers = standing.of_skill(notes.answers, skill)
        unsaid = [self._say("left_open")] if left_open(skill, self.rulebook) else []
        if not answers:
            return [self._say("guessed" if notes.of_skill(skill).p > 0.5 else "not_asked"), *unsaid]
        right = sum(answer.marks[skill] >= 1 for answer in answers)
        ago = standing.days_between(answers[0].at, now)
        said = [f"{self._say('asked', n=len(answers), right=right)} {self._say('last', n=ago)}"]
        due = notes.of_skill(skill).memory.due
        if due is not None:
            days = max(0, standing.days_between(now, due))
            said.append(self._say("due") if due <= now else self._say("comes", n=days))
        if self._differs(skill, answers[0].table):
            said.append(self._say("differs"))
        return said + unsaid

    def _differs(self, skill: str, table: str) -> bool:
        """Whether the skill's rules are others here than where it was asked last."""
        try:
            return skills()[skill].differs(self.rulebook, Rulebook.load(table))
        except RulebookError:
            return True

    def _asking(self) -> Json:
        another = action("practise", self._say("another"), "main" if self.answered else "quiet")
        back = action("map", self._say("back"), "" if self.answered else "quiet")
        return {
            "title": name(self._skill, self.language),
            "say": [self._say("practising")],
            "actions": [another, back],
        }

    # --- the notes ------------------------------------------------------------------------------

    def _footed(self, notes: Notes, now: datetime) -> Json:
        if self._foot == "forget":
            said = [self._say("confirm", n=len(notes.answers))]
            actions = [
                action("forget_all", self._say("forget_all"), "main"),
                action("close", self._say("keep")),
                action("copy", self._say("copy"), "quiet"),
            ]
        else:
            file = self.tutor.tutor.store.file
            said = [self._say("where", n=len(notes.answers), file=str(file))]
            showing = self._foot == "notes"
            actions = [
                action("close" if showing else "notes", self._say("hide" if showing else "show")),
                action("copy", self._say("copy")),
                action("take_in", self._say("take_in"), "file"),
                action("forget", self._say("forget"), "quiet"),
            ]
        kept = [self._note(one, now) for one in notes.answers[-_SHOWN:][::-1]]
        return {
            "title": self._say("notes"),
            "say": said,
            "kept": kept if self._foot == "notes" else [],
            "actions": actions,
        }

    def _note(self, answer: Answer, now: datetime) -> str:
        """One answer as a line: when, what, at which table, how it was judged, what was said."""
        when = f"{answer.at.astimezone(now.tzinfo):%Y-%m-%d %H:%M}"
        what = name(answer.skill, self.language) if answer.skill else answer.exercise
        judged = _EXPLAINS.get(answer.why) or (
            "uncounted" if not answer.marks else "right" if answer.right else "not_right"
        )
        parts = [when, what, self._table(answer.table), self._say(judged), answer.answer]
        return " · ".join(part for part in parts if part)

    def _table(self, id: str) -> str:
        try:
            return Rulebook.load(id).title[self.language]
        except RulebookError:
            return id  # a table that is not there any more

    def __repr__(self) -> str:
        states = [standing.state(self.notes, skill, self.rulebook) for skill in skills()]
        known = states.count("known")
        return short(f"Progress({self.rulebook.id}, {known} of {len(states)} known)")
