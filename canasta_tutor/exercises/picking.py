"""Cards: choose every card for which something is true, or some for which it is true together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from canasta_tutor.cards import Card, Cards, write_cards
from canasta_tutor.errors import CanastaError, IllegalMove, NotationError
from canasta_tutor.exercises.answers import find_cards, same_cards, with_suits
from canasta_tutor.exercises.questions import MANY, Question, shown_cards
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.objections import Objections

_MOST: Final = 5000
"""So many right answers are listed at most."""
_LOOKED_AT: Final = 10000
"""So many choices are looked at, at most, to list them."""
_SAFE: Final = ("safe {card}", "safest {card}")
_TRIED: Final = 300
"""The same for somebody who believes otherwise: if none of them is right, there is none."""


class Picking(Question):
    """Cards to choose from, and reasons for single cards; what ``cards`` and ``discard`` share."""

    cards: Cards

    def known(self, answer: str, language: str) -> Cards | Verdict:
        """The chosen cards, or what is said of an answer that names none of these cards."""
        try:
            found, missing = find_cards(answer, self.cards)
        except NotationError:
            return self.unreadable("cards", answer, language)
        if missing:
            names = " ".join(map(str, missing))
            return self.impossible(self.phrase("not_there", language, cards=names))
        return found

    def true_of(self, statement: str, card: Card, *path: str) -> bool:
        """Whether a statement about a card is true; of a card that cannot be played so it is not."""
        return self.ask(lambda: self._true(statement.replace("{card}", card.text)), *path)

    def _true(self, statement: str) -> bool:
        try:
            return self.asker.holds(statement)
        except IllegalMove:
            return False

    def card_reason(self, card: Card, statement: str, language: str) -> str:
        """Why this card is not among the right ones."""
        for id in (card.text, card.rank):
            if reason := self.reason(id, language):
                return reason
        objections: Objections | None = None
        if "{card}" in statement:
            objections = self.asker.judged(statement.replace("{card}", card.text))
        if objections:
            return "\n\n".join(self.objection_words(objections, language))
        return self.reason("*", language)

    def about(self, card: Card, statement: str, language: str) -> str:
        """The card; and where a safe discard is asked for, how often this one gives the pile away."""
        if statement not in _SAFE:
            return shown_cards((card,))
        hands = self.asker.number(f"danger {card}")
        facts = {"card": shown_cards((card,)), "rank": card.rank, "hands": hands}
        facts["n"] = self.asker.number(f"unseen {card}")
        return self.phrase(f"cards.{'sure' if hands == 100 else 'danger'}", language, **facts)

    def check_options(self, wrong: Cards, right: Cards, statement: str) -> None:
        """Options name wrong cards, and every wrong card has a reason."""
        for id in self.option_ids():
            if id == "*":
                continue
            try:
                named, missing = find_cards(id, self.cards)
            except NotationError as error:
                raise self.source.wrong_at(
                    f"option ({id}): {error}", self.option_line(id)
                ) from None
            if missing or len(named) != 1:
                raise self.source.wrong_at(
                    f"found option ({id}); expected one of {write_cards(self.cards)}, a rank of them, or *",
                    self.option_line(id),
                )
            same = [card for card in self.cards if id in (card.text, card.rank)] or list(named)
            if all(card in right for card in same):
                raise self.source.wrong_at(
                    f"found option ({id}), which is right at {self.id}; expected wrong cards",
                    self.option_line(id),
                )
        for card in dict.fromkeys(wrong):
            if not self.card_reason(card, statement, "en"):
                raise self.source.wrong_at(
                    f"found no reason for {card}, which is wrong; expected ### ({card}) or ### (*)",
                    self.half("en").line,
                )
        self.must_have_reasons(self.option_ids())

    def typed_cards(self) -> Cards | None:
        """The author's own key."""
        typed = self.typed_key("is")
        if typed is None:
            return None
        return self.ask(lambda: with_suits(self.given("is", str), self.cards), "answer", "is")


class PickCards(Picking):
    """Choose every card for which something is true, or cards for which it is true together."""

    def prepare(self) -> None:
        given = self.given("from", str, "hand")
        if given == "hand":
            self.cards = self.ask(lambda: tuple(sorted(self.asker.deal.hand)), "answer", "from")
        else:
            self.cards = self.ask(lambda: with_suits(given, self.table.deck), "answer", "from")
        answer = self.exercise.answer
        self.each = self.given("each", str, "")
        self.together = self.given("together", str, "")
        if bool(self.each) == bool(self.together):
            raise self.wrong_key(
                'found both or neither; expected each = "…" or together = "…"', "answer", "each"
            )
        key, place = ("each", "{card}") if self.each else ("together", "{cards}")
        if place not in answer[key]:
            raise self.wrong_key(f"found {answer[key]!r}; expected {place} in it", "answer", key)
        self.count = self.given("count", int, 0)
        self.fewest = self.given("fewest", bool, False)
        self.wanted: Cards = ()
        if self.each:
            self.wanted = tuple(
                card for card in self.cards if self.true_of(self.each, card, "answer", "each")
            )

    @property
    def asked_for(self) -> str:
        return "cards_together" if self.together else "cards"

    def settle(self) -> None:
        key = "each" if self.each else "together"
        if self.together:
            self.ask(self._try_together, "answer", "together")
        if not self.first:
            raise self.wrong_key(
                f"found no cards for which it is true at {self.id}; expected some", "answer", key
            )

    @cached_property
    def first(self) -> Cards:
        """The right choice that the solution shows."""
        return self.wanted if self.each else next(self._sets(), ())

    @cached_property
    def solutions(self) -> list[Cards]:
        """Every right choice, as many as can be listed; with ``fewest`` those of the least size."""
        if self.each:
            return [self.wanted]
        return [cards for cards in self._sets() if not self.fewest or len(cards) == len(self.first)]

    def _try_together(self) -> bool:
        return self._true(self.together.replace("{cards}", write_cards(self.cards[:1])))

    def _holds(self, cards: Cards) -> bool:
        try:
            return self._true(self.together.replace("{cards}", write_cards(cards)))
        except CanastaError:
            return False

    def _sets(self) -> Iterator[Cards]:
        """The choices for which it is true, the smallest first; equal cards count as one choice."""
        found = looked = 0
        most = _LOOKED_AT if self.mind is None else _TRIED
        sizes = [self.count] if self.count else range(1, len(self.cards) + 1)
        for size in sizes:
            for cards in _choices(self.cards, size):
                looked += 1
                if self._holds(cards):
                    found += 1
                    yield cards
                if found >= _MOST or looked >= most:
                    return

    def parts(self, answer: str) -> Mapping[str, bool]:
        chosen = self.known(answer, "en")
        if isinstance(chosen, Verdict):
            return {"answer": False}
        if not self.each:
            return {"answer": self._right(chosen)}
        asked, wanted = Counter(chosen), Counter(self.wanted)
        return {card.text: asked[card] == wanted[card] for card in dict.fromkeys(self.cards)}

    def look_at(self, part: str, answer: str, language: str) -> str:
        chosen = self.known(answer, language)
        there = isinstance(chosen, tuple) and any(card.text == part for card in chosen)
        return f"[[{part}]]" if there else ""

    def choices(self, part: str) -> int:
        return 2 if self.each else MANY

    def right(self) -> list[str]:
        return [write_cards(cards) for cards in self.solutions]

    @cached_property
    def first_right(self) -> str | None:
        return write_cards(self.first) if self.first else None

    def wrong(self) -> list[str]:
        if self.each:
            others = [card for card in dict.fromkeys(self.cards) if card not in self.wanted]
            more = [(*self.wanted, card) for card in others]
            fewer = [self.wanted[1:]] if len(self.wanted) > 1 else []
            return [write_cards(cards) for cards in [*[(card,) for card in others], *more, *fewer]]
        right = set(self.solutions)
        some = [cards for size in (1, 2, 3) for cards in _choices(self.cards, size)]
        return [
            write_cards(cards)
            for cards in some[:200]
            if cards not in right and not self._right(cards)
        ]

    def _right(self, cards: Cards) -> bool:
        if self.count and len(cards) != self.count:
            return False
        return self._holds(cards) and not (self.fewest and len(cards) > len(self.first))

    def _judge(self, answer: str, language: str) -> Verdict:
        chosen = self.known(answer, language)
        if isinstance(chosen, Verdict):
            return chosen
        return (
            self._judge_each(chosen, language) if self.each else self._judge_set(chosen, language)
        )

    def _judge_each(self, chosen: Cards, language: str) -> Verdict:
        if same_cards(chosen, self.wanted):
            return self.correct(language)
        left = Counter(self.wanted)
        left.subtract(chosen)
        wrong = [card for card in chosen if card not in self.wanted]
        missing = sum(count for count in left.values() if count > 0)
        found = len(chosen) - len(wrong)
        count = self.phrase("partly.cards", language, right=found, all=len(self.wanted))
        if wrong:
            reason = self.card_reason(wrong[0], self.each, language)
            about = self.about(wrong[0], self.each, language)
            say = f"{about} {reason}"
            if not found:
                return self.incorrect(say, found=about)
            return self.partly(count, say, parts={wrong[0].text: "wrong"}, found=about)
        return self.partly(count, self.phrase("partly.missing", language, n=missing))

    def _judge_set(self, chosen: Cards, language: str) -> Verdict:
        if self.count and len(chosen) != self.count:
            count = self.phrase("cards.count", language, n=len(chosen), count=self.count)
            return self.partly(count, found=count)
        if self._right(chosen):
            if same_cards(chosen, self.first):
                return self.correct(language)
            return self.other(language, shown_cards(self.first))
        if self._holds(chosen):
            few = f"{shown_cards(chosen)} {self.phrase('fewest', language)}"
            return self.partly(few, found=few)
        asked = self.together.replace("{cards}", write_cards(chosen))
        try:
            objections = self.asker.judged(asked)
        except CanastaError:
            objections = None
        if objections:
            words = self.objection_words(objections, language)
            return self.incorrect(*words, found=shown_cards(chosen))
        found = f"{shown_cards(chosen)} {self.comes_to(asked, language)}".strip()
        reason = self.reason("*", language) or self.phrase("cards.not_these", language)
        return self.incorrect(f"{found} {reason}", found=found)

    def solution(self, language: str) -> tuple[str, ...]:
        return (shown_cards(self.first),)

    def controls(self, language: str) -> dict[str, Any]:
        cards = [card.text for card in self.cards]
        return {"type": "cards", "cards": cards, "choose": self.count or None}

    def verify(self) -> None:
        super().verify()
        wrong = tuple(card for card in self.cards if self.each and card not in self.wanted)
        self.check_options(wrong, self.wanted if self.each else (), self.each)
        if self.together and not self.reason("*", "en") and not self.together.startswith("legal:"):
            raise self.source.wrong_at(
                "found no reason for a wrong choice; expected ### (*)", self.half("en").line
            )
        typed = self.typed_cards()
        if typed is not None and not any(same_cards(typed, cards) for cards in self.solutions):
            raise self.differs("is", write_cards(typed), write_cards(self.first))


def _choices(cards: Cards, size: int) -> Iterator[Cards]:
    """Every choice of so many of the sorted cards, equal cards being one."""
    if size == 0:
        yield ()
        return
    last: Card | None = None
    for at in range(len(cards) - size + 1):
        if cards[at] != last:
            last = cards[at]
            for rest in _choices(cards[at + 1 :], size - 1):
                yield (last, *rest)
