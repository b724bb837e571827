"""Laws of the game: what holds in every deal, with every rulebook and every number of players.

Deals are played at random from a seed and stopped anywhere; then all sorts of moves are tried,
sensible and not. The last laws also hold for any house rules that fit each other.
"""

from __future__ import annotations

import copy
import pickle
import random
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_tutor import (
    Card,
    Deal,
    Meld,
    Rulebook,
    TakePile,
    score,
)
from canasta_tutor.cards import DECK, JOKER, Cards, read_cards, write_cards
from canasta_tutor.game import Game
from canasta_tutor.melds import kind
from canasta_tutor.moves import read_move
from canasta_tutor.notation import read_position, write_position
from canasta_tutor.rulebook import Table
from canasta_tutor.rules import RULES
from canasta_tutor.saving import load_deal, load_game, save_deal, save_game
from tests.missing_moves import nothing_is_missing
from tests.random_deals import (
    any_move,
    every_rulebook,
    laws,
    lengths,
    seeds,
    shuffled_behind,
    small_hand,
    stopped,
    try_all_sorts,
)
from tools.soak import (
    EAGERNESS,
    all_cards,
    check_sheet,
    choose,
    play_out,
    random_moves,
)

# --- playing --------------------------------------------------------------------------------------


@every_rulebook
@settings(laws, max_examples=12)
@given(seed=seeds)
def test_a_whole_deal_keeps_all_cards_and_has_always_a_legal_move(
    name: str, players: int, seed: int
) -> None:
    play_out(Deal.start(Rulebook.load(name), players, seed, dealer=seed % 4 % players), seed)


@every_rulebook
@settings(laws, max_examples=20)
@given(seed=seeds, length=lengths)
def test_every_listed_move_is_legal_and_keeps_all_cards(
    name: str, players: int, seed: int, length: int
) -> None:
    deal = stopped(name, players, seed, length)
    cards = sorted(deal.table.deck)
    assert deal.over or len(deal.legal_moves) > 0
    listed = list(deal.legal_moves)
    assert len(set(listed)) == len(listed) == len(deal.legal_moves)
    for move in listed:
        assert deal.objections(move) == ()
        assert move in deal.legal_moves
        assert all_cards(deal.play(move)) == cards


@every_rulebook
@settings(laws, max_examples=20)
@given(seed=seeds, length=lengths)
def test_a_move_without_objections_can_be_played_and_a_refused_one_changes_nothing(
    name: str, players: int, seed: int, length: int
) -> None:
    deal = stopped(name, players, seed, length)
    try_all_sorts(deal, random.Random(seed), 40)


@every_rulebook
@settings(laws, max_examples=8)
@given(seed=seeds, length=lengths)
def test_the_same_rulebook_seed_and_moves_give_the_same_deal(
    name: str, players: int, seed: int, length: int
) -> None:
    deal = stopped(name, players, seed, length)
    again = stopped(name, players, seed, 0)
    for move in deal.moves:
        assert again != deal
        again = again.play(move)
    assert again == deal
    assert hash(again) == hash(deal)


# --- what changes in one move, and what never does ------------------------------------------------


@every_rulebook
@settings(laws, max_examples=6)
@given(seed=seeds)
def test_what_lies_on_the_table_stays_there(name: str, players: int, seed: int) -> None:
    deal = stopped(name, players, seed, 0)
    for before, _, after in random_moves(deal, random.Random(seed), EAGERNESS[seed % 4]):
        for old_melds, new_melds in zip(before.melds, after.melds, strict=True):
            assert len(old_melds) <= len(new_melds)
            for old, new in zip(old_melds, new_melds, strict=False):
                assert new.cards[: old.size] == old.cards
                assert new.rank == old.rank
                assert new.from_hand == old.from_hand
                check_kind(kind(old, deal.table), kind(new, deal.table), deal.table)
        for old_threes, new_threes in zip(before.red_threes, after.red_threes, strict=True):
            assert new_threes[: len(old_threes)] == old_threes
        assert len(after.stock) <= len(before.stock)
        assert after.pile in (before.pile, (), (*before.pile, *after.pile[-1:]))
        assert before.taken <= after.taken
        assert before.melded <= after.melded


def check_kind(old: str, new: str, table: Table) -> None:
    """A canasta stays one, a mixed one stays mixed; a natural one may become mixed at most tables."""
    if old == "natural" and table["canasta.wild_on_natural"] == "becomes_mixed":
        assert new in ("natural", "mixed")
    elif old:
        assert new == old


@every_rulebook
@settings(laws, max_examples=8)
@given(seed=seeds)
def test_the_cards_say_what_the_rulebook_says(name: str, players: int, seed: int) -> None:
    """The main rules once more, each read off the cards as a player at the table would."""
    deal = stopped(name, players, seed, 0)
    table = deal.table
    for before, move, after in random_moves(deal, random.Random(seed), EAGERNESS[seed % 4]):
        side, seat = before.side, before.seat
        for meld in after.melds[side]:
            check_meld(meld, table)
        if isinstance(move, TakePile):
            check_taking(before, move)
        if after.melds[side] and not before.melds[side]:
            check_first_melds(before, after)
        if not after.over:
            assert all(after.hands)
        elif after.outcome and after.outcome.how == "out":
            assert after.outcome.seat == seat
            assert after.hands[seat] == ()
            assert after.canastas(side) >= table["going_out.canastas"]
            assert before.turn.answer != "no"
        else:
            assert after.stock == ()


def check_meld(meld: Meld, table: Table) -> None:
    ranks = {card.rank for card in meld.cards if not card.is_wild}
    if ranks == {"3"}:
        assert 3 <= meld.size <= 4
        assert all(card.is_black_three for card in meld.cards)
        return
    if not ranks:
        assert meld.size >= 7
        return
    assert len(ranks) == 1
    assert meld.size >= 3
    assert meld.naturals >= table["meld.min_naturals"]
    if table["meld.max_wilds"] != "any":
        assert meld.wilds <= table["meld.max_wilds"]
    if table["meld.wilds_per_natural"] == "at_most":
        assert meld.wilds <= meld.naturals
    if ranks == {"7"} and table["meld.sevens"] != "ordinary":
        assert meld.size >= 7
        assert meld.wilds == 0


def check_taking(deal: Deal, move: TakePile) -> None:
    """A frozen pile was taken with a natural pair, and no blocked one was taken at all."""
    table, top, side = deal.table, deal.pile[-1], deal.side
    cards = move.groups[0].cards
    assert not top.is_any(table["pile.blocked_tops"])
    thrown = deal.pile[deal.upcards :] if table["pile.frozen_until"] == "taken" else deal.pile[-1:]
    frozen = any(card.is_any(table["pile.freezes"]) for card in thrown)
    if frozen:
        assert table["pile.frozen_needs"] == "pair"
    if frozen or not deal.melds[side]:
        assert sum(card.rank == top.rank for card in cards) >= 2


def check_first_melds(before: Deal, after: Deal) -> None:
    """The first melds of a side were worth enough, or the party's player went out at once."""
    table, side = before.table, before.side
    points = sum(table.card_values[card] for meld in after.melds[side] for card in meld.cards)
    free = table["initial.concealed"] == "if_pile_taken" and before.turn.drew == "stock"
    if not (free and len(after.hands[before.seat]) <= 1):
        assert points >= before.minimum(side)


@every_rulebook
@settings(laws, max_examples=8)
@given(seed=seeds)
def test_a_pile_stays_frozen_until_it_is_taken(name: str, players: int, seed: int) -> None:
    deal = stopped(name, players, seed, 0)
    lasting = deal.table["pile.frozen_until"] == "taken"
    for before, move, after in random_moves(deal, random.Random(seed)):
        by = before.freeze(before.side).by
        if isinstance(move, TakePile):
            assert after.freeze(after.side).by == ()
        elif lasting:
            assert after.freeze(after.side).by[: len(by)] == by


# --- nothing legal is missing from the list -------------------------------------------------------


@every_rulebook
@settings(laws, max_examples=15)
@given(seed=seeds, length=lengths)
def test_no_legal_move_is_missing_from_the_list(
    name: str, players: int, seed: int, length: int
) -> None:
    deal = stopped(name, players, seed, length)
    if not deal.over:
        nothing_is_missing(small_hand(deal, random.Random(seed)))


# --- what a seat may know -------------------------------------------------------------------------


def reached(value: object, depth: int = 9) -> Any:
    """Everything that can be reached from a value by its attributes, public or not."""
    if isinstance(value, (str, int, float, bool, type(None))):
        return value
    if isinstance(value, Card):
        return value.text
    if isinstance(value, (Table, Rulebook)) or depth == 0:
        return type(value).__name__
    if isinstance(value, (tuple, list)):
        return [reached(one, depth - 1) for one in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(repr, value))
    if isinstance(value, dict):
        return {str(key): reached(one, depth - 1) for key, one in value.items()}
    slots = {name: getattr(value, name) for name in getattr(type(value), "__slots__", ())}
    return {str(key): reached(one, depth - 1) for key, one in (vars_of(value) | slots).items()}


def vars_of(value: object) -> dict[str, Any]:
    public = {
        name: getattr(value, name)
        for name in dir(value)
        if not name.startswith("_") and not callable(getattr(value, name))
    }
    return dict(getattr(value, "__dict__", {})) | public


@every_rulebook
@settings(laws, max_examples=8)
@given(seed=seeds, length=lengths)
def test_a_seat_knows_nothing_of_hidden_cards(
    name: str, players: int, seed: int, length: int
) -> None:
    deal = stopped(name, players, seed, length)
    rng = random.Random(seed)
    for seat in range(deal.table.seats):
        other = shuffled_behind(deal, seat, rng)
        one, two = deal.view(seat), other.view(seat)
        assert one == two
        assert hash(one) == hash(two)
        assert repr(one) == repr(two)
        assert list(one.legal_moves) == list(two.legal_moves)
        assert reached(one) == reached(two)
        for move in [any_move(deal, rng) for _ in range(6)]:
            assert one.objections(move) == two.objections(move)


@every_rulebook
@settings(laws, max_examples=8)
@given(seed=seeds, length=lengths)
def test_the_player_to_act_sees_all_that_may_be_done(
    name: str, players: int, seed: int, length: int
) -> None:
    deal = stopped(name, players, seed, length)
    view = deal.view(deal.actor)
    assert len(view.legal_moves) == len(deal.legal_moves)
    assert all(deal.objections(move) == () for move in view.legal_moves)
    for move in [any_move(deal, random.Random(seed)) for _ in range(10)]:
        assert view.objections(move) == deal.objections(move) or deal.phase == "answer"
    for seat in set(range(deal.table.seats)) - {deal.actor}:
        assert len(deal.view(seat).legal_moves) == 0


# --- scoring --------------------------------------------------------------------------------------


@every_rulebook
@settings(laws, max_examples=15)
@given(seed=seeds, length=lengths)
def test_a_sheet_is_the_sum_of_its_lines_and_accounts_for_every_card(
    name: str, players: int, seed: int, length: int
) -> None:
    deal = stopped(name, players, seed, length)
    check_sheet(deal)
    for sheet in score(deal):
        assert all(line.rule in RULES for line in sheet.lines)
        assert all(line.points % 5 == 0 for line in sheet.lines)
        melded = [line for line in sheet.lines if line.rule == "score.melded"]
        assert all(line.points == worth(line.cards, deal.table) for line in melded)


def worth(cards: Cards, table: Table) -> int:
    return sum(table.card_values[card] for card in cards)


# --- notation -------------------------------------------------------------------------------------


@every_rulebook
@settings(laws, max_examples=15)
@given(seed=seeds, length=lengths)
def test_what_is_written_can_be_read_back(name: str, players: int, seed: int, length: int) -> None:
    deal = stopped(name, players, seed, length)
    for hand in deal.hands:
        assert read_cards(write_cards(hand)) == hand
    for move in (*deal.legal_moves, *deal.moves):
        assert read_move(str(move)) == move
        assert read_move(str(move), deal.hand) == move
    for move in [any_move(deal, random.Random(seed)) for _ in range(30)]:
        assert read_move(str(move), deal.hand) == move
    assert position_again(deal) == deal
    assert load_deal(save_deal(deal)) == deal


def position_again(deal: Deal) -> Deal:
    rulebook, house = deal.rulebook.base(), deal.rulebook.house_rules()
    data: dict[str, Any] = {"rulebook": rulebook.id, "players": deal.players, "rules": house}
    return read_position(data | {"position": tomllib.loads(write_position(deal))})


@every_rulebook
@settings(laws, max_examples=3)
@given(seed=seeds, length=st.integers(0, 500))
def test_a_game_can_be_saved_anywhere_and_read_back(
    name: str, players: int, seed: int, length: int
) -> None:
    game = Game.start(Rulebook.load(name), players, seed)
    rng = random.Random(seed)
    for _ in range(length):
        if game.over:
            break
        moves = game.deal.legal_moves
        game = game.next_deal() if game.deal.over else game.play(choose(moves, rng, 0.7))
    again = load_game(save_game(game))
    assert again == game
    assert (again.totals, again.sheets, again.people) == (game.totals, game.sheets, game.people)


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [*DECK, Card(JOKER)], ids=str)
def test_a_copied_card_is_the_same_card(card: Card) -> None:
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert read_cards(card.text)[0] is card
    assert Card(card.rank, card.suit) is card


@every_rulebook
@settings(laws, max_examples=3)
@given(seed=seeds, length=lengths)
def test_a_copied_deal_is_an_equal_deal(name: str, players: int, seed: int, length: int) -> None:
    deal = stopped(name, players, seed, length)
    for again in (copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
        assert again == deal
        assert list(again.legal_moves) == list(deal.legal_moves)
    view = deal.view(deal.actor)
    for seen in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert seen == view
        assert list(seen.legal_moves) == list(view.legal_moves)
