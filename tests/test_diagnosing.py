"""Which belief is behind a wrong answer: named, suspected, a slip, or honestly unknown."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from random import Random

import pytest

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises import load
from canasta_tutor.exercises.diagnosing import answer_of, believed, diagnose, held
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.tutor import Tutor, likelier

SHEET = "score/out-and-beaten"


@cache
def question(exercise: str) -> Question:
    """The exercise at the first of its tables."""
    found = load(exercise)
    return found.at(found.rulebooks[0])


def changed(answer: str, place: int, by: int) -> str:
    """A sheet with another number in one place."""
    lines = answer.split("; ")
    lines[place] = re.sub(r"-?\d+", lambda found: str(int(found[0]) + by), lines[place])
    return "; ".join(lines)


def test_on_a_sheet_every_belief_s_own_answer_names_it_or_one_that_answers_alike() -> None:
    sheet = question(SHEET)
    beliefs = held(sheet)
    answers = {belief.id: answer_of(sheet, (belief,)) for belief in beliefs}
    assert len(beliefs) >= 15
    for belief in beliefs:
        answer = answers[belief.id]
        assert answer is not None
        alike = [id for id, other in answers.items() if other == answer]
        found = diagnose(sheet, answer)
        if len(alike) == 1:
            assert found.named == belief
        else:
            assert found.named is None
            assert belief in found.suspected


@pytest.mark.parametrize("exercise", ["probes/i1", "probes/f1", "probes/p2"])
def test_a_belief_s_own_answer_is_never_taken_for_that_of_another(exercise: str) -> None:
    asked = question(exercise)
    for belief in held(asked):
        answer = answer_of(asked, (belief,))
        assert answer is not None
        named = diagnose(asked, answer).named
        assert named is None or answer_of(asked, (named,)) == answer


def test_of_two_beliefs_neither_is_firm_by_what_it_takes_both_to_explain() -> None:
    sheet = question(SHEET)
    two = tuple(library()[id] for id in ("score.mixed_as_natural", "score.hand_ignored"))
    both, one = (answer_of(sheet, minds) or "" for minds in (two, two[:1]))
    tutor = Tutor(Rulebook.load("classic"), "en")
    kept = [tutor.judged(sheet, given, sheet.judge(given, "en")).answer for given in (both, one)]
    assert kept[0] is not None
    assert kept[1] is not None
    assert set(kept[0].together) == {belief.id for belief in two}
    assert not set(kept[0].clears) & {belief.id for belief in two}
    assert kept[1].together == ()


def test_two_beliefs_together_are_found_on_a_sheet() -> None:
    sheet = question(SHEET)
    beliefs = held(sheet)
    alone = {answer_of(sheet, (belief,)) for belief in beliefs}
    found, count = 0, 0
    for pair in combinations(beliefs[:12], 2):
        answer = answer_of(sheet, pair)
        if answer is None or answer in alone:
            continue
        count += 1
        best = diagnose(sheet, answer).best
        found += bool(best) and set(best) <= set(pair)
    assert count > 30
    assert found / count >= 0.85


@pytest.mark.parametrize("by", [5, -5, 10, -10])
@pytest.mark.parametrize("place", [0, 1, 2, 7])
def test_a_line_that_is_off_by_five_or_ten_is_a_slip(place: int, by: int) -> None:
    sheet = question(SHEET)
    found = diagnose(sheet, changed(sheet.right()[0], place, by))
    assert found.slip
    assert found.named is None
    assert found.suspected == ()


def test_numbers_at_random_are_mostly_unknown() -> None:
    sheet, rng = question(SHEET), Random(3)
    unknown, count = 0, 40
    for _ in range(count):
        answer = sheet.right()[0]
        for place in rng.sample(range(11), 3):
            answer = changed(answer, place, rng.choice((35, 65, -85, 145, 215)))
        found = diagnose(sheet, answer)
        assert found.named is None
        unknown += not found.suspected and not found.slip
    assert unknown / count >= 0.9


@pytest.mark.parametrize("exercise", ["pile/who-is-frozen", "probes/f1"])
def test_one_of_a_few_answers_may_be_a_guess_and_one_of_very_many_is_none(exercise: str) -> None:
    asked = question(exercise)
    belief = library()["pile.no_personal_freeze"]
    found = diagnose(asked, answer_of(asked, (belief,)) or "")
    many = len(asked.parts(asked.right()[0])) > 1
    assert belief in found.suspected
    assert (found.named == belief) is many


def test_a_belief_seen_before_is_likelier() -> None:
    asked = question("probes/i1")
    belief = held(asked)[0]
    answer = answer_of(asked, (belief,))
    assert answer is not None
    before = diagnose(asked, answer).weights[belief.id,]
    after = diagnose(asked, answer, prior={belief.id: 2.0}).weights[belief.id,]
    assert after > before


def test_shares_of_the_evidence_are_at_most_one() -> None:
    asked = question("probes/p2")
    for answer in asked.wrong():
        shares = diagnose(asked, answer).weights.values()
        assert all(0 <= share <= 1 for share in shares)
        assert sum(shares) <= 1 + 1e-9


def test_a_belief_that_only_allows_more_is_found_behind_a_lay_down() -> None:
    asked = question("initial/the-ace-on-top")
    for belief in library().values():
        if not belief.fits(asked.rulebook):
            continue
        seen = believed(asked, (belief,))
        more = [] if seen is None else [a for a in seen.right() if not asked.parts(a)["answer"]]
        if more and answer_of(asked, (belief,)) is None:
            assert belief.id in diagnose(asked, more[0]).beliefs
            return
    pytest.fail("no belief allows more here")


def test_what_is_played_elsewhere_is_thought_of_only_with_somebody_who_has_played_there() -> None:
    asked = question("canasta/fourth-wild")
    tutor = Tutor(Rulebook.load("classic"), "en")
    wrong = asked.wrong()[0]
    told = tutor.judged(asked, wrong, asked.judge(wrong, "en")).diagnosis
    tutor.played = ("family", "club")
    carried = tutor.judged(asked, wrong, asked.judge(wrong, "en")).diagnosis
    assert told is not None
    assert carried is not None
    assert not [id for id, one in told.beliefs.items() if one.home]
    homes = [id for id, one in carried.beliefs.items() if one.home]
    assert homes
    assert likelier({homes[0]: 2.0}, carried.beliefs.values())[homes[0]] == 6.0


def test_a_belief_about_another_area_gives_way_only_where_one_about_what_is_asked_explains_as_much() -> (
    None
):
    openings = question("initial/six-openings")
    alone = answer_of(openings, (library()["initial.single_meld"],))
    assert alone is not None
    found = diagnose(openings, alone)
    others = [id for id in found.whole if not id.startswith("initial.")]
    assert others
    assert all(found.weights[id,] < found.weights["initial.single_meld",] / 4 for id in others)
    frost = question("pile/which-freeze")
    naturals = library()["deck.twos_natural"]
    assert diagnose(frost, answer_of(frost, (naturals,)) or "").named == naturals


def test_what_a_belief_would_have_changed_is_kept_where_it_is_not_behind_all_of_the_answer() -> (
    None
):
    asked, belief = question("probes/i1"), library()["initial.edge_low"]
    wrong = answer_of(asked, (belief,)) or ""
    tutor = Tutor(Rulebook.load("classic"), "en")
    kept = tutor.judged(asked, wrong, asked.judge(wrong, "en")).answer
    assert kept is not None
    assert belief.id in kept.beliefs
    assert belief.id not in kept.clears
    assert "initial.exceed" in kept.clears
