"""What a generator draws: a position, what is asked of it, and the words for it in both languages."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from canasta_tutor.cards import Card, write_cards
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.exercises.prose import Prose
from canasta_tutor.exercises.source import Half, Option, Source
from canasta_tutor.rulebook import LANGUAGES, Rulebook, Table

RANKS: Final = ("4", "5", "6", "8", "9", "10", "J", "Q", "K", "A")
"""Ranks of which melds are drawn: those that are natural at every table and that no table treats in its own way."""


@dataclass
class Draft:
    """An exercise as it is drawn, before the engine has looked at it.

    ``words`` is where its sentences stand in ``generators`` of the texts: title, text, hints, why, a panel's
    answers, and for the options labels and reasons by the key that ``labels`` names.
    """

    kind: str
    words: str
    teaches: Sequence[str]
    position: Mapping[str, Any] = field(default_factory=dict)
    answer: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    bait: Mapping[str, Any] = field(default_factory=dict)
    block: str = "position"
    """``position``, or ``setup`` for a deal that begins."""
    labels: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Options that have a reason and no label, such as all other cards, and the key of that reason."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the sentences name: numbers, ranks, cards; or what gives their words in a language."""
    told: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What the label of an option names beside them, by its id."""

    def exercise(self, id: str, table: Table, level: int) -> Exercise:
        """The draft as an exercise at its table."""
        book = table.rulebook
        data: dict[str, Any] = {
            "kind": self.kind,
            "rulebook": book.base().id,
            "players": table.players,
            "teaches": list(self.teaches),
            "level": level,
            "answer": dict(self.answer),
        }
        house = book.house_rules()
        if house:
            data["rules"] = house
        for key, block in (("options", self.options), ("bait", self.bait)):
            if block:
                data[key] = dict(block)
        if self.position:
            data[self.block] = dict(self.position)
        halves = {language: self._half(language, table) for language in LANGUAGES}
        source = Source(id, data, halves, "", 0)
        return Exercise(id, source, self.kind, (book.base().id,), tuple(self.teaches), level)

    def _half(self, language: str, table: Table) -> Half:
        words: Any = texts(language)["generators"]
        for key in self.words.split("."):
            words = words[key]

        def said(text: str, option: str = "") -> Prose:
            facts = {**self.facts, **self.told.get(option, {})}
            words = {key: fact(language) if callable(fact) else fact for key, fact in facts.items()}
            return Prose(fill(text, language, words, table))

        reasons = words.get("reasons", {})
        return Half(
            said(words["title"]),
            said(words.get("text", "")),
            {
                id: Option(said(words["labels"][key], id), said(reasons.get(key, ""), id))
                for id, key in self.labels.items()
            }
            | {id: Option(Prose(""), said(reasons[key])) for id, key in self.reasons.items()},
            {"": tuple(map(said, words["hints"]))},
            {"": said(words["why"])},
            answers={id: said(text) for id, text in words.get("answers", {}).items()},
        )


class Pack:
    """The cards of a table's deck, from which a generator takes some; none is taken twice."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table = table
        self.rng = rng
        self.left = list(table.deck)
        rng.shuffle(self.left)

    def take(self, rank: str, count: int = 1) -> list[Card]:
        """So many cards of a rank: ``K``, ``2``, ``★``, ``red`` or ``black`` for threes."""
        threes = rank in ("red", "black")
        known = (card for card in self.left if (_kind(card) if threes else card.rank) == rank)
        found = list(islice(known, count))
        if len(found) < count:
            raise NotEnough(rank)
        for card in found:
            self.left.remove(card)
        return found

    def twins(self, rank: str) -> list[Card]:
        """Two equal cards of a rank, and another of it."""
        found = self.take(rank, 8)
        cards = [next(card for card in found if card != found[0])]
        cards += [card for card in found if card == found[0]][:2]
        for card in cards:
            found.remove(card)
        self.back(found)
        return cards[::-1]

    def any(self, count: int, but: Iterable[str] = ()) -> list[Card]:
        """So many cards of whatever rank, none of the ranks that are named, and no red three."""
        barred = {*but, "red"}
        found = list(islice((card for card in self.left if _kind(card) not in barred), count))
        if len(found) < count:
            raise NotEnough("any")
        for card in found:
            self.left.remove(card)
        return found

    def back(self, cards: Iterable[Card]) -> None:
        """Cards come back into the deck: a case is a table of its own."""
        self.left += cards
        self.rng.shuffle(self.left)

    def chance(self, share: float) -> bool:
        """Whether something happens that happens so often."""
        return self.rng.random() < share


class NotEnough(Exception):
    """The deck does not hold so many cards of a rank: the draft is dropped."""


def _kind(card: Card) -> str:
    """The card's rank, as generators name it: threes by their colour."""
    if card.rank != "3":
        return card.rank
    return "red" if card.is_red_three else "black"


def over(table: Table) -> dict[str, Any]:
    """The position of a deal that is over, where nobody holds a card."""
    hands = {str(number): "" for number in range(2, table.seats + 1)}
    return {"phase": "over", "hand": "", "hands": hands}


def written(cards: Iterable[Card]) -> str:
    """Cards as positions write them."""
    return write_cards(cards)


def drawn(cards: Iterable[Card]) -> str:
    """Cards as prose draws them."""
    return f"[[{write_cards(cards)}]]"


def piece(key: str, table: Table, /, **facts: Any) -> Callable[[str], str]:
    """Words of ``generators`` in a language, by their key, their facts filled in."""

    def words(language: str) -> str:
        found: Any = texts(language)["generators"]
        for part in key.split("."):
            found = found[part]
        return fill(str(found), language, facts, table)

    return words


def away_from(home: Rulebook | None, table: Table) -> bool:
    """Whether the table is not the learner's own."""
    return home is not None and home.base() != table.rulebook.base()


def counted(cards: Iterable[Card]) -> Counter[str]:
    """How many cards of each rank."""
    return Counter(card.rank for card in cards)
