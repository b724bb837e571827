"""Going out, and the end of the stock, to somebody who believes otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.laying import plan
from canasta_tutor.melds import Meld, is_canasta
from canasta_tutor.moves import Discard, Draw, LayDown, Move, TakePile
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.turns import FRESH

# --- the right to go out ------------------------------------------------------------------------


def empty_hand(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """A hand may run out without the right to go out. Rules: going_out.canastas, .keep_card."""
    return one.rule in ("going_out.canastas", "going_out.keep_card")


def waits_without_cards(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """Who has run out without a canasta waits, and the deal goes on."""
    outcome = after.outcome
    if before.outcome or outcome is None or outcome.how != "out":
        return after
    enough = after.canastas(after.side) >= after.table["going_out.canastas"]
    return after if enough else _next_player(after)


def _next_player(deal: BelievedDeal) -> BelievedDeal:
    return deal.altered(
        outcome=None,
        phase="draw",
        seat=deal.table.next_seat(deal.seat),
        turn=FRESH,
        melded=deal.melded | {deal.seat} if deal.turn.laid else deal.melded,
    )


def cards_left(deal: BelievedDeal, move: Move) -> int | None:
    """How many cards a discard or a lay-down leaves in the hand."""
    if isinstance(move, Discard):
        return len(deal.hand) - 1
    return len(plan(deal, move).hand) if isinstance(move, LayDown | TakePile) else None


def _melds_after(deal: BelievedDeal, move: Move) -> tuple[Meld, ...]:
    laying = isinstance(move, LayDown | TakePile)
    return plan(deal, move).melds if laying else deal.melds[deal.side]  # type: ignore[arg-type]


def needs_right(counted: Callable[[BelievedDeal, Move], int]) -> Mind:
    """Fewer canastas give the right to go out than the side has. Rule: going_out.canastas."""

    def judged(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
        left = None if found else cards_left(deal, move)
        if left is None or left > (0 if isinstance(move, Discard) else 1):
            return found
        canastas, needed = counted(deal, move), deal.table["going_out.canastas"]
        if canastas >= needed:
            return found
        rule = "going_out.keep_card" if left else "going_out.canastas"
        facts = {"left": left, "canastas": canastas, "needed": needed}
        return (Objection(rule, deal.table, facts=facts),)

    return Mind(rulings=(judged,))


def own_canastas(deal: BelievedDeal, move: Move) -> int:
    """Canastas that the player has built, as far as is told. Rule: going_out.canastas."""
    theirs = _before_turn(deal) if deal.seat not in deal.melded else 0
    ranks = told_ranks(deal)
    return sum(
        is_canasta(meld, deal.table)
        for place, meld in enumerate(_melds_after(deal, move))
        if (meld.rank in ranks if ranks else place >= theirs)
    )


def told_ranks(deal: BelievedDeal) -> list[str]:
    """The ranks of the melds that are told to be the own work of who goes out."""
    return str(deal.bait.get("own_melds", "")).split()


def _before_turn(deal: BelievedDeal) -> int:
    """How many melds the side had when the turn began."""
    return deal.turn.melds_before if deal.turn.drew else len(deal.melds[deal.side])


def canastas_before(deal: BelievedDeal, move: Move) -> int:
    """Canastas that lay there when the turn began. Rule: going_out.canastas."""
    melds = deal.melds[deal.side]
    new = sum(is_canasta(meld, deal.table) for meld in melds[_before_turn(deal) :])
    return deal.canastas(deal.side) - max(new, int(deal.turn.completed))


# --- asking -------------------------------------------------------------------------------------


def no_heeded(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """The partner's no is only advice. Rule: going_out.ask."""
    return one.rule == "going_out.ask" and one.reason == "said_no"


def must_ask(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """Nobody goes out without having asked. Rule: going_out.ask."""
    table = deal.table
    alone = len(table.members[deal.side]) == 1 or table["going_out.ask"] == "none"
    if found or alone or deal.turn.answer or cards_left(deal, move) != 0:
        return found
    return (Objection("going_out.ask", table, "not_asked"),)


# --- what follows -------------------------------------------------------------------------------


def last_round(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """The others get one more turn after somebody has gone out. Rule: going_out.ends_deal."""
    out = after.bait.get("went_out")
    if out is not None:
        done = after.phase == "draw" and after.seat == out.seat and not after.over
        return after.altered(outcome=out, phase="over") if done else after
    outcome = after.outcome
    if before.outcome or outcome is None or outcome.how != "out":
        return after
    return _next_player(after).altered(bait={**after.bait, "went_out": outcome})


# --- concealed ----------------------------------------------------------------------------------


def concealing(test: Callable[[BelievedDeal, bool], bool]) -> Mind:
    """Going out is concealed in other cases. Rule: going_out.concealed."""

    def played(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
        outcome = after.outcome
        if before.outcome or outcome is None or outcome.how != "out":
            return after
        if after.table["going_out.concealed_bonus"] == "none":
            return after
        concealed = test(after, outcome.concealed)
        return after.altered(outcome=replace(outcome, concealed=concealed))

    return Mind(after=(played,))


def in_one_turn(deal: BelievedDeal, concealed: bool) -> bool:
    """Melds of earlier turns do not matter if this turn has completed a canasta."""
    table, turn = deal.table, deal.turn
    completed = turn.completed or not table["going_out.concealed_canasta"]
    apart = not turn.fed or bool(table["going_out.concealed_layoff"])
    return concealed or (turn.laid and completed and apart)


def nobody_of_the_side(deal: BelievedDeal, concealed: bool) -> bool:
    """It is not concealed if a partner has melded."""
    return concealed and not any(seat in deal.melded for seat in deal.table.members[deal.side])


def bonus_on_bonus(book: Rulebook) -> Mapping[str, Any]:
    """The concealed bonus comes on top of the other. Rule: going_out.concealed_bonus."""
    more = book["going_out.concealed_bonus"]
    return {} if more == "none" else {"going_out.concealed_bonus": more + book["going_out.bonus"]}


def plain_bonus(book: Rulebook) -> Mapping[str, Any]:
    """A concealed exit pays like any other. Rule: going_out.concealed_bonus."""
    none = book["going_out.concealed_bonus"] == "none"
    return {} if none else {"going_out.concealed_bonus": book["going_out.bonus"]}


# --- the stock, the target ----------------------------------------------------------------------


def _reshuffled(deal: BelievedDeal) -> BelievedDeal:
    """The pile but for its top card has become the stock."""
    return deal.altered(stock=deal.pile[:-1][::-1], pile=deal.pile[-1:], upcards=0)


def pile_is_stock(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """When the stock has run out the pile becomes the stock. Rule: stock.end."""
    if isinstance(move, Draw) and not before.stock and len(before.pile) > 1:
        return _reshuffled(before)._after(move)
    more = len(after.pile) > 1
    if more and after.outcome and not before.outcome and after.outcome.how == "stock":
        after = after.altered(outcome=None, phase="draw" if before.phase == "draw" else "play")
    waits = not after.over and after.phase == "draw" and not after.stock
    return _reshuffled(after) if waits and more else after


def draw_from_pile(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """There is a card to draw while the pile can be shuffled."""
    return one.rule == "stock.end" and len(deal.pile) > 1


def passed_target(book: Rulebook) -> Mapping[str, Any]:
    """The target must be passed. Rule: game.target."""
    target = book["game.target"]
    if isinstance(target, Mapping):
        return {"game.target": {count: points + 5 for count, points in target.items()}}
    return {"game.target": target + 5}


EFFECTS: Final[Mapping[str, Mind]] = {
    "waits_without_cards": Mind(forgives=(empty_hand,), after=(waits_without_cards,)),
    "own_canastas_only": needs_right(own_canastas),
    "canastas_before_only": needs_right(canastas_before),
    "no_is_advice": Mind(forgives=(no_heeded,)),
    "must_ask": Mind(rulings=(must_ask,)),
    "last_round": Mind(after=(last_round,)),
    "concealed_in_one_turn": concealing(in_one_turn),
    "concealed_by_side": concealing(nobody_of_the_side),
    "bonus_on_bonus": Mind(rules=(bonus_on_bonus,)),
    "plain_bonus": Mind(rules=(plain_bonus,)),
    "pile_is_stock": Mind(forgives=(draw_from_pile,), after=(pile_is_stock,)),
    "passed_target": Mind(rules=(passed_target,)),
}
