"""One deal: start, play, view. A deal never changes; each move makes the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from canasta_tutor.cards import Cards
from canasta_tutor.errors import IllegalMove
from canasta_tutor.going_out import initial_points, minimum
from canasta_tutor.melds import Meld
from canasta_tutor.moves import LayDown, Move, TakePile
from canasta_tutor.objections import Objections
from canasta_tutor.playing import PLAY
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.rulings import judge
from canasta_tutor.taking import Freeze, freeze
from canasta_tutor.turns import FRESH, Outcome, Turn

if TYPE_CHECKING:
    from canasta_tutor.legal import LegalMoves
    from canasta_tutor.view import View


class Deal:
    """One dealing of the cards and its play, seen from above: all hands lie open here.

    Seats are numbered clockwise from 0; sides by ``table.side_of``. Cards are listed as they lie:
    the pile's top card and the next card of the stock come last.

    >>> deal = Deal.start(Rulebook.load("classic"), seed=46)
    >>> len(deal.hand), len(deal.stock), deal.phase
    (11, 63, 'draw')
    """

    table: Table
    seat: int
    phase: str
    hands: tuple[Cards, ...]
    melds: tuple[tuple[Meld, ...], ...]
    red_threes: tuple[Cards, ...]
    pile: Cards
    stock: Cards
    upcards: int
    scores: tuple[int, ...]
    dealer: int
    cut_seat: int | None
    aside: Cards
    turn: Turn
    melded: frozenset[int]
    taken: frozenset[int]
    outcome: Outcome | None
    origin: Deal | str
    """How it was dealt, or the position from which moves were played; nothing for a position as it was read."""
    moves: tuple[Move, ...]

    def __init__(self, table: Table, seat: int, hands: tuple[Cards, ...], **fields: Any) -> None:
        sides = table.sides
        self.__dict__.update(
            table=table,
            seat=seat,
            hands=hands,
            phase="draw",
            melds=((),) * sides,
            red_threes=((),) * sides,
            pile=(),
            stock=(),
            upcards=0,
            scores=(0,) * sides,
            dealer=table.in_turn(seat)[-1],
            cut_seat=None,
            aside=(),
            turn=FRESH,
            melded=frozenset(),
            taken=frozenset(),
            outcome=None,
            origin="",
            moves=(),
        )
        self.__dict__.update(fields)

    @staticmethod
    def start(
        rulebook: Rulebook,
        players: int = 4,
        seed: int | str = 0,
        scores: tuple[int, ...] = (),
        dealer: int = 0,
        cut: int | None = None,
    ) -> Deal:
        """Shuffle by the seed, cut so that the lower packet has ``cut`` cards, deal, turn the up-card.

        ``scores`` are the sides' before the deal; the seat after the dealer plays first.
        """
        from canasta_tutor.setup import start

        return start(rulebook, players, seed, scores, dealer, cut)

    # --- looking --------------------------------------------------------------------------------

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook that is played."""
        return self.table.rulebook

    @property
    def players(self) -> int:
        """The number of players at the table (with five, one sits out)."""
        return self.table.players

    @property
    def hand(self) -> Cards:
        """The cards of the player to act."""
        return self.hands[self.seat]

    @property
    def side(self) -> int:
        """The side of the player to act."""
        return self.table.side_of[self.seat]

    @property
    def actor(self) -> int:
        """The seat that moves now: the player in turn, or the partner who has been asked."""
        if self.phase != "answer":
            return self.seat
        partners = self.table.members[self.side]
        return next(seat for seat in self.table.in_turn(self.seat)[1:] if seat in partners)

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.outcome is not None

    def canastas(self, side: int) -> int:
        """How many canastas a side has."""
        size: int = self.table["canasta.size"]
        return len([meld for meld in self.melds[side] if meld.size >= size])

    def score_used(self, side: int) -> int:
        """The score that sets the side's minimum: before the deal, with the bonus for an exact cut.

        Rules: initial.score_used, deal.cut_bonus.
        """
        cut = self.cut_seat is not None and self.table.side_of[self.cut_seat] == side
        return self.scores[side] + (int(self.table["deal.cut_bonus"]) if cut else 0)

    def minimum(self, side: int) -> int:
        """Points that the side's initial meld must reach; 0 once it has melded."""
        return 0 if self.melds[side] else minimum(self.table, self.score_used(side))

    def initial_points(self, move: LayDown | TakePile) -> int:
        """What a first lay-down counts toward the minimum."""
        return initial_points(self, move)

    def freeze(self, side: int) -> Freeze:
        """For whom the pile is frozen or blocked, and what takes it."""
        return freeze(self, side)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to act; see LegalMoves for what is counted."""
        from canasta_tutor.legal import LegalMoves

        return LegalMoves(self)

    def view(self, seat: int) -> View:
        """What the player at this seat may know."""
        from canasta_tutor.view import View

        return View(self, seat)

    # --- playing --------------------------------------------------------------------------------

    def objections(self, move: Move) -> Objections:
        """The rules that the move would break; none when it is legal."""
        return judge(self, move)

    def play(self, move: Move) -> Deal:
        """The deal after the move. An illegal move raises IllegalMove and changes nothing."""
        objections = self.objections(move)
        if objections:
            raise IllegalMove(move, objections)
        return self._after(move)

    def _after(self, move: Move) -> Deal:
        """The deal after a move that is known to be legal."""
        return PLAY[type(move)](self, move)

    def _with(self, move: Move, **changes: Any) -> Deal:
        """A copy with some fields changed and the move written down."""
        return self.altered(**changes, origin=self.origin or self, moves=(*self.moves, move))

    def altered(self, **changes: Any) -> Self:
        """The same deal with some fields changed, whether or not a move leads there."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__.pop("_plan", None)
        new.__dict__.update(changes)
        return new

    def _hands(self, hand: Cards) -> tuple[Cards, ...]:
        hands = list(self.hands)
        hands[self.seat] = hand
        return tuple(hands)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a deal does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and _state(self) == _state(other)

    def __hash__(self) -> int:
        return hash((self.seat, self.phase, self.pile, self.stock))

    def __repr__(self) -> str:
        where = "over" if self.over else f"seat {self.seat} to {self.phase}"
        return f"Deal({self.rulebook.id}, {self.players} players, {len(self.moves)} moves, {where})"


def _state(deal: Deal) -> dict[str, Any]:
    hidden = ("_plan", "moves", "origin", "hands", "aside")
    state = {key: value for key, value in deal.__dict__.items() if key not in hidden}
    state["table"] = (deal.rulebook, deal.players)
    state["hands"] = tuple(tuple(sorted(hand)) for hand in deal.hands)
    return state | {"aside": tuple(sorted(deal.aside))}
