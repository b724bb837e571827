"""Words that are read in another sense than the table's: a rule is then another rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from canasta_tutor.beliefs.effects.pile import at_the_bottom, matched
from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.cards import JOKER
from canasta_tutor.laying import plan
from canasta_tutor.melds import Meld, is_canasta
from canasta_tutor.moves import LayDown, Move, TakePile
from canasta_tutor.objections import Objection
from canasta_tutor.rulebook import Rulebook, Table

_WILDS: Final = ("joker", "two")
_LIMITS: Final = (
    *("meld.min_naturals", "meld.max_wilds", "meld.wilds_per_natural", "canasta.wilds"),
    "meld.all_wild",
)


def only_jokers_limited(deal: BelievedDeal, move: Move, one: Objection) -> bool:
    """*Comodín* is the joker alone: the limits on wilds do not speak of twos. Rule: meld.max_wilds."""
    if one.rule not in _LIMITS or not isinstance(move, LayDown | TakePile):
        return False
    return all(_sound(laid.after, deal.table) for laid in plan(deal, move).laid)


def _sound(meld: Meld, table: Table) -> bool:
    """Whether a meld keeps all limits when its twos pass for naturals."""
    jokers = sum(card.rank == JOKER for card in meld.cards)
    naturals = meld.size - jokers
    most, whole = table["meld.max_wilds"], table["canasta.wilds"]
    ratio = {"at_most": naturals, "fewer": naturals - 1}.get(table["meld.wilds_per_natural"])
    return (
        naturals >= table["meld.min_naturals"]
        and (most == "any" or jokers <= most)
        and (ratio is None or jokers <= ratio)
        and (whole == "any" or jokers <= whole or not is_canasta(meld, table))
    )


def words_of_frost(book: Rulebook) -> Mapping[str, Any]:
    """*Frozen* and *blocked* have changed places. Rules: pile.freezes, pile.frozen_until."""
    if book["pile.frozen_until"] == "covered":  # there both last for one turn
        return {}
    kept = tuple(one for one in book["pile.freezes"] if one not in (*_WILDS, "black_three"))
    shown = tuple(one for one in book["deal.upcard_freezes"] if one not in _WILDS)
    return {"pile.freezes": (*kept, "black_three"), "deal.upcard_freezes": shown}


def colours_exchanged(book: Rulebook) -> Mapping[str, Any]:
    """The words for the two kinds of canasta have changed places. Rules: canasta.natural, .mixed."""
    pairs = (
        ("canasta.natural", "canasta.mixed"),
        ("canasta.natural_hand", "canasta.mixed_hand"),
    )
    return {one: book[other] for pair in pairs for one, other in (pair, pair[::-1])}


EFFECTS: Final[Mapping[str, Mind]] = {
    "only_jokers_limited": Mind(forgives=(only_jokers_limited,)),
    "words_of_frost": Mind(rules=(words_of_frost,)),
    "colours_exchanged": Mind(rules=(colours_exchanged,)),
    "card_at_the_bottom": matched(at_the_bottom),
}
