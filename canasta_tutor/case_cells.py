"""The cells of a case: what each kind may hold, and when it agrees with what the engine found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from canasta_tutor.cards import Card, Cards, Named, name_cards, write_cards
from canasta_tutor.case_results import Seating
from canasta_tutor.errors import NotationError, nearest
from canasta_tutor.melds import Meld
from canasta_tutor.objections import Objections
from canasta_tutor.rules import RULES
from canasta_tutor.scoring import ScoreLine, SideSheet


class Kind:
    """A kind of cell: what it may hold, and when what was found agrees with it."""

    expected = ""

    def read(self, text: str) -> Any:
        """The value of the cell; NotationError if it is none of this kind."""
        raise NotImplementedError

    def agrees(self, value: Any, found: Any) -> bool:
        """Whether what was found is what the cell says."""
        return bool(value == found)

    def write(self, found: Any) -> str:
        """What was found, as a cell would say it."""
        return str(found)


class Number(Kind):
    """A whole number, with any of the usual signs."""

    expected = "a whole number"

    def read(self, text: str) -> int:
        plain = text.replace("−", "-").replace("–", "-")
        if re.fullmatch(r"[+-]?\d+", plain) is None:
            raise NotationError(f"found {text!r}; expected {self.expected}", text)
        return int(plain)


class Words(Kind):
    """One word of a few."""

    def __init__(self, *options: str) -> None:
        self.options = options
        self.expected = " or ".join(options)

    def read(self, text: str) -> str:
        if text not in self.options:
            hint = nearest(text, self.options)
            raise NotationError(f"found {text!r}; expected {self.expected}{hint}", text)
        return text


class SideNames(Kind):
    """The sides that something holds for: no, all, us, them, or seat numbers."""

    expected = "no, all, us, them or seat numbers"

    def read(self, text: str) -> list[str]:
        names = text.replace(",", " ").split()
        for name in names:
            if name not in ("no", "all", "us", "them") and not name.isdecimal():
                raise NotationError(f"found {text!r}; expected {self.expected}", text)
        return names

    def agrees(self, value: list[str], found: tuple[Seating, frozenset[int]]) -> bool:
        seating, sides = found
        everybody = frozenset(range(seating.table.sides))
        named = {"no": frozenset[int](), "all": everybody}
        expected = frozenset[int]().union(
            *(named[name] if name in named else {seating.side(name)} for name in value)
        )
        return expected == sides

    def write(self, found: tuple[Seating, frozenset[int]]) -> str:
        seating, sides = found
        if len(sides) == seating.table.sides:
            return "all"
        return " ".join(sorted(map(seating.side_name, sides))) or "no"


class CardsOrCount(Kind):
    """Cards (a bare rank stands for any suit), or how many they are: a plain number is a count."""

    expected = "a number of cards, or the cards with their suits (one card alone: 9♥, not 9)"

    def __init__(self, ordered: bool = False) -> None:
        self.ordered = ordered

    def read(self, text: str) -> int | list[Named]:
        if text.isdecimal():
            return int(text)
        return [] if text in ("none", "empty") else name_cards(text)

    def agrees(self, value: int | list[Named], found: Cards) -> bool:
        if isinstance(value, int):
            return value == len(found)
        if self.ordered:
            return len(value) == len(found) and all(map(_is, value, found))
        return same_cards(value, found)

    def write(self, found: Cards) -> str:
        return f"{len(found)} ({write_cards(found)})" if found else "none"


class People(Kind):
    """Groups of people by their numbers: ``1 3, 2 4``."""

    expected = "numbers of people, groups parted by commas, or none"

    def read(self, text: str) -> set[frozenset[int]]:
        parts = [] if text == "none" else [part.split() for part in text.split(",")]
        if not all(part and all(map(str.isdecimal, part)) for part in parts):
            raise NotationError(f"found {text!r}; expected {self.expected}", text)
        return {frozenset(map(int, part)) for part in parts}

    def write(self, found: set[frozenset[int]]) -> str:
        groups = sorted(sorted(group) for group in found)
        return ", ".join(" ".join(map(str, group)) for group in groups) or "none"


class Counts(Kind):
    """Numbers of cards, seat by seat."""

    expected = "a number for each seat, from seat 1 on"

    def read(self, text: str) -> tuple[int, ...]:
        return tuple(Number().read(word) for word in text.split())

    def write(self, found: tuple[int, ...]) -> str:
        return " ".join(map(str, found))


class Melds(Kind):
    """Melds parted by commas, in any order."""

    expected = "melds parted by commas, or none"

    def read(self, text: str) -> list[list[Named]]:
        return [] if text == "none" else [name_cards(part) for part in text.split(",")]

    def agrees(self, value: list[list[Named]], found: Sequence[Meld]) -> bool:
        left = list(found)
        for named in value:
            match = next((meld for meld in left if same_cards(named, meld.cards)), None)
            if match is None:
                return False
            left.remove(match)
        return not left

    def write(self, found: Sequence[Meld]) -> str:
        return ", ".join(write_cards(meld.cards) for meld in found) or "none"


class SheetLines(Kind):
    """The lines of a sheet, rule and points, in any order."""

    expected = "lines such as canasta.natural 500, score.hand −15, or nothing"

    def read(self, text: str) -> Counter[tuple[str, int]]:
        lines: Counter[tuple[str, int]] = Counter()
        for part in () if text == "nothing" else text.split(","):
            rule, _, points = part.strip().partition(" ")
            lines[known_rule(rule), Number().read(points.strip())] += 1
        return lines

    def agrees(self, value: Counter[tuple[str, int]], found: SideSheet) -> bool:
        return value == Counter((line.rule, line.points) for line in found.lines)

    def write(self, found: SideSheet) -> str:
        return write_lines(found.lines)


class BrokenRules(Kind):
    """Rule paths; ``going_out.ask[said_no]`` names also the reason."""

    expected = "rule paths parted by commas"

    def read(self, text: str) -> list[tuple[str, str | None]]:
        found: list[tuple[str, str | None]] = []
        for word in text.replace(",", " ").split():
            rule, bracket, reason = word.partition("[")
            found.append((known_rule(rule), reason.removesuffix("]") if bracket else None))
        return found

    def agrees(self, value: list[tuple[str, str | None]], found: Objections) -> bool:
        given = {rule for rule, _ in value} == {one.rule for one in found}
        reasons = {(one.rule, one.reason) for one in found}
        return given and all(reason is None or (rule, reason) in reasons for rule, reason in value)

    def write(self, found: Objections) -> str:
        return write_objections(found)


class LowestCards(CardsOrCount):
    """The lowest cards of the stock, in any order."""

    expected = "cards with their suits"

    def agrees(self, value: int | list[Named], found: Cards) -> bool:
        return not isinstance(value, int) and same_cards(value, found[: len(value)])

    def write(self, found: Cards) -> str:
        return f"{write_cards(found[:6])} …"


class NextSeat(Kind):
    """A seat number, or left or right of the player who moved."""

    expected = "a seat number, left or right"

    def read(self, text: str) -> str:
        if text not in ("left", "right") and not text.isdecimal():
            raise NotationError(f"found {text!r}; expected {self.expected}", text)
        return text

    def agrees(self, value: str, found: tuple[str, str]) -> bool:
        return value in found

    def write(self, found: tuple[str, str]) -> str:
        return f"seat {found[0]}, on the {found[1]}"


def known_rule(path: str) -> str:
    """The path, if there is such a rule."""
    if path not in RULES:
        raise NotationError(
            f"found the rule {path!r}; expected one of {len(RULES)} rules{nearest(path, RULES)}",
            path,
        )
    return path


def same_cards(named: Iterable[Named], cards: Iterable[Card]) -> bool:
    """Whether these are the named cards, in any order."""
    left = list(cards)
    for item in sorted(named, key=lambda item: isinstance(item, str)):
        match = next((card for card in left if _is(item, card)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _is(named: Named, card: Card) -> bool:
    return card == named if isinstance(named, Card) else card.rank == named


def write_objections(objections: Objections) -> str:
    """The broken rules, with their reasons, as a cell would name them."""
    return ", ".join(f"{one.rule}[{one.reason}]" if one.reason else one.rule for one in objections)


def write_lines(lines: Iterable[ScoreLine]) -> str:
    """The lines of a sheet as a cell would list them."""
    return ", ".join(f"{line.rule} {line.points}" for line in lines) or "nothing"
