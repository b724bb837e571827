"""Today: what is due, asked one after the other; for somebody new, the way in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from canasta_tutor import settings
from canasta_tutor.error_words import error_text, fact_text
from canasta_tutor.errors import CanastaError
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor import standing
from canasta_tutor.tutor.choosing import Next
from canasta_tutor.tutor.listening import problem_kind
from canasta_tutor.tutor.placement import MOST as MOST_IN_CHECK
from canasta_tutor.tutor.placement import Check
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.speaking import phrase
from canasta_tutor.tutor.today import MOST, Session
from canasta_tutor.tutor.tutor import Clock
from canasta_tutor.widgets import placement
from canasta_tutor.widgets.base import short
from canasta_tutor.widgets.doors import door
from canasta_tutor.widgets.frame import MARKS, Json, action, group, item
from canasta_tutor.widgets.tutoring import SCRIPT, STYLE, Tutoring, name, say, to_repeat


class Today(Tutoring):
    """What is due at this table. It asks one exercise after another until the learner stops, or it is enough.

    ``turn_on`` turns the tutor on in the first line of the page.

    >>> Today(Rulebook.load("classic"))
    Today(classic, nothing asked yet)
    """

    _esm, _css = SCRIPT, STYLE

    def __init__(
        self,
        rulebook: Rulebook,
        language: str = "en",
        four_colour: bool = False,
        clock: Clock | None = None,
        turn_on: Callable[[], object] | None = None,
    ) -> None:
        self._page = "start"
        self._session: Session | None = None
        self._placement: Check | None = None
        self._why: Next | None = None
        self._turn_on = turn_on
        self._problem = ""
        self._explaining = False
        super().__init__(rulebook, language, four_colour, clock)

    # --- what the learner does ------------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = str(intent["intent"])
        does = getattr(self, f"_do_{kind}", None)
        if does is None:
            super()._answer(intent)
        elif "about" in intent:
            does(str(intent["about"]))
        else:
            does()

    def _do_begin(self) -> None:
        if self.tutor.on:
            self.take_time(self._begin)
        else:
            self._go("start")

    def _begin(self) -> None:
        self._session, self._placement = Session(self.tutor.tutor), None
        self._do_next()

    def _do_next(self) -> None:
        """The next exercise; at the end of the sitting, or of the check, what came of it."""
        self.settle()
        if self._placement is not None:
            exercise = self._placement.next()
            if exercise is not None:
                self.ask(exercise, self._placement.why)
                return
        elif self._session is not None and not self._session.enough:
            found = self._session.next()
            if found is not None:
                self._why = found[1]
                self.ask(found[0], found[1].why)
                return
        self._do_stop()

    def _do_put_off(self) -> None:
        if self._session is not None:
            self._session.put_off()
        self._do_next()

    def _do_more(self) -> None:
        self._offered()
        if self._session is not None:
            self._session.goes_on()
        self._do_next()

    def _do_stop(self) -> None:
        self._explaining = False
        self._go("end")

    def _do_explain(self) -> None:
        """The oldest explanation that was put off."""
        waiting = self.tutor.tutor.waiting
        if waiting:
            self._explaining = True
            self.explain(*waiting[0])

    def _offered(self) -> None:
        """What was offered at the end of a sitting, and not read, is not offered again."""
        if self._page == "end" and self._session is not None:
            for question, given in self.tutor.tutor.waiting:
                self.tutor.explained(question, given)

    def _do_start(self) -> None:
        self._offered()
        self._session = self._placement = None
        self._go("start")

    def _do_turn_on(self) -> None:
        if self._turn_on is not None:
            self._turn_on()
        else:
            settings.save(tutor=True)
        self._go("start")

    def _go(self, page: str) -> None:
        self._page = page
        self.leave()

    # --- the placement check ----------------------------------------------------------------------

    def _do_ask_played(self) -> None:
        self._go("played")

    def _do_home(self, table: str) -> None:
        played = settings.load().played
        rest = tuple(one for one in played[1:] if one != table)
        self._keep_played(rest if played[:1] == (table,) else (table, *rest))

    def _do_elsewhere(self, table: str) -> None:
        played = settings.load().played
        if table in played:
            self._keep_played(tuple(one for one in played if one != table))
        else:
            self._keep_played((*played, table))

    def _keep_played(self, played: tuple[str, ...]) -> None:
        try:
            settings.save(played=played)
        except CanastaError as error:
            self.say(
                placement.say("not_saved", self.language, error=error_text(error, self.language)),
                "refusal",
            )
        self._show_frame()

    def _do_place(self) -> None:
        self.take_time(self._begin_check)

    def _begin_check(self) -> None:
        self._placement, self._session = Check(self.tutor.tutor), None
        self._do_next()

    def _do_unknown(self) -> None:
        if self._placement is not None and self.question is not None:
            self.tutor.tutor.not_known(self.question, self._placement.why)
        self._do_next()

    # --- what it shows ----------------------------------------------------------------------------

    def _say(self, key: str, **facts: Any) -> str:
        return say(key, self.language, **facts)

    def framed(self) -> Json:
        """The screen that stands there now."""
        if self.asking and self._placement is not None:
            return placement.asking(self._placement, self.answered, self.language)
        if self.asking and self._explaining:
            return {
                "title": self._say("explaining"),
                "say": [self._say("explained")],
                "actions": [action("stop", self._say("go_on"), "main")],
            }
        if self.asking:
            return self._asking()
        if not self.tutor.on:
            return {
                "title": self._say("title"),
                "say": [self._say("off")],
                "actions": [action("turn_on", self._say("turn_on"), "main")],
            }
        if self.choosing:
            return {"title": self._say("title"), "say": [self._say("choosing")]}
        if self._page == "played":
            return placement.played(self.rulebook, self.language)
        if self._page == "end" and self._placement is not None:
            return placement.found(self._placement, self.language)
        if self._page == "end" and self._session is not None:
            return self._end(self._session)
        return self._start()

    def _start(self) -> Json:
        tutor = self.tutor.tutor
        self._problem = tutor.store.problem or self._problem
        tutor.store.refresh()
        problem = tutor.store.problem or self._problem
        notes, now, kind = tutor.notes, tutor.clock(), problem_kind(problem)
        why = fact_text(problem, self.language)
        said = [phrase(f"store.{kind}", self.language, problem=why)] if kind else []
        check = action("ask_played", self._say("check"), "quiet")
        frame: Json = {"title": self._say("title"), "say": said}
        if not standing.met(notes):
            first = door(1, self.language)
            key = "placed" if notes.answers and notes.shown else "empty"
            said.append(self._say(key, n=MOST_IN_CHECK))
            return frame | {
                "actions": [action("start", first["text"], "main", first["href"]), check]
            }
        due = standing.due(notes, now)
        said.append(self._say("due", n=len(due)))
        following = standing.next_day(notes, now)
        if not due and following is not None:
            said.append(self._say("next_day", n=following))
        if answered := standing.answered(notes, now):
            said.append(self._say("answered", n=answered))
        begin = action("begin", self._say("begin" if due else "practise"), "main" if due else "")
        shown = [group(self._say("why_due"), map(self._why_due, due))] if due else []
        return frame | {"groups": shown, "actions": [begin, check]}

    def _why_due(self, one: standing.Due) -> Json:
        did = skills()[one.skill].did[self.language]
        since = self._say("since", n=one.days, did=did) if one.days else self._say("since_today")
        return item(name(one.skill, self.language), since)

    def _asking(self) -> Json:
        session, why = self._session, self._why
        assert session is not None  # nothing is asked outside a sitting
        assert why is not None
        number = session.count + (not self.answered)
        stop = action("stop", self._say("stop"), "quiet")
        going = action("next", self._say("next"), "main")
        put_off = action("put_off", self._say("put_off"))
        return {
            "title": self._say("title"),
            "note": self._say("count", n=number, most=MOST),
            "say": [self._say(f"why.{why.why}", skill=name(why.item.skill, self.language))],
            "actions": [going if self.answered else put_off, stop],
        }

    def _end(self, session: Session) -> Json:
        notes, now = self.tutor.tutor.notes, self.tutor.tutor.clock()
        answers = session.answers
        right = dict.fromkeys(one.skill for one in answers if one.right)
        wrong = dict.fromkeys(one.skill for one in answers if not one.right)
        said = [self._say("stopped", n=len(answers))]
        if session.waiting:
            said.append(self._say("waiting"))
        later = len(self.tutor.tutor.waiting)
        if later:
            said.append(self._say("put_off_waits", n=later))
        tomorrow = standing.due_tomorrow(notes, now)
        said.append(self._say("tomorrow", n=len(tomorrow)))
        lists = [
            group(
                self._say("shown"),
                [item(name(one, self.language), "", MARKS["known"]) for one in right],
            ),
            group(self._say("again"), to_repeat(wrong, self.language)),
            group(self._say("due_then"), [item(name(one, self.language)) for one in tomorrow]),
        ]
        more = action("more", self._say("more"))
        explain = [action("explain", self._say("explain"))] if later else []
        return {
            "title": self._say("enough" if session.enough else "end"),
            "say": said,
            "groups": [one for one in lists if one["items"]],
            "actions": [action("start", self._say("done"), "main"), *explain, more],
        }

    def _to_repeat(self, skill: str) -> Json:
        lesson = door(skills()[skill].lessons[0], self.language)
        return item(lesson["text"], self._name(skill), "", lesson["href"])

    def __repr__(self) -> str:
        notes = self.tutor.tutor.notes if self.tutor.on else None
        count = len(standing.met(notes)) if notes else 0
        return short(
            f"Today({self.rulebook.id}, {f'{count} met' if count else 'nothing asked yet'})"
        )
