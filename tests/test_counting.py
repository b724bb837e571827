"""Cards that add up, bands of the minimum and red threes on the sheet: the facts behind the small counters."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_tutor.cards import Card, read_cards
from canasta_tutor.errors import NotationError
from canasta_tutor.going_out import minimum
from canasta_tutor.notation import read_position
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.scoring import score
from canasta_tutor.widgets.bands import Bands
from canasta_tutor.widgets.base import CardWidget
from canasta_tutor.widgets.choosing import TABLES
from canasta_tutor.widgets.prices import ENOUGH, Prices
from canasta_tutor.widgets.red_threes import LIES, REDS, RedThrees
from canasta_tutor.wording import points_text
from tests.test_widgets import Kept

CLASSIC = Rulebook.load("classic")
every_table = pytest.mark.parametrize("name", Rulebook.names())
every_language = pytest.mark.parametrize("language", LANGUAGES)


def send(widget: CardWidget, intent: str, **more: Any) -> None:
    """What the script sends when something is pressed."""
    widget._hear(widget, {"intent": intent, "n": widget._answered + 1, **more}, None)


# --- price tags -------------------------------------------------------------------------------------


def press(prices: Prices, way: tuple[int, ...]) -> None:
    """Press cards of these prices, and no others."""
    left = dict(enumerate(prices.cards))
    chosen = []
    for price in way:
        place = next(place for place, card in left.items() if prices.price(card) == price)
        chosen.append(place)
        del left[place]
    prices.selected = chosen
    send(prices, "selected")


def test_every_way_to_the_sum_is_right_once() -> None:
    prices = Prices(CLASSIC)
    ways = sorted(prices.ways())
    assert len(ways) > 1
    for found, way in enumerate(ways, 1):
        press(prices, way)
        assert prices._message["kind"] == "right"
        assert f"Ways found: {found} of {len(ways)}." in prices._message["text"]
    press(prices, ways[0])
    assert prices._message["text"].endswith("= 100. That way you have already.")
    assert prices.right == len(ways)


def test_walking_from_table_to_table_counts_nothing_twice() -> None:
    prices = Prices(CLASSIC)
    press(prices, (50, 20, 20, 10))
    for name in ("party", "classic", "club", "classic"):
        send(prices, "table", table=name)
    assert prices.right == 1
    send(prices, "selected")
    assert prices._message["text"].endswith("That way you have already.")


def test_a_sum_beside_the_mark_says_how_much_is_missing() -> None:
    prices = Prices(CLASSIC)
    prices.selected = [0]
    send(prices, "selected")
    assert (prices._shown["sum"], prices._shown["gap"]) == ("50 of 100", "50 to go")
    prices.selected = list(range(9))
    send(prices, "selected")
    assert prices._shown["gap"] == f"{prices.sum - 100} too many"
    assert prices.right == 0


def test_after_three_right_answers_the_tags_go_and_come_back_when_asked() -> None:
    prices = Prices(CLASSIC)
    while prices.right < ENOUGH:
        for way in sorted(prices.ways()):
            if prices.right < ENOUGH:
                press(prices, way)
        if prices.right < ENOUGH:
            send(prices, "next")
    assert prices._shown["tags"] == [""] * 9
    assert not any(char.isdigit() for char in prices._shown["cards"][0]["name"])
    send(prices, "tags", on=True)
    assert prices._shown["tags"] == [str(prices.price(card)) for card in prices.cards]


def test_only_the_tags_that_differ_turn_over() -> None:
    prices = Prices(CLASSIC)
    for name in Rulebook.names():
        send(prices, "table", table=name)
        turned = [
            card for card, one in zip(prices.cards, prices._shown["turned"], strict=True) if one
        ]
        assert {card.rank for card in turned} == ({"2"} if name == "party" else set())


@every_table
def test_rounds_come_from_the_seed_and_can_always_be_won(name: str) -> None:
    first, second, other = (Prices(Rulebook.load(name), seed=seed) for seed in (5, 5, 6))
    rows = []
    for _ in range(12):
        assert first.cards == second.cards
        for table in Rulebook.names():
            send(first, "table", table=table)
            assert len(first.ways()) > 1
        rows.append(first.cards)
        send(first, "next")
        send(second, "next")
    assert len(set(rows)) == 12
    assert other.cards != rows[0]


def test_the_sum_is_an_argument_and_an_impossible_one_is_said() -> None:
    assert Prices(CLASSIC, target=65)._shown["prompt"].endswith("exactly 65.")
    with pytest.raises(NotationError, match="found target 7; expected a sum that 9 cards make"):
        Prices(CLASSIC, target=7)


# --- bands of the minimum ---------------------------------------------------------------------------

HAND, PILE = "A♠ A♥ A♦ K♠ K♥ 8♠ 8♥ 8♦ ★ 6♣ 5♠", "A♣ 10♠ K♦"


def bands(name: str = "classic", language: str = "en", score: int = 0) -> Bands:
    return Bands(Rulebook.load(name), HAND, PILE, score, language)


def pay(bands: Bands, cards: str) -> list[tuple[str, bool]]:
    """Press these cards; the sum and the verdict of every band."""
    bands.selected = []
    send(bands, "text", text=cards)
    return [(band["sum"], band["reached"]) for band in bands._shown["bands"]]


@every_table
def test_the_bands_are_the_table_s_own(name: str) -> None:
    book = Rulebook.load(name)
    shown = bands(name)._shown["bands"]
    table = book.at(book.players[0])
    for points in range(-500, 4001, 5):
        at = [band for band in shown if band["start"] <= points][-1]
        assert int(at["price"]) == minimum(table, points)


def test_three_aces_pay_below_fifteen_hundred_and_not_from_there() -> None:
    verdicts = pay(bands(), "A A A")
    assert verdicts == [
        ("60 of 15", True),
        ("60 of 50", True),
        ("60 of 90", False),
        ("60 of 120", False),
    ]


def test_cards_that_are_no_meld_do_not_pay() -> None:
    widget = bands()
    assert pay(widget, "A A 8 8")[1] == ("60 of 50", False)
    assert "at least 3 cards" in widget._shown["note"]


def test_a_wild_joins_the_shortest_meld() -> None:
    widget = bands()
    pay(widget, "A A 8 8 8 ★")
    assert [meld["cards"] for meld in widget._shown["melds"]] == [
        ["A♠", "A♥", "★"],
        ["8♠", "8♥", "8♦"],
    ]
    assert pay(widget, "A A 8 8 8 ★")[-1] == ("120 of 120", True)


def test_the_top_card_of_the_pile_pays_and_needs_its_pair() -> None:
    widget = bands()
    assert pay(widget, "K♠ K♥ K♦ A A A")[2] == ("90 of 90", True)
    assert pay(widget, "K♠ K♦ A A A")[2] == ("80 of 90", False)
    assert widget._shown["note"]


@every_table
def test_buried_cards_never_pay_and_the_rule_is_named(name: str) -> None:
    widget = bands(name)
    pay(widget, "K♠ K♥ K♦")
    rule = widget.against_buried()
    assert rule is not None
    assert rule.rule == "initial.pile_cards"
    assert rule.facts["cards"] == read_cards("A♣ 10♠")
    send(widget, "buried", on=True)
    assert widget._shown["buried"]["name"] == "Pile cards toward the minimum."
    assert "30 + 30 from below = 60 of" in widget._shown["bands"][0]["with_buried"]
    assert widget.points == 30


def test_the_score_stays_on_the_slider() -> None:
    widget = bands(score=1500)
    assert widget.needed == 90
    for sent, kept in ((-9999, -500), (9999, 4000), (1495, 1495)):
        send(widget, "score", score=sent)
        assert widget.score == kept
    assert widget.needed == 50


# --- red threes on the sheet ------------------------------------------------------------------------


def sums(name: str, count: int) -> list[str]:
    """What so many red threes are for a side with nothing, with a meld, with a canasta."""
    cases = RedThrees(CLASSIC)._shown["cases"][name]
    return [cases[lies][count]["sum"] for lies in ("nothing", "meld", "canasta")]


def test_two_red_threes_and_a_meld_are_plus_at_three_tables_and_minus_at_two() -> None:
    meld = {name: sums(name, 2)[1] for name in Rulebook.names()}
    plus = [name for name, points in meld.items() if points == "+200"]
    assert plus == ["classic", "party", "online"]
    assert {meld[name] for name in ("family", "club")} == {"−200"}


@pytest.mark.parametrize(
    ("name", "four"),
    [
        ("classic", ["−800", "+800", "+800"]),
        ("family", ["−400", "−400", "+800"]),
        ("club", ["−800", "−800", "+400"]),
    ],
)
def test_all_four_are_dearer_or_not(name: str, four: list[str]) -> None:
    assert sums(name, 4) == four


@every_table
def test_every_case_is_what_the_engine_scores(name: str) -> None:
    shown = RedThrees(CLASSIC)._shown
    for lies, melds in LIES.items():
        for count in range(5):
            reds = " ".join(card.text for card in REDS[:count])
            fields = {"hand": "4♠", "phase": "over", "melds": {"us": list(melds)}}
            position = {"position": {**fields, "red_threes": {"us": reds}}}
            lines = score(read_position(position, Rulebook.load(name)))[0].lines
            wanted = [line for line in lines if line.rule.startswith("threes.red")]
            case = shown["cases"][name][lies][count]
            assert [line["rule"] for line in case["lines"]] == [line.rule for line in wanted]
            assert case["sum"] == points_text(sum(line.points for line in wanted))
            assert {line["rule"] for line in case["lines"]} <= set(shown["rules"][name])


def test_a_switch_turns_on_what_it_needs() -> None:
    following = RedThrees(CLASSIC)._shown["next"]
    assert following["nothing"]["canasta"] == "canasta", "a canasta is a meld, too"
    assert following["canasta"] == {"meld": "nothing", "canasta": "meld"}


def test_the_chosen_case_is_kept() -> None:
    reds = RedThrees(CLASSIC)
    send(reds, "case", at="club", count=4, lies="nothing")
    assert (reds.at, reds.count, reds.lies) == ("club", 4, "nothing")
    assert reds.points(reds.at) == -800
    send(reds, "case", at="clubb", count=4, lies="nothing")
    assert reds._message["kind"] == "fault"
    assert reds.at == "club"


# --- all of them ------------------------------------------------------------------------------------


def counters(name: str, language: str) -> list[CardWidget]:
    book = Rulebook.load(name)
    return [
        Prices(book, language=language),
        bands(name, language),
        RedThrees(book, language=language),
    ]


@every_language
@every_table
def test_text_and_picture_stand_without_a_browser(name: str, language: str) -> None:
    first, second = counters(name, language), counters(name, language)
    for counter, same in zip(first, second, strict=True):
        Kept().feed(counter.still_html())
        assert len(repr(counter)) < 110
        assert (repr(counter), counter.still_html()) == (repr(same), same.still_html())


# --- a table of the learner's own -------------------------------------------------------------------


def test_one_s_own_table_stands_beside_the_five() -> None:
    house = {"value.two": 50, "threes.red_condition": "canasta"}
    mine = CLASSIC.with_rules(house)
    prices = Prices(mine)
    row = prices._shown["tables"]
    assert row["on"] == mine.id
    assert [one["id"] for one in row["options"]] == [*TABLES, mine.id]
    assert prices.price(Card("2", "♠")) == 50
    prices._answer({"intent": "table", "table": "classic"})
    assert prices.price(Card("2", "♠")) == 20
    reds = RedThrees(mine)
    assert reds.points(mine.id) < 0 < reds.points("classic")
    assert [one["id"] for one in reds._shown["tables"]["options"]] == [*TABLES, mine.id]
    assert reds._shown["cases"][mine.id]["meld"][2]["sum"].startswith("−")
