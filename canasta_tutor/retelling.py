"""What happened, retold in a language: moves, the end of a deal, the lines of a score sheet."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from canasta_tutor.catalogue import fill, join, sentence, texts
from canasta_tutor.moves import (
    Answer,
    Ask,
    Discard,
    Draw,
    Group,
    LayDown,
    LayRedThree,
    Move,
    Pass,
    Rearrange,
    TakePile,
)
from canasta_tutor.naming import Rules, seat_name, side_name
from canasta_tutor.scoring import ScoreLine, SideSheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from canasta_tutor.cards import Cards
    from canasta_tutor.rulebook import Rulebook
    from canasta_tutor.table import Table
    from canasta_tutor.turns import Outcome


class Worded(str):
    """A text that a notebook shows as HTML and everything else as the text it is."""

    __slots__ = ("html",)

    html: str

    def __new__(cls, text: str, html: str) -> Worded:
        worded = super().__new__(cls, text)
        worded.html = html
        return worded

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self.html


# --- moves --------------------------------------------------------------------------------------


def move_sentence(move: Move, language: str, rulebook: Rulebook | None = None) -> str:
    """What a player does, to follow a name.

    >>> move_sentence(TakePile("K♠ K♥, A♠ A♥ A♦"), "en")
    'takes the pile with K♠ K♥ and lays down A♠ A♥ A♦'
    """
    key, facts = _move(move, language)
    return fill(texts(language)["moves"][key], language, facts, rulebook)


def _move(move: Move, language: str) -> tuple[str, dict[str, Any]]:
    match move:
        case Draw():
            return "draw", {}
        case TakePile(groups=(first, *others)):
            key = ("take" if first.cards else "take_bare") + ("_and" if others else "")
            return key, {"cards": _group(first, language), "laid": _groups(others, language)}
        case LayDown():
            return "lay", {"laid": _groups(move.groups, language)}
        case Discard():
            return "discard", {"card": move.card}
        case LayRedThree():
            return "red", {"card": move.card}
        case Ask():
            return "ask", {}
        case Answer():
            return ("answer_yes" if move.yes else "answer_no"), {}
        case Pass():
            return "pass", {}
        case Rearrange():
            return "rearrange", {"card": move.card, "source": move.source, "target": move.target}
    raise TypeError(f"move: found {move!r}; a move of canasta_tutor.moves is expected")


def _groups(groups: Sequence[Group], language: str) -> str:
    return join([_group(group, language) for group in groups], language) if groups else ""


def _group(group: Group, language: str) -> str:
    place, _, number = group.to.removeprefix("them ").partition("#")
    if not place:
        key = "group"
    elif place == "new":
        key = "group_new"
    elif group.to.startswith("them "):
        key = "group_theirs"
    else:
        key = "group_second" if number else "group_onto"
    facts = {"cards": group.cards, "place": place, "n": number}
    return fill(texts(language)["moves"][key], language, facts)


def outcome_sentence(outcome: Outcome, language: str) -> str:
    """How a deal ended."""
    key = "concealed" if outcome.concealed else outcome.how
    player = "" if outcome.seat is None else seat_name(outcome.seat, language)
    return sentence(texts(language)["outcomes"][key], language, {"player": player})


# --- scores -------------------------------------------------------------------------------------


def line_text(line: ScoreLine, language: str, rules: Rules | None = None) -> str:
    """What a line of a score sheet counts, without its points and cards."""
    facts = dict(line.facts)
    if isinstance(facts.get("seat"), int):
        facts["seat"] = seat_name(facts["seat"], language)
    return sentence(texts(language)["lines"][line.rule], language, facts, rules)


def points_text(points: int) -> str:
    """Points with their sign: +500, −35, 0."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def added(cards: Cards, table: Table) -> str:
    """The values of cards as a sum: equal ones together, in the order in which they lie.

    >>> from canasta_tutor.cards import read_cards
    >>> from canasta_tutor.rulebook import Rulebook
    >>> added(read_cards("Q♠ Q♥ Q♦ ★"), Rulebook.load("classic").at(4))
    '3 × 10 + 50 = 80'
    """
    values = [table.card_values[card] for card in cards]
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    terms = [f"{count} × {value}" if count > 1 else str(value) for value, count in runs]
    return " + ".join(terms) + (f" = {sum(values)}" if len(values) > 1 else "")


def sheet_text(sheet: SideSheet | Sequence[SideSheet], language: str) -> Worded:
    """A score sheet, of one side or of all: every line with its points and cards, and the total."""
    sides = [sheet] if isinstance(sheet, SideSheet) else list(sheet)
    shown = [_side_sheet(one, language) for one in sides]
    return Worded("\n\n".join(map(str, shown)), "".join(one.html for one in shown))


def _side_sheet(sheet: SideSheet, language: str) -> Worded:
    name = side_name(sheet.table, sheet.side, language)
    total = texts(language)["table"]["sheet_total"]
    rows: list[tuple[str, int, Cards]] = [
        (line_text(line, language, sheet.table), line.points, line.cards) for line in sheet.lines
    ]
    width = max(len(text) for text, _, _ in [*rows, (total, 0, ())])
    lines = [
        f"{text:<{width}}  {points_text(points):>6}  {' '.join(card.text for card in cards)}".rstrip()
        for text, points, cards in [*rows, (total, sheet.total, ())]
    ]
    body = "".join(
        f"<tr><td>{escape(text)}</td><td>{points_text(points)}</td>"
        f"<td>{' '.join(card.text for card in cards)}</td></tr>"
        for text, points, cards in rows
    )
    foot = f"<tr><th>{escape(total)}</th><td><b>{points_text(sheet.total)}</b></td><td></td></tr>"
    html = f'<table class="canasta-sheet"><caption>{escape(name)}</caption>{body}{foot}</table>'
    return Worded("\n".join([name, *lines]), html)
