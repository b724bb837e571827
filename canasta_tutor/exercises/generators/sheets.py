"""Sheet: the score of a deal that has ended, line by line or as a whole."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import Draft, Pack, written
from canasta_tutor.rulebook import Table

RANKS: Final = ("4", "5", "6", "8", "9", "10", "J", "Q", "K", "A")
_MELDS: Final = {1: (1, 1), 2: (1, 2), 3: (2, 3), 4: (2, 3), 5: (3, 4)}
"""How many melds a side has, at least and at most, by level."""


def sheet(table: Table, level: int, pack: Pack) -> Draft:
    """A deal that is over: one side's sheet at low levels, both at high ones."""
    sides = ["us"] if level <= 3 or table.sides != 2 else ["us", "them"]
    rng = pack.rng
    position: dict[str, Any] = {
        "phase": "over",
        "hand": "",
        "hands": {},
        "melds": {},
        "red_threes": {},
    }
    ranks = list(RANKS)
    rng.shuffle(ranks)
    lines = 0
    for side in sides:
        melds = [
            _meld(table, pack, ranks.pop(), level)
            for _ in range(rng.randint(*_MELDS[level]))
            if not (level >= 3 and side != sides[0] and pack.chance(0.15))
        ]
        reds = rng.choices((0, 1, 2, 4), (4, 3, 2, 1 if level >= 3 else 0))[0] if level > 1 else 0
        position["melds"][side] = [written(meld) for meld in melds]
        if reds:
            position["red_threes"][side] = written(pack.take("red", min(reds, 4)))
        lines += sum(1 + (len(meld) >= 7) for meld in melds) + bool(reds)
    out = rng.choice((1, 2, None)) if level >= 2 else 2
    if out == 1 and not any(len(cards.split()) >= 7 for cards in position["melds"]["us"]):
        out = 2
    if out is not None:
        position["out"] = out
    for number in range(1, table.seats + 1):
        held = [] if number == out else pack.any(rng.randint(2, 2 + level))
        if level >= 3 and held and pack.chance(0.3):
            held += pack.take("black")
        if number == 1:
            position["hand"] = written(held)
        else:
            position["hands"][str(number)] = written(held)
    lines += len(sides) + (out == 1)
    return Draft(
        "sheet",
        f"sheet.{'one' if len(sides) == 1 else 'both'}",
        ("score.melded", "score.hand", "canasta.natural", "canasta.mixed"),
        position,
        {"sides": sides},
    )


def _meld(table: Table, pack: Pack, rank: str, level: int) -> list[Card]:
    size = pack.rng.choice((3, 4, 5, 7, 7, 8)) if level > 1 else pack.rng.choice((3, 4, 7))
    most = table["meld.max_wilds"]
    wilds = pack.rng.choice((0, 0, 1, 2)) if level > 1 else 0
    wilds = min(wilds, size - int(table["meld.min_naturals"]), most if most != "any" else 3)
    if size >= 7 and pack.chance(0.5):
        wilds = 0
    naturals = pack.take(rank, size - wilds)
    return [*naturals, *(pack.take(pack.rng.choice(("2", "2", "★")))[0] for _ in range(wilds))]
