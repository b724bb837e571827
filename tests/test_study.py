"""The study runs, gives the same figures for the same numbers of learners, and writes its page."""

from __future__ import annotations

import pytest

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises import load
from canasta_tutor.exercises.generators import GENERATORS, generated
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.skills import skills
from tools.study import diagnosis, exposure, guessing, levels, messages, order, soundness
from tools.study.foreseen import Foreseen
from tools.study.learners import NOVICE, OTHERWISE, SLOW, Knower
from tools.study.measure import QUICK, Figure, Measure, Size
from tools.study.report import report

TINY = Size(learners=2, sessions=2, answers=1, seeds=1, each=60, workers=1)


def test_a_figure_knows_what_it_keeps() -> None:
    more = Figure("share", 0.8, 0.65, 0.77, 0.85)
    assert (more.standing, more.written(more.value)) == ("target", "80 %")
    less = Figure("error", 0.05, 0.08, 0.04, 0.02, "")
    assert (less.standing, less.written(less.value)) == ("floor", "0.05")
    assert Figure("none", 1, 0, 0, 0, "").standing == "short"


def test_a_learner_is_made_of_its_seed() -> None:
    assert Knower(NOVICE, 3).known == Knower(NOVICE, 3).known
    assert Knower(NOVICE, 3).learns != Knower(NOVICE, 4).learns
    assert Knower(NOVICE, 3).known <= set(skills())


def test_the_same_learner_takes_the_same_way() -> None:
    one, other = (order.adaptive(NOVICE, 1, "classic", False) for _ in range(2))
    assert one == other
    assert one.known > 0.8
    assert order.skill_twice(one) == 0


def test_over_nights_something_is_forgotten_and_asked_again() -> None:
    way = order.adaptive(OTHERWISE, 1, "classic", True, 200)
    assert "due" in way.whys
    assert sum(count for count, _, _ in way.bins) == len(way.asked)


def test_nobody_foresees_answers_better_than_who_knows_the_learners_figures() -> None:
    ways = [order.adaptive(OTHERWISE, seed, "classic") for seed in range(6)]
    assert 0 < order.foreseen(ways) < order.calibrated(ways)[0]


def test_who_foresees_answers_learns_from_them() -> None:
    insider = Foreseen(OTHERWISE, 1).insider
    item = order.bank("classic").fixed[0]
    first = insider.expected(item)
    for _ in range(3):
        insider.after(item, True)
    surely = insider.expected(item)
    assert first < surely <= 1 - insider.learner.slips
    insider.after(item, False)
    assert insider.expected(item) < surely


def test_a_skill_twice_running_counts_only_within_a_sitting() -> None:
    asked = ["turn", "turn", "pile.take", "turn", "turn"]
    assert order.skill_twice(order.Course(asked=asked)) == 2
    assert order.skill_twice(order.Course(asked=asked, begins=[4])) == 1


def test_the_most_on_one_skill_is_counted_sitting_by_sitting() -> None:
    course = order.Course(asked=["turn", "game", "turn", "turn", "game"], begins=[0, 3])
    assert order.most_in_a_sitting(course) == 2
    assert order.most_in_a_sitting(order.adaptive(OTHERWISE, 2, "classic", True, 60)) <= 6


def test_cards_that_are_worked_out_count_like_an_exercise() -> None:
    slow = order.adaptive(SLOW, 1, "classic", True, 400)
    assert slow.stuck > 0
    assert slow.examples >= slow.stuck
    assert slow.exercises == len(slow.asked) + slow.examples


def test_a_partner_that_came_within_six_is_counted() -> None:
    course = order.Course(
        asked=["pile.take", *["turn"] * 6, "pile.frozen", "pile.blocked"],
        needed=[("pile.take",), *[("turn",)] * 6, ("pile.frozen",), ("pile.blocked",)],
    )
    assert not order.partner_near(course, 0)
    assert order.partner_near(course, 7)


@pytest.mark.parametrize("part", [order, exposure, guessing, messages, diagnosis, soundness])
def test_each_part_gives_measures_that_can_be_read(part: object) -> None:
    found: list[Measure] = part.measures(TINY)  # type: ignore[attr-defined]
    page = report(found)
    for measure in found:
        assert f"## {measure.id} {measure.name}" in page
        assert measure.figures
        assert all(figure.value == figure.value for figure in measure.figures)


def test_the_quick_numbers_are_small() -> None:
    assert QUICK.learners < 10


def test_ranks_rise_and_fall_together_and_equal_ones_share_their_place() -> None:
    assert levels.rank_correlation([2, 3, 4], [0.1, 0.2, 0.3]) == 1
    assert levels.rank_correlation([2, 3, 4], [0.3, 0.2, 0.1]) == -1
    assert levels.rank_correlation([2, 3, 4], [0.2, 0.4, 0.3]) == 0.5
    assert levels.rank_correlation([2, 3, 4], [0.2, 0.2, 0.2]) == 0


def test_who_believes_nothing_that_shows_only_slips() -> None:
    question = load("deck/whole-deck").at("classic")
    believed = [one for one in library().values() if one.rule.startswith("going_out.")]
    assert levels.missed(question, believed) == pytest.approx(levels.SLIP)


@pytest.mark.parametrize("name", ["minimum", "going_out", "says_game"])
def test_a_higher_level_is_missed_more_often(name: str) -> None:
    classic = Rulebook.load("classic")
    shares = []
    for level in GENERATORS[name].levels_at(classic):
        asked = [generated(name, classic, level, seed) for seed in range(1, 5)]
        beliefs = [one for one in GENERATORS[name].beliefs_at(classic) if one.fits(classic)]
        shares.append(sum(levels.missed(one, beliefs) for one in asked))
    assert shares == sorted(shares)
