"""What somebody answers who believes otherwise: of the pile, the first lay-down, threes, going out, the sheet."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from canasta_tutor import Rulebook
from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.beliefs.mind import BelievedDeal
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises import load
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.sheets import Sheet
from canasta_tutor.moves import read_move
from canasta_tutor.notation import read_position
from tests.believing import answers_or_leaves_none

EXERCISES = Path(__file__).parents[1] / "exercises"
OURS = ("pile", "initial", "red_threes", "black_threes", "going_out", "sheet", "game", "words")

# Belief, probe, and what it makes of the probe: cases accepted wrongly (+) and refused wrongly (−), totals of
# the sides, or the cases of a panel that are answered otherwise. "silent": the right answer.
#
# Four of them are not as the first plan of the library had them, and the plan was wrong:
# - pile.free_take refuses case n. That nobody exchanges the only card of a hand for the only card of a pile is
#   a rule by itself (pile.one_card); it does not say what becomes of the top card.
# - pile.frozen_dead says nothing on F1: who thinks that nobody takes a frozen pile still calls it frozen. On
#   P2 it refuses the two pairs that take one.
# - pile.no_personal_freeze calls case i of F1 open, as it does b: for the side that has laid nothing, whichever.
# - pile.black_three_harmless looks past the three; that the pair of jacks takes the pile follows from nothing less.
PROBED = """
    pile.nat_wild                   p1  +bl
    pile.nat_wild_after_take        p1  +l
    pile.no_onto_meld               p1  −cdk
    pile.canasta_closed             p1  −de
    pile.canasta_needs_two          p1  −d
    pile.one_card_enough            p1  +blo
    pile.two_wilds                  p1  +f
    pile.free_take                  p1  +bfglmo
    pile.onto_opponents             p1  +m
    pile.one_card_ignored           p1  +n
    pile.wild_takeable              p1  +i
    pile.black_three_takeable       p1  +h
    pile.black_three_takeable       p2  silent
    pile.black_three_harmless       p2  +i
    pile.needs_new_meld             p2  −f
    pile.top_only_freezes           f1  c open, h open
    pile.wild_one_turn              f1  c open, f blocked, h open
    pile.black_three_freezes        f1  d frozen_all, e frozen_all
    pile.frozen_dead                f1  silent
    pile.frozen_dead                p2  −bf
    pile.onto_meld_frozen           p2  +adk
    pile.onto_meld_frozen           f1  silent
    pile.nat_wild_frozen            p2  +c
    pile.freezer_exempt             f1  h frozen_them
    pile.frozen_all_deal            f1  g frozen_all
    pile.match_under                p2  +g
    pile.no_personal_freeze         f1  b open, i open
    pile.pre_dead                   p3  −bdeg
    pile.pre_freezes_all            f1  b frozen_all, i frozen_all
    pile.buried_counts              p3  +c
    pile.top_doesnt_count           p3  −be
    pile.top_card_only              t3  pile 1, left 5
    pile.draw_too                   t3  stock 1, left 11

    initial.negative_50             i1  −ao
    initial.sixty                   i1  −abeo
    initial.top_band_150            i1  −e
    initial.flat_50                 i1  +dn −ao
    initial.edge_low                i1  +dghin
    initial.exceed                  i1  −ab
    initial.single_meld             i1  −ef
    initial.top_first_meld          p3  −dg
    initial.opponents_score         i1  +dn −afo
    initial.running_total           i1  −c
    initial.red_threes_count        i1  +h
    initial.canasta_bonus_counts    i1  +i
    initial.wild_zero               i1  −ejmp
    initial.per_player              i1  −k
    initial.every_turn              i1  −kl

    score.red_each                  s1  1515/765
    score.red4_800                  cb  500/5
    score.red_always_plus           s2  220/640
    score.red_zero                  s2  -80/640
    score.red_needs_canasta         s3  725/-115
    score.red_needs_meld            cc  145/-245
    score.red4_minus_400            s4  645/-505
    score.red4_minus_800            fb  -775/2470/500
    score.red_out_only              s3  325/-115
    threes.red_pile_replaced        r1  b draws
    threes.red_holdable             r1  a keeps, e keeps
    threes.red_discardable          r1  c yes

    threes.black_any_time           m1  +n
    threes.black_never              g1  h no
    threes.black_with_wild          g1  i ends
    out.black_pair                  g1  j ends
    score.black_100                 v1  240
    score.black_5                   ca  1330/-55
    score.black_double_negative     ca  1540/50

    out.no_canasta                  g1  b ends, g ends
    out.float                       g1  b goes_on, g goes_on
    out.own_canasta                 g1  a no
    out.two_canastas                g1  a no, c no, d no, f no, h no
    out.canasta_before              g1  d no
    out.must_discard                g1  c no, h no
    out.ask_advisory                g1  e ends
    out.ask_compulsory              g1  a no, c no, d no, h no, k no
    out.last_round                  g1  a goes_on, c goes_on, d goes_on, f goes_on, h goes_on, k goes_on
    out.concealed_one_turn          g2  c 200
    out.concealed_partner_spoils    g2  a 100, g 100
    out.concealed_partner_canasta   g2  b 200
    out.concealed_layoff            g2  e 200
    score.concealed_plus            g2  a 300, d 300, g 300
    score.concealed_as_100          g2  a 100, d 100, g 100
    score.stock_bonus               g2  f 100
    score.out_forgotten             s1  1815/765
    score.out_to_other              s1  1815/865

    score.partner_hand              s1  1965/765
    score.hand_added                s1  2015/915
    score.hand_ignored              s1  1965/840
    score.one_hand                  s1  1915/795
    score.loser_melds_void          s1  1915/-75
    score.winner_takes_hands        s1  2040/840
    score.own_melds_only            s1  1445/765
    score.open_melds_negative       s1  1725/705
    score.open_melds_ignored        s1  1820/735
    score.cut_ignored               ca  1140/-250

    stock.reshuffle                 r1  f shuffle
    game.goer_wins                  w1  a us
    game.exceed_target              w1  b on
    game.mid_deal                   w1  c us
    game.tie_over                   w1  d shared

    words.comodin                   m1  +dghk
    words.frozen                    f1  c open, d frozen_all, e frozen_all, f blocked, h open
    words.first_card                p1  −acdejk
    words.clean                     s1  1915/1165
    words.close                     ca  1240/-150
"""
ROWS = [tuple(line.split(maxsplit=2)) for line in PROBED.splitlines() if line.strip()]

# Where a belief is the rule of a table it changes nothing there.
AT_HOME = {
    "pile.nat_wild": ("party", "online"),
    "pile.nat_wild_after_take": ("club",),
    "pile.no_onto_meld": ("club",),
    "pile.canasta_closed": ("family",),
    "pile.canasta_needs_two": ("online", "club"),
    "pile.top_only_freezes": ("club",),
    "pile.wild_one_turn": ("club",),
    "pile.black_three_freezes": ("club",),
    "pile.frozen_dead": ("club",),
    "initial.negative_50": ("club", "party", "family"),
    "initial.sixty": ("family",),
    "initial.top_band_150": ("family",),
    "score.red_needs_canasta": ("family", "club"),
    "score.red4_minus_400": ("family",),
    "threes.red_holdable": ("family",),
    "threes.red_discardable": ("family",),
    "threes.black_any_time": ("online",),
    "threes.black_never": ("family", "club"),
    "out.ask_advisory": ("online", "family"),
    "out.ask_compulsory": ("online", "family"),
    "out.concealed_partner_canasta": ("party", "online"),
    "score.concealed_as_100": ("family", "club"),
    "words.frozen": ("club",),
}


@cache
def ours() -> dict[str, Belief]:
    folder = Path(__file__).parents[1] / "canasta_tutor" / "beliefs" / "library"
    files = [(folder / f"{area}.toml").read_text("utf-8") for area in OURS]
    return {id: one for id, one in library().items() if any(f'["{id}"]' in text for text in files)}


@cache
def questions() -> tuple[Question, ...]:
    """Every exercise of the course at each of its tables."""
    paths = sorted(path.relative_to(EXERCISES) for path in EXERCISES.rglob("*.md"))
    exercises = [load(str(path.with_suffix(""))) for path in paths]
    return tuple(one.at(rulebook) for one in exercises for rulebook in one.rulebooks)


@cache
def probe(name: str) -> Question:
    exercise = load(f"probes/{name}")
    return exercise.at(exercise.rulebooks[0])


def told(true: Question, seen: Question) -> str:
    """How an answer differs from the right one, as the table above writes it."""
    if isinstance(true, Panel) and isinstance(seen, Panel):
        other = [f"{id} {seen.truth[id]}" for id in true.ids if seen.truth[id] != true.truth[id]]
        return ", ".join(other) or "silent"
    if isinstance(true, Sheet) and isinstance(seen, Sheet):
        return "/".join(str(seen.truth[side, "total"]) for side in seen.sides)
    if isinstance(true, Choice) and isinstance(seen, Choice):
        more = "".join(id for id in seen.correct_ids if id not in true.correct_ids)
        fewer = "".join(id for id in true.correct_ids if id not in seen.correct_ids)
        return " ".join([f"+{more}"] * bool(more) + [f"−{fewer}"] * bool(fewer)) or "silent"
    return " ".join(seen.right())


@pytest.mark.parametrize(("belief", "name", "answer"), ROWS)
def test_a_belief_gives_its_answer_to_its_probe(belief: str, name: str, answer: str) -> None:
    assert told(probe(name), probe(name).believing(library()[belief].mind)) == answer


def test_every_belief_is_probed() -> None:
    # words.round lives at the club alone, on one exercise of the course.
    assert {row[0] for row in ROWS} == {*ours()} - {"words.round"}


def test_a_belief_names_a_probe_on_which_it_speaks() -> None:
    speaks = {(id, f"probes/{name}") for id, name, answer in ROWS if answer != "silent"}
    assert {(id, one.probe) for id, one in ours().items() if one.probe} <= speaks


def test_no_two_beliefs_give_the_same_answer_to_a_probe() -> None:
    told_apart = [(name, answer) for _, name, answer in ROWS if answer != "silent"]
    assert len(set(told_apart)) == len(told_apart)


@pytest.mark.parametrize("id", sorted(ours()))
def test_a_belief_answers_every_exercise_or_leaves_no_answer(id: str) -> None:
    belief = ours()[id]
    for question in questions():
        if belief.fits(question.rulebook):
            answers_or_leaves_none(belief, question)


@pytest.mark.parametrize("id", sorted(AT_HOME))
def test_where_the_belief_is_the_rule_it_changes_nothing(id: str) -> None:
    belief = library()[id]
    here = [one for one in questions() if one.id in AT_HOME[id]]
    plain = [one for one in here if not re.search(r"'at \w+:", str(one.source.data))]
    assert plain
    for question in plain:
        assert question.believing(belief.mind).right() == question.right(), question


def test_two_beliefs_together_raise_nothing_either() -> None:
    pairs = list(combinations(ours().values(), 2))
    for place, question in enumerate(questions()):
        for first, second in pairs[place % 97 :: 397]:
            try:
                seen = question.believing(first.mind + second.mind)
                answers = seen.right()[:1]
            except CanastaError:
                continue
            for answer in answers:
                seen.parts(answer)


# --- what is said ---------------------------------------------------------------------------------


@pytest.mark.parametrize("id", sorted(ours()))
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_belief_is_spoken_of_in_short_sentences(id: str, language: str) -> None:
    belief, say, clause = (ours()[id].text(one, language) for one in ("belief", "say", "if"))
    assert belief.endswith(".")
    assert "!" not in belief + say + clause
    assert say.endswith(("?", "."))
    assert sum(say.count(mark) for mark in ".?") <= 2
    assert not clause.endswith(".")
    assert clause[0].islower()


@pytest.mark.parametrize("id", sorted(ours()))
def test_what_is_said_names_no_number(id: str) -> None:
    for language in ("en", "es"):
        assert not any(letter.isdigit() for letter in ours()[id].text("say", language))


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


OPENED = {"us": ["9♠ 9♥ 9♦"], "them": ["6♠ 6♥ 6♦"]}


def test_a_top_card_onto_the_other_side_s_meld_comes_to_lie_there() -> None:
    deal = seen("pile.onto_opponents", melds=OPENED, hand="A♣ 8♦ 7♣", pile="4♣ J♠ 6♣")
    after = play(deal, "take")
    assert [meld.size for melds in after.melds for meld in melds] == [3, 4]
    assert len(after.hand) == 5


def test_a_pile_taken_without_its_top_card_is_all_in_the_hand() -> None:
    deal = seen("pile.free_take", melds=OPENED, hand="A♣ 8♦ 7♣", pile="4♣ J♠ 5♣")
    after = play(deal, "take")
    assert (len(after.hand), after.pile, after.melds) == (6, (), deal.melds)


def test_a_fitting_pair_is_laid_all_the_same() -> None:
    deal = seen("pile.free_take", melds=OPENED, hand="K♠ K♦ A♣ 8♦", pile="4♣ J♠ K♥")
    assert [meld.rank for meld in play(deal, "take K♠ K♦").melds[0]] == ["9", "K"]


def test_two_jacks_take_the_jack_below_a_joker_and_the_joker_comes_along() -> None:
    deal = seen("pile.match_under", melds=OPENED, hand="J♦ J♥ A♣ 8♦", pile="4♣ J♠ ★")
    after = play(deal, "take J♦ J♥")
    assert [meld.rank for meld in after.melds[0]] == ["9", "J"]
    assert "★" in [card.rank for card in after.hand]


def test_once_a_frozen_pile_has_been_taken_the_next_is_frozen_too() -> None:
    deal = seen("pile.frozen_all_deal", melds=OPENED, hand="K♠ K♦ A♣ 8♦", pile="4♣ 2♠ K♥")
    after = play(deal, "take K♠ K♦", "discard 8♦")
    assert after.freeze(1).by


def test_without_a_canasta_the_deal_waits_for_who_has_no_cards() -> None:
    deal = seen("out.float", melds=OPENED, hand="K♦", pile="4♣ J♠", phase="play")
    after = play(deal, "discard K♦")
    assert (after.over, after.seat, after.phase) == (False, 1, "draw")


def test_the_last_round_ends_where_it_began() -> None:
    melds = {"us": ["K×7"], "them": ["6♠ 6♥ 6♦"]}
    hands = {"2": "Q♦ 10♣ 4♠", "3": "Q♥ 10♦ 4♣", "4": "Q♠ 10♥ 4♦"}
    stock: dict[str, Any] = {"stock_top": "8♣ 8♠ 8♥", "stock": 20}
    deal = seen("out.last_round", melds=melds, hand="9♦", hands=hands, phase="play", **stock)
    after = play(deal, "discard 9♦", *("draw", "discard Q") * 3)
    assert after.over
    assert after.outcome is not None
    assert after.outcome.seat == deal.seat


def test_an_empty_stock_is_filled_from_the_pile() -> None:
    deal = seen("stock.reshuffle", melds=OPENED, hand="A♣ 8♦", pile="4♣ J♠ 5♣ 7♥", stock=0)
    after = play(deal, "draw")
    assert (len(after.hand), len(after.stock), len(after.pile)) == (3, 2, 1)


def test_taking_only_the_top_card_may_leave_too_few() -> None:
    deal = seen("pile.top_card_only", melds=OPENED, hand="K♠ K♦ 8♦", pile="4♣ J♠ K♥")
    assert [one.rule for one in deal.objections(read_move("take K♠ K♦", deal.hand))] == [
        "going_out.keep_card"
    ]
