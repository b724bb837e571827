"""When the pile is frozen, for whom and against what, to somebody who believes otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from canasta_tutor.beliefs.effects.pile import FROST, matches
from canasta_tutor.beliefs.mind import BelievedDeal, Mind, believed_table
from canasta_tutor.laying import plan
from canasta_tutor.melds import count_wilds, is_canasta
from canasta_tutor.moves import Move, TakePile
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.taking import Freeze, freeze

_WILDS: Final = ("joker", "two")
_FREEZERS: Final = ("pile.freezes", "deal.upcard_freezes")


# --- what freezes -------------------------------------------------------------------------------


def wilds_pass(book: Rulebook) -> Mapping[str, Any]:
    """A wild stops one turn and freezes nothing. Rules: pile.freezes, pile.frozen_until."""
    if book["pile.frozen_until"] == "covered":  # there a wild does act for one turn
        return {}
    return {path: tuple(one for one in book[path] if one not in _WILDS) for path in _FREEZERS}


def frozen_is_closed(deal: BelievedDeal, side: int, state: Freeze) -> Freeze:
    """What freezes the pile shuts it. Rule: pile.frozen_needs."""
    return replace(state, blocked=state.blocked or state.by[-1]) if state.by else state


# --- what takes a frozen pile -------------------------------------------------------------------


def onto_meld_frozen(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """Onto an own meld goes the top card of a frozen pile, too. Rule: pile.frozen_needs."""
    table = deal.table
    if not isinstance(move, TakePile) or one.rule != "pile.frozen_needs":
        return False
    if table["pile.frozen_needs"] != "pair" or not table["pile.onto_meld"]:
        return False
    target = plan(deal, move).laid[0].before
    if target is None or target.rank != deal.pile[-1].rank:
        return False
    return not is_canasta(target, table) or table["pile.onto_canasta"] == "always"


def natural_and_wild_frozen(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """A natural and a wild take a frozen pile. Rule: pile.frozen_needs."""
    if not isinstance(move, TakePile) or one.rule not in FROST:
        return False
    mixed = matches(deal, move) == 1 and count_wilds(move.groups[0].cards) > 0
    return mixed and deal.table["pile.frozen_needs"] == "pair"


# --- for whom -----------------------------------------------------------------------------------


def exempt(deal: BelievedDeal, side: int, state: Freeze) -> Freeze:
    """The side that froze the pile is free of it. Rule: pile.freezes."""
    free = bool(state.by) and side == deal.told_side("froze")
    return freeze(_thawed(deal), side) if free else state


def exempt_taking(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """The side that froze the pile takes it as an open one."""
    bound = any(one.rule == "pile.frozen_needs" for one in found)
    free = bound and deal.side == deal.told_side("froze")
    return _thawed(deal).objections(move) if free else found


def _thawed(deal: BelievedDeal) -> BelievedDeal:
    return deal.altered(table=believed_table((_nothing_freezes,), deal.mind.prices, deal.table))


def _nothing_freezes(book: Rulebook) -> Mapping[str, Any]:
    return dict.fromkeys(_FREEZERS, ())


def before_initial_for_all(deal: BelievedDeal, side: int, state: Freeze) -> Freeze:
    """While one side has not melded, the pile is frozen for all. Rule: pile.frozen_before_initial."""
    if state.before_initial or not _one_side_waits(deal):
        return state
    return replace(state, before_initial=True, needs="pair" if state.open else state.needs)


def taking_before_initial(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """While one side has not melded, nobody takes the pile without a pair."""
    if found or not isinstance(move, TakePile) or not _one_side_waits(deal):
        return found
    return () if matches(deal, move) >= 2 else _refused(deal, move, "pile.frozen_before_initial")


def _one_side_waits(deal: BelievedDeal) -> bool:
    return not all(deal.melds) and bool(deal.table["pile.frozen_before_initial"])


def _refused(deal: BelievedDeal, move: TakePile, rule: str) -> Objections:
    facts = {"rank": deal.pile[-1].rank, "matches": matches(deal, move)}
    return (Objection(rule, deal.table, facts=facts),)


# --- for how long -------------------------------------------------------------------------------


def frozen_ever_since(deal: BelievedDeal, side: int, state: Freeze) -> Freeze:
    """Once frozen, the pile is frozen for the whole deal. Rule: pile.frozen_until."""
    if state.by or not deal.pile or not deal.bait.get("thawed"):
        return state
    lasting = "pair" if deal.table["pile.frozen_needs"] == "pair" else "nothing"
    needs = "nothing" if state.needs == "nothing" else lasting
    return replace(state, by=deal.pile[-1:], needs=needs)


def taking_ever_since(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """A pile that was frozen before is still taken with a pair only."""
    if found or not isinstance(move, TakePile) or not deal.bait.get("thawed"):
        return found
    pair = deal.table["pile.frozen_needs"] == "pair" and matches(deal, move) >= 2
    return () if pair else _refused(deal, move, "pile.frozen_needs")


def remember_frost(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """A frozen pile has been taken."""
    if not isinstance(move, TakePile) or not before.freeze(before.side).by:
        return after
    return after.altered(bait={**after.bait, "thawed": True})


EFFECTS: Final[Mapping[str, Mind]] = {
    "wilds_pass": Mind(rules=(wilds_pass,)),
    "frozen_is_closed": Mind(pile=(frozen_is_closed,)),
    "onto_meld_frozen": Mind(forgives=(onto_meld_frozen,)),
    "natural_and_wild_frozen": Mind(forgives=(natural_and_wild_frozen,)),
    "freezer_exempt": Mind(pile=(exempt,), rulings=(exempt_taking,)),
    "frozen_for_all": Mind(pile=(before_initial_for_all,), rulings=(taking_before_initial,)),
    "frozen_ever_since": Mind(
        pile=(frozen_ever_since,), rulings=(taking_ever_since,), after=(remember_frost,)
    ),
}
