"""Discard: choose the card to throw."""

from __future__ import annotations

from typing import Any

from canasta_tutor.cards import write_cards
from canasta_tutor.exercises.picking import Picking
from canasta_tutor.exercises.questions import shown_cards
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.moves import Discard


class PickDiscard(Picking):
    """Choose the card to throw: any for which the statement is true."""

    def prepare(self) -> None:
        self.good = self.given("good", str)
        if "{card}" not in self.good:
            raise self.wrong_key(f"found {self.good!r}; expected {{card}} in it", "answer", "good")
        self.cards = self.ask(lambda: tuple(sorted(self.asker.deal.hand)), "answer", "good")
        self.solutions = tuple(
            card
            for card in dict.fromkeys(self.cards)
            if self.true_of(self.good, card, "answer", "good")
        )

    def settle(self) -> None:
        if not self.solutions:
            raise self.wrong_key(
                f"found no card for which it is true at {self.id}; expected one", "answer", "good"
            )

    def choices(self, part: str) -> int:
        return len(set(self.cards))

    def right(self) -> list[str]:
        return [card.text for card in self.solutions]

    def wrong(self) -> list[str]:
        return [card.text for card in dict.fromkeys(self.cards) if card not in self.solutions]

    def _judge(self, answer: str, language: str) -> Verdict:
        chosen = self.known(answer, language)
        if isinstance(chosen, Verdict):
            return chosen
        if len(chosen) != 1:
            return self.unreadable("one_card", answer, language)
        card = chosen[0]
        if card in self.solutions:
            others = tuple(other for other in self.solutions if other != card)
            if not others:
                return self.correct(language)
            say = self.phrase("choice.also", language, also=shown_cards(others))
            return Verdict("correct", (say,), self.deciding)
        objections = self.asker.deal.objections(Discard(card))
        if objections:
            words = self.objection_words(objections, language)
            return self.incorrect(*words, found=shown_cards((card,)))
        about = self.about(card, self.good, language)
        return self.incorrect(f"{about} {self.card_reason(card, self.good, language)}", found=about)

    def solution(self, language: str) -> tuple[str, ...]:
        return (shown_cards(self.solutions),)

    def controls(self, language: str) -> dict[str, Any]:
        return {"type": "cards", "cards": [card.text for card in self.cards], "choose": 1}

    def verify(self) -> None:
        super().verify()
        deal = self.asker.deal
        wrong = tuple(
            card
            for card in self.cards
            if card not in self.solutions and not deal.objections(Discard(card))
        )
        self.check_options(wrong, self.solutions, self.good)
        typed = self.typed_cards()
        if typed is not None and sorted(set(typed)) != sorted(self.solutions):
            raise self.differs("is", write_cards(typed), write_cards(self.solutions))
