"""What a player at one seat may know: bots, widgets and hints get nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from canasta_tutor.cards import Card, Cards
from canasta_tutor.legal import LegalMoves
from canasta_tutor.melds import Meld
from canasta_tutor.moves import Move
from canasta_tutor.objections import Objections
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.taking import Freeze
from canasta_tutor.turns import Outcome, Turn

if TYPE_CHECKING:
    from canasta_tutor.deal import Deal


class _Hidden(Card):
    """A card seen from behind: of no rank and no class. There is one, and a copy is itself."""

    __slots__ = ()

    def __reduce__(self) -> str:  # type: ignore[override]  # pickled by its name
        return "HIDDEN"


def _hidden() -> Card:
    card = object.__new__(_Hidden)
    card.rank, card.suit, card.text, card.order = "?", "", "?", 999
    card.is_wild = card.is_red_three = card.is_black_three = False
    card.classes = frozenset()
    return card


HIDDEN = _hidden()


class View:
    """The deal as one seat sees it: its own hand, what lies open, and how many cards the rest hold.

    Two deals that differ only in hidden cards give equal views.

    >>> from canasta_tutor import Deal, Rulebook
    >>> view = Deal.start(Rulebook.load("classic"), seed=46).view(2)
    >>> len(view.hand), view.counts, view.stock_count
    (11, (11, 11, 11, 11), 63)
    """

    def __init__(self, deal: Deal, seat: int) -> None:
        hands = tuple(
            tuple(sorted(hand)) if place == seat else (HIDDEN,) * len(hand)
            for place, hand in enumerate(deal.hands)
        )
        self._deal = deal.altered(
            hands=hands, stock=(HIDDEN,) * len(deal.stock), aside=(), origin="", moves=()
        )
        self.seat = seat
        """The seat that looks."""

    @property
    def table(self) -> Table:
        """The rules in force."""
        return self._deal.table

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook that is played."""
        return self._deal.rulebook

    @property
    def hand(self) -> Cards:
        """The cards at this seat, sorted."""
        return self._deal.hands[self.seat]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds. Rule: table.count."""
        return tuple(map(len, self._deal.hands))

    @property
    def side(self) -> int:
        """The side of this seat."""
        return self.table.side_of[self.seat]

    @property
    def actor(self) -> int:
        """The seat that moves now."""
        return self._deal.actor

    @property
    def turn_of(self) -> int:
        """The seat whose turn it is."""
        return self._deal.seat

    @property
    def phase(self) -> str:
        """``draw``, ``play``, ``answer`` or ``over``."""
        return self._deal.phase

    @property
    def melds(self) -> tuple[tuple[Meld, ...], ...]:
        """The melds of each side."""
        return self._deal.melds

    @property
    def red_threes(self) -> tuple[Cards, ...]:
        """The red threes laid by each side."""
        return self._deal.red_threes

    @property
    def pile(self) -> Cards:
        """The pile, top card last: all of it was seen."""
        return self._deal.pile

    @property
    def stock_count(self) -> int:
        """How many cards the stock holds."""
        return len(self._deal.stock)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each side's score before the deal."""
        return self._deal.scores

    @property
    def turn(self) -> Turn:
        """What the player in turn has done."""
        return self._deal.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the deal ended, once it has."""
        return self._deal.outcome

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self._deal.over

    def canastas(self, side: int) -> int:
        """How many canastas a side has."""
        return self._deal.canastas(side)

    def minimum(self, side: int) -> int:
        """Points that the side's initial meld must reach; 0 once it has melded."""
        return self._deal.minimum(side)

    def freeze(self, side: int) -> Freeze:
        """For whom the pile is frozen or blocked, and what takes it."""
        return self._deal.freeze(side)

    @property
    def legal_moves(self) -> LegalMoves | tuple[()]:
        """The legal moves of this seat; none while another one moves."""
        return LegalMoves(self._deal) if self.actor == self.seat else ()

    def objections(self, move: Move) -> Objections:
        """The rules that a move of this seat would break."""
        return self._deal.objections(move)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self._deal == other._deal

    def __hash__(self) -> int:
        return hash((self.seat, self._deal))

    def __repr__(self) -> str:
        return f"View(seat {self.seat}, {self._deal!r})"
