"""Deals as they are played: the first lines of a course, and an end of a deal at each table."""

from __future__ import annotations

import tomllib

import pytest

from canasta_tutor import (
    Deal,
    Discard,
    Draw,
    IllegalMove,
    LayDown,
    NotationError,
    Rulebook,
    TakePile,
    explain,
    score,
)
from canasta_tutor.cards import Cards, read_cards
from canasta_tutor.moves import read_move, split_moves
from canasta_tutor.notation import read_position

US, THEM = 0, 1


def position(text: str) -> Deal:
    return read_position(tomllib.loads(text))


def play(deal: Deal, moves: str) -> Deal:
    """Play a line of moves, parted by semicolons."""
    for move in split_moves(moves):
        deal = deal.play(read_move(move, deal.hand))
    return deal


def broken(deal: Deal, move: str) -> list[str]:
    """The rules that a move would break."""
    return [objection.rule for objection in deal.objections(read_move(move, deal.hand))]


def cards(text: str) -> Cards:
    return tuple(sorted(read_cards(text)))


# --- twelve lines to begin with -------------------------------------------------------------------


def test_the_first_twelve_lines() -> None:
    classic = Rulebook.load("classic")
    deal = Deal.start(classic, seed=46)
    assert deal.hand == read_cards("9♠ Q♦ A♠ Q♥ 5♥ 5♣ J♦ K♥ 4♣ ★ A♣")

    deal = deal.play(Draw())
    rash = LayDown("K♥ ★")
    assert str(explain(deal.objections(rash), language="en")).splitlines() == [
        "A meld has at least 3 cards; yours has 2. [classic, 000:34]",
        "A meld has at least 2 natural cards; yours has 1. [classic, 000:34]",
    ]

    deal = deal.play(LayDown("A♠ A♣ ★")).play(Discard("4♣"))
    assert score(deal).totals == (-275, -130)
    assert str(score(deal)[1].lines[0]) == "score.melded +90"
    assert classic.differences(Rulebook.load("club"))["turn.draw"] == (1, 2)


# --- an end of a deal at each table ---------------------------------------------------------------


def test_classic_the_pile_is_thawed_and_the_partner_goes_out() -> None:
    deal = position(
        """
        [position]
        hand = "5♠ 5♥ 8♣"
        hands.2 = "9♣ 9♠ A♦ 6♣"
        hands.partner = "4♠ 4♥ 4♦ J♥"
        melds.us = ["K♠ K♥ K♦ K♣ K♠ ★"]
        melds.them = ["9♥ 9♦ 9♣"]
        pile = "J♦ 2♠ 5♦"
        stock_top = "Q♦ 4♣"
        """
    )
    assert deal.freeze(US).by == read_cards("2♠")
    assert broken(deal, "take 5♠") == ["pile.frozen_needs"]
    deal = play(deal, "take 5♠ 5♥; lay K: 2♠")
    assert deal.canastas(US) == 1
    assert cards("8♣ J♦") == tuple(sorted(deal.hand))
    deal = play(deal, "discard 8♣; draw; lay 9♣ 9♠; discard A♦")
    assert deal.hands[1] == read_cards("6♣ Q♦")

    deal = play(deal, "draw; ask")
    assert (deal.seat, deal.actor) == (2, 0)
    assert broken(deal, "lay 4♠ 4♥ 4♦ 4♣") == ["turn.order"]
    deal = play(deal, "answer yes; lay 4♠ 4♥ 4♦ 4♣; discard J♥")
    assert deal.over
    assert broken(deal, "draw") == ["going_out.ends_deal"]
    assert sheet(deal, US) == [
        "canasta.mixed +300",
        "score.melded +120",
        "score.melded +15",
        "score.melded +20",
        "going_out.bonus +100",
        "score.hand -10",
    ]
    assert score(deal).totals[US] == 545


def test_classic_the_partner_says_no_and_the_turn_ends_with_two_cards() -> None:
    deal = position(
        """
        [position]
        phase = "play"
        hand = "4♠ 4♥ 4♦ J♥ J♦"
        melds.us = ["K×7"]
        """
    )
    deal = play(deal, "ask; answer no")
    assert broken(deal, "ask") == ["going_out.ask"]
    assert broken(deal, "lay 4♠ 4♥ 4♦") == []
    after = play(deal, "lay 4♠ 4♥ 4♦; discard J♥")
    assert not after.over
    assert after.hands[0] == read_cards("J♦")


def test_party_a_natural_and_a_wild_take_the_pile() -> None:
    deal = position(
        """
        rulebook = "party"
        players = 2
        [position]
        hand = "Q♠ 2♦ 7♣ 7♥"
        hands.2 = "K♠ 10♥ 5♣"
        melds.us = ["A×7", "8♠ 8♥ 8♦"]
        pile = "8♣ 6♦ Q♥"
        stock_top = "J♠ 7♦"
        """
    )
    deal = play(deal, "take Q♠ 2♦; lay 8♣; discard 6♦")
    assert [str(meld) for meld in deal.melds[US]][1:] == ["8♠ 8♥ 8♦ 8♣", "Q♠ Q♥ 2♦"]
    deal = play(deal, "draw; discard 5♣; draw; lay 7♣ 7♥ 7♦")
    assert deal.outcome is not None
    assert (deal.outcome.how, deal.outcome.seat, deal.outcome.concealed) == ("out", US, False)
    assert sheet(deal, US) == [
        "canasta.natural +500",
        "score.melded +140",
        "score.melded +40",
        "score.melded +70",  # a two is worth as much as a joker here
        "score.melded +15",
        "going_out.bonus +100",
    ]
    assert score(deal)[THEM].total == -30


def test_online_black_threes_are_laid_and_the_other_goes_out_at_one_stroke() -> None:
    deal = position(
        """
        rulebook = "online"
        players = 2
        [position]
        hand = "3♠ 3♠ 3♣ K♠ K♥ 8♦"
        hands.2 = "J♠ J♥ J♦ J♣ J♠ J♥ J♦ 5♠ 5♥ 9♣"
        melds.us = ["Q♠ Q♥ Q♦"]
        pile = "6♣"
        stock_top = "K♣ 5♦"
        """
    )
    deal = play(deal, "draw; lay 3♠ 3♠ 3♣; discard 8♦")
    deal = play(deal, "draw")
    assert broken(deal, "lay 5♠ 5♥ 5♦") == ["initial.minimum"]
    deal = play(deal, "lay J♠ J♥ J♦ J♣ J♠ J♥ J♦, 5♠ 5♥ 5♦; discard 9♣")
    assert deal.outcome is not None
    assert deal.outcome.concealed
    assert sheet(deal, THEM) == [
        "canasta.natural +500",
        "score.melded +70",
        "score.melded +15",
        "going_out.concealed_bonus +200",
    ]
    assert sheet(deal, US) == ["score.melded +30", "score.melded +15", "score.hand -30"]


def test_family_sevens_a_red_three_on_the_pile_and_the_pair_that_takes_it_back() -> None:
    deal = position(
        """
        rulebook = "family"
        players = 3
        [position]
        hand = "3♥ 7♠ 7♥ 7♦ 7♣ 7♠ 7♥ 7♦ 6♣ 6♦"
        hands.2 = "K♠ 9♥ 9♦"
        hands.3 = "6♠ 8♥ 8♦"
        melds.us = ["A×5 2 2"]
        melds.2 = ["J♠ J♥ J♦"]
        melds.3 = ["4♠ 4♥ 4♦"]
        pile = "Q♣"
        stock_top = "5♠ 10♣ 10♥ Q♠"
        """
    )
    assert broken(play(deal, "draw"), "lay 7♠ 7♥ 7♦ 7♣") == ["meld.sevens"]
    deal = play(deal, "draw; lay 7♠ 7♥ 7♦ 7♣ 7♠ 7♥ 7♦; discard 3♥")
    assert deal.seat == 2  # the turn passes to the right
    assert broken(deal, "take") == ["pile.blocked_tops"]
    deal = play(deal, "draw; discard K♠; draw; discard 6♠")
    assert deal.freeze(0).by == read_cards("3♥")
    deal = play(deal, "take 6♣ 6♦")
    assert cards("5♠ Q♣ 3♥ K♠") == tuple(sorted(deal.hand))
    deal = play(deal, "red 3♥")
    assert deal.red_threes[0] == read_cards("3♥")
    assert cards("5♠ Q♣ K♠ Q♠") == tuple(sorted(deal.hand))
    assert sheet(deal, 0)[:3] == ["canasta.mixed +300", "canasta.sevens +1000", "score.melded +140"]


def test_club_a_black_three_freezes_while_it_is_on_top() -> None:
    deal = position(
        """
        rulebook = "club"
        [position]
        hand = "3♠ Q♠ 8♦ 8♣"
        hands.2 = "Q♦ 10♠ 9♥"
        hands.partner = "Q♥ Q♣ J♠ J♥ J♦"
        melds.us = ["A×7"]
        melds.them = ["K♠ K♥ K♦"]
        pile = "6♣ 2♥ 5♥"
        stock_top = "8♥ 4♠ 9♦ 9♣"
        """
    )
    deal = play(deal, "draw")
    assert deal.hand == read_cards("3♠ Q♠ 8♦ 8♣ 8♥ 4♠")
    deal = play(deal, "lay 8♦ 8♣ 8♥; discard 3♠")
    assert deal.freeze(THEM).by == read_cards("3♠")
    assert deal.freeze(THEM).needs == "nothing"
    assert broken(deal, "take") == ["threes.black_blocks"]
    deal = play(deal, "draw; lay 9♥ 9♦ 9♣; discard Q♦")
    assert deal.freeze(US).by == ()
    deal = play(deal, "take Q♥ Q♣")
    assert cards("J♠ J♥ J♦ 6♣ 2♥ 5♥ 3♠") == tuple(sorted(deal.hand))


def sheet(deal: Deal, side: int) -> list[str]:
    """The lines of a side's sheet: rule and points."""
    return list(map(str, score(deal)[side].lines))


# --- a deal does not change -----------------------------------------------------------------------


def test_a_refused_move_names_the_rules_and_leaves_the_deal_as_it_was() -> None:
    deal = Deal.start(Rulebook.load("classic"), seed=46)
    with pytest.raises(IllegalMove) as refused:
        deal.play(Discard("9♠"))
    assert str(refused.value) == "discard 9♠: breaks turn.order; a legal move is expected"
    assert refused.value.objections == deal.objections(Discard("9♠"))
    assert deal == Deal.start(Rulebook.load("classic"), seed=46)


def test_a_deal_cannot_be_changed_by_hand() -> None:
    deal = Deal.start(Rulebook.load("classic"), seed=46)
    with pytest.raises(AttributeError, match="a deal does not change: hands"):
        deal.hands = ()


def test_a_move_can_be_played_twice_from_the_same_deal() -> None:
    deal = Deal.start(Rulebook.load("classic"), seed=46)
    once, again = deal.play(Draw()), deal.play(Draw())
    assert once == again
    assert once != deal
    assert len(deal.hand) == 11


def test_hands_are_equal_in_any_order() -> None:
    one = position('[position]\nhand = "K♠ Q♥ 5♦"\nstock = 0')
    other = position('[position]\nhand = "5♦ K♠ Q♥"\nstock = 0')
    assert one == other
    assert hash(one) == hash(other)
    assert one != position('[position]\nhand = "5♦ K♠ Q♦"\nstock = 0')


def test_a_word_is_no_move() -> None:
    deal = Deal.start(Rulebook.load("classic"), seed=46)
    with pytest.raises(NotationError, match=r"move: found 'draw'; expected a move such as Draw"):
        deal.play("draw")  # type: ignore[arg-type]  # that is the mistake
    words: list[object] = ["draw"]
    assert words[0] not in deal.legal_moves


# --- the list of legal moves ----------------------------------------------------------------------


def test_the_list_counts_and_shows_the_legal_moves() -> None:
    deal = position(
        """
        [position]
        phase = "play"
        hand = "K♠ Q♠ Q♥ Q♦ 8♣ 4♥"
        melds.us = ["K♥ K♦ K♣"]
        """
    )
    assert list(map(str, deal.legal_moves)) == [
        "lay Q♠ Q♥ Q♦",
        "lay K♠",
        *("discard K♠", "discard Q♠", "discard Q♥", "discard Q♦"),
        *("discard 8♣", "discard 4♥"),
    ]
    assert len(deal.legal_moves) == 8
    assert str(deal.legal_moves).startswith("8 legal moves: lay Q♠ Q♥ Q♦; lay K♠; discard K♠")
    assert LayDown("Q♥ Q♦ Q♠, K♠") in deal.legal_moves  # legal, though it is not counted apart
    assert LayDown("Q♠ Q♥") not in deal.legal_moves


def test_a_joker_is_taken_first_where_only_a_joker_will_do() -> None:
    deal = position('[position]\nhand = "5♠ 5♥ 2♦ ★ K♦"\npile = "9♣ 5♣"')
    ways = [str(move) for move in deal.legal_moves]
    assert ways == ["draw", "take 5♠ 5♥ ★", "take 5♠ 5♥ 2♦ ★"]


def test_nobody_has_a_move_after_the_end() -> None:
    deal = position('[position]\nphase = "over"\nout = 1')
    assert list(deal.legal_moves) == []
    assert str(deal.legal_moves) == "0 legal moves: "


# --- what a seat sees -----------------------------------------------------------------------------


def test_a_seat_sees_its_own_cards_and_how_many_the_others_hold() -> None:
    deal = Deal.start(Rulebook.load("classic"), seed=46)
    view = deal.view(2)
    assert view.hand == tuple(sorted(deal.hands[2]))
    assert view.counts == (11, 11, 11, 11)
    assert (view.stock_count, view.pile) == (len(deal.stock), deal.pile)
    assert view.legal_moves == ()
    assert list(deal.view(1).legal_moves) == list(deal.legal_moves)


def test_who_draws_sees_more_than_who_watches() -> None:
    deal = Deal.start(Rulebook.load("classic"), seed=46)
    before, after = deal.view(2), deal.play(Draw()).view(2)
    assert after.counts == (11, 12, 11, 11)
    assert after.hand == before.hand


# --- the end of the stock -------------------------------------------------------------------------


def test_the_deal_ends_after_the_turn_of_who_drew_the_last_card() -> None:
    deal = position('[position]\nhand = "K♠ 5♦"\npile = "9♣"\nstock = 1\nstock_top = "Q♦"')
    deal = play(deal, "draw")
    assert not deal.over
    deal = play(deal, "discard 5♦")
    assert deal.over
    assert deal.outcome is not None
    assert (deal.outcome.how, deal.outcome.seat) == ("stock", None)


def test_without_a_card_to_throw_the_turn_ends_with_a_pass() -> None:
    deal = position(
        """
        [position]
        hand = "K♠"
        melds.us = ["8♠ 8♥ 8♦"]
        pile = "9♣"
        stock = 1
        stock_top = "3♥"
        """
    )
    deal = play(deal, "draw")
    assert deal.red_threes[US] == read_cards("3♥")
    assert broken(deal, "discard K♠") == ["going_out.canastas"]
    assert list(map(str, deal.legal_moves)) == ["pass"]
    assert play(deal, "pass").over


def test_the_pile_with_an_empty_first_place() -> None:
    """The top card goes onto an own meld, and another meld is laid with it."""
    deal = position(
        """
        [position]
        hand = "A♠ A♥ A♦ 7♣ 8♦"
        melds.us = ["K♠ K♥ K♦"]
        pile = "6♣ K♣"
        """
    )
    move = read_move("take , A♠ A♥ A♦", deal.hand)
    assert isinstance(move, TakePile)
    assert [str(group) for group in move.groups] == ["", "A♠ A♥ A♦"]
    after = deal.play(move)
    assert [str(meld) for meld in after.melds[US]] == ["K♠ K♥ K♦ K♣", "A♠ A♥ A♦"]
