"""How safe a discard is: what is found once for cards of the same use, against every card by itself."""

from __future__ import annotations

import pytest

from canasta_tutor import Rulebook
from canasta_tutor.beliefs.library import library
from canasta_tutor.deal import Deal
from canasta_tutor.exercises.generators import drawn
from canasta_tutor.exercises.safety import risk, risks, throwable
from tests.random_deals import stopped

each_table = pytest.mark.parametrize("table", Rulebook.names())


def positions(table: str) -> list[Deal]:
    """Positions in which the card to throw is asked for, and turns of deals that are played at random."""
    book = Rulebook.load(table)
    asked = [next(drawn("best_discard", book, 4, seed)).asker.deal for seed in range(6)]
    turns = [stopped(book, book.players[-1], seed, 16 + 5 * seed) for seed in range(24)]
    return [*asked, *(deal for deal in turns if deal.phase == "play")]


@each_table
def test_cards_of_the_same_use_are_as_safe_as_each_by_itself(table: str) -> None:
    found = positions(table)
    assert len(found) > 8
    for deal in found:
        assert risks(deal) == {card: risk(deal, card) for card in throwable(deal)}


@each_table
def test_whoever_believes_otherwise_finds_the_same_as_by_looking_at_every_card(table: str) -> None:
    """What a belief cannot change is taken over from what everybody finds."""
    for seed in range(3):
        question = next(drawn("best_discard", Rulebook.load(table), 4, seed))
        for belief in library().values():
            if not belief.rule.startswith("pile."):
                continue
            mind = belief.mind
            seen = mind.see(question.asker.deal)
            found = question.asker.believing(mind).risks
            assert found == {card: risk(seen, card) for card in throwable(seen)}, belief.id
