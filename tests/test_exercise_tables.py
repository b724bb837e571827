"""Exercises whose answer depends on the table or on the dealing: where else it is played so, options dealt anew."""

from __future__ import annotations

import pytest

from canasta_tutor.exercises import load, load_all, parse_exercise
from canasta_tutor.exercises.check import check
from canasta_tutor.exercises.elsewhere import also_played
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.widgets.asked import Asked
from canasta_tutor.widgets.exercise import ExerciseCard
from canasta_tutor.widgets.position import position_html

PROSE = """
::: {language}
# {title}
## {options}
{said}
## {hint}
{text}
## {why}
{text}
:::
"""
WORDS = {
    "en": {"options": "Options", "hint": "Hint", "why": "Why", "text": "Look at the cards."},
    "es": {"options": "Opciones", "hint": "Pista", "why": "Por qué", "text": "Mira las cartas."},
}


def exercise(toml: str, **said: str) -> Exercise:
    """An exercise of these facts; the prose says little, and the same in both languages."""
    options = "\n".join(f"### ({id}) {label}\nLook again." for id, label in said.items())
    halves = [
        PROSE.format(language=language, title="Which?", said=options, **words)
        for language, words in WORDS.items()
    ]
    return parse_exercise(f"```toml\n{toml}\n```\n{''.join(halves)}", "own.md", "own")


# --- where else it is played so ---------------------------------------------------------------------


def test_a_wrong_answer_that_another_table_s_own_rules_make_right_hears_so() -> None:
    question = load("tables/to-the-brim").at("classic")
    assert question.silent == ("meld.wilds_per_natural",)
    assert also_played(question, "yes", "en") == "That is also played: at the club table."
    assert also_played(question, "yes", "es") == "También se juega así: en la mesa de peña."


def test_all_such_tables_are_named() -> None:
    question = load("meld/club-eights").at("club")
    said = also_played(question, "no meld.max_wilds", "en")
    assert said == "That is also played: at the classic, two-to-six and online tables."


def test_nothing_is_said_of_right_answers_and_of_rules_that_are_written_here() -> None:
    question = load("tables/to-the-brim").at("classic")
    assert also_played(question, question.right()[0], "en") == ""
    assert also_played(question, "", "en") == ""
    settled = load("pile/frozen-one-match").at("classic")
    assert settled.silent == ()
    assert [also_played(settled, answer, "en") for answer in settled.wrong()] == [""] * len(
        settled.wrong()
    )


def test_every_silent_question_is_asked_elsewhere_without_a_fault() -> None:
    heard = 0
    for one in load_all().values():
        for rulebook in one.rulebooks:
            question = one.at(rulebook)
            for answer in question.wrong()[:12] if question.silent else ():
                heard += bool(also_played(question, answer, "es"))
    assert heard >= 10


def test_the_sentence_stands_after_the_reason_and_the_answer_stays_wrong() -> None:
    card = ExerciseCard("tables/to-the-brim", "en", "classic")
    verdict = card.check("yes")
    assert verdict.counts == "wrong"
    assert card.question is not None
    html = Asked(card.question, "en", False).feedback(verdict, "yes")["html"]
    assert html.rstrip().endswith("<p>That is also played: at the club table.</p>")
    assert "also played" not in str(card.question.judge("yes", "en").say)


# --- options that are dealt anew --------------------------------------------------------------------

DEALT = """
kind = "choice"
teaches = ["threes.red_in_hand"]
level = 1
[setup]
hand = "3♥ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣"
stock = "4♥ 9♦"
[options.nine]
is = "value hand = 130"
[options.joker]
is = "value hand = 130"
stock = "4♥ ★"
"""
"""The red three is laid down, and the card that takes its place is worth 10 points or 50."""


@pytest.fixture
def dealt() -> Exercise:
    return exercise(DEALT, nine="A nine takes its place", joker="A joker takes its place")


def test_an_option_may_be_dealt_anew(dealt: Exercise) -> None:
    assert check(dealt) == []
    assert dealt.at().right() == ["joker"]


def test_what_differs_from_option_to_option_is_not_drawn_above(dealt: Exercise) -> None:
    question = dealt.at()
    assert question.varies == ("stock",)
    assert position_html(question, "en") == ""


# --- cards that cannot be played so -----------------------------------------------------------------

JOINS = """
kind = "cards"
teaches = ["meld.one_rank"]
level = 1
[position]
hand = "Q♠ Q♥ Q♦ 2♦ K♦ 8♣"
phase = "play"
pile = "5♣"
melds.us = ["J J J"]
[answer]
each = "after lay Q♠ Q♥ {card}: cards hand = 3"
"""


def test_a_card_that_cannot_be_played_so_is_wrong_and_hears_the_rule() -> None:
    one = exercise(JOINS, **{"Q♠": "", "Q♥": ""})
    assert check(one) == []
    question = one.at()
    assert question.right() == ["2♦ Q♦"]
    verdict = question.judge("2♦ Q♦ K♦", "en")
    assert verdict.counts == "partial"
    assert "**One rank in a meld.**" in verdict.say[-1]
