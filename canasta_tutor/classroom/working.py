"""Long work over many versions: shared among the processors, its progress told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Final, TypeVar

Asked = TypeVar("Asked")
Found = TypeVar("Found")
Heard = Callable[[int, int], None]
"""Told how much is done, and how much there is."""

_FEW: Final = 4
"""So little work is done at once, without other processes."""


def each(
    work: Callable[[Asked], Found], asked: Sequence[Asked], heard: Heard | None = None
) -> list[Found]:
    """What the work makes of each, in their order; ``work`` must be known by its name in its module.

    >>> each(abs, [3, -4])
    [3, 4]
    """
    workers = min(os.cpu_count() or 1, len(asked))
    if workers < 2 or len(asked) <= _FEW:
        return _told(map(work, asked), len(asked), heard)
    with ProcessPoolExecutor(workers) as pool:
        return _told(pool.map(work, asked), len(asked), heard)


def _told(results: Iterable[Found], count: int, heard: Heard | None) -> list[Found]:
    found = []
    for number, one in enumerate(results, 1):
        found.append(one)
        if heard:
            heard(number, count)
    return found
