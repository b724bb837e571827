"""Positions that the widget tests share, and a table to play one of them at."""

from __future__ import annotations

import tomllib
from typing import Any

from canasta_tutor.widgets import CardTable

FROZEN = """
[position]
hand = "K♦ 9♣ 7♦ Q♠ Q♥ 2♦ ★ A♠ A♥ 8♣ 8♦"
pile = "5♣ 2♦ J♠ K♥"
stock = 30
scores.us = 1620
scores.them = 940
melds.us = ["K♣ K♥ K♠", "10×7", "5×5 2 2"]
melds.them = ["J J J J J 2 2", "6 6 6"]
red_threes.us = "3♥ 3♦"
"""
FIRST = """
[position]
hand = "K♦ K♠ 7♦ Q♠ Q♥ 2♦ ★ A♠ A♥ 8♣ 8♦"
pile = "5♣ J♠ K♥"
stock = 40
"""


def table(position: str = FROZEN, **options: Any) -> CardTable:
    """A table to play at, from a position in TOML."""
    return CardTable(tomllib.loads(position), **options)
