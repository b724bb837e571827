"""Games: deals in a row until a side reaches the target. tests/scores/games.md judges the ends."""

from __future__ import annotations

import random

import pytest

from canasta_tutor import CanastaError, Draw, IllegalMove, NotationError, Rulebook, score
from canasta_tutor.game import Game
from canasta_tutor.saving import load_game, save_game


def short(name: str, target: int) -> Rulebook:
    """A table that plays to a few points, so that a game is soon over."""
    return Rulebook.load(name).with_rules({"game.target": target})


def end_of_deal(game: Game, seed: int = 0) -> Game:
    """The present deal played out, with players who like to lay cards down."""
    rng = random.Random(seed)
    while not game.deal.over:
        moves = list(game.deal.legal_moves)
        keen = [move for move in moves if str(move).startswith(("lay", "take"))]
        game = game.play(rng.choice(keen or moves))
    return game


def test_a_game_begins_level_with_the_first_deal() -> None:
    game = Game.start(Rulebook.load("classic"), seed=3)
    assert (game.number, game.scores, game.totals, game.target) == (1, (0, 0), (0, 0), 5000)
    assert (game.winner, game.over, game.sits_out) == (None, False, None)
    assert repr(game) == "Game(classic, 4 players, deal 1, (0, 0))"


def test_the_same_seed_gives_the_same_game_and_another_deal_each_time() -> None:
    game, again = (Game.start(Rulebook.load("club"), seed="Friday") for _ in range(2))
    assert game == again
    assert end_of_deal(game).next_deal().deal.hands != game.deal.hands


def test_a_move_makes_a_new_game_and_leaves_the_old_one() -> None:
    game = Game.start(Rulebook.load("classic"), seed=3)
    after = game.play(Draw())
    assert (len(game.deal.moves), len(after.deal.moves)) == (0, 1)
    with pytest.raises(IllegalMove):
        after.play(Draw())


@pytest.mark.parametrize("name", Rulebook.names())
def test_scores_add_up_from_deal_to_deal_until_somebody_has_won(name: str) -> None:
    game = Game.start(short(name, 1500), seed=5)
    totals = (0,) * game.table.sides
    dealer = game.deal.dealer
    while True:
        game = end_of_deal(game, game.number)
        totals = tuple(a + b for a, b in zip(totals, score(game.deal).totals, strict=True))
        assert game.totals == totals
        if game.over:
            break
        game = game.next_deal()
        dealer = game.table.next_seat(dealer)
        assert (game.scores, game.deal.scores) == (totals, totals)
        assert game.deal.dealer == dealer
        assert len(game.sheets) == len(game.done) == game.number - 1
    assert game.winner is not None
    assert totals[game.winner] == max(totals) >= 1500
    with pytest.raises(NotationError, match="game: found a winner; expected no further deal"):
        game.next_deal()


def test_the_next_deal_waits_for_the_end_of_this_one() -> None:
    game = Game.start(Rulebook.load("classic"), seed=3)
    with pytest.raises(NotationError, match="game: found a deal in play; expected its end"):
        game.next_deal()


@pytest.mark.parametrize("name", ["classic", "party"])
def test_of_five_people_one_sits_out_in_turn(name: str) -> None:
    """Persons 1 and 3 are partners and always play; of 0, 2 and 4 one rests."""
    game = Game.start(Rulebook.load(name).with_rules({"game.target": 10**6}), 5, seed=2)
    resting = []
    for _ in range(6):
        resting.append(game.sits_out)
        partners = [{game.people[seat] for seat in side} for side in game.table.members]
        assert partners[1] == {1, 3}
        assert partners[0] < {0, 2, 4}
        game = end_of_deal(game).next_deal()
    assert resting == [4, 0, 2, 4, 0, 2]


@pytest.mark.parametrize(("players", "sides"), [(4, 2), (6, 3)])
def test_partners_are_drawn_for_at_the_party_table(players: int, sides: int) -> None:
    """The highest card plays first; the two highest sit together, then the next two."""
    order = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    for seed in range(20):
        game = Game.start(Rulebook.load("party"), players, seed)
        ranks = sorted((order.index(card.rank), who) for who, card in enumerate(game.drawn))
        high_to_low = [who for _, who in ranks]
        assert game.people[game.deal.seat] == high_to_low[0]
        pairs = [{game.people[seat] for seat in side} for side in game.table.members]
        wanted = [set(high_to_low[at : at + 2]) for at in range(0, players, 2)]
        assert len(pairs) == sides
        assert pairs == wanted


def test_the_lowest_card_deals_first_at_the_classic_table() -> None:
    order = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    for seed in range(20):
        game = Game.start(Rulebook.load("classic"), 4, seed)
        lowest = max(game.drawn, key=lambda card: order.index(card.rank))
        assert game.drawn[game.people[game.deal.dealer]] == lowest


def test_a_game_is_saved_between_deals_and_after_its_end() -> None:
    game = Game.start(short("online", 800), 2, seed='the "long" one')
    while not game.over:
        game = end_of_deal(game, game.number)
        assert load_game(save_game(game)) == game
        if not game.over:
            game = game.next_deal()
            assert load_game(save_game(game)) == game
    assert load_game(save_game(game)).winner == game.winner


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", 'saved game: found None; expected saved = "canasta game 1"'),
        ("saved = ", "saved game: found broken TOML (Invalid value"),
        ('saved = "chess 3"', "saved game: found 'chess 3'; expected saved = \"canasta game 1\""),
        ('saved = "canasta game 1"\nmove = 3', "saved game: move: found an unknown key"),
        ('saved = "canasta game 1"\nseed = 1', "saved: deals: found none; expected a list"),
        ('saved = "canasta game 1"\nseed = 1\nrulebook = "chess"', "chess: found no rulebook"),
        (
            'saved = "canasta game 1"\nseed = 1\ncount = 9\ndeals = ["draw"]',
            "saved game: found 1 moves; expected 9 (was the text cut short?)",
        ),
        (
            'saved = "canasta game 1"\nseed = 1\ncount = 2\ndeals = ["draw", "draw"]',
            "game: found a deal in play; expected its end before the next one",
        ),
    ],
)
def test_what_is_no_saved_game_is_refused(text: str, fault: str) -> None:
    with pytest.raises(CanastaError) as refused:
        load_game(text)
    assert str(refused.value).startswith(fault)
