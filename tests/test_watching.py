"""Beliefs that cannot change a question are not asked: what a watcher notes must leave out none that does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canasta_tutor import Rulebook
from canasta_tutor.beliefs.library import library
from canasta_tutor.beliefs.mind import Mind
from canasta_tutor.beliefs.transfer import beliefs_at
from canasta_tutor.beliefs.watched_tables import WatchedTable
from canasta_tutor.beliefs.watching import Minds, Watcher
from canasta_tutor.exercises import Question
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.collection import ids, load
from canasta_tutor.exercises.diagnosing import believed
from canasta_tutor.exercises.generators import GENERATORS, generate

EACH = 7
"""Of the exercises every seventh is put to all beliefs."""
SAYS = "says_block"
"""Of the generators that ask for sentences one is enough: they differ in the sentences only."""


def questions() -> Iterator[Question]:
    """Exercises of the course, and one of every generator and level, at all the tables in turn."""
    for number, id in enumerate(list(ids())[::EACH]):
        exercise = load(id)
        yield exercise.at(exercise.rulebooks[number % len(exercise.rulebooks)])
    number = 0
    for name, generator in GENERATORS.items():
        for level in generator.levels if name == SAYS or not name.startswith("says_") else ():
            number += 1
            book = Rulebook.load(Rulebook.names()[number % len(Rulebook.names())])
            if level in generator.levels_at(book):
                yield generate(name, book, level, number).at(book)


def test_whoever_is_not_moved_by_a_belief_answers_and_judges_as_everybody_does() -> None:
    moved = still = 0
    for question in questions():
        answers = question.wrong()[:2]
        plain = question.unmoved.first_right, [question.unmoved.parts(one) for one in answers]
        homes = [Rulebook.load(name) for name in Rulebook.names() if name != question.id]
        for belief in beliefs_at(question.rulebook, homes).values():
            if question.unmoved.moves((belief,)):
                moved += 1
                continue
            still += 1
            other = believed(question, (belief,))
            assert other is not None, (question, belief)
            seen = other.first_right, [other.parts(one) for one in answers]
            assert seen == plain, (question, belief)
    assert still > 3 * moved, (still, moved)


def test_a_watcher_answers_as_the_engine_does() -> None:
    for question in questions():
        if question.right():
            assert all(question.parts(question.unmoved.first_right or "").values()), question


def test_all_that_a_table_has_is_watched() -> None:
    classic = Rulebook.load("classic").at(4)
    watched = WatchedTable(classic, lambda: None, lambda card, value: None)
    for name in vars(classic):
        if name != "card_values":
            assert getattr(watched, name) == getattr(classic, name), name
    assert {card: watched.card_values[card] for card in classic.deck} == classic.card_values
    assert {"deck.packs", "deck.wilds", "pile.freezes", "value.two"} <= set(watched.read())
    with pytest.raises(AttributeError):
        watched.unheard_of  # noqa: B018  # what is new must say from which rules it follows


def test_nothing_is_moved_before_anything_is_looked_at() -> None:
    minds = [belief.mind for belief in library().values()]
    watcher = Watcher()
    assert not any(map(watcher.touches, minds))
    asker = Asker({}, Rulebook.load("classic")).believing(watcher)
    asker.number("value A")
    touched = {id for id, belief in library().items() if watcher.touches(belief.mind)}
    assert "value.ace_ten" in touched
    assert "value.joker_as_two" not in touched


def test_a_mind_that_the_watcher_does_not_know_may_find_anything() -> None:
    stranger = Mind(needed=(lambda deal, side, points: points + 1,))
    assert Watcher().touches(stranger)
    assert not Watcher(Minds([stranger])).touches(stranger)


def test_a_set_up_that_is_done_anew_reads_every_rule() -> None:
    asker = Asker({"setup": {"stock": "3♥ 9♣"}}, Rulebook.load("classic"))
    watcher = Watcher()
    asker.believing(watcher)
    assert all(watcher.touches(belief.mind) for belief in library().values() if belief.mind.rules)
