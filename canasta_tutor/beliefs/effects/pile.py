"""What takes the pile, and what is taken, to somebody who believes otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.cards import Card, without
from canasta_tutor.going_out import may_go_out
from canasta_tutor.laying import plan
from canasta_tutor.melds import count_wilds, is_canasta
from canasta_tutor.moves import Draw, Move, TakePile
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.taking import Freeze, lawful_way
from canasta_tutor.turns import Turn

WAYS: Final = ("pile.pair", "pile.natural_and_wild", "pile.onto_meld", "pile.onto_canasta")
"""The rules of the ways in which an open pile is taken."""
FROST: Final = ("pile.frozen_needs", "pile.frozen_before_initial")
_AS_MELD: Final = ("meld.min_cards", "meld.min_naturals", "meld.wilds_per_natural")


def matches(deal: BelievedDeal, move: TakePile) -> int:
    """How many naturals of the top card's rank join it from the hand."""
    top = deal.pile[-1]
    return sum(card.rank == top.rank and not card.is_wild for card in move.groups[0].cards)


def of_top(deal: BelievedDeal, one: Objection) -> bool:
    """Whether an objection is about the meld that takes the top card."""
    return bool(one.facts.get("rank") == deal.pile[-1].rank)


# --- ways ---------------------------------------------------------------------------------------


def one_card_enough(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """One matching card takes an open pile, and the two lie as they are. Rule: pile.pair."""
    if not isinstance(move, TakePile) or not matches(deal, move):
        return False
    short = one.rule == "meld.min_cards" and of_top(deal, one)
    return short or one.rule in ("pile.pair", "pile.natural_and_wild")


def two_wilds(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """Two wilds take any pile that can be taken. Rule: pile.pair."""
    if not isinstance(move, TakePile) or count_wilds(move.groups[0].cards) < 2:
        return False
    if one.rule in _AS_MELD:
        return of_top(deal, one)
    return one.rule in (*WAYS, *FROST) and deal.table["pile.frozen_needs"] == "pair"


def wilds_take_a_wild(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """A wild on top is taken with wilds. Rule: pile.blocked_tops."""
    if not isinstance(move, TakePile) or not deal.pile or not deal.pile[-1].is_wild:
        return False
    cards = move.groups[0].cards
    fit = count_wilds(cards) == len(cards) >= 2
    alone = ("pile.blocked_tops", "meld.all_wild", "meld.min_naturals")
    return fit and one.rule in (*alone, *WAYS, *FROST)


def open_to_wilds(deal: BelievedDeal, side: int, state: Freeze) -> Freeze:
    """A wild on top blocks nothing. Rule: pile.blocked_tops."""
    if state.blocked is None or not state.blocked.is_wild:
        return state
    return replace(state, blocked=None, needs="pair")


def threes_take_a_three(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """A black three is taken with two more, which are laid. Rule: pile.blocked_tops."""
    if not isinstance(move, TakePile) or not deal.pile or not deal.pile[-1].is_black_three:
        return False
    fit = sum(card.is_black_three for card in move.groups[0].cards) >= 2
    rules = ("threes.black_blocks", "pile.blocked_tops", "threes.black_meld")
    return fit and one.rule in (*rules, *FROST)


def no_onto_meld(book: Rulebook) -> Mapping[str, Any]:
    """Onto no own meld goes the top card, be it a canasta. Rules: pile.onto_meld, pile.onto_canasta."""
    closed = book["pile.onto_canasta"] == "never"
    return {"pile.onto_meld": False} | ({} if closed else {"pile.onto_canasta": "pair"})


def canasta_needs_two(book: Rulebook) -> Mapping[str, Any]:
    """Onto a canasta the top card goes with two cards from the hand only. Rule: pile.onto_canasta."""
    known = book["pile.onto_canasta"] in ("two_cards", "pair")
    return {} if known else {"pile.onto_canasta": "two_cards"}


# --- without using the top card -----------------------------------------------------------------

_UNUSED: Final = (*WAYS, "pile.joins_meld")
_AREAS: Final = ("meld.", "canasta.", "going_out.", "initial.minimum", "initial.reach", "threes.")


def free_take(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """The pile is taken without its top card being laid. Rule: pile.use_top."""
    if not isinstance(move, TakePile) or one.rule == "threes.black_blocks":
        return False
    alone = len(move.groups) == 1  # then nothing needs to be laid at all
    return one.rule in _UNUSED or (
        alone and one.rule != "going_out.ends_deal" and one.rule.startswith(_AREAS)
    )


def all_to_the_hand(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """What cannot be laid with the top card stays in the hand, and the top card with it."""
    if not isinstance(move, TakePile) or not _unfit(before, move):
        return after
    reds = plan(before, move).red_threes
    pile = [card for card in before.pile if card not in reds]
    hands = list(before.hands)
    hands[before.seat] = (*before.hand, *pile)
    return after.altered(
        hands=tuple(hands),
        melds=before.melds,
        phase="play",
        outcome=before.outcome,
        turn=Turn("pile", melds_before=len(before.melds[before.side])),
    )


def _unfit(deal: BelievedDeal, move: TakePile) -> bool:
    """Whether the cards cannot lie with the top card by the rules of melds and of taking."""
    first = plan(deal, move).laid[0].after
    return bool(lawful_way(deal, move)) or first.size < deal.table["meld.min_cards"]


# --- onto the other side's meld -----------------------------------------------------------------


def onto_theirs(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """The top card of an open pile goes onto another side's meld. Rule: pile.onto_meld."""
    if not isinstance(move, TakePile) or not deal.pile or _theirs(deal) is None:
        return False
    return one.rule in ("pile.pair", "pile.natural_and_wild") or (
        one.rule in ("meld.min_cards", "meld.side") and of_top(deal, one)
    )


def _theirs(deal: BelievedDeal) -> tuple[int, int] | None:
    """The side, and the place among its melds, of another side's meld that the top card fits."""
    table = deal.table
    for side, melds in enumerate(deal.melds):
        for place, meld in enumerate(melds):
            if side == deal.side or meld.rank != deal.pile[-1].rank or not table["pile.onto_meld"]:
                continue
            if not is_canasta(meld, table) or table["pile.onto_canasta"] == "always":
                return side, place
    return None


def laid_on_theirs(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """The cards that joined the top card lie on the other side's meld."""
    if not isinstance(move, TakePile) or not (found := _theirs(before)):
        return after
    first = plan(before, move).laid[0]
    if first.before is not None or not (_unfit(before, move) or first.fault):
        return after
    melds = [list(side) for side in after.melds]
    del melds[before.side][first.place]
    side, place = found
    melds[side][place] = melds[side][place].add(first.cards)
    return after.altered(melds=tuple(map(tuple, melds)))


# --- another card for the top card --------------------------------------------------------------


def brought_up(deal: BelievedDeal, place: int) -> BelievedDeal:
    """The deal with that card of the pile on top."""
    pile = deal.pile
    upcards = deal.upcards - (place < deal.upcards)
    pile = (*pile[:place], *pile[place + 1 :], pile[place])
    return deal.altered(pile=pile, upcards=upcards)


def matched(place_of: Callable[[BelievedDeal, TakePile], int | None]) -> Mind:
    """Another card of the pile than the top one is matched. Rule: pile.use_top."""

    def seen(deal: BelievedDeal, move: Move) -> BelievedDeal | None:
        if not isinstance(move, TakePile) or not deal.pile or deal.bait.get(_BROUGHT_UP):
            return None
        place = place_of(deal, move)
        if place is None:
            return None
        deal = deal.altered(bait={**deal.bait, _BROUGHT_UP: True})
        return brought_up(deal, place)

    def judged(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
        other = seen(deal, move)
        return found if other is None else other.objections(move)

    def played(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
        other = seen(before, move)
        return after if other is None else other._after(move).altered(bait=before.bait)

    return Mind(rulings=(judged,), after=(played,))


_BROUGHT_UP: Final = "brought_up"


def under_a_wild(deal: BelievedDeal, move: TakePile) -> int | None:
    """Where the card lies that is matched when a wild is on top."""
    return _first_other(deal, lambda card: card.is_wild)


def under_a_black_three(deal: BelievedDeal, move: TakePile) -> int | None:
    """Where the card lies that is matched when a black three is on top and no three is used."""
    if any(card.is_black_three for card in move.groups[0].cards):
        return None
    return _first_other(deal, lambda card: card.is_black_three)


def at_the_bottom(deal: BelievedDeal, move: TakePile) -> int | None:
    """The first card of the pile is the one that was laid first."""
    return 0 if len(deal.pile) > 1 else None


def _first_other(deal: BelievedDeal, passed: Callable[[Card], bool]) -> int | None:
    if not passed(deal.pile[-1]):
        return None
    places = reversed(range(len(deal.pile)))
    return next((place for place in places if not passed(deal.pile[place])), None)


# --- what is taken ------------------------------------------------------------------------------


def top_card_only(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """All but the top card stays in the pile. Rule: pile.whole."""
    if not isinstance(move, TakePile):
        return after
    rest = before.pile[:-1]
    planned = plan(before, move)
    stay = [card for card in rest if card not in planned.red_threes]
    hand = without(after.hands[before.seat], stay)
    if hand is None:  # cards from under the top were laid
        return after
    hands = list(after.hands)
    hands[before.seat] = hand
    return after.altered(
        hands=tuple(hands),
        pile=rest,
        upcards=min(before.upcards, len(rest)),
        red_threes=before.red_threes,
    )


def keeps_one(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """Without the rest of the pile fewer cards are left. Rule: going_out.keep_card."""
    if found or not isinstance(move, TakePile):
        return found
    planned = plan(deal, move)
    left = len(deal.hand) - sum(len(group.cards) for group in move.groups)
    if left > 1 or may_go_out(deal, planned.canastas):
        return found
    needed = deal.table["going_out.canastas"]
    facts = {"left": max(left, 0), "canastas": planned.canastas, "needed": needed}
    return (Objection("going_out.keep_card", deal.table, facts=facts),)


def draws_too(before: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """Who takes the pile has drawn from the stock as well. Rule: pile.replaces_draw."""
    if not isinstance(move, TakePile) or before.phase != "draw" or after.over or not after.stock:
        return after
    drawn = after.altered(phase="draw")._after(Draw())
    return drawn.altered(turn=after.turn, moves=after.moves)


EFFECTS: Final[Mapping[str, Mind]] = {
    "one_card_enough": Mind(forgives=(one_card_enough,)),
    "two_wilds": Mind(forgives=(two_wilds,)),
    "wilds_take_a_wild": Mind(forgives=(wilds_take_a_wild,), pile=(open_to_wilds,)),
    "threes_take_a_three": Mind(forgives=(threes_take_a_three,)),
    "no_onto_meld": Mind(rules=(no_onto_meld,)),
    "canasta_needs_two": Mind(rules=(canasta_needs_two,)),
    "free_take": Mind(forgives=(free_take,), after=(all_to_the_hand,)),
    "onto_theirs": Mind(forgives=(onto_theirs,), after=(laid_on_theirs,)),
    "card_under_a_wild": matched(under_a_wild) + Mind(pile=(open_to_wilds,)),
    "card_under_a_black_three": matched(under_a_black_three),
    "top_card_only": Mind(rulings=(keeps_one,), after=(top_card_only,)),
    "draws_too": Mind(after=(draws_too,)),
}
