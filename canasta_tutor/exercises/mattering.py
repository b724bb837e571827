"""What matters in a position: what decides a question, found by taking away one thing after another.

    >>> from canasta_tutor.exercises import load
    >>> [str(part) for part in focus(load("pile/frozen-one-match").at("classic")).parts]
    ['top K♥', 'pile 2♦', 'hand K♦']

A thing matters if without it the answer is another one. Where a deal is over, what matters is what the line counts that
the exercise is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from canasta_tutor.cards import Cards, sort_cards, write_cards
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.kinds import ask
from canasta_tutor.exercises.laying import Laying
from canasta_tutor.exercises.options import WithOptions
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.picking import PickCards, Picking
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.ruling import Ruling
from canasta_tutor.exercises.sheets import Sheet
from canasta_tutor.moves import Discard, LayDown, TakePile
from canasta_tutor.rules import RULES

MOST: Final = 4
"""So many things are pointed at, at most."""
_SCORES: Final = (0, 1500, 3000)
"""Scores that are tried in the place of the one that stands."""
_KEPT: Final = 64

Answer = Callable[[Mapping[str, Any]], object]
"""What is answered where the position is this one."""


@dataclass(frozen=True)
class Part:
    """Cards that lie together in a position, or a score: ``place`` says where, ``whose`` by which name."""

    place: str
    """``top``, ``pile``, ``melds``, ``red_threes``, ``hand`` or ``scores``."""
    whose: str
    """A side, or the number of a seat, as the position names it; empty for the pile and one's own hand."""
    cards: Cards
    without: Mapping[str, Any]
    """The position without them."""
    score: int | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.place, self.whose, write_cards(self.cards))))


@dataclass(frozen=True)
class Focus:
    """Where to look: the parts that matter, in one case of several, or for one line of a sheet."""

    parts: tuple[Part, ...] = ()
    case: str = ""
    rule: str = ""


@lru_cache(maxsize=_KEPT)
def focus(question: Question) -> Focus:
    """Where to look; nothing where there is no position, or where nothing in it decides."""
    if not question.asker.has_deal or "setup" in question.source.data:
        return Focus()
    for rule in _counted(question):
        if parts := _mattering(question, question.asker, _line(question, rule)):
            return Focus(parts, rule=rule)
    if isinstance(question, WithOptions) and question.askers:
        return _case(question)
    return Focus(_mattering(question, question.asker, _whole(question)) or _moved(question))


def _moved(question: Question) -> tuple[Part, ...]:
    """Where nothing decides alone: the top card of the pile, and the cards of the move that is judged."""
    if not isinstance(question, Ruling):
        return ()
    move = question.move
    groups = move.groups if isinstance(move, LayDown | TakePile) else ()
    moved = {card for group in groups for card in group.cards}
    moved |= {move.card} if isinstance(move, Discard) else set()
    top = isinstance(move, TakePile)
    parts = [
        part
        for part in _parts(question.asker)
        if (top if part.place == "top" else part.place == "hand" and moved & {*part.cards})
    ]
    return tuple(parts[:MOST])


def _case(question: WithOptions) -> Focus:
    """The case in which the least has to be looked at."""
    found = []
    for id, asker in question.askers.items():
        if asker.has_deal and (answer := _of_case(question, id)) is not None:
            parts = _mattering(question, asker, answer)
            if parts:
                found.append(Focus(parts, id))
    return min(found, key=lambda one: len(one.parts), default=Focus())


def _mattering(question: Question, asker: Asker, answer: Answer) -> tuple[Part, ...]:
    try:
        before = answer(asker.data["position"])
    except CanastaError:
        return ()
    own_hand = not isinstance(question, Picking | Laying)
    found = (
        part
        for part in _parts(asker)
        if (own_hand or part.place != "hand" or part.whose) and _changes(answer, part, before)
    )
    return tuple(part for part, _ in zip(found, range(MOST), strict=False))


def _changes(answer: Answer, part: Part, before: object) -> bool:
    try:
        return answer(part.without) != before
    except CanastaError:
        return True  # without it nothing can be asked any more


# --- what is answered -----------------------------------------------------------------------------


def _whole(question: Question) -> Answer:
    """The right answer to the whole question."""

    def answer(position: Mapping[str, Any]) -> object:
        exercise, source = question.exercise, question.source
        source = replace(source, data={**source.data, "position": position})
        return _right(ask(replace(exercise, source=source), question.id))

    return answer


def _right(question: Question) -> object:
    match question:
        case Ruling():
            return question.true_rules
        case Laying():
            return True  # its example has been found legal
        case PickCards(each=""):
            return question.first
    return question.right()


def _of_case(question: WithOptions, id: str) -> Answer | None:
    """The right answer to one option or case; None where the engine has none."""
    if isinstance(question, Choice):
        statement = question.statements.get(id)
        if statement is None:
            return None
        return lambda position: _asker(question, id, position).holds(statement)
    if not isinstance(question, Panel):
        return None
    case = question.cases[id]
    if case.states is None:
        return lambda position: _asker(question, id, position).number(case.quantity)
    states = [state for state in case.states.values() if state]
    if not states:
        return None
    return lambda position: [_asker(question, id, position).holds(state) for state in states]


def _asker(question: WithOptions, id: str, position: Mapping[str, Any]) -> Asker:
    data = {**question.asker_of(id).data, "position": position}
    return Asker(data, question.asker.rulebook)


def _counted(question: Question) -> list[str]:
    """The rules of the lines that a sheet, or a sum of lines, is about, those first that the exercise teaches."""
    deal = question.deal
    if deal is None or not deal.over or isinstance(question, WithOptions):
        return []
    used = {line.rule for side in _sides(question) for line in question.asker.sheets[side].lines}
    return [rule for rule in dict.fromkeys((*question.exercise.teaches, *RULES)) if rule in used]


def _sides(question: Question) -> list[int]:
    names = question.sides if isinstance(question, Sheet) else ["us"]
    return [question.asker.side(name) for name in names]


def _line(question: Question, rule: str) -> Answer:
    """What the lines of a rule come to."""
    sides = _sides(question)

    def answer(position: Mapping[str, Any]) -> object:
        asker = Asker({**question.asker.data, "position": position}, question.asker.rulebook)
        lines = [line for side in sides for line in asker.sheets[side].lines]
        return sum(line.points for line in lines if line.rule == rule)

    return answer


# --- the parts of a position ----------------------------------------------------------------------


def _parts(asker: Asker) -> Iterator[Part]:
    """All that can be taken away: the pile first, then what lies on the table, then hands and scores."""
    position: Mapping[str, Any] = asker.data["position"]
    yield from _of_pile(asker, position)
    for key, lying in (("melds", asker.deal.melds), ("red_threes", asker.deal.red_threes)):
        for whose, written in position.get(key, {}).items():
            there: Any = lying[asker.side(whose)]
            if key == "red_threes" and there:
                yield Part(key, whose, there, _with(position, key, whose, ""))
            elif key == "melds":
                for place, meld in enumerate(there):
                    others = [text for at, text in enumerate(written) if at != place]
                    yield Part(key, whose, meld.cards, _with(position, key, whose, others))
    if "hand" in position:
        for cards, left in _ranks(asker.deal.hand):
            yield Part("hand", "", cards, {**position, "hand": left})
    yield from _of_others(asker, position)


def _of_pile(asker: Asker, position: Mapping[str, Any]) -> Iterator[Part]:
    pile = asker.deal.pile
    if "pile" not in position or not pile:
        return
    yield Part("top", "", pile[-1:], {**position, "pile": write_cards(pile[:-1])})
    for cards, left in _ranks(pile[:-1]):
        below = f"{left} {pile[-1].text}".strip()
        yield Part("pile", "", cards, {**position, "pile": below})


def _of_others(asker: Asker, position: Mapping[str, Any]) -> Iterator[Part]:
    for whose, written in position.get("hands", {}).items():
        if isinstance(written, str):
            for cards, left in _ranks(asker.deal.hands[asker.seat(whose)]):
                yield Part("hand", whose, cards, _with(position, "hands", whose, left))
    for whose, score in position.get("scores", {}).items():
        for other in _SCORES:
            if other != score:
                yield Part("scores", whose, (), _with(position, "scores", whose, other), score)


def _ranks(cards: Cards) -> Iterator[tuple[Cards, str]]:
    """The cards of each rank, red and black threes apart, and what is left without them, as it is written."""

    def kind(card: Any) -> str:
        return f"{card.rank}{card.is_red_three}"

    for _, same in groupby(sorted(sort_cards(cards), key=kind), key=kind):
        group = tuple(same)
        yield group, write_cards(tuple(card for card in cards if card not in group))


def _with(position: Mapping[str, Any], key: str, whose: str, value: object) -> dict[str, Any]:
    return {**position, key: {**position[key], whose: value}}
