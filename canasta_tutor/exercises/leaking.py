"""Whether something that is said before the answer gives the answer away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Final

from canasta_tutor.cards import Card
from canasta_tutor.errors import NotationError
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.counting import Number, Order
from canasta_tutor.exercises.laying import Laying
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.picking import Picking
from canasta_tutor.exercises.prose import CARDS, drawn_cards, plain
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.sheets import Sheet
from canasta_tutor.moves import read_move
from canasta_tutor.rulebook import LANGUAGES

_MANY: Final = 200
"""So many right lay-downs are looked at, at most."""
_CITED: Final = re.compile(r"(?<!\[)\[[^\[\]]*\](?!\])")
"""Where a rule is written, ``[classic, 000:11]``; cards are in two brackets."""
_NUMBER: Final = re.compile(r"[-−]?\d+")


def gives_away(question: Question, text: str) -> bool:
    """Whether the Markdown holds what is asked for: the number, the label of a right option, the cards.

    A ruling is given away only by its verdict, which nothing but the solution says.

    >>> from canasta_tutor.exercises import load
    >>> gives_away(load("deck/whole-deck").at("classic"), "In all 108 cards. [classic, 000:11]")
    True
    """
    match question:
        case Number():
            return question.number in _numbers(text)
        case Sheet():
            totals = {question.truth[side, "total"] for side in question.sides}
            return bool(totals & _numbers(text))
        case Panel():
            told = {one for one in question.truth.values() if re.fullmatch(r"-?\d+", one)}
            return bool({int(one) for one in told} & _numbers(text))
        case Choice():
            return any(_said(label, text) for label in _labels(question, question.correct_ids))
        case Order():
            said = [_said(label, text) for label in _labels(question, question.orders[0])]
            return all(said[: len(question.ids)]) or all(said[len(question.ids) :])
        case Laying():
            return _lays(question, text)
        case Picking():
            return _picks(question, text)
    return False


def _numbers(text: str) -> set[int]:
    """The numbers in figures; cards and the places of rules are none."""
    bare = _CITED.sub(" ", CARDS.sub(" ", text))
    return {int(found.replace("−", "-")) for found in _NUMBER.findall(bare)}


def _labels(question: Question, ids: Iterable[str]) -> list[str]:
    return [question.label(id, language) for language in LANGUAGES for id in ids]


def _said(label: str, text: str) -> bool:
    """Whether a label stands in a text as words of its own."""
    wanted = re.escape(plain(label).strip(" .").casefold())
    said = plain(_CITED.sub(" ", text)).casefold()
    return bool(wanted) and bool(re.search(rf"(?<!\w){wanted}(?!\w)", said))


def _groups(text: str) -> list[tuple[Card, ...]]:
    """The cards that are drawn together."""
    found = []
    for written in CARDS.findall(text):
        try:
            found.append(drawn_cards(written))
        except NotationError:
            continue
    return found


def _picks(question: Picking, text: str) -> bool:
    """Whether a right choice is drawn as such, or is all that is named of the cards to choose from."""
    groups = [Counter(cards) for cards in _groups(text)]
    named = sum(groups, Counter[Card]()) & Counter(question.cards)
    solutions = [_chosen(question, answer) for answer in islice(question.right(), _MANY)]
    return any(right in (named, *groups) for right in solutions)


def _chosen(question: Picking, answer: str) -> Counter[Card]:
    """The cards of a right answer."""
    known = question.known(answer, "en")
    return Counter(known if isinstance(known, tuple) else ())


def _lays(question: Laying, text: str) -> bool:
    """Whether a meld of a right lay-down is drawn as such."""
    shown = {tuple(sorted(cards)) for cards in _groups(text)}
    hand = question.asker.deal.hand
    for answer in islice(question.right(), _MANY):
        groups = getattr(read_move(answer, hand), "groups", ())
        if any(tuple(sorted(group.cards)) in shown for group in groups if group.cards):
            return True
    return False
