"""The rules that a rulebook must settle: one path each, with the values it may take.

The list is read down as a learner meets the game: the deck, the deal, the turn, melds, the pile,
the initial meld, canastas, threes, going out, the score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from canasta_tutor.cards import CLASSES, NATURAL_RANKS

Value = bool | int | float | str | tuple["Value", ...]
"""A rule's value at one table: never a value that depends on the number of players."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What values a rule may take, in the words of an error message."""

    expected: str

    def accepts(self, value: object) -> bool:
        """Whether the value may stand in a rulebook."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of a few named policies (or one of a few plain values)."""

    options: tuple[Value, ...] = ()

    def accepts(self, value: object) -> bool:
        return any(value == option and type(value) is type(option) for option in self.options)


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number in a range, or one of a few words that stand for no number."""

    least: int = 0
    words: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        if isinstance(value, str):
            return value in self.words
        return type(value) is int and value >= self.least


@dataclass(frozen=True, slots=True)
class ListOf(Kind):
    """A list of names or numbers, each at most once."""

    options: tuple[Value, ...] = ()

    def accepts(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and all(type(member) in (str, int) and member in self.options for member in value)
            and len(set(value)) == len(value)
        )


@dataclass(frozen=True, slots=True)
class Bands(Kind):
    """Rows of (score from which it holds, points), rising, the first from minus infinity."""

    def accepts(self, value: object) -> bool:
        if not isinstance(value, tuple) or not value:
            return False
        rows = [row for row in value if isinstance(row, tuple) and len(row) == 2]
        froms = [row[0] for row in rows]
        return (
            len(rows) == len(value)
            and froms[0] == float("-inf")
            and all(type(start) is int for start in froms[1:])
            and all(a < b for a, b in pairwise(froms))
            and all(type(row[1]) is int and row[1] >= 0 for row in rows)
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its path, its values, and whether they may differ by number of players."""

    path: str
    kind: Kind
    by_players: bool = False
    rows: str = ""
    """The rows of the comparison of the five documents (docs/sources.md) that it settles."""

    @property
    def area(self) -> str:
        """The part of the rulebook: ``meld`` of ``meld.max_wilds``."""
        return self.path.partition(".")[0]


def _choice(*options: Value) -> Choice:
    return Choice("one of " + ", ".join(map(_plain, options)), options)


def _only(value: Value) -> Choice:
    return Choice(f"{_plain(value)} (the engine knows no other)", (value,))


def _number(least: int, *words: str) -> Number:
    also = "".join(f' or "{word}"' for word in words)
    return Number(f"a whole number from {least}{also}", least, words)


def _list(*options: Value) -> ListOf:
    return ListOf("a list of some of " + ", ".join(map(_plain, options)), options)


def _plain(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


_FLAG: Final = _choice(True, False)
_CLASSES: Final = _list(*CLASSES)
_BANDS: Final = Bands("rows [score, points] with rising scores, the first -inf")

_RULES: Final[Sequence[tuple[str, str, Kind] | tuple[str, str, Kind, bool]]] = (
    # path, rows, values, whether by number of players
    ("deck.packs", "A1 A3", _number(1), True),
    ("deck.jokers", "A2 A3", _number(0), True),
    ("deck.wilds", "A4", _only(("joker", "two"))),
    ("deck.naturals", "A5", _only(NATURAL_RANKS)),
    ("value.joker", "C1", _number(0)),
    ("value.two", "C2", _number(0)),
    ("value.ace", "C3", _number(0)),
    ("value.high", "C4 C5 C6 C7 C8 C9", _number(0)),
    ("value.low", "C10 C11 C12 C13 K11", _number(0)),
    ("value.black_three", "C14", _number(0)),
    ("players.counts", "A6", _list(2, 3, 4, 5, 6)),
    ("players.sides", "A7 A8 A9 A10 A11", _choice("alone", "pairs", "threes", "rota"), True),
    ("players.seats", "A12", _only("alternate")),
    ("players.partners", "A13", _choice("assigned", "drawn")),
    ("deal.dealer", "B1", _choice("lowest_card", "before_highest_card", "random")),
    ("deal.next_dealer", "B2", _only("next_in_turn")),
    ("deal.cut", "B3", _choice("right", "left", "none")),
    ("deal.cut_bonus", "B4", _number(0)),
    ("deal.hand", "B5 B6 B7 B8 B9", _number(1), True),
    ("deal.manner", "B10", _choice("stock_top", "lower_packet")),
    ("deal.first", "B11", _only("after_dealer")),
    ("deal.direction", "B12", _choice("clockwise", "anticlockwise")),
    ("deal.upcard_from", "B13", _choice("stock_top", "cut")),
    ("deal.upcard_refused", "B14", _CLASSES),
    ("deal.refused_go", "B15", _choice("stock_bottom", "pile", "cutter", "cutter_within")),
    ("deal.upcard_freezes", "B16", _CLASSES),
    ("deal.order", "B17", _choice("upcard_first", "threes_first")),
    ("turn.order", "E1 E2 E5", _only("draw_lay_discard")),
    ("turn.own_cards", "G2 F11", _only(True)),
    ("turn.draw", "E1", _number(1)),
    ("turn.discard", "E2", _only(1)),
    ("turn.must_discard", "E3", _only(True)),
    ("turn.discard_banned", "E4", _CLASSES),
    ("turn.meld_optional", "E5 E6", _only(True)),
    ("meld.min_cards", "F1", _number(2)),
    ("meld.one_rank", "F2", _only(True)),
    ("meld.min_naturals", "F3", _number(1)),
    ("meld.max_wilds", "F4", _number(0, "any")),
    ("meld.wilds_per_natural", "F5", _choice("free", "at_most", "fewer")),
    ("meld.per_rank", "F6", _choice("one", "after_canasta", "many")),
    ("meld.all_wild", "F7", _choice("never", "hand_canasta")),
    ("meld.sevens", "F8", _choice("ordinary", "hand_canasta_after_another")),
    ("meld.side", "F11 F12", _only("own")),
    ("meld.fixed", "F13", _only(True)),
    ("pile.whole", "G1", _only(True)),
    ("pile.use_top", "G2", _only(True)),
    ("pile.pair", "G3", _only(True)),
    ("pile.natural_and_wild", "G4", _choice("never", "always", "after_taking")),
    ("pile.onto_meld", "G5", _FLAG),
    ("pile.onto_canasta", "G6", _choice("always", "two_cards", "pair", "never")),
    ("pile.freezes", "G7", _CLASSES),
    ("pile.frozen_needs", "G8", _choice("pair", "nothing_takes_it")),
    ("pile.frozen_until", "G9", _choice("taken", "covered")),
    ("pile.frozen_before_initial", "G10", _FLAG),
    ("pile.blocked_tops", "G12", _CLASSES),
    ("pile.optional", "G13", _only(True)),
    ("pile.replaces_draw", "G14", _only(True)),
    ("pile.one_card", "G15", _choice("refused_to_one_card", "allowed")),
    ("pile.joins_meld", "G17", _FLAG),
    ("initial.minimum", "H1 H2 H3 H4 H5", _BANDS),
    ("initial.reach", "H6", _choice("reach", "exceed")),
    ("initial.side", "H7", _only("side")),
    ("initial.score_used", "H8", _only("before_deal")),
    ("initial.sum", "H9", _choice("all_melds", "one_meld")),
    ("initial.pile_cards", "H10", _choice("top_card", "all", "none")),
    ("initial.bonuses", "H11", _FLAG),
    ("initial.red_threes", "H12", _choice("never", "this_turn")),
    ("initial.from_pile", "H13", _FLAG),
    ("initial.after", "H14", _only("free")),
    ("initial.concealed", "H15", _choice("always", "if_pile_taken")),
    ("initial.announce", "H16", _choice("shown", "announced")),
    ("initial.canasta_exempt", "H17", _FLAG),
    ("canasta.size", "I1", _number(4)),
    ("canasta.wilds", "I2", _number(0, "any")),
    ("canasta.natural", "I3", _number(0)),
    ("canasta.mixed", "I4", _number(0)),
    ("canasta.natural_hand", "I5", _number(0)),
    ("canasta.mixed_hand", "I6", _number(0)),
    ("canasta.sevens", "I7", _number(0, "ordinary")),
    ("canasta.wild", "I8", _number(0, "none")),
    ("canasta.extend", "F14", _FLAG),
    ("canasta.extra_cards", "I9", _number(0)),
    ("canasta.wild_on_natural", "F15", _choice("becomes_mixed", "stays_natural")),
    ("canasta.cards_count", "I10", _FLAG),
    ("canasta.stays_mixed", "I11", _only(True)),
    ("canasta.marker", "I12", _only("red_natural_black_mixed")),
    ("canasta.from_hand", "I13", _choice("one_action", "hand_cards_only")),
    ("threes.red_laid", "D1 D2", _choice("at_once", "holder_decides")),
    ("threes.red_in_pile", "D3", _choice("laid", "to_hand")),
    ("threes.red_discard", "D4", _FLAG),
    ("threes.red_meld", "D5", _only(False)),
    ("threes.red_value", "C15", _number(0)),
    ("threes.red_condition", "K3 K4", _choice("meld", "canasta", "always_plus")),
    ("threes.red_penalty", "K5", _number(0)),
    ("threes.red_four", "K6", _number(0)),
    ("threes.red_four_penalty", "K7", _number(0)),
    ("threes.red_in_hand", "K10", _choice("cannot_be", "as_laid")),
    ("threes.black_blocks", "G11", _FLAG),
    ("threes.black_meld", "F9", _choice("never", "going_out", "any_time")),
    ("threes.black_shape", "F10", _only("three_or_four_without_wilds")),
    ("threes.black_left", "C14 K8", _number(0)),
    ("threes.black_four", "K9", _number(0, "each")),
    ("going_out.canastas", "J1 J2", _number(0), True),
    ("going_out.discard", "J3", _choice("either", "must")),
    ("going_out.ask", "J4", _choice("binding", "none")),
    ("going_out.ask_when", "J12", _only("before_last_cards")),
    ("going_out.bonus", "J5", _number(0)),
    ("going_out.concealed_bonus", "J6", _number(0, "none")),
    ("going_out.concealed", "J7", _only("player_never_melded")),
    ("going_out.concealed_canasta", "J8", _FLAG),
    ("going_out.concealed_layoff", "J9", _FLAG),
    ("going_out.keep_card", "J10", _only(True)),
    ("going_out.ends_deal", "J11", _only(True)),
    ("score.melded", "K1", _only(True)),
    ("score.hand", "K2", _only("subtracted")),
    ("score.unit", "K12", _only("side")),
    ("stock.end", "L1", _choice("after_turn", "play_on")),
    ("stock.pile", "L2", _choice("free", "must_take_if_fits")),
    ("stock.bonus", "L3", _only(False)),
    ("stock.red_three", "L4", _choice("turn_goes_on", "deal_ends")),
    ("stock.short", "L5", _only("draw_what_is_left")),
    ("game.target", "M1 M2", _number(1), True),
    ("game.check", "M3", _only("after_deal")),
    ("game.both_past", "M4", _only("higher_wins")),
    ("game.tie", "M5", _number(0)),
    ("table.talk", "N1", _choice("free", "none")),
    ("table.count", "N2", _only("visible")),
    ("table.display", "N3 G16", _only("face_up_freezer_crosswise")),
    ("table.penalties", "N4", _only("move_refused")),
)

RULES: Final[Mapping[str, Rule]] = {
    path: Rule(path, kind, bool(by), rows) for path, rows, kind, *by in _RULES
}
"""Every rule by its path, in reading order."""

AREAS: Final = tuple(dict.fromkeys(rule.area for rule in RULES.values()))
"""The parts of a rulebook, in reading order."""
