"""Red threes: their line on the sheet."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.exercises.generators.draft import Draft, Pack, drawn, over, written
from canasta_tutor.rulebook import Table

_TEACHES: Final = (
    "threes.red_value",
    "threes.red_condition",
    "threes.red_penalty",
    "threes.red_four",
)
_LAID: Final = ("canasta", "meld", "nothing")
_LINE: Final = (
    "line us threes.red_value + line us threes.red_four"
    " + line us threes.red_penalty + line us threes.red_four_penalty"
)


def red_threes(table: Table, level: int, pack: Pack) -> Draft:
    """One side's red threes as a number at the first level, then sides that have laid more or less."""
    position = over(table)
    if level == 1:
        fields, key, told = _case(pack, level, pack.rng.choice(_LAID))
        return Draft(
            "number",
            f"red_threes.{key}",
            _TEACHES,
            {**position, **fields},
            {"number": _LINE},
            facts=told,
        )
    # What is laid at the border of the table's condition, and beyond it: there beliefs about it part.
    laid = [*(_LAID if table["threes.red_condition"] == "meld" else _LAID[::-1])]
    laid = [laid[1], laid[0], laid[2], pack.rng.choice(_LAID)][:level]
    pack.rng.shuffle(laid)
    cases = dict(zip("abcd", (_case(pack, level, one) for one in laid), strict=False))
    return Draft(
        "panel",
        "red_threes.many",
        _TEACHES,
        position,
        {},
        {
            id: {"is": _LINE, "rule": "threes.red_condition", **fields}
            for id, (fields, _, _) in cases.items()
        },
        labels={id: key for id, (_, key, _) in cases.items()},
        told={id: told for id, (_, _, told) in cases.items()},
    )


def _case(pack: Pack, level: int, laid: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
    """Red threes, what the side has laid, and who went out; what is said of it, and the cards it names."""
    rng = pack.rng
    counts = [1, 2, 3] if level == 1 else [1, 2, 3, 4, 4]
    if level > 2 and laid != "meld":  # the set is won or lost here at every table
        counts = [4]
    reds = pack.take("red", rng.choice(counts))
    size = {"nothing": 0, "meld": rng.choice((3, 4, 6)), "canasta": 7}[laid]
    rank = rng.choice(("5", "6", "9", "10", "J", "Q", "K"))
    meld = pack.take(rank, size)
    fields: dict[str, Any] = {
        "red_threes": {"us": written(reds)},
        "melds": {"us": [written(meld)] if meld else []},
    }
    if rng.random() < 0.5:
        fields["out"] = 2
    pack.back([*reds, *meld])
    key = laid if laid == "nothing" else "laid"
    return (
        fields,
        f"{key}_out" if "out" in fields else key,
        {"reds": drawn(reds), "meld": drawn(meld)},
    )
