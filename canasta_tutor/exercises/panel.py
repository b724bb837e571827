"""Panel: several small cases under one question, each with an answer of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from canasta_tutor.errors import CanastaError, nearest
from canasta_tutor.exercises.answers import minus, read_number
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.options import WithOptions
from canasta_tutor.exercises.panel_cases import FIELDS, Case, read_case
from canasta_tutor.exercises.questions import MANY
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.rulebook import LANGUAGES

_PART: Final = re.compile(r"\(?(\w+)\)?\s*[:=]?\s*(.*)", re.DOTALL)


class Panel(WithOptions):
    """Several small cases, each answered by itself: with a number or with one of a few named answers."""

    asks = FIELDS
    cases: dict[str, Case]
    truth: dict[str, str]
    """The right answer of each case; none where a belief leaves none."""

    def read_options(self) -> None:
        self.check_known(self.exercise.options, "options")
        self.cases = {id: read_case(self, id) for id in self.ids}

    # --- what is right --------------------------------------------------------------------------

    def find(self) -> None:
        self.truth = {id: self._answer(id) for id in self.ids}

    def _answer(self, id: str) -> str:
        if self.mind is None:
            return self._ask(id)
        try:
            return str(self.asker_of(id).once("case", id, partial(self._believed, id)))
        except CanastaError:
            return ""

    def _believed(self, id: str, asker: Asker) -> str:
        """What somebody answers; of several named answers that seem right to them, the first."""
        case = self.cases[id]
        if case.states is None:
            return str(asker.number(case.quantity))
        if not any(case.states.values()):
            return case.typed or ""
        return next((name for name, state in case.states.items() if asker.holds(state)), "")

    def _ask(self, id: str) -> str:
        case, asker = self.cases[id], self.asker_of(id)
        if case.states is None:
            return str(self.ask(lambda: asker.number(case.quantity), "options", id))
        if not any(case.states.values()):
            if case.typed is None:
                raise self.wrong_key(
                    "found none; expected the right answer, or statements", "options", id, "correct"
                )
            return case.typed
        true = [
            name
            for name, state in case.states.items()
            if self.ask(partial(asker.holds, state), "options", id)
        ]
        if len(true) != 1:
            raise self.wrong_key(
                f"found {' and '.join(true) or 'no answer'} true at {self.id}; expected exactly one",
                *("options", id),
            )
        return true[0]

    def parts(self, answer: str) -> Mapping[str, bool]:
        found = self._read(answer)
        given = {} if isinstance(found, Verdict) else found
        return {id: bool(truth) and given.get(id) == truth for id, truth in self.truth.items()}

    def given_to(self, id: str, answer: str) -> str:
        """What an answer says of one case; nothing if it leaves it open."""
        found = self._read(answer)
        return "" if isinstance(found, Verdict) else found.get(id, "")

    def rules_of(self, part: str) -> tuple[str, ...]:
        case = self.cases.get(part)
        return (case.rule,) if case and case.rule else self.deciding

    def choices(self, part: str) -> int:
        case = self.cases.get(part)
        return MANY if case is None or case.states is None else len(case.states)

    def look_at(self, part: str, answer: str, language: str) -> str:
        if not self.given_to(part, answer):
            return ""
        return self.phrase("partly.look", language, what=f"*{self._named(part, language)}*")

    def differs_by(self, part: str, answer: str) -> int | None:
        found = self._read(answer)
        given = None if isinstance(found, Verdict) else found.get(part)
        case = self.cases.get(part)
        if given is None or case is None or case.states is not None or not self.truth[part]:
            return None
        return int(given) - int(self.truth[part])

    def right(self) -> list[str]:
        return [self._write(self.truth)]

    def wrong(self) -> list[str]:
        """One case wrong in each; and the first case alone."""
        answers = [
            self._write({**self.truth, id: given}) for id in self.ids for given in self._others(id)
        ]
        return [*answers, self._write(dict([next(iter(self.truth.items()))]))]

    def _others(self, id: str) -> list[str]:
        """Wrong answers to one case: those with a reason of their own, and the next at hand."""
        states = self.cases[id].states
        if states is not None:
            return [name for name in states if name != self.truth[id]]
        number = int(self.truth[id])
        authored = self.reasoned(id)
        near = [str(number + step) for step in (-10, -1, 1, 100)]
        return list(dict.fromkeys([*authored, *near, str(-number or 7)]))

    def answer_to(self, id: str, answer: str) -> str | None:
        """What an answer says to one case; None if it says nothing to it."""
        found = self._read(answer)
        return None if isinstance(found, Verdict) else found.get(id)

    def reasoned(self, id: str) -> list[str]:
        """The wrong answers to one case that have a reason of their own."""
        return [given for own, given in self._reasons() if own == id]

    def _reasons(self) -> list[tuple[str, str]]:
        """The cases and wrong answers that have a reason of their own."""
        pairs = [id.split(" ", 1) for id in self.option_ids() if " " in id]
        return [(case, given.strip()) for case, given in pairs]

    @staticmethod
    def _write(answers: Mapping[str, str]) -> str:
        return "; ".join(f"{id} {given}" for id, given in answers.items() if given)

    # --- judging --------------------------------------------------------------------------------

    def _read(self, answer: str, language: str = "en") -> dict[str, str] | Verdict:
        """The answers by case; or what is said of an answer that cannot be read."""
        found: dict[str, str] = {}
        for part in filter(None, (part.strip() for part in re.split(r"[;\n]", answer))):
            match = _PART.fullmatch(part)
            id = match[1] if match else ""
            if match is None or id not in self.ids:
                return self.unreadable("panel", part, language)
            text = match[2].strip()
            given = self._given(id, text)
            if text and given is None:
                kind = "panel" if self.cases[id].states else "number"
                return self.unreadable(kind, text, language)
            if given is not None:
                found[id] = given
        return found

    def _given(self, id: str, text: str) -> str | None:
        """The answer to one case: a number, or a named answer by its id or its label."""
        states = self.cases[id].states
        if states is None:
            number = read_number(text)
            return None if number is None else str(number)
        for name in states:
            names = (name, *(self.answer_label(name, language) for language in LANGUAGES))
            if text.casefold() in (one.casefold() for one in names):
                return name
        return None

    def _judge(self, answer: str, language: str) -> Verdict:
        found = self._read(answer, language)
        if isinstance(found, Verdict):
            return found
        if not found:
            return self.blank(language)
        faults = [id for id in found if found[id] != self.truth[id]]
        missing = len(self.ids) - len(found)
        if not faults and not missing:
            return self.correct(language)
        stand = len(found) - len(faults)
        count = self.phrase("partly.panel", language, right=stand, all=len(self.ids))
        if not faults:
            return self.partly(count, self.phrase("partly.open", language, n=missing))
        first = next(id for id in self.ids if id in faults)
        look = self.look_at(first, answer, language)
        say = f"{look} {self.why_not(first, found[first], language)}"
        state, told = ("partly", (count, say)) if stand else ("incorrect", (say,))
        return Verdict(state, told, self.rules_of(first), {first: "wrong"}, look)

    def why_not(self, id: str, given: str, language: str) -> str:
        """Why this answer to this case is wrong; at the least what the rule says that decides."""
        if own := self.reason(f"{id} {given}", language) or self.reason(id, language):
            return own
        states = self.cases[id].states
        if states is not None and states.get(given):
            objections = self.asker_of(id).judged(states[given]) or ()
            if objections:
                return "\n\n".join(self.objection_words(objections, language))
        rule = self.rule_words(self.rules_of(id)[0], language)
        if states is None:
            return f"{self.phrase('number.not_that', language, number=minus(int(given)))} {rule}"
        return rule

    # --- what is shown --------------------------------------------------------------------------

    def answer_label(self, name: str, language: str) -> str:
        """What a named answer is called, as Markdown."""
        return self.speak(self.half(language).answer(name, self.id))

    def _named(self, id: str, language: str) -> str:
        """What a case is called inside a sentence."""
        return self.label(id, language).rstrip(".")

    def shown(self, id: str, language: str) -> str:
        """The right answer to one case."""
        if self.cases[id].states is None:
            return minus(int(self.truth[id]))
        return self.answer_label(self.truth[id], language)

    def solution(self, language: str) -> tuple[str, ...]:
        lines = [
            f"- {self._named(id, language)}: **{self.shown(id, language)}**" for id in self.ids
        ]
        return ("\n".join(lines),)

    def controls(self, language: str) -> dict[str, Any]:
        return {
            "type": "panel",
            "options": [
                {
                    "id": id,
                    "label": self.label(id, language),
                    "answers": self._offered(id, language),
                }
                for id in self.ids
            ],
        }

    def _offered(self, id: str, language: str) -> list[dict[str, str]]:
        """The named answers to choose from; none where a number is wanted."""
        states = self.cases[id].states or {}
        return [{"id": name, "label": self.answer_label(name, language)} for name in states]

    # --- for the author -------------------------------------------------------------------------

    def verify(self) -> None:
        super().verify()
        for id, case in self.cases.items():
            if case.typed is not None and case.typed != self.truth[id]:
                raise self.wrong_key(
                    f"found {case.typed}; the engine finds {self.truth[id]} at {self.id}, and that is expected",
                    *("options", id, "correct"),
                )
        used = {name for case in self.cases.values() for name in case.states or {}}
        for name in self.half("en").answers:
            if name.partition("@")[0] not in used:
                guess = nearest(name, used)
                raise self.source.wrong_at(
                    f"found answer ({name}), which no case offers; expected one of "
                    f"{', '.join(sorted(used)) or 'none'}{guess}",
                    self.half("en").answers[name].line,
                )
        for id, given in self._reasons():
            name = f"{id} {given}"
            if id not in self.ids or self._given(id, given) != given:
                raise self.source.wrong_at(
                    f"found option ({name}); expected a case and a wrong answer to it",
                    self.option_line(name),
                )
            if given == self.truth[id]:
                raise self.source.wrong_at(
                    f"found option ({name}), which is right at {self.id}; expected a wrong answer",
                    self.option_line(name),
                )
        self.must_have_reasons(f"{id} {given}" for id, given in self._reasons())
