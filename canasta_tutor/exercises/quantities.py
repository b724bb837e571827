"""What can be counted in a position: cards, points, lines of the sheet. docs/exercises.md lists it all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from canasta_tutor.bonuses import canasta_bonus
from canasta_tutor.errors import NotationError
from canasta_tutor.exercises.safety import unseen
from canasta_tutor.going_out import minimum
from canasta_tutor.melds import Meld
from canasta_tutor.moves import Discard, LayDown, TakePile

if TYPE_CHECKING:
    from canasta_tutor.exercises.asking import Asker


def _cards(asker: Asker, rest: str) -> int:
    if rest in ("pile", "stock"):
        return len(asker.deal.pile if rest == "pile" else asker.deal.stock)
    return len(asker.hand(rest))


def _value(asker: Asker, rest: str) -> int:
    cards = asker.hand(rest) if rest.startswith(("hand", "partner")) else asker.named(rest)
    return sum(asker.table.card_values[card] for card in cards)


def _points(asker: Asker, rest: str) -> int:
    deal, move = asker.line(rest)
    if not isinstance(move, LayDown | TakePile):
        raise NotationError(f"points: found {rest!r}; expected such as lay Q Q Q or take K K", rest)
    return deal.initial_points(move)


def _bonus(asker: Asker, rest: str) -> int:
    plain = rest.removesuffix("hand")
    meld = Meld(asker.named(plain), from_hand=plain != rest)
    if meld.size < asker.table["canasta.size"]:
        raise NotationError(f"bonus: found {rest!r}; expected a whole canasta, such as Q×7", rest)
    extra = (meld.size - int(asker.table["canasta.size"])) * int(asker.table["canasta.extra_cards"])
    paid = asker.mind.bonus if asker.mind else lambda table, meld: canasta_bonus(meld, table)
    return paid(asker.table, meld)[1] + extra


def _line_sum(asker: Asker, rest: str) -> int:
    side, _, rule = rest.partition(" ")
    start = rule.strip().removesuffix("*")
    if start == rule.strip():
        asker.table.rulebook[start]  # an unknown rule is an error of its own
    return sum(
        line.points
        for line in asker.sheets[asker.side(side)].lines
        if line.rule == start or (rule.endswith("*") and line.rule.startswith(start))
    )


def _score(asker: Asker, rest: str) -> int:
    if rest.startswith("after "):
        return _after(asker, rest[6:])
    return asker.deal.scores[asker.side(rest)]


def _after(asker: Asker, side: str) -> int:
    number = asker.side(side)
    return asker.deal.scores[number] + asker.sheets[number].total


def _minimum(asker: Asker, rest: str) -> int:
    if rest.startswith("after "):
        return minimum(asker.table, _after(asker, rest[6:]))
    return asker.deal.minimum(asker.side(rest))


def _red(asker: Asker, rest: str) -> int:
    return len(asker.deal.red_threes[asker.side(rest.removeprefix("threes").strip())])


def _deck(asker: Asker, rest: str) -> int:
    deck = asker.table.deck
    if not rest:
        return len(deck)
    if rest in ("wild", "natural"):
        return sum(card.is_wild == (rest == "wild") for card in deck)
    found = sum(card.rank == rest or rest in card.classes for card in deck)
    if not found:
        raise NotationError(
            f"deck: found {rest!r}; expected wild, natural, a class or a rank", rest
        )
    return found


def _unseen(asker: Asker, rest: str) -> int:
    return sum(card.rank == asker.named(rest)[0].rank for card in unseen(asker.deal))


def _danger(asker: Asker, rest: str) -> int:
    deal, move = asker.line(f"discard {rest}")
    deal.play(move)
    assert isinstance(move, Discard)
    chance = asker.risks[move.card]
    return max(round(100 * chance), 1) if chance else 0


def _rule(asker: Asker, rest: str) -> int:
    value = asker.rule_value(rest)
    if type(value) is not int:
        raise NotationError(
            f"rule: found {rest} with the value {value!r}; expected a rule with a number", rest
        )
    return value


QUANTITIES: Final[Mapping[str, Callable[[Asker, str], int]]] = {
    "cards": _cards,
    "minimum": _minimum,
    "points": _points,
    "value": _value,
    "bonus": _bonus,
    "total": lambda asker, rest: asker.sheets[asker.side(rest)].total,
    "line": _line_sum,
    "score": _score,
    "canastas": lambda asker, rest: asker.deal.canastas(asker.side(rest)),
    "red": _red,
    "deck": _deck,
    "unseen": _unseen,
    "danger": _danger,
    "rule": _rule,
}
"""What each word counts; the rest of the text says of what."""
