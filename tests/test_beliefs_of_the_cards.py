"""What somebody answers who believes otherwise: of values, the deal, the turn, melds and canastas."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import canasta_tutor.beliefs.effects as effects
from canasta_tutor import Rulebook
from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.beliefs.mind import BelievedDeal
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises import load
from canasta_tutor.moves import read_move
from canasta_tutor.notation import read_position
from tests.believing import answers_or_leaves_none
from tests.test_beliefs_in_play import probe, questions, told

OURS = ("value", "deal", "turn", "meld", "canasta")

# Belief, probe, and what it makes of the probe: cases accepted wrongly (+) and refused wrongly (−), totals of
# the sides, a number or an order, or the cases of a panel that are answered otherwise.
PROBED = """
    value.two_as_joker         v1  175
    value.two_20               pa  780/1200
    value.two_low              v1  130
    value.joker_as_two         v1  115
    value.ace_ten              v1  125
    value.eight_low            v1  135
    value.seven_high           v1  150
    value.pips                 v1  142
    value.black_zero           v1  140
    value.wild_as_replaced     i1  −ejp

    deck.twos_natural          m1  +hk −em
    deck.threes_wild           m1  +l
    deal.upcard_forgotten      d1  stock 61
    deal.red_not_replaced      d1  hand 9, reds 2, stock 63
    deal.red_once              d1  reds 2, stock 61
    deal.refused_stay          d1  stock 59, pile 2
    deal.wild_stays            d1  top two
    deal.eleven_always         d2  each 11, stock 74
    deal.fifteen_for_three     d2  each 15, stock 62
    out.one_always             d2  canastas 1
    game.target_always_5000    d2  target 5000

    turn.meld_first            o1  lay draw throw
    turn.discard_before_meld   o1  draw throw lay
    turn.draw_two              t1  stock 3, left 9
    turn.draw_one              t2  drawn 1, left 11
    turn.discard_two           t2  thrown 2, left 11
    turn.red_is_draw           t1  stock 1, left 7

    meld.sequence              m1  +a
    meld.no_twins              m1  −b
    meld.pair_enough           m1  +c
    meld.one_natural           m1  +d
    meld.ratio_everywhere      m1  −e
    meld.three_naturals_first  m1  −ef
    meld.no_wild_cap           m1  +g −e
    meld.wilds_unlimited       m1  +g
    meld.one_wild_only         m1  −em
    meld.wild_canasta          m1  +h
    meld.sevens_barred         m1  −i
    meld.red_threes            m1  +j
    meld.cap_lifts             m2  +a
    meld.two_of_rank           m2  +b
    meld.opponents             m2  +c
    meld.partner_separate      m2  +b −di
    meld.movable               m2  +e
    meld.swap_wild             m2  +g
    canasta.closed_at_seven    m2  −fh
    canasta.natural_sealed     m2  −h

    score.natural_as_mixed     s1  1715/765
    score.mixed_as_natural     s1  2115/1165
    score.canasta_cards_free   s1  1745/555
    score.extra_card_bonus     s1  2115/865
    score.six_enough           s1  1915/1265
    score.wild_kept_natural    s1  1915/965
    score.wild_spoils          pa  610/1230
    score.purified             s1  2115/965
    score.hand_doubled         s1  1915/1065
    score.hand_plain           fa  1645/2830/65
    score.sevens_1000          s3  1225/285
    score.sevens_500           fa  1445/2830/65
"""
ROWS = [tuple(line.split(maxsplit=2)) for line in PROBED.splitlines() if line.strip()]

# Where a belief is the rule of a table it changes nothing there.
AT_HOME = {
    "value.two_as_joker": ("party",),
    "deal.refused_stay": ("party", "club"),
    "deal.wild_stays": ("online",),
    "deal.fifteen_for_three": ("party",),
    "out.one_always": ("party", "online", "family", "club"),
    "turn.draw_two": ("club",),
    "meld.ratio_everywhere": ("online", "club"),
    "meld.three_naturals_first": ("family",),
    "meld.no_wild_cap": ("club",),
    "meld.wild_canasta": ("family",),
    "meld.sevens_barred": ("family",),
    "score.wild_kept_natural": ("party",),
    "score.hand_doubled": ("family",),
    "score.sevens_1000": ("family",),
}


@cache
def ours() -> dict[str, Belief]:
    folder = Path(__file__).parents[1] / "canasta_tutor" / "beliefs" / "library"
    files = [(folder / f"{area}.toml").read_text("utf-8") for area in OURS]
    return {id: one for id, one in library().items() if any(f'["{id}"]' in text for text in files)}


@pytest.mark.parametrize(("belief", "name", "answer"), ROWS)
def test_a_belief_gives_its_answer_to_its_probe(belief: str, name: str, answer: str) -> None:
    seen = probe(name).believing(library()[belief].mind)
    assert (seen.right()[0] if name == "o1" else told(probe(name), seen)) == answer


def test_every_belief_is_probed_where_it_says_so() -> None:
    assert {(id, f"probes/{name}") for id, name, _ in ROWS} == {
        (id, one.probe) for id, one in ours().items()
    }


def test_no_two_beliefs_give_the_same_answer_to_a_probe() -> None:
    told_apart = [(name, answer) for _, name, answer in ROWS]
    assert len(set(told_apart)) == len(told_apart) == 59


@pytest.mark.parametrize("id", sorted(ours()))
def test_a_belief_answers_every_exercise_or_leaves_no_answer(id: str) -> None:
    belief = ours()[id]
    for question in questions():
        if belief.fits(question.rulebook):
            answers_or_leaves_none(belief, question)


@pytest.mark.parametrize("id", sorted(AT_HOME))
def test_where_the_belief_is_the_rule_it_changes_nothing(id: str) -> None:
    for question in questions():
        plain = "'at " not in str(question.source.data) and '"at ' not in str(question.source.data)
        if question.id in AT_HOME[id] and plain:
            assert question.believing(library()[id].mind).right() == question.right(), question


def test_two_beliefs_together_raise_nothing_either() -> None:
    every = list(library().values())
    for place, question in enumerate(questions()):
        for step, first in enumerate(ours().values()):
            second = every[(place * 31 + step * 7) % len(every)]
            if (place + step) % 11 or first is second:
                continue
            try:
                seen = question.believing(first.mind + second.mind)
                answers = seen.right()[:1]
            except CanastaError:
                continue
            for answer in answers:
                seen.parts(answer)


def test_an_effect_has_a_name_of_its_own() -> None:
    modules = [
        import_module(f"{effects.__name__}.{one.name}") for one in iter_modules(effects.__path__)
    ]
    names = Counter(name for module in modules for name in module.EFFECTS)
    assert [name for name, count in names.items() if count > 1] == []
    assert set(names) == set(effects.EFFECTS)


# --- what is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize("id", sorted(ours()))
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_belief_is_spoken_of_in_short_sentences(id: str, language: str) -> None:
    belief, say, clause = (ours()[id].text(one, language) for one in ("belief", "say", "if"))
    assert belief.endswith(".")
    assert "!" not in belief + say + clause
    assert say.endswith(("?", "."))
    assert sum(say.count(mark) for mark in ".?") <= 2
    assert not any(letter.isdigit() for letter in say)
    assert not clause.endswith(".")
    assert clause[0].islower()


# --- what follows from a belief -------------------------------------------------------------------


def seen(belief: str, rulebook: str = "classic", **position: object) -> BelievedDeal:
    deal = read_position({"position": position}, Rulebook.load(rulebook))
    return library()[belief].mind.see(deal)


def play(deal: BelievedDeal, *moves: str) -> BelievedDeal:
    for move in moves:
        after = deal.play(read_move(move, deal.hand))
        assert isinstance(after, BelievedDeal)
        deal = after
    return deal


def refused(deal: BelievedDeal, move: str) -> list[str]:
    return [one.rule for one in deal.objections(read_move(move, deal.hand))]


OPENED = {"us": ["9♠ 9♥ 9♦"], "them": ["6♠ 6♥ 6♦"]}


def test_three_twos_are_a_meld_and_take_a_fourth_two() -> None:
    deal = seen(
        "deck.twos_natural", melds=OPENED, hand="2♠ 2♥ 2♦ A♣ 8♦ 7♣", phase="play", pile="J♠"
    )
    after = play(deal, "lay 2♠ 2♥ 2♦")
    assert [(meld.rank, meld.wilds) for meld in after.melds[0]] == [("9", 0), ("2", 0)]
    two = seen("deck.twos_natural", melds=OPENED, hand="2♠ 2♥ A♣ 8♦", pile="4♣ 2♦")
    assert two.freeze(0).open
    assert [meld.rank for meld in play(two, "take 2♠ 2♥").melds[0]] == ["9", "2"]


def test_the_two_in_a_meld_that_lies_there_stays_what_it_was() -> None:
    deal = seen("deck.twos_natural", melds={"us": ["K♠ K♥ 2♦"]}, hand="K♦ 2♣ A♣ 8♦", phase="play")
    assert refused(deal, "lay K: K♦") == []
    assert refused(deal, "lay K: 2♣") == ["meld.one_rank"]


def test_black_threes_by_themselves_are_no_wild_cards() -> None:
    melds = {"us": ["K×7"]}
    deal = seen("deck.threes_wild", melds=melds, hand="3♠ 3♣ 3♠ 8♦", phase="play")
    assert play(deal, "lay 3♠ 3♣ 3♠", "discard 8♦").over


def test_what_a_belief_makes_of_a_two_stays_in_that_belief() -> None:
    deal = read_position({"position": {"melds": OPENED, "hand": "2♠ 2♥ A♣ 8♦", "phase": "play"}})
    list(library()["deck.twos_natural"].mind.see(deal).legal_moves)
    thrown = [move for move in deal.legal_moves if str(move) == "discard 2♠"]
    assert deal.play(thrown[0]).pile[-1].is_wild


def test_who_lays_before_the_draw_still_draws_and_discards() -> None:
    deal = seen("turn.meld_first", melds=OPENED, hand="K♠ K♥ K♦ A♣ 8♦", stock_top="7♣", pile="J♠")
    after = play(deal, "lay K♠ K♥ K♦", "draw", "discard 8♦")
    assert (after.seat, len(after.hands[0]), [meld.rank for meld in after.melds[0]]) == (
        1,
        2,
        ["9", "K"],
    )


def test_who_lays_after_the_discard_lays_from_the_own_hand() -> None:
    hand = "K♠ K♥ K♦ A♣ 8♦"
    deal = seen("turn.discard_before_meld", melds=OPENED, hand=hand, stock_top="7♣", pile="J♠")
    after = play(deal, "draw", "discard 8♦", "lay K♠ K♥ K♦", "draw")
    assert (after.seat, len(after.hands[0]), len(after.melds[0])) == (1, 2, 2)


def test_a_card_added_to_the_other_side_s_meld_lies_there() -> None:
    deal = seen("meld.opponents", melds=OPENED, hand="6♣ A♣ 8♦ 7♣", phase="play", pile="J♠")
    after = play(deal, "lay them 6: 6♣")
    assert [meld.size for melds in after.melds for meld in melds] == [3, 4]


def test_a_wild_card_goes_to_another_meld_if_both_still_stand() -> None:
    melds = {"us": ["K♠ K♥ K♦ 2♠", "Q♠ Q♥ Q♦", "5♠ 5♥ 2♦"]}
    deal = seen("meld.movable", melds=melds, hand="A♣ 8♦", phase="play", pile="J♠")
    assert [meld.size for meld in play(deal, "move 2♠ from K to Q").melds[0]] == [3, 4, 3]
    assert refused(deal, "move 2♦ from 5 to Q") == ["meld.fixed"]
    assert refused(deal, "move K♠ from K to Q") == ["meld.fixed"]


def test_a_natural_takes_the_place_of_a_wild_card() -> None:
    deal = seen("meld.swap_wild", melds={"us": ["K♠ K♥ ★"]}, hand="K♦ 8♦ 5♣", phase="play")
    after = play(deal, "move ★ from K to hand")
    assert str(after.melds[0][0]) == "K♠ K♥ K♦"
    assert "★" in [card.rank for card in after.hand]


def test_a_meld_that_lies_there_takes_naturals_whatever_its_wild_cards() -> None:
    melds = {"us": ["K♠ K♥ 2♦ ★"]}
    deal = seen("meld.one_wild_only", melds=melds, hand="K♦ 2♣ A♣ 8♦", phase="play", pile="J♠")
    assert refused(deal, "lay K: K♦") == []
    assert "meld.max_wilds" in refused(deal, "lay K: 2♣")


def test_a_red_three_that_comes_for_another_waits_until_it_is_played() -> None:
    question = load("probes/d1").at("classic")
    waits = question.believing(library()["deal.red_once"].mind).deal
    assert waits is not None
    assert sum(card.is_red_three for hand in waits.hands for card in hand) == 1


def test_eight_cards_with_seven_naturals_are_a_natural_canasta_wherever_the_joker_lies() -> None:
    question = load("canasta/queen-after-the-joker").at("classic")
    natural = question.believing(library()["score.purified"].mind)
    assert int(natural.right()[0]) == int(question.right()[0]) + 200


def test_a_sound_run_is_laid_beside_other_cards() -> None:
    deal = seen("meld.sequence", melds=OPENED, hand="5♥ 6♥ 7♥ A♣ 8♦", phase="play", pile="J♠")
    assert refused(deal, "lay 5♥ 6♥ 7♥") == []
    assert refused(deal, "lay 5♥ 6♥ 8♦") == ["meld.one_rank"]
