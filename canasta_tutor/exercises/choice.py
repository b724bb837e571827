"""Choice: which of these is true? One of them, or all that are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta_tutor.exercises.options import WithOptions, own_fields
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.rulebook import LANGUAGES


class Choice(WithOptions):
    """Which of these is true? One of them, or all that are."""

    asks = ("is",)
    statements: dict[str, str]

    def read_answer(self) -> None:
        self.all = self.given("pick", str, "one") == "all"
        if self.given("pick", str, "one") not in ("one", "all"):
            raise self.differs("pick", self.exercise.answer["pick"], "no such way; one or all")

    def read_options(self) -> None:
        self.statements = {}
        for id, asked in self.exercise.options.items():
            statement = asked if isinstance(asked, str) else own_fields(asked).get("is")
            if not isinstance(statement, str):
                raise self.wrong_key(
                    f"found {asked!r}; expected a statement in quotes", "options", id
                )
            self.statements[id] = statement
        self.typed = self.names("correct")
        self.check_known(self.statements, "options")
        self.check_known(self.typed or [], "answer", "correct")
        for id in self.ids:
            if self.statements and id not in self.statements:
                raise self.wrong_key(
                    f"found no statement for ({id}); expected one for each option", "options"
                )

    def find(self) -> None:
        self.correct_ids = self._find_correct()

    def settle(self) -> None:
        if not self.correct_ids:
            raise self.wrong_key(
                f"found no statement that is true at {self.id}; expected at least one", "options"
            )

    def _find_correct(self) -> list[str]:
        if self.statements:
            return [id for id in self.ids if self._true(id)]
        if self.typed:
            return [id for id in self.ids if id in self.typed]
        raise self.wrong_key(
            "found none; expected the right option, or [options] with statements",
            "answer",
            "correct",
        )

    def _true(self, id: str) -> bool:
        return self.ask(lambda: self.asker_of(id).holds(self.statements[id]), "options", id)

    @property
    def asked_for(self) -> str:
        return "choice_all" if self.all else "choice"

    def parts(self, answer: str) -> Mapping[str, bool]:
        if not self.all:
            return (
                {"answer": answer in self.correct_ids}
                if answer in self.ids
                else super().parts(answer)
            )
        chosen = self.chosen(answer)
        return {id: (id in chosen) == (id in self.correct_ids) for id in self.ids}

    def choices(self, part: str) -> int:
        return 2 if self.all else len(self.ids)

    def look_at(self, part: str, answer: str, language: str) -> str:
        if part not in self.chosen(answer):
            return ""
        name = f"*{self.label(part, language).rstrip('.')}*"
        return self.phrase("partly.look", language, what=name)

    def chosen(self, answer: str) -> list[str]:
        """The options that an answer names, by id or, a single one, by its label."""
        if answer in self.ids:
            return [answer]
        for language in LANGUAGES:
            for id in self.ids:
                if answer.strip().casefold() == self.label(id, language).casefold():
                    return [id]
        return list(dict.fromkeys(answer.replace(",", " ").split()))

    def right(self) -> list[str]:
        return [" ".join(self.correct_ids)] if self.all else self.correct_ids

    def wrong(self) -> list[str]:
        if not self.all:
            return [id for id in self.ids if id not in self.correct_ids]
        right = set(self.correct_ids)
        flipped = [right ^ {id} for id in self.ids] + [set(self.ids) - right]
        return [" ".join(id for id in self.ids if id in some) for some in flipped if some]

    def _judge(self, answer: str, language: str) -> Verdict:
        chosen = self.chosen(answer)
        if any(id not in self.ids for id in chosen) or (len(chosen) > 1 and not self.all):
            return self.unreadable("choice", answer, language)
        if self.all:
            return self._judge_all(chosen, language)
        id = chosen[0]
        if id not in self.correct_ids:
            look = self.look_at(id, answer, language)
            return self.incorrect(self.why_not(id, language), found=look)
        others = [f"*{self.label(other, language)}*" for other in self.correct_ids if other != id]
        if others:
            return Verdict(
                "correct",
                (self.phrase("choice.also", language, also=" · ".join(others)),),
                self.deciding,
            )
        return self.correct(language, self.reason(id, language))

    def _judge_all(self, chosen: list[str], language: str) -> Verdict:
        faults = [id for id in self.ids if (id in chosen) != (id in self.correct_ids)]
        if not faults:
            return self.correct(language)
        count = self.phrase(
            "partly.cases", language, right=len(self.ids) - len(faults), all=len(self.ids)
        )
        wrong = next((id for id in faults if id in chosen), "")
        if not wrong:  # which ones are missing is not told: that would be the answer
            return self.partly(count, self.phrase("choice.missing", language, n=len(faults)))
        look = self.look_at(wrong, wrong, language)
        said = f"{look} {self.why_not(wrong, language)}"
        if any(id in self.correct_ids for id in chosen):
            return self.partly(count, said, parts={wrong: "wrong"}, found=look)
        return self.incorrect(said, found=look)

    def why_not(self, id: str, language: str) -> str:
        """What is said to somebody who chooses this option wrongly."""
        own = self.reason(id, language)
        if own:
            return own
        objections = self.asker_of(id).judged(self.statements.get(id, "")) or ()
        return "\n\n".join(self.objection_words(objections, language))

    def solution(self, language: str) -> tuple[str, ...]:
        lines = [f"- {self.label(id, language)}" for id in self.correct_ids]
        return ("\n".join(lines),)

    def controls(self, language: str) -> dict[str, Any]:
        options = [{"id": id, "label": self.label(id, language)} for id in self.ids]
        return {"type": "choice", "many": self.all, "options": options}

    def verify(self) -> None:
        super().verify()
        if self.typed is not None and sorted(self.typed) != sorted(self.correct_ids):
            raise self.differs("correct", " ".join(self.typed), " ".join(self.correct_ids))
        self.must_have_reasons(
            id
            for id in self.ids
            if id not in self.correct_ids
            and not self.asker_of(id).judged(self.statements.get(id, ""))
        )
