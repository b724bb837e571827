"""What each move does to a deal, once it is known to be legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from canasta_tutor.laying import plan
from canasta_tutor.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    LayDown,
    LayRedThree,
    Move,
    Pass,
    TakePile,
)
from canasta_tutor.turns import FRESH, Outcome, Turn

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal


def _draw(deal: Deal, move: Draw) -> Deal:
    """Draw, laying and replacing red threes. Rules: turn.draw, stock.short, threes.red_laid."""
    table = deal.table
    stock, side = deal.stock, deal.side
    at_once = table["threes.red_laid"] == "at_once"
    drawn: list[Any] = []
    reds: list[Any] = []
    while stock and len(drawn) < table["turn.draw"]:
        card, stock = stock[-1], stock[:-1]
        (reds if at_once and card.is_red_three else drawn).append(card)
    changes: dict[str, Any] = {}
    if reds:
        changes["red_threes"] = _put(deal.red_threes, side, (*deal.red_threes[side], *reds))
    after = deal._with(
        move,
        hands=deal._hands((*deal.hand, *drawn)),
        stock=stock,
        phase="play",
        turn=Turn("stock", red_threes=len(reds), melds_before=len(deal.melds[side])),
        **changes,
    )
    if reds and not drawn and not stock and table["stock.red_three"] == "deal_ends":
        return _end(after, Outcome("stock"))
    return after


def _take(deal: Deal, move: TakePile) -> Deal:
    """Take the whole pile, its top card melded. Rules: pile.whole, pile.use_top, threes.red_in_pile."""
    planned, side = plan(deal, move), deal.side
    reds = planned.red_threes
    after = deal._with(
        move,
        pile=(),
        upcards=0,
        phase="play",
        taken=deal.taken | {side},
        red_threes=_put(deal.red_threes, side, (*deal.red_threes[side], *reds))
        if reds
        else deal.red_threes,
        turn=Turn("pile", melds_before=len(deal.melds[side])),
    )
    return _laid(after, deal, move)


def _lay_down(deal: Deal, move: LayDown) -> Deal:
    return _laid(deal._with(move), deal, move)


def _laid(after: Deal, before: Deal, move: LayDown | TakePile) -> Deal:
    """Put the planned melds on the table. Rule: going_out.ends_deal."""
    planned, turn = plan(before, move), after.turn
    fields = after.__dict__
    fields["melds"] = _put(before.melds, before.side, planned.melds)
    fields["hands"] = before._hands(planned.hand)
    fields["turn"] = replace(
        turn,
        laid=True,
        fed=turn.fed or any(one.before and one.place < turn.melds_before for one in planned.laid),
        completed=turn.completed or planned.completed,
    )
    return _go_out(after) if not planned.hand else after


def _discard(deal: Deal, move: Discard) -> Deal:
    hand = list(deal.hand)
    hand.remove(move.card)
    after = deal._with(move, pile=(*deal.pile, move.card), hands=deal._hands(tuple(hand)))
    return _next_turn(after) if hand else _go_out(after)


def _lay_red_three(deal: Deal, move: LayRedThree) -> Deal:
    """Lay a held red three and draw a replacement while the stock lasts. Rule: threes.red_laid."""
    hand = list(deal.hand)
    hand.remove(move.card)
    side = deal.side
    return deal._with(
        move,
        hands=deal._hands((*hand, *deal.stock[-1:])),
        stock=deal.stock[:-1],
        red_threes=_put(deal.red_threes, side, (*deal.red_threes[side], move.card)),
        turn=replace(deal.turn, red_threes=deal.turn.red_threes + 1),
    )


def _ask(deal: Deal, move: Ask) -> Deal:
    return deal._with(move, phase="answer")


def _answer(deal: Deal, move: Answer) -> Deal:
    """The answer binds for this turn. Rule: going_out.ask."""
    return deal._with(
        move, phase="play", turn=replace(deal.turn, answer="yes" if move.yes else "no")
    )


def _pass(deal: Deal, move: Pass) -> Deal:
    after = deal._with(move)
    return _next_turn(after) if deal.phase == "play" else _end(after, Outcome("stock"))


def _next_turn(deal: Deal) -> Deal:
    """Pass the turn on, or end the deal after the last card was drawn. Rule: stock.end."""
    fields = deal.__dict__
    if deal.turn.laid and deal.seat not in deal.melded:
        fields["melded"] = deal.melded | {deal.seat}
    if not deal.stock and deal.table["stock.end"] == "after_turn":
        return _end(deal, Outcome("stock"))
    fields["seat"] = deal.table.next_seat(deal.seat)
    fields["phase"] = "draw"
    fields["turn"] = FRESH
    return deal


def _go_out(deal: Deal) -> Deal:
    """End the deal by an empty hand; concealed if nothing was melded before this turn.

    Rules: going_out.concealed, going_out.concealed_canasta, going_out.concealed_layoff.
    """
    table, turn = deal.table, deal.turn
    concealed = (
        turn.laid
        and deal.seat not in deal.melded
        and table["going_out.concealed_bonus"] != "none"
        and (turn.completed or not table["going_out.concealed_canasta"])
        and (not turn.fed or bool(table["going_out.concealed_layoff"]))
    )
    return _end(deal, Outcome("out", deal.seat, concealed))


def _end(deal: Deal, outcome: Outcome) -> Deal:
    deal.__dict__["outcome"] = outcome
    deal.__dict__["phase"] = "over"
    return deal


def _put(of_sides: tuple[Any, ...], side: int, value: Any) -> tuple[Any, ...]:
    return (*of_sides[:side], value, *of_sides[side + 1 :])


PLAY: Final[Mapping[type[Move], Callable[[Any, Any], Deal]]] = {
    Draw: _draw,
    TakePile: _take,
    LayDown: _lay_down,
    Discard: _discard,
    LayRedThree: _lay_red_three,
    Ask: _ask,
    Answer: _answer,
    Pass: _pass,
}
