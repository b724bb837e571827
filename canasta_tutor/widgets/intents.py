"""What a learner does at the table, turned into a move; the rules come later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from canasta_tutor.cards import JOKER, Card, Cards
from canasta_tutor.melds import Meld, naturals_first
from canasta_tutor.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    Group,
    Groups,
    LayDown,
    LayRedThree,
    Move,
    Pass,
    TakePile,
)
from canasta_tutor.view import View


class Unfinished(Exception):
    """Something must be chosen before this can be a move; ``key`` names the text that says what."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


_PLAIN: Final[Mapping[str, Move]] = {
    "draw": Draw(),
    "ask": Ask(),
    "yes": Answer(True),
    "no": Answer(False),
    "pass": Pass(),
}


def read_intent(intent: Mapping[str, Any], view: View) -> Move:
    """The move that a press means: its verb, the groups put together and the cards still chosen.

    Cards still chosen count as one more group. Raises Unfinished if a choice is missing.
    """
    verb, hand = intent["verb"], view.hand
    if verb in _PLAIN:
        return _PLAIN[verb]
    picked = _cards(intent.get("picked", ()), hand)
    if verb == "discard":
        return Discard(_only(picked, "choose_discard"))
    if verb == "red":
        reds = picked or tuple(card for card in hand if card.is_red_three)[:1]
        return LayRedThree(_only(reds, "choose_red"))
    groups = [Group(_cards(one["cards"], hand), str(one["to"])) for one in intent.get("groups", ())]
    if picked:
        groups.append(Group(picked))
    if verb == "take":
        return TakePile(_top_first(groups, view))
    if not groups:
        raise Unfinished("choose_lay")
    return LayDown(tuple(groups))


def _cards(places: Sequence[int], hand: Cards) -> Cards:
    return naturals_first(hand[place] for place in places)


def _only(cards: Cards, key: str) -> Card:
    if len(cards) != 1:
        raise Unfinished(key)
    return cards[0]


def _top_first(groups: list[Group], view: View) -> Groups:
    """The groups with the one that the pile's top card joins in front: one of its rank, or wilds.

    If there is none and the side has a meld of that rank, the top card goes there alone.
    """
    if not view.pile:
        return tuple(groups) or (Group(()),)
    rank = view.pile[-1].rank
    for wanted in (rank, JOKER):
        for group in groups:
            if (group.to.partition("#")[0] or Meld(group.cards).rank) == wanted:
                return (group, *(other for other in groups if other is not group))
    if not groups or any(meld.rank == rank for meld in view.melds[view.side]):
        return (Group(()), *groups)
    return tuple(groups)
