"""The first lay-down of a side, to somebody who believes otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind, believed_table
from canasta_tutor.cards import Card
from canasta_tutor.going_out import initial_meld, initial_points, minimum
from canasta_tutor.laying import plan
from canasta_tutor.moves import LayDown, Move, TakePile
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.rulebook import Rulebook

_LEAST: Final = 50
_TOP: Final = (3500, 150)


# --- the bands ----------------------------------------------------------------------------------


def fifty_below_zero(book: Rulebook) -> Mapping[str, Any]:
    """A side below zero needs fifty as well. Rule: initial.minimum."""
    (start, points), *more = book["initial.minimum"]
    return {"initial.minimum": ((start, max(points, _LEAST)), *more)}


def one_band_more(book: Rulebook) -> Mapping[str, Any]:
    """There is a band above the last one. Rule: initial.minimum."""
    bands = book["initial.minimum"]
    return {} if bands[-1][0] >= _TOP[0] else {"initial.minimum": (*bands, _TOP)}


def edge_below(book: Rulebook) -> Mapping[str, Any]:
    """A score on the edge belongs to the band that it ends. Rule: initial.minimum."""
    bands = book["initial.minimum"]
    raised = ((start if start == -inf else start + 1, points) for start, points in bands)
    return {"initial.minimum": tuple(raised)}


# --- whose score, and when ----------------------------------------------------------------------


def others_score(deal: BelievedDeal, side: int, points: int) -> int:
    """The score of the others sets the minimum. Rule: initial.score_used."""
    others = [deal.score_used(other) for other in range(deal.table.sides) if other != side]
    return points if deal.melds[side] else minimum(deal.table, max(others))


def running_total(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """The points of the lay-down decide on its own band. Rule: initial.score_used."""
    if found or not isinstance(move, LayDown | TakePile) or deal.melds[deal.side]:
        return found
    scores = list(deal.scores)
    scores[deal.side] += deal.initial_points(move)
    return initial_meld(deal.altered(scores=tuple(scores)), move)


# --- what counts toward it ----------------------------------------------------------------------


def first_meld_only(deal: BelievedDeal, move: LayDown | TakePile, points: int) -> int:
    """When the pile is taken, only the meld of the top card counts. Rule: initial.sum."""
    if isinstance(move, LayDown) or len(move.groups) == 1:
        return points
    return initial_points(deal, TakePile(move.groups[:1]))


def red_threes_count(deal: BelievedDeal, move: LayDown | TakePile, points: int) -> int:
    """Every red three on the table counts. Rule: initial.red_threes."""
    count = len(deal.red_threes[deal.side])
    if deal.table["initial.red_threes"] == "this_turn":
        count -= deal.turn.red_threes
    return points + count * int(deal.table["threes.red_value"])


def wilds_count_nothing(deal: BelievedDeal, move: LayDown | TakePile, points: int) -> int:
    """Wilds count nothing in a first lay-down. Rule: initial.sum."""
    table = believed_table((), (*deal.mind.prices, _free_wild), deal.table)
    free = initial_points(deal.altered(table=table), move)
    return points + free - initial_points(deal, move)


def _free_wild(card: Card, value: int) -> int:
    return 0 if card.is_wild else value


def buried_cards_count(deal: BelievedDeal, move: LayDown | TakePile, points: int) -> int:
    """Cards from under the top card that could lie at once count. Rule: initial.pile_cards."""
    if isinstance(move, LayDown):
        return points
    laid = [card for group in move.groups for card in group.cards]
    left = [card for card in deal.pile[:-1] if not card.is_wild and card.rank != "3"]
    for card in laid:
        if card in left and card not in deal.hand:
            left.remove(card)
    ranks = {one.after.rank for one in plan(deal, move).laid}
    fits = [
        card
        for card in left
        if card.rank in ranks or sum(other.rank == card.rank for other in left) >= 3
    ]
    return points + sum(deal.table.card_values[card] for card in fits)


# --- who must open, and how often ---------------------------------------------------------------


def each_player(deal: BelievedDeal, side: int, points: int) -> int:
    """Who has laid nothing yet must open, whatever the partner has done. Rule: initial.side."""
    waits = side == deal.side and deal.seat not in deal.melded and not deal.turn.laid
    return minimum(deal.table, deal.score_used(side)) if waits else points


def each_turn(deal: BelievedDeal, side: int, points: int) -> int:
    """The first lay-down of every turn needs the minimum. Rule: initial.after."""
    free = side == deal.side and deal.turn.laid
    return points if free else minimum(deal.table, deal.score_used(side))


def opens_again(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """A lay-down of a side that has melded reaches the minimum that is believed to hold."""
    if found or not isinstance(move, LayDown | TakePile) or not deal.melds[deal.side]:
        return found
    needed, points = deal.minimum(deal.side), deal.initial_points(move)
    exceed = needed > 0 and deal.table["initial.reach"] == "exceed"
    if points > needed or (points == needed and not exceed):
        return ()
    facts = {"points": points, "needed": needed, "score": deal.score_used(deal.side)}
    return (Objection("initial.minimum", deal.table, facts=facts),)


EFFECTS: Final[Mapping[str, Mind]] = {
    "fifty_below_zero": Mind(rules=(fifty_below_zero,)),
    "one_band_more": Mind(rules=(one_band_more,)),
    "edge_below": Mind(rules=(edge_below,)),
    "others_score": Mind(needed=(others_score,)),
    "running_total": Mind(rulings=(running_total,)),
    "first_meld_only": Mind(laid=(first_meld_only,)),
    "red_threes_count": Mind(laid=(red_threes_count,)),
    "wilds_count_nothing": Mind(laid=(wilds_count_nothing,)),
    "buried_cards_count": Mind(laid=(buried_cards_count,)),
    "each_player_opens": Mind(needed=(each_player,), rulings=(opens_again,)),
    "each_turn_opens": Mind(needed=(each_turn,), rulings=(opens_again,)),
}
