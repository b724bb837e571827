"""Minimum: how much the first lay-down must come to, which are enough, and who needs it no more."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import RANKS, Draft, NotEnough, Pack, drawn, written
from canasta_tutor.going_out import minimum as minimum_at
from canasta_tutor.rulebook import Table

_CASES: Final = {2: 5, 3: 6, 4: 7}
_NEAR: Final = {2: 40, 3: 25, 4: 15}
"""How near to the minimum a lay-down comes, in points, by level."""
_OPENED: Final = ("partner", "own", "nobody", "others", "nobody", "partner", "own")
"""Who has laid something in this deal, by the case."""
_MELDED: Final[dict[str, tuple[str, list[int]]]] = {
    "nobody": ("", []),
    "others": ("2", [2]),
    "partner": ("us", [3]),
    "own": ("us", [1]),
}
"""Whose melds lie there, and the seat that has laid them."""


def minimum(table: Table, level: int, pack: Pack) -> Draft:
    """The band as a number at the first level, then lay-downs at changing scores."""
    if level == 1:
        return _band(table, pack)
    options: dict[str, Any] = {}
    labels, told = {}, {}
    for number, id in enumerate("abcdefg"[: _CASES[level]]):
        score, melds = _near(table, level, pack, 1 + number % 2)
        laid = [card for meld in melds for card in meld]
        spare = pack.any(4, ("2", "★", "3", "black", *(card.rank for card in laid)))
        options[id] = {
            "is": "legal: lay " + ", ".join(map(written, melds)),
            "hand": written([*laid, *spare]),
            "scores": {"us": score, "2": other_score(table, pack, score)},
        }
        red = pack.take("red") if pack.chance(0.25) else []
        if red:
            options[id]["red_threes"] = {"us": written(red)}
        labels[id] = "red" if red else "case"
        told[id] = {
            "laid": " + ".join(map(drawn, melds)),
            "us": "{{score us}}",
            "them": "{{score 2}}",
        }
        pack.back([*laid, *spare, *red])
    return Draft(
        "choice",
        "minimum.enough",
        ("initial.minimum", "initial.reach", "initial.sum", "initial.score_used"),
        {"phase": "play", "hand": written(pack.any(4, ("2", "★")))},
        {"pick": "all"},
        options,
        labels=labels,
        told=told,
    )


def opened(table: Table, level: int, pack: Pack) -> Draft:
    """Small lay-downs where nobody has opened, the others have, the partner has, or the player."""
    partner = table.sides == 2 and table.seats == 4
    kinds = [one if partner or one != "partner" else "own" for one in _OPENED[: _CASES[level]]]
    pack.rng.shuffle(kinds)
    options: dict[str, Any] = {}
    told = {}
    for id, kind in zip("abcdefg", kinds, strict=False):
        if kind in ("partner", "own"):
            score, meld = _too_little(table, pack)
        else:
            score, (meld,) = _near(table, level, pack, 1)
        # What opens at any score, and is not said: only who has laid it matters.
        there = [pack.take("A", 4) + pack.take("★"), pack.take("K", 3)]
        spare = pack.any(4, ("2", "★", "3", "black", "A", "K", meld[0].rank))
        side, seats = _MELDED[kind]
        options[id] = {
            "is": f"legal: lay {written(meld)}",
            "hand": written([*meld, *spare]),
            "scores": {"us": score, "2": other_score(table, pack, score)},
            **({"melds": {side: [*map(written, there)]}, "melded": seats} if side else {}),
        }
        told[id] = {"laid": drawn(meld), "us": "{{score us}}", "them": "{{score 2}}"}
        pack.back([*meld, *spare, *there[0], *there[1]])
    return Draft(
        "choice",
        "opened",
        ("initial.after", *(["initial.side"] if partner else [])),
        {"phase": "play", "hand": written(pack.any(4, ("2", "★")))},
        {"pick": "all"},
        options,
        labels=dict(zip(options, kinds, strict=True)),
        told=told,
    )


def _too_little(table: Table, pack: Pack) -> tuple[int, list[Card]]:
    """A score and a meld of three suits that would not be enough if the side had not opened."""
    found = pack.take(pack.rng.choice(("4", "5", "6", "8", "9")), 6)
    meld = [*{card.suit: card for card in found}.values()][:3]
    for card in meld:
        found.remove(card)
    pack.back(found)
    points = sum(table.card_values[card] for card in meld)
    score = some_score(table, pack)
    while minimum_at(table, score) <= points:
        score = some_score(table, pack)
    return score, meld


def _band(table: Table, pack: Pack) -> Draft:
    """The minimum that goes with a score."""
    own = some_score(table, pack)
    scores = {"us": own, "2": other_score(table, pack, own)}
    return Draft(
        "number",
        "minimum.band",
        ("initial.minimum", "initial.score_used"),
        {"phase": "draw", "hand": written(pack.any(4, ("2", "★"))), "scores": scores},
        {"number": "minimum us"},
        facts={"us": "{{score us}}", "them": "{{score 2}}"},
    )


def some_score(table: Table, pack: Pack) -> int:
    """A score, often at the edge of a band."""
    edges = [int(band[0]) for band in table["initial.minimum"][1:]]
    rng = pack.rng
    if rng.random() < 0.6:
        return rng.choice([*edges, 0]) + rng.choice((-5, 0, 0, 5))
    return rng.randrange(-400, 4200, 5)


def other_score(table: Table, pack: Pack, score: int) -> int:
    """A score that asks for another minimum than this one, so that it shows whose score is read."""
    found = (some_score(table, pack) for _ in range(30))
    needed = minimum_at(table, score)
    return next((one for one in found if minimum_at(table, one) != needed), score)


def _near(table: Table, level: int, pack: Pack, count: int) -> tuple[int, list[list[Card]]]:
    """A score, and so many melds that come near to what it asks for."""
    for _ in range(30):
        score = some_score(table, pack)
        needed = minimum_at(table, score)
        ranks = list(RANKS)
        pack.rng.shuffle(ranks)
        melds = [_meld(table, pack, ranks.pop()) for _ in range(count)]
        laid = [card for meld in melds for card in meld]
        points = sum(table.card_values[card] for card in laid)
        if abs(points - needed) <= _NEAR[level]:
            return score, melds
        pack.back(laid)
    raise NotEnough("near")


def _meld(table: Table, pack: Pack, rank: str) -> list[Card]:
    """A meld that every table allows but for its points."""
    wilds = pack.rng.choice((0, 0, 1))
    least = int(table["meld.min_naturals"])
    naturals = pack.rng.randint(max(least, 3 - wilds), 4)
    return [*pack.take(rank, naturals), *pack.take(pack.rng.choice(("2", "★")), wilds)]
