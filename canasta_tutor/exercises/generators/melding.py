"""Lay down: which of these melds does the table allow?"""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import RANKS, Draft, NotEnough, Pack, drawn, written
from canasta_tutor.rulebook import Table

_CASES: Final = {2: 5, 3: 7, 4: 8}
_KINDS: Final[tuple[tuple[int, int], ...]] = (
    *((3, 0), (2, 1), (2, 0), (1, 2), (3, 1), (2, 2), (3, 2), (3, 3), (2, 3), (4, 4), (1, 1)),
    *((5, 1), (0, 3), (7, 0), (4, 3)),
)
"""Naturals and wild cards of a meld that somebody may think of."""
_PLAIN: Final = 9
"""So many of them are asked at the lowest level."""


def lay_down(table: Table, level: int, pack: Pack) -> Draft:
    """Melds of one's own, some of which the table allows; the side has opened before."""
    rng = pack.rng
    ranks = list(RANKS)
    rng.shuffle(ranks)
    own, theirs = ranks.pop(), ranks.pop()
    melds = {"us": [written(pack.take(own, 3))], "2": [written(pack.take(theirs, 3))]}
    shapes: list[Any] = list(_KINDS[: _PLAIN if level == 2 else len(_KINDS)])
    shapes += ["sequence", "twins", "second", "opponents", "sevens"]
    rng.shuffle(shapes)
    options: dict[str, Any] = {}
    labels, told = {}, {}
    for id, shape in zip("abcdefgh"[: _CASES[level]], shapes, strict=False):
        cards, move = _meld(pack, shape, rng.choice(ranks), own, theirs)
        spare = pack.any(4, ("2", "★", "3", "black", own, theirs, *(card.rank for card in cards)))
        options[id] = {"is": f"legal: lay {move}", "hand": written([*cards, *spare])}
        labels[id] = shape if shape in ("second", "opponents") else "case"
        told[id] = {"meld": drawn(cards)}
        pack.back([*cards, *spare])
    return Draft(
        "choice",
        "lay_down",
        ("meld.min_naturals", "meld.max_wilds", "meld.min_cards", "meld.one_rank"),
        {"phase": "play", "hand": written(pack.any(4, ("2", "★"))), "melds": melds},
        {"pick": "all"},
        options,
        labels=labels,
        told=told,
    )


def _meld(pack: Pack, shape: Any, rank: str, own: str, theirs: str) -> tuple[list[Card], str]:
    """The cards of a meld, and how it is laid."""
    if shape == "second":
        cards = pack.take(own, 3)
        return cards, f"new: {written(cards)}"
    if shape == "opponents":
        cards = pack.take(theirs, 1)
        return cards, f"them {theirs}: {written(cards)}"
    if shape == "sequence":
        at = pack.rng.randrange(0, 4)
        suit = pack.rng.choice("♠♥♦♣")
        cards = [
            card
            for rank in _IN_ROW[at : at + 3]
            for card in pack.take(rank, 4)
            if card.suit == suit
        ]
        cards = list({card.rank: card for card in cards}.values())
        if len(cards) < 3:
            raise NotEnough("sequence")
    elif shape == "twins":
        cards = pack.twins(rank)
    else:
        naturals, wilds = (3, 0) if shape == "sevens" else shape
        cards = pack.take("7" if shape == "sevens" else rank, naturals)
        cards += [pack.take(pack.rng.choice(("2", "★")))[0] for _ in range(wilds)]
    return cards, written(cards)


_IN_ROW: Final = ("8", "9", "10", "J", "Q", "K")
