"""Reading the plain fields of a position: numbers, words, seats, sides, cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any

from canasta_tutor.cards import Card, Cards, Named, give_suits, name_cards, write_cards
from canasta_tutor.errors import NotationError
from canasta_tutor.table import Table


class FieldReader:
    """Reads the fields of one block: numbers, words, seats, sides, and cards.

    Cards are taken from the deck as they are named, so that none is used twice.
    """

    def __init__(self, table: Table, block: Mapping[str, Any], name: str) -> None:
        self.table = table
        self.block = block
        self.name = name
        self.mover = self._number("seat", 0, table.seats - 1, 0)
        self.order = table.in_turn(self.mover)
        self.left = Counter(table.deck)
        """What nobody has named so far."""
        self.rest: list[Card] = []
        """What is left of it once all named cards lie where they are."""
        self.named: dict[str, list[Named]] = {}
        self.cards: dict[str, Cards] = {}

    # --- plain fields ---------------------------------------------------------------------------

    def _wrong(self, field: str, found: object, expected: str) -> NotationError:
        return NotationError(
            f"{self.name}.{field}: found {found!r}; expected {expected}", str(found)
        )

    def _number(self, field: str, least: int, most: int, default: int) -> int:
        value = self.block.get(field, default)
        if type(value) is not int or not least <= value <= most:
            raise self._wrong(field, value, f"a whole number from {least} to {most}")
        return value

    def _word(self, field: str, options: tuple[str, ...], default: str) -> str:
        value = self.block.get(field, default)
        if value not in options:
            raise self._wrong(
                field, value, " or ".join(option for option in options if option) or "nothing"
            )
        return str(value)

    def _flag(self, field: str) -> bool:
        value = self.block.get(field, False)
        if not isinstance(value, bool):
            raise self._wrong(field, value, "true or false")
        return value

    def _seat(self, name: object, field: str) -> int:
        """Seat 1 is the player to move; ``partner`` the other seat of a pair."""
        number = str(name)
        if number == "partner":
            partners = [
                seat for seat in self.table.members[self._side("us", field)] if seat != self.mover
            ]
            if len(partners) == 1:
                return partners[0]
            raise self._wrong(field, name, "a seat number: this side is no pair")
        if number.isdigit() and 1 <= int(number) <= self.table.seats:
            return self.order[int(number) - 1]
        raise self._wrong(field, name, f"a seat from 1 to {self.table.seats}")

    def _side(self, name: object, field: str) -> int:
        us = self.table.side_of[self.mover]
        if name == "us":
            return us
        if name == "them" and self.table.sides == 2:
            return 1 - us
        if name == "them":
            raise self._wrong(field, name, "us or a seat number: there are more than two sides")
        return self.table.side_of[self._seat(name, field)]

    def _by_side(self, field: str) -> dict[int, Any]:
        value = self.block.get(field, {})
        if not isinstance(value, Mapping):
            raise self._wrong(field, value, f"{field}.us = … or {field}.them = …")
        found: dict[int, Any] = {}
        for name, item in value.items():
            side = self._side(name, field)
            if side in found:
                raise self._wrong(f"{field}.{name}", item, "one entry for each side")
            found[side] = item
        return found

    # --- cards ----------------------------------------------------------------------------------

    def _name(self, field: str, text: object) -> None:
        if not isinstance(text, str):
            raise self._wrong(field, text, 'cards in quotes, such as "K♠ 2♦ ★"')
        try:
            self.named[field] = name_cards(text)
        except NotationError as error:
            raise NotationError(f"{self.name}.{field}: {error}", text) from None

    def _take_named(self) -> None:
        """Give every named card out of the deck: those with suits first, then bare ranks."""
        for field, named in self.named.items():
            for card in named:
                if isinstance(card, Card):
                    self.left[card] -= 1
                    if self.left[card] < 0:
                        held = self.table.deck.count(card)
                        many = sum(list(cards).count(card) for cards in self.named.values())
                        raise self._wrong(
                            field,
                            f"{many} × {card}",
                            f"at most {held}: the deck of this table holds no more",
                        )
        for field, named in self.named.items():
            bare = [card for card in named if isinstance(card, str)]
            if not bare:
                self.cards[field] = tuple(card for card in named if isinstance(card, Card))
                continue
            suited = iter(give_suits(bare, self.left.elements()))
            cards: list[Card] = []
            for item in named:
                card = item if isinstance(item, Card) else next(suited)
                if isinstance(item, str):
                    self.left[card] -= 1
                    if self.left[card] < 0:
                        raise self._wrong(
                            field,
                            item,
                            f"at most {self.table.rank_size} cards of a rank in the deck",
                        )
                cards.append(card)
            self.cards[field] = tuple(cards)
        self.rest = list(self.left.elements())

    def _fill(self, counts: Mapping[str, int], red_threes: bool = True) -> list[Cards]:
        """For each field so many of the cards that nobody has named, always the same ones; red threes only
        if they may be.
        """
        barred = [] if red_threes else [card for card in self.rest if card.is_red_three]
        cards = [card for card in self.rest if not card.is_red_three] if barred else self.rest
        left = len(cards)
        for field, count in counts.items():
            if count > left:
                raise self._wrong(
                    field, count, f"at most {left} cards: no more are left in the deck"
                )
            left -= count
        *shares, places = _shares(tuple(counts.items()), len(cards))
        self.rest = [cards[place] for place in places]
        if barred:
            self.rest = sorted([*self.rest, *barred], key=attrgetter("order"))
        return [tuple([cards[place] for place in share]) for share in shares]

    def _hands(self, default: int, exact: bool = False) -> tuple[Cards, ...]:
        hands: list[Cards] = [()] * self.table.seats
        unknown: dict[int, int] = {}
        keys = {seat: f"hands.{number}" for number, seat in enumerate(self.order, 1)}
        keys[self.mover] = "hand"
        for seat in self.order:
            field = keys[seat]
            value = (
                self.block.get("hand", "") if seat == self.mover else self._given.get(seat, default)
            )
            if seat == self.mover and "hand" not in self.block:
                value = default
            if type(value) is int:
                unknown[seat] = value
            else:
                hands[seat] = self.cards[field]
        at_once = self.table["threes.red_laid"] == "at_once"
        counts = {keys[seat]: count for seat, count in unknown.items()}
        filled = self._fill(counts, red_threes=not (at_once or exact))
        for seat, cards in zip(unknown, filled, strict=True):
            hands[seat] = cards
        if at_once and not exact:
            for seat, hand in enumerate(hands):
                if any(card.is_red_three for card in hand):
                    raise self._wrong(
                        keys[seat],
                        write_cards(hand),
                        "no red three in a hand: here they are laid at once",
                    )
        return tuple(hands)

    def _name_hands(self) -> None:
        given = self.block.get("hands", {})
        if not isinstance(given, Mapping):
            raise self._wrong("hands", given, "hands.2 = …, hands.partner = …")
        self._given: dict[int, Any] = {}
        for name, value in given.items():
            seat = self._seat(name, "hands")
            if seat == self.mover:
                raise self._wrong(f"hands.{name}", value, "hand = … for the player to move")
            if type(value) is not int:
                self._name(f"hands.{self.order.index(seat) + 1}", value)
            elif value < 0:
                raise self._wrong(f"hands.{name}", value, "a number of cards")
            self._given[seat] = value
        if "hand" in self.block:
            self._name("hand", self.block["hand"])


@lru_cache(maxsize=4096)
def _shares(counts: tuple[tuple[str, int], ...], size: int) -> list[list[int]]:
    """The places of so many cards that each field gets, one after the other; and last those that are left."""
    left, shares = list(range(size)), []
    for field, count in counts:
        places = list(left)
        random.Random(f"{field}{count}").shuffle(places)
        shares.append(places[:count])
        left = sorted(places[count:])
    return [*shares, left]
