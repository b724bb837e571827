"""The ladder of hints: the author's own first, then the rule, what matters, and a step worked out.

The last three are made from the engine's facts for every exercise. None of them holds the answer; the
solution is a step of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from canasta_tutor.cards import Cards, name_cards
from canasta_tutor.errors import NotationError
from canasta_tutor.exercises.answers import minus
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.counting import Order
from canasta_tutor.exercises.leaking import gives_away
from canasta_tutor.exercises.mattering import Focus, Part, focus
from canasta_tutor.exercises.options import WithOptions
from canasta_tutor.exercises.picking import PickCards
from canasta_tutor.exercises.prose import CARDS, drawn_cards
from canasta_tutor.exercises.questions import Question, shown_cards
from canasta_tutor.exercises.ruling import Ruling
from canasta_tutor.exercises.worked import worked_step
from canasta_tutor.wording import rule_name, source_marker

BUILT: Final = 3
"""So many rungs the engine adds to those of the author."""
_KEPT: Final = 64
"""So many rungs are remembered: they are shown again after every answer."""


@dataclass(frozen=True)
class Rung:
    """One step of the ladder: what it is called, what it says in Markdown, and what lights up in the picture."""

    name: str
    say: tuple[str, ...]
    lit: tuple[Part, ...] = ()


def rungs(question: Question, language: str) -> int:
    """How many steps the ladder has, the solution left out."""
    return len(question.hints(language)) + BUILT


@lru_cache(maxsize=_KEPT)
def rung(question: Question, number: int, language: str) -> Rung:
    """A step of the ladder, counted from 1.

    >>> from canasta_tutor.exercises import load
    >>> question = load("pile/frozen-one-match").at("classic")
    >>> [rung(question, number, "en").name for number in range(1, rungs(question, "en") + 1)]
    ['', '', 'the rule', 'what matters', 'a step with other cards']
    """
    authored = question.hints(language)
    if number <= len(authored):
        return Rung("", (authored[number - 1],))
    made = (_rule, _cards, _step)[number - len(authored) - 1]
    return made(question, language)


def _rule(question: Question, language: str) -> Rung:
    """The rule that decides, as it is at this table; of a ruling all rules that are offered."""
    say = partial(question.phrase, language=language)
    name = say("ladder.names.rule")
    if isinstance(question, Ruling):
        told = "\n".join(f"- {question.rule_words(rule, language)}" for rule in question.offered)
        return Rung(name, (say("ladder.offered"), told))
    for rule in question.deciding:
        words = question.rule_words(rule, language)
        if not gives_away(question, words):
            return Rung(name, (words,))
    rule = question.deciding[0]
    marker = source_marker(question.table, rule, language)
    return Rung(name, (say("ladder.named", rule=rule_name(rule, language), marker=marker),))


# --- what matters ---------------------------------------------------------------------------------


def _cards(question: Question, language: str) -> Rung:
    """The cards or lines that matter; without a position the cards by their kinds, or where to begin."""
    name = question.phrase("ladder.names.cards", language)
    found = focus(question)
    lines = [f"- {line}" for line in dict.fromkeys(_places(question, found, language))]
    told = (_heading(question, found, language), "\n".join(lines))
    if lines and not gives_away(question, "\n\n".join(told)):
        return Rung(name, told, () if found.case else found.parts)
    for other in _without_position(question, language):
        if other and not gives_away(question, other):
            return Rung(name, (other,))
    return Rung(name, (question.phrase("ladder.read_again", language),))


def _heading(question: Question, found: Focus, language: str) -> str:
    if found.case:
        label = question.label(found.case, language)
        begin = question.phrase("ladder.begin", language, label=label)
        return f"{begin}\n\n{question.phrase('ladder.look', language)}"
    if found.rule:
        rule = rule_name(found.rule, language)
        return question.phrase("ladder.look_line", language, rule=rule)
    return question.phrase("ladder.look", language)


def _places(question: Question, found: Focus, language: str) -> Iterator[str]:
    """Each place with its cards that matter."""
    together: dict[tuple[str, str], Cards] = {}
    for part in found.parts:
        if part.place == "scores":
            key = f"ladder.places.{_key(part.place, part.whose)}"
            yield question.phrase(key, language, n=part.whose, points=minus(part.score or 0))
        else:
            key_of = part.place, part.whose
            together[key_of] = (*together.get(key_of, ()), *part.cards)
    for (place, whose), cards in together.items():
        key = f"ladder.places.{_key(place, whose)}"
        yield question.phrase(key, language, n=whose, cards=shown_cards(cards))


def _key(place: str, whose: str) -> str:
    """Which sentence names a place."""
    return f"{place}_n" if whose.isdigit() else "_".join(filter(None, (place, whose)))


def _without_position(question: Question, language: str) -> Iterator[str]:
    cards = _named_cards(question, language)
    if len({card.is_wild for card in cards} | {card.rank == "3" and "3" for card in cards}) > 2:
        yield _by_kind(question, cards, language)
    if isinstance(question, WithOptions | Order):
        ids = list(question.ids)
        wrong = [
            id for id in ids if not isinstance(question, Choice) or id not in question.correct_ids
        ]
        for id in (*wrong, *ids):
            label = question.label(id, language)
            yield question.phrase("ladder.begin", language, label=label)
    if len(question.deciding) > 1:
        names = tuple(f"*{rule_name(rule, language)}*" for rule in question.deciding[:2])
        yield question.phrase("ladder.meet", language, both=names)


def _named_cards(question: Question, language: str) -> Cards:
    """Cards that the question or what is asked names."""
    if isinstance(question, PickCards):
        return question.cards
    asked = str(question.exercise.answer.get("number", ""))
    said = f"{question.title(language)} {question.text(language)}"
    written = [*CARDS.findall(said), asked.partition(" ")[2]]
    for text in written:
        try:
            if name_cards(text) and len(cards := drawn_cards(text)) > 2:
                return cards
        except NotationError:
            continue
    return ()


def _by_kind(question: Question, cards: Cards, language: str) -> str:
    """Cards sorted into wild ones, natural ones and threes."""
    kinds = {
        "wild": tuple(card for card in cards if card.is_wild),
        "natural": tuple(card for card in cards if not card.is_wild and card.rank != "3"),
        "threes": tuple(card for card in cards if card.rank == "3"),
    }
    lines = [
        f"- {question.phrase(f'ladder.kinds.{kind}', language, cards=shown_cards(some))}"
        for kind, some in kinds.items()
        if some
    ]
    return "\n".join([question.phrase("ladder.sort", language), "", *lines])


# --- a step ---------------------------------------------------------------------------------------


def _step(question: Question, language: str) -> Rung:
    """The same kind of question with other cards, worked out; else a step of this one."""

    def fits(lines: tuple[str, ...]) -> bool:
        text = "\n\n".join(lines)
        return not gives_away(question, text)

    kind, lines = worked_step(question, language, fits)
    return Rung(question.phrase(f"ladder.names.{kind}", language), lines)
