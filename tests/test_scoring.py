"""Score sheets: what they say, and that they add up. tests/scores/ judges single sheets."""

from __future__ import annotations

import tomllib

import pytest

from canasta_tutor import Deal, score
from canasta_tutor.cards import write_cards
from canasta_tutor.notation import read_position


def ended(text: str) -> Deal:
    return read_position(tomllib.loads(text))


EVENING = """
[position]
phase = "over"
out = 1
hands.2 = "★ K♣ 3♣"
hands.3 = "A♦ 5♦"
melds.us = ["K♠ K♥ K♦ K♣ K♠ K♥ K♦", "8♠ 8♥ 8♦ 2♦"]
melds.them = ["Q♠ Q♥ Q♦"]
red_threes.us = "3♥"
"""


def test_a_sheet_is_read_from_top_to_bottom() -> None:
    ours, theirs = score(ended(EVENING))
    assert str(ours).splitlines() == [
        "canasta.natural                500  K♠ K♥ K♦ K♣ K♠ K♥ K♦",
        "score.melded                    70  K♠ K♥ K♦ K♣ K♠ K♥ K♦",
        "score.melded                    50  8♠ 8♥ 8♦ 2♦",
        "threes.red_value               100  3♥",
        "going_out.bonus                100",
        "score.hand                     -25  A♦ 5♦",
        "total                          795",
    ]
    assert str(theirs).splitlines() == [
        "score.melded                    30  Q♠ Q♥ Q♦",
        "score.hand                     -60  ★ K♣",
        "threes.black_left               -5  3♣",
        "total                          -35",
    ]
    assert score(ended(EVENING)).totals == (795, -35)


def test_the_sheets_of_all_sides_stand_under_each_other() -> None:
    text = str(score(ended(EVENING)))
    assert text.startswith("side 0\ncanasta.natural")
    assert "\n\nside 1\nscore.melded" in text


def test_a_line_names_its_rule_its_cards_and_whose_they_are() -> None:
    ours, theirs = score(ended(EVENING))
    assert write_cards(ours.lines[2].cards) == "8♠ 8♥ 8♦ 2♦"
    assert ours.lines[4].facts == {"seat": 0}
    assert [line.facts["seat"] for line in (ours.lines[5], theirs.lines[1])] == [2, 1]


@pytest.mark.parametrize(
    ("reds", "lines"),
    [
        ("3♥ 3♦ 3♥", ["threes.red_value +300"]),
        ("3♥ 3♦ 3♥ 3♦", ["threes.red_four +800"]),
        ("3♥ 3♦ 3♥ 3♦ 3♥", ["threes.red_four +800", "threes.red_value +100"]),
        ("3♥ 3♦ 3♥ 3♦ 3♥ 3♦", ["threes.red_four +800", "threes.red_value +200"]),
    ],
)
def test_six_players_may_lay_more_than_four_red_threes(reds: str, lines: list[str]) -> None:
    """Three decks hold six of them."""
    deal = ended(
        f"""
        rulebook = "party"
        players = 6
        [position]
        phase = "over"
        melds.us = ["K♠ K♥ K♦"]
        red_threes.us = "{reds}"
        """
    )
    sheet = score(deal)[0]
    assert list(map(str, sheet.lines))[1:] == lines
    assert [line.facts["count"] for line in sheet.lines[1:]] == [
        len(x.cards) for x in sheet.lines[1:]
    ]


def test_a_deal_that_goes_on_is_counted_as_if_it_ended_now() -> None:
    deal = ended(EVENING.replace('phase = "over"\nout = 1', 'phase = "play"\nhand = "4♠ 4♥"'))
    assert not deal.over
    assert [str(line) for line in score(deal)[0].lines][-2:] == ["score.hand -10", "score.hand -25"]


def test_a_side_without_anything_has_an_empty_sheet() -> None:
    sheet = score(ended('[position]\nphase = "over"'))[0]
    assert sheet.lines == ()
    assert str(sheet) == "total                            0"
