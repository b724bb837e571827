"""A question taken apart into things that are asked and answered one at a time, as learning platforms do.

A sheet has a number for each of its lines, a panel an answer for each of its cases. What every wrong answer
is told is worked out here: the author's reason, the referee's words, or the belief that leads to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.cards import Card
from canasta_tutor.classroom.marking import TOTAL, earned
from canasta_tutor.classroom.wording import say
from canasta_tutor.exercises import Question
from canasta_tutor.exercises.answers import read_number
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.counting import Number, Order
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.exercises.discarding import PickDiscard
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.picking import PickCards
from canasta_tutor.exercises.prose import card_text
from canasta_tutor.exercises.ruling import Ruling
from canasta_tutor.exercises.sheets import Sheet
from canasta_tutor.rules import RULES
from canasta_tutor.tutor.speaking import told

MOST_WRONG: Final = 6
"""So many wrong numbers have words of their own, at most."""


@dataclass(frozen=True)
class Offer:
    """An answer that can be chosen. ``share`` is what it earns: of one to be chosen from 0 to 1; where all
    right ones are to be ticked, they add up to 1 and the wrong ones take away. Labels and words are Markdown.
    """

    id: str
    label: str
    share: Fraction
    say: str = ""

    @property
    def right(self) -> bool:
        """Whether it belongs to the right answer."""
        return self.share > 0


@dataclass(frozen=True)
class Piece:
    """One thing that is asked: a number, one of several answers, all that are right, or an order."""

    kind: str
    """``number``, ``one``, ``many`` or ``order``."""
    label: str = ""
    """What the line or the case is called, as Markdown; nothing where the question asks one thing only."""
    number: int = 0
    wrong: Mapping[int, str] = ()  # type: ignore[assignment]  # an empty one
    """What is said to wrong numbers."""
    offers: tuple[Offer, ...] = ()
    """What can be chosen; of an order the things in their right order."""
    weight: int = 1
    """How much it counts beside the others of its question."""


def pieces(question: Question, language: str) -> tuple[Piece, ...]:
    """What a question asks, one thing at a time; nothing where it cannot be asked so.

    >>> from canasta_tutor.exercises import load
    >>> [piece.kind for piece in pieces(load("pile/frozen-one-match").at(), "en")]
    ['one']
    """
    take = next((take for kind, take in _KINDS.items() if isinstance(question, kind)), None)
    return tuple(take(question, language)) if take else ()


# --- numbers --------------------------------------------------------------------------------------


def _number(question: Number, language: str) -> Iterator[Piece]:
    said = {
        number: question.reason(id, language)
        for id in question.option_ids()
        if (number := read_number(id)) is not None
    }
    for belief, answer in _believed(question):
        number = read_number(answer)
        if number is not None:
            said.setdefault(number, told(belief, language))
    yield Piece("number", number=question.number, wrong=_few(said, question.number))


def _sheet(question: Sheet, language: str) -> Iterator[Piece]:
    beliefs = _believed(question)
    for line, number in question.truth.items():
        side, row = line
        name = question.phrase(f"sheet.rows.{row}", language)
        if len(question.sides) > 1:
            who = question.side_name(side, language)
            name = say("single.sheet_line", language, who=who, row=name)
        wrong: dict[int, str] = {}
        for belief, answer in beliefs if row != "total" else ():
            given = question.entry(answer, line)
            wrong.setdefault(given, told(belief, language))
        weight = TOTAL if row == "total" else 1
        yield Piece("number", name, number, _few(wrong, number), weight=weight)


def _few(said: Mapping[int, str], right: int) -> Mapping[int, str]:
    kept = [(number, words) for number, words in said.items() if number != right and words]
    return dict(kept[:MOST_WRONG])


def _believed(question: Question) -> list[tuple[Belief, str]]:
    """What is answered by those who hold a belief about the rules on which the question rests."""
    areas = {RULES[rule].area for rule in question.deciding}
    near = (one for one in library().values() if RULES[one.rule].area in areas)
    held = [(one, answer_of(question, (one,))) for one in near if one.fits(question.rulebook)]
    return [(one, answer) for one, answer in held if answer is not None]


# --- choices --------------------------------------------------------------------------------------


def _choice(question: Choice, language: str) -> Iterator[Piece]:
    if not question.all:
        yield Piece("one", offers=_one_of(question, question.ids, language, question.label))
        return
    right, wrong = len(question.correct_ids), len(question.ids) - len(question.correct_ids)
    offers = [
        Offer(id, question.label(id, language), Fraction(1, right))
        if id in question.correct_ids
        else Offer(
            id,
            question.label(id, language),
            Fraction(-1, wrong),
            question.why_not(id, language),
        )
        for id in question.ids
    ]
    yield Piece("many", offers=tuple(offers))


def _one_of(
    question: Question, ids: Iterable[str], language: str, label: Callable[[str, str], str]
) -> tuple[Offer, ...]:
    """Answers of which one is chosen, each with what it earns and what is said to it."""
    return tuple(
        Offer(
            id,
            label(id, language),
            earned(question, id),
            "\n\n".join(question.judge(id, language).say),
        )
        for id in ids
    )


def _ruling(question: Ruling, language: str) -> Iterator[Piece]:
    labels = {"yes": question.phrase("ui.yes", language)}
    for option in question.controls(language)["options"]:
        labels[f"no {option['id']}"] = say("no_because", language, rule=option["label"])
    yield Piece("one", offers=_one_of(question, labels, language, lambda id, _: labels[id]))


def _panel(question: Panel, language: str) -> Iterator[Piece]:
    beliefs = (
        _believed(question) if any(not case.states for case in question.cases.values()) else []
    )
    for option in question.controls(language)["options"]:
        id, truth = option["id"], question.truth[option["id"]]
        if option["answers"]:
            offers = tuple(
                Offer(
                    one["id"],
                    one["label"],
                    Fraction(one["id"] == truth),
                    "" if one["id"] == truth else question.why_not(id, one["id"], language),
                )
                for one in option["answers"]
            )
            yield Piece("one", option["label"], offers=offers)
            continue
        wrong = {
            int(given): question.reason(f"{id} {given}", language)
            for given in question.reasoned(id)
        }
        for belief, answer in beliefs:
            given = question.answer_to(id, answer)
            if given is not None:
                wrong.setdefault(int(given), told(belief, language))
        yield Piece("number", option["label"], int(truth), _few(wrong, int(truth)))


def _order(question: Order, language: str) -> Iterator[Piece]:
    if len(question.orders) == 1:  # with several right orders, a place is neither right nor wrong
        order = question.orders[0]
        offers = tuple(Offer(id, question.label(id, language), Fraction(1)) for id in order)
        yield Piece("order", offers=offers)


def _cards(question: PickCards, language: str) -> Iterator[Piece]:
    if not question.each:
        return
    known = list(dict.fromkeys(question.cards))
    right = [card for card in known if card in question.wanted]
    wrong = len(known) - len(right)
    yield Piece(
        "many",
        offers=tuple(
            Offer(
                card.text,
                _drawn(card),
                Fraction(1, len(right)) if card in right else Fraction(-1, wrong),
                "" if card in right else question.card_reason(card, question.each, language),
            )
            for card in known
        ),
    )


def _discard(question: PickDiscard, language: str) -> Iterator[Piece]:
    known = [card.text for card in dict.fromkeys(question.cards)]
    yield Piece("one", offers=_one_of(question, known, language, lambda id, _: f"[[{id}]]"))


def _drawn(card: Card) -> str:
    return f"[[{card_text((card,))}]]"


_KINDS: Final[Mapping[type, Callable[..., Iterator[Piece]]]] = {
    Number: _number,
    Sheet: _sheet,
    Choice: _choice,
    Ruling: _ruling,
    Panel: _panel,
    Order: _order,
    PickCards: _cards,
    PickDiscard: _discard,
}
"""How each kind is taken apart; building a lay-down cannot be."""

__all__ = ["Offer", "Piece", "pieces"]
