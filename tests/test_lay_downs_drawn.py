"""Lay-downs that are built, drawn from a seed: nothing better is missed, and what beliefs would lay is heard quickly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, product

import pytest

from canasta_tutor import Deal, LayDown, Rulebook
from canasta_tutor.beliefs.library import library
from canasta_tutor.cards import JOKER, Card, Cards
from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises import Exercise, parse_exercise
from canasta_tutor.exercises.diagnosing import answer_of, diagnose
from canasta_tutor.exercises.every_laying import with_fewest, with_most
from canasta_tutor.exercises.generators import GENERATORS, drawn, generate
from canasta_tutor.exercises.laying import Laying
from canasta_tutor.exercises.leaking import gives_away
from canasta_tutor.moves import Group
from canasta_tutor.notation import read_position
from canasta_tutor.rulebook import LANGUAGES

TABLES = ("classic", "party", "online", "family", "club")
HOUSE = (
    ("classic", {"meld.max_wilds": 2}),
    ("classic", {"meld.per_rank": "many"}),
    ("online", {"initial.reach": "exceed"}),
    ("family", {"meld.min_naturals": 2}),
)
BOOKS = [
    *((name, Rulebook.load(name)) for name in TABLES),
    *((f"{name} {rules}", Rulebook.load(name).with_rules(rules)) for name, rules in HOUSE),
]
DRAWN = ("fewest_cards", "most_cards")
Shape = tuple[tuple[str, ...], ...]


def some(book: Rulebook, name: str, level: int, seeds: range) -> Iterator[Laying]:
    """What is drawn at a table, in turn with each number of players."""
    for seed in seeds:
        players = book.players[seed % len(book.players)]
        question = next(drawn(name, book, level, seed, players))
        assert isinstance(question, Laying)
        yield question


def allowed(deal: Deal, move: LayDown) -> bool:
    """Whether a referee lets it stand."""
    return not deal.objections(move)


def shape(move: LayDown) -> Shape:
    """Which ranks lie together, whatever their suits."""
    return tuple(sorted(tuple(sorted(card.rank for card in one.cards)) for one in move.groups))


def choices(hand: Cards, size: int) -> Iterator[Cards]:
    """So many cards of the hand, those of equal rank being the same."""
    seen: set[tuple[str, ...]] = set()
    for cards in combinations(sorted(hand), size):
        ranks = tuple(card.rank for card in cards)
        if ranks not in seen:
            seen.add(ranks)
            yield cards


def lay_downs(deal: Deal, cards: Cards) -> Iterator[LayDown]:
    """Every way to lay all of these cards: each wild card with any rank that is laid or lies there, or apart."""
    ranks = list(dict.fromkeys(card.rank for card in cards if not card.is_wild))
    lying = [meld.rank for meld in deal.melds[deal.side]]
    wilds = [card for card in cards if card.is_wild]
    kinds = [card.rank for card in wilds]
    every = product(dict.fromkeys((*ranks, *lying, JOKER)), repeat=len(wilds))
    for places in {tuple(sorted(zip(kinds, some, strict=True))): some for some in every}.values():
        melds: dict[str, list[Card]] = {rank: [] for rank in ranks}
        for card in cards:
            if not card.is_wild:
                melds[card.rank].append(card)
        for card, place in zip(wilds, places, strict=True):
            melds.setdefault(place, []).append(card)
        yield LayDown(
            tuple(Group(tuple(some), rank if rank in lying else "") for rank, some in melds.items())
        )


def standing(deal: Deal, size: int) -> set[Shape]:
    """The lay-downs of so many cards that a referee lets stand."""
    every = (move for cards in choices(deal.hand, size) for move in lay_downs(deal, cards))
    return {shape(move) for move in every if not deal.objections(move)}


@pytest.mark.parametrize("book", [book for _, book in BOOKS], ids=[name for name, _ in BOOKS])
@pytest.mark.parametrize("level", [2, 3, 4])
@pytest.mark.parametrize("name", DRAWN)
def test_no_better_lay_down_stands_and_none_as_good_is_missed(
    name: str, book: Rulebook, level: int
) -> None:
    for question in some(book, name, level, range(1, 4)):
        deal = question.asker.deal
        moves = [move for move in question.solutions if isinstance(move, LayDown)]
        best = sum(len(group.cards) for group in moves[0].groups)
        fewer, more = range(1, best), range(best + 1, len(deal.hand) + 1)
        for size in fewer if question.fewest else more:
            assert not standing(deal, size), size
        assert {shape(move) for move in moves} == standing(deal, best)


def test_a_wild_card_alone_is_another_lay_down_on_another_meld() -> None:
    answer = 'most = true\nexample = "lay K K K, J: 2"'
    own = written(answer, "K♠ K♥ K♦ 2♦ 9♣ 5♦", melds=("J♠ J♥ J♦", "4♠ 4♥ 4♦"))
    found = [frozenset(one.removeprefix("lay ").split(", ")) for one in own.at("classic").right()]
    assert len(found) == 3
    assert set(found) == {
        frozenset({"K♠ K♥ K♦", "J: 2♦"}),
        frozenset({"K♠ K♥ K♦", "4: 2♦"}),
        frozenset({"K♠ K♥ K♦ 2♦"}),
    }


def test_fewer_cards_than_all_of_a_rank_may_be_enough() -> None:
    position = {"phase": "play", "hand": "K♠ K♥ K♦ K♣ 2♦ 9♣ 5♦"}
    deal = read_position({"position": position}, Rulebook.load("classic"))
    found = with_fewest(deal, partial(allowed, deal))
    assert [*map(str, found)] == ["lay K♠ K♥ K♦ 2♦"]
    assert all(
        len(move.groups[0].cards) > 4 for move in deal.legal_moves if isinstance(move, LayDown)
    )


def test_as_many_cards_as_the_right_to_go_out_allows() -> None:
    for melds, most in ((["9♠ 9♥ 9♣"], 4), (["9♠ 9♥ 9♣ 9♦ 9♠ 9♥"], 6)):
        position = {"phase": "play", "hand": "Q♠ Q♥ Q♦ 9♣ 9♦ 2♣", "melds": {"us": melds}}
        deal = read_position({"position": position}, Rulebook.load("classic"))
        legal = partial(allowed, deal)
        found = with_most(deal, legal)
        assert {sum(len(group.cards) for group in move.groups) for move in found} == {most}


@cache
def asked(name: str, table: str, level: int) -> tuple[Laying, ...]:
    found = [generate(name, Rulebook.load(table), level, seed).at() for seed in range(1, 4)]
    return tuple(one for one in found if isinstance(one, Laying))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", DRAWN)
def test_every_answer_is_judged_by_what_a_referee_and_a_counter_find(name: str, table: str) -> None:
    for level in GENERATORS[name].levels:
        for question in asked(name, table, level):
            deal = question.asker.deal
            wanted = {sum(map(len, shape(move))) for move in question.solutions}  # type: ignore[arg-type]
            for move in question.thoughts:
                legal = not deal.objections(move)
                right = legal and {sum(len(group.cards) for group in move.groups)} == wanted
                verdict = question.judge(str(move), "en")
                assert verdict.right == right == all(question.parts(str(move)).values())
                assert (verdict.state == "partly") == (legal and not right)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", DRAWN)
def test_what_is_thought_of_is_never_given_away(name: str, table: str) -> None:
    for level in GENERATORS[name].levels:
        for question in asked(name, table, level):
            for language in LANGUAGES:
                said = (question.title(language), question.text(language), question.why(language))
                assert not any(gives_away(question, one) for one in said)


def test_beliefs_about_the_price_and_about_melds_are_found_behind_what_they_lay() -> None:
    """Of those who hold one of these beliefs, each is suspected behind an answer of its own somewhere."""
    wanted = {
        *("initial.flat_50", "initial.exceed", "initial.edge_low", "initial.opponents_score"),
        *("initial.red_threes_count", "initial.wild_zero", "meld.one_natural"),
        *("meld.one_wild_only", "meld.three_naturals_first", "meld.no_twins"),
    }
    found: Counter[str] = Counter()
    for level, seed in product((2, 3, 4), range(1, 26)):
        question = generate("fewest_cards", Rulebook.load("classic"), level, seed).at()
        for id in wanted:
            given = answer_of(question, (library()[id],))
            if given is not None:
                shown = [belief.id for belief in diagnose(question, given).suspected]
                found[id] += id in shown
    assert wanted <= {id for id, count in found.items() if count}


def written(
    answer: str, hand: str, pile: str = "", score: int = 0, melds: tuple[str, ...] = ()
) -> Exercise:
    """An exercise with a lay-down of this hand."""
    phase = f'pile = "{pile}"' if pile else 'phase = "play"'
    there = f"melds.us = {[*melds]}\n" if melds else ""
    head = 'kind = "lay-down"\nrulebook = "classic"\nteaches = ["initial.minimum"]\nlevel = 2\n'
    facts = f'{head}[position]\nscores.us = {score}\n{there}{phase}\nhand = "{hand}"\n[answer]\n{answer}'
    halves = (f"::: {one}\n# A\n## Hint\nB\n## Why\nC\n:::\n" for one in LANGUAGES)
    return parse_exercise("\n".join([f"```toml\n{facts}\n```\n", *halves]), "own.md", "own")


@pytest.mark.parametrize(
    ("answer", "hand", "pile", "message"),
    [
        (
            'fewest = true\nexample = "lay K K K K 2"',
            "K♠ K♥ K♦ K♣ 2♦ 9♣ 5♦",
            "",
            "'lay K♠ K♥ K♦ 2♦' does it with fewer cards, and fewest is expected",
        ),
        (
            'most = true\nexample = "lay K K K 2"',
            "K♠ K♥ K♦ K♣ 2♦ 9♣ 5♦",
            "",
            "'lay K♠ K♥ K♦ K♣ 2♦' lays more cards, and most is expected",
        ),
        (
            'with = "take"\nfewest = true\nexample = "take K K, A A A"',
            "K♠ K♥ A♠ A♥ A♦ 2♦ 9♣ 5♦",
            "6♣ 4♦ K♦",
            "'take K♠ K♥ 2♦' does it with fewer cards",
        ),
        (
            'with = "take"\nmost = true\nexample = "take K K 2"',
            "K♠ K♥ 2♦ 9♣ 5♦",
            "6♣ 4♦ K♦",
            "found 'with' beside it; expected most alone",
        ),
    ],
)
def test_an_example_that_is_not_the_shortest_or_the_longest_is_named(
    answer: str, hand: str, pile: str, message: str
) -> None:
    with pytest.raises(ExerciseError, match=re.escape(message)):
        written(answer, hand, pile).at()


def test_a_believer_lays_the_first_that_is_thought_of_and_stands() -> None:
    thoughts = 'thought_of = ["lay K K 2", "lay A A 2", "lay A A A"]'
    answer = f'fewest = true\nexample = "lay K K K, A A A"\n{thoughts}'
    hand = "K♠ K♥ K♦ A♠ A♥ A♦ 2♦ 9♣ 5♦"
    question = written(answer, hand, score=1500).at()
    assert question.first_right == "lay K♠ K♥ K♦, A♠ A♥ A♦"
    assert answer_of(question, (library()["initial.flat_50"],)) == "lay A♠ A♥ 2♦"
    assert answer_of(question, (library()["initial.negative_50"],)) is None
