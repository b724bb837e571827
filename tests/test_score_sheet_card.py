"""The score sheet on the page says what the engine's sheet says, and adds it up."""

from __future__ import annotations

import pytest

from canasta_tutor.deal import Deal
from canasta_tutor.notation import read_position
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.scoring import score
from canasta_tutor.widgets import ScoreSheetCard

OVER = {
    "phase": "over",
    "out": 1,
    "scores": {"us": 1250, "them": 940},
    "melds": {"us": ["K×5 2 ★", "9 9 9"], "them": ["J×7"]},
    "red_threes": {"us": "3♥ 3♦"},
    "hands": {"2": "J 2 5", "partner": "A 3♠"},
}


def number(text: str) -> int:
    return int(text.replace("−", "-").split()[-1] or 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", Rulebook.names())
def test_its_sums_are_the_engine_s(name: str, language: str) -> None:
    rulebook = Rulebook.load(name)
    for players in rulebook.players:
        deal = Deal.start(rulebook, players, seed=46)
        for given in (deal, score(deal)):
            card = ScoreSheetCard(given, language)
            last = [number(cell["sum"]) for cell in card.rows()[-1]["cells"]]
            totals = [score(deal).totals[side] for side in card.order]
            assert last == totals
            assert [number(one) for one in card.sums()[0]["points"]] == totals


def test_each_line_names_its_source_and_its_cards() -> None:
    card = ScoreSheetCard(read_position({"position": OVER}))
    first = card.rows()[0]["cells"][0]["lines"][0]
    assert first["text"] == "Mixed canasta of kings"
    assert first["points"] == "+300"
    assert first["marker"].startswith("[classic, 000:")
    assert len(first["cards"]) == 7
    assert card._shown["sides"] == ["We", "They"]
    assert [row["name"] for row in card.sums()] == ["This deal", "Score before", "New score"]


def test_each_card_that_is_counted_comes_from_where_it_lies() -> None:
    card = ScoreSheetCard(read_position({"position": OVER}))
    lying = [one for group in card.lying for one in group.cards]
    held = [group.held for group in card.lying for _ in group.cards]
    for row in card.rows():
        for cell in row["cells"]:
            for line in cell["lines"]:
                assert [lying[place].text for place in line["from"]] == line["cards"]
                assert len(set(line["from"])) == len(line["from"])
                if row["name"] == "Cards in the hands":
                    assert all(held[place] for place in line["from"])
    assert "We: +300, king of" in card.rows()[0]["said"]


def test_it_fills_as_far_as_it_goes() -> None:
    card = ScoreSheetCard(read_position({"position": OVER}))
    for count, wanted in ((2, 2), (99, len(card.rows())), (-1, 0)):
        card._hear(card, {"intent": "filled", "count": count, "n": 1}, None)
        assert card.filled == wanted


def test_the_still_sheet_says_it_all() -> None:
    html = ScoreSheetCard(read_position({"position": OVER}), "es").still_html()
    for wanted in ("Canasta mixta de reyes", "+300", "K♠", "Marcador nuevo", "clásica"):
        assert wanted in html
