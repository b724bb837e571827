"""Deals played at random and stopped anywhere, and all sorts of moves to try on them."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from canasta_tutor import (
    Answer,
    Ask,
    Card,
    Deal,
    Discard,
    Draw,
    IllegalMove,
    LayDown,
    LayRedThree,
    Pass,
    Rearrange,
    Rulebook,
    TakePile,
)
from canasta_tutor.cards import DECK, JOKER, Cards
from canasta_tutor.moves import Group, Move, read_move
from canasta_tutor.rules import RULES
from tools.soak import EAGERNESS, all_cards, every_table, random_moves

settings.register_profile(
    "laws",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
laws = settings.get_profile("laws")

every_rulebook = pytest.mark.parametrize(("name", "players"), every_table())
seeds = st.integers(0, 10**6)
lengths = st.integers(0, 160)
"""How many moves are played before we look; a whole deal has about 150."""


def stopped(name: str | Rulebook, players: int, seed: int, length: int) -> Deal:
    """A deal played at random, stopped after so many moves."""
    rulebook = Rulebook.load(name) if isinstance(name, str) else name
    rng = random.Random(seed)
    table = rulebook.at(players)
    scores = tuple(rng.choice((-500, 0, 0, 1500, 3000, 3500)) for _ in range(table.sides))
    deal = Deal.start(rulebook, players, seed, scores, seed % table.seats)
    eagerness = EAGERNESS[seed % len(EAGERNESS)]
    for _, _, after in islice(random_moves(deal, rng, eagerness), length):
        deal = after
    return deal


def with_fields(deal: Deal, **changes: Any) -> Deal:
    """The same deal with some of its cards lying elsewhere."""
    fields = {key: value for key, value in deal.__dict__.items() if not key.startswith("_")}
    return Deal(**(fields | changes))


SMALL = 9
"""A hand so small that every way to lay it can be tried."""


def small_hand(deal: Deal, rng: random.Random) -> Deal:
    """The same deal with some cards of the hand put away, so that everything can be tried."""
    hand = sorted(deal.hand, key=lambda card: (rng.random() < 0.3, card.order))
    kept = hand[: rng.randint(2, SMALL)]
    hands = list(deal.hands)
    hands[deal.seat] = tuple(kept)
    return with_fields(deal, hands=tuple(hands), aside=(*deal.aside, *hand[len(kept) :]))


def shuffled_behind(deal: Deal, seat: int, rng: random.Random) -> Deal:
    """The same deal for this seat: all that it cannot see lies otherwise."""
    hidden = [card for place, hand in enumerate(deal.hands) if place != seat for card in hand]
    hidden += [*deal.stock, *deal.aside]
    rng.shuffle(hidden)

    def some(number: int) -> Cards:
        return tuple(hidden.pop() for _ in range(number))

    own = list(deal.hand if seat == deal.seat else deal.hands[seat])
    rng.shuffle(own)
    hands = tuple(
        tuple(own) if place == seat else some(len(hand)) for place, hand in enumerate(deal.hands)
    )
    return with_fields(
        deal,
        hands=hands,
        stock=some(len(deal.stock)),
        aside=some(len(deal.aside)),
        origin="elsewhere",
        moves=(),
    )


# --- all sorts of moves, sensible and not ---------------------------------------------------------

PLACES = ("", "", "", "new", "K", "Q", "10", "7", "3", "★", "K#1", "A#2", "K#0", "them K", "★#9")


def some_cards(deal: Deal, rng: random.Random, most: int = 8) -> Cards:
    """Cards of the hand as a rule, now and then any card at all."""
    hand = list(deal.hand)
    rng.shuffle(hand)
    if rng.random() < 0.5:
        hand.sort(key=lambda card: (card.rank, rng.random()))
        start = rng.randrange(len(hand) + 1)
        hand = hand[start:] + hand[:start]
    cards = hand[: rng.randint(1, most)] or [Card(JOKER)]
    if rng.random() < 0.15:
        cards[-1] = rng.choice(DECK)
    return tuple(cards)


def any_move(deal: Deal, rng: random.Random) -> Move:
    """Any move that can be written down, legal or not."""
    groups = tuple(
        Group(some_cards(deal, rng, 5), rng.choice(PLACES)) for _ in range(rng.choice((1, 1, 2, 3)))
    )
    card = some_cards(deal, rng, 1)[0]
    first = Group(groups[0].cards if rng.random() < 0.8 else (), groups[0].to)
    makers = (
        Draw,
        Ask,
        Pass,
        lambda: Answer(rng.random() < 0.5),
        lambda: Discard(card),
        lambda: LayRedThree(card),
        lambda: LayDown(groups),
        lambda: LayDown(groups),
        lambda: TakePile((first, *groups[1:])),
        lambda: Rearrange(card, rng.choice(PLACES[4:10]), rng.choice(PLACES[4:10])),
    )
    return rng.choice(makers)()


def try_all_sorts(deal: Deal, rng: random.Random, number: int) -> None:
    cards = sorted(deal.table.deck)
    before = with_fields(deal)
    for move in [any_move(deal, rng) for _ in range(number)]:
        objections = deal.objections(move)
        assert (move in deal.legal_moves) == (objections == ())
        assert all(objection.rule in RULES for objection in objections)
        if objections:
            with pytest.raises(IllegalMove) as refused:
                deal.play(move)
            assert refused.value.objections == objections
            assert refused.value.move == move
        else:
            after = deal.play(move)
            assert all_cards(after) == cards
            assert after.moves == (*deal.moves, move)
            assert after.objections(move) == after.objections(read_move(str(move)))
        assert deal == before
        assert deal.moves == before.moves
