"""Frozen: the state of a few piles, for each side."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import Draft, Pack, written
from canasta_tutor.rulebook import Table

_CASES: Final = {2: 5, 3: 7, 4: 8}
_STATES: Final = {
    "open": "open us and open 2",
    "frozen_us": "frozen us and not frozen 2",
    "frozen_them": "frozen 2 and not frozen us",
    "frozen_all": "frozen us and frozen 2",
    "blocked": "blocked us and not frozen us and not frozen 2",
}
_COVERED: Final = (("both", "wild_below"), ("both", "wild_below"), ("us", "wild_below"))
_UNCOVERED: Final = ("both", "wild_on_top")
"""A wild card that is covered, and one that is not: the one tells whether frost is believed to pass, the other whether
it goes by another name.
"""
_MANY: Final = 7
"""So many piles are enough to show both, now and then; more always are."""
_BLACK: Final = (("both", "black_on_top"), ("both", "black_below"))
"""One of them in every exercise: there the two words would change places; where many piles are asked, a pile that is
blocked, which otherwise would be the answer least worth guessing.
"""
_OTHERS: Final = (
    *(("both", "plain"), ("them", "plain"), ("us", "plain")),
    *(("them", "black_below"), ("us", "black_below")),
)
"""Who has opened and what lies in the pile, so that each state is about as likely as any other."""


def frozen(table: Table, level: int, pack: Pack) -> Draft:
    """Piles, and who has opened; of some it is told who threw the wild card, or what was taken before."""
    ours, theirs = written(pack.take("Q", 3)), written(pack.take("6", 3))
    hand = pack.any(4, ("2", "★", "black"))
    options: dict[str, Any] = {}
    labels, told = {}, {}
    for id, (opened, kind) in zip("abcdefgh", _kinds(pack, _CASES[level]), strict=False):
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
        elif opened == "both" and kind == "plain" and pack.chance(0.6):
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
    """Who has opened, and what lies in the pile: a wild card covered and on top, a black three, and others."""
    black = _BLACK if count >= _MANY else pack.rng.sample(_BLACK, len(_BLACK))
    others = pack.rng.sample((*_OTHERS, black[1]), len(_OTHERS) + 1)
    wild = [pack.rng.choice(_COVERED), _UNCOVERED]
    if count < _MANY or (count == _MANY and pack.chance(0.5)):
        wild = pack.rng.sample(
            wild, 1
        )  # else frost for everybody would be the answer worth guessing
    kinds = [*wild, black[0], *others][:count]
    pack.rng.shuffle(kinds)
    return kinds


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
