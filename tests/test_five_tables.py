"""One position at five tables: what each answers, and what the learner had said."""

from __future__ import annotations

import pytest

from canasta_tutor import Rulebook, score
from canasta_tutor.lesson import Lesson, Position
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.widgets.five_tables import FiveTables

TABLES = Rulebook.names()


def kings(lesson: Lesson) -> Position:
    return lesson.position(
        hand="K♠ 2♥ 6♦ 7♣", pile="4♣ 8♦ K♣", melds_us=["9♠ 9♥ 9♦"], melds_2=["J♠ J♥ J♦"]
    )


def over(lesson: Lesson) -> Position:
    return lesson.position(
        phase="over",
        out=1,
        hand="",
        hands_3="2♦ 3♠",
        melds_us=["K♠ K♥ K♦ K♣ K♠ K♥ K♦ ★", "4♠ 4♥ 4♦"],
        red_threes_us="3♥ 3♦",
        melds_2=["J♠ J♥ J♦"],
    )


def board(move: str = "take K♠ 2♥", language: str = "en") -> FiveTables:
    lesson = Lesson("11-five-tables", language)
    return lesson.five_tables(kings(lesson) if move else over(lesson), move)


def test_each_table_answers_once_it_is_asked() -> None:
    five = board()
    assert not any(column["open"] for column in five._shown["columns"])
    five._answer({"intent": "say", "table": "party", "said": "yes"})
    shown = {column["id"]: column for column in five._shown["columns"]}
    assert [name for name in TABLES if shown[name]["open"]] == ["party"]
    assert shown["party"]["right"]
    assert "As you said." in five._message["text"]
    five._answer({"intent": "say", "table": "classic", "said": "yes"})
    assert "You said otherwise." in five._message["text"]
    assert "[classic, " in five._message["text"]
    five._answer({"intent": "say", "table": "classic", "said": "no"})
    assert five.said["classic"] == "yes", "what is said is said"


def test_what_was_said_is_counted_when_all_have_answered() -> None:
    five = board()
    for table in TABLES:
        five.say_of(table, "no")
    assert five._message["text"].endswith("3 of 5 as you said.")
    five._answer({"intent": "again"})
    assert five.said == {}
    five._answer({"intent": "all"})
    assert all(column["open"] for column in five._shown["columns"])
    assert five._message["text"] == "All tables have answered."


def test_without_a_move_each_table_adds_up() -> None:
    lesson = Lesson("11-five-tables")
    five = board("")
    for name in TABLES:
        deal = over(lesson).at(Rulebook.load(name))
        total = score(deal)[deal.side].total
        assert five.columns[name]["answer"] == f"{total:+d}".replace("-", "−")
        assert len(five.columns[name]["lines"]) == len(score(deal)[deal.side].lines)
    assert len({column["answer"] for column in five.columns.values()}) == 4


def test_where_the_cards_cannot_lie_so_the_table_says_so() -> None:
    lesson = Lesson("11-five-tables", rulebook="party")
    wilds = lesson.position(hand="K K", pile="4♣ K♣", melds_them=["J♠ J♥ J♦"])
    five = lesson.five_tables(wilds, "take K K")
    assert five.columns["family"]["verdict"] == "none"
    five.say_of("family", "no")
    assert five.said == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_reads_well_before_it_runs(language: str) -> None:
    five = board(language=language)
    assert repr(five).startswith("FiveTables(take K♠ 2♥: classic no, party yes")
    still = five.still_html()
    assert "<svg" not in still
    assert all(escape_free(Rulebook.load(name).title[language]) in still for name in TABLES)
    assert len(repr(board("", language))) < 110


def escape_free(title: str) -> str:
    return title.replace("'", "&#x27;")
