"""Lay-down: build one; every lay-down that is legal and reaches the goal is right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, partial
from itertools import islice
from typing import Any, Final

from canasta_tutor.errors import CanastaError, IllegalMove, NotationError
from canasta_tutor.exercises.questions import MANY, Question
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.moves import Groups, LayDown, TakePile, read_move

_NOT_POSSIBLE: Final = ("turn.own_cards", "turn.order", "pile.replaces_draw")
_MOST: Final = 5000


class Laying(Question):
    """Build a lay-down, or take the pile with one."""

    def prepare(self) -> None:
        self.word = self.given("with", str, "lay")
        if self.word not in ("lay", "take"):
            raise self.wrong_key(f"found {self.word!r}; expected lay or take", "answer", "with")
        self.goals = self.names("goal") or []
        self.fewest = self.given("fewest", bool, False)
        self.example = self.given("example", str)
        self.example_move = self.ask(lambda: self._read(self.example), "answer", "example")

    def settle(self) -> None:
        objections = self.ask(
            lambda: self.asker.deal.objections(self.example_move), "answer", "example"
        )
        if objections:
            broken = ", ".join(one.rule for one in objections)
            raise self.wrong_key(
                f"found {self.example!r}, which breaks {broken}; expected a legal move",
                "answer",
                "example",
            )
        for goal in self.goals:
            about = self._about(goal, self.example_move)
            if not self.ask(partial(self.asker.holds, about), "answer", "goal"):
                raise self.wrong_key(
                    f"found {self.example!r}, which misses {goal!r}; expected a right answer",
                    "answer",
                    "example",
                )
        if self.fewest and self.least < _size(self.example_move):
            raise self.wrong_key(
                f"found {self.example!r}; {str(self.solutions[0])!r} does it with fewer cards, "
                "and fewest is expected",
                "answer",
                "example",
            )

    @cached_property
    def solutions(self) -> list[LayDown | TakePile]:
        """Every right lay-down, as many as can be listed; with ``fewest`` those of the least size."""
        known = [move for move in (self.example_move,) if self._stands(move)]
        found = [*known, *islice(self._others(), _MOST)]
        least = min(map(_size, found), default=0) if self.fewest else 0
        return [move for move in found if not self.fewest or _size(move) == least]

    @property
    def least(self) -> int:
        """With ``fewest``, the number of cards that do it."""
        return min(map(_size, self.solutions), default=0)

    def _stands(self, move: LayDown | TakePile) -> bool:
        """Whether the move is legal and reaches every goal."""
        legal = not self.asker.deal.objections(move)
        return legal and all(self._reaches(goal, move) for goal in self.goals)

    def _read(self, text: str) -> LayDown | TakePile:
        deal = self.asker.deal
        first = text.split()[0].lower() if text.split() else ""
        known = ("lay", "take", "draw", "discard", "red", "ask", "answer", "pass", "move")
        move = read_move(text if first in known else f"{self.word} {text}", deal.hand)
        if not isinstance(move, TakePile if self.word == "take" else LayDown):
            raise _AnotherMove(f"found {text!r}; expected {self.word}", text)
        return move

    def _about(self, goal: str, move: LayDown | TakePile) -> str:
        return goal.replace("{move}", str(move))

    def _reaches(self, goal: str, move: LayDown | TakePile) -> bool:
        try:
            return self.asker.holds(self._about(goal, move))
        except IllegalMove:
            return False

    def _others(self) -> Any:
        wanted = _melds(self.example_move)
        kind = type(self.example_move)
        for move in self.asker.deal.legal_moves:
            if (
                isinstance(move, LayDown | TakePile)
                and isinstance(move, kind)
                and _melds(move) != wanted
                and (self.mind is None or not self.asker.deal.objections(move))
                and all(self._reaches(goal, move) for goal in self.goals)
            ):
                yield move

    def parts(self, answer: str) -> Mapping[str, bool]:
        try:
            return {"answer": self._stands(self._read(answer))}
        except CanastaError:
            return {"answer": False}

    def choices(self, part: str) -> int:
        return MANY

    def right(self) -> list[str]:
        return [str(move) for move in self.solutions]

    @cached_property
    def first_right(self) -> str | None:
        if self.fewest:
            return next(iter(self.right()), None)
        if self._stands(self.example_move):
            return str(self.example_move)
        return next(map(str, self._others()), None)

    def wrong(self) -> list[str]:
        """Lay-downs of two and three cards of the hand that the engine refuses, and legal ones that miss."""
        hand = sorted(self.asker.deal.hand)
        triples = [hand[at : at + 3] for at in range(len(hand) - 2)]
        tried = [f"{self.word} {' '.join(card.text for card in cards)}" for cards in triples]
        return [text for text in tried if not self.judge(text, "en").right]

    def _judge(self, answer: str, language: str) -> Verdict:
        try:
            move = self._read(answer)
        except _AnotherMove:
            return self.impossible(self.phrase(f"lay.only_{self.word}", language))
        except (NotationError, CanastaError):
            return self.unreadable("lay", answer, language)
        objections = self.asker.deal.objections(move)
        if objections:
            words = self.objection_words(objections, language)
            if any(one.rule in _NOT_POSSIBLE for one in objections):
                return self.impossible(*words)
            return self.incorrect(*words, found=_shown(move))
        for number, goal in enumerate(self.goals, 1):
            if not self._reaches(goal, move):
                return self.partly(
                    self.phrase("lay.legal", language),
                    self._missed(number, goal, move, language),
                    found=self.comes_to(self._about(goal, move), language) or _shown(move),
                )
        if self.fewest and _size(move) > self.least:
            few = f"{_shown(move)} {self.phrase('fewest', language)}"
            return self.partly(few, found=few)
        if _melds(move) == _melds(self.example_move):
            return self.correct(language)
        return self.other(language, _shown(self.example_move))

    def _missed(self, number: int, goal: str, move: LayDown | TakePile, language: str) -> str:
        return (
            self.reason(str(number), language)
            or self.comes_to(self._about(goal, move), language)
            or self.phrase("lay.missed", language)
        )

    def solution(self, language: str) -> tuple[str, ...]:
        return (_shown(self.example_move),)

    def controls(self, language: str) -> dict[str, Any]:
        hand = sorted(self.asker.deal.hand)
        return {"type": "lay-down", "cards": [card.text for card in hand], "word": self.word}

    def verify(self) -> None:
        super().verify()
        for id in self.option_ids():
            if not re.fullmatch(r"\d+", id) or not 1 <= int(id) <= len(self.goals):
                raise self.source.wrong_at(
                    f"found option ({id}); expected the number of a goal, 1 to {len(self.goals)}",
                    self.option_line(id),
                )
        self.must_have_reasons(self.option_ids())


class _AnotherMove(NotationError):
    """A move, but not the one that is asked for."""


def _melds(move: LayDown | TakePile) -> list[tuple[str, tuple[str, ...]]]:
    """The groups of a lay-down without the order in which they are named."""
    return sorted(
        (group.to, tuple(sorted(card.text for card in group.cards))) for group in _groups(move)
    )


def _groups(move: LayDown | TakePile) -> Groups:
    return move.groups


def _size(move: LayDown | TakePile) -> int:
    return sum(len(group.cards) for group in move.groups)


def _shown(move: LayDown | TakePile) -> str:
    return " · ".join(
        f"[[{' '.join(card.text for card in group.cards)}]]" for group in move.groups if group.cards
    )
