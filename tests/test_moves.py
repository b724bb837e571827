"""Moves, and how people write them."""

from __future__ import annotations

import pytest

from canasta_tutor import (
    Answer,
    Ask,
    Card,
    Discard,
    Draw,
    LayDown,
    LayRedThree,
    NotationError,
    Pass,
    Rearrange,
    TakePile,
)
from canasta_tutor.cards import read_cards
from canasta_tutor.moves import Group, Move, read_move, split_moves

HAND = read_cards("K♦ K♣ Q♥ Q♣ 2♥ 2♦ ★ 3♥ 3♣ 9♠")


@pytest.mark.parametrize(
    ("written", "move"),
    [
        ("draw", Draw()),
        ("ask", Ask()),
        ("answer yes", Answer(True)),
        ("answer no", Answer(False)),
        ("pass", Pass()),
        ("discard 9♠", Discard("9♠")),
        ("DISCARD 9s", Discard("9♠")),
        ("red 3♥", LayRedThree("3♥")),
        ("take", TakePile()),
        ("take K♦ K♣", TakePile("K♦ K♣")),
        ("take K♦ 2♥, Q♥ Q♣ 2♦", TakePile("K♦ 2♥, Q♥ Q♣ 2♦")),
        ("take , Q♥ Q♣ 2♦", TakePile((Group(()), Group(read_cards("Q♥ Q♣ 2♦"))))),
        ("lay Q♥ Q♣ 2♦", LayDown("Q♥ Q♣ 2♦")),
        ("lay new: Q♥ Q♣ 2♦", LayDown((Group(read_cards("Q♥ Q♣ 2♦"), "new"),))),
        ("lay K: 2♦, them Q: Q♥", LayDown("K: 2♦, them Q: Q♥")),
        ("lay K#2: 2♦", LayDown((Group(read_cards("2♦"), "K#2"),))),
        ("lay t: 2♦", LayDown((Group(read_cards("2♦"), "10"),))),
        ("lay JOKER: 2♦", LayDown((Group(read_cards("2♦"), "★"),))),
        ("move 2♦ from K to Q", Rearrange("2♦", "K", "Q")),
    ],
)
def test_a_move_is_read_as_people_write_it(written: str, move: Move) -> None:
    assert read_move(written, HAND) == move
    assert read_move(str(move), HAND) == move


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("lay K K 2", "lay K♦ K♣ 2♥"),
        ("lay Q×2 2", "lay Q♥ Q♣ 2♥"),
        ("lay K 2♥ 2", "lay K♦ 2♥ 2♦"),
        ("lay K K 2, Q Q 2", "lay K♦ K♣ 2♥, Q♥ Q♣ 2♦"),
        ("lay K K 2, Q: 2♥", "lay K♦ K♣ 2♦, Q: 2♥"),  # the two that is named is kept for the queens
        ("take K", "take K♦"),
        ("discard 2", "discard 2♥"),
        ("discard 3", "discard 3♣"),  # a three alone is a black one
        ("discard 4", "discard 4♠"),  # not held: the ruling will say so
    ],
)
def test_a_rank_alone_takes_its_suit_from_the_hand(written: str, means: str) -> None:
    assert str(read_move(written, HAND)) == means


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("", "move: found ''; expected one of draw, take, lay, discard"),
        ("steal K♠", "move: found 'steal K♠'; expected one of draw, take, lay, discard"),
        ("discrad K♠", "move: found 'discrad K♠'; expected one of draw, take"),
        ("draw 2", "move: found 'draw 2'; expected nothing after the first word"),
        ("ask partner", "move: found 'ask partner'; expected nothing after"),
        ("discard", "move: found 'discard'; expected exactly one card"),
        ("discard K♠ Q♠", "move: found 'discard K♠ Q♠'; expected exactly one card"),
        ("red", "move: found 'red'; expected exactly one card"),
        ("answer maybe", "move: found 'answer maybe'; expected answer yes or answer no"),
        ("lay", "move: found 'lay'; expected the cards to lay"),
        ("lay K:", "move: found 'lay K:'; expected the cards to lay"),
        ("take K♦, Q:", "move: found 'take Q:'; expected the cards to lay"),
        ("lay X♠", "cards: found 'X♠'; expected a card such as"),
        ("lay Z: K♦", "cards: found 'Z:'; expected a card such as"),
        ("move 2♦", "move: found 'move 2♦'; expected such as move 2♦ from K to Q"),
        ("move 2♦ 2♥ from K to Q", "move: found 'move 2♦ 2♥ from K to Q'; expected exactly one"),
        ("move , from K to Q", "move: found 'move , from K to Q'; expected exactly one card"),
    ],
)
def test_what_is_no_move_is_refused(written: str, fault: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_move(written, HAND)
    assert str(refused.value).startswith(fault)


def test_a_misspelt_word_is_told_the_nearest_one() -> None:
    with pytest.raises(NotationError, match=r"did you mean discard\?"):
        read_move("discrad K♠")


def test_nothing_is_laid_without_cards() -> None:
    for groups in ((), (Group(()),), (Group(read_cards("K♠")), Group((), "Q"))):
        with pytest.raises(NotationError, match="expected the cards to lay"):
            LayDown(groups)


def test_one_card_is_one_card() -> None:
    with pytest.raises(NotationError, match="card: found 'K♠ Q♠'; expected exactly one card"):
        Discard("K♠ Q♠")
    with pytest.raises(NotationError, match="cards: found K without a suit"):
        Discard("K")
    assert Discard(Card("K", "♠")) == Discard("KS")


def test_several_moves_are_parted_by_semicolons() -> None:
    assert split_moves(" draw ; lay K K K, Q: 2 ;; discard 9♠;") == [
        "draw",
        "lay K K K, Q: 2",
        "discard 9♠",
    ]
