"""Positions written as people describe them, read into a deal and written back.

The player to move is seat 1, the others 2, 3 … in turn order; ``us`` is the side of seat 1.
docs/positions.md explains every field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from canasta_tutor.cards import write_cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError, nearest
from canasta_tutor.moves import Move, read_move, split_moves
from canasta_tutor.position_reader import PositionReader
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.setup import SettingUp

_TOP_KEYS: Final = ("rulebook", "players", "rules", "position", "setup")
_FIELDS: Final = [
    "hand",
    "hands",
    "phase",
    "drew",
    "scores",
    "melds",
    "red_threes",
    "pile",
    "upcards",
    "stock",
    "stock_top",
    "taken",
    "melded",
    "asked",
    "cut",
    "dealer",
    "seat",
    "out",
    "concealed",
    "out_of_play",
    "laid",
    "fed",
    "completed",
    "reds_this_turn",
    "melds_before",
]
_SETUP_FIELDS: Final = ("hand", "hands", "stock", "cut", "dealer", "scores", "seat")


def read_position(
    data: Mapping[str, Any],
    rulebook: Rulebook | None = None,
    begin: Callable[[SettingUp], SettingUp] = lambda dealt: dealt,
) -> Deal:
    """Read a position, or a set-up, from the tables of a TOML text.

    Cards that are not named are filled in from the rest of the deck, always the same way. ``begin`` may
    change how a set-up goes on once the hands are dealt. Raises
    NotationError ``where: what was found; what is expected``.

    >>> deal = read_position({"position": {"hand": "K K 5 7", "pile": "4 J K"}})
    >>> deal.hand, deal.pile[-1], len(deal.stock)
    ((K♠, K♥, 5♠, 7♠), K♦, 68)
    """
    for key in data:
        if key not in _TOP_KEYS:
            raise NotationError(
                f"{key}: found an unknown key; expected one of {', '.join(_TOP_KEYS)}{nearest(key, _TOP_KEYS)}"
            )
    table = read_table(data, rulebook)
    if "setup" in data:
        return PositionReader(table, read_block(data, "setup", _SETUP_FIELDS), "setup").set_up(
            begin
        )
    if "position" not in data:
        raise NotationError("position: found none; expected a [position] or a [setup]")
    return PositionReader(table, read_block(data, "position", _FIELDS), "position").position()


def read_table(data: Mapping[str, Any], rulebook: Rulebook | None = None) -> Table:
    """The table that a text names: rulebook, house rules, number of players (four if it may be)."""
    if rulebook is None:
        name = data.get("rulebook", "classic")
        if not isinstance(name, str):
            raise NotationError(f"rulebook: found {name!r}; expected a name in quotes")
        rulebook = Rulebook.load(name)
    rules = data.get("rules", {})
    if not isinstance(rules, Mapping):
        raise NotationError(f"rules: found {rules!r}; expected a table of rules and values")
    rulebook = rulebook.with_rules(_flat(rules)) if rules else rulebook
    players = data.get("players", 4 if 4 in rulebook.players else rulebook.players[0])
    if type(players) is not int:
        raise NotationError(f"players: found {players!r}; expected a whole number")
    return rulebook.at(players)


def _flat(rules: Mapping[str, Any]) -> dict[str, Any]:
    """``{"pile": {"pair": …}}`` and ``{"pile.pair": …}`` are the same."""
    flat: dict[str, Any] = {}
    for key, value in rules.items():
        inner = isinstance(value, Mapping) and not any(str(name).isdigit() for name in value)
        flat |= {f"{key}.{name}": item for name, item in value.items()} if inner else {key: value}
    return flat


def read_block(data: Mapping[str, Any], name: str, known: Iterable[str]) -> Mapping[str, Any]:
    """A block of a text, whose fields are all known ones."""
    block = data[name]
    if not isinstance(block, Mapping):
        raise NotationError(f"{name}: found {block!r}; expected a table of fields")
    for key in block:
        if key not in known:
            raise NotationError(
                f"{name}.{key}: found an unknown field; expected one of {', '.join(known)}"
                f"{nearest(key, known)}"
            )
    return block


# --- writing ------------------------------------------------------------------------------------


def write_position(deal: Deal) -> str:
    """Write a deal as a position with every card named; reading it gives an equal deal."""
    table, order = deal.table, deal.table.in_turn(deal.seat)
    number = {seat: place for place, seat in enumerate(order, 1)}
    of_side = {table.side_of[seat]: number[seat] for seat in reversed(order)}
    lines = [f'hand = "{write_cards(deal.hand)}"', f"seat = {deal.seat}", f'phase = "{deal.phase}"']
    lines += [f'hands.{number[seat]} = "{write_cards(deal.hands[seat])}"' for seat in order[1:]]
    for side in range(table.sides):
        lines += _side_lines(deal, side, of_side[side])
    lines += [
        f'pile = "{write_cards(deal.pile)}"',
        f"upcards = {deal.upcards}",
        f"stock = {len(deal.stock)}",
        f'stock_top = "{write_cards(reversed(deal.stock))}"',
        f"dealer = {number[deal.dealer]}",
        f"melded = {sorted(number[seat] for seat in deal.melded)}",
        f"taken = {[of_side[side] for side in sorted(deal.taken)]}",
    ]
    if deal.aside:
        lines.append(f'out_of_play = "{write_cards(deal.aside)}"')
    if deal.cut_seat is not None:
        lines.append(f"cut = {table['deal.hand'] * table.seats}")
    return "\n".join([*lines, *_turn_lines(deal, number)])


def _side_lines(deal: Deal, side: int, name: int) -> Iterable[str]:
    if deal.scores[side]:
        yield f"scores.{name} = {deal.scores[side]}"
    if deal.melds[side]:
        texts = ", ".join(f'"{meld}"' for meld in deal.melds[side])
        yield f"melds.{name} = [{texts}]"
    if deal.red_threes[side]:
        yield f'red_threes.{name} = "{write_cards(deal.red_threes[side])}"'


def _turn_lines(deal: Deal, number: Mapping[int, int]) -> Iterable[str]:
    turn = deal.turn
    if turn.drew:
        yield f'drew = "{turn.drew}"'
    flags = (("laid", turn.laid), ("fed", turn.fed), ("completed", turn.completed))
    yield from (f"{name} = true" for name, flag in flags if flag)
    if turn.answer:
        yield f'asked = "{turn.answer}"'
    if turn.red_threes:
        yield f"reds_this_turn = {turn.red_threes}"
    yield f"melds_before = {turn.melds_before}"
    if deal.outcome and deal.outcome.seat is not None:
        yield f"out = {number[deal.outcome.seat]}"
        yield f"concealed = {str(deal.outcome.concealed).lower()}"


def read_line(deal: Deal, text: str) -> tuple[Deal, Move]:
    """Play all moves of a line but the last, which is returned to be judged.

    Raises IllegalMove if one of the moves before the last is illegal.
    """
    parts = split_moves(text)
    if not parts:
        raise NotationError("moves: found none; expected such as take K♠ 2♦; discard 5♣", text)
    for part in parts[:-1]:
        deal = deal.play(read_move(part, deal.hand))
    return deal, read_move(parts[-1], deal.hand)
