"""Canasta: what a canasta brings, its bonus and its cards; and which melds are canastas of which kind."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import Draft, Pack, drawn, written
from canasta_tutor.rulebook import Table

_RANKS: Final = ("4", "5", "6", "8", "9", "10", "J", "Q", "K", "A")
_TEACHES: Final = ("canasta.natural", "canasta.mixed", "canasta.size", "canasta.cards_count")


def canasta(table: Table, level: int, pack: Pack) -> Draft:
    """One meld as a number at the first levels, then several."""
    ranks = list(_RANKS)
    pack.rng.shuffle(ranks)
    hands = {str(number): "" for number in range(2, table.seats + 1)}
    nobody = {"phase": "over", "hand": "", "hands": hands}
    if level < 3:
        meld = _meld(table, pack, ranks.pop(), level)
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
    for id in "abcd"[:level]:
        meld = _meld(table, pack, ranks.pop(), level)
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


def _meld(table: Table, pack: Pack, rank: str, level: int) -> list[Card]:
    """A canasta, or nearly one; a wild card may have been laid on it late."""
    rng = pack.rng
    size = 7 if level == 1 else rng.choice((6, 7, 7, 8, 9))
    most = table["meld.max_wilds"]
    wilds = min(rng.choice((0, 0, 1, 1, 2, 3)), 3 if most == "any" else int(most))
    if size - wilds < 4:
        wilds = size - 4
    naturals = pack.take(rank, min(size - wilds, 8))
    wild = [pack.take(rng.choice(("2", "★")))[0] for _ in range(wilds)]
    late = level > 1 and wilds == 1 and len(naturals) >= 7
    at = len(naturals) if late else rng.randint(3, len(naturals))
    return [*naturals[:at], *wild, *naturals[at:]]
