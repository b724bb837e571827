"""Lay down all that may go: the lay-downs of the most cards, onto what lies there and beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import RANKS, Draft, NotEnough, Pack, written
from canasta_tutor.exercises.generators.thinking import Held, Limits, Ways, others, size_of
from canasta_tutor.rulebook import Table

_TRIED: Final = 20
"""So many hands are tried before a draft is dropped."""
_THOUGHTS: Final = {2: 4, 3: 6, 4: 7}
"""So many different lay-downs must come to mind, by one belief or another."""
_KEPT: Final = 2
"""Cards that stay without the right to go out: one to throw, one to keep."""
_PAIR: Final = 2
_IN_ROW: Final = (
    ("4", "5", "6"),
    ("8", "9", "10"),
    ("9", "10", "J"),
    ("10", "J", "Q"),
    ("J", "Q", "K"),
)


@dataclass(frozen=True)
class _Hand:
    """What is held and what lies there, before it is dealt."""

    lying: tuple[tuple[int, int], ...]
    """Naturals and wild cards of each meld of one's side."""
    onto: int
    """Cards held for the first of them."""
    many: tuple[int, ...]
    """Naturals of a rank that are held of which no meld lies there; the first are twins."""
    wilds: int
    theirs: int = 1
    """Cards held for a meld of the others."""
    row: bool = False
    """Whether three cards of a suit in a row are held."""
    alone: int = 0
    """Other cards, each alone of its rank."""


_LOOSE: Final = {
    2: (
        _Hand(((3, 0),), 1, (3, 2), 1),
        _Hand(((4, 0),), 1, (3, 2), 1, alone=1),
        _Hand(((3, 1),), 0, (3, 2, 2), 1),
    ),
    3: (
        _Hand(((7, 0),), 1, (3, 2, 2), 1),
        _Hand(((7, 0), (3, 0)), 1, (3, 2, 2), 1, alone=1),
        _Hand(((5, 2),), 1, (3, 2, 2), 1, alone=1),
        _Hand(((4, 0),), 0, (3, 2, 2), 1, row=True),
    ),
    4: (
        _Hand(((7, 0),), 1, (3, 2, 2), 1, row=True),
        _Hand(((5, 1), (3, 0)), 1, (3, 2, 2), 1, row=True),
        _Hand(((4, 2), (3, 0)), 1, (3, 2, 2), 1, row=True),
        _Hand(((7, 0), (4, 1)), 1, (3, 2, 2, 2), 2),
    ),
}
"""Hands of which some cards stay whatever one may do."""
_STRICT: Final = {
    2: (_Hand(((3, 0),), 1, (3, 2), 1), _Hand(((4, 0),), 1, (3, 2), 1, alone=1)),
    3: (
        _Hand(((7, 0),), 1, (3, 2), 3),
        _Hand(((7, 0),), 1, (3, 2), 3, alone=1),
        _Hand(((4, 0),), 0, (3, 2), 3, row=True),
    ),
    4: (
        _Hand(((7, 0),), 1, (3, 2), 3, row=True),
        _Hand(((5, 2),), 1, (3, 2), 3, row=True),
        _Hand(((4, 1), (3, 0)), 1, (3, 2), 3, row=True),
    ),
}
"""The same where a pair is no beginning."""
_TIGHT: Final = {
    2: (_Hand(((3, 0),), 1, (3, 2), 2, 0), _Hand(((4, 0),), 2, (3, 2), 1, 0)),
    3: (_Hand(((7, 0), (3, 0)), 1, (3, 2, 2), 3, 0),),
    4: (
        _Hand(((3, 1),), 1, (3, 2, 2), 4),
        _Hand(((5, 1), (3, 1)), 1, (3, 2, 2), 4, 0),
        _Hand(((7, 0), (3, 0)), 1, (3, 3, 2), 3, 0),
    ),
}
"""Hands that could all go down, if the side may go out."""
_OFTEN: Final = 0.6
"""How often some cards stay whatever one may do."""


def most_cards(table: Table, level: int, pack: Pack) -> Draft:
    """Melds that lie there, and a hand of which as much as may goes down."""
    limits = dict(table)
    for _ in range(_TRIED):
        kind = pack.rng.choice(_kinds(limits, level, pack))
        seen = _seen(table, kind, pack)
        example = seen.longest(seen.held, limits)
        thoughts = [*dict.fromkeys(_longest(seen, limits, example))] if example else []
        if len(thoughts) >= _THOUGHTS[level]:
            break
    else:
        raise NotEnough("thoughts")
    left, right = len(seen.hand) - size_of(example), seen.right(example)
    ratio = table["meld.wilds_per_natural"] != "free"
    return Draft(
        "lay-down",
        "most_cards",
        (
            "meld.wilds_per_natural" if ratio else "meld.max_wilds",
            "meld.min_cards",
            *(["going_out.keep_card"] if left == _KEPT and not right else []),
            *(["going_out.canastas"] if left < _KEPT else []),
        ),
        {"phase": "play", "hand": written(seen.hand), "melds": seen.melds},
        {"most": True, "example": seen.held.written(example), "thought_of": thoughts},
    )


def _kinds(limits: Limits, level: int, pack: Pack) -> tuple[_Hand, ...]:
    """The hands to choose from."""
    if limits["meld.min_naturals"] > _PAIR:
        return _STRICT[level]
    return (_LOOSE if pack.chance(_OFTEN) else _TIGHT)[level]


@dataclass(frozen=True)
class _Seen:
    """What lies there and is held; and with which right the hand may be emptied."""

    table: Table
    hand: Sequence[Card]
    held: Held
    melds: Mapping[str, list[str]]
    theirs: Sequence[Card]
    """Cards of the hand that would go onto a meld of the others."""
    row: Sequence[Card]
    """Cards of the hand that are of one suit and in a row."""

    def right(self, ways: Ways) -> bool:
        """Whether the side may go out once this lies there."""
        return self.canastas(ways) >= int(self.table["going_out.canastas"])

    def canastas(self, ways: Ways) -> int:
        """How many canastas lie there then."""
        lying = {rank: sum(meld) for rank, meld in self.held.lying.items()}
        for rank, own, more in ways:
            lying[rank] = lying.get(rank, 0) + own + more
        return sum(size >= int(self.table["canasta.size"]) for size in lying.values())

    def kept(self, ways: Ways) -> int:
        """How many cards must stay in the hand."""
        return int(self.table["going_out.discard"] == "must") if self.right(ways) else _KEPT

    def longest(
        self, held: Held, limits: Limits, kept: Callable[[Ways], int] | None = None
    ) -> Ways:
        """The lay-down of the most cards that leaves enough in the hand."""
        size, stay = len(self.hand), kept or self.kept
        return held.first(
            limits, range(size, 0, -1), lambda ways: size - size_of(ways) >= stay(ways)
        )


def _seen(table: Table, kind: _Hand, pack: Pack) -> _Seen:
    """The cards of such a hand, and the melds."""
    ranks = list(RANKS)
    pack.rng.shuffle(ranks)
    row = []
    if kind.row:
        in_row = pack.rng.choice(_IN_ROW)
        suit = pack.rng.choice("♠♥♦♣")
        row = [next(card for card in pack.take(rank, 8) if card.suit == suit) for rank in in_row]
        ranks = [rank for rank in ranks if rank not in in_row]
    lying, melds, hand = {}, [], list(row)
    for number, (naturals, wilds) in enumerate(kind.lying):
        rank = ranks.pop()
        lying[rank] = naturals, wilds
        melds.append([*pack.take(rank, naturals), *pack.take("2", wilds)])
        hand += pack.take(rank, kind.onto) if not number else []
    other = ranks.pop()
    opposite, theirs = pack.take(other, 3), pack.take(other, kind.theirs)
    hand += theirs
    twins, *more = kind.many
    rank = ranks.pop()
    hand += pack.twins(rank) if twins == 3 else pack.take(rank, twins)
    for count in (*more, *[1] * kind.alone):
        hand += pack.take(ranks.pop(), count)
    for _ in range(kind.wilds):
        hand += pack.take(pack.rng.choice(("2", "2", "★")))
    sides = {"us": [*map(written, melds)], "2": [written(opposite)]}
    held = Held.of(hand, table, lying)
    return _Seen(table, hand, held, sides, theirs, row)


def _longest(seen: _Seen, limits: Limits, whole: Ways) -> Iterator[str]:
    """The longest lay-downs by other limits, with another right to go out, or in other places."""
    held, needed = seen.held, int(seen.table["going_out.canastas"])
    before = seen.canastas(())
    rights: tuple[Callable[[Ways], int], ...] = (
        lambda ways: 0,
        lambda ways: 1,
        lambda ways: _KEPT,
        lambda ways: 0 if seen.canastas(ways) > needed else _KEPT,
        lambda ways: 0 if before >= needed else _KEPT,
        lambda ways: max(1, seen.kept(ways)),
    )
    found = [(held, seen.longest(held, limits, kept)) for kept in rights]
    free = {rank: cards for rank, cards in held.ranks.items() if rank not in held.lying}
    apart = replace(held, ranks=free, lying={})
    closed = {**limits, "canasta.extend": False}
    for hand, other in (*others(held, limits), *others(apart, limits), (held, closed)):
        found.append((hand, seen.longest(hand, other)))
    yield from (hand.written(ways) for hand, ways in found if ways)
    laid = held.written(whole)
    if seen.theirs:
        yield f"{laid}, them {seen.theirs[0].rank}: {written(seen.theirs)}"
    if seen.row:
        yield f"{laid}, {written(seen.row)}"
