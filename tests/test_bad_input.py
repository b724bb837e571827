"""What is written wrongly is answered with what was found and what is expected, never with a traceback."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_tutor import CanastaError, Deal, NotationError, Rulebook
from canasta_tutor.cards import name_cards, read_cards
from canasta_tutor.error_words import understood
from canasta_tutor.game import Game
from canasta_tutor.moves import read_move
from canasta_tutor.notation import read_line, read_position, write_position
from canasta_tutor.saving import load_deal, load_game, save_deal, save_game
from tests.random_deals import laws, lengths, seeds, stopped

CARDLIKE = "KQJA1098765432T♠♥♦♣SHDC★×X,;:# \t\n"
MOVELIKE = st.lists(
    st.sampled_from(
        [
            "draw",
            "take",
            "lay",
            "discard",
            "red",
            "ask",
            "answer",
            "pass",
            "move",
            "yes",
            "no",
            "from",
            "to",
            "new:",
            "them",
            "K:",
            "K#2:",
            "10:",
            "★:",
            "K♠",
            "K",
            "K×4",
            "2",
            "★",
            "3♥",
            ",",
            ";",
            "Q♦",
            "×",
            "#",
            ":",
            "K#0:",
            "Ж",
        ]
    ),
    max_size=8,
).map(" ".join)
STRANGE: list[Any] = [
    *(None, -1, 0, 1, 99, 2.5, True, "", "x", "K♠", "★×9", "K♠ K♠ K♠", "nan"),
    *([], ["K"], [1], [[]], {}, {"us": "K K K"}, {"them": 5}, {"9": "A"}, {"partner": {}}),
]


@settings(laws, max_examples=400)
@given(text=st.text(CARDLIKE, max_size=12) | st.text(max_size=8))
def test_a_text_names_cards_or_is_refused(text: str) -> None:
    for read in (read_cards, name_cards):
        try:
            read(text)
        except NotationError as error:
            check_message(error)


@settings(laws, max_examples=400)
@given(text=MOVELIKE | st.text(max_size=10))
def test_a_text_is_a_move_or_is_refused(text: str) -> None:
    deal = Deal.start(Rulebook.load("classic"), seed=1)
    try:
        move = read_move(text, deal.hand)
    except NotationError as error:
        check_message(error)
    else:
        assert read_move(str(move), deal.hand) == move
        deal.objections(move)


@settings(laws, max_examples=100)
@given(text=MOVELIKE)
def test_a_line_of_moves_is_read_or_refused(text: str) -> None:
    try:
        read_line(Deal.start(Rulebook.load("family"), seed=1), text)
    except CanastaError as error:
        check_message(error)


def check_message(error: CanastaError) -> None:
    """``where: what was found; what is expected``."""
    assert "; " in str(error)
    assert "expected" in str(error)
    assert understood(str(error), "es") is not None, f"no Spanish for: {error}"


# --- positions ------------------------------------------------------------------------------------


def some_position(seed: int, length: int) -> dict[str, Any]:
    deal = stopped(random.Random(seed).choice(Rulebook.names()), 4, seed, length)
    block = tomllib.loads(write_position(deal))
    return {"rulebook": deal.rulebook.id, "players": 4, "position": block}


@settings(laws, max_examples=300)
@given(seed=seeds, length=lengths)
def test_a_position_with_a_wrong_field_is_refused(seed: int, length: int) -> None:
    rng = random.Random(seed)
    data = some_position(seed, length)
    for _ in range(rng.randint(1, 3)):
        block = data if rng.random() < 0.2 else data["position"]
        if isinstance(block, dict):
            field = rng.choice([*block, "stack", "asked", "out", "cut", "concealed", "stock_top"])
            block[field] = rng.choice(STRANGE)
    try:
        deal = read_position(data)
    except CanastaError as error:
        check_message(error)
    else:
        assert list(deal.legal_moves) or deal.over


@settings(laws, max_examples=150)
@given(seed=seeds)
def test_a_set_up_with_a_wrong_field_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    fields = ["hand", "hands", "stock", "cut", "dealer", "scores", "seat", "pile"]
    block: dict[str, Any] = {"hand": "K K 3♥", "hands": {"2": "A A 3♦"}, "stock": "2 3♠ 9"}
    for _ in range(rng.randint(1, 2)):
        block[rng.choice(fields)] = rng.choice(STRANGE)
    try:
        deal = read_position({"rulebook": rng.choice(Rulebook.names()), "setup": block})
    except CanastaError as error:
        check_message(error)
    else:
        assert len(deal.legal_moves) > 0


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"hand": "K♥×3"}, "position.hand: found '3 × K♥'; expected at most 2"),
        ({"hand": "K×9"}, "position.hand: found 'K'; expected at most 8"),
        ({"hand": "K♠", "pile": "K♠ K♠"}, "position.pile: found '3 × K♠'; expected at most 2"),
        ({"hand": "K♠ 11♥"}, "position.hand: cards: found '11♥'; expected a card such as"),
        ({}, "position.hand: found none; expected the cards"),
        ({"hand": "K", "phase": "drawn"}, "position.phase: found 'drawn'; expected draw or play"),
        ({"hand": "K", "stock": 500}, "position.stock: found 500; expected a number of cards"),
        ({"hand": "K", "hands": {"5": "A"}}, "position.hands: found '5'; expected a seat from 1"),
        ({"hand": "K", "melds": {"us": ["K K Q"]}}, "position.melds: found 'K♠ K♥ Q♠'; expected"),
        ({"hand": "K", "hnads": "A"}, "position.hnads: found an unknown field; expected one of"),
    ],
)
def test_an_impossible_position_says_what_is_wrong(position: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_position({"position": position})
    assert str(refused.value).startswith(message)


def test_a_misspelt_field_is_told_the_nearest_known_one() -> None:
    with pytest.raises(NotationError, match=r"did you mean red_threes\?"):
        read_position({"position": {"hand": "K", "red_three": {"us": "3♥"}}})
    with pytest.raises(NotationError, match=r"did you mean position\?"):
        read_position({"positon": {"hand": "K"}})


# --- what was saved -------------------------------------------------------------------------------


@settings(laws, max_examples=60)
@given(seed=seeds, length=st.integers(1, 100), kept=st.floats(0, 0.999))
def test_a_saved_deal_that_was_cut_short_is_refused(seed: int, length: int, kept: float) -> None:
    text = save_deal(stopped("classic", 4, seed, length))
    whole = load_deal(text)
    short = text[: int(len(text) * kept)]
    try:
        assert load_deal(short) == whole  # only the end of the last line was lost
    except CanastaError as error:
        check_message(error)


@settings(laws, max_examples=60)
@given(seed=seeds, kept=st.floats(0, 0.999))
def test_a_saved_game_that_was_cut_short_is_refused(seed: int, kept: float) -> None:
    game = Game.start(Rulebook.load("club"), 4, seed)
    for _ in range(20):
        game = game.play(game.deal.legal_moves[0])
    text = save_game(game)
    short = text[: int(len(text) * kept)].rstrip()
    try:
        assert load_game(short) == game
    except CanastaError as error:
        check_message(error)


@settings(laws, max_examples=120)
@given(seed=seeds, length=st.integers(0, 60))
def test_a_saved_deal_that_was_changed_is_refused(seed: int, length: int) -> None:
    rng = random.Random(seed)
    lines = save_deal(stopped("online", 4, seed, length)).splitlines()
    place = rng.randrange(len(lines))
    name = lines[place].split("=")[0]
    lines[place] = rng.choice(
        [f"{name} = {value}" for value in ("7", '"x"', "[1]", "true", "{}", "-3", '["a", "b"]')]
    )
    try:
        load_deal("\n".join(lines))
    except CanastaError as error:
        check_message(error)


def test_a_saved_deal_with_an_illegal_move_says_which() -> None:
    deal = Deal.start(Rulebook.load("classic"), seed=46)
    text = save_deal(deal).replace('moves = ""\ncount = 0', 'moves = "draw; draw"\ncount = 2')
    with pytest.raises(NotationError, match=r"saved deal: move 2: draw: breaks turn\.order"):
        load_deal(text)
