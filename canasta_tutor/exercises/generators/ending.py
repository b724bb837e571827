"""Going out: of a few last moves, which are refused and which end the deal?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import Draft, Pack, drawn, written
from canasta_tutor.rulebook import Table

_LOWEST: Final = 2
_CASES: Final = {2: 7, 3: 8, 4: 9}
_KEPT: Final = {2: (2,), 3: (2, 3), 4: (3,)}
"""In so many cases a card is kept, and play goes on."""
_RANKS: Final = ("4", "5", "6", "8", "9", "10", "J", "Q", "K")
_STATES: Final = {
    "no": "not plays: {move}",
    "ends": "ends: {move}",
    "goes_on": "plays: {move} and not ends: {move}",
}


@dataclass
class Ending:
    """Last cards: what lies there, what is laid, what is thrown, and the rule that decides."""

    label: str
    melds: list[list[Card]]
    laid: list[Card] = field(default_factory=list)
    thrown: list[Card] = field(default_factory=list)
    kept: list[Card] = field(default_factory=list)
    rule: str = "going_out.canastas"
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def move(self) -> str:
        """The line of moves."""
        lay = f"lay {written(self.laid)}" if self.laid else ""
        throw = f"discard {written(self.thrown)}" if self.thrown else ""
        return "; ".join(filter(None, (lay, throw)))

    @property
    def cards(self) -> list[Card]:
        """All cards that it needs."""
        return [*(card for meld in self.melds for card in meld), *self.hand]

    @property
    def hand(self) -> list[Card]:
        """What is held."""
        return [*self.laid, *self.thrown, *self.kept]


def going_out(table: Table, level: int, pack: Pack) -> Draft:
    """Last moves with and without the right to go out; each is a case by itself."""
    kinds = list(_KINDS)
    if table.sides == 2:
        kinds += [_partners]
    if table["going_out.ask"] == "binding":
        kinds += [_told_no, _told_yes]
    pack.rng.shuffle(kinds)
    more = [_one_short] if table["going_out.canastas"] > 1 else []
    more += [_seventh] if level > _LOWEST else []
    kept = pack.rng.sample(_KEEPING, pack.rng.choice(_KEPT[level]))
    kinds = [*dict.fromkeys([*_EVERYWHERE, *more, *kept, *kinds])][: _CASES[level]]
    pack.rng.shuffle(kinds)
    theirs = pack.take("A", 3)
    options: dict[str, Any] = {}
    labels, told = {}, {}
    for id, kind in zip("abcdefghi", kinds, strict=False):
        ranks = list(_RANKS)
        pack.rng.shuffle(ranks)
        case = kind(pack, ranks)
        options[id] = {
            "move": case.move,
            "hand": written(case.hand),
            "melds": {"us": [written(meld) for meld in case.melds]},
            "melded": [1],
            "rule": case.rule,
            **case.more,
        }
        labels[id] = case.label
        told[id] = {
            "table": " + ".join(map(drawn, case.melds)),
            "laid": drawn(case.laid),
            "thrown": drawn(case.thrown),
            "kept": drawn(case.kept),
        }
        pack.back(case.cards)
    return Draft(
        "panel",
        "going_out",
        ("going_out.canastas", "going_out.discard", "going_out.keep_card", "going_out.ends_deal"),
        {
            "phase": "play",
            "hand": written(theirs[:1]),
            "melds": {"2": [written(pack.take("A", 3))]},
        },
        {"states": _STATES},
        options,
        labels=labels,
        facts={"players": table.players},
        told=told,
    )


def asked_with(table: Table, level: int) -> bool:
    """Whether so many players are worth an exercise: as many as usual, or others who need more or fewer canastas."""
    book = table.rulebook
    usual = book.at(4 if 4 in book.players else book.players[0])
    return table.players == usual.players or (
        table["going_out.canastas"] != usual["going_out.canastas"]
    )


def _enough(pack: Pack, ranks: list[str], short: int = 0) -> list[list[Card]]:
    """As many canastas as this table asks for, or fewer by some; their ranks are used up."""
    needed = pack.table["going_out.canastas"]
    return [pack.take(ranks.pop(), 7) for _ in range(needed - short)]


def _own(pack: Pack, ranks: list[str]) -> Ending:
    return Ending("throw", _enough(pack, ranks), thrown=pack.take(ranks[1]))


def _one_short(pack: Pack, ranks: list[str]) -> Ending:
    return Ending("throw", _enough(pack, ranks, 1), thrown=pack.take(ranks[1]))


def _partners(pack: Pack, ranks: list[str]) -> Ending:
    case = _own(pack, ranks)
    case.label, case.more = "partners", {"melded": [3]}
    return case


def _none(pack: Pack, ranks: list[str]) -> Ending:
    return Ending("throw", [pack.take(ranks[0], 4)], thrown=pack.take(ranks[1]))


def _lay_all(pack: Pack, ranks: list[str]) -> Ending:
    """With two canastas: who takes one for too few refuses other cases."""
    melds = [pack.take(ranks.pop(), 7), pack.take(ranks.pop(), 7)]
    laid = pack.take(ranks[1], 3)
    return Ending("lay", melds, laid, rule="going_out.discard")


def _lay_all_without(pack: Pack, ranks: list[str]) -> Ending:
    return Ending("lay", [pack.take(ranks[0], 5)], pack.take(ranks[1], 3))


def _seventh(pack: Pack, ranks: list[str]) -> Ending:
    melds = [*_enough(pack, ranks, 1), pack.take(ranks[0], 6)]
    return Ending("both", melds, pack.take(ranks[0]), pack.take(ranks[1]))


def _sixth(pack: Pack, ranks: list[str]) -> Ending:
    melds = [pack.take(ranks[0], 5)]
    return Ending(
        "both", melds, pack.take(ranks[0]), pack.take(ranks[1]), rule="going_out.keep_card"
    )


def _lay_and_throw(pack: Pack, ranks: list[str]) -> Ending:
    melds = _enough(pack, ranks)
    return Ending(
        "both", melds, pack.take(ranks[1], 3), pack.take(ranks[2]), rule="going_out.ends_deal"
    )


def _black(pack: Pack, ranks: list[str]) -> Ending:
    melds = _enough(pack, ranks)
    return Ending("lay", melds, pack.take("black", 3), rule="threes.black_meld")


def _black_pair(pack: Pack, ranks: list[str]) -> Ending:
    melds = _enough(pack, ranks)
    return Ending("lay", melds, pack.take("black", 2), rule="threes.black_shape")


def _black_with_wild(pack: Pack, ranks: list[str]) -> Ending:
    melds, laid = _enough(pack, ranks), [*pack.take("black", 2), *pack.take("2")]
    return Ending("lay", melds, laid, rule="threes.black_shape")


def _told_no(pack: Pack, ranks: list[str]) -> Ending:
    case = _own(pack, ranks)
    case.label, case.rule, case.more = "told_no", "going_out.ask", {"asked": "no"}
    return case


def _told_yes(pack: Pack, ranks: list[str]) -> Ending:
    case = _own(pack, ranks)
    case.label, case.rule, case.more = "told_yes", "going_out.ask", {"asked": "yes"}
    return case


def _keeps(pack: Pack, ranks: list[str]) -> Ending:
    melds, thrown, kept = _enough(pack, ranks), pack.take(ranks[2]), pack.take(ranks[3])
    return Ending("keeps", melds, pack.take(ranks[1], 3), thrown, kept, "going_out.ends_deal")


def _keeps_without(pack: Pack, ranks: list[str]) -> Ending:
    melds, thrown, kept = [pack.take(ranks[0], 5)], pack.take(ranks[2]), pack.take(ranks[3])
    return Ending("keeps", melds, pack.take(ranks[1], 3), thrown, kept, "going_out.keep_card")


def _throws_one_of_two(pack: Pack, ranks: list[str]) -> Ending:
    melds, thrown, kept = [pack.take(ranks[0], 4)], pack.take(ranks[1]), pack.take(ranks[2])
    return Ending("throw_one", melds, [], thrown, kept, "going_out.keep_card")


_KEEPING: Final = (_keeps, _keeps_without, _throws_one_of_two)
"""Cases in which a card stays in the hand."""
_EVERYWHERE: Final[tuple[Callable[[Pack, list[str]], Ending], ...]] = (_own, _none, _lay_all)
"""Cases of every exercise: on them it shows how many canastas are believed to be needed, and whether the last card may
be laid."""
_KINDS: Final[tuple[Callable[[Pack, list[str]], Ending], ...]] = (
    *(_lay_all_without, _seventh, _sixth, _lay_and_throw),
    *(_black, _black_pair, _black_with_wild),
)
