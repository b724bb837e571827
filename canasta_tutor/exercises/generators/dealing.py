"""Setup: how play begins once the cards are dealt, an upcard is turned and red threes are laid."""

from __future__ import annotations

from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.exercises.generators.draft import Draft, NotEnough, Pack, drawn, piece, written
from canasta_tutor.rulebook import Table
from canasta_tutor.setup import cutter

_HANDS: Final = ("deal.hand", "deal.upcard_from", "deal.upcard_refused", "threes.red_laid")
_UPCARD: Final = ("deal.refused_go", "deal.upcard_refused", "deal.upcard_from", "deal.order")
_REDS: Final = ("threes.red_laid", "deal.order", "deal.upcard_from")
_SERIES: Final = {1: (0,), 2: (1, 1, 2, 3), 3: (1, 2, 3, 3), 4: (2, 3, 4, 4)}
"""How many cards may be turned, by level, that some table refuses, before a card that all accept."""
_RANKS: Final = ("4", "5", "6", "8", "9", "10", "J", "Q", "K")
_PLACES: Final = ("first", "second", "third", "fourth")


def setup(table: Table, level: int, pack: Pack) -> Draft:
    """How many cards lie where: in the stock at the first level, then in the pile and the hands, too."""
    return _draft(table, level, pack, _HANDS, reds=(1, 1, 2))


def upcard(table: Table, level: int, pack: Pack) -> Draft:
    """The same with an eye on the cards that may not start the pile."""
    return _draft(table, level, pack, _UPCARD, reds=(1, 1, 2), whole=4)


def red_dealt(table: Table, level: int, pack: Pack) -> Draft:
    """The same with an eye on red threes that were dealt, and come for others."""
    return _draft(table, level, pack, _REDS, reds=(1, 2, 2))


def beliefs_that_part(table: Table, level: int) -> int:
    """How many thoughts about the set-up can show at a table.

    The upcard may be forgotten; red threes may be replaced otherwise where they are laid at once, and cards
    may be refused otherwise where some are. The stock alone does not tell the ways of replacing apart.
    """
    laid = int(table["threes.red_laid"] == "at_once")
    if level == 1:
        return 1 + laid
    refused = int(bool(table["deal.upcard_refused"]))
    stay = int(table["deal.refused_go"] != "pile")
    return 1 + 2 * laid + refused * (1 + stay)


def _draft(
    table: Table,
    level: int,
    pack: Pack,
    teaches: tuple[str, ...],
    reds: tuple[int, ...],
    whole: int = 3,
) -> Draft:
    """A deal with so many red threes in a hand; from the level ``whole`` on everything is asked of it."""
    held = pack.take("red", pack.rng.choice(reds) if level > 1 else 2)
    turned = _turned(pack, level, again=bool(held) and level >= 3)
    where = "cut" if table["deal.upcard_from"] == "cut" else "top"
    facts = {
        "players": table.players,
        "reds": piece(f"setup.reds.{'some' if held else 'none'}", table, reds=drawn(held)),
        "turned": piece(f"setup.turned.{where}", table, turned=drawn(turned)),
    }
    position: dict[str, Any] = {"stock": written(turned)}
    if held:
        position["hands"] = {"2": written(held)}
    if level == 1:
        return Draft(
            "number",
            "setup.stock",
            teaches,
            position,
            {"number": "cards stock"},
            block="setup",
            facts=facts,
        )
    options = _cases(table, level >= whole, turned)
    # A picture would show the hands as play begins; cases on cards of their own have none.
    options["stock"] = {**options["stock"], "stock": written(turned)}
    return Draft(
        "panel",
        "setup.many",
        teaches,
        position,
        {},
        options,
        block="setup",
        labels={id: id for id in options},
        facts=facts,
    )


def _turned(pack: Pack, level: int, again: bool) -> list[Card]:
    """The cards that are turned or drawn, first the ones that a table may refuse; ranks differ."""
    kinds = ["2", "★", "A", pack.rng.choice(("red", "black"))]
    pack.rng.shuffle(kinds)
    series = [pack.take(kind)[0] for kind in kinds[: pack.rng.choice(_SERIES[level])]]
    ranks = list(_RANKS)
    pack.rng.shuffle(ranks)
    plain = [pack.take(rank)[0] for rank in ranks[:4]]
    if again and not any(card.rank == "3" for card in series):
        plain = [plain[0], *pack.take("red"), *plain[1:]]
    return [*series, *plain][: max(5, len(series) + 3)]


def _cases(table: Table, whole: bool, turned: list[Card]) -> dict[str, Any]:
    """What is asked of the deal when play begins."""
    states = {name: f"top {card.text}" for name, card in zip(_PLACES, turned, strict=False)}
    if len({card.rank for card in turned[: len(states)]}) < len(states):
        raise NotEnough("ranks")
    cases: dict[str, Any] = {
        "stock": {"is": "cards stock", "rule": "deal.upcard_from"},
        "pile": {"is": "cards pile", "rule": "deal.refused_go"},
        "theirs": {"is": "cards hand 2", "rule": "threes.red_laid"},
        "reds": {"is": "red threes 2", "rule": "threes.red_laid"},
        "top": {"states": states, "rule": "deal.upcard_refused"},
    }
    if table["deal.refused_go"].startswith("cutter"):
        seat = cutter(table, table.seats - 1)
        if seat == 0:
            cases["own"] = {"is": "cards hand", "rule": "deal.refused_go"}
    return cases if whole else {key: cases[key] for key in ("stock", "pile", "theirs", "top")}
