"""Open with few cards: of the first lay-downs that are worth enough the ones with the fewest cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import RANKS, Draft, NotEnough, Pack, written
from canasta_tutor.exercises.generators.opening import other_score, some_score
from canasta_tutor.exercises.generators.thinking import Held, Limits, others, size_of
from canasta_tutor.going_out import minimum as minimum_at
from canasta_tutor.rulebook import Table

_TRIED: Final = 20
"""So many hands are tried before a draft is dropped."""
_HANDS: Final = {2: (8, 9), 3: (10, 11), 4: (12, 13)}
"""How many cards are held, by level."""
_WILDS: Final = {2: (0, 1, 2), 3: (2, 3), 4: (1, 2, 3, 4)}
"""How many of them are wild."""
_THOUGHTS: Final = {2: 5, 3: 7, 4: 7}
"""So many different lay-downs must come to mind, by one belief or another."""

_SHAPES: Final = {
    2: ((3, 2), (3, 3), (4, 2)),
    3: ((3, 2, 2), (3, 3, 2), (4, 2, 2)),
    4: ((3, 3, 2, 2), (4, 3, 2), (3, 2, 2, 2), (4, 2, 2, 2)),
}
"""How many naturals of a rank are held, of each rank of which there is more than one."""
_LEAST: Final = {2: (50, 3), 3: (50, 4), 4: (90, 4)}
"""What it costs to open, and how many cards it takes, at least."""
_PRICES: Final = (50, 60, 90, 120, 150)
"""What a first lay-down costs at some table, or is believed to cost."""


def fewest_cards(table: Table, level: int, pack: Pack) -> Draft:
    """A first lay-down that is worth enough, of the fewest cards."""
    limits = dict(table)
    for _ in range(_TRIED):
        score = some_score(table, pack)
        needed, other = minimum_at(table, score), other_score(table, pack, score)
        if needed < _LEAST[level][0]:
            continue
        hand = _hand(level, pack)
        red = pack.take("red") if pack.chance(0.6) else []
        pack.back([*hand, *red])
        held = Held.of(hand, table)
        example = held.shortest(limits, needed)
        if size_of(example) < _LEAST[level][1]:
            continue
        free = needed - len(red) * int(table["threes.red_value"])
        prices = {*_PRICES, needed + 5, minimum_at(table, other), free}
        thoughts = [*dict.fromkeys(_shortest(held, limits, needed, prices))]
        if len(thoughts) >= _THOUGHTS[level]:
            break
    else:
        raise NotEnough("thoughts")
    position = {
        "phase": "play",
        "hand": written(hand),
        "scores": {"us": score, "2": other},
        **({"red_threes": {"us": written(red)}} if red else {}),
    }
    return Draft(
        "lay-down",
        "fewest_cards",
        ("initial.minimum", "meld.min_cards", *(["initial.sum"] if len(example) > 1 else [])),
        position,
        {"fewest": True, "example": held.written(example, needed), "thought_of": thoughts},
        facts={"us": "{{score us}}", "them": "{{score 2}}"},
    )


def _hand(level: int, pack: Pack) -> list[Card]:
    """A hand of the level: some cards of a few ranks, one of others, and wild cards."""
    rng = pack.rng
    ranks = list(RANKS)
    rng.shuffle(ranks)
    size, wilds = rng.choice(_HANDS[level]), rng.choice(_WILDS[level])
    hand = [card for count in rng.choice(_SHAPES[level]) for card in pack.take(ranks.pop(), count)]
    hand += [card for _ in range(wilds) for card in pack.take(rng.choice(("2", "2", "★")))]
    while len(hand) < size:
        hand += pack.take(ranks.pop())
    return hand


def _shortest(held: Held, limits: Limits, needed: int, prices: set[int]) -> Iterator[str]:
    """The shortest lay-downs at other prices, by other limits, or counted in another way."""
    for price in sorted(prices):
        if ways := held.shortest(limits, price):
            yield held.written(ways, price)
    for hand, other in others(held, limits):
        if ways := hand.shortest(other, needed):
            yield hand.written(ways, needed)
    if ways := held.first(limits, held.sizes, lambda ways: held.own_worth(ways) >= needed):
        yield held.written(ways, needed)
    if ways := held.first(
        limits, held.sizes, lambda ways: len(ways) == 1 and held.worth(ways) >= needed
    ):
        yield held.written(ways, needed)
