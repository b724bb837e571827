"""What somebody answers who brings the rules of another table along."""

from __future__ import annotations

from itertools import permutations

import pytest

from canasta_tutor import Rulebook
from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.beliefs.transfer import beliefs_at, transfers
from canasta_tutor.exercises import load
from canasta_tutor.exercises.diagnosing import diagnose
from canasta_tutor.going_out import minimum
from canasta_tutor.notation import read_position
from tests.believing import answers_or_leaves_none
from tests.test_beliefs_in_play import questions

PAIRS = list(permutations(Rulebook.names(), 2))
pairs = pytest.mark.parametrize(("home", "here"), PAIRS)


def carried(home: str, here: str) -> dict[str, Belief]:
    return {one.id: one for one in transfers(Rulebook.load(home), Rulebook.load(here))}


def test_nothing_is_carried_to_the_same_table() -> None:
    for name in Rulebook.names():
        assert transfers(Rulebook.load(name), Rulebook.load(name)) == ()


@pairs
def test_every_rule_in_which_two_tables_differ_is_believed_once(home: str, here: str) -> None:
    """All that is carried, believed together, is the other table, where both have the same number of players."""
    there, own = Rulebook.load(home), Rulebook.load(here)
    for players in {*there.players} & {*own.players}:
        table = own.at(players)
        believed: dict[str, object] = {}
        for belief in transfers(there, own):
            seen = belief.mind.table(table)
            believed |= {path: seen[path] for path in table if seen[path] != table[path]}
        carried, wanted = {**table, **believed}, {**there.at(players)}
        bands = carried.pop("initial.minimum"), wanted.pop("initial.minimum")
        assert carried == wanted
        for score in (-5, 0, 1495, 1500, 3000, 3500):
            assert [max(points for start, points in rows if start <= score) for rows in bands] == [
                minimum(there.at(players), score)
            ] * 2


@pairs
def test_what_is_carried_answers_every_exercise_or_leaves_no_answer(home: str, here: str) -> None:
    asked = [one for one in questions() if one.id == here]
    for belief in transfers(Rulebook.load(home), Rulebook.load(here)):
        for question in asked:
            answers_or_leaves_none(belief, question)


@pairs
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_carried_is_spoken_of(home: str, here: str, language: str) -> None:
    for belief in transfers(Rulebook.load(home), Rulebook.load(here)):
        stated, say, clause = (belief.text(one, language) for one in ("belief", "say", "if"))
        assert belief.home == home
        assert stated.endswith(".")
        assert say.endswith(("?", "."))
        assert not clause.endswith(".")
        assert ". " not in clause
        assert clause[0].islower()


def test_the_library_s_words_win_where_both_come_to_the_same() -> None:
    from_family = carried("family", "classic")
    assert "meld.wild_canasta" in from_family
    assert "transfer:family:meld.all_wild" not in from_family
    own, brought = library()["meld.wild_canasta"], from_family["meld.wild_canasta"]
    assert own.home == ""
    assert (brought.words, brought.home) == (own.words, "family")


def test_a_rule_carried_from_another_table_is_named() -> None:
    """One king and a two take the pile of two to six; somebody from there takes the classic one, too."""
    question = load("tables/king-and-two").at("classic")
    known = beliefs_at(question.rulebook, [Rulebook.load("party")])
    seen = question.believing(known["pile.nat_wild"].mind)
    named = diagnose(question, seen.right()[0], known.values()).suspected
    assert "party" in [belief.home for belief in named]


def test_a_belief_is_in_the_list_once_whatever_the_home_tables() -> None:
    here = Rulebook.load("classic")
    homes = [Rulebook.load(name) for name in ("party", "online")]
    known = beliefs_at(here, homes)
    assert set(known) >= {id for id, one in library().items() if one.fits(here)}
    assert known["pile.nat_wild"].home == "party"
    assert all(id == belief.id for id, belief in known.items())
    carried = {one.id for home in homes for one in transfers(home, here)}
    assert any(id.startswith("transfer:") for id in carried)
    assert carried <= set(known)
    assert beliefs_at(here) == {id: one for id, one in library().items() if one.fits(here)}


def test_who_sits_where_stays_as_it_is() -> None:
    """A family player thinks of every player as a side; the partner's cards lie with ours all the same."""
    deal = read_position({"position": {"hand": "K♠ 8♦", "melds": {"us": ["9♠ 9♥ 9♦"]}}})
    alone = {one.rule: one for one in transfers(Rulebook.load("family"), Rulebook.load("classic"))}
    seen = alone["players.sides"].mind.see(deal)
    assert seen.table["players.sides"] == "alone"
    assert (seen.table.sides, seen.table.members) == (2, deal.table.members)
