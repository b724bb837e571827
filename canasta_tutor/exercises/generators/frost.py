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


def frozen(table: Table, level: int, pack: Pack) -> Draft:
    """Piles, and who has opened; of some it is told who threw the wild card, or what was taken before."""
    ours, theirs = written(pack.take("Q", 3)), written(pack.take("6", 3))
    hand = pack.any(4, ("2", "★", "black"))
    options: dict[str, Any] = {}
    labels, told = {}, {}
    for id in "abcdef"[: _CASES[level]]:
        pile, wild = _pile(pack)
        opened = pack.rng.choices(("both", "us", "them", "none"), (5, 2, 2, 1))[0]
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
        conditions=len(options) // 2 + level - 1,
    )


def _decides(table: Table, pile: list[Card]) -> str:
    """The rule on which the state of a pile rests where both sides have opened."""
    if pile[-1].is_black_three and table["threes.black_blocks"]:
        return "threes.black_blocks"
    wild = any(card.is_wild for card in pile)
    return "pile.frozen_until" if wild else "pile.freezes"


def _pile(pack: Pack) -> tuple[list[Card], bool]:
    """A pile, and whether a wild card is in it."""
    kind = pack.rng.choice(("plain", "wild_below", "wild_on_top", "black_on_top", "black_below"))
    plain = pack.any(pack.rng.randint(2, 4), ("2", "★", "3", "black"))
    if kind == "plain":
        return plain, False
    card = pack.take(pack.rng.choice(("2", "★")) if "wild" in kind else "black")
    if kind.endswith("on_top"):
        return [*plain, *card], "wild" in kind
    at = pack.rng.randint(0, len(plain) - 1)
    return [*plain[:at], *card, *plain[at:]], "wild" in kind
