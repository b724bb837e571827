"""Tables: the same cases at the learner's own table and at another one. Where is it allowed, what does it count?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

from canasta_tutor.beliefs.watched_tables import WatchedTable
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.generators import canastas, ending, melding, opening, pile, threes
from canasta_tutor.exercises.generators.draft import Draft, NotEnough, Pack, piece
from canasta_tutor.exercises.options import merged
from canasta_tutor.naming import rulebook_name
from canasta_tutor.rulebook import Rulebook, Table

_Draws = Mapping[str, Callable[[Table, int, Pack], Draft]]
_MOVES: Final[_Draws] = {
    "take": pile.take,
    "lay_down": melding.lay_down,
    "minimum": opening.minimum,
    "going_out": ending.going_out,
}
_COUNTS: Final[_Draws] = {"canasta": canastas.canasta, "red_threes": threes.red_threes}
_WANTED: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {4: ((2, 2),), 5: ((3, 2), (2, 3))}
"""By level: so many cases that are the same at both tables, and that are allowed at one of them alone."""
_MOST: Final = 2
"""So many cases have the same answer at most, and so many are of the same kind."""
_ALIKE: Final = ("going_out",)
"""Kinds of cases in which tables hardly ever differ."""
_PAIRS: Final = 2
"""So many other tables are looked at, of which one is asked about."""
_DRAWS: Final = 3
"""So many times cases are drawn, at most, before another seed is tried."""
_STATES: Final = {
    "both": "{here} and {there}",
    "own": "{here} and not {there}",
    "other": "not {here} and {there}",
    "neither": "not {here} and not {there}",
}
_Answer = tuple[int | None, str]
_ASKS: Final = ("is", "move", "rule", "states")


def differs(table: Table, level: int, pack: Pack) -> Draft:
    """Moves of several kinds: allowed at both tables, at one of them, or at neither."""
    letters = list("abcdef"[:level])
    pack.rng.shuffle(letters)
    others, wanted = _others(table), list(_WANTED[level])
    pack.rng.shuffle(others)
    pack.rng.shuffle(wanted)
    pairs = [_Pair(one, wanted[at % len(wanted)]) for at, one in enumerate(others[:_PAIRS])]
    pair = _filled(pairs, table, pack)
    options: dict[str, Any] = {}
    told: dict[str, Any] = {}
    for letter, (case, refused) in zip(letters, pair.found, strict=True):
        asked = case.asked
        options[letter] = {
            **case.position,
            "states": {
                state: text.format(here=asked, there=f"at {pair.other.id}: {asked}")
                for state, text in _STATES.items()
            },
            "rule": refused or case.drawn.options[case.id].get("rule", case.drawn.teaches[0]),
        }
        told[letter] = {"told": _told(table, case.name, case.drawn, case.id, asked)}
    return Draft(
        "panel",
        "differs.allowed",
        ("pile.pair", "meld.min_naturals", "initial.minimum", "going_out.canastas"),
        {},
        {},
        options,
        labels=dict.fromkeys(sorted(options), "case"),
        facts={"other": lambda language: rulebook_name(pair.other, language)},
        told=told,
    )


class _Case:
    """A move or a quantity at the learner's table, and what that table says of it."""

    def __init__(self, table: Table, name: str, drawn: Draft, id: str, asked: str) -> None:
        self.table, self.name, self.drawn, self.id = table, name, drawn, id
        self.position, self.asked = _position(drawn, id), asked
        self._there: dict[str, _Answer] = {}

    @cached_property
    def asker(self) -> Asker | None:
        """Who is asked at the own table; None if these cards cannot lie so there."""
        return _asker(self.table, self.table.rulebook, self.position)

    @cached_property
    def own(self) -> _Answer:
        """What the own table answers."""
        return _answer(self._on(self.watched), self.asked)

    @cached_property
    def watched(self) -> WatchedTable:
        """The own table, on which it is noted which rules were read for its answer."""
        return WatchedTable(self.table, lambda: None, lambda card, value: None)

    def _on(self, table: Table) -> Asker | None:
        """Who is asked about the cards as they lie at the own table, hidden ones too, by the rules of this one."""
        if self.asker is None:
            return None
        return Asker(self.asker.data, table.rulebook, deal=self.asker.deal.altered(table=table))

    def at(self, other: Rulebook) -> _Answer:
        """What another table answers."""
        if other.id not in self._there:
            self._there[other.id] = _answer(_asker(self.table, other, self.position), self.asked)
        return self._there[other.id]

    def seems(self, other: Rulebook) -> int | None:
        """What another table seems to answer: the same, where it has all the rules that were read."""
        here, table = self.own[0], other.at(self.table.players)
        if not _is_move(self.asked) and table.side_of != self.table.side_of:
            # What is counted is counted for every side; who moves has but one.
            return self.at(other)[0]
        if _unlike(self.table, table).isdisjoint(self.watched.read()):
            return here
        return _answer(self._on(table), self.asked)[0]


class _Pair:
    """Cases at the own table and another one, none of the answers too often; and the rule by which one refuses each."""

    def __init__(self, other: Rulebook, wanted: tuple[int, int]) -> None:
        self.other = other
        self.found: list[tuple[_Case, str]] = []
        self.alike, self.apart = wanted
        self.taken: Counter[str] = Counter()
        """How often each answer and each kind of case has been taken."""

    def fill(self, cases: list[_Case]) -> bool:
        """Take of these cases those that are still wanted; whether no more are."""
        for case in cases:
            if not self.asks_for(case.name):
                break
            here, refused = case.own
            if here is None or not self._wants(here, case.seems(self.other)):
                continue
            there, refused_there = case.at(self.other)
            if there is None or not self._wants(here, there):
                continue
            self.alike -= here == there
            self.apart -= here != there
            self.taken.update((_state(here, there), case.name))
            self.found.append((case, refused or refused_there))
            if not self.alike and not self.apart:
                return True
        return False

    def asks_for(self, kind: str) -> bool:
        """Whether cases of a kind are still worth a look."""
        return self.taken[kind] < _MOST and bool(self.alike or kind not in _ALIKE)

    def _wants(self, here: int, there: int | None) -> bool:
        """Whether a case with these answers is still wanted."""
        wanted = self.alike if here == there else self.apart
        return wanted > 0 and self.taken[_state(here, there)] < _MOST


def _filled(pairs: list[_Pair], table: Table, pack: Pack) -> _Pair:
    """The first pair that is full: cases of one kind after the other are drawn until one is."""
    for _ in range(_DRAWS):
        for name in pack.rng.sample(list(_MOVES), len(_MOVES)):
            if not any(pair.asks_for(name) for pair in pairs):
                continue
            try:
                drawn = list(_cases(table, pack, {name: _MOVES[name]}))
            except NotEnough:
                continue
            cases = [
                _Case(table, name, draft, id, _asked(draft.options[id], pack))
                for _, draft, id in drawn
            ]
            for pair in pairs:
                if pair.fill(cases):
                    return pair
    raise NotEnough("cases")


@lru_cache(maxsize=256)
def _unlike(here: Table, there: Table) -> frozenset[str]:
    """The rules that are not the same at two tables."""
    return frozenset(rule for rule, value in here.items() if there[rule] != value)


def _state(here: int | None, there: int | None) -> str:
    """The answer to a case."""
    return ("both" if there else "own") if here else "other" if there else "neither"


def prices(table: Table, level: int, pack: Pack) -> Draft:
    """What melds and red threes count at both tables."""
    other = pack.rng.choice(_others(table))
    options: dict[str, Any] = {}
    told: dict[str, Any] = {}
    labels: dict[str, str] = {}
    for name, drawn, id in _cases(table, pack, _COUNTS):
        asked = str(drawn.options[id]["is"])
        case = _Case(table, name, drawn, id, asked)
        own = case.own[0]
        if own is None or case.seems(other) == own or case.at(other)[0] in (own, None):
            continue
        for label, question in (("own", asked), ("other", f"at {other.id}: {asked}")):
            letter = "abcdef"[len(options)]
            options[letter] = {
                **case.position,
                "is": question,
                "rule": drawn.options[id].get("rule", drawn.teaches[0]),
            }
            labels[letter] = label
            told[letter] = {"told": _told(table, name, drawn, id, asked)}
        if len(options) >= level + level % 2:
            break
    else:
        raise NotEnough("cases")
    return Draft(
        "panel",
        "differs.counted",
        ("threes.red_condition", "canasta.natural", "canasta.mixed"),
        {},
        {},
        options,
        labels=labels,
        facts={"other": lambda language: rulebook_name(other, language)},
        told=told,
    )


def _others(table: Table) -> list[Rulebook]:
    """The other tables at which so many may play."""
    own = table.rulebook.base()
    books = [Rulebook.load(name) for name in Rulebook.names()]
    return [one for one in books if one != own and table.players in one.players]


def _cases(table: Table, pack: Pack, draws: _Draws) -> Iterator[tuple[str, Draft, str]]:
    """Cases of other generators in a changing order: the generator's name, its draft, the case."""
    drawn = {name: draw(table, 4, Pack(table, pack.rng)) for name, draw in draws.items()}
    cases = [(name, draft, id) for name, draft in drawn.items() for id in draft.options]
    pack.rng.shuffle(cases)
    # What is told of a partner's answer holds only where a table has a rule for it.
    return (case for case in cases if "asked" not in case[1].options[case[2]])


def _position(drawn: Draft, id: str) -> dict[str, Any]:
    """The position on which a case stands."""
    own = {key: value for key, value in drawn.options[id].items() if key not in _ASKS}
    return merged(drawn.position, own)


def _asked(option: Mapping[str, Any], pack: Pack) -> str:
    """What is asked at each table: one of the option's own questions, or whether its moves can be played."""
    if "move" in option:
        return f"plays: {option['move']}"
    return str(pack.rng.choice(str(option["is"]).split(" or ")))


def _asker(table: Table, book: Rulebook, position: Mapping[str, Any]) -> Asker | None:
    """Who is asked at a table about a position; None if these cards cannot lie so there."""
    try:
        return Asker({"players": table.players, "position": position}, book)
    except CanastaError:
        return None


def _is_move(asked: str) -> bool:
    """Whether it is asked of a move, not of a quantity."""
    return ":" in asked


def _answer(asker: Asker | None, asked: str) -> _Answer:
    """What a table answers, and the rule by which it refuses a move; None if there is nothing to answer."""
    if asker is None:
        return None, ""
    try:
        if not _is_move(asked):
            return asker.number(asked), ""
        refused = asker.judged(asked) or ()
        return not refused, refused[0].rule if refused else ""
    except CanastaError:
        return None, ""


def _told(table: Table, name: str, drawn: Draft, id: str, asked: str) -> Callable[[str], str]:
    """What is said of a case."""
    facts = {**drawn.facts, **drawn.told.get(id, {})}
    label = drawn.labels[id]
    if name == "take":
        melds = [f"[[{cards}]]" for cards in drawn.position["melds"]["us"]]
        way = asked.removeprefix("legal: take").strip()
        facts |= {"ours": " + ".join(melds), "way": f"[[{way}]]"}
        label += "_with" if way else "_alone"
    return piece(f"differs.{name}.{label}", table, **facts)
