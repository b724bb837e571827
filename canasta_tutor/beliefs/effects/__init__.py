"""What beliefs change that no value of a rule says: one function each, by area of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from canasta_tutor.beliefs.effects import (
    canastas,
    dealing,
    ending,
    frost,
    melds,
    moved_cards,
    opening,
    pile,
    prices,
    sheet,
    threes,
    words,
)
from canasta_tutor.beliefs.mind import Mind

EFFECTS: Final[Mapping[str, Mind]] = {
    **prices.EFFECTS,
    **canastas.EFFECTS,
    **dealing.EFFECTS,
    **melds.EFFECTS,
    **moved_cards.EFFECTS,
    **pile.EFFECTS,
    **frost.EFFECTS,
    **opening.EFFECTS,
    **threes.EFFECTS,
    **ending.EFFECTS,
    **sheet.EFFECTS,
    **words.EFFECTS,
}
"""Every effect by the name that the library gives it."""
