"""The set-up: shuffling, the cut, dealing, the up-card, red threes laid at the deal."""

from __future__ import annotations

import json
import random

from canasta_tutor.cards import Card, Cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError
from canasta_tutor.rulebook import Rulebook, Table


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
    rng = random.Random(str(seed))
    shuffled = list(table.deck)
    rng.shuffle(shuffled)
    if cut is None and table["deal.cut_bonus"]:
        aim = table["deal.hand"] * table.seats
        cut = min(len(shuffled) - 1, max(1, aim + rng.randint(-8, 8)))
    upper, lower = _cut(shuffled, cut)
    hands, stock = _deal_hands(table, upper, lower, dealer)
    origin = "\n".join(
        [
            f"seed = {seed if type(seed) is int else json.dumps(str(seed), ensure_ascii=False)}",
            f"dealer = {dealer}",
            *([f"cut = {cut}"] if cut is not None else []),
            *([f"scores = {list(scores)}"] if scores else []),
        ]
    )
    return set_up(table, hands, stock, dealer, cut=cut, scores=scores, origin=origin)


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
) -> Deal:
    """Go on from the dealt hands and the rest of the cards to the first turn.

    Rules: deal.order, deal.cut_bonus, deal.first.
    """
    cut_seat = exact_cutter(table, dealer, cut)
    reds: tuple[Cards, ...] = ((),) * table.sides
    pile: Cards = ()
    if table["deal.order"] == "threes_first":
        hands, reds, stock = _lay_red_threes(table, hands, stock, dealer)
        hands, pile, stock = _turn_up(table, hands, stock, dealer)
        hands, more, stock = _lay_red_threes(table, hands, stock, dealer)
        reds = tuple((*first, *then) for first, then in zip(reds, more, strict=True))
    else:
        hands, pile, stock = _turn_up(table, hands, stock, dealer)
        hands, reds, stock = _lay_red_threes(table, hands, stock, dealer)
    return Deal(
        table,
        table.next_seat(dealer),
        hands,
        red_threes=reds,
        pile=pile,
        stock=stock,
        upcards=len(pile),
        scores=scores or (0,) * table.sides,
        dealer=dealer,
        cut_seat=cut_seat,
        origin=origin,
        aside=aside,
    )


def _turn_up(
    table: Table, hands: tuple[Cards, ...], stock: Cards, dealer: int
) -> tuple[tuple[Cards, ...], Cards, Cards]:
    """Show cards until one may start the pile.

    Rules: deal.upcard_from, deal.upcard_refused, deal.refused_go.
    """
    left = list(stock)
    end = 0 if table["deal.upcard_from"] == "cut" else -1
    refused: list[Card] = []
    shown: list[Card] = []
    while left:
        card = left.pop(end)
        if not card.is_any(table["deal.upcard_refused"]):
            shown = [card]
            break
        refused.append(card)
    where = table["deal.refused_go"]
    if where == "pile":
        return hands, (*refused, *shown), tuple(left)
    if where == "stock_bottom":
        return hands, tuple(shown), (*reversed(refused), *left)
    seat = cutter(table, dealer)
    if seat is None or not refused:
        return hands, tuple(shown), (*reversed(refused), *left)
    dealt = hands[seat]
    if where == "cutter_within":
        kept = max(0, len(dealt) - len(refused))
        dealt, left = dealt[:kept], [*left, *dealt[kept:]]
    grown = (*dealt, *refused)
    return (*hands[:seat], grown, *hands[seat + 1 :]), tuple(shown), tuple(left)


def _lay_red_threes(
    table: Table, hands: tuple[Cards, ...], stock: Cards, dealer: int
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Cards]:
    """Lay red threes and replace them until no hand holds one. Rule: threes.red_laid."""
    reds: list[Cards] = [()] * table.sides
    if table["threes.red_laid"] != "at_once":
        return hands, tuple(reds), stock
    new = list(hands)
    for seat in table.in_turn(table.next_seat(dealer)):
        hand = list(new[seat])
        while found := [card for card in hand if card.is_red_three]:
            side = table.side_of[seat]
            reds[side] = (*reds[side], *found)
            hand = [card for card in hand if not card.is_red_three]
            left = max(0, len(stock) - len(found))
            hand += stock[left:][::-1]
            stock = stock[:left]
        new[seat] = tuple(hand)
    return tuple(new), tuple(reds), stock
