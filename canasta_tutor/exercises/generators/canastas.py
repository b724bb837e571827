"""Canasta: what a canasta brings, its bonus and its cards; and which melds are canastas of which kind."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import Draft, Pack, drawn, written
from canasta_tutor.rulebook import Table

_RANKS: Final = ("4", "5", "6", "8", "9", "10", "J", "Q", "K", "A")
_WHOLE: Final = (7, 7, 8)
_ANY: Final = (6, 7, 7, 8, 9)
"""How many cards lie in a canasta, and in a meld that may be one."""
_TEACHES: Final = ("canasta.natural", "canasta.mixed", "canasta.size", "canasta.cards_count")


def canasta(table: Table, level: int, pack: Pack) -> Draft:
    """One meld as a number at the first level, then several: a natural canasta, a mixed one, others."""
    ranks = list(_RANKS)
    pack.rng.shuffle(ranks)
    hands = {str(number): "" for number in range(2, table.seats + 1)}
    nobody = {"phase": "over", "hand": "", "hands": hands}
    if level == 1:
        meld = _meld(table, pack, ranks.pop(), 7, pack.rng.choice((0, 0, 1, 1, 2, 3)))
        return Draft(
            "number",
            "canasta.one",
            _TEACHES,
            {**nobody, "melds": {"us": [written(meld)]}},
            {"number": "total us"},
            facts={"meld": drawn(meld)},
        )
    options: dict[str, Any] = {}
    told = {}
    cases = [(pack.rng.choice(_WHOLE), wilds) for wilds in (0, pack.rng.choice((1, 2, 3)))]
    cases += [(pack.rng.choice(_ANY), pack.rng.choice((0, 0, 1, 1, 2, 3))) for _ in range(level)]
    cases = [*cases[:2], (6, pack.rng.choice((0, 1))), *cases[2:]][:level]
    pack.rng.shuffle(cases)
    for id, (size, wilds) in zip("abcd", cases, strict=False):
        meld = _meld(table, pack, ranks.pop(), size, wilds, late=True)
        options[id] = {
            "is": "total us",
            "melds": {"us": [written(meld)]},
            "rule": "canasta.natural",
        }
        told[id] = {"meld": drawn(meld)}
        pack.back(meld)
    return Draft(
        "panel",
        "canasta.many",
        _TEACHES,
        nobody,
        {},
        options,
        labels=dict.fromkeys(options, "case"),
        told=told,
    )


def _meld(
    table: Table, pack: Pack, rank: str, size: int, wilds: int, late: bool = False
) -> list[Card]:
    """A canasta, or nearly one; a single wild card may have been laid on seven naturals late."""
    rng = pack.rng
    most = table["meld.max_wilds"]
    wilds = min(wilds, size - 4, 3 if most == "any" else int(most))
    naturals = pack.take(rank, min(size - wilds, 8))
    wild = [pack.take(rng.choice(("2", "★")))[0] for _ in range(wilds)]
    late = late and wilds == 1 and len(naturals) >= 7
    at = len(naturals) if late else rng.randint(3, len(naturals))
    return [*naturals[:at], *wild, *naturals[at:]]
