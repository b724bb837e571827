"""Melds as somebody rules on them who believes otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.cards import NATURAL_RANKS, Cards
from canasta_tutor.going_out import black_threes_last, initial_meld, keeps_a_card
from canasta_tutor.laying import Laid, plan
from canasta_tutor.melds import Meld, is_canasta, kind
from canasta_tutor.moves import Group, LayDown, Move, TakePile
from canasta_tutor.objections import Objection, Objections

WILDS: Final = ("meld.max_wilds", "meld.wilds_per_natural", "canasta.wilds")
"""The rules that limit wild cards."""


def laid(deal: BelievedDeal, move: Move) -> list[Laid]:
    """What a lay-down would put on the table, group by group; nothing for other moves."""
    taking = isinstance(move, TakePile) and bool(deal.pile)
    return plan(deal, move).laid if taking or isinstance(move, LayDown) else []  # type: ignore[arg-type]


def _about(deal: BelievedDeal, move: Move, objection: Objection) -> Iterator[Laid]:
    """The groups that an objection is about."""
    rank, cards = objection.facts.get("rank"), objection.facts.get("cards")
    for one in laid(deal, move):
        if rank == one.after.rank or (rank is None and cards in (one.cards, one.after.cards)):
            yield one


# --- what makes a meld --------------------------------------------------------------------------


def runs(deal: BelievedDeal, move: Move, objection: Objection) -> bool:
    """Neighbours of one suit are a meld. Rule: meld.one_rank."""
    return objection.rule == "meld.one_rank" and any(
        is_run(one.after.cards) for one in _about(deal, move, objection)
    )


def is_run(cards: Cards) -> bool:
    """Whether cards of one suit follow each other.

    >>> from canasta_tutor.cards import read_cards
    >>> is_run(read_cards("6♥ 5♥ 7♥")), is_run(read_cards("5♥ 6♥ 8♥"))
    (True, False)
    """
    if len(cards) < 3 or len({card.suit for card in cards}) > 1:
        return False
    if any(card.is_wild or card.rank not in NATURAL_RANKS for card in cards):
        return False
    places = sorted(NATURAL_RANKS.index(card.rank) for card in cards)
    return all(b - a == 1 for a, b in pairwise(places))


def no_twins(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """Two equal cards do not share a meld. Rule: meld.one_rank."""
    if found:
        return found
    return tuple(
        Objection(
            "meld.one_rank", deal.table, facts={"ranks": (one.after.rank,), "cards": one.cards}
        )
        for one in laid(deal, move)
        if any(one.after.cards.count(card) > 1 for card in one.cards if card.suit)
    )


def a_pair_of_naturals(deal: BelievedDeal, move: Move, objection: Objection) -> bool:
    """Where two cards are enough, so are two naturals. Rule: meld.min_naturals."""
    return objection.rule == "meld.min_naturals" and not objection.facts["wilds"]


def two_wilds_for_one(deal: BelievedDeal, move: Move, objection: Objection) -> bool:
    """Two wild cards may stand beside one natural. Rule: meld.wilds_per_natural."""
    facts = objection.facts
    return (
        objection.rule == "meld.wilds_per_natural" and facts["naturals"] == 1 == facts["wilds"] - 1
    )


def no_wild_added(deal: BelievedDeal, move: Move, objection: Objection) -> bool:
    """A meld that lies there may have natural cards added, whatever wild cards it has."""
    if objection.rule not in (*WILDS, "meld.min_naturals"):
        return False
    about = list(_about(deal, move, objection))
    return bool(about) and all(
        one.before is not None and not any(card.is_wild for card in one.cards) for one in about
    )


def onto_a_canasta(deal: BelievedDeal, move: Move, objection: Objection) -> bool:
    """Nothing limits the wild cards of a canasta that is complete. Rules: meld.max_wilds, canasta.wilds."""
    if objection.rule not in WILDS:
        return False
    about = list(_about(deal, move, objection))
    return bool(about) and all(one.before and is_canasta(one.before, deal.table) for one in about)


def three_red_threes(deal: BelievedDeal, move: Move, objection: Objection) -> bool:
    """Three red threes are a meld. Rule: threes.red_meld."""
    if objection.rule not in ("threes.red_meld", "threes.black_meld"):
        return False
    threes = [one.after for one in laid(deal, move) if one.after.rank == "3"]
    return bool(threes) and all(
        meld.size >= 3 and all(card.is_red_three for card in meld.cards) for meld in threes
    )


def natural_sealed(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """No wild card is laid on a natural canasta. Rule: canasta.wild_on_natural."""
    if found:
        return found
    return tuple(
        Objection("canasta.wild_on_natural", deal.table, facts={"rank": one.after.rank})
        for one in laid(deal, move)
        if one.before
        and not one.before.wilds
        and kind(one.before, deal.table)
        and any(card.is_wild for card in one.cards)
    )


# --- whose melds --------------------------------------------------------------------------------


def onto_theirs(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """Cards may be added to the other side's melds. Rule: meld.side."""
    refused = any(one.rule == "meld.side" and one.reason == "opponents" for one in found)
    if not (refused and isinstance(move, LayDown) and deal.melds[deal.side]):
        return found
    own = list(deal.melds[deal.side])
    groups = []
    for group in move.groups:
        theirs = _theirs(deal, group)
        if theirs is None:
            groups.append(group)
            continue
        meld = deal.melds[theirs[0]][theirs[1]]
        own.append(meld)
        number = sum(one.rank == meld.rank for one in own)
        groups.append(Group(group.cards, f"{meld.rank}#{number}"))
    if any(group.to.startswith("them ") for group in groups):
        return found
    melds = _of_side(deal, deal.side, tuple(own))
    return deal.altered(melds=melds).objections(LayDown(tuple(groups)))


def _theirs(deal: BelievedDeal, group: Group) -> tuple[int, int] | None:
    """The side and the place of the other side's meld that a group is meant for."""
    if not group.to.startswith("them "):
        return None
    rank = group.to.split()[1].partition("#")[0]
    for side, melds in enumerate(deal.melds):
        places = [place for place, meld in enumerate(melds) if meld.rank == rank]
        if side != deal.side and places:
            return side, places[0]
    return None


def added_to_theirs(deal: BelievedDeal, move: Move, after: BelievedDeal) -> BelievedDeal:
    """The cards lie with the melds of the other side. Rule: meld.side."""
    strays = [one for one in laid(deal, move) if one.fault == "opponents"]
    if not strays:
        return after
    melds = list(after.melds)
    gone = {one.place for one in strays}
    melds[deal.side] = tuple(
        meld for place, meld in enumerate(melds[deal.side]) if place not in gone
    )
    assert isinstance(move, LayDown)
    for group in move.groups:
        if (theirs := _theirs(deal, group)) is not None:
            side, place = theirs
            grown = list(melds[side])
            grown[place] = grown[place].add(group.cards)
            melds[side] = tuple(grown)
    return after.altered(melds=tuple(melds))


def partners_apart(deal: BelievedDeal, move: Move, found: Objections) -> Objections:
    """The partner's melds are not one's own. Rule: meld.side.

    All that lay there before this turn is the partner's where only the partner has laid cards.
    """
    side, seat = deal.side, deal.seat
    lying = deal.turn.melds_before if deal.phase == "play" else len(deal.melds[side])
    alone = len(deal.table.members[side]) == 1
    if alone or seat in deal.melded or not lying or not laid(deal, move):
        return found
    own = (*[Meld(())] * lying, *deal.melds[side][lying:])
    apart = deal.altered(melds=_of_side(deal, side, own), melded=deal.melded | {seat})
    faults = tuple(one for one in apart.objections(move) if not _later(one))
    if faults or (found and all(map(_later, found))):
        return faults or found
    last = (initial_meld, keeps_a_card, black_threes_last)
    return tuple(one for ruling in last for one in ruling(deal, move))  # type: ignore[arg-type]


def _later(objection: Objection) -> bool:
    """Whether a referee looks at this only once the melds themselves are in order."""
    return objection.rule.startswith(("going_out.", "initial.", "threes.black_meld"))


def _of_side(deal: BelievedDeal, side: int, melds: tuple[Meld, ...]) -> tuple[Any, ...]:
    return (*deal.melds[:side], melds, *deal.melds[side + 1 :])


EFFECTS: Final[Mapping[str, Mind]] = {
    "runs": Mind(forgives=(runs,)),
    "no_twins": Mind(rulings=(no_twins,)),
    "a_pair_of_naturals": Mind(forgives=(a_pair_of_naturals,)),
    "two_wilds_for_one": Mind(forgives=(two_wilds_for_one,)),
    "no_wild_added": Mind(forgives=(no_wild_added,)),
    "onto_a_canasta": Mind(forgives=(onto_a_canasta,)),
    "three_red_threes": Mind(forgives=(three_red_threes,)),
    "natural_sealed": Mind(rulings=(natural_sealed,)),
    "added_to_theirs": Mind(rulings=(onto_theirs,), after=(added_to_theirs,)),
    "partners_apart": Mind(rulings=(partners_apart,)),
}
