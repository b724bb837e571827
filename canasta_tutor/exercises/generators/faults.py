"""Find the fault: a sheet that was filled in by somebody who believes one thing wrongly. Which lines are wrong?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.exercises.answers import minus
from canasta_tutor.exercises.diagnosing import believed
from canasta_tutor.exercises.generators.draft import Draft, NotEnough, Pack
from canasta_tutor.exercises.generators.sheets import sheet
from canasta_tutor.exercises.sheets import AREA_ROWS, Sheet
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.rulebook import Table

_DRAWN: Final = {3: 2, 4: 3, 5: 5}
"""At which level the sheet itself is drawn: one side's at the lowest, then with more melds from level to level."""
_MOST: Final = {3: 1, 4: 1, 5: 2}
"""So many lines are wrong at most, by level."""
_EMPTY: Final = {3: 1.0, 4: 1.0, 5: 0.2}
"""So large a part of the lines counts nothing, at most: of such a line it is soon seen that it stands."""
_ALL_STAND: Final = 0.1
"""How often no line is wrong."""
_RULES: Final = ("score.", "canasta.", "threes.", "going_out.", "value.")

_Line = tuple[str, str]
"""A side, and a row of its sheet."""


def find_fault(table: Table, level: int, pack: Pack) -> Draft:
    """One side's sheet at the lowest level, then those of both sides where there are two; at last few lines are empty."""
    drawn = sheet(table, _DRAWN[level], pack)
    question = drawn.exercise("fault", table, level).at()
    assert isinstance(question, Sheet)
    lines = [key for key in question.truth if key[1] != "total"]
    empty = [not question.truth[key] for key in lines if key[1] != "cut"]
    if sum(empty) > _EMPTY[level] * len(empty):
        raise NotEnough("lines")
    shown = _filled_in(question, lines, level, pack)
    letters = "abcdefghijklmn"[: len(lines)]
    stands = {
        letter: f"{_counted(key)} = {shown[key]}"
        for letter, key in zip(letters, lines, strict=True)
    }
    return Draft(
        "choice",
        "find_fault",
        ("score.hand", "score.melded", "canasta.cards_count", "threes.red_condition"),
        drawn.position,
        {"pick": "all"},
        {letter: f"not {line}" for letter, line in stands.items()}
        | {"none": " and ".join(stands.values())},
        labels=dict.fromkeys(letters, "line") | {"none": "none"},
        told={
            letter: _named(question, key, shown[key])
            for letter, key in zip(letters, lines, strict=True)
        },
    )


def beliefs_that_part(table: Table, level: int) -> int:
    """One sheet has few lines in which a thought can show; two have enough."""
    return 4 if level == 3 or table.sides != 2 else 5


def _filled_in(question: Sheet, lines: list[_Line], level: int, pack: Pack) -> Mapping[_Line, int]:
    """The sheet as somebody fills it in who has one rule wrong; now and then as it should be."""
    if pack.chance(_ALL_STAND):
        return question.truth
    beliefs = [one for one in library().values() if one.rule.startswith(_RULES)]
    pack.rng.shuffle(beliefs)
    for belief in beliefs:
        found = _as_believed(question, belief)
        if found and 1 <= sum(found[key] != question.truth[key] for key in lines) <= _MOST[level]:
            return found
    raise NotEnough("beliefs")


def _as_believed(question: Sheet, belief: Belief) -> Mapping[_Line, int]:
    """The lines of somebody who believes this; none if it cannot be believed here."""
    other = believed(question, (belief,)) if belief.fits(question.rulebook) else None
    return other.truth if isinstance(other, Sheet) else {}


def _counted(key: _Line) -> str:
    """What a row of a side's sheet counts, as a quantity."""
    side, row = key
    return " + ".join(f"line {side} {start}*" for start, at in AREA_ROWS.items() if at == row)


def _named(question: Sheet, key: _Line, points: int) -> dict[str, Any]:
    side, row = key
    return {
        "side": lambda language: question.side_name(side, language),
        "row": lambda language: phrase(f"sheet.rows.{row}", language),
        "points": minus(points),
    }
