"""Exercises from a seed: what holds of every generator at every table and level."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import islice, permutations, product
from random import Random

import pytest

from canasta_tutor.beliefs.transfer import transfers
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.exercises.generators import GENERATORS, generate
from canasta_tutor.exercises.generators.parting import parted
from canasta_tutor.exercises.generators.subjects import SUBJECTS
from canasta_tutor.exercises.prose import plain
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.solved import line_by_line
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.rules import RULES, Bands

TABLES = ("classic", "party", "online", "family", "club")
SEEDS = range(1, 3)
PLACES = [
    pytest.param(name, table, level, id=f"{name}-{table}-{level}")
    for name, generator in GENERATORS.items()
    for table in TABLES
    for level in generator.levels_at(Rulebook.load(table))
]


@cache
def exercises(name: str, table: str, level: int) -> list[Exercise]:
    """What a generator makes of the first seeds."""
    return [generate(name, Rulebook.load(table), level, seed) for seed in SEEDS]


def wrong_answers(question: Question, count: int = 20) -> list[str]:
    """Wrong answers: what the question lists, what is near, and other ticks or numbers."""
    right, rng = set(question.right()), Random(46)
    found = dict.fromkeys(question.wrong())
    controls = question.controls("en")
    ids = [option["id"] for option in controls.get("options", ())]
    if controls["type"] == "choice" and controls.get("many"):
        ticked = product((True, False), repeat=len(ids))
        picks = [
            " ".join(id for id, on in zip(ids, some, strict=True) if on)
            for some in islice(ticked, 128)
        ]
        found |= dict.fromkeys(rng.sample(picks, len(picks)))
    elif controls["type"] == "number":
        found |= dict.fromkeys(str(number) for number in range(-995, 2000, 145))
    return [answer for answer in found if answer and answer not in right][:count]


@pytest.mark.parametrize(("name", "table", "level"), PLACES)
def test_a_seed_gives_one_exercise_with_the_same_facts_in_both_languages(
    name: str, table: str, level: int
) -> None:
    for seed, exercise in zip(SEEDS, exercises(name, table, level), strict=True):
        again = generate(name, Rulebook.load(table), level, seed)
        assert again.source.data == exercise.source.data
        assert again.source.halves == exercise.source.halves
        first, second = (dict(exercise.half(language).sections()) for language in LANGUAGES)
        assert list(first) == list(second)
        for section, prose in first.items():
            other = second[section]
            assert (prose.cards, prose.facts, prose.numbers) == (
                other.cards,
                other.facts,
                other.numbers,
            ), section


@pytest.mark.parametrize(("name", "table", "level"), PLACES)
def test_right_answers_are_right_and_wrong_ones_wrong(name: str, table: str, level: int) -> None:
    for exercise in exercises(name, table, level):
        question = exercise.at()
        assert not {"correct", "is", "total"} & set(exercise.answer)
        assert question.right()
        for answer in question.right():
            assert question.judge(answer, "en").right, answer
        for answer in wrong_answers(question):
            assert not question.judge(answer, "es").right, answer


@pytest.mark.parametrize(("name", "table", "level"), PLACES)
def test_enough_beliefs_give_answers_of_their_own(name: str, table: str, level: int) -> None:
    generator = GENERATORS[name]
    for exercise in exercises(name, table, level):
        question = exercise.at()
        assert parted(question, generator) >= generator.apart(level, question.table)


@pytest.mark.parametrize(("name", "table", "level"), PLACES)
def test_it_is_short_whole_and_its_hints_keep_the_answer(name: str, table: str, level: int) -> None:
    for exercise in exercises(name, table, level):
        question = exercise.at()
        question.verify()
        blocks = [
            exercise.source.data,
            *(o for o in exercise.options.values() if isinstance(o, dict)),
        ]
        hands = [block.get("hand", "") for block in blocks] + [
            block.get("position", {}).get("hand", "") for block in blocks
        ]
        assert all(len(hand.split()) <= 15 for hand in hands)
        for language in LANGUAGES:
            stem = f"{question.title(language)} {question.text(language)}"
            assert all((question.title(language), question.text(language), question.why(language)))
            assert len(plain(re.sub(r"\[\[.*?\]\]", "", stem)).split()) <= 60
            worked = [*question.solution(language), *line_by_line(question, language)]
            assert worked
            assert not any(re.search(r"[{}]", one) for one in worked)
            hints = question.hints(language)
            assert 2 <= len(hints) <= 3
            for hint in hints:
                assert not re.search(r"\d|\[\[", hint), hint


@pytest.mark.parametrize("name", GENERATORS)
def test_the_answer_is_not_always_the_first_or_nothing(name: str) -> None:
    answers: Counter[str] = Counter()
    for table in TABLES:
        for level in GENERATORS[name].levels_at(Rulebook.load(table)):
            for exercise in exercises(name, table, level):
                answers[exercise.at().right()[0]] += 1
    assert answers["a"] + answers["0"] <= sum(answers.values()) * 0.25


def test_every_rule_in_which_tables_differ_is_put_into_a_sentence() -> None:
    asked = {rule for rules, _ in SUBJECTS.values() for rule in rules}
    books = [Rulebook.load(name) for name in TABLES]
    for home, here in permutations(books, 2):
        for one in transfers(home, here):
            assert one.rule in asked or isinstance(RULES[one.rule].kind, Bands), one.rule


def test_at_the_fifth_level_something_is_asked_that_the_table_leaves_open() -> None:
    for name, table in product([f"says_{subject}" for subject in SUBJECTS], TABLES):
        rulebook = Rulebook.load(table)
        for level in {4, 5} & {*GENERATORS[name].levels_at(rulebook)}:
            question = generate(name, rulebook, level, 1).at()
            assert bool(question.silent) == (level == 5), (name, table, level)
