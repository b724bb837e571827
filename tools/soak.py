"""Plays very many whole deals at random with every rulebook and number of players.

    make soak
    python tools/soak.py --deals 500 --rulebook family --players 3

After every move: all cards are there, and somebody can go on. At the end: every sheet is the sum of
its lines and accounts for every card. A failure names rulebook, players and seed, and how to see it
again.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from typing import NamedTuple

from canasta_tutor import CanastaError, Deal, Rulebook
from canasta_tutor.cards import Card
from canasta_tutor.melds import kind
from canasta_tutor.moves import Answer, Ask, LayDown, LayRedThree, Move, Pass, TakePile
from canasta_tutor.scoring import score

COUNTS = (
    "deals",
    "moves",
    "out",
    "concealed",
    "stock",
    "canastas",
    "natural",
    "takes",
    "frozen",
    "initial",
    "asked",
    "no",
    "reds",
    "passes",
)
"""What is counted, in the order of the columns."""

MEANINGS = {
    "concealed": "of those who went out, how many had melded nothing before",
    "stock": "deals that ended with the stock",
    "frozen": "pile taken while only a natural pair could take it",
    "initial": "pile taken for a side's first lay-down",
    "asked": "may I go out? and how often the answer was no",
    "reds": "red threes laid by choice",
    "passes": "turns that ended without a discard because no card could be thrown",
}

MOST_MOVES = 5000
"""A deal that lasts longer is taken for one that never ends; a random deal has some 150 moves."""


class BrokenLawError(Exception):
    """Something happened that must never happen in a deal."""


class Batch(NamedTuple):
    """Deals to play in a row: one rulebook, one number of players, seeds from ``first`` on."""

    rulebook: str
    players: int
    first: int
    deals: int


class Report(NamedTuple):
    """What was counted in a batch, and the first failure in it, if any."""

    batch: Batch
    counted: Counter[str]
    failure: str


def count_cards(deal: Deal) -> int:
    """How many cards are in the deal, wherever they lie."""
    melded = sum(meld.size for melds in deal.melds for meld in melds)
    piles = (*deal.hands, *deal.red_threes, deal.pile, deal.stock, deal.aside)
    return melded + sum(map(len, piles))


def all_cards(deal: Deal) -> list[Card]:
    """Every card in the deal, wherever it lies, sorted."""
    melded = [card for melds in deal.melds for meld in melds for card in meld.cards]
    piles = (*deal.hands, *deal.red_threes, deal.pile, deal.stock, deal.aside)
    return sorted([*melded, *(card for cards in piles for card in cards)])


def require(holds: bool, law: str, deal: Deal) -> None:
    """Raise BrokenLawError, with the deal as it stands, unless the law holds."""
    if not holds:
        last = "; ".join(map(str, deal.moves[-4:]))
        raise BrokenLawError(
            f"{law}: {deal!r}, hand {deal.hand}, pile {deal.pile}, last moves {last}"
        )


def random_moves(
    deal: Deal, rng: random.Random, eagerness: float | None = None
) -> Iterator[tuple[Deal, Move, Deal]]:
    """Play to the end at random: the deal before each move, the move, and the deal after it.

    ``eagerness``: how often cards are laid when some can be; None: every move is as likely as another.
    """
    while not deal.over:
        moves = deal.legal_moves
        require(len(moves) > 0, "there is always a legal move", deal)
        require(len(deal.moves) < MOST_MOVES, "a deal comes to its end", deal)
        move = choose(moves, rng, eagerness)
        after = deal.play(move)
        yield deal, move, after
        deal = after


def choose(moves: Sequence[Move], rng: random.Random, eagerness: float | None) -> Move:
    """One of the moves, at random."""
    if eagerness is not None:
        keen = rng.random() < eagerness
        moves = [move for move in moves if (type(move) in _LAYING) == keen] or moves
    return moves[int(rng.random() * len(moves))]


def play_out(deal: Deal, seed: int, counted: Counter[str] | None = None) -> Deal:
    """Play a deal to its end at random, watching over the cards and the sheet."""
    counted = Counter() if counted is None else counted
    number = len(deal.table.deck)
    for before, move, after in random_moves(deal, random.Random(seed), EAGERNESS[seed % 4]):
        deal = after
        require(count_cards(deal) == number, "no card is lost", deal)
        if type(move) in _NOTEWORTHY:
            _note(before, move, counted)
    require(all_cards(deal) == sorted(deal.table.deck), "every card is one of the deck", deal)
    check_sheet(deal)
    counted["deals"] += 1
    counted["moves"] += len(deal.moves)
    if deal.outcome is not None:
        counted[deal.outcome.how] += 1
        counted["concealed"] += deal.outcome.concealed
    counted["canastas"] += sum(map(deal.canastas, range(deal.table.sides)))
    counted["natural"] += sum(kind(m, deal.table) == "natural" for side in deal.melds for m in side)
    return deal


_NOTEWORTHY = (TakePile, Ask, Answer, Pass, LayRedThree)
_LAYING = (LayDown, TakePile)
EAGERNESS = (None, 0.95, 0.5, 0.05)
"""How the players of a deal are minded, by its seed."""


def _note(before: Deal, move: Move, counted: Counter[str]) -> None:
    if isinstance(move, TakePile):
        counted["takes"] += 1
        counted["frozen"] += before.freeze(before.side).needs == "pair"
        counted["initial"] += not before.melds[before.side]
    elif isinstance(move, LayRedThree):
        counted["reds"] += 1
    elif isinstance(move, Ask):
        counted["asked"] += 1
    elif isinstance(move, Answer):
        counted["no"] += not move.yes
    elif isinstance(move, Pass):
        counted["passes"] += before.phase == "play"


def check_sheet(deal: Deal) -> None:
    """A total is the sum of its lines, and the lines account for every card of the side."""
    table = deal.table
    for side, sheet in enumerate(score(deal)):
        total = sum(line.points for line in sheet.lines)
        require(sheet.total == total, "a total is the sum of its lines", deal)
        shown = [card for line in sheet.lines for card in line.cards]
        melded = [card for meld in deal.melds[side] for card in meld.cards]
        held = [card for seat in table.members[side] for card in deal.hands[seat]]
        canastas = [
            card for line in sheet.lines if line.rule.startswith("canasta.") for card in line.cards
        ]
        if not table["canasta.cards_count"]:
            canastas = [
                card
                for line in sheet.lines
                if line.rule == "canasta.extra_cards"
                for card in line.cards
            ]
        if table["threes.red_in_hand"] == "cannot_be":
            held = [card for card in held if not card.is_red_three]
        expected = sorted([*melded, *held, *deal.red_threes[side], *canastas])
        require(sorted(shown) == expected, "a sheet accounts for every card", deal)


def play_batch(batch: Batch) -> Report:
    """Play a batch; stop at the first failure."""
    counted: Counter[str] = Counter()
    rulebook = Rulebook.load(batch.rulebook)
    for seed in range(batch.first, batch.first + batch.deals):
        dealer = seed % rulebook.at(batch.players).seats
        scores = tuple(
            random.Random(seed).choice((-500, 0, 1500, 3000, 3500))
            for _ in range(rulebook.at(batch.players).sides)
        )
        try:
            deal = Deal.start(rulebook, batch.players, seed, scores, dealer)
            play_out(deal, seed, counted)
        except (
            BrokenLawError,
            CanastaError,
            ArithmeticError,
            LookupError,
            TypeError,
            ValueError,
        ) as error:
            again = f"--rulebook {batch.rulebook} --players {batch.players} --seed {seed} --deals 1"
            failure = f"{batch.rulebook}, {batch.players} players, seed {seed}: {type(error).__name__}: {error}"
            return Report(batch, counted, f"{failure}\n    again: python tools/soak.py {again}")
    return Report(batch, counted, "")


def batches(
    tables: Sequence[tuple[str, int]], first: int, deals: int, size: int
) -> Iterator[Batch]:
    """Cut the work into batches of one table each."""
    for name, players in tables:
        for start in range(first, first + deals, size):
            yield Batch(name, players, start, min(size, first + deals - start))


def every_table(name: str = "", players: int = 0) -> list[tuple[str, int]]:
    """Every rulebook with every number of players, or only those asked for."""
    return [
        (known, count)
        for known in Rulebook.names()
        for count in Rulebook.load(known).players
        if name in ("", known) and players in (0, count)
    ]


def _row(cells: Sequence[object]) -> str:
    name, *numbers = cells
    return f"{name:<12}" + "".join(f"{number:>11}" for number in numbers)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print what was counted, and return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description="Play very many whole deals at random.")
    parser.add_argument("--deals", type=int, default=20_000, help="for each table (20,000)")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--rulebook", default="", choices=("", *Rulebook.names()))
    parser.add_argument("--players", type=int, default=0, choices=(0, 2, 3, 4, 5, 6))
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    asked = parser.parse_args(arguments)
    tables = every_table(asked.rulebook, asked.players)
    if not tables or asked.deals < 1 or asked.workers < 1:
        parser.error("found no table, deal or worker; expected at least one of each")
    started = time.perf_counter()
    left = dict.fromkeys(tables, asked.deals)
    counted: dict[tuple[str, int], Counter[str]] = {table: Counter() for table in tables}
    failures: list[str] = []
    print(_row(["", *COUNTS]), flush=True)
    with Pool(asked.workers) as pool:
        work = batches(tables, asked.seed, asked.deals, 250)
        for report in pool.imap_unordered(play_batch, work):
            table = (report.batch.rulebook, report.batch.players)
            counted[table] += report.counted
            left[table] -= report.batch.deals
            if report.failure:
                failures.append(report.failure)
            if left[table] == 0:
                numbers = [f"{counted[table][what]:,}" for what in COUNTS]
                print(_row([f"{table[0]} {table[1]}", *numbers]), flush=True)
    whole = sum(counted.values(), Counter())
    print(_row(["all", *(f"{whole[what]:,}" for what in COUNTS)]))
    for word, meaning in MEANINGS.items():
        print(f"    {word}: {meaning}")
    spent = time.perf_counter() - started
    print(f"{whole['deals']:,} deals in {spent:.0f} s with {asked.workers} workers")
    for failure in failures:
        print(f"Failed: {failure}", file=sys.stderr)
    if not failures:
        print("No dead end, no lost card, no sheet that does not add up")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
