"""A deal that the learner sets up: every step is ruled on, and the counters follow."""

from __future__ import annotations

import pytest

from canasta_tutor import Deal, Rulebook
from canasta_tutor.lesson import Lesson
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.widgets.dealing import Dealing

CLASSIC = Rulebook.load("classic")


def counts(dealing: Dealing) -> list[int]:
    """Stock, pile, red threes, cards each."""
    return [one["count"] for one in dealing.counters()]


def press_red(dealing: Dealing, seat: int) -> str:
    """Lay the first red three of a hand."""
    hand = dealing.now.hands[seat]
    return dealing.lay(seat, next(place for place, card in enumerate(hand) if card.is_red_three))


def test_the_counters_follow_each_step() -> None:
    dealing = Dealing(CLASSIC, seed=19)
    seen = [counts(dealing)]
    for step in (
        dealing.turn,
        lambda: dealing.put("stock_bottom"),
        dealing.turn,
        lambda: dealing.put("pile"),
        dealing.pick_up,
        lambda: press_red(dealing, 1),
        lambda: press_red(dealing, 0),
        lambda: press_red(dealing, 0),
    ):
        assert step() == ""
        seen.append(counts(dealing))
    assert [row[:3] for row in seen] == [
        *([64, 0, 0], [63, 0, 0], [64, 0, 0], [63, 0, 0], [63, 1, 0], [63, 1, 0]),
        *([62, 1, 1], [61, 1, 2], [60, 1, 3]),
    ]
    assert dealing._message["text"].endswith("the player on your left has the first turn.")


def test_a_wrong_place_is_answered_with_the_rule_and_nothing_moves() -> None:
    dealing = Dealing(CLASSIC, seed=19)
    dealing.turn()
    assert dealing.put("pile") == "deal.upcard_refused"
    assert dealing._message["kind"] == "refusal"
    assert "[classic, 000:27]" in dealing._message["text"]
    assert dealing.put("cutter") == "deal.refused_go"
    assert counts(dealing)[:2] == [63, 0]
    dealing.put("stock_bottom")
    dealing.turn()
    assert dealing.put("stock_bottom") == "deal.upcard_refused"


def test_hands_are_looked_at_when_this_table_says_so() -> None:
    classic, club = Dealing(CLASSIC, seed=19), Dealing(Rulebook.load("club"), seed=19)
    assert classic.pick_up() == "deal.order"
    assert club.turn() == "deal.order"
    assert club.pick_up() == ""
    assert club.turn() == "deal.order"


def test_red_threes_are_laid_in_turn() -> None:
    dealing = Dealing(CLASSIC, seed=19)
    for step in (dealing.turn, lambda: dealing.put("stock_bottom"), dealing.turn):
        step()
    dealing.put("pile")
    dealing.pick_up()
    assert press_red(dealing, 0) == "deal.first"
    assert press_red(dealing, 1) == ""
    assert press_red(dealing, 0) == ""


def test_a_table_that_lets_red_threes_wait_says_so() -> None:
    dealing = Dealing(Rulebook.load("family"), seed=19)
    dealing.turn()
    dealing.put(dealing.now.goes_to)
    dealing.pick_up()
    seat = next(
        seat for seat in range(4) if any(card.is_red_three for card in dealing.now.hands[seat])
    )
    assert press_red(dealing, seat) == "threes.red_laid"


@pytest.mark.parametrize("name", Rulebook.names())
def test_right_steps_lead_to_the_deal_of_this_seed(name: str) -> None:
    book = Rulebook.load(name)
    for players in book.players:
        for seed in range(15):
            dealing = Dealing(book, players, seed)
            while dealing.now.next or not dealing.open:
                if dealing.now.next == "turn" and (dealing.open or not dealing.now.threes_first):
                    assert dealing.turn() == "" == dealing.put(dealing.now.goes_to)
                elif not dealing.open:
                    assert dealing.pick_up() == ""
                else:
                    assert press_red(dealing, dealing.now.holder or 0) == ""
            assert dealing.now.deal() == Deal.start(book, players, seed)


def test_other_players_other_hands() -> None:
    dealing = Dealing(CLASSIC, seed=19)
    dealing._answer({"intent": "players", "players": 2})
    assert counts(dealing) == [78, 0, 0, 15]
    dealing._answer({"intent": "players", "players": 7})
    assert dealing.players == 2
    dealing._answer({"intent": "another"})
    assert (dealing.seed, dealing._shown["seed"]) == (20, "Deal 20")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", Rulebook.names())
def test_it_stands_in_the_lesson_as_text_and_picture(name: str, language: str) -> None:
    dealing = Lesson("02-dealing", language, name).dealing(seed=19)
    text = f"Dealing({name}, 4 players, deal 19; pile 0, stock 64, red threes 0)"
    assert repr(dealing) == text
    assert "<svg" not in dealing.still_html()
    assert dealing.still_html().count("<img") == 1
