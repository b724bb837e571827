"""Which lay-downs are open to a hand: single melds, and the first ones of a side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from canasta_tutor.cards import JOKER, Card, Cards
from canasta_tutor.going_out import may_go_out
from canasta_tutor.melds import Meld
from canasta_tutor.moves import Group, LayDown, Move
from canasta_tutor.rulings import judge

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal

_Shape = tuple[str, int, int]
"""A new meld of all naturals of a rank: the rank, their points, and how many wilds with them."""


class SortedHand:
    """A hand sorted for laying: naturals by rank, wilds cheapest first."""

    __slots__ = ("black", "ranks", "red", "wilds")

    def __init__(self, cards: Cards) -> None:
        self.ranks: dict[str, list[Card]] = {}
        self.wilds: list[Card] = []
        self.red: list[Card] = []
        self.black: list[Card] = []
        jokers: list[Card] = []
        for card in cards:
            if card.is_wild:
                (jokers if card.rank == JOKER else self.wilds).append(card)
            elif card.rank == "3":
                (self.red if card.is_red_three else self.black).append(card)
            else:
                self.ranks.setdefault(card.rank, []).append(card)
        self.wilds += jokers


def _sound(table: Any, naturals: int, wilds: int) -> bool:
    """Whether an ordinary meld of so many naturals and wilds stands; mirrors ``sound_melds``."""
    if naturals + wilds < table["meld.min_cards"] or naturals < table["meld.min_naturals"]:
        return False
    most, ratio = table["meld.max_wilds"], table["meld.wilds_per_natural"]
    if most != "any" and wilds > most:
        return False
    if naturals + wilds >= table["canasta.size"]:
        most = table["canasta.wilds"]
        if most != "any" and wilds > most:
            return False
    if ratio == "free":
        return True
    return wilds <= naturals if ratio == "at_most" else wilds < naturals


def lay_downs(deal: Deal, hand: SortedHand, canastas: int) -> Iterator[Move]:
    """Single melds of a side that has melded: new ones, then cards added to those that lie."""
    lying: dict[str, list[Meld]] = {}
    for meld in deal.melds[deal.side]:
        lying.setdefault(meld.rank, []).append(meld)
    yield from _new_melds(deal, hand, lying, canastas)
    yield from _additions(deal, hand, lying, canastas)


def _barred(deal: Deal, rank: str) -> bool:
    """Ranks with rules of their own are looked at apart."""
    return rank in ("3", JOKER) or (rank == "7" and deal.table["meld.sevens"] != "ordinary")


def _new_melds(
    deal: Deal, hand: SortedHand, lying: dict[str, list[Meld]], canastas: int
) -> Iterator[Move]:
    table, size, wilds = deal.table, len(deal.hand), hand.wilds
    canasta, policy = table["canasta.size"], table["meld.per_rank"]
    for rank, cards in hand.ranks.items():
        same = lying.get(rank, ())
        apart = policy == "many" or (
            policy == "after_canasta" and all(meld.size >= canasta for meld in same)
        )
        if _barred(deal, rank) or (same and not apart):
            continue
        to = "new" if same else ""
        for naturals in range(max(1, table["meld.min_naturals"]), len(cards) + 1):
            for count in range(len(wilds) + 1):
                number = naturals + count
                if _sound(table, naturals, count) and _keeps(
                    deal, size - number, canastas + (number >= canasta)
                ):
                    yield LayDown((Group((*cards[:naturals], *wilds[:count]), to),))


def _additions(
    deal: Deal, hand: SortedHand, lying: dict[str, list[Meld]], canastas: int
) -> Iterator[Move]:
    table, size, wilds = deal.table, len(deal.hand), hand.wilds
    canasta, many = table["canasta.size"], table["meld.per_rank"] != "one"
    for rank, melds in lying.items():
        meld = next((meld for meld in melds if meld.size < canasta), melds[-1])
        closed = meld.size >= canasta
        if _barred(deal, rank) or (closed and not table["canasta.extend"]):
            continue
        cards = hand.ranks.get(rank, [])
        for naturals in range(len(cards) + 1):
            to = "" if naturals and not (closed and many) else rank
            for count in range(0 if naturals else 1, len(wilds) + 1):
                number = naturals + count
                closes = not closed and meld.size + number >= canasta
                if _sound(table, meld.naturals + naturals, meld.wilds + count) and _keeps(
                    deal, size - number, canastas + closes
                ):
                    yield LayDown((Group((*cards[:naturals], *wilds[:count]), to),))


def _keeps(deal: Deal, left: int, canastas: int) -> bool:
    if left > 1:
        return True
    if not may_go_out(deal, canastas):
        return False
    return left == 1 or deal.table["going_out.discard"] != "must"


def special_lay_downs(deal: Deal, hand: SortedHand) -> Iterator[Move]:
    """Melds of black threes, of wilds alone and of sevens that have rules of their own."""
    table = deal.table
    size = table["canasta.size"]
    trials: list[Group] = []
    if len(hand.black) >= 3 and table["threes.black_meld"] != "never":
        trials += [Group(tuple(hand.black[:count])) for count in range(3, len(hand.black) + 1)]
    lying = {meld.rank for meld in deal.melds[deal.side]}
    if "3" in lying:
        trials += [Group((card,)) for card in hand.black[:1]]
    if table["meld.all_wild"] != "never":
        least = 1 if JOKER in lying else size
        trials += [
            Group(tuple(hand.wilds[:count]), JOKER if JOKER in lying else "")
            for count in range(least, len(hand.wilds) + 1)
        ]
    if table["meld.sevens"] != "ordinary":
        sevens = hand.ranks.get("7", [])
        least = 1 if "7" in lying else size
        trials += [Group(tuple(sevens[:count])) for count in range(least, len(sevens) + 1)]
    for group in trials:
        move = LayDown((group,))
        if not judge(deal, move):
            yield move


def first_lay_downs(deal: Deal, hand: SortedHand) -> list[Move]:
    """Lay-downs that reach the minimum of a side that has not melded."""
    needed = deal.minimum(deal.side)
    moves: list[Move] = []
    for groups in initial_groups(deal, hand, needed):
        move = LayDown(groups)
        if not judge(deal, move):
            moves.append(move)
    return moves


def initial_groups(deal: Deal, hand: SortedHand, needed: int) -> list[tuple[Group, ...]]:
    """Up to three new melds worth enough together, none of which could be left out.

    Rule: initial.minimum.
    """
    shapes, total = _shapes(deal, hand)
    worth = [deal.table.card_values[card] for card in hand.wilds]
    if deal.table["initial.bonuses"]:
        needed = 0  # canastas may count for more than their cards: let the rulings decide
    if total + sum(worth) < needed:
        return []
    found: list[tuple[Group, ...]] = []
    for number in (1, 2, 3):
        for choice in combinations(shapes, number):
            enough = _enough(choice, worth, needed)
            if enough:
                wilds = hand.wilds if enough == "cheap" else hand.wilds[::-1]
                found.append(_deal_wilds(hand, choice, wilds))
                if len(found) >= 60:
                    return found
    return found


def _shapes(deal: Deal, hand: SortedHand) -> tuple[list[_Shape], int]:
    """Every new meld of all the naturals of a rank, with each number of wilds; and what they are worth."""
    table = deal.table
    shapes: list[_Shape] = []
    total = 0
    for rank, cards in hand.ranks.items():
        if _barred(deal, rank):
            continue
        points = len(cards) * table.card_values[cards[0]]
        fits = [count for count in range(len(hand.wilds) + 1) if _sound(table, len(cards), count)]
        shapes += [(rank, points, count) for count in fits]
        total += points if fits else 0
    return shapes, total


def _enough(choice: Sequence[_Shape], worth: list[int], needed: int) -> str:
    """Whether these melds reach the minimum with ``cheap`` or only with ``dear`` wilds, or not.

    Melds of which one could be left out do not count either.
    """
    wilds = sum(count for _, _, count in choice)
    if wilds > len(worth) or len({rank for rank, _, _ in choice}) < len(choice):
        return ""
    naturals = sum(points for _, points, _ in choice)
    if naturals + sum(worth[len(worth) - wilds :]) < needed:
        return ""
    for _, points, count in choice if len(choice) > 1 else ():
        if naturals - points + sum(worth[len(worth) - wilds + count :]) >= needed > 0:
            return ""
    return "cheap" if naturals + sum(worth[:wilds]) >= needed else "dear"


def _deal_wilds(hand: SortedHand, choice: Any, wilds: Sequence[Card]) -> tuple[Group, ...]:
    groups: list[Group] = []
    at = 0
    for rank, _, count in choice:
        groups.append(Group((*hand.ranks[rank], *wilds[at : at + count])))
        at += count
    return tuple(groups)
