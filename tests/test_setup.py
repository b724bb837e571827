"""The set-up: what lies where before the first turn. tests/rulings/set-up.md judges single cards."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_tutor import Deal, NotationError, Rulebook, RulebookError
from canasta_tutor.saving import load_deal, save_deal
from canasta_tutor.setup import shuffle
from tools.soak import all_cards, every_table

every_rulebook = pytest.mark.parametrize(("name", "players"), every_table())


def start(name: str, players: int, seed: int | str, **asked: Any) -> Deal:
    return Deal.start(Rulebook.load(name), players, seed, **asked)


@every_rulebook
def test_every_seat_gets_its_cards_and_the_rest_is_the_stock(name: str, players: int) -> None:
    for seed in range(30):
        deal = start(name, players, seed)
        table = deal.table
        assert all_cards(deal) == sorted(table.deck)
        found_by_cutter = max(len(hand) - table["deal.hand"] for hand in deal.hands)
        assert found_by_cutter == 0 or table["deal.refused_go"] == "cutter"
        assert all(len(hand) >= table["deal.hand"] for hand in deal.hands)
        assert deal.upcards == len(deal.pile) >= 1
        assert (deal.phase, deal.moves, deal.over) == ("draw", (), False)
        assert deal.melds == ((),) * table.sides


@every_rulebook
def test_red_threes_are_laid_before_the_first_turn_or_kept(name: str, players: int) -> None:
    deals = [start(name, players, seed) for seed in range(40)]
    held = [card for deal in deals for hand in deal.hands for card in hand if card.is_red_three]
    laid = [card for deal in deals for side in deal.red_threes for card in side]
    at_once = deals[0].table["threes.red_laid"] == "at_once"
    assert (bool(laid), bool(held)) == (at_once, not at_once)


@every_rulebook
def test_the_last_card_turned_may_start_the_pile(name: str, players: int) -> None:
    for seed in range(60):
        deal = start(name, players, seed)
        refused = deal.table["deal.upcard_refused"]
        assert not deal.pile[-1].is_any(refused)
        assert all(card.is_any(refused) for card in deal.pile[:-1])


def test_the_same_seed_gives_the_same_cards() -> None:
    assert start("classic", 4, 46) == start("classic", 4, 46)
    assert start("classic", 4, 46) != start("classic", 4, 47)
    assert start("classic", 4, "Thursday") == start("classic", 4, "Thursday")
    assert start("classic", 4, 46) == start("classic", 4, "46")


@pytest.mark.parametrize("seed", [0, -7, "", "Thursday", 'the "big" one', "ñandú\\♠\n2", True])
def test_any_seed_can_be_saved(seed: int | str) -> None:
    deal = start("classic", 4, seed)
    assert load_deal(save_deal(deal)) == deal


@pytest.mark.parametrize(
    ("name", "first"), [("classic", 1), ("party", 1), ("online", 1), ("family", 3), ("club", 1)]
)
def test_the_seat_after_the_dealer_plays_first(name: str, first: int) -> None:
    deal = start(name, 4, 46, dealer=0)
    assert (deal.dealer, deal.seat) == (0, first)


@pytest.mark.parametrize(("name", "cutter"), [("family", 1), ("club", 3)])
def test_an_exact_cut_pays_the_side_of_who_cut(name: str, cutter: int) -> None:
    """Right of dealer 2 sits 1, left of him 3."""
    exact, other = start(name, 4, 46, dealer=2, cut=44), start(name, 4, 46, dealer=2, cut=45)
    assert exact.cut_seat == cutter
    side = exact.table.side_of[cutter]
    assert exact.score_used(side) == 100
    assert other.cut_seat is None


def test_a_cut_is_worth_nothing_at_most_tables() -> None:
    assert start("classic", 4, 46, cut=44).cut_seat is None


def test_the_score_sets_the_minimum_of_each_side() -> None:
    deal = start("classic", 4, 46, scores=(-5, 3000))
    assert (deal.minimum(0), deal.minimum(1)) == (15, 120)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"scores": (0,)}, "scores: found 1 scores; expected one for each of 2 sides"),
        ({"scores": (0, 0, 0)}, "scores: found 3 scores; expected one for each of 2 sides"),
        ({"scores": (0, "50")}, "scores: found (0, '50'); expected whole numbers"),
        ({"dealer": 4}, "dealer: found seat 4; expected 0 to 3"),
        ({"dealer": -1}, "dealer: found seat -1; expected 0 to 3"),
        ({"dealer": "north"}, "dealer: found ('north',); expected whole numbers"),
        ({"cut": 0}, "cut: found 0 cards; expected 1 to 107"),
        ({"cut": 108}, "cut: found 108 cards; expected 1 to 107"),
    ],
)
def test_what_no_table_can_deal_is_refused(asked: dict[str, Any], fault: str) -> None:
    with pytest.raises(NotationError) as refused:
        start("classic", 4, 46, **asked)
    assert str(refused.value) == fault


def test_a_number_of_players_that_the_rulebook_lacks_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"found 3 players; expected one of 2, 4"):
        start("online", 3, 46)


def test_a_house_that_deals_nearly_all_cards_can_still_begin() -> None:
    house = Rulebook.load("classic").with_rules({"deal.hand": {2: 50, 3: 35, 4: 26, 5: 26, 6: 17}})
    for seed in range(20):
        deal = Deal.start(house, 4, seed)
        assert all_cards(deal) == sorted(deal.table.deck)
        assert len(deal.legal_moves) > 0


# --- step by step -----------------------------------------------------------------------------------


@every_rulebook
def test_the_steps_of_a_set_up_lead_to_the_deal(name: str, players: int) -> None:
    for seed in range(30):
        now = shuffle(Rulebook.load(name), players, seed)
        while now.next:
            cards = (*now.stock, *now.pile, *(card for hand in now.hands for card in hand))
            laid = tuple(card for side in now.red_threes for card in side)
            assert sorted((*cards, *laid)) == sorted(now.table.deck)
            now = now.turn() if now.next == "turn" else now.lay()
        deal = start(name, players, seed)
        assert (now.hands, now.pile, now.stock, now.red_threes) == (
            *(deal.hands, deal.pile, deal.stock, deal.red_threes),
        )


def test_each_table_says_where_a_turned_two_goes() -> None:
    """Deal 19: the first card at three tables is a two."""
    places = {
        name: shuffle(Rulebook.load(name), 4, 19).goes_to for name in ("classic", "party", "online")
    }
    assert places == {"classic": "stock_bottom", "party": "pile", "online": "pile"}
    assert not shuffle(Rulebook.load("party"), 4, 19).accepted
    assert shuffle(Rulebook.load("online"), 4, 19).accepted


def test_who_cut_keeps_the_card_within_or_on_top_of_a_full_hand() -> None:
    family = Rulebook.load("family")
    for rule, cards in (("cutter", 12), ("cutter_within", 11)):
        house = family.with_rules({"deal.refused_go": rule})
        dealt = next(one for seed in range(99) if not (one := shuffle(house, 4, seed)).accepted)
        assert (dealt.goes_to, dealt.turn().refused) == ("cutter", 1)
        assert max(map(len, dealt.turn().hands)) == cards


def test_the_club_looks_at_the_hands_before_a_card_is_turned() -> None:
    club, classic = (shuffle(Rulebook.load(name), 4, 21) for name in ("club", "classic"))
    assert (club.threes_first, club.next) == (True, "lay")
    assert (classic.threes_first, classic.next) == (False, "turn")
