"""Ruling: is this move legal, and if not, which rule forbids it?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from canasta_tutor.deal import Deal
from canasta_tutor.errors import nearest
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.moves import Discard, Move, TakePile
from canasta_tutor.rules import RULES
from canasta_tutor.rulings import RULINGS
from canasta_tutor.wording import rule_name, rule_sentence

_OFFERED: Final = 3
_TAKING: Final = (
    "pile.pair",
    "pile.onto_meld",
    "pile.natural_and_wild",
    "pile.use_top",
    "pile.frozen_needs",
)
_THROWING: Final = (
    "turn.discard_banned",
    "going_out.canastas",
    "threes.black_blocks",
    "turn.own_cards",
)
_LAYING: Final = (
    "meld.min_cards",
    "meld.min_naturals",
    "meld.max_wilds",
    "meld.per_rank",
    "initial.minimum",
)
_YES: Final = ("yes", "sí", "si", "legal")


class Ruling(Question):
    """Is this move legal? If not, which rule forbids it?"""

    def prepare(self) -> None:
        self.move_text = self.given("move", str)
        deal, self.move = self.ask(lambda: self.asker.line(self.move_text), "answer", "move")
        self.objections = deal.objections(self.move)
        self.true_rules = tuple(dict.fromkeys(one.rule for one in self.objections))
        self.also_broken = self._also_broken(deal) if self.objections else ()
        self.offered = self._offered()

    def _also_broken(self, deal: Deal) -> tuple[str, ...]:
        """Rules that the referee does not come to, because the move has failed by then."""
        if isinstance(self.move, TakePile) and not deal.pile:
            return ()
        found = [
            one.rule
            for stage in RULINGS[type(self.move)]
            for ruling in stage
            for one in ruling(deal, self.move)
        ]
        return tuple(rule for rule in dict.fromkeys(found) if rule not in self.true_rules)

    def _offered(self) -> tuple[str, ...]:
        """The rules to choose from, drawn anew for each table: in the order of the rulebook the broken one
        would often stand late.
        """
        offered = [*self.true_rules, *(id for id in self.option_ids() if id in RULES)]
        for rule in _neighbours(self.move):
            if len(offered) < _OFFERED and rule not in (*offered, *self.also_broken):
                offered.append(rule)
        offered = sorted(set(offered), key=list(RULES).index)
        Random(f"{self.exercise.id} {self.id}").shuffle(offered)
        return tuple(offered)

    @property
    def deciding(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.true_rules, *self.exercise.teaches]))

    def choices(self, part: str) -> int:
        return len(self.offered) + 1

    def parts(self, answer: str) -> Mapping[str, bool]:
        plain = answer == "yes" or answer.removeprefix("no ") in RULES
        return {"answer": answer in self.right()} if plain else super().parts(answer)

    def right(self) -> list[str]:
        return [f"no {rule}" for rule in self.true_rules] or ["yes"]

    def wrong(self) -> list[str]:
        answers = ["yes", *(f"no {rule}" for rule in self.offered)]
        return [answer for answer in answers if answer not in self.right()]

    def _judge(self, answer: str, language: str) -> Verdict:
        word, _, rest = re.sub(r"[:,]", " ", answer).partition(" ")
        rule = self._rule(rest.strip(), language)
        if word.lower() in _YES and not rest:
            if self.objections:
                return self.incorrect(
                    *self.objection_words(self.objections, language),
                    self.reason("yes", language),
                    found=self.phrase("ruling.not_legal", language),
                )
            return self.correct(language, self.phrase("ruling.legal", language))
        if word.lower() != "no" or (rest and not rule):
            return self.unreadable("ruling", answer, language)
        if not rule:
            return Verdict("blank", (self.phrase("ruling.which_rule", language),))
        if not self.objections:
            legal = self.phrase("ruling.legal_after_all", language)
            return self.incorrect(
                legal, self._not_that(rule, language), self.reason("no", language), found=legal
            )
        if rule in self.true_rules:
            return self.correct(language, *self.objection_words(self.objections, language))
        if rule in self.also_broken:
            also = self.phrase("ruling.also_broken", language)
            return Verdict("partly", (also,), found=self.phrase("ruling.not_legal", language))
        other = self.phrase("ruling.other_rule", language)
        return Verdict("partly", (other, self._not_that(rule, language)), found=other)

    def _rule(self, text: str, language: str) -> str:
        names = {rule_name(rule, language).lower(): rule for rule in RULES}
        return text if text in RULES else names.get(text.lower(), "")

    def _not_that(self, rule: str, language: str) -> str:
        own = self.reason(rule, language)
        if own:
            return own
        sentence = rule_sentence(self.table, rule, language)
        return self.phrase("ruling.rule_kept", language, sentence=sentence)

    def solution(self, language: str) -> tuple[str, ...]:
        if self.objections:
            no = self.phrase("ruling.not_legal", language)
            return (no, *self.objection_words(self.objections, language))
        return (self.phrase("ruling.legal", language),)

    def controls(self, language: str) -> dict[str, Any]:
        rules = [{"id": rule, "label": rule_name(rule, language)} for rule in self.offered]
        return {"type": "ruling", "options": rules}

    def verify(self) -> None:
        super().verify()
        known = ("yes", "no", *RULES)
        for id in self.option_ids():
            if id not in known:
                raise self.source.wrong_at(
                    f"found option ({id}); expected the path of a rule{nearest(id, known)}",
                    self.option_line(id),
                )
            if id in (*self.true_rules, *self.also_broken):
                raise self.source.wrong_at(
                    f"found option ({id}), which this move does break at {self.id}; expected rules that it keeps",
                    self.option_line(id),
                )
        self.must_have_reasons(id for id in self.option_ids() if id in RULES)
        legal = self.typed_key("legal")
        if legal is not None and self.given("legal", bool) != (not self.objections):
            found = ", ".join(self.true_rules) or "no rule against it"
            raise self.differs("legal", str(legal).lower(), found)
        for rule in self.names("rule") or []:
            if rule not in self.true_rules:
                raise self.differs("rule", rule, ", ".join(self.true_rules) or "no rule against it")


def _neighbours(move: Move) -> tuple[str, ...]:
    """Rules that somebody may think of at such a move."""
    if isinstance(move, TakePile):
        return _TAKING
    return _THROWING if isinstance(move, Discard) else _LAYING
