"""What is asked next: the laws of the order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.choosing import FOLLOW_WITHIN, NEARLY, Item, Next, choose
from canasta_tutor.tutor.notes import Answer, Notes
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tutor import course_items

CLASSIC = Rulebook.load("classic")
SPRING = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
BELIEF = "score.mixed_as_natural"
ITEMS = [
    Item(f"{skill}/{level}-{number}", ("number", "choice")[number % 2], level, (skill,))
    for skill in skills()
    for level in (1, 2, 3, 4)
    for number in range(3)
]


def answer(item: Item, mark: float, at: datetime = SPRING, **more: object) -> Answer:
    """A first answer to an item."""
    marks = {item.skill: mark}
    facts = (at, item.exercise, "classic", item.kind, item.level, marks)
    return Answer(*facts, **more)  # type: ignore[arg-type]


def known(*names: str) -> Notes:
    """Notes in which these skills are mastered."""
    given = [
        answer(Item(f"before/{name}-{level}", "number", level, (name,)), 1)
        for name in names
        for level in (1, 2, 3)
    ]
    return Notes.of(given)


def session(seed: int, chance: float, count: int = 120) -> tuple[Notes, list[Next]]:
    """An hour with a learner who is right so often."""
    rng, notes, asked = Random(seed), Notes(), []
    for number in range(count):
        now = SPRING + timedelta(minutes=number)
        found = choose(notes, ITEMS, CLASSIC, now)
        if found is None:
            break
        asked.append(found)
        notes = notes.after(answer(found.item, float(rng.random() < chance), now))
    return notes, asked


@pytest.mark.parametrize("chance", [0.2, 0.7, 0.95])
@pytest.mark.parametrize("seed", range(3))
def test_never_the_same_skill_twice_running_nor_a_template_within_ten(
    seed: int, chance: float
) -> None:
    _, asked = session(seed, chance)
    names = [one.item.skill for one in asked]
    assert len(asked) > 30
    assert all(a != b for a, b in pairwise(names))
    for number, one in enumerate(asked):
        recent = [before.item.exercise for before in asked[max(0, number - 10) : number]]
        assert one.item.exercise not in recent


def test_the_same_notes_and_clock_give_the_same_exercise_whatever_the_order_of_the_items() -> None:
    notes, _ = session(1, 0.7, 30)
    mixed = Random(4).sample(ITEMS, len(ITEMS))
    assert choose(notes, ITEMS, CLASSIC, SPRING) == choose(notes, mixed, CLASSIC, SPRING)


def test_the_first_skills_are_those_that_build_on_nothing() -> None:
    found = choose(Notes(), ITEMS, CLASSIC, SPRING)
    assert found is not None
    assert found.why == "new"
    assert not skills()[found.item.skill].builds_on
    assert found.item.level == 1


def test_a_wrong_skill_is_asked_again_two_to_four_exercises_later() -> None:
    _, asked = session(2, 0.7)
    for number, one in enumerate(asked):
        if one.why == "again":
            before = [old.item.skill for old in asked[:number]]
            assert one.item.skill not in before[-2:]


def test_retries_of_an_exercise_are_no_others() -> None:
    wrong = Item("x", "number", 1, ("cards.wilds",))
    notes = Notes.of([answer(wrong, 0), *[answer(wrong, 0, first=False)] * 4])
    found = choose(notes, ITEMS, CLASSIC, SPRING)
    assert found is not None
    assert found.why != "again"


def test_what_is_due_comes_before_what_is_new() -> None:
    later = choose(known("cards.values", "cards.wilds"), ITEMS, CLASSIC, SPRING + timedelta(90))
    assert later is not None
    assert (later.why, later.item.skill) == ("due", "cards.values")


def test_after_a_night_the_last_skill_waits_and_its_template_has_rested() -> None:
    few = [
        Item(f"{name}-{level}", "number", level, (name,))
        for name in ("turn", "game")
        for level in (1, 2)
    ]
    notes = Notes.of([answer(few[2], 1), answer(few[0], 0)])
    tomorrow = SPRING + timedelta(days=1)
    assert choose(notes, few[:2], CLASSIC, SPRING) is None
    first = choose(notes, few, CLASSIC, tomorrow)
    assert first is not None
    assert first.item.skill == "game"
    alone = choose(notes, few[:1], CLASSIC, tomorrow)
    assert alone is not None
    assert alone.item == few[0]


def test_who_is_nearly_sure_is_asked_for_what_puts_rules_together() -> None:
    own = [item for item in ITEMS if item.skill == "cards.wilds"]
    once = Notes.of([answer(own[0], 1), answer(Item("other", "number", 1, ("deal.hands",)), 1)])
    assert once.of_skill("cards.wilds").p >= NEARLY
    found = choose(once, own, CLASSIC, SPRING)
    assert found is not None
    assert found.item.level == 3


def test_what_is_hard_to_guess_is_asked_before_what_is_easily_guessed() -> None:
    easy = Item("easy", "ruling", 1, ("cards.wilds",), guess=0.2)
    hard = Item("hard", "panel", 2, ("cards.wilds",), guess=0.02)
    assert choose(Notes(), [easy, hard], CLASSIC, SPRING) == Next(hard, "new")


def test_a_partner_is_open_and_a_known_one_is_asked_only_beside_what_is_not_known() -> None:
    for seed in range(3):
        notes, asked = session(seed, 0.9)
        for number, one in enumerate(asked):
            if one.why == "partner":
                before = Notes.of(notes.answers[:number])
                partner = skills()[one.item.skill]
                assert all(before.sure(id, CLASSIC) >= 0.7 for id in partner.builds_on)
                if before.of_skill(partner.id).mastered:
                    recent = {old.item.skill for old in asked[max(0, number - 6) : number]}
                    of = recent & set(partner.confused_with)
                    assert any(not before.of_skill(id).mastered for id in of)


def test_a_skill_that_is_sure_is_asked_only_in_the_way_that_is_missing() -> None:
    easy = [Item(f"easy/{n}", "number", 1, ("cards.wilds",)) for n in range(20)]
    notes = Notes.of([*(answer(one, 1) for one in easy[:4])])
    notes = notes.after(answer(Item("other", "number", 1, ("deal.hands",)), 1))
    assert choose(notes, easy, CLASSIC, SPRING) is None
    hard = Item("hard", "number", 3, ("cards.wilds",))
    assert choose(notes, [*easy, hard], CLASSIC, SPRING) == Next(hard, "new")


@pytest.mark.parametrize("chance", [0.0, 0.3, 0.6])
def test_there_is_something_to_ask_as_long_as_something_is_not_known(chance: float) -> None:
    _, asked = session(7, chance, 60)
    assert len(asked) == 60


def test_a_skill_without_exercises_of_its_own_is_asked_by_one_that_needs_it() -> None:
    beside = Item("sheet/beside", "sheet", 3, ("score.table", "black.score"))
    on = (*skills()["black.score"].builds_on, *skills()["score.table"].builds_on)
    notes = known("score.table", *on)
    assert choose(notes, [beside], CLASSIC, SPRING) == Next(beside, "new")


def test_skills_without_exercises_do_not_bar_the_way() -> None:
    there = [item for item in ITEMS if item.skill == "pile.take"]
    on = skills()["pile.take"].builds_on
    found = choose(known("cards.values", *on), there, CLASSIC, SPRING)
    assert found is not None
    assert found.item.skill == "pile.take"


# --- following up a belief --------------------------------------------------------------------------

FOLLOW = Item("sheet/apart", "sheet", 2, ("score.table",))


def apart(shares: Mapping[str, float], items: Sequence[Item], skill: str) -> Item | None:
    """The exercise that tells whether the belief is held."""
    return FOLLOW if BELIEF in shares and FOLLOW in items else None


def next_after(share: float, *since: Answer) -> Next | None:
    """What is asked after an answer that the belief explains, and some others."""
    wrong = Item("a", "number", 1, ("canasta.kind",))
    notes = Notes.of([answer(wrong, 0, beliefs={"rule.other": share, BELIEF: share}), *since])
    return choose(notes, [*ITEMS, FOLLOW], CLASSIC, SPRING, apart)


@pytest.mark.parametrize("share", [0.4, 0.9])
def test_a_belief_that_may_be_behind_an_answer_is_followed_within_three(share: float) -> None:
    other = [answer(item, 1) for item in ITEMS[:40:12]]
    for count in range(FOLLOW_WITHIN):
        assert next_after(share, *other[:count]) == Next(FOLLOW, "follow")
    after = next_after(share, *other[:FOLLOW_WITHIN])
    assert after is not None
    assert after.why != "follow"


def test_a_belief_that_was_asked_about_is_not_followed_again() -> None:
    other = Item("b", "number", 1, ("canasta.kind",))
    after = next_after(0.9, answer(other, 1, clears=(BELIEF,)))
    assert after is not None
    assert after.why != "follow"


def test_exercises_of_the_welcome_are_never_asked() -> None:
    found = course_items(CLASSIC)
    assert found
    assert not [item for item in found if item.exercise.startswith("welcome/")]
