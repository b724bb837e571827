"""The pile: for whom it is frozen or blocked, what takes it, and the rulings on taking it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from canasta_tutor.cards import Card, Cards
from canasta_tutor.laying import plan
from canasta_tutor.melds import count_wilds, is_canasta
from canasta_tutor.moves import TakePile
from canasta_tutor.objections import Objection, Objections

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal


@dataclass(frozen=True, slots=True)
class Freeze:
    """What stands between one side and the pile now.

    ``by``: the cards that freeze it for everybody; ``before_initial``: it is frozen for this side,
    which has not melded; ``blocked``: the top card that nobody takes.
    """

    by: Cards
    before_initial: bool
    blocked: Card | None
    needs: str
    """What takes it: ``any`` lawful way, a natural ``pair`` from the hand, or ``nothing``."""

    @property
    def open(self) -> bool:
        """Whether every way of the table is open."""
        return self.needs == "any"


def freezers(deal: Deal) -> Cards:
    """The cards that freeze the pile for everybody.

    Rules: pile.freezes, pile.frozen_until, deal.upcard_freezes.
    """
    table, pile = deal.table, deal.pile
    if not pile:
        return ()
    thrown = table.freezers
    found = [card for card in pile[deal.upcards :] if not thrown.isdisjoint(card.classes)]
    if deal.upcards:
        shown = table["deal.upcard_freezes"]
        found = [card for card in pile[: deal.upcards] if card.is_any(shown)] + found
    if found and table["pile.frozen_until"] == "covered":
        top = pile[-1]
        classes = (
            table["deal.upcard_freezes"] if len(pile) <= deal.upcards else table["pile.freezes"]
        )
        return (top,) if top.is_any(classes) else ()
    return tuple(found)


def freeze(deal: Deal, side: int) -> Freeze:
    """The state of the pile for one side."""
    table = deal.table
    by = freezers(deal)
    before = not deal.melds[side] and bool(table["pile.frozen_before_initial"])
    blocked = _blocked(deal)
    dead = bool(by) and table["pile.frozen_needs"] == "nothing_takes_it"
    barred = not deal.melds[side] and not table["initial.from_pile"]
    nothing = not deal.pile or blocked is not None or dead or barred
    return Freeze(by, before, blocked, "nothing" if nothing else "pair" if by or before else "any")


def _blocked(deal: Deal) -> Card | None:
    if not deal.pile:
        return None
    top, table = deal.pile[-1], deal.table
    black = top.is_black_three and table["threes.black_blocks"]
    return top if black or top.is_any(table["pile.blocked_tops"]) else None


# --- rulings ------------------------------------------------------------------------------------


def some_pile(deal: Deal, move: TakePile) -> Objections:
    """There is a pile to take. Rule: pile.use_top."""
    return () if deal.pile else (Objection("pile.use_top", deal.table, "empty"),)


def not_blocked(deal: Deal, move: TakePile) -> Objections:
    """A black three blocks the next player. Rule: threes.black_blocks."""
    top = deal.pile[-1]
    if top.is_black_three and deal.table["threes.black_blocks"]:
        return (Objection("threes.black_blocks", deal.table, facts={"top": top}),)
    return ()


def takeable_top(deal: Deal, move: TakePile) -> Objections:
    """Some cards on top can never be taken. Rule: pile.blocked_tops."""
    top = deal.pile[-1]
    if top.is_any(deal.table["pile.blocked_tops"]):
        return (Objection("pile.blocked_tops", deal.table, facts={"top": top}),)
    return ()


def more_than_one_card(deal: Deal, move: TakePile) -> Objections:
    """A player with one card does not take a pile of one card. Rule: pile.one_card."""
    single = len(deal.pile) == 1 == len(deal.hand)
    if single and deal.table["pile.one_card"] == "refused_to_one_card" and deal.stock:
        return (Objection("pile.one_card", deal.table),)
    return ()


def from_pile(deal: Deal, move: TakePile) -> Objections:
    """The initial meld may use the pile, at most tables. Rule: initial.from_pile."""
    if deal.melds[deal.side] or deal.table["initial.from_pile"]:
        return ()
    return (Objection("initial.from_pile", deal.table),)


def lawful_way(deal: Deal, move: TakePile) -> Objections:
    """The top card is met by a pair, by a natural and a wild, or by an own meld, as the table allows.

    Rules: pile.pair, pile.natural_and_wild, pile.onto_meld, pile.onto_canasta, pile.joins_meld,
    pile.frozen_needs, pile.frozen_before_initial.
    """
    table, top = deal.table, deal.pile[-1]
    cards = move.groups[0].cards
    naturals, wilds = _held(deal, cards, top.rank), count_wilds(cards)
    target = plan(deal, move).laid[0].before
    onto = target is not None and target.rank == top.rank
    canasta = onto and target is not None and is_canasta(target, table)
    facts = {"rank": top.rank, "matches": naturals}

    def refuse(rule: str, reason: str = "", **more: object) -> Objections:
        return (Objection(rule, table, reason, facts | more),)

    by = freezers(deal)
    if by and table["pile.frozen_needs"] == "nothing_takes_it":
        return refuse("pile.frozen_needs", freezers=by)
    if _only_canastas(deal, top) and table["pile.onto_canasta"] == "never":
        return refuse("pile.onto_canasta", "never")
    if naturals >= 2:
        joins = onto and not canasta
        return refuse("pile.joins_meld") if joins and not table["pile.joins_meld"] else ()
    if by:
        return refuse("pile.frozen_needs", freezers=by)
    if not deal.melds[deal.side] and table["pile.frozen_before_initial"]:
        return refuse("pile.frozen_before_initial")
    mixed = naturals == 1 and wilds > 0
    if canasta:
        policy = table["pile.onto_canasta"]
        lawful = policy == "always" or (policy == "two_cards" and mixed and may_mix(deal))
        return () if lawful else refuse("pile.onto_canasta", policy)
    if onto and table["pile.onto_meld"]:
        return ()
    if mixed:
        mixing = table["pile.natural_and_wild"]
        return () if may_mix(deal) else refuse("pile.natural_and_wild", mixing)
    return refuse("pile.onto_meld") if onto else refuse("pile.pair")


def may_mix(deal: Deal) -> bool:
    """Whether a natural and a wild take an open pile now. Rule: pile.natural_and_wild."""
    policy = deal.table["pile.natural_and_wild"]
    return bool(policy == "always" or (policy == "after_taking" and deal.side in deal.taken))


def _held(deal: Deal, cards: Cards, rank: str) -> int:
    """How many of these cards are of the rank and held in the hand, whatever lies below the top."""
    number = len([card for card in cards if card.rank == rank])
    if number and deal.table["initial.pile_cards"] == "all":
        number = min(number, len([card for card in deal.hand if card.rank == rank]))
    return number


def _only_canastas(deal: Deal, top: Card) -> bool:
    same = [meld for meld in deal.melds[deal.side] if meld.rank == top.rank]
    return bool(same) and all(is_canasta(meld, deal.table) for meld in same)
