"""Deals in a row until a side reaches the target."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from canasta_tutor.cards import DECK, JOKER, NATURAL_RANKS, Card, full_deck
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError
from canasta_tutor.moves import Move
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.scoring import ScoreSheet, score

_HIGH_TO_LOW = (*NATURAL_RANKS, "3", "2")


@dataclass(frozen=True)
class Game:
    """Deals up to the target, with every side's running score.

    ``people`` names who sits where: seat by seat, the number of the person. Like a deal, a game
    does not change; each move makes the next one.

    >>> game = Game.start(Rulebook.load("classic"), seed=3)
    >>> game.scores, game.target, game.over
    ((0, 0), 5000, False)
    """

    rulebook: Rulebook
    players: int
    seed: int | str
    deal: Deal
    scores: tuple[int, ...]
    """Every side's score before the deal that is being played."""
    target: int
    sheets: tuple[ScoreSheet, ...] = ()
    """The sheets of the deals that are done."""
    done: tuple[Deal, ...] = ()
    people: tuple[int, ...] = ()
    drawn: tuple[Card, ...] = ()
    """The card each person drew for the deal or for the seats, where the table draws."""

    @staticmethod
    def start(rulebook: Rulebook, players: int = 4, seed: int | str = 0) -> Game:
        """Seat the people, choose the first dealer as the table does, and deal."""
        table = rulebook.at(players)
        drawn, people, dealer = _seating(table, seed)
        deal = Deal.start(rulebook, players, seed=f"{seed}.1", dealer=dealer)
        scores = (0,) * table.sides
        return Game(
            rulebook, players, seed, deal, scores, table["game.target"], people=people, drawn=drawn
        )

    @property
    def table(self) -> Table:
        """The rules in force."""
        return self.deal.table

    @property
    def number(self) -> int:
        """Which deal is being played, from 1."""
        return len(self.done) + 1

    @property
    def sits_out(self) -> int | None:
        """With five people, who does not play this deal."""
        playing = set(self.people)
        return next((one for one in range(self.players) if one not in playing), None)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every side's score, with the present deal once it is over."""
        if not self.deal.over:
            return self.scores
        return add_scores(self.scores, score(self.deal).totals)

    @property
    def winner(self) -> int | None:
        """The side that has won: at the end of a deal, the highest of those that reached the target.

        Rules: game.target, game.check, game.both_past, game.tie.
        """
        return winner(self.totals, self.target) if self.deal.over else None

    @property
    def over(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    def play(self, move: Move) -> Game:
        """The game after a move of the present deal; illegal moves raise IllegalMove."""
        return replace(self, deal=self.deal.play(move))

    def next_deal(self) -> Game:
        """Write the score down and deal again; the next in turn deals. Rules: deal.next_dealer, game.tie."""
        if not self.deal.over:
            raise NotationError("game: found a deal in play; expected its end before the next one")
        if self.over:
            raise NotationError("game: found a winner; expected no further deal")
        totals = self.totals
        target = next_target(self.table, totals, self.target)
        number = self.number + 1
        dealer = self.table.next_seat(self.deal.dealer)
        return replace(
            self,
            deal=Deal.start(
                self.rulebook, self.players, f"{self.seed}.{number}", totals, dealer=dealer
            ),
            scores=totals,
            target=target,
            sheets=(*self.sheets, score(self.deal)),
            done=(*self.done, self.deal),
            people=_rota(number) if self.table["players.sides"] == "rota" else self.people,
        )

    def __repr__(self) -> str:
        return (
            f"Game({self.rulebook.id}, {self.players} players, deal {self.number}, {self.totals})"
        )


def add_scores(before: Sequence[int], deal: Sequence[int]) -> tuple[int, ...]:
    """Every side's running score after a deal."""
    return tuple(a + b for a, b in zip(before, deal, strict=True))


def winner(totals: Sequence[int], target: int) -> int | None:
    """The one side with the most points, if it reached the target. Rules: game.both_past, game.tie."""
    best = max(totals)
    leaders = [side for side, points in enumerate(totals) if points == best]
    return leaders[0] if best >= target and len(leaders) == 1 else None


def next_target(table: Table, totals: Sequence[int], target: int) -> int:
    """The target of the next deal: raised when the best sides have passed it level. Rule: game.tie."""
    tied = max(totals) >= target and winner(totals, target) is None
    return target + int(table["game.tie"]) if tied else target


# --- who sits where and deals first ---------------------------------------------------------------


def _seating(table: Table, seed: int | str) -> tuple[tuple[Card, ...], tuple[int, ...], int]:
    """The cards drawn, the people by seat, and the first dealer.

    Where partners are drawn, the highest card plays first, and with partners the two highest sit
    together, and so on down. Rules: players.partners, deal.dealer.
    """
    rng = random.Random(f"{seed}.seats")
    people = tuple(range(table.seats))
    how = table["deal.dealer"]
    if how == "random":
        return (), people, rng.randrange(table.seats)
    drawn = _draw_for_it(table, rng)
    low_to_high = sorted(range(len(drawn)), key=lambda one: -_HIGH_TO_LOW.index(drawn[one].rank))
    if how == "lowest_card":
        seated = [one for one in low_to_high if one in people]
        return drawn, people, seated[0]
    order = low_to_high[::-1]
    if table["players.sides"] == "rota":
        return drawn, people, table.in_turn(order[0] % table.seats)[-1]
    if table["players.partners"] == "drawn" and table.sides < table.seats:
        size = table.seats // table.sides
        order = [order[side * size + place] for place in range(size) for side in range(table.sides)]
    seats = table.in_turn(0)
    by_seat = dict(zip(seats, order, strict=True))
    return drawn, tuple(by_seat[seat] for seat in range(table.seats)), table.in_turn(0)[-1]


def _draw_for_it(table: Table, rng: random.Random) -> tuple[Card, ...]:
    """One card for each person; jokers and equal ranks draw again, so that ranks decide."""
    ranks: set[str] = set()
    drawn: list[Card] = []
    pack = list(full_deck(1, 2) if table["deck.jokers"] else DECK)
    rng.shuffle(pack)
    while len(drawn) < table.players:
        card = pack.pop()
        if card.rank != JOKER and card.rank not in ranks:
            ranks.add(card.rank)
            drawn.append(card)
    return tuple(drawn)


def _rota(number: int) -> tuple[int, ...]:
    """Who plays deal ``number`` of five: persons 0, 2, 4 are one side, 1 and 3 the other.

    Person 4 sits out first, then 0, 2, 4 …; who comes in takes the empty seat.
    """
    first, second, out = 0, 2, 4
    for deal in range(1, number):
        if deal % 2:
            first, out = out, first
        else:
            second, out = out, second
    return (first, 1, second, 3)
