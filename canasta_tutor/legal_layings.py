"""Which lay-downs are open to a hand: single melds, and the first ones of a side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

    def naturals(self, rank: str) -> list[Card]:
        """The naturals of a rank that one meld may hold: of black threes no more than four."""
        return self.black[:4] if rank == "3" else self.ranks[rank]


def sound(table: Mapping[str, Any], naturals: int, wilds: int) -> bool:
    """Whether an ordinary meld of so many naturals and wilds stands, by these rules; mirrors ``sound_melds``."""
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
    least, fewest = max(1, table["meld.min_naturals"]), table["meld.min_cards"]
    for rank, cards in hand.ranks.items():
        if len(cards) < least or len(cards) + len(wilds) < fewest:
            continue
        same = lying.get(rank, ())
        apart = policy == "many" or (
            policy == "after_canasta" and all(meld.size >= canasta for meld in same)
        )
        if _barred(deal, rank) or (same and not apart):
            continue
        to = "new" if same else ""
        for naturals in range(least, len(cards) + 1):
            for count in range(len(wilds) + 1):
                number = naturals + count
                if sound(table, naturals, count) and _keeps(
                    deal, size - number, canastas + (number >= canasta)
                ):
                    yield LayDown((Group((*cards[:naturals], *wilds[:count]), to),))


def _additions(
    deal: Deal, hand: SortedHand, lying: dict[str, list[Meld]], canastas: int
) -> Iterator[Move]:
    canasta, many = deal.table["canasta.size"], deal.table["meld.per_rank"] != "one"
    for rank, melds in lying.items():
        if _barred(deal, rank):
            continue
        if not hand.wilds and rank not in hand.ranks:
            continue
        first = next(
            (place for place, meld in enumerate(melds) if meld.size < canasta), len(melds) - 1
        )
        for place, meld in enumerate(melds):
            named = rank if place == first else f"{rank}#{place + 1}"
            bare = place == first and not (many and meld.size >= canasta)
            yield from _added_to(deal, hand, meld, canastas, named, bare)


def _added_to(
    deal: Deal, hand: SortedHand, meld: Meld, canastas: int, named: str, bare: bool
) -> Iterator[Move]:
    """Additions to one meld; ``bare``: its rank alone says that naturals go there."""
    table, size, wilds = deal.table, len(deal.hand), hand.wilds
    canasta = table["canasta.size"]
    closed = meld.size >= canasta
    if closed and not table["canasta.extend"]:
        return
    cards = hand.ranks.get(meld.rank, [])
    for naturals in range(len(cards) + 1):
        to = "" if naturals and bare else named
        for count in range(0 if naturals else 1, len(wilds) + 1):
            number = naturals + count
            closes = not closed and meld.size + number >= canasta
            if sound(table, meld.naturals + naturals, meld.wilds + count) and _keeps(
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
    """Lay-downs that reach the minimum of a side that has not melded, or need not reach it."""
    moves: list[Move] = []
    for groups in initial_groups(deal, hand, points_to_lay(deal)):
        move = LayDown(groups)
        black_threes = len(groups) == 1 and groups[0].cards[0].is_black_three
        if not black_threes and not judge(deal, move):
            moves.append(move)
    return moves


def points_to_reach(deal: Deal) -> int:
    """Points with which the minimum is reached, or exceeded where it must be. Rule: initial.reach."""
    return deal.minimum(deal.side) + int(deal.table["initial.reach"] == "exceed")


def points_to_lay(deal: Deal) -> int:
    """The same, without those that red threes of this turn bring. Rule: initial.red_threes."""
    needed = points_to_reach(deal)
    if deal.table["initial.red_threes"] == "this_turn":
        needed -= deal.turn.red_threes * int(deal.table["threes.red_value"])
    return needed


def initial_groups(deal: Deal, hand: SortedHand, needed: int) -> list[tuple[Group, ...]]:
    """Up to three new melds worth enough together, none of which could be left out.

    Rule: initial.minimum.
    """
    values = deal.table.card_values
    shapes = _shapes(deal, hand)
    cheap = sorted(hand.wilds, key=lambda card: values[card])
    worth = [values[card] for card in cheap]
    total = sum(points for points in {rank: points for rank, points, _ in shapes}.values())
    if total + sum(worth) < needed and not _may_be_free(deal, hand, shapes):
        return []
    found: list[tuple[Group, ...]] = []
    for number in (1, 2, 3):
        for choice in combinations(shapes, number):
            enough = _enough(choice, worth, needed)
            if not enough and _free(deal, hand, choice):
                enough = "cheap"
            if enough:
                found.append(_deal_wilds(hand, choice, cheap if enough == "cheap" else cheap[::-1]))
                if len(found) >= 60:
                    return found
    return found


def _free(deal: Deal, hand: SortedHand, choice: Sequence[_Shape]) -> bool:
    """Whether a canasta or going out may make up for points that these melds lack.

    Rules: initial.bonuses, initial.canasta_exempt, initial.concealed.
    """
    if not _possible(choice, len(hand.wilds)):
        return False
    table = deal.table
    sizes = [len(hand.naturals(rank)) + count for rank, _, count in choice]
    if table["initial.bonuses"] or table["initial.canasta_exempt"]:
        return bool(max(sizes) >= table["canasta.size"])
    return _leaves(deal, sum(sizes))


def _may_be_free(deal: Deal, hand: SortedHand, shapes: Sequence[_Shape]) -> bool:
    """Whether that could hold of any choice of these melds: a quick look before the long one."""
    held = [len(hand.naturals(rank)) for rank in {rank for rank, _, _ in shapes}]
    table = deal.table
    if table["initial.bonuses"] or table["initial.canasta_exempt"]:
        return bool(max(held, default=0) + len(hand.wilds) >= table["canasta.size"])
    return _leaves(deal, sum(held) + len(hand.wilds))


def _leaves(deal: Deal, laid: int) -> bool:
    """Whether laying so many cards at once, none from the pile, may end the deal."""
    free = deal.table["initial.concealed"] == "if_pile_taken" and deal.turn.drew == "stock"
    return free and laid >= len(deal.hand) - 1


def _shapes(deal: Deal, hand: SortedHand) -> list[_Shape]:
    """Every new meld of all the naturals of a rank, with each number of wilds."""
    table = deal.table
    shapes: list[_Shape] = []
    for rank, cards in hand.ranks.items():
        if _barred(deal, rank):
            continue
        points = len(cards) * table.card_values[cards[0]]
        fits = [count for count in range(len(hand.wilds) + 1) if sound(table, len(cards), count)]
        shapes += [(rank, points, count) for count in fits]
    if len(hand.black) >= 3 and table["threes.black_meld"] == "any_time":
        shapes.append(("3", len(hand.black[:4]) * table.card_values[hand.black[0]], 0))
    return shapes


def _possible(choice: Sequence[_Shape], wilds: int) -> bool:
    """Whether the hand has the wilds for all these melds, and each is of another rank."""
    used = sum(count for _, _, count in choice)
    return used <= wilds and len({rank for rank, _, _ in choice}) == len(choice)


def _enough(choice: Sequence[_Shape], worth: list[int], needed: int) -> str:
    """Whether these melds reach the minimum with ``cheap`` or only with ``dear`` wilds, or not.

    Melds of which one could be left out do not count either.
    """
    if not _possible(choice, len(worth)):
        return ""
    wilds = sum(count for _, _, count in choice)
    naturals = sum(points for _, points, _ in choice)
    if naturals + sum(worth[len(worth) - wilds :]) < needed:
        return ""
    for _, points, count in choice if len(choice) > 1 else ():
        if naturals - points + sum(worth[len(worth) - wilds + count :]) >= needed:
            return ""
    return "cheap" if naturals + sum(worth[:wilds]) >= needed else "dear"


def _deal_wilds(hand: SortedHand, choice: Any, wilds: Sequence[Card]) -> tuple[Group, ...]:
    groups: list[Group] = []
    at = 0
    for rank, _, count in choice:
        groups.append(Group((*hand.naturals(rank), *wilds[at : at + count])))
        at += count
    return tuple(groups)
