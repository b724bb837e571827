"""Frozen: the state of a few piles, for each side."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import Draft, Pack, written
from canasta_tutor.rulebook import Table

_CASES: Final = {2: 3, 3: 5, 4: 6}
_STATES: Final = {
    "open": "open us and open 2",
    "frozen_us": "frozen us and not frozen 2",
    "frozen_them": "frozen 2 and not frozen us",
    "frozen_all": "frozen us and frozen 2",
    "blocked": "blocked us and not frozen us and not frozen 2",
}
_RECIPES: Final = {
    "open": (("both", "plain"), ("both", "black_below")),
    "frozen_us": (("them", "plain"), ("them", "black_below")),
    "frozen_them": (("us", "plain"), ("us", "black_below")),
    "frozen_all": (
        *(("both", "wild_below"), ("both", "wild_below"), ("both", "wild_on_top")),
        *(("us", "wild_below"), ("them", "wild_below"), ("none", "plain")),
    ),
    "blocked": (("both", "black_on_top"),),
}
"""Who has opened and what lies in the pile, by the state that most tables see in it."""


def frozen(table: Table, level: int, pack: Pack) -> Draft:
    """Piles, and who has opened; of some it is told who threw the wild card, or what was taken before."""
    ours, theirs = written(pack.take("Q", 3)), written(pack.take("6", 3))
    hand = pack.any(4, ("2", "★", "black"))
    options: dict[str, Any] = {}
    labels, told = {}, {}
    for id, (opened, kind) in zip("abcdef", _kinds(pack, _CASES[level]), strict=False):
        pile, wild = _pile(pack, kind), kind.startswith("wild")
        options[id] = {
            "pile": written(pile),
            "rule": _decides(table, pile) if opened == "both" else "pile.frozen_before_initial",
            "melds": {
                "us": [ours] if opened in ("both", "us") else [],
                "2": [theirs] if opened in ("both", "them") else [],
            },
        }
        labels[id] = opened
        if opened == "both" and wild and pack.chance(0.4):
            options[id]["bait"] = {"froze": "us"}
            labels[id] = "froze"
        elif opened == "both" and not wild and pack.chance(0.4):
            options[id]["bait"] = {"thawed": True}
            labels[id] = "thawed"
        told[id] = {"pile": "{{pile}}"}
        pack.back(pile)
    return Draft(
        "panel",
        "frozen",
        ("pile.freezes", "pile.frozen_until", "pile.frozen_before_initial", "threes.black_blocks"),
        {"hand": written(hand), "melds": {"us": [ours], "2": [theirs]}},
        {"states": _STATES},
        options,
        labels=labels,
        told=told,
    )


def _kinds(pack: Pack, count: int) -> list[tuple[str, str]]:
    """Who has opened, and what lies in the pile: each state of a pile is about as likely as any other."""
    states = list(_RECIPES)
    pack.rng.shuffle(states)
    states = [*states, pack.rng.choice(states)][:count]
    pack.rng.shuffle(states)
    return [pack.rng.choice(_RECIPES[state]) for state in states]


def _decides(table: Table, pile: list[Card]) -> str:
    """The rule on which the state of a pile rests where both sides have opened."""
    if pile[-1].is_black_three and table["threes.black_blocks"]:
        return "threes.black_blocks"
    wild = any(card.is_wild for card in pile)
    return "pile.frozen_until" if wild else "pile.freezes"


def _pile(pack: Pack, kind: str) -> list[Card]:
    """A pile of a kind."""
    plain = pack.any(pack.rng.randint(2, 4), ("2", "★", "3", "black"))
    if kind == "plain":
        return plain
    card = pack.take(pack.rng.choice(("2", "★")) if "wild" in kind else "black")
    if kind.endswith("on_top"):
        return [*plain, *card]
    at = pack.rng.randint(0, len(plain) - 1)
    return [*plain[:at], *card, *plain[at:]]
