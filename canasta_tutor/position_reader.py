"""Reading the fields of a position or a set-up into a deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from canasta_tutor.cards import Card, Cards, Named, give_suits, name_cards, write_cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError
from canasta_tutor.laying import Laid, meld_faults
from canasta_tutor.melds import Meld, is_canasta
from canasta_tutor.setup import set_up
from canasta_tutor.table import Table
from canasta_tutor.turns import Outcome, Turn

_PHASES: Final = ("draw", "play", "answer", "over")


class PositionReader:
    """Reads one block; cards are taken from the deck as they are named, so none is used twice."""

    def __init__(self, table: Table, block: Mapping[str, Any], name: str) -> None:
        self.table = table
        self.block = block
        self.name = name
        self.mover = self._number("seat", 0, table.seats - 1, 0)
        self.order = table.in_turn(self.mover)
        self.left = Counter(table.deck)
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

    def _fill(
        self, count: int, field: str, wanted: Callable[[Card], bool] = lambda card: True
    ) -> Cards:
        """Some of the cards that nobody has named, always the same ones."""
        rest = [card for card in sorted(self.left.elements()) if wanted(card)]
        if count > len(rest):
            raise self._wrong(
                field, count, f"at most {len(rest)} cards: no more are left in the deck"
            )
        random.Random(f"{field}{count}").shuffle(rest)
        cards = tuple(rest[:count])
        self.left.subtract(cards)
        return cards

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
        for seat, count in unknown.items():
            plain = (
                (lambda card: not card.is_red_three) if at_once or exact else (lambda card: True)
            )
            hands[seat] = self._fill(count, keys[seat], plain)
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

    # --- a position -----------------------------------------------------------------------------

    def position(self) -> Deal:
        table = self.table
        phase = self._word("phase", _PHASES, "draw")
        if phase != "over" and "hand" not in self.block:
            raise NotationError(
                f"{self.name}.hand: found none; expected the cards of the player to move"
            )
        melds = self._name_melds()
        self._name_hands()
        reds = self._by_side("red_threes")
        for side, text in reds.items():
            self._name(f"red_threes.{side}", text)
        for field in ("pile", "stock_top", "out_of_play"):
            self._name(field, self.block.get(field, ""))
        self._take_named()
        laid = self._melds(melds)
        red_threes = tuple(self.cards.get(f"red_threes.{side}", ()) for side in range(table.sides))
        for cards in red_threes:
            if not all(card.is_red_three for card in cards):
                raise self._wrong("red_threes", write_cards(cards), "red threes only")
        hands = self._hands(0 if phase == "over" else table["deal.hand"])
        stock, aside = self._stock()
        seat = self.mover
        deal = Deal(
            table,
            seat,
            hands,
            phase=phase,
            melds=laid,
            red_threes=red_threes,
            pile=self.cards["pile"],
            upcards=self._number("upcards", 0, len(self.cards["pile"]), 0),
            stock=stock,
            aside=aside,
            scores=self._scores(),
            dealer=self._seat(self.block.get("dealer", table.seats), "dealer"),
            cut_seat=self._cut_seat(),
            turn=self._turn(phase, laid),
            melded=self._melded(laid),
            taken=frozenset(self._side(name, "taken") for name in self._list("taken")),
            outcome=self._outcome(phase),
        )
        if phase == "play" and not hands[seat]:
            raise self._wrong("hand", "no cards", 'some cards, or phase = "over"')
        return deal

    def _list(self, field: str) -> list[Any]:
        value = self.block.get(field, [])
        if not isinstance(value, list):
            raise self._wrong(field, value, "a list")
        return value

    def _name_melds(self) -> dict[int, list[tuple[str, bool]]]:
        found: dict[int, list[tuple[str, bool]]] = {}
        for side, texts in self._by_side("melds").items():
            texts = [texts] if isinstance(texts, str) else texts
            if not isinstance(texts, list):
                raise self._wrong(
                    "melds", texts, 'a list of melds, such as ["K♠ K♥ 2♦", "Q×7 hand"]'
                )
            for text in texts:
                if not isinstance(text, str):
                    raise self._wrong("melds", text, "a meld in quotes")
                field = f"melds.{side}.{len(found.setdefault(side, []))}"
                plain = text.removesuffix("hand")
                self._name(field, plain)
                found[side].append((field, plain != text))
        return found

    def _melds(self, named: dict[int, list[tuple[str, bool]]]) -> tuple[tuple[Meld, ...], ...]:
        melds: list[tuple[Meld, ...]] = []
        for side in range(self.table.sides):
            own: list[Meld] = []
            for field, from_hand in named.get(side, []):
                meld = Meld(self.cards[field], from_hand)
                text = write_cards(meld.cards)
                if from_hand and not is_canasta(meld, self.table):
                    raise self._wrong(
                        "melds", text, "a whole canasta where it says that it came from the hand"
                    )
                one = Laid(meld.cards, None, meld, 0)
                for fault in meld_faults(self.table, one, 2):
                    if fault.rule not in ("threes.black_meld",):
                        raise self._wrong(
                            "melds", text, f"a meld that this table allows ({fault.rule})"
                        )
                own.append(meld)
            melds.append(tuple(own))
        return tuple(melds)

    def _stock(self) -> tuple[Cards, Cards]:
        """The stock, top card last, and the cards that are out of play in this position."""
        top = self.cards["stock_top"]
        out = self.cards["out_of_play"]
        left = sum(self.left.values())
        count = self.block.get("stock", len(top) + left)
        if type(count) is not int or not len(top) <= count <= len(top) + left:
            raise self._wrong(
                "stock", count, f"a number of cards from {len(top)} to {len(top) + left}"
            )
        below = self._fill(count - len(top), "stock")
        aside = (*out, *sorted(self.left.elements()))
        return (*below, *reversed(top)), aside

    def _scores(self) -> tuple[int, ...]:
        given = self._by_side("scores")
        for value in given.values():
            if type(value) is not int:
                raise self._wrong("scores", value, "a whole number of points")
        return tuple(given.get(side, 0) for side in range(self.table.sides))

    def _cut_seat(self) -> int | None:
        """With an exact cut written down, the seat whose cut it was. Rule: deal.cut_bonus."""
        if "cut" not in self.block:
            return None
        dealt = self.table["deal.hand"] * self.table.seats
        cut = self._number("cut", 1, len(self.table.deck) - 1, 1)
        if cut != dealt or not self.table["deal.cut_bonus"]:
            return None
        step = {"right": -1, "left": 1}.get(self.table["deal.cut"], 0)
        dealer = self._seat(self.block.get("dealer", self.table.seats), "dealer")
        return (dealer + step) % self.table.seats

    def _turn(self, phase: str, laid: tuple[tuple[Meld, ...], ...]) -> Turn:
        own = len(laid[self.table.side_of[self.mover]])
        drew = self._word(
            "drew", ("", "stock", "pile"), "" if phase in ("draw", "over") else "stock"
        )
        return Turn(
            drew=drew,
            laid=self._flag("laid"),
            fed=self._flag("fed"),
            completed=self._flag("completed"),
            answer=self._word("asked", ("", "yes", "no"), ""),
            red_threes=self._number("reds_this_turn", 0, 8, 0),
            melds_before=self._number("melds_before", 0, own, 0 if phase == "draw" else own),
        )

    def _melded(self, laid: tuple[tuple[Meld, ...], ...]) -> frozenset[int]:
        if "melded" in self.block:
            return frozenset(self._seat(name, "melded") for name in self._list("melded"))
        members = [self.table.members[side] for side, melds in enumerate(laid) if melds]
        return frozenset(seat for side in members for seat in side)

    def _outcome(self, phase: str) -> Outcome | None:
        if "out" in self.block and phase != "over":
            raise self._wrong("out", self.block["out"], 'phase = "over" with it')
        if phase != "over":
            return None
        if "out" not in self.block:
            return Outcome("stock")
        return Outcome("out", self._seat(self.block["out"], "out"), self._flag("concealed"))

    # --- a set-up -------------------------------------------------------------------------------

    def set_up(self) -> Deal:
        table, size = self.table, self.table["deal.hand"]
        self._name_hands()
        stock = self.block.get("stock", "")
        self._name("stock", stock)
        self._take_named()
        for field, cards in self.cards.items():
            if field != "stock" and len(cards) > size:
                raise self._wrong(
                    field, f"{len(cards)} cards", f"at most {size}: this table deals so many"
                )
        hands = list(self._hands(size, exact=True))
        for seat, hand in enumerate(hands):
            if len(hand) < size:
                more = self._fill(
                    size - len(hand), f"hand{seat}", lambda card: not card.is_red_three
                )
                hands[seat] = (*hand, *more)
        rest = self._fill(sum(self.left.values()), "stock")
        named = tuple(reversed(self.cards["stock"]))
        shown_below = table["deal.upcard_from"] == "cut"
        pack = (*self.cards["stock"], *rest) if shown_below else (*rest, *named)
        cut = self._number("cut", 1, len(table.deck) - 1, 1) if "cut" in self.block else None
        dealer = self._seat(self.block.get("dealer", table.seats), "dealer")
        return set_up(table, tuple(hands), pack, dealer, cut=cut, scores=self._scores())
