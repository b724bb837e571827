"""House rules: whatever a table agrees on, if the rules fit each other, the game can be played."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_tutor import Deal, Rulebook, RulebookError
from canasta_tutor.rules import RULES, Bands, Choice, Kind, ListOf, Number
from canasta_tutor.saving import load_deal, save_deal
from tests.missing_moves import nothing_is_missing
from tests.random_deals import laws, seeds, shuffled_behind, small_hand, stopped, try_all_sorts
from tools.soak import play_out

NUMBERS: dict[str, tuple[int, ...]] = {
    "deck.packs": (1, 2, 3),
    "deck.jokers": (0, 2, 4, 6, 9),
    "deal.hand": (1, 2, 5, 11, 15, 20),
    "turn.draw": (1, 2, 3, 200),
    "meld.min_cards": (2, 3, 4, 5),
    "meld.min_naturals": (1, 2, 3, 4),
    "canasta.size": (4, 5, 7, 8),
    "going_out.canastas": (0, 1, 2, 3),
}
SETTLED = ("players.counts", "players.sides")
"""Left as the rulebook has them: who sits where is shown apart."""


def some_value(path: str, kind: Kind, rng: random.Random) -> Any:
    """A value that the rule may take."""
    if isinstance(kind, Choice):
        return rng.choice(kind.options)
    if isinstance(kind, Number):
        numbers = NUMBERS.get(path, (0, 1, 2, 3, 5, 20, 50, 100, 300))
        return rng.choice([*(n for n in numbers if n >= kind.least), *kind.words])
    if isinstance(kind, ListOf):
        return [option for option in kind.options if rng.random() < 0.4]
    assert isinstance(kind, Bands)
    starts = sorted(rng.sample((-300, 0, 500, 1500, 3000), rng.randint(0, 3)))
    points = sorted(rng.choice((0, 15, 50, 90, 120, 150)) for _ in range(len(starts) + 1))
    return list(map(list, zip([float("-inf"), *starts], points, strict=True)))


def some_house_rules(rng: random.Random) -> Rulebook:
    """One of ours, with a few rules or very many agreed otherwise."""
    base = Rulebook.load(rng.choice(Rulebook.names()))
    paths = rng.sample(sorted(set(RULES) - set(SETTLED)), rng.choice((1, 2, 4, 12, 60, 120)))
    return base.with_rules({path: some_value(path, RULES[path].kind, rng) for path in paths})


def agreed(seed: int) -> tuple[Rulebook, int] | None:
    """House rules and a number of players; None if the rules do not fit each other."""
    rng = random.Random(seed)
    try:
        rulebook = some_house_rules(rng)
    except RulebookError:
        return None
    return rulebook, rng.choice(rulebook.players)


def fit(house: tuple[Rulebook, int] | None) -> bool:
    return house is not None


houses = seeds.map(agreed).filter(fit)
House = tuple[Rulebook, int]


@settings(laws, max_examples=250)
@given(house=houses, seed=seeds)
def test_any_house_rules_that_fit_each_other_can_be_played(house: House, seed: int) -> None:
    play_out(Deal.start(*house, seed), seed)


@settings(laws, max_examples=250)
@given(house=houses, seed=seeds, length=st.integers(0, 90))
def test_with_any_house_rules_no_legal_move_is_missing(
    house: House, seed: int, length: int
) -> None:
    deal = stopped(*house, seed, length)
    if not deal.over:
        nothing_is_missing(small_hand(deal, random.Random(seed)))


@settings(laws, max_examples=120)
@given(house=houses, seed=seeds, length=st.integers(0, 120))
def test_with_any_house_rules_a_refused_move_changes_nothing(
    house: House, seed: int, length: int
) -> None:
    deal = stopped(*house, seed, length)
    try_all_sorts(deal, random.Random(seed), 20)
    for seat in range(deal.table.seats):
        other = shuffled_behind(deal, seat, random.Random(seed))
        assert list(deal.view(seat).legal_moves) == list(other.view(seat).legal_moves)


@settings(laws, max_examples=60)
@given(house=houses, seed=seeds, length=st.integers(0, 120))
def test_with_any_house_rules_a_deal_can_be_saved(house: House, seed: int, length: int) -> None:
    deal = stopped(*house, seed, length)
    again = load_deal(save_deal(deal))
    assert again == deal
    assert again.moves == deal.moves
    assert again.rulebook.house_rules() == deal.rulebook.house_rules()


# --- one rule agreed otherwise --------------------------------------------------------------------


def other_values(path: str) -> list[Any]:
    """The values that a rule may take, or a few of very many."""
    kind = RULES[path].kind
    if isinstance(kind, Choice):
        return list(kind.options)
    if isinstance(kind, Number):
        numbers = [number for number in NUMBERS.get(path, (0, 1, 20)) if number >= kind.least]
        return [*numbers, *kind.words]
    if isinstance(kind, ListOf):
        return [[], list(kind.options)]
    return [[[float("-inf"), 0]], [[float("-inf"), 200]]]


@pytest.mark.parametrize("path", sorted(set(RULES) - set(SETTLED)))
def test_one_rule_agreed_otherwise_leaves_the_game_playable(path: str) -> None:
    misfits: set[str] = set()
    for number, value in enumerate(other_values(path)):
        for name in ("classic", "family"):
            rulebook = Rulebook.load(name)
            try:
                house = rulebook.with_rules({path: value})
            except RulebookError as error:
                misfits.add(error.rule)
                continue
            assert house.house_rules().get(path, rulebook[path]) == house[path]
            play_out(Deal.start(house, 4, number), number)
    assert misfits <= {"deal.cut", "deal.hand", "threes.red_in_hand"}


@pytest.mark.parametrize(
    ("sides", "players", "of_each"),
    [
        ("alone", 2, [1, 1]),
        ("alone", 5, [1, 1, 1, 1, 1]),
        ("pairs", 4, [2, 2]),
        ("pairs", 6, [2, 2, 2]),
        ("threes", 6, [3, 3]),
        ("rota", 5, [2, 2]),
    ],
)
def test_who_sits_with_whom(sides: str, players: int, of_each: list[int]) -> None:
    house = Rulebook.load("classic").with_rules(
        {"players.counts": [players], "players.sides": sides}
    )
    deal = Deal.start(house, players, 5)
    assert list(map(len, deal.table.members)) == of_each
    play_out(deal, 5)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            {"players.counts": [3], "players.sides": "pairs"},
            'players.sides: found "pairs" for 3 players; expected "alone"',
        ),
        (
            {"players.counts": [4], "players.sides": "rota"},
            'players.sides: found "rota" for 4 players; expected "alone" or "pairs"',
        ),
        (
            {"players.sides": "threes"},
            'players.sides: found "threes" for 2 players; expected "alone"',
        ),
        (
            {"deal.hand": 27},
            "deal.hand: found 27 cards for each of 4 players; expected at most 26: the deck",
        ),
        (
            {"deck.packs": 1, "deck.jokers": 0, "players.counts": [4], "deal.hand": 13},
            "deal.hand: found 13 cards for each of 4 players; expected at most 12: the deck",
        ),
        (
            {"deal.cut": "none", "deal.refused_go": "cutter"},
            'deal.cut: found "none"; expected "right" or "left": the cutter takes',
        ),
    ],
)
def test_rules_that_do_not_fit_each_other_are_refused(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(RulebookError) as refused:
        Rulebook.load("classic").with_rules(rules)
    assert str(refused.value).startswith(f"classic+house {message}")
