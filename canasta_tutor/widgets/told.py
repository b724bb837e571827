"""What has just happened at the table, told to the learner: a move, or why it was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from canasta_tutor.cards import Cards
from canasta_tutor.deal import Deal
from canasta_tutor.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    LayDown,
    LayRedThree,
    Move,
    Pass,
    TakePile,
    write_groups,
)
from canasta_tutor.objections import Objections
from canasta_tutor.widgets.words import ui, why


def refusal(objections: Objections, language: str) -> dict[str, Any]:
    """A refusal: each broken rule with what was found; what it says here and its source stay folded."""
    return {
        "kind": "refusal",
        "text": ui("refused", language),
        "why": [why(objection, language) for objection in objections],
    }


def new_cards(before: Deal, after: Deal, seat: int) -> Cards:
    """The cards that came into a hand."""
    came = Counter(after.hands[seat])
    came.subtract(before.hands[seat])
    return tuple(sorted((+came).elements()))


def tell(move: Move, before: Deal, after: Deal, language: str) -> str:
    """A legal move in a sentence, said to the player who made it."""
    key, facts = _TOLD[type(move)](move, before, after)
    return ui(key, language, before.table, **facts)


def verb_of(move: Move) -> str:
    """What was done, for showing where the cards went.

    >>> verb_of(Draw()), verb_of(Pass())
    ('draw', 'pass')
    """
    return type(move).__name__.removesuffix("Pile").removesuffix("Down").lower()


Told = tuple[str, dict[str, Any]]


def _draw(move: Any, before: Deal, after: Deal) -> Told:
    cards = new_cards(before, after, before.seat)
    reds = Counter(after.red_threes[before.side])
    reds.subtract(before.red_threes[before.side])
    found = tuple((+reds).elements())
    return (
        ("did_draw_red", {"cards": cards, "reds": found})
        if found
        else ("did_draw", {"cards": cards})
    )


def _take(move: TakePile, before: Deal, after: Deal) -> Told:
    return "did_take", {"n": len(before.pile)}


def _lay(move: LayDown, before: Deal, after: Deal) -> Told:
    return "did_lay", {"cards": write_groups(move.groups)}


_TOLD: Final[Mapping[type[Move], Callable[[Any, Deal, Deal], Told]]] = {
    Draw: _draw,
    TakePile: _take,
    LayDown: _lay,
    Discard: lambda move, before, after: ("did_discard", {"card": move.card}),
    LayRedThree: lambda move, before, after: ("did_red", {"card": move.card}),
    Ask: lambda move, before, after: ("did_ask", {}),
    Answer: lambda move, before, after: ("did_yes" if move.yes else "did_no", {}),
    Pass: lambda move, before, after: ("did_pass", {}),
}
