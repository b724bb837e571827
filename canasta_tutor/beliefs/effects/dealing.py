"""The deal and the turn as somebody goes through them who believes otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.cards import Card, Cards
from canasta_tutor.moves import Discard, Draw, LayDown, LayRedThree, Move
from canasta_tutor.objections import Objections
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.setup import SettingUp
from canasta_tutor.turns import FRESH, Turn

# --- the deal -----------------------------------------------------------------------------------


class NotReplaced(SettingUp):
    """A red three that was dealt is laid, and no card comes for it. Rule: threes.red_laid."""

    def lay(self, red: Card | None = None) -> SettingUp:
        seat, after = self.holder, super().lay(red)
        assert seat is not None
        hands = tuple(
            hand[:-1] if place == seat and self.stock else hand
            for place, hand in enumerate(after.hands)
        )
        return replace(after, hands=hands, stock=self.stock)


@dataclass(frozen=True)
class ReplacedOnce(SettingUp):
    """A red three that comes for a red three waits in the hand. Rule: threes.red_laid."""

    waiting: tuple[tuple[int, Card], ...] = ()
    """The red threes that wait, each with its seat."""

    def _reds(self, seat: int) -> Cards:
        reds = list(super()._reds(seat))
        for holder, card in self.waiting:
            if holder == seat:
                reds.remove(card)
        return tuple(reds)

    def lay(self, red: Card | None = None) -> SettingUp:
        seat, after = self.holder, super().lay(red)
        assert seat is not None
        assert isinstance(after, ReplacedOnce)
        came = [(seat, card) for card in self.stock[-1:] if card.is_red_three]
        return replace(after, waiting=(*self.waiting, *came))


def not_replaced(dealt: SettingUp) -> SettingUp:
    """Red threes are laid at the deal without a card for them. Rule: threes.red_laid."""
    return NotReplaced(**vars(dealt))


def replaced_once(dealt: SettingUp) -> SettingUp:
    """Red threes are laid and replaced once, not until none is left. Rule: threes.red_laid."""
    return ReplacedOnce(**vars(dealt))


def upcard_in_stock(deal: BelievedDeal) -> BelievedDeal:
    """The up-card is still counted among the stock. Rule: deal.upcard_from."""
    return deal.altered(stock=(*deal.pile[-1:], *deal.stock))


# --- the turn -----------------------------------------------------------------------------------


def laid_before_the_draw(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """Cards may be laid before a card is drawn. Rule: turn.order."""
    early = any(one.rule == "turn.order" and one.reason == "draw_first" for one in found)
    if not (early and isinstance(move, LayDown)):
        return found
    begun = Turn("stock", melds_before=len(deal.melds[deal.side]))
    return deal.altered(phase="play", turn=begun).objections(move)


def drawn_after_laying(deal: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """What was laid before the draw was laid in the same turn. Rule: turn.order."""
    if not (isinstance(move, Draw) and deal.turn.laid):
        return after
    was = deal.turn
    turn = replace(after.turn, laid=True, fed=was.fed, completed=was.completed, melds_before=0)
    return after.altered(turn=turn)


def _before_the_discard(deal: BelievedDeal, move: Move) -> BelievedDeal | None:
    """The deal as it still belongs to the player who has just discarded, for a lay-down that follows."""
    thrown = bool(deal.moves) and isinstance(deal.moves[-1], Discard)
    if not (thrown and isinstance(move, LayDown) and deal.phase == "draw"):
        return None
    seat = deal.table.in_turn(deal.seat)[-1]
    melds = deal.melds[deal.table.side_of[seat]]
    return deal.altered(seat=seat, phase="play", turn=Turn("stock", melds_before=len(melds)))


def laid_after_the_discard(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """Cards may be laid after the discard. Rule: turn.order."""
    before = _before_the_discard(deal, move)
    return found if before is None else before.objections(move)


def played_after_the_discard(deal: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """What is laid after the discard is laid by who has discarded. Rule: turn.order."""
    before = _before_the_discard(deal, move)
    if before is None:
        return after
    laid = before.play(move)
    assert isinstance(laid, BelievedDeal)
    return laid if laid.over else laid.altered(seat=deal.seat, phase="draw", turn=FRESH)


def as_many_thrown(book: Rulebook) -> Mapping[str, Any]:
    """As many cards are discarded as are drawn. Rule: turn.discard."""
    return {"turn.discard": book["turn.draw"]}


def more_thrown(deal: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """Beside the card that is named, others go, so that as many are discarded as were drawn."""
    more = int(deal.table["turn.draw"]) - 1
    hand = after.hands[deal.seat]
    if not isinstance(move, Discard) or deal.turn.drew != "stock" or not 0 < more < len(hand):
        return after
    last = sorted(hand, key=lambda card: (card.is_wild, card.rank == "3"))[:more]
    left = list(hand)
    for card in last:
        left.remove(card)
    hands = tuple(
        tuple(left) if seat == deal.seat else hand for seat, hand in enumerate(after.hands)
    )
    return after.altered(hands=hands, pile=(*deal.pile, *last, move.card))


def three_is_the_draw(deal: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """A red three counts as the card drawn: none comes for it. Rule: threes.red_laid."""
    seat, side = deal.seat, deal.side
    if isinstance(move, LayRedThree) and deal.stock:
        hand = after.hands[seat][:-1]
        return after.altered(hands=_of_seat(after, seat, hand), stock=deal.stock)
    if not isinstance(move, Draw) or after.over or not after.turn.red_threes:
        return after
    count = int(deal.table["turn.draw"])
    drawn = tuple(reversed(deal.stock[-count:]))
    reds = tuple(card for card in drawn if card.is_red_three)
    kept = tuple(card for card in drawn if not card.is_red_three)
    laid = list(deal.red_threes)
    laid[side] = (*laid[side], *reds)
    return after.altered(
        hands=_of_seat(after, seat, (*deal.hand, *kept)),
        stock=deal.stock[:-count],
        red_threes=tuple(laid),
        turn=replace(after.turn, red_threes=len(reds)),
    )


def _of_seat(deal: BelievedDeal, seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*deal.hands[:seat], hand, *deal.hands[seat + 1 :])


EFFECTS: Final[Mapping[str, Mind]] = {
    "not_replaced": Mind(dealt=(not_replaced,)),
    "replaced_once": Mind(dealt=(replaced_once,)),
    "upcard_in_stock": Mind(begun=(upcard_in_stock,)),
    "laid_before_the_draw": Mind(rulings=(laid_before_the_draw,), after=(drawn_after_laying,)),
    "laid_after_the_discard": Mind(
        rulings=(laid_after_the_discard,), after=(played_after_the_discard,)
    ),
    "as_many_thrown": Mind(rules=(as_many_thrown,), after=(more_thrown,)),
    "three_is_the_draw": Mind(after=(three_is_the_draw,)),
}
