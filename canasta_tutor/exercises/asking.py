"""What an exercise can ask the engine: quantities, which are numbers, and statements, true or false.

``minimum us``, ``after take K K; discard 4: cards hand``, ``frozen us and not blocked us``, ``at club: legal:
take K K``. docs/exercises.md lists them all. ``us`` is the side of the player who was to move in the position,
also after moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final

from canasta_tutor.beliefs.mind import Mind, sheets
from canasta_tutor.cards import Card, Cards, give_suits, name_cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import IllegalMove, NotationError, nearest
from canasta_tutor.exercises.found_once import FindsOnce
from canasta_tutor.exercises.places import NamesPlaces
from canasta_tutor.exercises.quantities import QUANTITIES
from canasta_tutor.exercises.safety import CLOSE, by_rank, is_safe, risk, risks
from canasta_tutor.moves import Move, read_move, split_moves
from canasta_tutor.notation import read_line, read_position, read_table
from canasta_tutor.objections import Objections
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.scoring import ScoreSheet

COMPARE: Final = re.compile(r"(.+?)\s*(<=|>=|≤|≥|=|<|>)\s*(.+)")
_COMPARISONS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "≤": lambda a, b: a <= b,
    "≥": lambda a, b: a >= b,
}


_ELSEWHERE: Final = ("at ", "after ")
"""How a question begins of which all is asked at another table, or after some moves."""


class Asker(FindsOnce, NamesPlaces):
    """Answers questions about one position at one table; without a position, about the table."""

    def __init__(
        self,
        data: Mapping[str, Any],
        rulebook: Rulebook,
        start: Asker | None = None,
        deal: Deal | None = None,
        mind: Mind | None = None,
    ) -> None:
        super().__init__()
        self.data = {
            key: data[key] for key in ("players", "rules", "position", "setup") if key in data
        }
        self.bait: Mapping[str, Any] = data.get("bait", {})
        self.rulebook = rulebook
        self.mind = mind
        self.plain = None
        there = "position" in data or "setup" in data
        self._deal = deal or (read_position(self.data, rulebook) if there else None)
        self.table: Table = self._deal.table if self._deal else read_table(self.data, rulebook)
        if mind is not None and deal is None:
            self.table, self._deal = self._seen(mind)
        self._mover: int = start._mover if start else self._deal.seat if self._deal else 0
        self.us: int = self.table.side_of[self._mover]
        self.elsewhere: dict[str, Asker] = {}

    @property
    def deal(self) -> Deal:
        """The position."""
        if self._deal is None:
            raise NotationError(
                "position: found none; expected a [position], which this question needs"
            )
        return self._deal

    @property
    def has_deal(self) -> bool:
        """Whether there is a position."""
        return self._deal is not None

    def believing(self, mind: Mind) -> Asker:
        """Who answers the same questions in this mind."""
        other = copy(self)
        FindsOnce.__init__(other)
        other.mind = mind
        other.plain = None if self.mind or "setup" in self.data else self
        other.table, other._deal = other._seen(mind)
        return other

    def _seen(self, mind: Mind) -> tuple[Table, Deal | None]:
        """The table and the position as a mind sees them; a set-up is done anew by the believed rules."""
        if self._deal is None:
            return mind.table(self.table), None
        if "setup" not in self.data:
            deal = mind.see(self._deal, self.bait)
        else:
            book = mind.book(self._deal.rulebook)
            again = read_position({**self.data, "rules": {}}, book, mind.deal_on)
            deal = mind.set_up(again, self.bait)
        return deal.table, deal

    @property
    def sheets(self) -> ScoreSheet:
        """The score sheets of all sides."""
        found: ScoreSheet = self.once("sheets", "", lambda asker: sheets(asker.deal))
        return found

    @property
    def risks(self) -> Mapping[Card, float]:
        """How likely each card of the hand, thrown now, gives the pile to the next player."""
        found: Mapping[Card, float] = self.once("risks", "", lambda asker: asker._risks())
        return found

    def _risks(self) -> Mapping[Card, float]:
        """The same, card by card where something is believed that cannot change all of them."""
        if self.mind is None:
            return risks(self.deal)

        def find(card: Card) -> float:
            found: float = self.once(
                "risk", card.text, lambda asker: risk(asker.deal, asker._held(card))
            )
            return found

        return by_rank(self.deal, find)

    def _held(self, card: Card) -> Card:
        """A card of the hand as it is seen here."""
        return next(one for one in self.deal.hand if one == card)

    # --- statements -----------------------------------------------------------------------------

    def holds(self, text: str) -> bool:
        """Whether the statement is true. Raises NotationError for what is no statement.

        >>> data = {"position": {"hand": "K♦ 9♣", "pile": "5♣ 2♦ K♥", "melds": {"us": ["K♣ K♠ K♥"]}}}
        >>> asker = Asker(data, Rulebook.load("classic"))
        >>> asker.holds("legal: take K♦"), asker.holds("frozen us and not blocked us")
        (False, True)
        """
        text = text.strip()
        if not text.startswith(_ELSEWHERE):
            for joint, joined in ((" or ", any), (" and ", all)):
                if joint in text:
                    return joined([self.holds(part) for part in text.split(joint)])
            if text.startswith("not "):
                return not self.holds(text[4:])
        return bool(self.once("holds", text, lambda asker: asker._holds(text)))

    def _holds(self, text: str) -> bool:
        if before := self._prefix(text):
            asker, rest = before
            return asker.holds(rest)
        return self._statement(text)

    def _statement(self, text: str) -> bool:
        head, _, rest = text.partition(":")
        if head == "legal":
            return not self.objections(rest)
        if head.startswith("breaks "):
            rule = head[7:].strip()
            self.table.rulebook[rule]  # an unknown rule is an error of its own
            return any(one.rule == rule for one in self.objections(rest))
        if head in ("plays", "ends"):
            deal, refused = self._played(rest)
            return not refused and (head == "plays" or deal.over)
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word in ("frozen", "blocked", "open"):
            return self._pile_is(word, self.side(rest))
        if word == "top":
            return bool(self._one(rest, self.table.deck).rank == self.deal.pile[-1].rank)
        if word in ("safe", "safest"):
            return self._discard_is(word, self._one(rest, self.deal.hand))
        if text in ("out", "concealed"):
            outcome = self.deal.outcome
            went = outcome is not None and outcome.how == "out"
            return went and (text == "out" or bool(outcome and outcome.concealed))
        if word == "rule" and (match := re.fullmatch(r"(\S+) (is|has) (.+)", rest)):
            value = self.rule_value(match[1])
            several = value if isinstance(value, tuple) else (value,)
            plain = [str(item).lower() for item in several] or ["nothing"]
            wanted = match[3].strip().lower()
            return wanted in plain if match[2] == "has" else plain == wanted.split()
        if match := COMPARE.fullmatch(text):
            return _COMPARISONS[match[2]](self.number(match[1]), self.number(match[3]))
        raise NotationError(
            f"statement: found {text!r}; expected such as legal: take K K, frozen us, minimum us = 90"
            f"{nearest(word, _STATEMENTS)}",
            text,
        )

    def objections(self, text: str) -> Objections:
        """What is wrong with the last move of a line; all others are played."""
        deal, move = self.line(text)
        return deal.objections(move)

    def line(self, text: str) -> tuple[Deal, Move]:
        """The deal before the last move of a line, and that move."""
        return read_line(self.deal, text)

    def _played(self, text: str) -> tuple[Deal, Objections]:
        """The deal after a line of moves, or before the first that is refused, with what is wrong with it."""
        deal = self.deal
        for part in split_moves(text):
            move = read_move(part, deal.hand)
            if refused := deal.objections(move):
                return deal, refused
            deal = deal.play(move)
        return deal, ()

    def judged(self, text: str) -> Objections | None:
        """The objections that make a statement ``legal: …`` or ``plays: …`` false, where it is one."""
        text = text.strip()
        try:
            before = self._prefix(text)
        except IllegalMove as refused:  # a card of the hand that cannot be played so
            return refused.objections
        if before:
            asker, rest = before
            return asker.judged(rest)
        if " and " not in text and " or " not in text:
            head, _, rest = text.partition(":")
            if head == "legal":
                return self.objections(rest)
            if head in ("plays", "ends"):
                return self._played(rest)[1]
        return None

    def _pile_is(self, state: str, side: int) -> bool:
        freeze = self.deal.freeze(side)
        if state == "blocked":
            return freeze.blocked is not None
        if state == "open":
            return freeze.open
        return bool(freeze.by) or freeze.before_initial

    def _discard_is(self, word: str, card: Card) -> bool:
        if word == "safe":
            return is_safe(self.deal, card)
        return self.risks.get(card, 1.0) <= min(self.risks.values(), default=1.0) + CLOSE

    # --- quantities -----------------------------------------------------------------------------

    def number(self, text: str) -> int:
        """The quantity. Raises NotationError for what is none.

        >>> Asker({}, Rulebook.load("classic")).number("value ★ 2 A K - value 4")
        95
        """
        text = text.strip()
        return int(self.once("number", text, lambda asker: asker._number(text)))

    def _number(self, text: str) -> int:
        if before := self._prefix(text):
            asker, rest = before
            return asker.number(rest)
        parts = re.split(r" ([+-]) ", text)
        if len(parts) > 1:
            signs = [1, *(1 if sign == "+" else -1 for sign in parts[1::2])]
            return sum(
                sign * self.number(part) for sign, part in zip(signs, parts[::2], strict=True)
            )
        if re.fullmatch(r"-?\d+", text):
            return int(text)
        word, _, rest = text.partition(" ")
        ask = QUANTITIES.get(word)
        if ask is None:
            raise NotationError(
                f"quantity: found {text!r}; expected one of {', '.join(QUANTITIES)}"
                f"{nearest(word, QUANTITIES)}",
                text,
            )
        return ask(self, rest.strip())

    def rule_value(self, rule: str) -> Any:
        self.table.rulebook[rule]  # an unknown rule is an error of its own
        return self.table[rule]

    def _one(self, text: str, hand: Cards) -> Any:
        cards = give_suits(name_cards(text), hand)
        if len(cards) != 1:
            raise NotationError(f"card: found {text!r}; expected exactly one card", text)
        return cards[0]

    def _at(self, name: str) -> Asker:
        """Who is asked about the same position at another table; the position is read there once."""
        if name not in self.elsewhere:
            data = {**self.data, "bait": self.bait}
            self.elsewhere[name] = Asker(data, Rulebook.load(name))
        there = self.elsewhere[name]
        return there if self.mind is None else there.believing(self.mind)

    def onwards(self, text: str) -> tuple[Asker, str]:
        """Who is to be asked, and what, once what ``after …:`` or ``at …:`` says has come about."""
        return self._prefix(text.strip()) or (self, text.strip())

    def _prefix(self, text: str) -> tuple[Asker, str] | None:
        """What asks instead of this one where the text begins with ``after …:`` or ``at …:``."""
        if match := re.match(r"at ([\w-]+):\s*", text):
            return self._at(match[1]), text[match.end() :]
        if not text.startswith("after "):
            return None
        for match in re.finditer(r":\s+", text):
            rest = text[match.end() :]
            first = rest.split()[0].rstrip(":") if rest.split() else ""
            if first in _STATEMENTS or first in QUANTITIES or re.fullmatch(r"-?\d+", rest):
                deal = self.deal
                for part in split_moves(text[6 : match.start()]):
                    deal = deal.play(read_move(part, deal.hand))
                data = {**self.data, "bait": self.bait}
                return Asker(data, self.rulebook, self, deal, self.mind), rest
        raise NotationError(
            f"after: found {text!r}; expected moves, a colon and what is asked then", text
        )


_STATEMENTS: Final = (
    *("legal", "plays", "ends", "breaks", "frozen", "blocked", "open", "top", "safe", "safest"),
    *("out", "concealed", "rule", "not", "after", "at"),
)
