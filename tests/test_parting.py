"""Beliefs that many exercises cannot tell apart: whatever is drawn on their rule, they answer it differently."""

from __future__ import annotations

import pytest

from canasta_tutor.beliefs.library import library
from canasta_tutor.exercises import load
from canasta_tutor.exercises.diagnosing import answer_of, diagnose
from canasta_tutor.exercises.generators import GENERATORS, generate
from canasta_tutor.rulebook import Rulebook

SEEDS = range(1, 6)
DRAWN = {
    ("exits", 2): ("score.out_forgotten", "score.out_to_other"),
    ("opened", 2): ("initial.per_player", "initial.every_turn"),
    ("left_cards", 2): ("score.partner_hand", "score.hand_ignored", "score.winner_takes_hands"),
    ("black_left", 2): ("score.partner_hand", "score.hand_ignored", "score.winner_takes_hands"),
    ("canasta", 2): ("words.clean", "score.mixed_as_natural", "score.natural_as_mixed"),
    ("grown", 2): ("score.purified", "score.mixed_as_natural", "words.clean"),
    ("red_threes", 3): (
        "score.red_needs_canasta",
        "score.red_needs_meld",
        "score.red_always_plus",
        "score.red_out_only",
    ),
}
"""Beliefs that part from this level on, by the generator."""
ALONE = ("score.partner_hand", "initial.per_player")
"""Beliefs that nobody holds who has no partner."""
WRITTEN = {
    "probes/g2": ("score.out_forgotten", "score.out_to_other", "out.last_round"),
    "probes/w1": ("game.exceed_target", "game.mid_deal", "game.goer_wins", "game.tie_over"),
    "score/two-pairs-of-hands": ("score.partner_hand", "score.hand_ignored"),
    "score/what-the-hands-cost": (
        "score.partner_hand",
        "score.hand_ignored",
        "score.winner_takes_hands",
        "score.hand_added",
    ),
    "score/three-and-a-target": (
        "game.target_always_5000",
        "game.exceed_target",
        "game.goer_wins",
        "game.mid_deal",
        "game.tie_over",
    ),
    "score/their-last-card": ("score.out_forgotten", "score.out_to_other", "words.clean"),
    "canasta/the-eighth-card": (
        "canasta.natural_sealed",
        "canasta.closed_at_seven",
        "score.purified",
        "score.extra_card_bonus",
    ),
    "initial/who-has-paid": ("initial.per_player", "initial.every_turn"),
    "initial/enough-or-not": ("initial.flat_50", "initial.opponents_score"),
    "threes/meld-or-canasta": (
        "score.red_needs_canasta",
        "score.red_out_only",
        "score.red_always_plus",
        "score.red_zero",
    ),
    "deal/exact-and-nearly": ("score.cut_ignored",),
    "initial/two-melds-from-one-pile": ("initial.single_meld", "initial.top_first_meld"),
}
"""Beliefs that an answer to an exercise names."""


@pytest.mark.parametrize("table", Rulebook.names())
@pytest.mark.parametrize(("name", "first"), DRAWN)
def test_beliefs_about_what_is_drawn_give_answers_of_their_own(
    name: str, first: int, table: str
) -> None:
    rulebook = Rulebook.load(table)
    for level in GENERATORS[name].levels_at(rulebook):
        if level < first:
            continue
        for seed in SEEDS:
            question = generate(name, rulebook, level, seed).at()
            held = [
                library()[id]
                for id in DRAWN[name, first]
                if library()[id].fits(rulebook)
                and (question.table.sides == 2 or id not in ALONE)
                and _other_rule(id, table)
            ]
            answers = [answer_of(question, (belief,)) for belief in held]
            assert None not in answers, (level, seed, answers)
            assert len({*answers}) == len(held), (level, seed, answers)


def _other_rule(id: str, table: str) -> bool:
    """Whether the belief is not what the table's rules say."""
    return id != "score.red_needs_canasta" or table not in ("family", "club")


@pytest.mark.parametrize("exercise", WRITTEN)
def test_an_answer_names_the_belief_that_it_comes_from(exercise: str) -> None:
    question = load(exercise).at()
    for id in WRITTEN[exercise]:
        given = answer_of(question, (library()[id],))
        assert given is not None, id
        named = diagnose(question, given).named
        assert named is not None, id
        assert named.id == id
