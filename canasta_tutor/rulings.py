"""One function per rule that a move can break, in one visible table: how a referee looks.

Read a row down: functions stand in stages; the first stage with objections ends the look, and all
objections of that stage are given, so that a player hears every fault of one kind and none that
only follows from another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from canasta_tutor.errors import NotationError
from canasta_tutor.going_out import black_threes_last, initial_meld, keeps_a_card, may_throw_last
from canasta_tutor.laying import one_meld_per_rank, own_cards, own_melds, sound_melds
from canasta_tutor.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    LayDown,
    LayRedThree,
    Move,
    Pass,
    Rearrange,
    TakePile,
)
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.taking import (
    from_pile,
    lawful_way,
    more_than_one_card,
    not_blocked,
    some_pile,
    takeable_top,
)

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal

Ruling = Callable[["Deal", Any], Objections]


def deal_goes_on(deal: Deal, move: Move) -> Objections:
    """Nothing is played once somebody has gone out. Rule: going_out.ends_deal."""
    return (Objection("going_out.ends_deal", deal.table),) if deal.over else ()


def before_drawing(deal: Deal, move: Move) -> Objections:
    """A turn begins with one draw, from the stock or by the pile. Rules: turn.order, pile.replaces_draw."""
    if deal.phase == "draw":
        return ()
    if deal.phase == "answer":
        return (Objection("turn.order", deal.table, "answer_first"),)
    if deal.turn.drew == "pile" or isinstance(move, TakePile):
        return (Objection("pile.replaces_draw", deal.table),)
    return (Objection("turn.order", deal.table, "drawn_already"),)


def after_drawing(deal: Deal, move: Move) -> Objections:
    """Laying, asking and discarding follow the draw. Rule: turn.order."""
    if deal.phase == "play":
        return ()
    reason = "answer_first" if deal.phase == "answer" else "draw_first"
    return (Objection("turn.order", deal.table, reason),)


def stock_left(deal: Deal, move: Draw) -> Objections:
    """There is a card to draw. Rule: stock.end."""
    return () if deal.stock else (Objection("stock.end", deal.table),)


def held(deal: Deal, move: Discard | LayRedThree) -> Objections:
    """Only a card of one's own hand is played. Rule: turn.own_cards."""
    if move.card in deal.hand:
        return ()
    return (Objection("turn.own_cards", deal.table, facts={"cards": (move.card,)}),)


def may_be_thrown(deal: Deal, move: Discard) -> Objections:
    """Some cards are never discarded. Rules: threes.red_discard, turn.discard_banned."""
    table, card = deal.table, move.card
    if card.is_red_three and not table["threes.red_discard"]:
        return (Objection("threes.red_discard", table, facts={"card": card}),)
    if card.is_any(table["turn.discard_banned"]):
        return (Objection("turn.discard_banned", table, facts={"card": card}),)
    return ()


def red_three_to_lay(deal: Deal, move: LayRedThree) -> Objections:
    """A held red three is laid where the holder decides, or where the pile gave it.

    Rules: threes.red_laid, threes.red_in_pile.
    """
    card, by_choice = move.card, deal.table["threes.red_laid"] == "holder_decides"
    if card.is_red_three and (by_choice or card in deal.hand):
        return ()
    return (Objection("threes.red_laid", deal.table, facts={"cards": (move.card,)}),)


def not_the_last_card(deal: Deal, move: LayRedThree) -> Objections:
    """Without a card to replace it, the last card stays in the hand. Rule: going_out.keep_card."""
    if len(deal.hand) > 1 or deal.stock:
        return ()
    canastas, needed = deal.canastas(deal.side), deal.table["going_out.canastas"]
    facts = {"left": 0, "canastas": canastas, "needed": needed}
    return (Objection("going_out.keep_card", deal.table, facts=facts),)


def partner_to_ask(deal: Deal, move: Ask) -> Objections:
    """The partner is asked once a turn, before the last cards. Rules: going_out.ask, .ask_when."""
    table = deal.table
    if table["going_out.ask"] == "none":
        return (Objection("going_out.ask", table, "not_here"),)
    if len(table.members[deal.side]) == 1:
        return (Objection("going_out.ask", table, "alone"),)
    if deal.turn.answer:
        return (Objection("going_out.ask", table, "asked_already"),)
    if deal.turn.laid and len(deal.hand) == 1:
        return (Objection("going_out.ask_when", table),)
    return ()


def asked(deal: Deal, move: Answer) -> Objections:
    """Only a question is answered. Rule: turn.order."""
    return () if deal.phase == "answer" else (Objection("turn.order", deal.table, "nobody_asked"),)


def nothing_else(deal: Deal, move: Pass) -> Objections:
    """A turn ends with a discard if any card may be thrown; a deal, when the stock is gone.

    Rules: turn.must_discard, turn.order, stock.pile.
    """
    table = deal.table
    if deal.phase == "play":
        can = any(not deal.objections(Discard(card)) for card in set(deal.hand))
        return (Objection("turn.must_discard", table),) if can else ()
    if deal.phase == "answer":
        return (Objection("turn.order", table, "answer_first"),)
    if deal.stock:
        return (Objection("turn.order", table, "draw_first"),)
    forced = table["stock.end"] == "play_on" and table["stock.pile"] == "must_take_if_fits"
    if forced and len(deal.hand) > 1 and deal.pile and not deal.objections(TakePile()):
        return (Objection("stock.pile", table, facts={"rank": deal.pile[-1].rank}),)
    return ()


def melds_lie_fixed(deal: Deal, move: Rearrange) -> Objections:
    """What lies on the table stays as it lies. Rule: meld.fixed."""
    return (Objection("meld.fixed", deal.table, facts={"card": move.card}),)


RULINGS: Final[Mapping[type[Move], tuple[tuple[Ruling, ...], ...]]] = {
    Draw: (
        (deal_goes_on,),
        (before_drawing,),
        (stock_left,),
    ),
    TakePile: (
        (deal_goes_on,),
        (before_drawing,),
        (some_pile,),
        (not_blocked,),
        (takeable_top, more_than_one_card, from_pile),
        (own_cards,),
        (own_melds,),
        (lawful_way,),
        (sound_melds, one_meld_per_rank),
        (initial_meld, keeps_a_card, black_threes_last),
    ),
    LayDown: (
        (deal_goes_on,),
        (after_drawing,),
        (own_cards,),
        (own_melds,),
        (sound_melds, one_meld_per_rank),
        (initial_meld, keeps_a_card, black_threes_last),
    ),
    Discard: (
        (deal_goes_on,),
        (after_drawing,),
        (may_be_thrown,),
        (held,),
        (may_throw_last,),
    ),
    LayRedThree: (
        (deal_goes_on,),
        (after_drawing,),
        (red_three_to_lay,),
        (held,),
        (not_the_last_card,),
    ),
    Ask: (
        (deal_goes_on,),
        (after_drawing,),
        (partner_to_ask,),
    ),
    Answer: (
        (deal_goes_on,),
        (asked,),
    ),
    Pass: (
        (deal_goes_on,),
        (nothing_else,),
    ),
    Rearrange: (
        (deal_goes_on,),
        (melds_lie_fixed,),
    ),
}


def judge(deal: Deal, move: Move) -> Objections:
    """All objections of the first stage that has any; none when the move is legal."""
    stages = RULINGS.get(type(move))
    if stages is None:
        raise NotationError(f"move: found {move!r}; expected a move such as Draw()", str(move))
    for stage in stages:
        if len(stage) == 1:
            found = stage[0](deal, move)
        else:
            found = tuple(objection for ruling in stage for objection in ruling(deal, move))
        if found:
            return found
    return ()
