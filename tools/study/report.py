"""The report: a table of all measures, and under it each with its offenders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tools.study.measure import Measure

_HEAD = """# The study

How good the tutor is, measured without people: simulated learners, every exercise, every belief. `make study` computes it
anew; the same numbers of learners give the same figures, and each measure says how much was tried. What follows is what was
found, also where it falls short.
It says nothing yet about learning: for that, people must use the course.

**Floor** must hold at every change, **target** is a good release, **reach** is as far as one can hope to come.
"""

_WHY: Final[Mapping[str, str]] = {
    "M3": "A belief that shows in one probe only can be suspected there and never be firm.",
    "M4": "On many exercises two beliefs lead to the same answer, and the first wrong answer often is a slip, since most "
    "exercises on a skill do not show the belief at all.",
    "M5": "After a slip where the belief does not show many are left, and one exercise more does not show them all.",
    "M6": "A sitting of twelve exercises on one skill gives a neighbour of a missing belief many chances to show twice.",
    "M7": "A guess among a few sentences often is what somebody would answer who holds a belief.",
    "M11": "Asked is what is half known, as long as it is not known: there the next answer is open, even to "
    "somebody who knows how this learner slips, learns and forgets.",
    "M14": "One of a few answers is easily guessed, and of what is drawn some answers are right a little more often.",
    "M15": "What a table leaves open is asked in sentences at the fifth level alone.",
}
"""Why a measure is below its target where it is."""


def report(measures: Sequence[Measure], sections: Sequence[str] = ()) -> str:
    """The whole page."""
    ordered = sorted(measures, key=lambda one: int(one.id[1:]))
    return "\n".join(
        [
            _HEAD,
            *_table(ordered),
            *(line for one in ordered for line in _part(one)),
            *sections,
        ]
    )


def _table(measures: Sequence[Measure]) -> list[str]:
    rows = ["| | measure | ours | floor | target | reach | |", "|---|---|---|---|---|---|---|"]
    for measure in measures:
        for number, figure in enumerate(measure.figures):
            name = figure.name if number else f"**{measure.name}:** {figure.name}"
            bounds = " | ".join(
                figure.written(one) for one in (figure.floor, figure.target, figure.reach)
            )
            id = "" if number else f"[{measure.id}](#{_anchor(measure)})"
            standing = "**short**" if figure.standing == "short" else figure.standing
            rows.append(
                f"| {id} | {name} | {figure.written(figure.value)} | {bounds} | {standing} |"
            )
    return [*rows, ""]


def _anchor(measure: Measure) -> str:
    return f"{measure.id} {measure.name}".lower().replace(" ", "-").replace(",", "")


def _part(measure: Measure) -> list[str]:
    lines = [f"## {measure.id} {measure.name}", "", measure.how, ""]
    below = any(figure.standing in ("short", "floor") for figure in measure.figures)
    if below and measure.id in _WHY:
        lines += [f"Below its target because: {_WHY[measure.id]}", ""]
    for note in measure.notes:
        lines += [note, ""]
    if measure.offenders:
        lines += [
            f"Offenders: {len(measure.offenders)}",
            "",
            *(f"- {one}" for one in measure.listed),
            "",
        ]
    return lines
