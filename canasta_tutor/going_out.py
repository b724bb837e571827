"""The price of the initial meld, the card to keep, and the right to go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta_tutor.bonuses import canasta_bonus
from canasta_tutor.laying import plan
from canasta_tutor.melds import is_canasta
from canasta_tutor.moves import Discard, LayDown, TakePile
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.rulebook import Table

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal


def minimum(table: Table, score: int) -> int:
    """Points that the initial meld of a side must reach, by its score before the deal.

    Rule: initial.minimum.
    """
    needed = 0
    for start, points in table["initial.minimum"]:
        if score >= start:
            needed = points
    return needed


def may_go_out(deal: Deal, canastas: int) -> bool:
    """Whether a side with so many canastas may go out now. Rules: going_out.canastas, going_out.ask."""
    return canastas >= deal.table["going_out.canastas"] and deal.turn.answer != "no"


def initial_points(deal: Deal, move: LayDown | TakePile) -> int:
    """What a first lay-down counts toward the minimum.

    Rules: initial.sum, initial.pile_cards, initial.bonuses, initial.red_threes.
    """
    table, planned = deal.table, plan(deal, move)
    values = table.card_values
    sums = dict.fromkeys((one.place for one in planned.laid), 0)
    for one in planned.laid:
        sums[one.place] += sum(values[card] for card in one.cards)
    if isinstance(move, TakePile) and table["initial.pile_cards"] == "none":
        sums[planned.laid[0].place] -= values[deal.pile[-1]]
    if table["initial.bonuses"]:
        for place in sums:
            meld = planned.melds[place]
            sums[place] += canasta_bonus(meld, table)[1] if is_canasta(meld, table) else 0
    points = max(sums.values()) if table["initial.sum"] == "one_meld" else sum(sums.values())
    if table["initial.red_threes"] == "this_turn":
        points += deal.turn.red_threes * int(table["threes.red_value"])
    return points


def initial_meld(deal: Deal, move: LayDown | TakePile) -> Objections:
    """A side's first lay-down of a deal reaches its minimum.

    Rules: initial.minimum, initial.reach, initial.concealed, initial.canasta_exempt.
    """
    if deal.melds[deal.side]:
        return ()
    table, after = deal.table, plan(deal, move)
    if table["initial.canasta_exempt"] and after.canastas:
        return ()
    goes_out = len(after.hand) <= 1 and may_go_out(deal, after.canastas)
    from_stock = isinstance(move, LayDown) and deal.turn.drew != "pile"
    if goes_out and from_stock and table["initial.concealed"] == "if_pile_taken":
        return ()
    needed, points = deal.minimum(deal.side), deal.initial_points(move)
    facts = {"points": points, "needed": needed, "score": deal.score_used(deal.side)}
    if points < needed:
        return (Objection("initial.minimum", table, facts=facts),)
    if points == needed and table["initial.reach"] == "exceed":
        return (Objection("initial.reach", table, facts=facts),)
    return ()


def keeps_a_card(deal: Deal, move: LayDown | TakePile) -> Objections:
    """Without the right to go out, one card stays after the discard.

    Rules: going_out.canastas, going_out.keep_card, going_out.ask, going_out.discard.
    """
    after = plan(deal, move)
    left = len(after.hand)
    if left > 1:
        return ()
    if may_go_out(deal, after.canastas):
        if left == 0 and deal.table["going_out.discard"] == "must":
            return (Objection("going_out.discard", deal.table),)
        return ()
    return _no_right(deal, after.canastas, left)


def may_throw_last(deal: Deal, move: Discard) -> Objections:
    """The last card is thrown only with the right to go out. Rules: going_out.canastas, going_out.ask."""
    if len(deal.hand) > 1:
        return ()
    canastas = deal.canastas(deal.side)
    return () if may_go_out(deal, canastas) else _no_right(deal, canastas, 0)


def _no_right(deal: Deal, canastas: int, left: int) -> Objections:
    needed = deal.table["going_out.canastas"]
    if canastas >= needed:
        return (Objection("going_out.ask", deal.table, "said_no"),)
    rule = "going_out.keep_card" if left else "going_out.canastas"
    facts = {"left": left, "canastas": canastas, "needed": needed}
    return (Objection(rule, deal.table, facts=facts),)


def black_threes_last(deal: Deal, move: LayDown | TakePile) -> Objections:
    """Black threes are melded only in going out, at most tables. Rule: threes.black_meld."""
    after = plan(deal, move)
    if len(after.hand) <= 1 or not [one for one in after.laid if one.after.rank == "3"]:
        return ()
    if deal.table["threes.black_meld"] != "going_out":
        return ()
    return (Objection("threes.black_meld", deal.table, "going_out", {"left": len(after.hand)}),)
