"""Nobody gets far by guessing: no place, no yes, no no is right more often than another."""

from __future__ import annotations

from collections import Counter, defaultdict

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
        assert max(found.values()) <= even * 1.5, (name, found)
