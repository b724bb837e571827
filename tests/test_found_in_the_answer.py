"""What is said about a wrong answer says what was found in it, before the question that a belief makes one ask."""

from __future__ import annotations

from math import comb

import pytest

from canasta_tutor.exercises import Question, load
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.diagnosing import Diagnosis, answer_of, held
from canasta_tutor.exercises.generators import generated
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.tutor.notes import Notes
from canasta_tutor.tutor.speaking import advice, advised, brief
from tools.study.messages import faults

both = pytest.mark.parametrize("language", LANGUAGES)
LABELLED = ("take", "find_fault", "says_kinds", "says_minimum", "frozen")


def with_belief(question: Question, answer: str, shown: Diagnosis, language: str) -> Verdict:
    verdict = question.judge(answer, language)
    say = advice(question, shown, Notes(), language)
    return advised(question, verdict, shown, say, language)


@both
@pytest.mark.parametrize("name", LABELLED)
def test_a_belief_is_told_after_the_case_or_option_in_which_it_shows(
    name: str, language: str
) -> None:
    found = 0
    for seed in range(1, 4):
        question = generated(name, Rulebook.load("classic"), 3, seed)
        for belief in held(question)[:6]:
            answer = answer_of(question, (belief,))
            assert answer is not None
            wrong = sum(not stands for stands in question.parts(answer).values())
            shown = Diagnosis(
                {(belief.id,): 1.0},
                {belief.id: belief},
                wrong=wrong,
                whole=frozenset((belief.id,)),
                answer=answer,
            )
            said = with_belief(question, answer, shown, language)
            verdict = question.judge(answer, language)
            if not verdict.found or said == verdict:
                continue  # nothing but what is missing: that would be the answer
            found += 1
            assert verdict.found in " ".join(said.say)
            assert brief(said.say)
    assert found


def test_the_case_is_marked_to_which_the_belief_leads_and_not_the_first_that_is_wrong() -> None:
    question = generated("frozen", Rulebook.load("classic"), 3, 1)
    assert isinstance(question, Panel)
    first, *others = question.ids
    wrong = next(
        state for state in question.cases[first].states or {} if state != question.truth[first]
    )
    for belief in held(question):
        answer = answer_of(question, (belief,))
        assert answer is not None
        there = next(
            (id for id in others if question.given_to(id, answer) != question.truth[id]), ""
        )
        if not there or question.given_to(first, answer) != question.truth[first]:
            continue
        given = answer.replace(f"{first} {question.truth[first]}", f"{first} {wrong}")
        leads = {belief.id: frozenset((there,))}
        shown = Diagnosis(
            {(belief.id,): 1.0}, {belief.id: belief}, wrong=2, answer=given, leads=leads
        )
        assert question.judge(given, "en").parts == {first: "wrong"}
        said = with_belief(question, given, shown, "en")
        assert said.parts == {there: "wrong"}
        assert question.label(there, "en").rstrip(".") in " ".join(said.say)
        return
    pytest.fail("no belief leaves the first case as it is")


def test_an_option_that_is_missing_is_never_named() -> None:
    looked = 0
    for name in ("says_kinds", "says_minimum"):
        question = generated(name, Rulebook.load("classic"), 3, 1)
        assert isinstance(question, Choice)
        for id in question.correct_ids:
            looked += 1
            assert question.look_at(id, "", "en") == ""
    assert looked


@both
def test_a_card_that_is_thrown_hears_how_often_it_gives_the_pile_away(language: str) -> None:
    question = generated("best_discard", Rulebook.load("classic"), 4, 1)
    assert question.wrong()
    for card in question.wrong():
        verdict = question.judge(card, language)
        for asked in (f"unseen {card}", f"danger {card}"):
            assert str(question.asker.number(asked)) in verdict.found
        assert verdict.say[0].startswith(verdict.found)


def test_how_often_a_pair_takes_a_frozen_pile_is_as_reckoned_by_hand() -> None:
    """Six fives are unseen, and of 89 cards the next player holds seven: two fives among them take it."""
    position = {"hand": "K♦ K♣ ★ 7♦ 5♠", "pile": "5♣ 2♦ K♥", "hands": {"2": 7}, "phase": "play"}
    asker = Asker({"position": {**position, "melds": {"us": ["Q×7"]}}}, Rulebook.load("classic"))
    assert asker.number("unseen 5") == 6
    cards = 108 - 5 - 3 - 7 - 4  # no hand keeps a red three
    few = comb(cards - 6, 7) + 6 * comb(cards - 6, 6)
    assert asker.number("danger 5") == round(100 * (1 - few / comb(cards, 7)))


def test_the_cards_chosen_hear_what_they_come_to() -> None:
    question = load("deck/exactly-a-hundred").at()
    assert (
        question.judge("7♦ 5♠ 4♥", "en").found
        == "[[7♦ 5♠ 4♥]] It comes to 15; asked for is exactly 100."
    )


@both
def test_nothing_that_is_said_of_a_judged_move_leaves_open_whether_it_is_legal(
    language: str,
) -> None:
    question = load("meld/three-hearts").at("party")
    for answer in question.wrong():
        assert not faults(question, answer, language)
