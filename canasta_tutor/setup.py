"""The set-up: shuffling, the cut, dealing, the up-card, red threes laid at the deal."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from canasta_tutor.cards import Card, Cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError
from canasta_tutor.rulebook import Rulebook, Table


@dataclass(frozen=True)
class SettingUp:
    """The cards between the dealing and the first turn: what lies where, and what is done next.

    Like a deal it does not change: ``turn`` and ``lay`` make the next one.

    >>> dealt = shuffle(Rulebook.load("classic"), 4, seed=46)
    >>> dealt.next, len(dealt.stock), dealt.turned, dealt.goes_to
    ('turn', 64, 3♦, 'stock_bottom')
    """

    table: Table
    dealer: int
    hands: tuple[Cards, ...]
    stock: Cards
    red_threes: tuple[Cards, ...]
    pile: Cards = ()
    begun: bool = False
    """Whether a card has been turned that may start the pile."""
    refused: int = 0
    """How many cards have been turned that may not."""
    sunk: int = 0
    """How many of those lie under the stock."""
    returned: int = 0
    """How many cards on top of the stock came back from the hand of who cut."""

    @staticmethod
    def dealt(table: Table, dealer: int, hands: tuple[Cards, ...], stock: Cards) -> SettingUp:
        """The hands are dealt, and nothing else has been done."""
        return SettingUp(table, dealer, hands, stock, ((),) * table.sides)

    @property
    def next(self) -> str:
        """What is done next: ``turn`` a card, ``lay`` a red three; or nothing more. Rule: deal.order."""
        turning = not self.begun and self.sunk + self.returned < len(self.stock)
        if self.holder is not None and (self.threes_first or not turning):
            return "lay"
        return "turn" if turning else ""

    @property
    def threes_first(self) -> bool:
        """Whether no card is turned before the hands have been looked at. Rule: deal.order."""
        return self.table["deal.order"] == "threes_first" and not self.begun and not self.refused

    # --- the up-card ----------------------------------------------------------------------------

    @property
    def turned(self) -> Card:
        """The card that is turned next."""
        return self.stock[self._place]

    @property
    def _place(self) -> int:
        """Where that card lies in the stock. Rule: deal.upcard_from."""
        cut = self.table["deal.upcard_from"] == "cut"
        return self.sunk if cut else len(self.stock) - 1 - self.returned

    @property
    def accepted(self) -> bool:
        """Whether that card may start the pile. Rule: deal.upcard_refused."""
        return not self.turned.is_any(self.table["deal.upcard_refused"])

    @property
    def goes_to(self) -> str:
        """Where that card goes: ``pile``, ``stock_bottom`` or ``cutter``. Rule: deal.refused_go."""
        where: str = "pile" if self.accepted else self.table["deal.refused_go"]
        if not where.startswith("cutter"):
            return where
        return "stock_bottom" if cutter(self.table, self.dealer) is None else "cutter"

    def turn(self) -> SettingUp:
        """Turn a card and put it where it goes."""
        card, place, where = self.turned, self._place, self.goes_to
        seat = cutter(self.table, self.dealer)
        rest = replace(self, stock=(*self.stock[:place], *self.stock[place + 1 :]))
        if where == "pile":
            after = replace(rest, pile=(*self.pile, card))
        elif where == "stock_bottom" or seat is None:
            after = replace(rest, stock=(card, *rest.stock), sunk=self.sunk + 1)
        else:
            after = rest._keep(card, seat)
        return replace(after, begun=self.accepted, refused=self.refused + (not self.accepted))

    def _keep(self, card: Card, seat: int) -> SettingUp:
        """Who cut keeps the card; where it counts within the hand, a card that was dealt goes back."""
        hand, stock, back = self.hands[seat], self.stock, len(self.hands[seat]) - self.refused - 1
        within = self.table["deal.refused_go"] == "cutter_within" and back >= 0
        if within:
            top = len(stock) - self.returned
            stock = (*stock[:top], hand[back], *stock[top:])
            hand = (*hand[:back], *hand[back + 1 :])
        hands = _put(self.hands, seat, (*hand, card))
        return replace(self, hands=hands, stock=stock, returned=self.returned + within)

    # --- red threes -----------------------------------------------------------------------------

    @property
    def holder(self) -> int | None:
        """The seat whose red threes are laid next, if any are laid now. Rule: threes.red_laid."""
        if self.table["threes.red_laid"] != "at_once":
            return None
        order = self.table.in_turn(self.table.next_seat(self.dealer))
        return next((seat for seat in order if self._reds(seat)), None)

    def _reds(self, seat: int) -> Cards:
        return tuple(card for card in self.hands[seat] if card.is_red_three)

    def lay(self, red: Card | None = None) -> SettingUp:
        """Lay a red three of the hand whose turn it is, and replace it while the stock lasts."""
        seat = self.holder
        if seat is None:
            raise NotationError("red three: found none to lay; expected one in a hand")
        card, side, hand = red or self._reds(seat)[0], self.table.side_of[seat], [*self.hands[seat]]
        hand.remove(card)
        return replace(
            self,
            hands=_put(self.hands, seat, (*hand, *self.stock[-1:])),
            stock=self.stock[:-1],
            red_threes=_put(self.red_threes, side, (*self.red_threes[side], card)),
        )

    # --- the deal that comes of it --------------------------------------------------------------

    def finished(self) -> SettingUp:
        """All that is left to do has been done."""
        now = self
        while now.next:
            now = now.turn() if now.next == "turn" else now.lay()
        return now

    def deal(self, **fields: Any) -> Deal:
        """The deal that begins with the cards as they lie. Rule: deal.first."""
        return Deal(
            self.table,
            self.table.next_seat(self.dealer),
            self.hands,
            red_threes=self.red_threes,
            pile=self.pile,
            stock=self.stock,
            upcards=len(self.pile),
            dealer=self.dealer,
            **fields,
        )


def _put(of_seats: tuple[Cards, ...], place: int, cards: Cards) -> tuple[Cards, ...]:
    return (*of_seats[:place], cards, *of_seats[place + 1 :])


def start(
    rulebook: Rulebook,
    players: int,
    seed: int | str,
    scores: tuple[int, ...],
    dealer: int,
    cut: int | None,
) -> Deal:
    """Shuffle, cut, deal one card at a time, turn the up-card, lay red threes. See Deal.start."""
    table = rulebook.at(players)
    _check(table, scores, dealer, cut)
    hands, stock, cut = _shuffle(table, seed, dealer, cut)
    origin = "\n".join(
        [
            f"seed = {seed if type(seed) is int else json.dumps(str(seed), ensure_ascii=False)}",
            f"dealer = {dealer}",
            *([f"cut = {cut}"] if cut is not None else []),
            *([f"scores = {list(scores)}"] if scores else []),
        ]
    )
    return set_up(table, hands, stock, dealer, cut=cut, scores=scores, origin=origin)


def shuffle(rulebook: Rulebook, players: int, seed: int | str, dealer: int = 0) -> SettingUp:
    """The same cards as Deal.start, dealt and no more: nothing is turned, no red three is laid."""
    table = rulebook.at(players)
    hands, stock, _ = _shuffle(table, seed, dealer, None)
    return SettingUp.dealt(table, dealer, hands, stock)


def _shuffle(
    table: Table, seed: int | str, dealer: int, cut: int | None
) -> tuple[tuple[Cards, ...], Cards, int | None]:
    """The hands, the stock, and how many cards the lower packet had."""
    rng = random.Random(str(seed))
    shuffled = list(table.deck)
    rng.shuffle(shuffled)
    if cut is None and table["deal.cut_bonus"]:
        aim = table["deal.hand"] * table.seats
        cut = min(len(shuffled) - 1, max(1, aim + rng.randint(-8, 8)))
    upper, lower = _cut(shuffled, cut)
    return (*_deal_hands(table, upper, lower, dealer), cut)


def _check(table: Table, scores: tuple[int, ...], dealer: int, cut: int | None) -> None:
    for field, numbers in (("scores", scores), ("dealer", (dealer,)), ("cut", (cut or 1,))):
        if not all(type(number) is int for number in numbers):
            raise NotationError(f"{field}: found {numbers!r}; expected whole numbers")
    if scores and len(scores) != table.sides:
        raise NotationError(
            f"scores: found {len(scores)} scores; expected one for each of {table.sides} sides"
        )
    if not 0 <= dealer < table.seats:
        raise NotationError(f"dealer: found seat {dealer}; expected 0 to {table.seats - 1}")
    if cut is not None and not 0 < cut < len(table.deck):
        raise NotationError(f"cut: found {cut} cards; expected 1 to {len(table.deck) - 1}")


def _cut(deck: list[Card], cut: int | None) -> tuple[list[Card], list[Card]]:
    """The upper and the lower packet, top card last; without a cut there is only a lower one."""
    return ([], deck) if cut is None else (deck[cut:], deck[:cut])


def _deal_hands(
    table: Table, upper: list[Card], lower: list[Card], dealer: int
) -> tuple[tuple[Cards, ...], Cards]:
    """Deal from the next seat in turn; what is left is the stock, top card last.

    After an ordinary cut the lower packet comes on top. Where the lower packet alone is dealt, the
    upper one is the stock, and its bottom card is shown. Rules: deal.hand, deal.manner.
    """
    packets = [*upper, *lower]
    hands: list[list[Card]] = [[] for _ in range(table.seats)]
    order = table.in_turn(table.next_seat(dealer))
    for _ in range(table["deal.hand"]):
        for seat in order:
            hands[seat].append(packets.pop())
    return tuple(map(tuple, hands)), tuple(packets)


def cutter(table: Table, dealer: int) -> int | None:
    """The seat that cuts: on the dealer's right or left. Rule: deal.cut."""
    step = {"right": -1, "left": 1}.get(table["deal.cut"])
    return None if step is None else (dealer + step) % table.seats


def exact_cutter(table: Table, dealer: int, cut: int | None) -> int | None:
    """The seat that earns the bonus for an exact cut; none for another cut. Rule: deal.cut_bonus."""
    exact = cut is not None and cut == table["deal.hand"] * table.seats
    return cutter(table, dealer) if exact and table["deal.cut_bonus"] else None


def set_up(
    table: Table,
    hands: tuple[Cards, ...],
    stock: Cards,
    dealer: int,
    *,
    cut: int | None = None,
    scores: tuple[int, ...] = (),
    origin: str = "",
    aside: Cards = (),
    begin: Callable[[SettingUp], SettingUp] = lambda dealt: dealt,
) -> Deal:
    """Go on from the dealt hands and the rest of the cards to the first turn. Rule: deal.cut_bonus.

    ``begin`` may change how it goes on, as somebody does who believes other rules.
    """
    return (
        begin(SettingUp.dealt(table, dealer, hands, stock))
        .finished()
        .deal(
            scores=scores or (0,) * table.sides,
            cut_seat=exact_cutter(table, dealer, cut),
            origin=origin,
            aside=aside,
        )
    )
