"""Cases: positions that people have judged, tried on the engine; every disagreement is reported."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from canasta_tutor.case_blocks import Case
from canasta_tutor.case_cells import write_objections
from canasta_tutor.case_files import case_paths, read_case_file
from canasta_tutor.case_results import GameScore, Played, SeatedGame, Seating
from canasta_tutor.command_words import counted
from canasta_tutor.error_words import WRITTEN, error_text
from canasta_tutor.errors import (
    ExerciseError,
    IllegalMove,
    NotationError,
    RulebookError,
)
from canasta_tutor.game import Game, add_scores
from canasta_tutor.moves import Discard, Draw, read_move, split_moves
from canasta_tutor.notation import read_block, read_position, read_table
from canasta_tutor.table import Table


def run(paths: Sequence[str], language: str = WRITTEN) -> int:
    """Try all cases of these files and folders, and print where the engine disagrees, in a language.

    The result is the exit code: 0 if all agree, 1 if not, 2 if something could not be read.
    """
    agree = disagree = broken = 0
    for path in list(case_paths(paths)):
        cases, errors = read_case_file(path)
        for case in cases:
            try:
                found = check(case)
            except ExerciseError as error:
                errors.append(error)
                continue
            agree, disagree = agree + (not found), disagree + bool(found)
            for text in found:
                where = f"{case.file}:{case.line}: {case.name}"
                print(f"{where}: {error_text(text, language)}")
        for unread in sorted(errors, key=lambda error: error.line):
            print(error_text(unread, language), file=sys.stderr)
        broken += len(errors)
    counts = {"agree": agree, "disagree": disagree, "broken": broken}
    told = (counted("cases", key, n, language) for key, n in counts.items())
    print(", ".join(filter(None, told)))
    return 2 if broken else 1 if disagree else 0


def check(case: Case) -> list[str]:
    """What the case says otherwise than the engine; nothing if they agree.

    Raises ExerciseError if the case cannot be tried: unreadable cards, an impossible position.
    """
    stated = {one.header: one for one in case.statements}
    with _at(case):
        if "game" in case.facts:
            return _disagreements(case, read_game(case.facts))
        if "seating" in case.facts:
            return _disagreements(case, read_seating(case.facts))
    try:
        played = play(case)
    except IllegalMove as error:
        broken = write_objections(error.objections)
        return [f"the case plays {error.move}; the engine finds it illegal: {broken}"]
    broken = write_objections(played.objections)
    if broken and "verdict" not in stated:
        return [f"the case plays {played.move}; the engine finds it illegal: {broken}"]
    if broken and stated["verdict"].value == "legal":
        return [f"the case says that {played.move} is legal; the engine finds it illegal: {broken}"]
    if not broken and "rules" in stated:
        rules = stated["rules"].text
        return [f"the case says that {played.move} is illegal: {rules}; the engine finds it legal"]
    return _disagreements(case, played)


def _disagreements(case: Case, found: Seating) -> list[str]:
    try:
        return [text for one in case.statements if (text := one.disagreement(found))]
    except NotationError as error:
        raise ExerciseError(str(error), case.file, case.line) from None


def play(case: Case) -> Played:
    """Read the position and play the moves; the last one is only judged if it is illegal."""
    with _at(case):
        deal = read_position(case.facts)
    block: Mapping[str, Any] = case.facts.get("position") or case.facts.get("setup") or {}
    order = deal.table.in_turn(block.get("seat", 0))
    texts = split_moves(case.moves)
    with _at(case, "case.moves"):
        for text in texts[:-1]:
            deal = deal.play(read_move(text, deal.hand))
        if not texts:
            return Played(deal.table, order, deal)
        move = read_move(texts[-1], deal.hand)
    objections = deal.objections(move)
    return Played(deal.table, order, deal if objections else deal.play(move), move, objections)


def read_game(facts: Mapping[str, Any]) -> GameScore:
    """Read a [game]: the scores before a deal, what the deal brings, the target it is played to."""
    table, block = _table(facts), read_block(facts, "game", ("scores", "totals", "target"))
    seating = Seating(table, table.in_turn(0))
    target = _number(block, "game", "target", table["game.target"])
    before, deal = (_points(seating, block, field) for field in ("scores", "totals"))
    return GameScore(table, seating.order, add_scores(before, deal), target)


def _points(seating: Seating, block: Mapping[str, Any], field: str) -> tuple[int, ...]:
    """Every side's points in ``scores`` or ``totals``; a side that is not named has none."""
    given = block.get(field, {})
    if not isinstance(given, Mapping):
        raise NotationError(f"game.{field}: found {given!r}; expected {field}.us = … and the like")
    points = [0] * seating.table.sides
    for name, value in given.items():
        if type(value) is not int:
            raise NotationError(f"game.{field}.{name}: found {value!r}; expected a whole number")
        try:
            points[seating.side(name)] = value
        except NotationError as error:
            raise NotationError(f"game.{field}.{name}: {error}") from None
    return tuple(points)


def read_seating(facts: Mapping[str, Any]) -> SeatedGame:
    """Read a [seating]: the game of that seed, at the beginning of its first or a later deal.

    Deals before are played quickly: everybody draws and throws until the stock is gone.
    """
    table, block = _table(facts), read_block(facts, "seating", ("seed", "deal"))
    seed, number = (_number(block, "seating", field, 1) for field in ("seed", "deal"))
    game = Game.start(table.rulebook, table.players, seed)
    while game.number < number:
        while not game.deal.over:
            drawing = game.deal.phase == "draw"
            game = game.play(Draw() if drawing else Discard(game.deal.hand[0]))
        game = game.next_deal()
    return SeatedGame(table, table.in_turn(0), game)


def _table(facts: Mapping[str, Any]) -> Table:
    return read_table({key: facts[key] for key in ("rulebook", "players", "rules") if key in facts})


def _number(block: Mapping[str, Any], name: str, field: str, default: int) -> int:
    value = block.get(field, default)
    if type(value) is not int or value < 1:
        raise NotationError(f"{name}.{field}: found {value!r}; expected a whole number from 1")
    return value


@contextmanager
def _at(case: Case, where: str = "") -> Iterator[None]:
    """Say on which line of the case file something is wrong."""
    try:
        yield
    except RulebookError as error:
        place = error.rule or "rulebook"
        raise ExerciseError(str(error), case.file, case.locate(place)) from None
    except NotationError as error:
        place = where or str(error).partition(": ")[0]
        raise ExerciseError(str(error), case.file, case.locate(place)) from None
