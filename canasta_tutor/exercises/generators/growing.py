"""Growing: what may become of melds that lie there? Cards are laid on them, moved, taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import RANKS, Draft, Pack, drawn, written
from canasta_tutor.exercises.spoken import SILENT
from canasta_tutor.rulebook import Table

_CASES: Final = {2: 6, 3: 8, 4: 8}
_OPEN: Final = 4
"""At this level cards are moved where the table does not say whether they may be, too."""
_OFTEN: Final = 0.6
_CAPS: Final = 2
"""Above this level it is often asked how far a limit on wild cards reaches."""


@dataclass
class Step:
    """One thing to do with a meld: what it is called, what lies there, which cards go where, what is held for it."""

    label: str
    meld: list[Card]
    cards: list[Card]
    held: list[Card]
    move: str
    also: list[Card] = field(default_factory=list)
    """A second meld that lies there."""
    melded: int = 1
    """Who has laid the meld: the player to move, or the partner."""


def growing(table: Table, level: int, pack: Pack) -> Draft:
    """Things to do with melds of one's side, each on a table of its own."""
    kinds = list(_KINDS)
    if table.sides == 2:
        kinds.append(_onto_partners)
    if level == _OPEN or table.source("meld.fixed").standing not in SILENT:
        kinds += [_moved, _back]
    limits = _LIMITS if level > _CAPS and pack.chance(_OFTEN) else ()
    pack.rng.shuffle(kinds)
    kinds = [*_EVERYWHERE, *limits, *kinds][: _CASES[level]]
    pack.rng.shuffle(kinds)
    options: dict[str, Any] = {}
    labels, told = {}, {}
    for id, kind in zip("abcdefgh", kinds, strict=False):
        ranks = list(RANKS)
        pack.rng.shuffle(ranks)
        step = kind(pack, ranks)
        spare = pack.any(4, ("2", "★", "3", "black", *ranks[:2]))
        melds = [step.meld, *([step.also] if step.also else [])]
        options[id] = {
            "is": f"legal: {step.move}",
            "hand": written([*step.held, *spare]),
            "melds": {"us": [written(meld) for meld in melds]},
            "melded": [step.melded],
        }
        labels[id] = step.label
        told[id] = {
            "meld": drawn(step.meld),
            "cards": drawn(step.cards),
            "also": drawn(step.also),
            "held": drawn(step.held),
        }
        pack.back([*step.held, *spare, *step.meld, *step.also])
    fixed = ["meld.fixed"] if {"moved", "back"} & {*labels.values()} else []
    return Draft(
        "choice",
        "growing",
        ["canasta.extend", "meld.max_wilds", *fixed],
        {"phase": "play", "hand": written(pack.any(4, ("2", "★"))), "melds": {"us": []}},
        {"pick": "all"},
        options,
        labels=labels,
        told=told,
    )


def _onto(label: str, meld: list[Card], cards: list[Card], melded: int = 1) -> Step:
    return Step(label, meld, cards, cards, f"lay {meld[0].rank}: {written(cards)}", melded=melded)


def _wild(pack: Pack, count: int = 1) -> list[Card]:
    return [pack.take(pack.rng.choice(("2", "★")))[0] for _ in range(count)]


def _eighth(pack: Pack, ranks: list[str]) -> Step:
    return _onto("onto", pack.take(ranks[0], 7), pack.take(ranks[0]))


def _fifth(pack: Pack, ranks: list[str]) -> Step:
    """No canasta yet, and no wild card: nobody refuses it."""
    return _onto("onto", pack.take(ranks[0], 4), pack.take(ranks[0]))


def _onto_natural(pack: Pack, ranks: list[str]) -> Step:
    return _onto("onto", pack.take(ranks[0], 7), _wild(pack))


def _onto_full(pack: Pack, ranks: list[str]) -> Step:
    """A canasta that holds all the wild cards a limit of three allows."""
    meld = [*pack.take(ranks[0], pack.rng.choice((4, 5))), *_wild(pack, 3)]
    return _onto("onto", meld, _wild(pack))


def _onto_nearly(pack: Pack, ranks: list[str]) -> Step:
    """The same before it is a canasta."""
    return _onto("onto", [*pack.take(ranks[0], 3), *_wild(pack, 3)], _wild(pack))


def _natural_onto_full(pack: Pack, ranks: list[str]) -> Step:
    meld = [*pack.take(ranks[0], 4), *_wild(pack, 3)]
    return _onto("onto", meld, pack.take(ranks[0]))


def _wild_onto_mixed(pack: Pack, ranks: list[str]) -> Step:
    meld = [*pack.take(ranks[0], 6), *_wild(pack)]
    return _onto("onto", meld, _wild(pack))


def _onto_partners(pack: Pack, ranks: list[str]) -> Step:
    return _onto("partners", pack.take(ranks[0], 4), pack.take(ranks[0]), 3)


def _moved(pack: Pack, ranks: list[str]) -> Step:
    wild, also = _wild(pack), pack.take(ranks[1], 3)
    meld = [*pack.take(ranks[0], 3), *wild]
    return Step(
        "moved", meld, wild, [], f"move {written(wild)} from {ranks[0]} to {ranks[1]}", also
    )


def _back(pack: Pack, ranks: list[str]) -> Step:
    """A wild card comes back into the hand, and a natural takes its place."""
    wild = _wild(pack)
    meld = [*pack.take(ranks[0], 3), *wild]
    return Step(
        "back", meld, wild, pack.take(ranks[0]), f"move {written(wild)} from {ranks[0]} to hand"
    )


def _second(pack: Pack, ranks: list[str]) -> Step:
    meld, cards = pack.take(ranks[0], 4), pack.take(ranks[0], 3)
    return Step("second", meld, cards, cards, f"lay new: {written(cards)}")


def _at_once(pack: Pack, ranks: list[str]) -> Step:
    """More wild cards than three, though not more than naturals."""
    meld, cards = pack.take(ranks[1], 3), [*pack.take(ranks[0], 4), *_wild(pack, 4)]
    return Step("at_once", meld, cards, cards, f"lay {written(cards)}")


def _with_twos(pack: Pack, ranks: list[str]) -> Step:
    """Twos in the place of naturals: who holds only the joker for wild sees a meld."""
    meld, cards = pack.take(ranks[1], 3), [*pack.take(ranks[0]), *pack.take("2", 2)]
    return Step("at_once", meld, cards, cards, f"lay {written(cards)}")


_Kind = Callable[[Pack, list[str]], Step]
_EVERYWHERE: Final[tuple[_Kind, ...]] = (_fifth, _onto_nearly, _with_twos, _onto_natural)
"""Cases of every exercise: no limit, a limit for jokers alone, and a natural canasta that is shut part on them."""
_LIMITS: Final[tuple[_Kind, ...]] = (_onto_full, _at_once)
"""With these beside them it also shows whether a limit ends with the canasta, or is a comparison alone."""
_KINDS: Final[tuple[_Kind, ...]] = (_eighth, _natural_onto_full, _wild_onto_mixed, _second)
