"""Sheet: the score of a deal that has ended, line by line or as a whole."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import RANKS, Draft, Pack, written
from canasta_tutor.rulebook import Table

_WHOLE: Final = 7
"""A canasta has so many cards, at every table."""
_MELDS: Final = {1: (2, 2), 2: (1, 2), 3: (2, 2), 4: (2, 3), 5: (3, 4)}
"""How many melds a side has, at least and at most, by level."""


def sheet(table: Table, level: int, pack: Pack) -> Draft:
    """A deal that is over: one side's sheet at the first levels, then those of both.

    Canastas are natural and mixed by turns, so that who takes one kind for the other is told from who mixes them up.
    """
    sides = ["us"] if level < 3 or table.sides != 2 else ["us", "them"]
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
    mixed = rng.choice((0, 1))
    for side in sides:
        melds = []
        for number in range(rng.randint(*_MELDS[level])):
            if level >= 3 and side != sides[0] and pack.chance(0.15):
                continue
            size = _size(pack, level, first=number == 0)
            melds.append(_meld(table, pack, ranks.pop(), level, size, mixed % 2))
            mixed += size >= _WHOLE
        reds = rng.choices((0, 1, 2, 4), (4, 3, 2, 1 if level >= 3 else 0))[0] if level > 1 else 0
        position["melds"][side] = [written(meld) for meld in melds]
        if reds:
            position["red_threes"][side] = written(pack.take("red", min(reds, 4)))
    out = rng.choice(_may_go_out(table, sides, position["melds"]))
    if level == 1:
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
    return Draft(
        "sheet",
        f"sheet.{'one' if len(sides) == 1 else 'both'}",
        ("score.melded", "score.hand", "canasta.natural", "canasta.mixed"),
        position,
        {"sides": sides},
    )


def _may_go_out(table: Table, sides: list[str], melds: dict[str, list[str]]) -> list[int | None]:
    """Who may have gone out: of a side whose melds are shown, who has canastas enough; or nobody."""
    right = [
        sum(len(cards.split()) >= _WHOLE for cards in melds.get(side, ()))
        >= int(table["going_out.canastas"])
        for side in ("us", "them")
    ]
    theirs = right[1] or len(sides) == 1
    return [*([1] if right[0] else []), *([2] if theirs else []), None]


def _size(pack: Pack, level: int, first: bool) -> int:
    if level == 1:  # a canasta and a meld: of some beliefs one counts, of others neither
        return 7 if first else pack.rng.choice((3, 4))
    return pack.rng.choice((7, 7, 8, 5) if first else (3, 4, 5, 7, 7, 8))


def _meld(table: Table, pack: Pack, rank: str, level: int, size: int, mixed: int) -> list[Card]:
    most = table["meld.max_wilds"]
    wilds = pack.rng.choice((0, 0, 1, 2)) if level > 1 else 0
    if size >= _WHOLE:
        wilds = pack.rng.choice((1, 1, 2)) * mixed
    wilds = min(wilds, size - int(table["meld.min_naturals"]), most if most != "any" else 3)
    naturals = pack.take(rank, size - wilds)
    return [*naturals, *(pack.take(pack.rng.choice(("2", "2", "★")))[0] for _ in range(wilds))]
