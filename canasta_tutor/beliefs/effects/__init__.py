"""What beliefs change that no value of a rule says: one function each, by area of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from canasta_tutor.beliefs.effects import dealing, ending, melds, opening, pile, prices, sheet
from canasta_tutor.beliefs.mind import Mind

EFFECTS: Final[Mapping[str, Mind]] = {
    **prices.EFFECTS,
    **dealing.EFFECTS,
    **melds.EFFECTS,
    **pile.EFFECTS,
    **opening.EFFECTS,
    **ending.EFFECTS,
    **sheet.EFFECTS,
}
"""Every effect by the name that the library gives it."""
