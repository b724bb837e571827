"""The solution worked line by line: how each number comes about, and why what is refused is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from canasta_tutor.exercises.answers import minus
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.counting import Number
from canasta_tutor.exercises.laying import Laying
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.questions import Question, shown_cards
from canasta_tutor.exercises.worked import (
    objections,
    opened,
    paid,
    price,
    sheet_lines,
    went_down,
)
from canasta_tutor.retelling import added

_VALUE: Final = re.compile(r"value (?!hand|partner)[^+-]+")
"""A quantity that is the sum of some named cards."""
_SIGNS: Final = re.compile(r" ([+-]) ")
_SHOWN: Final = {"+": "+", "-": "−"}
_EQUALS: Final = re.compile(r"(?:not )?([^=<>]+) = -?[0-9]+")
"""A statement about a quantity."""


def line_by_line(question: Question, language: str) -> tuple[str, ...]:
    """How the answer comes about, in paragraphs of Markdown; nothing where the answer says it all.

    >>> from canasta_tutor.exercises import load
    >>> line_by_line(load("deck/six-prices").at("classic"), "en")
    ('[[8♣ 7♦ 4♣ A♠ 2♥ ★]]: 10 + 2 × 5 + 2 × 20 + 50 = 110',)
    """
    match question:
        case Laying():
            return went_down(question, language)
        case Number():
            return tuple(_counted(question.asker, question.asked, language))
        case Panel():
            return tuple(_cases(question, language))
        case Choice():
            return tuple(_options(question, language))
    return ()


def _cases(question: Panel, language: str) -> Iterator[str]:
    """Each case that can be worked; of the others, the rules that decide them."""
    rules = dict[str, None]()
    for id in question.ids:
        if worked := list(_case(question, id, language)):
            yield "\n\n".join([f"*{question.label(id, language)}*", *worked])
        else:
            rules[question.rules_of(id)[0]] = None
    yield from (question.rule_words(rule, language) for rule in rules)


def _case(question: Panel, id: str, language: str) -> Iterable[str]:
    """How a number comes about; what forbids a move, or what a first lay-down comes to."""
    asker, case = question.asker_of(id), question.cases[id]
    if case.states is None:
        return _counted(asker, case.quantity, language)
    move = next((one for one in case.states.values() if one.startswith("legal:")), "")
    refused = question.objection_words(asker.judged(move) or (), language)
    return refused or paid(asker, move, language)


def _options(question: Choice, language: str) -> Iterator[str]:
    """What was counted for an option that is right; what forbids one that is not, or what its author says."""
    for id in question.ids:
        asker, statement = question.asker_of(id), question.statements[id]
        if id in question.correct_ids:
            quantity = _EQUALS.fullmatch(statement)
            counted = _counted(asker, quantity[1], language) if quantity else ()
            said = paid(asker, statement, language) or tuple(counted)
        else:
            own = "" if question.exercise.generated else question.reason(id, language)
            said = question.objection_words(objections(question, id), language) or (own,)
        if lines := list(filter(None, said)):
            yield "\n\n".join([f"*{question.label(id, language)}*", *lines])


def _counted(asker: Asker, asked: str, language: str) -> Iterator[str]:
    """How a quantity comes about: the lines of the sheet, a sum of cards, the price of a lay-down."""
    asker, asked = asker.onwards(asked)
    word, _, rest = asked.partition(" ")
    if lines := sheet_lines(asker, asked, language):
        yield from lines
    elif len(parts := _SIGNS.split(asked)) > 1:
        for part in parts[::2]:
            yield from _counted(asker, part, language)
        numbers = [minus(asker.number(part)) for part in parts[::2]]
        signs = [_SHOWN[sign] for sign in parts[1::2]]
        sums = "".join(f" {sign} {number}" for sign, number in zip(signs, numbers[1:], strict=True))
        yield f"{numbers[0]}{sums} = **{minus(asker.number(asked))}**"
    elif _VALUE.fullmatch(asked):
        cards = asker.named(rest)
        yield f"{shown_cards(cards)}: {added(cards, asker.table)}"
    elif word == "points":
        yield from opened(*asker.line(rest), language)
    elif word == "minimum":
        yield price(asker, asked, language)
