"""Lay-down: build one; every lay-down that is legal and reaches the goal is right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from typing import Any, Final

from canasta_tutor.errors import CanastaError, IllegalMove, NotationError
from canasta_tutor.exercises.every_laying import with_fewest, with_most
from canasta_tutor.exercises.questions import MANY, Question, shown_cards
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.moves import Group, LayDown, TakePile, read_move

_NOT_POSSIBLE: Final = ("turn.own_cards", "turn.order", "pile.replaces_draw")
_MOST: Final = 5000


class Laying(Question):
    """Build a lay-down, or take the pile with one."""

    def prepare(self) -> None:
        if self.mind is not None:
            return  # whoever believes otherwise thinks of the same lay-downs
        self.word = self.given("with", str, "lay")
        if self.word not in ("lay", "take"):
            raise self.wrong_key(f"found {self.word!r}; expected lay or take", "answer", "with")
        self.goals = self.names("goal") or []
        self.fewest = self.given("fewest", bool, False)
        self.most = self.given("most", bool, False)
        if self.most and (self.fewest or self.word == "take"):
            beside = "fewest" if self.fewest else "with"
            raise self.wrong_key(
                f"found {beside!r} beside it; expected most alone", "answer", "most"
            )
        self.example = self.given("example", str)
        self.example_move = self.ask(lambda: self._read(self.example), "answer", "example")
        texts = self.names("thought_of") or []
        thoughts = [self.ask(partial(self._read, text), "answer", "thought_of") for text in texts]
        self.thoughts = sorted([*thoughts, self.example_move], key=self._rank)

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
        if not self._enough(self.example_move):
            other, found = str(self.foremost), repr(self.example)
            raise self.wrong_key(
                f"found {found}; {other!r} does it with fewer cards, and fewest is expected"
                if self.fewest
                else f"found {found}; {other!r} lays more cards, and most is expected",
                "answer",
                "example",
            )

    @cached_property
    def solutions(self) -> list[LayDown | TakePile]:
        """Every right lay-down, as many as can be listed; with ``fewest`` or ``most`` all of that many cards."""
        thought = dict.fromkeys((self.example_move, *self.thoughts))
        known = [move for move in thought if self._stands(move)]
        if self._by_rules and self.word == "lay":
            listing = with_fewest if self.fewest else with_most
            found: list[Any] = [*known, *listing(self.asker.deal, self._stands)]
            ways: dict[Any, Any] = {}
            for move in self._best(found):
                ways.setdefault(_shape(move), move)
            return [*ways.values()]
        melds = [_melds(move) for move in known]
        others = (move for move in self._others() if _melds(move) not in melds)
        return self._best([*known, *islice(others, _MOST)])

    @property
    def _by_rules(self) -> bool:
        """Whether all lay-downs tell which number of cards is wanted: by the rules, not to somebody who believes else."""
        return self.mind is None and (self.fewest or self.most)

    def _best(self, moves: list[Any]) -> list[Any]:
        """Of these the ones with the number of cards that is wanted, in their order; to a believer that of his own."""
        wanted = moves if self.mind is None or self.foremost is None else [self.foremost]
        first = min(map(self._rank, wanted), default=0)
        return [move for move in moves if self._rank(move) == first]

    def _rank(self, move: LayDown | TakePile) -> int:
        """The lower, the better: by the number of cards where the fewest or the most are wanted."""
        return _size(move) if self.fewest else -_size(move) if self.most else 0

    @cached_property
    def foremost(self) -> LayDown | TakePile | None:
        """The lay-down that is made here: to a believer the first that he thinks of and that stands to him.

        Where none does, it is looked for among all; but so long a one as ``most`` wants is only thought of.
        """
        if self._by_rules:
            return next(iter(self.solutions), None)
        if self.mind is None:
            return self.example_move
        thought = next((move for move in self.thoughts if self._stands(move)), None)
        if thought is not None or self.most:
            return thought
        if self.fewest:
            return min(islice(self._others(), _MOST), key=self._rank, default=None)
        return next(iter(self._others()), None)

    def _enough(self, move: LayDown | TakePile) -> bool:
        """Whether no other does it with fewer cards, or with more, where that is wanted."""
        if not (self.fewest or self.most):
            return True
        return self.foremost is None or self._rank(move) <= self._rank(self.foremost)

    def _stands(self, move: LayDown | TakePile) -> bool:
        """Whether the move is legal and reaches every goal."""
        legal = self.asker.once("legal", str(move), lambda asker: not asker.deal.objections(move))
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

    def _others(self) -> Iterator[LayDown | TakePile]:
        kind = type(self.example_move)
        for move in self.asker.deal.legal_moves:
            if (
                isinstance(move, LayDown | TakePile)
                and isinstance(move, kind)
                and (self.mind is None or not self.asker.deal.objections(move))
                and all(self._reaches(goal, move) for goal in self.goals)
            ):
                yield move

    def parts(self, answer: str) -> Mapping[str, bool]:
        try:
            move = self._read(answer)
            return {"answer": self._stands(move) and self._enough(move)}
        except CanastaError:
            return {"answer": False}

    def choices(self, part: str) -> int:
        return MANY

    def right(self) -> list[str]:
        return [str(move) for move in self.solutions]

    @cached_property
    def first_right(self) -> str | None:
        return None if self.foremost is None else str(self.foremost)

    def wrong(self) -> list[str]:
        """What is thought of and not right; then lay-downs of three cards of the hand that are refused or miss."""
        hand = sorted(self.asker.deal.hand)
        triples = [hand[at : at + 3] for at in range(len(hand) - 2)]
        tried = [f"{self.word} {' '.join(card.text for card in cards)}" for cards in triples]
        found = dict.fromkeys([*map(str, self.thoughts), *tried])
        return [text for text in found if not self.judge(text, "en").right]

    def _judge(self, answer: str, language: str) -> Verdict:
        try:
            move = self._read(answer)
        except _AnotherMove:
            return self.impossible(self.phrase(f"lay.only_{self.word}", language))
        except (NotationError, CanastaError):
            return self.unreadable("lay", answer, language)
        objections = self.asker.deal.objections(move)
        if objections:
            words = tuple(dict.fromkeys(self.objection_words(objections, language)))
            if any(one.rule in _NOT_POSSIBLE for one in objections):
                return self.impossible(*words)
            refused = self.incorrect(*words, found=self._shown(move, language))
            return replace(refused, rules=tuple(dict.fromkeys(one.rule for one in objections)))
        for number, goal in enumerate(self.goals, 1):
            if not self._reaches(goal, move):
                return self.partly(
                    self.phrase("lay.legal", language),
                    self._missed(number, goal, move, language),
                    found=self.comes_to(self._about(goal, move), language)
                    or self._shown(move, language),
                )
        if not self._enough(move):
            key = "fewest" if self.fewest else "lay.most"
            short = f"{self._shown(move, language)} {self.phrase(key, language)}"
            return self.partly(short, found=short)
        if _melds(move) == _melds(self.example_move):
            return self.correct(language)
        return self.other(language, self._shown(self.example_move, language))

    def _missed(self, number: int, goal: str, move: LayDown | TakePile, language: str) -> str:
        return (
            self.reason(str(number), language)
            or self.comes_to(self._about(goal, move), language)
            or self.phrase("lay.missed", language)
        )

    def solution(self, language: str) -> tuple[str, ...]:
        return (self._shown(self.example_move, language),)

    def _shown(self, move: LayDown | TakePile, language: str) -> str:
        """The melds, and onto what they go where cards are added."""
        return " · ".join(
            " ".join(filter(None, (shown_cards(group.cards), self._onto(group.to, language))))
            for group in move.groups
            if group.cards
        )

    def _onto(self, to: str, language: str) -> str:
        rank = to.partition("#")[0]
        if rank not in {meld.rank for meld in self.asker.deal.melds[self.asker.deal.side]}:
            return ""
        return self.phrase("ui.where_onto", language, rank=rank)

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
        (group.to, tuple(sorted(card.text for card in group.cards))) for group in move.groups
    )


def _shape(move: LayDown | TakePile) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Which ranks go where: the same whichever of equal ranks are laid."""
    return tuple(
        sorted(
            (_where(group), tuple(sorted(card.rank for card in group.cards)))
            for group in move.groups
        )
    )


def _where(group: Group) -> str:
    """Where the cards go: the place that is named, or where their naturals go by themselves."""
    return group.to or next((card.rank for card in group.cards if not card.is_wild), "")


def _size(move: LayDown | TakePile) -> int:
    return sum(len(group.cards) for group in move.groups)
