"""What a canasta pays."""

from __future__ import annotations

from canasta_tutor.melds import Meld, kind
from canasta_tutor.rulebook import Table


def canasta_bonus(meld: Meld, table: Table) -> tuple[str, int]:
    """The rule that pays for a canasta, and its points without the cards' own values.

    Rules: canasta.natural, canasta.mixed, canasta.natural_hand, canasta.mixed_hand,
    canasta.sevens, canasta.wild.
    """
    rule = f"canasta.{kind(meld, table)}"
    if meld.from_hand and f"{rule}_hand" in table and table[f"{rule}_hand"] != table[rule]:
        rule += "_hand"
    points = table[rule]
    return rule, 0 if points == "none" else int(points)
