"""Small pictures for the report: how the points lie, and a bar for a share. Each carries its numbers as text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

BANDS: Final = 5
"""The points are shown in so many groups of equal width."""
_WIDTH: Final = 440
_HEIGHT: Final = 120
_ROOM: Final = 22
"""Room for a line of text above and below the bars."""


def bands(shares: Sequence[float]) -> list[tuple[int, int, int]]:
    """How many shares, from 0 to 1, lie in each group: from, to (in percent), number. The last group has its end.

    >>> bands([0, 0.19, 0.2, 1])
    [(0, 20, 2), (20, 40, 1), (40, 60, 0), (60, 80, 0), (80, 100, 1)]
    """
    counts = [0] * BANDS
    for share in shares:
        counts[min(BANDS - 1, int(share * BANDS + 1e-9))] += 1
    step = 100 // BANDS
    return [(step * at, step * (at + 1), count) for at, count in enumerate(counts)]


def spread_svg(groups: Sequence[tuple[int, int, int]], title: str) -> str:
    """Groups as columns, each with its number above it and its limits below."""
    most = max(1, *(count for _, _, count in groups))
    wide = _WIDTH / len(groups)
    tall = _HEIGHT - 2 * _ROOM
    columns = []
    for at, (low, high, count) in enumerate(groups):
        height = round(tall * count / most, 1)
        left, top = round(at * wide + 6, 1), round(_HEIGHT - _ROOM - height, 1)
        middle = round((at + 0.5) * wide, 1)
        columns.append(
            f'<rect class="bar" x="{left}" y="{top}" width="{round(wide - 12, 1)}" height="{height}" rx="2"/>'
            f'<text x="{middle}" y="{top - 6}">{count}</text>'
            f'<text class="limit" x="{middle}" y="{_HEIGHT - 5}">{low}–{high} %</text>'
        )
    ground = _HEIGHT - _ROOM
    return (
        f'<svg class="spread" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}">'
        f'<path class="ground" d="M0 {ground}H{_WIDTH}"/>{"".join(columns)}</svg>'
    )


def share_svg(share: float) -> str:
    """A share, from 0 to 1, as a bar beside its number; the number is said elsewhere."""
    filled = round(80 * share, 1)
    return (
        '<svg class="share" viewBox="0 0 80 8" aria-hidden="true">'
        '<rect class="rest" width="80" height="8" rx="2"/>'
        f'<rect class="bar" width="{filled}" height="8" rx="2"/></svg>'
    )
