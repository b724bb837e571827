"""The legal moves of the player to act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from canasta_tutor.cards import Card, Cards
from canasta_tutor.going_out import initial_points, may_go_out
from canasta_tutor.legal_layings import (
    SortedHand,
    first_lay_downs,
    initial_groups,
    lay_downs,
    points_to_reach,
    special_lay_downs,
)
from canasta_tutor.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    Group,
    LayRedThree,
    Move,
    Pass,
    TakePile,
)
from canasta_tutor.objections import Objections
from canasta_tutor.rulings import judge
from canasta_tutor.taking import freeze, may_mix

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal

_DRAW = Draw()
_PASS = Pass()
_ASK = Ask()
_ANSWERS = (Answer(True), Answer(False))
_DISCARDS: dict[Card, Discard] = {}
_TOO_MANY_WILDS = ("meld.max_wilds", "meld.wilds_per_natural", "canasta.wilds")


class LegalMoves(Sequence[Move]):
    """The legal moves: count them, go through them, ask whether a move is ``in`` them.

    ``in`` answers for every move. What is counted and gone through is a fair choice of them, each
    legal, and none only if there is none:

    - the draw, the end of a turn or deal without a discard where it is lawful, both answers;
    - taking the pile, with each number of matching naturals and of wilds;
    - each single meld laid or fed, with each number of naturals and of wilds;
    - for a side that has not melded, lay-downs of up to three melds (with the pile, too), with all
      the naturals held of each rank, that reach the minimum and of which none could be left out;
      sixty of them at most;
    - the question to the partner, once the side has the canastas to go out;
    - each discard.

    Which of several equal-ranked cards is used makes no difference to the count: suits are taken in
    the order of the hand, twos before jokers (jokers first where only they reach the minimum).
    Several melds can be laid one after another.
    """

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._found: list[Move] | None = None

    def _moves(self) -> list[Move]:
        if self._found is None:
            self._found = _find(self._deal)
        return self._found

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and not judge(self._deal, move)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves())

    def __len__(self) -> int:
        return len(self._moves())

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._moves()[index]

    def __repr__(self) -> str:
        moves = self._moves()
        shown = "; ".join(map(str, moves[:12]))
        return f"{len(moves)} legal moves: {shown}{' …' if len(moves) > 12 else ''}"


def _find(deal: Deal) -> list[Move]:
    if deal.phase == "draw":
        moves: list[Move] = [_DRAW] if deal.stock else []
        moves += _takings(deal)
        if not deal.stock and not judge(deal, _PASS):
            moves.append(_PASS)
        return moves
    if deal.phase == "answer":
        return list(_ANSWERS)
    return _plays(deal) if deal.phase == "play" else []


def _plays(deal: Deal) -> list[Move]:
    hand = deal.hand
    sorted_hand = SortedHand(hand)
    moves: list[Move] = []
    canastas = deal.canastas(deal.side)
    right = may_go_out(deal, canastas)
    if deal.melds[deal.side]:
        moves += lay_downs(deal, sorted_hand, canastas)
    elif len(hand) > 3 or right:
        moves += first_lay_downs(deal, sorted_hand)
    moves += special_lay_downs(deal, sorted_hand)
    if sorted_hand.red:
        laying = [LayRedThree(card) for card in dict.fromkeys(sorted_hand.red)]
        moves += [move for move in laying if not judge(deal, move)]
    if right and len(hand) > 1 and not judge(deal, _ASK):
        moves.append(_ASK)
    discards = _discards(deal, hand, right)
    moves += discards
    if not discards and not judge(deal, _PASS):
        moves.append(_PASS)
    return moves


def _discards(deal: Deal, hand: Cards, right: bool) -> list[Move]:
    if len(hand) == 1 and not right:
        return []
    table = deal.table
    banned, red = table["turn.discard_banned"], table["threes.red_discard"]
    found: list[Move] = []
    for card in dict.fromkeys(hand):
        if card.classes and (card.is_any(banned) or (card.is_red_three and not red)):
            continue
        move = _DISCARDS.get(card)
        if move is None or move.card is not card:
            move = _DISCARDS[card] = Discard(card)
        found.append(move)
    return found


def _takings(deal: Deal) -> Iterator[Move]:
    if not deal.pile:
        return
    side = deal.side
    state = freeze(deal, side)
    if state.needs == "nothing":
        return
    rank = deal.pile[-1].rank
    matches = [card for card in deal.hand if card.rank == rank and not card.is_red_three]
    melded = bool(deal.melds[side])
    own = any(meld.rank == rank for meld in deal.melds[side])
    least = 2 if state.needs == "pair" else 0 if own else 1 if may_mix(deal) else 2
    if len(matches) < least:
        return
    hand = SortedHand(deal.hand)
    for naturals in range(least, len(matches) + 1):
        for count in range(len(hand.wilds) + 1):
            group = Group((*matches[:naturals], *hand.wilds[:count]))
            move = TakePile((group,))
            found = judge(deal, move)
            if not found:
                yield move
            elif found[0].rule in _TOO_MANY_WILDS:
                break
            elif not melded and _too_few_points(found):
                yield from _takings_with_dear_wilds(deal, matches[:naturals], hand.wilds, count)
                yield from _takings_with_more(deal, group, initial_points(deal, move))


def _too_few_points(found: Objections) -> bool:
    return all(one.rule in ("initial.minimum", "initial.reach") for one in found)


def _takings_with_dear_wilds(
    deal: Deal, naturals: Sequence[Card], wilds: Sequence[Card], count: int
) -> Iterator[Move]:
    """The same with the wilds that are worth most, where only they reach the minimum."""
    values = deal.table.card_values
    dear = sorted(wilds, key=lambda card: -values[card])[:count]
    if dear != list(wilds[:count]):
        move = TakePile((Group((*naturals, *dear)),))
        if not judge(deal, move):
            yield move


def _takings_with_more(deal: Deal, group: Group, points: int) -> Iterator[Move]:
    """Takings of a side that has not melded, with further melds to reach its minimum."""
    left = list(deal.hand)
    for card in group.cards:
        left.remove(card)
    rest = SortedHand(tuple(card for card in left if card.rank != deal.pile[-1].rank))
    for more in initial_groups(deal, rest, points_to_reach(deal) - points):
        move = TakePile((group, *more))
        if not judge(deal, move):
            yield move
