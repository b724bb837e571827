"""Canasta: what a canasta brings, its bonus and its cards; which melds are canastas of which kind, and remain so."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import RANKS, Draft, Pack, drawn, over, written
from canasta_tutor.exercises.spoken import SILENT
from canasta_tutor.rulebook import Table

_WHOLE: Final = (7, 7, 8)
_ANY: Final = (6, 7, 7, 8, 9)
"""How many cards lie in a canasta, and in a meld that may be one."""
_STEPS: Final[dict[str, tuple[int, int, str, str]]] = {
    "filled": (6, 1, "natural", "canasta.stays_mixed"),
    "pure": (7, 0, "natural", "canasta.extra_cards"),
    "mixed": (5, 2, "natural", "canasta.stays_mixed"),
    "six": (4, 1, "natural", "canasta.size"),
    "spoiled": (7, 0, "wild", "canasta.wild_on_natural"),
}
"""How many naturals and wild cards lie there, what is laid on them, and the rule that decides."""
_GROWN: Final = tuple(_STEPS)
_OPEN: Final = 4
"""At this level a wild card is laid on a natural canasta where the table does not say what becomes of it, too."""
_TEACHES: Final = ("canasta.natural", "canasta.mixed", "canasta.size", "canasta.cards_count")


def canasta(table: Table, level: int, pack: Pack) -> Draft:
    """One meld as a number at the first level, then several: a natural canasta, a mixed one, others."""
    ranks = list(RANKS)
    pack.rng.shuffle(ranks)
    nobody = over(table)
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
    either = (
        (pack.rng.choice(_WHOLE), 0, False),
        (pack.rng.choice(_WHOLE), pack.rng.choice((1, 2)), False),
    )
    others = [(pack.rng.choice(_ANY), pack.rng.choice((0, 0, 1, 1, 2, 3)), True) for _ in range(2)]
    cases = [*either, (6, pack.rng.choice((0, 1)), False), *others][:level]
    pack.rng.shuffle(cases)
    for id, (size, wilds, late) in zip("abcd", cases, strict=False):
        meld = _meld(table, pack, ranks.pop(), size, wilds, late)
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


def grown(table: Table, level: int, pack: Pack) -> Draft:
    """The bonus of canastas, and of one that is none yet, after one more card has been laid on them."""
    settled = table.source("canasta.wild_on_natural").standing not in SILENT
    kinds = [one for one in _GROWN if settled or one != "spoiled" or level == _OPEN][: level + 2]
    pack.rng.shuffle(kinds)
    ranks = list(RANKS)
    pack.rng.shuffle(ranks)
    options: dict[str, Any] = {}
    told = {}
    for id, kind in zip("abcde", kinds, strict=False):
        naturals, wilds, last, rule = _STEPS[kind]
        rank, helper = ranks.pop(), pack.rng.choice(("2", "★"))
        meld = [*pack.take(rank, naturals), *pack.take(helper, wilds)]
        card = pack.take(rank if last == "natural" else pack.rng.choice(("2", "★")))
        options[id] = {
            "is": "line us canasta*",
            "melds": {"us": [written([*meld, *card])]},
            "rule": rule,
        }
        told[id] = {"meld": drawn(meld), "card": drawn(card)}
        pack.back([*meld, *card])
    teaches = ["canasta.stays_mixed", "canasta.extra_cards"]
    return Draft(
        "panel",
        "grown",
        [*teaches, *(["canasta.wild_on_natural"] if "spoiled" in kinds else [])],
        over(table),
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
