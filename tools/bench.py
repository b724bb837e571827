"""Measures the engine: whole deals, single moves, and how long the import takes.

    make bench
    python tools/bench.py --rounds 9

Whole random deals stand beside RLCard's gin rummy (``env.run`` with random agents) in the same run,
round by round in turn, so that a busy machine slows both. Returns 1 where a bound is not kept.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from canasta_tutor import Deal, Rulebook
from canasta_tutor.moves import Move, read_move

ROOT = Path(__file__).parents[1]
MOST_MICROSECONDS = 100
"""For ``objections`` and ``play`` of one move, in the median."""
MOST_MILLISECONDS = 100
"""For ``import canasta_tutor`` in a fresh process, in the median."""
OTHERS = ("ipywidgets", "anywidget", "IPython")
"""What the import must not bring with it."""


def play_deal(rulebook: Rulebook, players: int, seed: int) -> int:
    """Play one whole deal at random, as a program would that trusts the list; returns the moves."""
    deal, rng = Deal.start(rulebook, players, seed), random.Random(seed)
    while not deal.over:
        moves = deal.legal_moves
        deal = deal.play(moves[int(rng.random() * len(moves))])
    return len(deal.moves)


def gin_rummy() -> Callable[[int], None] | None:
    """One game of RLCard's gin rummy between random agents, or None where it is not installed."""
    try:
        import rlcard
        from rlcard.agents import RandomAgent
    except ImportError:
        return None
    env = rlcard.make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(number: int) -> None:
        env.run(is_training=False)

    return play


def rate(play: Callable[[int], object], numbers: range) -> float:
    """How often a second of one core ``play`` is done, with each of these numbers once."""
    started = time.process_time()
    for number in numbers:
        play(number)
    return len(numbers) / (time.process_time() - started)


def whole_deals(rounds: int, number: int) -> bool:
    """Deals a second beside games of gin rummy a second; whether ours are not slower."""
    classic, gin = Rulebook.load("classic"), gin_rummy()
    ours: list[float] = []
    theirs: list[float] = []
    for start in range(0, rounds * number, number):
        seeds = range(start, start + number)
        ours.append(rate(partial(play_deal, classic, 4), seeds))
        if gin:
            theirs.append(rate(gin, seeds))
    print(f"Whole random deals, one core, median of {rounds} rounds of {number}")
    print(f"    canasta-tutor, classic, four players   {median(ours):8.1f} deals/s")
    if not theirs:
        print("    RLCard gin rummy: rlcard is not installed (pip install 'canasta-tutor[bench]')")
        return True
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    print(f"    RLCard gin rummy, env.run              {median(theirs):8.1f} games/s")
    print(f"    ratio                                  {median(ratios):8.2f} ({spread})")
    return median(ratios) >= 1


def every_table(number: int) -> None:
    """Deals a second at every table."""
    print("Every table, random deals and moves a second")
    for name in Rulebook.names():
        rulebook = Rulebook.load(name)
        for players in rulebook.players:
            started = time.process_time()
            moves = sum(play_deal(rulebook, players, seed) for seed in range(number))
            spent = time.process_time() - started
            print(f"    {name + ' ' + str(players):<12}{number / spent:8.1f}{moves / spent:12,.0f}")


def recorded(number: int) -> list[tuple[Deal, Move]]:
    """Positions with a move each, from deals played at every table."""
    found: list[tuple[Deal, Move]] = []
    for name in Rulebook.names():
        rulebook = Rulebook.load(name)
        for players in rulebook.players:
            for seed in range(number):
                deal, rng = Deal.start(rulebook, players, seed), random.Random(seed)
                while not deal.over:
                    move = rng.choice(deal.legal_moves)
                    found.append((deal, move))
                    deal = deal.play(move)
    return found


def single_moves(number: int) -> bool:
    """Microseconds for ``objections`` and ``play``, by kind of move; whether the median is kept."""
    spent: dict[str, list[float]] = {}
    for deal, move in recorded(number):
        fresh = read_move(str(move))  # nothing is worked out yet for this move
        started = time.perf_counter()
        deal.objections(fresh)
        deal.play(fresh)
        spent.setdefault(type(move).__name__, []).append((time.perf_counter() - started) * 1e6)
    everything = [one for kind in spent.values() for one in kind]
    print("objections and play, microseconds: median, 95 of 100 within")
    rows = [*sorted(spent.items(), key=lambda row: -len(row[1])), ("all moves", everything)]
    for kind, times in rows:
        within = sorted(times)[int(len(times) * 0.95)]
        print(f"    {kind:<14}{median(times):8.1f}{within:8.1f}   of {len(times):,}")
    return all(median(times) <= MOST_MICROSECONDS for times in spent.values())


def fresh_import(number: int) -> bool:
    """Milliseconds for the import in fresh processes; whether it is quick and brings nothing along."""
    code = (
        "import sys, time; before = time.perf_counter(); import canasta_tutor; "
        "print((time.perf_counter() - before) * 1000, *sys.modules)"
    )
    times: list[float] = []
    brought: set[str] = set()
    for _ in range(number):
        ran = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
        )
        spent, *modules = ran.stdout.split()
        times.append(float(spent))
        brought |= set(OTHERS) & set(modules)
    print(f"import canasta_tutor, milliseconds in {number} fresh processes")
    print(f"    median {median(times):.1f}, slowest {max(times):.1f}")
    print(f"    brings along: {', '.join(sorted(brought)) or 'no library of the notebooks'}")
    return median(times) <= MOST_MILLISECONDS and not brought


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 where a bound is not kept."""
    parser = argparse.ArgumentParser(description="Measure the engine's speed.")
    parser.add_argument("--rounds", type=int, default=9, help="of whole deals (9)")
    parser.add_argument("--deals", type=int, default=40, help="in each round (40)")
    asked = parser.parse_args(arguments)
    kept = {
        "whole deals not slower than gin rummy": whole_deals(asked.rounds, asked.deals),
        f"objections and play within {MOST_MICROSECONDS} µs": single_moves(5),
        f"import within {MOST_MILLISECONDS} ms, without widgets": fresh_import(asked.rounds),
    }
    every_table(asked.deals)
    for bound, holds in kept.items():
        print(f"{'kept' if holds else 'NOT kept'}: {bound}")
    return 0 if all(kept.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
