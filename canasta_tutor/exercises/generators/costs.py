"""Costs: what cards are worth, and what those cost that stay in a hand."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.exercises.generators.draft import Draft, Pack, drawn, over, written
from canasta_tutor.rulebook import Table

_LEFT: Final = "line us score.hand* + line us threes.black*"
_ENDINGS: Final = ("they", "we", "nobody", "they")
"""How the deals of a panel ended: the next player went out, the player did, the stock ran out."""
_OUT: Final = {"they": 2, "we": 1}
_CLASSES: Final = ("★", "2", "A", "K", "J", "10", "8", "7", "5", "4", "black")


def worth(table: Table, level: int, pack: Pack) -> Draft:
    """A few cards at the first levels, then several rows of them, and a meld in which a wild card stands for another."""
    rows = [_cards(pack, level) for _ in range(1 if level < 3 else 4)]
    teaches = ("value.two", "value.joker", "value.ace", "value.high", "value.low")
    if level < 3:
        facts = {"cards": drawn(rows[0])}
        answer = {"number": f"value {written(rows[0])}"}
        return Draft("number", "worth.one", teaches, {}, answer, facts=facts)
    options: dict[str, Any] = {
        id: {"is": f"value {written(row)}", "rule": "value.two"}
        for id, row in zip("abcd", rows, strict=True)
    }
    pack.back([card for row in rows for card in row])
    rank = pack.rng.choice(("4", "5", "6", "9", "10", "Q", "K"))
    meld = [*pack.take(rank, pack.rng.choice((3, 4))), *pack.take(pack.rng.choice(("2", "★")))]
    laid = pack.rng.choice("abcd")
    options[laid] = {
        "is": "line us score.melded",
        "melds": {"us": [written(meld)]},
        "rule": "value.joker",
    }
    told = {id: {"cards": drawn(row)} for id, row in zip("abcd", rows, strict=True)}
    return Draft(
        "panel",
        "worth.many",
        teaches,
        over(table),
        {},
        options,
        labels={id: "meld" if id == laid else "case" for id in options},
        told={**told, laid: {"cards": drawn(meld)}},
    )


def left_cards(table: Table, level: int, pack: Pack) -> Draft:
    """What the cards left in the hands of a side cost."""
    teaches = ("score.hand", "score.unit", "threes.black_left", "value.two")
    return _left(table, level, pack, teaches, (0, 0, 1))


def black_left(table: Table, level: int, pack: Pack) -> Draft:
    """The same with black threes among them."""
    teaches = ("threes.black_left", "threes.black_four", "score.hand")
    return _left(table, level, pack, teaches, (1, 1, 2, 3, 4))


def _cards(pack: Pack, level: int) -> list[Any]:
    """Cards of different classes, among them always a wild one."""
    kinds = list(_CLASSES[2:])
    pack.rng.shuffle(kinds)
    chosen = [pack.rng.choice(("★", "2")), *kinds[: 2 + level]]
    if level > 1:
        chosen = ["★", "2", *kinds[: 1 + level]]
    pack.rng.shuffle(chosen)
    return [card for kind in chosen for card in pack.take(kind)]


def _left(
    table: Table, level: int, pack: Pack, teaches: tuple[str, ...], black: tuple[int, ...]
) -> Draft:
    """Deals that ended in different ways: whose hands count shows only where the own side went out, too."""
    partner = table.sides == 2 and table.seats == 4
    endings = list(_ENDINGS[:level])
    pack.rng.shuffle(endings)
    options: dict[str, Any] = {}
    labels, told = {}, {}
    for id, ending in zip("abcd", endings, strict=False):
        own, partners, next_one = _hands(pack, level, ending, partner, black)
        options[id] = {
            "is": _LEFT,
            "rule": teaches[0],
            "hand": written(own),
            "hands": {"2": written(next_one), **({"3": written(partners)} if partner else {})},
            **({"out": _OUT[ending]} if ending in _OUT else {}),
        }
        labels[id] = f"{ending}_{'pair' if partner else 'alone'}"
        told[id] = {"own": drawn(own), "partner": drawn(partners), "next": drawn(next_one)}
    return Draft(
        "panel",
        "left_cards",
        teaches,
        over(table),
        {},
        options,
        labels=labels,
        told=told,
    )


def _hands(
    pack: Pack, level: int, ending: str, partner: bool, black: tuple[int, ...]
) -> tuple[list[Any], list[Any], list[Any]]:
    """What is left in the own hand, in the partner's, in that of the next player."""
    out = ending == "we"
    threes = pack.take("black", pack.rng.choice(black))
    first = [*threes, *pack.any(pack.rng.randint(2, 1 + level), ("black",))]
    second = pack.any(pack.rng.randint(1, level)) if partner or out else []
    pack.back([*first, *second])
    if not out:
        return first, second, []
    return ([], first, second) if partner else ([], [], second)
