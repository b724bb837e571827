"""A row of cards with their price tags: which of them make exactly so much, and what they cost elsewhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from html import escape
from itertools import product
from random import Random
from typing import Any, Final

from canasta_tutor.cards import Card, Cards, sort_cards
from canasta_tutor.errors import NotationError
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.table import Table
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, hand_json, short
from canasta_tutor.widgets.choosing import row_of_tables, table_of, tables_beside
from canasta_tutor.widgets.faces import card_svg, picture_html
from canasta_tutor.widgets.hand import CardHand
from canasta_tutor.widgets.words import card_name, ui

ROW: Final = 9
"""How many cards lie in the row."""
ENOUGH: Final = 3
"""After so many right answers the price tags go away."""

_TRIES: Final = 500
_STILL: Final = "display:inline-block;text-align:center;margin:0 7px 6px 0"


class Prices(CardHand):
    """Cards with their prices at a table; pressed ones add up, and the task is an exact sum.

    Every way to the sum counts once. The rounds come one after another from ``seed``, without end;
    in each the sum can be made in several ways at every table.

    >>> prices = Prices(Rulebook.load("classic"), target=100, seed=1)
    >>> len(prices.ways()) > 1, prices
    (True, Prices(classic; target 100; seed 1))
    """

    _esm = join("cards.js", "choosing.js", "prices.js")
    _css = join("cards.css", "fan.css", "choosing.css", "hand.css", "prices.css")

    def __init__(
        self,
        rulebook: Rulebook,
        target: int = 100,
        seed: int = 1,
        language: str = "en",
        four_colour: bool = False,
    ) -> None:
        self.rulebook = rulebook
        self._books = tables_beside(rulebook)
        self._tables = {name: table_of(book) for name, book in self._books.items()}
        self.home = self._tables[rulebook.id]
        self.table = self.home
        self.target, self.seed = target, seed
        self.right, self.tags = 0, True
        self.round = 1
        self._found: defaultdict[Table, set[tuple[int, ...]]] = defaultdict(set)
        asked = ui("prices.ask", language, target=target)
        super().__init__(self._deal(), language, None, four_colour, asked)

    # --- the cards and their prices -------------------------------------------------------------

    def _deal(self) -> Cards:
        """The cards of this round: at every table the sum can be made, and in more than one way."""
        chance = Random(f"{self.seed} {self.round}")
        deck = [card for card in self.home.deck if not card.is_red_three]
        for _ in range(_TRIES):
            cards = sort_cards(chance.sample(deck, ROW))
            several = all(len(_ways(cards, at, self.target)) > 1 for at in self._tables.values())
            if several and any(self._differing(cards, at) for at in self._tables.values()):
                return cards
        raise NotationError(
            f"found target {self.target}; expected a sum that {ROW} cards make in several ways",
            str(self.target),
        )

    def price(self, card: Card) -> int:
        """What a card costs at the table whose prices are shown."""
        return self.table.card_values[card]

    @property
    def sum(self) -> int:
        """What the pressed cards cost together."""
        return sum(map(self.price, self.chosen))

    def ways(self) -> set[tuple[int, ...]]:
        """All ways to make the sum with these cards, each by its prices, dearest first."""
        return _ways(self.cards, self.table, self.target)

    @property
    def found(self) -> set[tuple[int, ...]]:
        """The ways to the sum that were found with these cards at this table."""
        return self._found[self.table]

    def _differing(self, cards: Iterable[Card], table: Table) -> list[Card]:
        """The cards that cost something else at another table than at the learner's own."""
        mine, theirs = self.home.card_values, table.card_values
        return [card for card in cards if mine[card] != theirs[card]]

    # --- what the learner does ------------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        if kind == "next":
            self._next()
        elif kind == "tags":
            self.tags = bool(intent["on"])
            self.say("")
        elif kind == "table":
            self._go_to(str(intent["table"]))
        else:
            super()._answer(intent)
            self._judge()
        self._refresh()

    def _next(self) -> None:
        self.round += 1
        self._found.clear()
        self.show(self._deal())

    def _go_to(self, name: str) -> None:
        """Turn over the tags that differ at another table."""
        self.table = self._tables[name]
        other = [
            self._text("other", card=card, price=self.price(card), mine=self.home.card_values[card])
            for card in dict.fromkeys(self._differing(self.cards, self.table))
        ]
        key = "differs" if other else "home" if self.table is self.home else "same"
        self.say(self._text(key, cards=", ".join(other)))

    def _judge(self) -> None:
        """An exact sum is right; a way that was found before does not count again."""
        if self.sum != self.target or not self.chosen:
            return
        way = _way(map(self.price, self.chosen))
        again = way in self.found
        self.found.add(way)
        facts = {"adding": " + ".join(map(str, way)), "target": self.target}
        said = [self._text("known" if again else "right", **facts)]
        if not again:
            self.right += 1
            said.append(self._text("ways", found=len(self.found), all=len(self.ways())))
            if self.right == ENOUGH and self.tags:
                self.tags = False
                said.append(self._text("gone", n=ENOUGH, label=self._text("tags")))
        self.say(" ".join(said), "right")

    # --- what it shows --------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return ui(f"prices.{key}", self.language, **facts)

    def _refresh(self) -> None:
        other = set(self._differing(self.cards, self.table))
        self._shown = {
            "language": self.language,
            "prompt": self.prompt,
            "cards": self._priced(),
            "tags": [str(self.price(card)) if self.tags else "" for card in self.cards],
            "turned": [card in other for card in self.cards],
            "order": list(range(len(self.cards))),
            "choose": 0,
            "faces": self._faces(self.cards),
            "sum": ui("sum_of", self.language, sum=self.sum, needed=self.target),
            "gap": self._gap(),
            "right": self._text("count", n=self.right),
            "next": self._text("next"),
            "switch": {"text": self._text("tags"), "on": self.tags},
            "round": self._text("round", n=self.round, seed=self.seed),
            "tables": row_of_tables(
                self._text("tables"), self.table.rulebook.id, self.language, self._books
            ),
            "words": self._words("type_cards", "type_cards_hint"),
            "patience": PATIENCE,
        }

    def _priced(self) -> list[dict[str, Any]]:
        """The cards by their names, with what they cost as long as the tags say so."""
        named = hand_json(self.cards, self.language)
        if self.tags:
            for one, card in zip(named, self.cards, strict=True):
                one["name"] = self._text("tag", card=one["name"], n=self.price(card))
        return named

    def _gap(self) -> str:
        missing = self.target - self.sum
        if missing > 0:
            return ui("missing", self.language, missing=missing)
        return self._text("over", n=-missing) if missing else self._text("exact")

    def still_html(self) -> str:
        """The cards, each above its price."""
        tagged = "".join(map(self._still, self.cards))
        return f"<p>{escape(self.prompt)}</p><div>{tagged}</div>"

    def _still(self, card: Card) -> str:
        name = card_name(card, self.language)
        picture = picture_html(
            card_svg(card, "", self.four_colour), name, "width:58px;height:auto;display:block"
        )
        return f'<div style="{_STILL}">{picture}{self.price(card)}</div>'

    def __repr__(self) -> str:
        return short(f"Prices({self.rulebook.id}; target {self.target}; seed {self.seed})")


def _way(prices: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(prices, reverse=True))


def _ways(cards: Iterable[Card], table: Table, target: int) -> set[tuple[int, ...]]:
    """Which prices among those of the cards make the sum.

    >>> from canasta_tutor.cards import read_cards
    >>> sorted(_ways(read_cards("★ A♠ A♥ K♦ 5♣"), table_of(Rulebook.load("classic")), 50))
    [(20, 20, 10), (50,)]
    """
    prices = Counter(table.card_values[card] for card in cards)
    counts = product(*(range(many + 1) for many in prices.values()))
    picked = (Counter(dict(zip(prices, count, strict=True))) for count in counts)
    return {_way(some.elements()) for some in picked if some.total() and _sum(some) == target}


def _sum(prices: Counter[int]) -> int:
    return sum(price * count for price, count in prices.items())
