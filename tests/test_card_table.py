"""The table in Python: what is pressed or typed becomes a move; what lies there is told in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from canasta_tutor.cards import read_cards
from canasta_tutor.moves import LayDown, TakePile
from canasta_tutor.objections import Objections
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.widgets import CardTable
from canasta_tutor.widgets.board import Board, board_text
from canasta_tutor.widgets.intents import Unfinished, read_intent
from tests.tables import FIRST, FROZEN, table

every_language = pytest.mark.parametrize("language", LANGUAGES)


def send(widget: CardTable, intent: str, **more: Any) -> None:
    """What the script sends when something is pressed."""
    more.setdefault("step", widget.step)
    widget._hear(widget, {"intent": intent, "n": widget._answered + 1, **more}, None)


def press(widget: CardTable, verb: str, picked: str = "", *groups: tuple[str, str]) -> None:
    """Press a button with these cards chosen and these groups put together."""
    hand = list(enumerate(widget.view.hand))

    def places(cards: str) -> list[int]:
        found = []
        for card in read_cards(cards):
            place = next(pair for pair in hand if pair[1] == card)
            hand.remove(place)
            found.append(place[0])
        return found

    laid = [{"cards": places(cards), "to": to} for cards, to in groups]
    send(widget, "move", verb=verb, picked=places(picked), groups=laid)


def rules(objections: Objections) -> list[str]:
    return [objection.rule for objection in objections]


# --- the table: what is pressed becomes a move ------------------------------------------------------


def test_a_refusal_is_worded_with_rule_and_source_and_changes_nothing() -> None:
    played = table()
    before = played.deal
    press(played, "take", "K♦")
    assert rules(played.last_objections) == ["pile.frozen_needs"]
    assert played._message["kind"] == "refusal"
    (reason,) = played._message["why"]
    assert reason["name"] == "What takes a frozen pile."
    assert reason["marker"] == "[classic, 000:43]"
    assert "two in the pile" in reason["text"]
    assert (played.deal, played.step, played.history) == (before, 0, ())


def test_draw_and_discard_end_the_turn_and_the_table_stops() -> None:
    played = table()
    press(played, "draw")
    assert played._message["text"].startswith("You draw ")
    assert sum(card["fresh"] for card in played._shown["cards"]) == 1
    press(played, "discard", "7♦")
    assert played.stopped
    assert played._shown["status"].endswith("this table stops here.")
    moves = played.history
    press(played, "draw")
    assert played.history == moves


def test_groups_go_down_together() -> None:
    played = table(FIRST)
    press(played, "draw")
    press(played, "lay", "", ("A♠ A♥ 2♦", ""), ("Q♠ Q♥ ★", ""))
    assert played.history[-1] == LayDown("A♠ A♥ 2♦, Q♠ Q♥ ★")


def test_too_little_is_refused_with_the_minimum() -> None:
    played = table(FIRST)
    press(played, "draw")
    press(played, "lay", "8♣ 8♦ 2♦")
    assert rules(played.last_objections) == ["initial.minimum"]


def test_the_pile_takes_the_group_of_its_top_card_first() -> None:
    view = table(FIRST).view
    hand = view.hand
    at = {card: place for place, card in enumerate(hand)}
    groups = [
        {"cards": [at[card] for card in read_cards("A♠ A♥ 2♦")], "to": ""},
        {"cards": [at[card] for card in read_cards("K♦ K♠")], "to": ""},
    ]
    move = read_intent({"verb": "take", "groups": groups, "picked": []}, view)
    assert move == TakePile("K♠ K♦, A♠ A♥ 2♦")


def test_the_top_card_goes_onto_an_own_meld_by_itself() -> None:
    view = table(FROZEN.replace("2♦ J♠", "J♠")).view
    assert str(read_intent({"verb": "take", "groups": [], "picked": []}, view)) == "take"
    two = [place for place, card in enumerate(view.hand) if card.rank == "2"]
    assert str(read_intent({"verb": "take", "groups": [], "picked": two}, view)) == "take 2♦"


def test_a_wild_goes_where_it_is_put() -> None:
    played = table()
    press(played, "draw")
    press(played, "lay", "", ("2♦", "K"))
    assert str(played.history[-1]) == "lay K: 2♦"


def test_what_is_missing_is_asked_for() -> None:
    played = table()
    press(played, "draw")
    press(played, "discard")
    assert played._message["text"] == "Choose the one card to discard."
    press(played, "lay")
    assert played._message["text"] == "Choose the cards to lay down."
    with pytest.raises(Unfinished):
        read_intent({"verb": "red", "picked": []}, played.view)


def test_a_press_that_comes_too_late_does_nothing() -> None:
    played = table()
    press(played, "draw")
    send(played, "move", verb="discard", picked=[0], groups=[], step=0)
    assert len(played.history) == 1


def test_asking_and_the_partner_s_answer() -> None:
    played = table()
    press(played, "draw")
    press(played, "ask")
    shown = {one["verb"]: one["shown"] for one in played._shown["actions"]}
    assert (shown["yes"], shown["no"], shown["discard"]) == (True, True, False)
    press(played, "no")
    assert played.deal.turn.answer == "no"
    assert [str(move) for move in played.history[1:]] == ["ask", "answer no"]


def test_taking_back_and_starting_again() -> None:
    played = table()
    send(played, "back")
    assert played._message["text"] == "There is nothing to take back."
    press(played, "draw")
    press(played, "discard", "7♦")
    send(played, "back")
    assert [str(move) for move in played.history] == ["draw"]
    send(played, "again")
    assert (played.deal, played.history) == (played.start, ())


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "draw; discard 7"), ("es", "robar; descartar 7"), ("es", "draw; tiro 7♦")],
)
def test_moves_may_be_typed(language: str, text: str) -> None:
    played = table(language=language)
    send(played, "text", text=text)
    assert [str(move) for move in played.history] == ["draw", "discard 7♦"]


def test_typed_moves_stop_at_the_first_refusal() -> None:
    played = table()
    send(played, "text", text="draw; lay 9 8 8; discard 7")
    assert [str(move) for move in played.history] == ["draw"]
    assert rules(played.last_objections) == ["meld.one_rank"]


@every_language
def test_an_unreadable_move_gets_a_friendly_answer(language: str) -> None:
    played = table(language=language)
    send(played, "text", text="dance")
    assert played._message["kind"] == "unreadable"
    assert "dance" in played._message["text"]


def test_every_move_tried_is_heard_of() -> None:
    heard: list[tuple[str, list[str]]] = []
    played = table(on_move=lambda move, objections: heard.append((str(move), rules(objections))))
    played.play("take K♦; draw")
    played.play("draw")
    assert heard == [("take K♦", ["pile.frozen_needs"]), ("draw", [])]


# --- the table: what is shown -----------------------------------------------------------------------


def test_the_browser_gets_what_it_needs_to_add_up() -> None:
    summed = table(FIRST)._shown["sum"]
    assert summed == {
        "needed": 50,
        "more": False,
        "largest": False,
        "extra": 0,
        "with_pile": "with K♥ from the pile: {sum}",
        "pile": 10,
        "note": "",
    }
    assert [card["points"] for card in table(FIRST)._shown["cards"]][:4] == [50, 20, 20, 20]
    assert table()._shown["sum"]["needed"] == 0


def test_lamps_say_for_whom_and_how_long() -> None:
    lamps = Board(table(FIRST.replace("K♥", "3♠")).view, "en").lamps()
    assert lamps["columns"] == ["this turn", "until taken"]
    assert [row["name"] for row in lamps["rows"]] == ["for us", "for them"]
    assert [cell["word"] for cell in lamps["rows"][0]["cells"]] == ["blocked", "frozen"]
    assert lamps["rows"][0]["cells"][1]["because"] == "no meld yet"
    club = Board(table('rulebook = "club"\n' + FROZEN).view, "en").lamps()
    assert [cell["lit"] for cell in club["rows"][0]["cells"]] == [False, False]


def test_dragging_does_what_this_part_of_the_turn_allows() -> None:
    played = table()
    assert played._shown["drops"] == {"pile": "take", "stock": "draw", "take": "take"}
    press(played, "draw")
    assert played._shown["drops"] == {"pile": "discard", "stock": "", "take": ""}
    press(played, "ask")
    assert set(played._shown["drops"].values()) == {""}


def test_the_script_hears_what_the_last_move_was() -> None:
    played = table()
    assert played._shown["last"] == "deal"
    for verb, cards in (("draw", ""), ("lay", "Q♠ Q♥ ★"), ("discard", "7♦")):
        press(played, verb, cards)
        assert played._shown["last"] == verb
    send(played, "back")
    assert played._shown["last"] == ""
    send(played, "again")
    assert played._shown["last"] == "deal"


def test_the_freezing_cards_lie_crosswise() -> None:
    pile = table()._shown["pile"]
    assert [card["text"] for card in pile["cards"] if card["across"]] == ["2♦"]


def test_a_canasta_closes_under_a_red_or_a_black_card() -> None:
    ours = table()._shown["sides"][-1]["melds"]
    assert [(meld["canasta"], meld["count"]) for meld in ours] == [
        ("", 3),
        ("natural", 7),
        ("mixed", 7),
    ]
    assert read_cards(ours[1]["top"])[0].is_red
    assert not read_cards(ours[2]["top"])[0].is_red


def test_other_hands_are_backs() -> None:
    played = table(FROZEN + 'hands.2 = "Q♦ Q♣ 4♠ 4♣ 4♦ 4♥ 5♥ 8♠ 9♥ 9♦ 9♠"\n')
    assert played._shown["others"][0]["count"] == 11
    shown = json.dumps(played._shown, ensure_ascii=False)
    assert "Q♣" not in shown
    assert "queen of clubs" not in shown


@every_language
def test_the_table_as_text(language: str) -> None:
    text = table(language=language).text()
    assert text == board_text(table().view, language)
    for wanted in ("5♣ (2♦", "1620", "K♣ K♥ K♠", "3♥ 3♦", "★ 2♦ A♠"):
        assert wanted in text


def test_the_table_speaks_its_own_words() -> None:
    played = table('rulebook = "family"\n' + FIRST, language="es")
    assert {one["verb"]: one["text"] for one in played._shown["actions"]}[
        "take"
    ] == "Llevarse la basura"
