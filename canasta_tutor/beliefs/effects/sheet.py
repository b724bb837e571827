"""Score sheets as they are filled in by somebody who believes otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.scoring import ScoreLine

Lines = list[ScoreLine]
HAND: Final = ("score.hand", "threes.black_left", "threes.black_four")
"""The rules of the lines that count cards left in a hand."""


def hand_ignored(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Cards left in the hand do not count. Rule: score.hand."""
    return [line for line in lines if line.rule not in HAND]


def hand_added(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Cards left in the hand are added. Rule: score.hand."""
    return [
        replace(line, points=-line.points) if line.rule in HAND else line for line in lines
    ]


def partner_spared(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """The side that went out subtracts nothing. Rule: score.hand."""
    return hand_ignored(deal, side, lines) if _went_out(deal, side) else lines


def _went_out(deal: BelievedDeal, side: int) -> bool:
    outcome = deal.outcome
    return bool(outcome and outcome.seat is not None and deal.table.side_of[outcome.seat] == side)


EFFECTS: Final[Mapping[str, Mind]] = {
    "hand_ignored": Mind(sheet=(hand_ignored,)),
    "hand_added": Mind(sheet=(hand_added,)),
    "partner_spared": Mind(sheet=(partner_spared,)),
}
