"""The ladder of hints: rule, what matters, a step; for every exercise, and never the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from canasta_tutor.exercises import load
from canasta_tutor.exercises.answers import minus
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.collection import ids
from canasta_tutor.exercises.counting import Number
from canasta_tutor.exercises.generators import GENERATORS, generate
from canasta_tutor.exercises.ladder import BUILT, Rung, rung, rungs
from canasta_tutor.exercises.laying import Laying
from canasta_tutor.exercises.leaking import gives_away
from canasta_tutor.exercises.mattering import focus
from canasta_tutor.exercises.picking import Picking
from canasta_tutor.exercises.prose import CARDS, plain
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.solved import line_by_line
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.widgets.exercise import ExerciseCard

TABLES = Rulebook.names()


def built(question: Question, language: str) -> list[Rung]:
    """The steps that the engine makes."""
    first = len(question.hints(language)) + 1
    return [rung(question, number, language) for number in range(first, first + BUILT)]


def told(step: Rung) -> str:
    return "\n\n".join(step.say)


def bare(text: str) -> str:
    """The words and numbers of a step, without cards and without the places of rules."""
    return re.sub(r"\[[^\[\]]*\]", " ", CARDS.sub(" ", text))


def check(question: Question) -> None:
    """The three steps are there in both languages, and none of them holds the answer."""
    for language in LANGUAGES:
        steps = built(question, language)
        assert len(steps) == BUILT
        assert rungs(question, language) == len(question.hints(language)) + BUILT
        names = [question.phrase(f"ladder.names.{one}", language) for one in ("rule", "cards")]
        assert [step.name for step in steps[:2]] == names
        for step in steps:
            text = told(step)
            assert plain(text).strip(), step
            assert "{" not in text, text
            assert "['" not in text, text
            assert not gives_away(question, text), text
            for answer in question.right()[:20]:
                if re.fullmatch(r"-?\d+", answer):
                    numbers = re.findall(r"[-−]?\d+", bare(text))
                    assert answer not in [one.replace("−", "-") for one in numbers], text
                if isinstance(question, Laying | Picking):
                    cards = answer.removeprefix("lay ").removeprefix("take ")
                    assert f"[[{cards}]]" not in text, text


def questions(area: str) -> Iterator[Question]:
    for id in ids():
        if id.startswith(f"{area}/"):
            exercise = load(id)
            for book in exercise.rulebooks:
                yield exercise.at(book)


@pytest.mark.parametrize("area", sorted({id.partition("/")[0] for id in ids()}))
def test_every_exercise_has_its_ladder_and_no_step_gives_it_away(area: str) -> None:
    asked = list(questions(area))
    assert asked
    for question in asked:
        check(question)


@pytest.mark.parametrize(("name", "table"), list(product(GENERATORS, TABLES)))
def test_every_generated_exercise_has_its_ladder(name: str, table: str) -> None:
    book = Rulebook.load(table)
    for level in {*GENERATORS[name].levels_at(book)[:1], *GENERATORS[name].levels_at(book)[-1:]}:
        check(generate(name, book, level, 3).at())


def test_a_step_with_other_cards_has_other_cards() -> None:
    found = 0
    for question in questions("pile"):
        step = built(question, "en")[-1]
        if step.name != question.phrase("ladder.names.step", "en"):
            continue
        deal = question.deal
        if deal is not None and deal.pile:
            found += 1
            assert " ".join(card.text for card in deal.pile) not in told(step)
    assert found > 10


def test_most_exercises_are_shown_a_step_with_other_cards() -> None:
    names = [built(question, "en")[-1].name for question in questions("initial")]
    assert names.count("a step with other cards") == len(names)


def test_what_matters_is_found_by_taking_it_away() -> None:
    frozen = focus(load("pile/frozen-one-match").at("classic"))
    assert [str(part) for part in frozen.parts] == ["top K♥", "pile 2♦", "hand K♦"]
    hands = focus(load("score/last-line").at("classic"))
    assert hands.rule == "score.hand"
    assert {part.place for part in hands.parts} == {"hand"}


def test_a_ruling_hears_all_rules_that_it_may_choose_from() -> None:
    question = load("pile/frozen-one-match").at("classic")
    rule = told(built(question, "en")[0])
    for option in question.controls("en")["options"]:
        assert option["label"] in rule


def test_the_author_s_hints_come_first() -> None:
    question = load("pile/six-card-pile").at("classic")
    authored = question.hints("es")
    assert authored
    steps = [rung(question, number, "es") for number in range(1, len(authored) + 1)]
    assert [step.say for step in steps] == [(hint,) for hint in authored]
    assert not any(step.name for step in steps)


def test_the_picture_shows_what_matters_and_all_else_steps_back() -> None:
    card = ExerciseCard("pile/frozen-one-match")
    assert card.question is not None
    for _ in range(rungs(card.question, "en")):
        assert card._progress["lit"] in ("", card._progress["lit"])
        card.hint()
    lit, plain_one = card._progress["lit"], card._shown["position"]
    assert lit
    assert lit != plain_one
    alts = re.compile(r'alt="([^"]*)"')
    assert alts.findall(lit) == alts.findall(plain_one)
    assert card._progress["may_show"]
    names = [one["name"] for one in card._progress["hints"]]
    assert names[-3].endswith("the rule")
    assert names[-1].endswith("a step with other cards")


def test_the_solution_of_a_sum_is_worked_line_by_line() -> None:
    prices = ExerciseCard("deck/six-prices")
    prices.show_solution()
    assert "= 110" in prices._progress["solution"]
    found = 0
    for id in ids():
        question = load(id).at()
        lines = plain("\n\n".join(line_by_line(question, "en")))
        found += bool(lines)
        if lines and isinstance(question, Number):
            assert minus(question.number) in lines
    assert found > 100


def test_whoever_looks_up_the_solution_sees_why_the_others_are_wrong() -> None:
    """A generated choice: what is refused is refused by name, what is right is added up."""
    question = generate("minimum", Rulebook.load("classic"), 2, 1).at()
    assert isinstance(question, Choice)
    lines = line_by_line(question, "en")
    assert len(lines) == len(question.ids)
    for id, told in zip(question.ids, lines, strict=True):
        assert question.label(id, "en") in told
        refused = "Minimum of the initial meld" in told
        assert refused == (id not in question.correct_ids)
        assert refused or " needed." in told


def test_a_fault_in_a_sheet_is_reckoned_anew() -> None:
    question = generate("find_fault", Rulebook.load("classic"), 4, 1).at()
    assert isinstance(question, Choice)
    (told,) = line_by_line(question, "es")
    assert "**−70**" in told
    assert "Todas las líneas" not in told
