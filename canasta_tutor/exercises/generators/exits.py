"""Exits: what is written for going out, by the way in which a deal ended, and for whom."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import RANKS, Draft, Pack, drawn, over, written
from canasta_tutor.rulebook import Table

_LINE: Final = "line us going_out.bonus + line us going_out.concealed_bonus"
_ENDINGS: Final = ("we", "they", "stock", "we_concealed", "they_concealed")
_CASES: Final = {2: 3, 3: 4, 4: 5}
_CONCEALED: Final = "_concealed"


def exits(table: Table, level: int, pack: Pack) -> Draft:
    """Deals that the player, the one before or the stock has ended; at higher levels by going out concealed, too.

    Who believes that the bonus goes to the next side gives it to the own side where the player before has gone out.
    """
    endings = list(_ENDINGS[: _CASES[level]])
    pack.rng.shuffle(endings)
    options: dict[str, Any] = {}
    told = {}
    for id, ending in zip("abcde", endings, strict=False):
        ranks = list(RANKS)
        pack.rng.shuffle(ranks)
        ours, theirs = (_melds(table, pack, ranks) for _ in range(2))
        left = pack.any(2, ("black",))
        options[id] = {
            "is": _LINE,
            "hand": "" if ending.startswith("we") else written(left),
            "melds": {"us": [*map(written, ours)], str(table.seats): [*map(written, theirs)]},
            **_ended(table, ending),
        }
        told[id] = {
            "ours": " + ".join(map(drawn, ours)),
            "theirs": " + ".join(map(drawn, theirs)),
        }
        pack.back([*left, *(card for meld in (*ours, *theirs) for card in meld)])
    return Draft(
        "panel",
        "exits",
        ("going_out.bonus", *(["going_out.concealed_bonus"] if level > 2 else [])),
        over(table),
        {},
        options,
        labels=dict(zip(options, endings, strict=True)),
        told=told,
    )


def _ended(table: Table, ending: str) -> dict[str, Any]:
    """How a deal ended, and the rule that decides."""
    if ending == "stock":
        return {"bait": {"drew_last": "us"}, "rule": "stock.bonus"}
    out = {"out": 1 if ending.startswith("we") else table.seats}
    if ending.endswith(_CONCEALED):
        return {**out, "concealed": True, "rule": "going_out.concealed_bonus"}
    return {**out, "rule": "going_out.bonus"}


def asked_at(table: Table, level: int) -> bool:
    """Nobody goes out concealed where a table does not know it."""
    return level == 2 or table["going_out.concealed_bonus"] != "none"


def _melds(table: Table, pack: Pack, ranks: list[str]) -> list[list[Card]]:
    """As many canastas as give the right to go out, and a meld."""
    canastas = [pack.take(ranks.pop(), 7) for _ in range(int(table["going_out.canastas"]))]
    return [*canastas, pack.take(ranks.pop(), 3)]
