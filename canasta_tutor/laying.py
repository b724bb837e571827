"""Laying cards down: where each group goes, what the table looks like then, and which melds stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from canasta_tutor.cards import JOKER, Cards, without
from canasta_tutor.melds import Meld, is_canasta
from canasta_tutor.moves import Group, Groups, LayDown, TakePile
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.rulebook import Table

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal


@dataclass(slots=True)
class Laid:
    """One group as it would come to lie: on which meld (by its place among the side's), or none."""

    cards: Cards
    before: Meld | None
    after: Meld
    place: int
    """Index among the side's melds; new melds follow the old ones."""
    fault: str = ""
    """``opponents`` or ``no_meld`` when it goes where it cannot go; ``second`` for a second meld."""


@dataclass(slots=True)
class Plan:
    """What the side's melds and the player's hand would be after a lay-down or a taking."""

    laid: list[Laid]
    melds: tuple[Meld, ...]
    hand: Cards
    red_threes: Cards
    """Red threes from under the pile's top card that are laid aside."""
    missing: Cards
    """Cards of the move that the player does not have."""
    canastas: int
    completed: bool
    """Whether the move completes a canasta."""


def plan(deal: Deal, move: LayDown | TakePile) -> Plan:
    """Work out the move once; the rulings and the play look at the same result."""
    known = deal.__dict__.get("_plan")
    if known is not None and known[0] is move:
        return known[1]  # type: ignore[no-any-return]  # what the line below stored
    made = _plan(deal, move)
    deal.__dict__["_plan"] = (move, made)
    return made


def _plan(deal: Deal, move: LayDown | TakePile) -> Plan:
    table = deal.table
    groups, have = move.groups, deal.hand
    red_threes: Cards = ()
    taking = isinstance(move, TakePile)
    if taking:
        top, rest = deal.pile[-1], deal.pile[:-1]
        groups = (Group((*groups[0].cards, top), groups[0].to), *groups[1:])
        have = (*have, top)
        if table["threes.red_in_pile"] == "laid":
            red_threes = tuple(card for card in rest if card.is_red_three)
            rest = tuple(card for card in rest if not card.is_red_three)
        if table["initial.pile_cards"] == "all":
            have, rest = (*have, *rest), ()
    used = [card for group in groups for card in group.cards]
    hand = without(have, used)
    missing: Cards = ()
    if hand is None:
        left, gone = list(have), []
        for card in used:
            if card in left:
                left.remove(card)
            else:
                gone.append(card)
        hand, missing = tuple(left), tuple(gone)
    if taking:
        hand = (*hand, *rest)
    whole = not taking or table["canasta.from_hand"] == "one_action"
    laid, melds = _lay(deal, groups, whole)
    canastas = sum(is_canasta(meld, table) for meld in melds)
    completed = any(
        is_canasta(one.after, table) and not (one.before and is_canasta(one.before, table))
        for one in laid
    )
    return Plan(laid, melds, hand, red_threes, missing, canastas, completed)


def _lay(deal: Deal, groups: Groups, first_from_hand: bool) -> tuple[list[Laid], tuple[Meld, ...]]:
    melds = list(deal.melds[deal.side])
    laid: list[Laid] = []
    lying, first = len(melds), -1
    for index, group in enumerate(groups):
        place, fault = _place(deal, melds, group)
        if place is None:
            place = len(melds)
            melds.append(Meld(()))
        first = place if index == 0 else first
        old = melds[place]
        after = old.add(group.cards)
        if place >= lying:  # all its cards are laid in this one action
            whole = first_from_hand or place != first
            after.from_hand = whole and is_canasta(after, deal.table)
        melds[place] = after
        laid.append(Laid(group.cards, old if old.size else None, after, place, fault))
    return laid, tuple(melds)


def _place(deal: Deal, melds: list[Meld], group: Group) -> tuple[int | None, str]:
    """Which of the side's melds a group joins; None for a new one; and what is wrong with that."""
    if group.to.startswith("them "):
        return None, "opponents"
    if group.to == "new":
        return None, "second" if _stands_in_the_way(deal, melds, Meld(group.cards).rank) else ""
    if group.to:
        rank, hash_sign, number = group.to.partition("#")
        same = [index for index, meld in enumerate(melds) if meld.rank == rank]
        if hash_sign:
            known = number in map(str, range(1, len(same) + 1))
            return (same[int(number) - 1], "") if known else (None, "no_meld")
        return (_open_first(deal, melds, same), "") if same else (None, "no_meld")
    rank = Meld(group.cards).rank
    same = [index for index, meld in enumerate(melds) if meld.rank == rank]
    if not same or rank == JOKER:
        return (same[0], "") if same and is_canasta(melds[same[0]], deal.table) else (None, "")
    best = _open_first(deal, melds, same)
    if is_canasta(melds[best], deal.table) and _starts_another(deal, group):
        return None, ""
    return best, ""


def _stands_in_the_way(deal: Deal, melds: list[Meld], rank: str) -> bool:
    """Whether a meld that lies there forbids another of its rank. Rule: meld.per_rank."""
    policy = deal.table["meld.per_rank"]
    same = [meld for meld in melds if meld.rank == rank]
    if policy == "after_canasta":
        return not all(is_canasta(meld, deal.table) for meld in same)
    return bool(same) and policy == "one"


def _open_first(deal: Deal, melds: list[Meld], same: list[int]) -> int:
    return next((index for index in same if not is_canasta(melds[index], deal.table)), same[-1])


def _starts_another(deal: Deal, group: Group) -> bool:
    """Where another meld of a canasta's rank may be begun, cards that can stand alone begin it."""
    if deal.table["meld.per_rank"] == "one":
        return False
    meld = Meld(group.cards)
    table = deal.table
    return meld.size >= int(table["meld.min_cards"]) and meld.naturals >= int(
        table["meld.min_naturals"]
    )


# --- rulings on melds ---------------------------------------------------------------------------


def own_cards(deal: Deal, move: LayDown | TakePile) -> Objections:
    """Only cards from one's own hand are laid. Rule: turn.own_cards, initial.pile_cards, pile.use_top."""
    missing = plan(deal, move).missing
    if not missing:
        return ()
    if isinstance(move, TakePile):
        under = without(deal.pile[:-1], missing) is not None
        if under and not deal.melds[deal.side]:
            return (Objection("initial.pile_cards", deal.table, facts={"cards": missing}),)
        if under:
            return (Objection("pile.use_top", deal.table, "under", {"cards": missing}),)
    return (Objection("turn.own_cards", deal.table, facts={"cards": missing}),)


def own_melds(deal: Deal, move: LayDown | TakePile) -> Objections:
    """Cards go onto melds of one's own side. Rule: meld.side."""
    return tuple(
        Objection("meld.side", deal.table, one.fault, {"rank": one.after.rank})
        for one in plan(deal, move).laid
        if one.fault in ("opponents", "no_meld")
    )


def sound_melds(deal: Deal, move: LayDown | TakePile) -> Objections:
    """Every meld that results has one rank, cards enough, naturals enough, not too many wilds."""
    found: list[Objection] = []
    for one in plan(deal, move).laid:
        found += meld_faults(deal.table, one, deal.canastas(deal.side))
    return tuple(found)


def meld_faults(table: Table, one: Laid, canastas: int) -> Iterator[Objection]:
    """What is wrong with one meld; ``canastas`` lay there before the move."""
    after = one.after
    red = tuple(card for card in one.cards if card.is_red_three)
    if red:
        yield Objection("threes.red_meld", table, facts={"cards": red})
        return
    ranks = tuple(dict.fromkeys(card.rank for card in after.cards if not card.is_wild))
    if one.before is not None and one.before.rank == JOKER:
        ranks = (JOKER, *ranks)
    if len(ranks) > 1:
        yield Objection("meld.one_rank", table, facts={"ranks": ranks, "cards": one.cards})
    elif after.rank == "3":
        yield from _black_three_faults(table, after)
    elif after.rank == JOKER:
        yield from _all_wild_faults(table, one)
    elif after.rank == "7" and table["meld.sevens"] != "ordinary":
        yield from _seven_faults(table, one, canastas)
    else:
        yield from _number_faults(table, after)
    if one.before is not None and is_canasta(one.before, table) and not table["canasta.extend"]:
        yield Objection("canasta.extend", table, facts={"rank": after.rank})


def _number_faults(table: Table, meld: Meld) -> Iterator[Objection]:
    """Rules: meld.min_cards, meld.min_naturals, meld.max_wilds, meld.wilds_per_natural, canasta.wilds."""
    wilds, naturals = meld.wilds, meld.naturals
    if meld.size < table["meld.min_cards"]:
        facts = {"cards": meld.cards, "size": meld.size, "rank": meld.rank}
        yield Objection("meld.min_cards", table, facts=facts)
    if not wilds and meld.size >= table["meld.min_naturals"]:
        return
    counts = {"naturals": naturals, "wilds": wilds, "rank": meld.rank}
    if naturals < table["meld.min_naturals"] and (wilds or meld.size >= table["meld.min_cards"]):
        yield Objection("meld.min_naturals", table, facts=counts)
    most = table["meld.max_wilds"]
    if most != "any" and wilds > most:
        yield Objection("meld.max_wilds", table, facts=counts)
    ratio = table["meld.wilds_per_natural"]
    if (ratio == "at_most" and wilds > naturals) or (ratio == "fewer" and wilds >= naturals):
        yield Objection("meld.wilds_per_natural", table, facts=counts)
    most = table["canasta.wilds"]
    if most != "any" and is_canasta(meld, table) and wilds > most != table["meld.max_wilds"]:
        yield Objection("canasta.wilds", table, facts=counts)


def _black_three_faults(table: Table, meld: Meld) -> Iterator[Objection]:
    """Rules: threes.black_meld, threes.black_shape (three or four, no wild)."""
    if table["threes.black_meld"] == "never":
        yield Objection("threes.black_meld", table, "never", {"left": 0})
    elif meld.wilds or not 3 <= meld.size <= 4:
        facts = {"cards": meld.cards, "wilds": meld.wilds, "size": meld.size}
        yield Objection("threes.black_shape", table, facts=facts)


def _all_wild_faults(table: Table, one: Laid) -> Iterator[Objection]:
    """Rule: meld.all_wild."""
    policy = table["meld.all_wild"]
    whole = one.before is not None or is_canasta(one.after, table)
    if policy == "never" or not whole:
        yield Objection("meld.all_wild", table, policy, {"wilds": one.after.wilds})


def _seven_faults(table: Table, one: Laid, canastas: int) -> Iterator[Objection]:
    """Rule: meld.sevens."""
    if one.after.wilds or not is_canasta(one.after, table):
        yield Objection("meld.sevens", table, "at_once", {"size": one.after.size})
    elif one.before is None and not canastas:
        yield Objection("meld.sevens", table, "after_another")


def one_meld_per_rank(deal: Deal, move: LayDown | TakePile) -> Objections:
    """A rank lies in one meld, or in another once the first is a canasta. Rule: meld.per_rank."""
    return tuple(
        Objection("meld.per_rank", deal.table, facts={"rank": one.after.rank})
        for one in plan(deal, move).laid
        if one.fault == "second"
    )
