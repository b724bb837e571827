"""Nobody gets far by guessing: no place, no yes, no no is right more often than another."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import prod

from canasta_tutor.exercises import Question, ids, load
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.generators import GENERATORS, generate
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.ruling import Ruling
from canasta_tutor.rulebook import Rulebook

COURSE: tuple[Question, ...] = tuple(
    load(id).at(table) for id in ids() for table in load(id).rulebooks
)


def test_the_right_option_stands_at_each_place_equally_often() -> None:
    places: dict[int, Counter[int]] = defaultdict(Counter)
    for question in COURSE:
        if isinstance(question, Choice) and not question.all and len(question.correct_ids) == 1:
            places[len(question.ids)][question.ids.index(question.correct_ids[0])] += 1
    for count, found in places.items():
        even = found.total() / count
        assert max(found.values()) <= even + 1, (count, found)


def test_the_broken_rule_stands_at_each_place_equally_often() -> None:
    found: Counter[int] = Counter()
    for question in COURSE:
        if isinstance(question, Ruling):
            found.update(question.offered.index(rule) for rule in question.true_rules)
    assert max(found.values()) <= found.total() / 3 * 1.2, found


def test_moves_are_legal_as_often_as_not() -> None:
    legal = [question.right() == ["yes"] for question in COURSE if isinstance(question, Ruling)]
    assert 0.45 <= sum(legal) / len(legal) <= 0.55


def test_no_answer_of_a_drawn_panel_is_right_much_more_often_than_its_share() -> None:
    for name in ("frozen", "going_out", "setup", "upcard", "red_dealt"):
        found: Counter[str] = Counter()
        for table in Rulebook.names():
            rulebook = Rulebook.load(table)
            for level in {2, 3, 4} & {*GENERATORS[name].levels_at(rulebook)}:
                for seed in range(1, 9):
                    question = generate(name, rulebook, level, seed).at()
                    assert isinstance(question, Panel)
                    found.update(
                        question.truth[id] for id, case in question.cases.items() if case.states
                    )
        even = found.total() / len(found)
        most = 1.25 if name in ("frozen", "going_out") else 1.5
        assert max(found.values()) <= even * most, (name, found)


def test_no_answer_is_right_in_more_of_a_drawn_panels_cases_than_its_share_rounded_up() -> None:
    for name in ("frozen", "going_out", "differs"):
        for level in GENERATORS[name].levels:
            question = generate(name, Rulebook.load("classic"), level, 5).at()
            assert isinstance(question, Panel)
            found = Counter(question.truth.values())
            states = max(len(case.states or ()) for case in question.cases.values())
            assert max(found.values()) <= max(2, -(-len(question.cases) // states)), found


def test_sentences_are_seldom_guessed_at_every_table_and_level() -> None:
    """Which of four or more sentences hold is guessed once in sixteen times, or more seldom."""
    rows = 0
    for name in (one for one in GENERATORS if one.startswith("says_")):
        for table in Rulebook.names():
            rulebook = Rulebook.load(table)
            for level in GENERATORS[name].levels_at(rulebook):
                asked = [generate(name, rulebook, level, seed).at() for seed in range(1, 5)]
                rows += 1
                few = sum(prod(one.choices(part) for part in one.parts("")) <= 8 for one in asked)
                assert few <= 1, (name, table, level)
    assert rows > 400
