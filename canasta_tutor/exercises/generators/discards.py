"""Best discard: which cards the next player surely cannot use, or which one gives the pile away least often."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.generators.draft import RANKS, Draft, NotEnough, Pack, written
from canasta_tutor.exercises.safety import CLOSE, is_safe, risks, throwable
from canasta_tutor.rulebook import Table

_HELD: Final = {3: 8, 4: 10}
_HIDDEN: Final = {3: (4, 10), 4: (7, 11)}
"""So many cards the next player may hold: of more cards it is sooner clear which discard is the best."""
_GONE: Final = {3: ((5, 3), (4, 4, 2), (5, 2, 2)), 4: ((6, 3), (5, 4, 2), (6, 2, 2))}
"""How many cards of ranks of the hand may lie in the pile."""
_LEAD: Final = 0.05
"""By so much the best discard is safer than those that are not as good."""


def best_discard(table: Table, level: int, pack: Pack) -> Draft:
    """Every safe card at the lowest level; then the one of least risk, where few or none is safe."""
    rng = pack.rng
    ranks = list(RANKS)
    rng.shuffle(ranks)
    theirs, ours = ranks[:2], ranks[2:4]
    melds: dict[str, Any] = {
        "us": [written(pack.take(ours[0], rng.choice((3, 4, 7)))), written(pack.take(ours[1], 3))],
        "2": [
            written(pack.take(theirs[0], rng.choice((3, 4, 6)))),
            written(pack.take(theirs[1], 3)),
        ],
    }
    hand = _hand(pack, level, ranks, theirs)
    pile = _pile(pack, level, hand, ranks)
    count = rng.randint(*_HIDDEN[level])
    position = {
        "phase": "play",
        "hand": written(hand),
        "hands": {"2": count},
        "melds": melds,
        "pile": written(pile),
    }
    data = {"players": table.players, "position": position}
    deal = Asker(data, table.rulebook).deal
    if level == 3:
        words = "safe"
        # Of a hand with one safe card, beliefs leave too few different answers.
        if not 2 <= sum(is_safe(deal, card) for card in throwable(deal)) <= 3:
            raise NotEnough("safe cards")
    else:
        words, found = "least", risks(deal)
        least = min(found.values())
        rest = [risk for risk in found.values() if risk > least + CLOSE]
        if len(found) - len(rest) > 2 or not rest or min(rest) < least + _LEAD:
            raise NotEnough("lead")
    return Draft(
        "cards" if level == 3 else "discard",
        f"best_discard.{words}",
        ("threes.black_blocks", "pile.onto_meld", "pile.frozen_needs", "pile.pair"),
        position,
        {"each": "safe {card}"} if level == 3 else {"good": "safest {card}"},
        labels={},
        reasons={"*": "other"},
        facts={"count": count},
    )


def beliefs_that_part(table: Table, level: int) -> int:
    """Few thoughts change which cards are safe, and one card that is thrown tells hardly any two apart."""
    return 3 if level == 3 else 1


def _hand(pack: Pack, level: int, ranks: list[str], theirs: list[str]) -> list[Card]:
    """Cards of as many ranks: of theirs, and at the lowest level one that stops or freezes, too."""
    held = [*pack.take(theirs[0])]
    if level > 3:
        held += pack.take(theirs[1])
    if level == 3:
        held += pack.take(pack.rng.choice(("black", "2", "★")))
    if level == 3 and pack.chance(0.5):
        held += pack.take("black")[: 0 if any(card.is_black_three for card in held) else 1]
    for rank in ranks[2:]:
        if len(held) < _HELD[level]:
            held += pack.take(rank)
    return held


def _pile(pack: Pack, level: int, hand: list[Card], ranks: list[str]) -> list[Card]:
    """A pile in which much of one rank of the hand lies, less of others; a wild card may lie below."""
    gone = [card.rank for card in hand if card.rank in ranks[4:]]
    pack.rng.shuffle(gone)
    counts = zip(gone, pack.rng.choice(_GONE[level]), strict=False)
    pile = [card for rank, count in counts for card in pack.take(rank, count)]
    if pack.chance(0.6 if level == 4 else 0.25):
        pile = [*pack.take(pack.rng.choice(("2", "★"))), *pile]
    return pile
