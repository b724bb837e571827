"""Deals and games saved as text: how they began, and every move."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from canasta_tutor.deal import Deal
from canasta_tutor.errors import IllegalMove, NotationError, nearest
from canasta_tutor.game import Game
from canasta_tutor.moves import read_move, split_moves
from canasta_tutor.notation import read_position, read_table, write_position
from canasta_tutor.rulebook import Rulebook

_DEAL_KEYS: Final = ("saved", "rulebook", "rules", "players", "start", "position", "played")
_START_KEYS: Final = ("seed", "dealer", "cut", "scores")
_PLAYED_KEYS: Final = ("moves", "count")
_GAME_KEYS: Final = ("saved", "rulebook", "rules", "players", "seed", "count", "deals")


def save_deal(deal: Deal) -> str:
    """Write a deal as text: its beginning and its moves. ``load_deal`` reads an equal deal.

    >>> deal = Deal.start(Rulebook.load("classic"), seed=46)
    >>> load_deal(save_deal(deal)) == deal
    True
    """
    origin = deal.origin or deal
    block, start = (
        ("start", origin) if isinstance(origin, str) else ("position", write_position(origin))
    )
    moves = "; ".join(map(str, deal.moves))
    head = _head("deal", deal.rulebook, deal.players)
    # The count comes last: a text that was cut short lacks it, or has too few moves for it.
    played = f'[played]\nmoves = "{moves}"\ncount = {len(deal.moves)}\n'
    return f"{head}\n[{block}]\n{start}\n\n{played}"


def load_deal(text: str) -> Deal:
    """Read a saved deal by playing it again.

    Raises NotationError when the text was cut short, changed, or holds an illegal move.
    """
    data = _read(text, "deal", _DEAL_KEYS)
    table = read_table(_table_keys(data))
    if "start" in data:
        start = _block(data, "start", _START_KEYS)
        deal = Deal.start(
            table.rulebook,
            table.players,
            _of(start, "seed", (int, str)),
            tuple(_of(start, "scores", list)) if "scores" in start else (),
            _of(start, "dealer", int),
            start.get("cut"),
        )
    else:
        deal = read_position({**_table_keys(data), "position": _of(data, "position", Mapping)})
    played = _block(data, "played", _PLAYED_KEYS)
    return _replay(deal, _of(played, "moves", str), _of(played, "count", int), "saved deal")


def save_game(game: Game) -> str:
    """Write a game as text: seed and the moves of every deal. ``load_game`` reads an equal game."""
    deals = [*game.done, game.deal]
    rows = ",\n".join(
        "  " + json.dumps("; ".join(map(str, deal.moves)), ensure_ascii=False) for deal in deals
    )
    seed = game.seed if type(game.seed) is int else json.dumps(game.seed, ensure_ascii=False)
    count = sum(len(deal.moves) for deal in deals)
    head = _head("game", game.rulebook, game.players)
    return f"{head}seed = {seed}\ncount = {count}\ndeals = [\n{rows}\n]\n"


def load_game(text: str) -> Game:
    """Read a saved game by playing it again; errors as in ``load_deal``."""
    data = _read(text, "game", _GAME_KEYS)
    table = read_table(_table_keys(data))
    game = Game.start(table.rulebook, table.players, _of(data, "seed", (int, str)))
    deals = _of(data, "deals", list)
    for number, moves in enumerate(deals, 1):
        if number > 1:
            game = game.next_deal()
        line = _replay(game.deal, str(moves), None, f"saved game: deal {number}")
        game = Game(**{**game.__dict__, "deal": line})
    count = sum(len(deal.moves) for deal in (*game.done, game.deal))
    _whole(count, _of(data, "count", int), "saved game")
    return game


def _head(kind: str, rulebook: Rulebook, players: int) -> str:
    base, rules = rulebook.base(), rulebook.house_rules()
    lines = [f'saved = "canasta {kind} 1"', f'rulebook = "{base.id}"', f"players = {players}"]
    if rules:
        pairs = ", ".join(f'"{path}" = {toml_value(value)}' for path, value in rules.items())
        lines.append(f"rules = {{ {pairs} }}")
    return "\n".join(lines) + "\n"


def toml_value(value: Any) -> str:
    """A rule's value as it is written in a rulebook, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _read(text: str, kind: str, known: tuple[str, ...]) -> dict[str, Any]:
    where = f"saved {kind}"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(
            f"{where}: found broken TOML ({error}); expected it whole (was the text cut short?)",
            text,
        ) from None
    if data.get("saved") != f"canasta {kind} 1":
        raise NotationError(
            f'{where}: found {data.get("saved")!r}; expected saved = "canasta {kind} 1"', text
        )
    _known(data, known, where)
    return data


def _known(data: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in known:
            raise NotationError(
                f"{where}: {key}: found an unknown key; expected one of {', '.join(known)}"
                f"{nearest(key, known)}"
            )


def _block(data: Mapping[str, Any], key: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    block: Mapping[str, Any] = _of(data, key, Mapping)
    _known(block, known, f"saved deal: {key}")
    return block


_KINDS: Final = {Mapping: "a block", list: "a list", str: "a text", int: "a whole number"}


def _of(data: Mapping[str, Any], key: str, kind: Any) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        found = repr(value) if key in data else "none"
        expected = _KINDS.get(kind, "a whole number or a text")
        raise NotationError(
            f"saved: {key}: found {found}; expected {expected} (was the text cut short?)"
        )
    return value


def _table_keys(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in ("rulebook", "rules", "players") if key in data}


def _replay(deal: Deal, moves: str, count: int | None, where: str) -> Deal:
    parts = split_moves(moves)
    if count is not None:
        _whole(len(parts), count, where)
    for number, part in enumerate(parts, 1):
        try:
            deal = deal.play(read_move(part, deal.hand))
        except (IllegalMove, NotationError) as error:
            raise NotationError(f"{where}: move {number}: {error}", part) from None
    return deal


def _whole(found: int, expected: int, where: str) -> None:
    if found != expected:
        raise NotationError(
            f"{where}: found {found} moves; expected {expected} (was the text cut short?)"
        )
