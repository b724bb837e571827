"""Random deals reckoned twice: by the engine, and by the reckoner that shares nothing with it (M23)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from canasta_tutor import Deal, Rulebook
from canasta_tutor.cards import Card
from canasta_tutor.melds import Meld
from canasta_tutor.scoring import score
from canasta_tutor.turns import Outcome
from tools.soak import EAGERNESS, random_moves
from tools.study import reckoner
from tools.study.measure import Size, slices, spread

_SCORES: Final = (-1500, -5, 0, 5, 1495, 1500, 1505, 2995, 3000, 3495, 3500, 4995)
_PLAYED: Final = 200
"""One deal of so many is played, move by move; the others are laid out as they might have come to be."""


def side(deal: Deal, number: int) -> reckoner.Side:
    """A side of the engine's as the reckoner sees it."""
    outcome, members = deal.outcome, deal.table.members[number]
    gone = outcome is not None and outcome.how == "out" and outcome.seat in members
    return reckoner.Side(
        melds=[
            reckoner.Laid([card.text for card in meld.cards], meld.from_hand)
            for meld in deal.melds[number]
        ],
        red=len(deal.red_threes[number]),
        hands=[[card.text for card in deal.hands[seat]] for seat in members],
        out="" if not gone or outcome is None else "concealed" if outcome.concealed else "plain",
        cut=deal.cut_seat in members,
    )


def differences(deal: Deal) -> list[str]:
    """Where the two do not agree about a deal: sheets, and what the next first lay-down must come to."""
    table = deal.table.rulebook.id
    found = []
    for number, sheet in enumerate(score(deal)):
        own = side(deal, number)
        told = reckoner.total(own, table)
        if told != sheet.total:
            found.append(f"{table}, total: the engine {sheet.total}, the other {told}: {own}")
        if not deal.melds[number]:
            counted = deal.scores[number] + (100 if own.cut else 0)
            least = reckoner.needed(counted, table)
            if least != deal.minimum(number):
                found.append(
                    f"{table}, minimum at {counted}: the engine {deal.minimum(number)}, the other {least}"
                )
    return found


def played(table: str, seed: int) -> Deal:
    """A deal played at random to its end, or stopped on the way."""
    rng, rulebook = Random(f"second opinion {table} {seed}"), Rulebook.load(table)
    players = rng.choice(rulebook.players)
    sides = rulebook.at(players).sides
    scores = tuple(rng.choice(_SCORES) for _ in range(sides))
    deal = Deal.start(rulebook, players, seed, scores)
    length = rng.choice((40, 100, 5000))
    moves = islice(random_moves(deal, rng, rng.choice(EAGERNESS)), length)
    return [deal, *(after for _, _, after in moves)][-1]


def laid_out(table: str, seed: int) -> Deal:
    """The end of a deal with cards of the deck laid out at random, as the rules of the table let them lie."""
    rng, rulebook = Random(f"laid out {table} {seed}"), Rulebook.load(table)
    players = rng.choice(rulebook.players)
    at = rulebook.at(players)
    pack = list(at.deck)
    rng.shuffle(pack)
    reds: list[list[Card]] = [[] for _ in range(at.sides)]
    lucky = rng.randrange(at.sides) if rng.random() < 0.2 else None
    for card in [card for card in pack if card.is_red_three]:
        if rng.random() < 0.6 or lucky is not None:
            pack.remove(card)
            reds[rng.randrange(at.sides) if lucky is None else lucky].append(card)
    melds = tuple(tuple(_melds(pack, table, rng)) for _ in range(at.sides))
    holds = table == "family"
    rest = [card for card in pack if holds or not card.is_red_three]
    hands = [tuple(_some(rest, rng.randrange(9))) for _ in range(at.seats)]
    goer = rng.randrange(at.seats)
    out = rng.random() < 0.7
    if out:
        hands[goer] = ()
    return Deal(
        at,
        rng.randrange(at.seats),
        tuple(hands),
        melds=melds,
        red_threes=tuple(map(tuple, reds)),
        scores=tuple(rng.choice(_SCORES) for _ in range(at.sides)),
        cut_seat=rng.randrange(at.seats) if at["deal.cut_bonus"] and rng.random() < 0.3 else None,
        outcome=Outcome("out", goer, rng.random() < 0.3) if out else Outcome("stock"),
    )


def _some(pack: list[Card], count: int) -> list[Card]:
    return [pack.pop() for _ in range(min(count, len(pack)))]


def _melds(pack: list[Card], table: str, rng: Random) -> Iterator[Meld]:
    """Some melds from the pack: naturals of a rank, wilds among them, in any order."""
    ranks = rng.sample(["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4"], rng.randrange(5))
    for rank in ranks:
        naturals = [card for card in pack if card.rank == rank][: rng.randint(2, 9)]
        wilds = [card for card in pack if card.is_wild][: rng.choice((0, 0, 1, 2, 3))]
        if table == "family" and rank == "7":
            naturals, wilds = naturals[:7], []
        cards = [*naturals, *wilds[: max(0, len(naturals) - 1)]]
        if len(cards) < 3 or (table == "family" and rank == "7" and len(cards) < 7):
            continue
        for card in cards:
            pack.remove(card)
        rng.shuffle(cards)
        yield Meld(tuple(cards), from_hand=len(cards) >= 7 and rng.random() < 0.5)
    if table == "family" and rng.random() < 0.1:
        wilds = [card for card in pack if card.is_wild][:7]
        if len(wilds) == 7:
            for card in wilds:
                pack.remove(card)
            yield Meld(tuple(wilds), from_hand=True)


def compared(work: tuple[str, range]) -> tuple[int, list[str]]:
    """How many deals of a table were reckoned twice, and where the two differ."""
    table, seeds = work
    found = []
    for seed in seeds:
        deal = played(table, seed) if seed % _PLAYED == 0 else laid_out(table, seed)
        found += [f"seed {seed}, {line}" for line in differences(deal)]
    return len(seeds), found


def reckoned_twice(size: Size, count: int) -> tuple[int, list[str]]:
    """So many random deals of each rulebook: how many in all, and where the two differ."""
    work = [(name, part) for name in Rulebook.names() for part in slices(count, 1000)]
    both = spread(compared, work, size)
    return sum(number for number, _ in both), [line for _, lines in both for line in lines]
