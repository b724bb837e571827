"""Cards, and how people write them."""

from __future__ import annotations

import pytest

from canasta_tutor import Card, Meld, NotationError, Rulebook
from canasta_tutor.cards import (
    DECK,
    JOKER,
    full_deck,
    give_suits,
    name_cards,
    read_cards,
    sort_cards,
    without,
    write_cards,
)
from canasta_tutor.melds import is_canasta, kind


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("K♠ 10♥ ★", "K♠ 10♥ ★"),
        ("KS TH JOKER", "K♠ 10♥ ★"),
        ("ks th joker", "K♠ 10♥ ★"),
        ("10h 10H T♥", "10♥ 10♥ 10♥"),
        ("K♠️ 9♥️", "K♠ 9♥"),  # as telephones write suits
        ("K♤ Q♡ J♢ 4♧", "K♠ Q♥ J♦ 4♣"),
        ("☆", "★"),
        ("K♠K♥K♦", "K♠ K♥ K♦"),
        ("K♠, K♥;  K♦", "K♠ K♥ K♦"),
        ("Q♦×3 ★×2", "Q♦ Q♦ Q♦ ★ ★"),
        ("Q♦x3", "Q♦ Q♦ Q♦"),
        ("", ""),
    ],
)
def test_cards_are_read_as_people_write_them(written: str, read: str) -> None:
    assert write_cards(read_cards(written)) == read


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("K♠ 1♥", "cards: found '1♥'; expected a card such as K♠, KS, 10♥, TH, 2, ★ or Q×4"),
        ("11♦", "cards: found '11♦'; expected a card such as"),
        ("King", "cards: found 'King'; expected a card such as"),
        ("♠K", "cards: found '♠K'; expected a card such as"),
        ("★♠", "cards: found '★♠'; expected a card such as"),
        ("K♠♥", "cards: found 'K♠♥'; expected a card such as"),
        ("Q♠×0", "cards: found 'Q♠×0'; expected a card such as"),
        ("Q♠×", "cards: found 'Q♠×'; expected a card such as"),
        ("K♠ Q", "cards: found Q without a suit; expected one of ♠♥♦♣"),
    ],
)
def test_what_is_no_card_is_refused(written: str, fault: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_cards(written)
    assert str(refused.value).startswith(fault)
    assert refused.value.text == written


@pytest.mark.parametrize(
    ("rank", "suit"),
    [("K", ""), ("K", "x"), ("K", "♠♥"), ("1", "♠"), ("T", "♠"), ("★", "♠"), ("", ""), ("", "♠")],
)
def test_there_is_no_such_card(rank: str, suit: str) -> None:
    with pytest.raises(NotationError, match="expected a rank from A to 2 with one of ♠♥♦♣, or ★"):
        Card(rank, suit)


def test_wilds_are_jokers_and_twos() -> None:
    wilds = [card.text for card in full_deck(1, 1) if card.is_wild]
    assert wilds == ["★", "2♠", "2♥", "2♦", "2♣"]


def test_threes_are_red_or_black() -> None:
    threes = [card for card in DECK if card.rank == "3"]
    assert [card.text for card in threes if card.is_red_three] == ["3♥", "3♦"]
    assert [card.text for card in threes if card.is_black_three] == ["3♠", "3♣"]
    assert not any(card.is_red_three or card.is_black_three for card in read_cards("4♥ ★ 2♦"))


def test_a_hand_is_sorted_wilds_first_and_threes_last() -> None:
    hand = read_cards("3♠ 4♣ A♥ 2♦ K♣ 10♠ ★ A♠")
    assert write_cards(sort_cards(hand)) == "★ 2♦ A♠ A♥ K♣ 10♠ 4♣ 3♠"


def test_two_decks_hold_two_of_each() -> None:
    deck = full_deck(packs=2, jokers=4)
    assert len(deck) == 108
    assert deck.count(Card("K", "♠")) == 2
    assert deck.count(Card(JOKER)) == 4


def test_ranks_alone_get_suits_that_are_still_there() -> None:
    deck = full_deck(packs=1, jokers=0)
    assert write_cards(give_suits(name_cards("Q Q Q♥ Q"), deck)) == "Q♠ Q♦ Q♥ Q♣"
    assert write_cards(give_suits(name_cards("3 3 3"), full_deck(2, 0))) == "3♠ 3♣ 3♠"


def test_cards_taken_out_must_be_there() -> None:
    hand = read_cards("K♠ K♠ 5♦")
    assert without(hand, read_cards("K♠")) == read_cards("K♠ 5♦")
    assert without(hand, read_cards("K♠ K♠ K♠")) is None


def test_what_each_card_is_worth() -> None:
    table, party = Rulebook.load("classic").at(4), Rulebook.load("party").at(4)
    cards = read_cards("★ 2♦ A♠ K♠ 8♠ 7♠ 4♠ 3♠ 3♥")
    assert [table.card_values[card] for card in cards] == [50, 20, 20, 10, 10, 5, 5, 5, 100]
    assert party.card_values[Card("2", "♦")] == 50


# --- melds ----------------------------------------------------------------------------------------


def test_a_meld_knows_its_rank_its_naturals_and_its_wilds() -> None:
    meld = Meld("2♦ K♠ K♥ ★")
    assert (meld.rank, meld.naturals, meld.wilds, meld.size) == ("K", 2, 2, 4)
    assert Meld("2♦ ★").rank == JOKER
    assert Meld("3♠ 3♣ 3♠").rank == "3"


def test_cards_are_added_naturals_first() -> None:
    assert str(Meld("K♠ K♥ 2♦").add(read_cards("★ 2♣ K♦"))) == "K♠ K♥ 2♦ K♦ 2♣ ★"


@pytest.mark.parametrize(
    ("cards", "rulebook", "what"),
    [
        ("K♠ K♥ K♦ K♣ K♠ K♥", "classic", ""),
        ("K♠ K♥ K♦ K♣ K♠ K♥ K♦", "classic", "natural"),
        ("K♠ K♥ K♦ K♣ K♠ 2♥ ★", "classic", "mixed"),
        ("K♠ K♥ K♦ K♣ K♠ K♥ K♦ 2♦", "classic", "mixed"),
        ("K♠ K♥ K♦ K♣ K♠ K♥ K♦ 2♦", "party", "natural"),
        ("K♠ K♥ K♦ 2♦ K♣ K♠ K♥ K♦", "party", "mixed"),
        ("7♠ 7♥ 7♦ 7♣ 7♠ 7♥ 7♦", "classic", "natural"),
        ("7♠ 7♥ 7♦ 7♣ 7♠ 7♥ 7♦", "family", "sevens"),
        ("2♠ 2♥ 2♦ 2♣ ★ ★ ★", "family", "wild"),
    ],
)
def test_what_canasta_a_meld_is(cards: str, rulebook: str, what: str) -> None:
    table = Rulebook.load(rulebook).at(4)
    assert kind(Meld(cards), table) == what
    assert is_canasta(Meld(cards), table) == bool(what)
