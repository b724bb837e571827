"""Take: which of these piles may be taken? Every case is one pile and what is held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import Draft, Pack, written
from canasta_tutor.rulebook import Table

_CASES: Final = {2: 6, 3: 8, 4: 9}
_RANKS: Final = ("4", "5", "6", "8", "9", "10", "J", "Q", "K")


class Scene:
    """The melds that lie there, and the ranks that are left for piles and hands."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.ranks = list(_RANKS)
        pack.rng.shuffle(self.ranks)
        self.own, self.canasta, self.theirs = (self.ranks.pop() for _ in range(3))
        self.melds: dict[str, Any] = {
            "us": [
                written(pack.take(self.own, 3)),
                written([*pack.take(self.canasta, 5), *pack.take("2", 2)]),
            ],
            "2": [written(pack.take(self.theirs, 3))],
        }

    def spare(self, count: int, but: tuple[str, ...] = ()) -> list[Card]:
        """Cards that fit nothing here: no wilds, no threes, none of the ranks that matter."""
        return self.pack.any(
            count, ("2", "★", "3", "black", self.own, self.canasta, self.theirs, *but)
        )


Case = tuple[list[Card], list[Card], str]
"""The pile, top card last; what is held of it; the rank on top."""


def take(table: Table, level: int, pack: Pack) -> Draft:
    """A few piles and hands, drawn so that beliefs about taking part."""
    scene = Scene(pack)
    names = _drawn_kinds(pack, level)
    options: dict[str, Any] = {}
    labels: dict[str, str] = {}
    for id, name in zip("abcdefghi", names, strict=False):
        pile, held, rank = name(scene)
        hand = held if name in _ALONE else [*held, *scene.spare(4, (rank, pile[-1].rank))]
        options[id] = {
            "is": " or ".join(f"legal: take {way}".strip() for way in _ways(held)),
            "pile": written(pile),
            "hand": written(hand),
        }
        if name in _AFTERWARDS:
            options[id]["taken"] = ["us"]
            labels[id] = "afterwards"
        pack.back([*pile, *hand])
    return Draft(
        "choice",
        "take",
        ("pile.pair", "pile.onto_meld", "pile.frozen_needs", "pile.natural_and_wild"),
        {"hand": written(scene.spare(1)), "melds": scene.melds},
        {"pick": "all"},
        options,
        labels=dict.fromkeys(options, "case") | labels,
        facts={"pile": "{{pile}}", "hand": "{{hand}}"},
    )


def _drawn_kinds(pack: Pack, level: int) -> list[Callable[[Scene], Case]]:
    """Kinds of cases: those without which beliefs do not part, then often those of a canasta, then others."""
    low = level == _LOW
    others, rest = list(_OTHERS), list(_PLAIN if low else _KINDS)
    pack.rng.shuffle(others)
    pack.rng.shuffle(rest)
    more = [*others[: _OF_THESE[level]], *rest]
    canasta = _OF_A_CANASTA[: 3 if low else None] if pack.chance(_ON_CANASTAS) else ()
    kinds = [*dict.fromkeys((*_EVERYWHERE, *canasta, *more))][: _CASES[level]]
    pack.rng.shuffle(kinds)
    return kinds


def _ways(held: list[Card]) -> list[str]:
    """All that somebody may think of laying with the top card."""
    naturals = [card for card in held if not card.is_wild]
    wilds = [card for card in held if card.is_wild]
    ways = [""]
    if len(naturals) >= 2:
        ways.append(written(naturals[:2]))
    if naturals and wilds:
        ways.append(written([naturals[0], wilds[0]]))
    if len(wilds) >= 2:
        ways.append(written(wilds[:2]))
    if naturals:
        ways.append(written(naturals[:1]))
    return ways


def _pair(scene: Scene) -> Case:
    """Two of the three are equal cards: who takes that for a fault refuses it."""
    rank = scene.ranks[0]
    top, *held = scene.pack.twins(rank)
    return [*scene.spare(2, (rank,)), top], held, rank


def _mixed(scene: Scene) -> Case:
    rank = scene.ranks[1]
    held = [*scene.pack.take(rank), *scene.pack.take("2")]
    return [*scene.spare(2, (rank,)), *scene.pack.take(rank)], held, rank


def _mixed_afterwards(scene: Scene) -> Case:
    """With a joker: who takes twos for naturals sees nothing else in it."""
    rank = scene.ranks[1]
    held = [*scene.pack.take(rank), *scene.pack.take("★")]
    return [*scene.spare(2, (rank,)), *scene.pack.take(rank)], held, rank


def _single_afterwards(scene: Scene) -> Case:
    return _single(scene)


def _onto_meld(scene: Scene) -> Case:
    return [*scene.spare(2), *scene.pack.take(scene.own)], [], scene.own


def _buried_onto_meld(scene: Scene) -> Case:
    pile = [*scene.spare(1), *scene.pack.take("2"), *scene.spare(1), *scene.pack.take(scene.own)]
    return pile, [], scene.own


def _buried_pair(scene: Scene) -> Case:
    rank = scene.ranks[2]
    pile = [*scene.pack.take("2"), *scene.spare(2, (rank,)), *scene.pack.take(rank)]
    return pile, scene.pack.take(rank, 2), rank


def _single(scene: Scene) -> Case:
    rank = scene.ranks[3]
    return [*scene.spare(2, (rank,)), *scene.pack.take(rank)], scene.pack.take(rank), rank


def _onto_canasta(scene: Scene) -> Case:
    return [*scene.spare(2), *scene.pack.take(scene.canasta)], [], scene.canasta


def _pair_onto_canasta(scene: Scene) -> Case:
    pile = [*scene.spare(2), *scene.pack.take(scene.canasta)]
    return pile, scene.pack.take(scene.canasta, 2), scene.canasta


def _mixed_onto_canasta(scene: Scene) -> Case:
    pile = [*scene.spare(2), *scene.pack.take(scene.canasta)]
    return pile, [*scene.pack.take(scene.canasta), *scene.pack.take("2")], scene.canasta


def _wild_on_match(scene: Scene) -> Case:
    """A wild card on top, and a pair of the rank below it in the hand."""
    rank = scene.ranks[2]
    pile = [*scene.spare(2, (rank,)), *scene.pack.take(rank), *scene.pack.take("2")]
    return pile, scene.pack.take(rank, 2), rank


def _pair_onto_meld(scene: Scene) -> Case:
    pile = [*scene.spare(2), *scene.pack.take(scene.own)]
    return pile, scene.pack.take(scene.own, 2), scene.own


def _pair_at_the_bottom(scene: Scene) -> Case:
    rank = scene.ranks[4]
    pile = [*scene.pack.take(rank), *scene.spare(2, (rank,))]
    return pile, scene.pack.take(rank, 2), rank


def _one_and_one(scene: Scene) -> Case:
    """A pile of one card, which fits, and one card in the hand."""
    return scene.pack.take(scene.own), scene.spare(1), scene.own


def _wild_on_top(scene: Scene) -> Case:
    held = [*scene.pack.take("2"), *scene.pack.take("★")]
    return [*scene.spare(2), *scene.pack.take("2")], held, ""


def _two_wilds(scene: Scene) -> Case:
    rank = scene.ranks[4]
    held = [*scene.pack.take("2"), *scene.pack.take("★")]
    return [*scene.spare(2, (rank,)), *scene.pack.take(rank)], held, rank


def _black_on_top(scene: Scene) -> Case:
    return [*scene.spare(2), *scene.pack.take("black")], scene.pack.take("black", 2), ""


def _black_below(scene: Scene) -> Case:
    pile = [*scene.spare(1), *scene.pack.take("black"), *scene.pack.take(scene.own)]
    return pile, [], scene.own


def _theirs(scene: Scene) -> Case:
    return [*scene.spare(2), *scene.pack.take(scene.theirs)], [], scene.theirs


def _buried_mixed(scene: Scene) -> Case:
    rank = scene.ranks[5]
    pile = [
        *scene.spare(1),
        *scene.pack.take("★"),
        *scene.spare(1, (rank,)),
        *scene.pack.take(rank),
    ]
    return pile, [*scene.pack.take(rank), *scene.pack.take("2")], rank


_Kind = Callable[[Scene], Case]
_EVERYWHERE: Final[tuple[_Kind, ...]] = (_mixed, _single, _pair_at_the_bottom)
"""Cases of every exercise: without them one card, a natural with a wild card, and no card at all look alike."""
_OTHERS: Final[tuple[_Kind, ...]] = (
    *(_mixed_afterwards, _wild_on_top, _wild_on_match, _black_on_top, _one_and_one),
)
"""Others on which beliefs part at every table."""
_PLAIN: Final[tuple[_Kind, ...]] = (
    *(_pair, _onto_meld, _buried_onto_meld, _single_afterwards, _pair_onto_meld),
)
"""Others that are asked at the lowest level, too."""
_KINDS: Final[tuple[_Kind, ...]] = (
    *(*_PLAIN, _mixed_onto_canasta),
    *(_buried_pair, _two_wilds, _black_below, _theirs, _buried_mixed),
)
_OF_A_CANASTA: Final[tuple[_Kind, ...]] = (_onto_canasta, _pair_onto_canasta, _onto_meld, _pair)
"""Side by side they tell whether canastas are believed to be closed or to ask for two cards, or melds to take none."""
_ON_CANASTAS: Final = 0.5
_AFTERWARDS: Final = (_mixed_afterwards, _single_afterwards)
"""Cases in which the side has taken the pile before in this deal."""
_ALONE: Final = (_one_and_one,)
"""Cases in which nothing else is held."""
_LOW: Final = 2
_OF_THESE: Final = {2: 2, 3: 3, 4: 4}
"""How many of the others on which beliefs part everywhere an exercise has, by level."""
