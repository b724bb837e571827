"""What follows from a learner's answers for every skill and belief."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.notes import (
    EXPLAINED,
    OPEN,
    PUT_OFF,
    RECHECK,
    Answer,
    Notes,
    as_fields,
    from_fields,
)
from canasta_tutor.tutor.schedule import NEVER_ASKED, asked_again
from canasta_tutor.tutor.shown import BESIDE
from canasta_tutor.tutor.suspicion import LATELY, about
from canasta_tutor.tutor.tracing import (
    KNOWN_AT_FIRST,
    LEARNT,
    MASTERED,
    MOST_TIMES,
    SUREST,
    Habits,
    learnt,
    traced,
)

SPRING = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
GUESS = 0.05
BELIEF = "score.mixed_as_natural"


def answer(mark: float = 1.0, skill: str = "canasta.kind", **more: object) -> Answer:
    """A first answer about canastas."""
    facts: dict[str, object] = {
        "at": SPRING,
        "exercise": "canasta/one",
        "table": "classic",
        "kind": "number",
        "level": 1,
        "marks": {skill: mark},
        "guess": GUESS,
    }
    return Answer(**(facts | more))  # type: ignore[arg-type]


RIGHT = learnt(traced(KNOWN_AT_FIRST, True, GUESS))
WRONG = learnt(traced(KNOWN_AT_FIRST, False, GUESS))


@pytest.mark.parametrize(
    ("given", "grade", "sure"),
    [
        (answer(), "good", RIGHT),
        (answer(level=3, pace="5"), "easy", RIGHT),
        (answer(level=3, pace="more"), "good", RIGHT),
        (answer(level=1, pace="5"), "good", RIGHT),
        (answer(hints=1), "hard", (RIGHT + WRONG) / 2),
        (answer(hints=2, level=3, pace="5"), "hard", (RIGHT + WRONG) / 2),
        (answer(2 / 3), "hard", (RIGHT + WRONG) / 2),
        (answer(0.6), "again", WRONG),
        (answer(0.0), "again", WRONG),
        (answer(solved=True), "again", WRONG),
    ],
)
def test_an_answer_has_a_grade_and_moves_mastery(given: Answer, grade: str, sure: float) -> None:
    shown = Notes.of([given]).of_skill("canasta.kind")
    assert shown.memory == asked_again(NEVER_ASKED, grade, SPRING)
    assert shown.p == pytest.approx(sure)


def test_nobody_is_so_sure_that_a_wrong_answer_would_not_count() -> None:
    often = Notes.of([answer()] * 500)
    before = often.of_skill("canasta.kind").p
    assert before == SUREST
    assert often.after(answer(0.0)).of_skill("canasta.kind").p < MASTERED


def test_a_right_answer_shows_the_other_skills_that_it_needs_too() -> None:
    notes = Notes.of([answer(marks={"canasta.kind": 1.0, "cards.values": 1.0})])
    assert notes.of_skill("cards.values").memory == asked_again(NEVER_ASKED, "good", SPRING)
    wrong = Notes.of([answer(marks={"canasta.kind": 0.0, "cards.values": 0.0})])
    assert wrong.of_skill("cards.values").memory == NEVER_ASKED
    assert set(wrong.again) == {"canasta.kind"}


def test_a_wrong_answer_says_less_of_a_skill_the_likelier_it_is_that_another_was_missing() -> None:
    sure = Notes.of([answer(), answer()])
    alone = sure.after(answer(0.0)).of_skill("canasta.kind").p
    beside = sure.after(answer(0.0, needs=("canasta.count",)))
    assert beside.of_skill("canasta.kind").p > alone
    assert beside.of_skill("canasta.count").p < learnt(KNOWN_AT_FIRST, LEARNT * BESIDE)
    known = Notes.of([answer(), answer(), answer(skill="canasta.count")])
    both = known.after(answer(0.0, needs=("canasta.count",)))
    assert both.of_skill("canasta.kind").p < beside.of_skill("canasta.kind").p


def test_what_a_wrong_answer_most_likely_lacked_is_asked_again_if_it_was_met() -> None:
    wrong = answer(0.0, needs=("canasta.count",))
    assert set(Notes.of([answer(), answer(), wrong]).again) == {"canasta.kind"}
    met = [answer(), answer(), answer(0.0, skill="canasta.count")]
    assert set(Notes.of([*met, wrong]).again) == {"canasta.count"}


def test_a_part_that_is_judged_by_itself_speaks_for_its_own_skill() -> None:
    marks = {"canasta.kind": 0.0, "canasta.count": 1.0}
    notes = Notes.of([answer(marks=marks, needs=("canasta.count",))])
    right = traced(KNOWN_AT_FIRST, True, GUESS)
    assert notes.of_skill("canasta.count").p == pytest.approx(learnt(right, LEARNT * BESIDE))


def test_of_what_an_exercise_needs_half_as_much_is_learnt_as_of_what_it_asks() -> None:
    wrong = Notes.of([answer(0.0, needs=("canasta.count",))])
    unsure = traced(KNOWN_AT_FIRST, False, GUESS, KNOWN_AT_FIRST)
    assert wrong.of_skill("canasta.kind").p == pytest.approx(learnt(unsure, LEARNT))
    assert wrong.of_skill("canasta.count").p == pytest.approx(learnt(unsure, LEARNT * BESIDE))
    right = Notes.of([answer(marks={"canasta.kind": 1.0, "canasta.count": 1.0})])
    assert right.of_skill("canasta.count").p < right.of_skill("canasta.kind").p


def test_what_an_exercise_needs_is_kept_and_read_again() -> None:
    one = answer(0.0, needs=("canasta.count",))
    assert from_fields(as_fields(one)) == one
    assert (
        from_fields({key: value for key, value in as_fields(one).items() if key != "needs"}).needs
        == ()
    )


def test_wrong_then_right_is_one_learning_step_more() -> None:
    notes = Notes.of([answer(0.0), answer(first=False)])
    assert notes.of_skill("canasta.kind").p == pytest.approx(learnt(WRONG))


def test_a_prequestion_counts_for_nothing() -> None:
    assert Notes.of([answer(marks={})]).shown == {}


def test_a_skill_is_mastered_when_it_is_sure_and_shown_in_two_ways_one_of_level_three() -> None:
    level_one = Notes.of([answer()] * 4)
    assert level_one.of_skill("canasta.kind").p >= MASTERED
    assert not level_one.mastered
    assert not Notes.of([answer(level=3)] * 4).mastered
    assert level_one.after(answer(level=3)).mastered == ("canasta.kind",)
    assert not level_one.after(answer(level=3, hints=1)).mastered


def test_the_level_rises_after_two_rights_and_falls_after_two_wrongs() -> None:
    def level(*marks: float) -> int:
        return Notes.of(answer(mark) for mark in marks).of_skill("canasta.kind").level

    assert level(1, 1) == 2
    assert level(1, 0.7, 1) == 1
    assert level(1, 1, 1, 1, 0, 0) == 2
    assert level(0, 0) == 1


# --- beliefs ----------------------------------------------------------------------------------------


def hit(exercise: str, share: float = 0.9) -> Answer:
    """A wrong answer that the belief explains."""
    return answer(0.0, exercise=exercise, beliefs={BELIEF: share})


def clear(days: int = 0) -> Answer:
    """A right answer where the belief would have shown."""
    return answer(clears=(BELIEF,), at=SPRING + timedelta(days=days))


def test_a_belief_is_firm_only_after_two_different_exercises() -> None:
    once = Notes.of([hit("a")])
    assert (once.firm, once.suspected) == ((), (BELIEF,))
    assert once.after(hit("a")).firm == ()
    assert once.after(hit("b")).firm == (BELIEF,)
    assert once.after(hit("b", share=0.7)).firm == ()


def test_a_belief_is_cleared_by_two_right_answers_on_different_days() -> None:
    held = Notes.of([hit("a"), hit("b"), clear()])
    assert held.firm == (BELIEF,)
    assert held.after(clear()).firm == (BELIEF,), "the same evening, one after the other"
    assert held.after(clear(days=1)).firm == ()


def test_a_belief_is_cleared_by_two_right_answers_five_exercises_apart() -> None:
    between = [answer()] * 4
    assert Notes.of([hit("a"), clear(), *between, clear()]).suspected == ()
    assert Notes.of([hit("a"), clear(), *between[1:], clear()]).suspected == (BELIEF,)


def test_a_belief_seen_again_must_be_cleared_anew() -> None:
    again = Notes.of([hit("a"), clear(), *map(hit, "bcd")])
    assert again.after(clear(days=1)).firm == (BELIEF,)
    assert again.after(clear(days=1)).after(clear(days=2)).firm == ()


def denied(exercise: str = "d", share: float = 0.0) -> Answer:
    """A wrong answer that is not the belief's own, though it would have shown."""
    return answer(
        0.0, exercise=exercise, clears=(BELIEF,), beliefs={BELIEF: share} if share else {}
    )


def test_each_answer_against_a_belief_needs_two_more_that_show_it() -> None:
    for against in (clear(), denied(), denied(share=0.9)):
        held = Notes.of([against, hit("a"), hit("b")])
        assert held.firm == ()
        assert held.suspected == (BELIEF,)
        assert held.after(hit("c")).firm == ()
        assert held.after(hit("c")).after(hit("d")).firm == (BELIEF,)


def test_an_answer_that_it_takes_two_beliefs_to_explain_speaks_neither_for_one_nor_against_it() -> (
    None
):
    with_another = replace(hit("b"), together=(BELIEF,))
    held = Notes.of([hit("a"), with_another])
    assert held.firm == ()
    assert held.after(hit("c")).firm == (BELIEF,)
    assert Notes.of([with_another]).suspected == ()
    assert from_fields(as_fields(with_another)) == with_another


def test_a_belief_must_show_in_an_exercise_about_its_own_skill() -> None:
    elsewhere = [answer(0.0, "turn", exercise=name, beliefs={BELIEF: 0.9}) for name in "ab"]
    assert Notes.of(elsewhere).firm == ()
    assert Notes.of(elsewhere).after(hit("c")).firm == (BELIEF,)
    needed = [replace(one, needs=("canasta.kind",)) for one in elsewhere]
    assert Notes.of(needed).firm == (BELIEF,)


def test_a_belief_that_is_carried_is_about_the_skill_of_its_rule() -> None:
    assert about("transfer:family:canasta.wild") == "canasta.special"
    assert about(BELIEF) == "canasta.kind"
    assert about("a.belief.that.is.gone") == ""


def test_what_spoke_against_a_belief_long_ago_does_not_count() -> None:
    assert Notes.of([clear(), *[answer()] * LATELY, hit("a"), denied(), hit("b")]).firm == ()
    forgotten = [clear(), denied(), *[answer()] * LATELY, hit("a"), hit("b")]
    assert Notes.of(forgotten).firm == (BELIEF,)


def test_a_wrong_answer_that_is_not_the_beliefs_own_clears_nothing() -> None:
    prequestion = answer(marks={}, state="incorrect", clears=(BELIEF,))
    for against in (denied(), prequestion):
        assert Notes.of([hit("a"), against, *[answer()] * 5, against]).suspected == (BELIEF,)


def test_a_firm_belief_that_fails_to_show_more_often_than_it_showed_is_firm_no_more() -> None:
    held = Notes.of([hit("a"), hit("b"), denied(), denied()])
    assert held.firm == (BELIEF,)
    assert held.after(denied()).firm == ()


def test_a_belief_seen_before_is_twice_as_likely_and_that_fades_by_half_in_a_fortnight() -> None:
    notes = Notes.of([hit("a"), *[answer()] * 6])
    assert notes.prior(SPRING) == {BELIEF: 2.0}
    assert notes.prior(SPRING + timedelta(days=14)) == {BELIEF: 1.5}


def test_what_was_suspected_a_moment_ago_weighs_by_its_share_until_it_is_cleared() -> None:
    half = Notes.of([hit("a", share=0.5)])
    assert half.prior(SPRING)[BELIEF] == pytest.approx(1 + OPEN / 2)
    assert half.after(clear()).prior(SPRING) == {}
    assert Notes.of([hit("a", share=0.5), *[answer()] * 6]).prior(SPRING) == {}


# --- explained later ----------------------------------------------------------------------------------


def test_an_explanation_is_wanted_until_it_was_read_or_the_exercise_was_answered_again() -> None:
    wrong = answer(0.0)
    later = answer(marks={}, first=False, why=PUT_OFF)
    notes = Notes.of([wrong, later])
    assert list(notes.put_off.values()) == [later]
    assert notes.shown == Notes.of([wrong]).shown
    assert notes.after(answer(exercise="canasta/other")).put_off == notes.put_off
    assert not notes.after(answer(marks={}, first=False, why=EXPLAINED)).put_off
    assert not notes.after(answer(first=False)).put_off


# --- one learner and another ------------------------------------------------------------------------


def later(days: float, mark: float, skill: str) -> Answer:
    """An answer some days after the first."""
    return answer(mark, skill, at=SPRING + timedelta(days=days))


def test_what_was_known_is_less_sure_from_night_to_night() -> None:
    notes = Notes.of([answer(), answer(level=3)])
    sure = [notes.sure_now(("canasta.kind",), SPRING + timedelta(days=days)) for days in (0, 1, 9)]
    assert sure[0] == notes.of_skill("canasta.kind").p
    assert sure[0] > sure[1] > sure[2]
    assert notes.mastered == ("canasta.kind",), "what was shown is not taken away"
    assert notes.expected(("canasta.kind",), GUESS, SPRING) > notes.expected(
        ("canasta.kind",), GUESS, SPRING + timedelta(days=9)
    )


def test_what_was_just_explained_is_not_lost_more_quickly_than_what_was_right_once() -> None:
    right, wrong = Notes.of([answer()]), Notes.of([answer(0.0)])
    tomorrow = SPRING + timedelta(days=1)

    def kept(notes: Notes) -> float:
        return notes.sure_now(("canasta.kind",), tomorrow) / notes.of_skill("canasta.kind").p

    assert kept(wrong) == pytest.approx(kept(right))


def test_who_often_slips_is_expected_to_slip_more_and_a_slip_says_less() -> None:
    skills = ("canasta.kind", "canasta.count", "turn", "meld.shape")
    sure = Notes.of([answer(skill=skill) for skill in skills for _ in range(3)])
    slipping = sure
    for skill in skills[1:]:
        slipping = slipping.after(answer(0.0, skill=skill)).after(answer(skill=skill))
    assert slipping.habits.slip > sure.habits.slip
    one, other = (notes.after(answer(0.0)) for notes in (sure, slipping))
    assert one.of_skill("canasta.kind").p < other.of_skill("canasta.kind").p
    assert slipping.expected(("canasta.kind",), GUESS, SPRING) < sure.expected(
        ("canasta.kind",), GUESS, SPRING
    )


def test_who_often_forgets_is_expected_to_forget_more() -> None:
    skills = ("canasta.kind", "canasta.count", "turn", "meld.shape")
    sure = Notes.of([answer(skill=skill) for skill in skills for _ in range(3)])
    forgot, kept = (
        Notes.of([*sure.answers, *(later(5, mark, skill) for skill in skills)])
        for mark in (0.0, 1.0)
    )
    assert forgot.habits.forgets.times > 1 > kept.habits.forgets.times


def test_who_learns_nothing_from_many_exercises_learns_slowly() -> None:
    never = Notes.of([answer(0.0)] * 30)
    quick = Notes.of(
        [answer(mark, skill=skill) for skill in ("turn", "game") for mark in (0, 1, 1)]
    )
    assert never.habits.learnt < LEARNT < quick.habits.learnt
    assert never.habits.learnt >= LEARNT / MOST_TIMES


def test_help_tells_nothing_of_how_one_learns() -> None:
    assert Notes.of([answer(hints=1), answer(solved=True)]).habits == Habits()


# --- other tables, being stuck ----------------------------------------------------------------------


def test_at_a_table_with_other_rules_a_skill_is_looked_at_again() -> None:
    notes = Notes.of([answer(skill="turn", level=level) for level in (1, 1, 3)])
    assert notes.sure("turn", Rulebook.load("classic")) >= MASTERED
    assert notes.sure("turn", Rulebook.load("club")) == RECHECK, "the club draws two"
    gone = Notes.of([answer(skill="turn", table="a-table-that-is-gone")] * 3)
    assert gone.sure("turn", Rulebook.load("classic")) == RECHECK


def test_who_is_stuck_begins_anew_at_level_one() -> None:
    seven = Notes.of([answer(0.0)] * 7)
    assert not seven.cured
    stuck = seven.after(answer(0.0))
    assert stuck.cured == {"canasta.kind": 7}
    shown = stuck.of_skill("canasta.kind")
    assert (shown.level, shown.stuck) == (1, False)


def test_who_is_stuck_is_shown_another_way_until_something_is_right() -> None:
    stuck = Notes.of([answer(0.0)] * 8)
    assert (stuck.stuck, stuck.since_stuck("canasta.kind")) == ("canasta.kind", 0)
    still = stuck.after(answer(0.0, skill="turn"))
    assert still.stuck == ""
    still = still.after(answer(0.0))
    assert (still.stuck, still.since_stuck("canasta.kind")) == ("canasta.kind", 1)
    assert still.after(answer(0.0, first=False)).stuck == ""
    right = still.after(answer())
    assert right.stuck == ""
    assert right.after(answer(0.0)).stuck == ""


def test_who_shows_a_firm_belief_three_times_is_stuck_too() -> None:
    assert not Notes.of([hit("a"), hit("b")]).cured
    assert Notes.of([hit("a"), hit("b"), hit("c")]).cured == {"canasta.kind": 2}
    cleared = Notes.of([hit("a"), hit("b"), clear(), clear(days=1), hit("c")])
    assert not cleared.cured


def test_the_same_answers_make_the_same_notes() -> None:
    answers = [answer(0.0), hit("a"), clear(), answer(first=False)]
    assert Notes.of(answers) == Notes.of(answers)
