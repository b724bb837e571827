"""Whether the list of legal moves leaves any out: every way to lay a small hand is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from canasta_tutor import (
    Answer,
    Card,
    Deal,
    Discard,
    Draw,
    LayDown,
    LayRedThree,
    Meld,
    Pass,
    TakePile,
)
from canasta_tutor.cards import Cards, write_cards
from canasta_tutor.laying import plan
from canasta_tutor.moves import Group, Move


def choices(cards: Sequence[Card]) -> Iterator[Cards]:
    """Every choice of some of the cards, equal cards being the same."""
    held = Counter(cards)
    for numbers in product(*(range(count + 1) for count in held.values())):
        if any(numbers):
            yield tuple(
                card for card, count in zip(held, numbers, strict=True) for _ in range(count)
            )


def shape(deal: Deal, move: LayDown) -> tuple[tuple[int, int, int], ...]:
    """What a lay-down changes: on which melds, by how many naturals and how many wilds."""
    return tuple(
        sorted(
            (one.place, sum(not card.is_wild for card in one.cards), Meld(one.cards).wilds)
            for one in plan(deal, move).laid
        )
    )


def nothing_is_missing(deal: Deal) -> None:
    listed = list(deal.legal_moves)
    for move in (Draw(), Pass(), Answer(True), Answer(False), *map(Discard, deal.hand)):
        assert (deal.objections(move) == ()) == (move in listed)
    for move in map(LayRedThree, deal.hand):
        assert (deal.objections(move) == ()) == (move in listed)
    if deal.phase == "draw" and deal.pile:
        no_taking_is_missing(deal, listed)
    if deal.phase == "play" and deal.melds[deal.side]:
        no_lay_down_is_missing(deal, listed)
    if deal.phase == "play" and not deal.melds[deal.side]:
        no_first_lay_down_is_missing(deal, listed)


def no_taking_is_missing(deal: Deal, listed: Sequence[Move]) -> None:
    def numbers(cards: Cards) -> tuple[int, int]:
        return len(cards) - Meld(cards).wilds, Meld(cards).wilds

    known = {
        numbers(move.groups[0].cards)
        for move in listed
        if isinstance(move, TakePile) and len(move.groups) == 1
    }
    rank = deal.pile[-1].rank
    fitting = [card for card in deal.hand if card.is_wild or card.rank == rank]
    for cards in ((), *choices(fitting)):
        if deal.objections(TakePile((Group(cards),))) == ():
            assert numbers(cards) in known, f"take {write_cards(cards)}"


def no_lay_down_is_missing(deal: Deal, listed: Sequence[Move]) -> None:
    known = {shape(deal, move) for move in listed if isinstance(move, LayDown)}
    ranks = Counter(meld.rank for meld in deal.melds[deal.side])
    places = ["", "new", *(f"{rank}#{n + 1}" for rank, many in ranks.items() for n in range(many))]
    for cards, place in product(choices(deal.hand), places):
        move = LayDown((Group(cards, place),))
        if len({card.rank for card in cards if not card.is_wild}) <= 1 and not deal.objections(
            move
        ):
            assert shape(deal, move) in known, str(move)


def no_first_lay_down_is_missing(deal: Deal, listed: Sequence[Move]) -> None:
    """Up to three melds, each of all naturals of its rank: listed, if none can be left out."""
    known = {
        frozenset((Meld(group.cards).rank, Meld(group.cards).wilds) for group in move.groups)
        for move in listed
        if isinstance(move, LayDown)
    }
    ranks = sorted({card.rank for card in deal.hand if not card.is_wild})
    wilds = [card for card in deal.hand if card.is_wild]
    for number in (1, 2, 3):
        for chosen in combinations(ranks, number):
            for counts in product(range(len(wilds) + 1), repeat=number):
                wanted = frozenset(zip(chosen, counts, strict=True))
                if sum(counts) > len(wilds) or wanted in known:
                    continue
                could = any(
                    stands(deal, tuple(smaller), wilds)
                    for size in range(1, number)
                    for smaller in combinations(wanted, size)
                )
                assert could or not stands(deal, tuple(wanted), wilds), f"lay {sorted(wanted)}"


def stands(deal: Deal, wanted: Sequence[tuple[str, int]], wilds: Sequence[Card]) -> bool:
    """Whether such melds may be laid, with the cheapest or with the dearest wilds."""
    values = deal.table.card_values
    for ordered in (
        sorted(wilds, key=lambda c: values[c]),
        sorted(wilds, key=lambda c: -values[c]),
    ):
        left = list(ordered)
        groups: list[Group] = []
        for rank, count in wanted:
            naturals = [c for c in deal.hand if c.rank == rank and not c.is_red_three][:16]
            groups.append(Group((*naturals, *left[:count])))
            left = left[count:]
        if all(group.cards for group in groups) and not deal.objections(LayDown(tuple(groups))):
            return True
    return False
