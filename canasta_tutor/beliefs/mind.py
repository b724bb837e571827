"""A mind: the rules as somebody believes them, and the deal as it looks to that somebody.

A belief is a computable change of the rules: another value, a rule left out, cards counted twice. Under
a mind the engine rules and counts as usual, so that it gives the answer that a learner who holds the
belief would give.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from canasta_tutor.beliefs.watched_tables import WatchedTable
from canasta_tutor.beliefs.wilds import as_seen, move_as_seen
from canasta_tutor.bonuses import canasta_bonus
from canasta_tutor.cards import Card
from canasta_tutor.deal import Deal
from canasta_tutor.melds import Meld, kind
from canasta_tutor.moves import LayDown, Move, TakePile
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.playing import PLAY
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.rulings import RULINGS, judge
from canasta_tutor.scoring import ScoreLine, ScoreSheet, SideSheet, score
from canasta_tutor.setup import SettingUp
from canasta_tutor.taking import Freeze

Rules = tuple[Callable[[Rulebook], Mapping[str, Any]], ...]
Prices = tuple[Callable[[Card, int], int], ...]


@dataclass(frozen=True)
class Mind:
    """What somebody believes: changes to what the engine finds, each given what it found.

    Two minds are added: the second looks at what the first has made of it.
    """

    rules: Rules = ()
    """Rules whose value is believed to be another one."""
    without: tuple[str, ...] = ()
    """Rules that are believed to forbid nothing."""
    forgives: tuple[Callable[[BelievedDeal, Move, Objection], bool], ...] = ()
    """Whether one thing that is wrong with a move is believed to be in order."""
    prices: Prices = ()
    """What a card is worth, from the card and its value at the table."""
    rulings: tuple[Callable[[BelievedDeal, Move, Objections], Objections], ...] = ()
    """What is wrong with a move."""
    pile: tuple[Callable[[BelievedDeal, int, Freeze], Freeze], ...] = ()
    """The state of the pile for a side."""
    needed: tuple[Callable[[BelievedDeal, int, int], int], ...] = ()
    """Points that a side's initial meld must reach."""
    laid: tuple[Callable[[BelievedDeal, LayDown | TakePile, int], int], ...] = ()
    """Points that a lay-down counts toward the minimum."""
    after: tuple[Callable[[BelievedDeal, Move, BelievedDeal], BelievedDeal], ...] = ()
    """The deal after a move, from the deal before it."""
    dealt: tuple[Callable[[SettingUp], SettingUp], ...] = ()
    """The set-up once the hands are dealt, before a card is turned or a red three laid."""
    begun: tuple[Callable[[BelievedDeal], BelievedDeal], ...] = ()
    """The deal as it is set up."""
    bonuses: tuple[Callable[[Table, Meld, tuple[str, int]], tuple[str, int]], ...] = ()
    """What a canasta pays, and by which rule."""
    sheet: tuple[Callable[[BelievedDeal, int, list[ScoreLine]], list[ScoreLine]], ...] = ()
    """The lines of a side's score sheet."""

    def __add__(self, other: Mind) -> Mind:
        return Mind(
            **{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        )

    def table(self, table: Table) -> Table:
        """The table as this mind sees it."""
        return believed_table(self.rules, self.prices, table)

    def book(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook as this mind believes it to be."""
        return believed(rulebook, self.rules)

    def see(self, deal: Deal, bait: Mapping[str, Any] | None = None) -> BelievedDeal:
        """The same cards seen by this mind. ``bait`` are facts that decide nothing unless one believes so."""
        seen = object.__new__(BelievedDeal)
        seen.__dict__.update(deal.__dict__)
        seen.__dict__.pop("_plan", None)
        table = self.table(deal.table)
        seen.__dict__.update(table=table, mind=self, bait=dict(bait or {}), mover=deal.seat)
        if table["deck.wilds"] != deal.table["deck.wilds"]:
            seen.__dict__.update(
                hands=tuple(as_seen(hand, table) for hand in deal.hands),
                pile=as_seen(deal.pile, table),
                stock=as_seen(deal.stock, table),
            )
        return seen

    def deal_on(self, dealt: SettingUp) -> SettingUp:
        """The hands just dealt, as this mind goes on from there."""
        for change in self.dealt:
            dealt = change(dealt)
        return dealt

    def bonus(self, table: Table, meld: Meld) -> tuple[str, int]:
        """The rule by which this mind pays for a canasta, and its points."""
        found = canasta_bonus(meld, table)
        for change in self.bonuses:
            found = change(table, meld, found)
        return found

    def set_up(self, deal: Deal, bait: Mapping[str, Any] | None = None) -> BelievedDeal:
        """A deal that was set up under the believed rules, as this mind ends the set-up."""
        seen = self.see(deal, bait)
        for change in self.begun:
            seen = change(seen)
        return seen


class BelievedDeal(Deal):
    """A deal as somebody sees it who believes other rules."""

    mind: Mind
    bait: Mapping[str, Any]
    mover: int
    """Who was to move in the position, whatever has been played since."""

    def objections(self, move: Move) -> Objections:
        move = move_as_seen(move, self.table)
        forgiving = self.mind.without or self.mind.forgives
        found = self._unforgiven(move) if forgiving else judge(self, move)
        for change in self.mind.rulings:
            found = change(self, move, found)
        return found

    def _unforgiven(self, move: Move) -> Objections:
        """All objections of the first stage that has any which are not forgiven."""
        for stage in RULINGS[type(move)]:
            found = [one for ruling in stage for one in ruling(self, move)]
            left = tuple(one for one in found if not self._forgiven(move, one))
            if left:
                return left
        return ()

    def _forgiven(self, move: Move, one: Objection) -> bool:
        if one.rule in self.mind.without:
            return True
        return any(forgives(self, move, one) for forgives in self.mind.forgives)

    def told_side(self, fact: str) -> int | None:
        """The side that a bait names, ``us``, ``them`` or a seat; None where nothing is told."""
        name, table = str(self.bait.get(fact, "")), self.table
        us = table.side_of[self.mover]
        if name == "us":
            return us
        if name == "them" and table.sides == 2:
            return 1 - us
        order = table.in_turn(self.mover)
        return table.side_of[order[int(name) - 1]] if name.isdigit() else None

    def freeze(self, side: int) -> Freeze:
        state = super().freeze(side)
        for change in self.mind.pile:
            state = change(self, side, state)
        return state

    def minimum(self, side: int) -> int:
        points = super().minimum(side)
        for change in self.mind.needed:
            points = change(self, side, points)
        return points

    def initial_points(self, move: LayDown | TakePile) -> int:
        seen = move_as_seen(move, self.table)
        assert isinstance(seen, LayDown | TakePile)
        points = super().initial_points(seen)
        for change in self.mind.laid:
            points = change(self, seen, points)
        return points

    def _after(self, move: Move) -> BelievedDeal:
        move = move_as_seen(move, self.table)
        after = super()._after(move) if type(move) in PLAY else self._with(move)
        assert isinstance(after, BelievedDeal)
        for change in self.mind.after:
            after = change(self, move, after)
        return after


def sheets(deal: Deal) -> ScoreSheet:
    """The score sheets of a deal, as the deal's own mind fills them in."""
    found = score(deal)
    if not isinstance(deal, BelievedDeal) or not (deal.mind.sheet or deal.mind.bonuses):
        return found
    changed = []
    for side in found:
        lines = list(side.lines)
        if deal.mind.bonuses:
            lines = [_paid(deal, side.side, line) for line in lines]
        for change in deal.mind.sheet:
            lines = change(deal, side.side, lines)
        changed.append(SideSheet(side.side, tuple(lines), side.table))
    return ScoreSheet(changed)


def _paid(deal: BelievedDeal, side: int, line: ScoreLine) -> ScoreLine:
    """A canasta's line with what the mind pays for it."""
    for meld in deal.melds[side]:
        if meld.cards != line.cards or not kind(meld, deal.table):
            continue
        if line.rule == canasta_bonus(meld, deal.table)[0]:
            rule, points = deal.mind.bonus(deal.table, meld)
            return replace(line, rule=rule, points=points)
    return line


def believed_table(rules: Rules, prices: Prices, table: Table) -> Table:
    """The table as it is to somebody who believes other rules and other prices; the seats stay as they are."""
    if not rules and not prices:
        return table
    return _believed_table(rules, prices, table.plain if isinstance(table, WatchedTable) else table)


@lru_cache(maxsize=4096)
def _believed_table(rules: Rules, prices: Prices, table: Table) -> Table:
    there = believed(table.rulebook, rules).at(table.players)
    seen = Table(there.rulebook, there.players, dict(there))
    for card, value in seen.card_values.items():
        for price in prices:
            value = price(card, value)
        seen.card_values[card] = value
    seen.deck = as_seen(seen.deck, seen)
    seen.seats, seen.step = table.seats, table.step
    seen.sides, seen.side_of, seen.members = table.sides, table.side_of, table.members
    return seen


@lru_cache(maxsize=4096)
def believed(rulebook: Rulebook, rules: Rules) -> Rulebook:
    """The rulebook as somebody believes it to be; its values need not fit each other."""
    for change in rules:
        rulebook = rulebook.believed(change(rulebook))
    return rulebook


__all__ = ["BelievedDeal", "Mind", "believed", "believed_table", "sheets"]
