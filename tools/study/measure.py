"""A measure: its figures beside what they should be, and the list of what falls short."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar

Given = TypeVar("Given")
Found = TypeVar("Found")

WORKERS: Final = 2
_LISTED: Final = 30
"""So many offenders are listed; of the others, how many there are."""


@dataclass(frozen=True)
class Size:
    """How much is tried: so many learners of a profile, sessions, answers, seeds; every so manieth exercise."""

    learners: int
    sessions: int
    answers: int
    """Learners with each belief, in the measures of the diagnosis."""
    seeds: int
    each: int = 1
    workers: int = WORKERS


QUICK: Final = Size(learners=6, sessions=4, answers=1, seeds=1, each=25, workers=1)


@dataclass(frozen=True)
class Figure:
    """One number, and what it should be. ``unit`` is written after it; shares are kept from 0 to 1."""

    name: str
    value: float
    floor: float
    target: float
    reach: float
    unit: str = "%"

    @property
    def less(self) -> bool:
        """Whether a smaller number is better; nothing at all is the best where all bounds are 0."""
        return self.floor > self.reach or self.floor == self.reach == 0

    @property
    def standing(self) -> str:
        """``reach``, ``target``, ``floor`` or ``short``: the best of them that is kept."""
        for name in ("reach", "target", "floor"):
            bound = getattr(self, name)
            if self.value <= bound + 1e-9 if self.less else self.value >= bound - 1e-9:
                return name
        return "short"

    def written(self, value: float) -> str:
        """A value of this figure as the report writes it."""
        if self.unit == "%":
            return f"{100 * value:.1f} %".replace(".0 %", " %")
        return f"{value:.3g}{self.unit}"


@dataclass(frozen=True)
class Measure:
    """One measure of the report."""

    id: str
    name: str
    how: str
    """How it was computed, with the numbers of what was tried."""
    figures: tuple[Figure, ...]
    offenders: Sequence[str] = ()
    notes: tuple[str, ...] = field(default=())
    """What else has to be said of the figures, honestly."""

    @property
    def listed(self) -> list[str]:
        """The offenders as they are listed."""
        more = len(self.offenders) - _LISTED
        return [*self.offenders[:_LISTED], *([f"… and {more} more"] if more > 0 else [])]


def share(count: float, of: float) -> float:
    """A part of a whole; 0 of nothing."""
    return count / of if of else 0.0


def spread(
    work: Callable[[Given], Found], given: Iterable[Given], size: Size, chunk: int = 1
) -> list[Found]:
    """What comes of each piece of work, in order, done by several processes."""
    pieces = list(given)
    if size.workers < 2 or len(pieces) < 2:
        return [work(one) for one in pieces]
    with ProcessPoolExecutor(size.workers) as pool:
        return list(pool.map(work, pieces, chunksize=chunk))


def slices(count: int, size: int) -> Iterable[range]:
    """Numbers from 0, in pieces of a size: the seeds of learners."""
    return [range(start, min(start + size, count)) for start in range(0, count, size)]
