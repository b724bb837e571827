"""Rulings as a lesson shows them: results to read, with the rule and its source; never a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from canasta_tutor.cards import Card, Cards
from canasta_tutor.deal import Deal
from canasta_tutor.error_words import error_text
from canasta_tutor.errors import IllegalMove, NotationError
from canasta_tutor.moves import Answer, Group, LayDown, Move, Rearrange
from canasta_tutor.notation import read_line
from canasta_tutor.objections import Objection, Objections
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.wording import (
    move_sentence,
    objection_text,
    rule_name,
    rule_sentence,
    rule_title,
    source_marker,
    source_sentence,
)

TEXTS: Final = {
    "en": {
        "elsewhere": "Your table has no such position. It is shown at this one: {table}.",
        "no_such": "no such position",
        "yes": "Yes.",
        "no": "No.",
        "on_table": "On the table",
        "in_hand": "In your hand",
        "compare": "The same cards at five tables",
        "lay": "Lay down",
        "lay_three": "Lay three cards of one rank.",
        "choose": "Choose some cards first.",
        "laid": "Yes. {cards} make a meld at this table.",
        "unreadable": "This is no move: {error}",
    },
    "es": {
        "elsewhere": "En tu mesa no existe esta posición. Se muestra en esta otra: {table}.",
        "no_such": "no existe",
        "yes": "Sí.",
        "no": "No.",
        "on_table": "En la mesa",
        "in_hand": "En tu mano",
        "compare": "Las mismas cartas en cinco mesas",
        "lay": "Bajar",
        "lay_three": "Baja tres cartas del mismo rango.",
        "choose": "Elige primero algunas cartas.",
        "laid": "Sí. {cards} forman una combinación en esta mesa.",
        "unreadable": "Esto no es una jugada: {error}",
    },
}
"""The lesson's own few words; the rules' sentences come from the catalogue."""

_OURS: Final = ("default", "decision")
"""Standings that a reader is told of in a whole sentence: the rulebook does not settle the matter."""

_BOX: Final = "border-left:4px solid {colour};padding:2px 0 2px 14px;margin:6px 0;line-height:1.5"
_YES: Final = "#1f6f78"
_NO: Final = "#a3541a"
_CELL: Final = "text-align:left;vertical-align:top;padding:5px 14px 5px 0"


def say(key: str, language: str, **facts: Any) -> str:
    """One of the lesson's own words."""
    return TEXTS[language][key].format(**facts)


def _box(colour: str, *parts: str) -> str:
    return f'<div style="{_BOX.format(colour=colour)}">{"".join(parts)}</div>'


def framed(*parts: str) -> str:
    """Something to read that is no refusal, with the line of a yes beside it."""
    return _box(_YES, *parts)


def _line(text: str) -> str:
    return f'<p style="margin:4px 0">{text}</p>'


def because(objection: Objection, language: str) -> str:
    """A broken rule: its name, what was found, what it says at this table and how we know."""
    table, rule = objection.table, objection.rule
    found = f"<strong>{escape(rule_title(rule, language))}</strong> {escape(objection_text(objection, language))}"
    return _line(found) + _line(_stated(table, rule, language))


def _stated(table: Any, rule: str, language: str) -> str:
    said = escape(rule_sentence(table, rule, language))
    source = [source_marker(table, rule, language)]
    if table.source(rule).standing in _OURS:
        source.append(source_sentence(table, rule, language))
    return f"<em>{said}</em> <small>{escape(' '.join(source))}</small>"


class Ruling:
    """What a referee says of one move, or of the last of several.

    ``objections`` are the broken rules; ``after`` is the deal after a legal move.
    """

    def __init__(self, deal: Deal, move: str, language: str, note: str = "") -> None:
        self.language = language
        self.note = note
        self.text = move
        self.before = deal
        self.move: Move | None = None
        self.objections: Objections = ()
        self.after: Deal | None = None
        self.unreadable = ""
        try:
            self.before, self.move = read_line(deal, move)
            self.objections = self.before.objections(self.move)
        except NotationError as error:
            self.unreadable = say("unreadable", language, error=error_text(error, language))
            return
        except IllegalMove as refused:
            self.move, self.objections = refused.move, refused.objections
        if not self.objections:
            self.after = self.before.play(self.move)

    @property
    def legal(self) -> bool:
        """Whether nothing stands against the move."""
        return self.after is not None

    def __repr__(self) -> str:
        if self.unreadable:
            return self.unreadable
        if not self.objections:
            return f"{say('yes', self.language)[:-1]}: {self.move}"
        first = self.objections[0]
        marker = source_marker(first.table, first.rule, self.language)
        return f"{say('no', self.language)[:-1]}: {first.rule} {marker}"

    def _repr_html_(self) -> str:
        note = _line(f"<em>{escape(self.note)}</em>") if self.note else ""
        if self.move is None:
            return _box(_NO, note, _line(escape(self.unreadable)))
        answer = say("yes" if self.legal else "no", self.language)
        head = _line(
            f"<strong>{answer}</strong> {escape(_named(self.move, self.before, self.language))}."
        )
        if self.after is None:
            return _box(_NO, note, head, *(because(one, self.language) for one in self.objections))
        return _box(_YES, note, head, self._result(self.after))

    def _result(self, after: Deal) -> str:
        """What lies on the table and in the hand after the move."""
        seat, side = self.before.seat, self.before.side
        shown = [
            (say("on_table", self.language), meld.cards)
            for meld in _changed(self.before, after, side)
        ]
        if after.hands[seat] != self.before.hands[seat]:
            shown.append((say("in_hand", self.language), tuple(sorted(after.hands[seat]))))
        return "".join(_cards(label, cards, self.language) for label, cards in shown if cards)


def _named(move: Move, deal: Deal, language: str) -> str:
    """A move by the words of its button, with its cards: Take the pile: K♠ K♥."""
    from canasta_tutor.seating import capital
    from canasta_tutor.widgets.words import ui

    verb, _, cards = str(move).partition(" ")
    if isinstance(move, Rearrange | Answer):
        return capital(move_sentence(move, language, deal.rulebook))
    named = ui(verb, language, deal.table)
    return f"{named}: {cards}" if cards else named


def _changed(before: Deal, after: Deal, side: int) -> list[Any]:
    old = before.melds[side]
    return [meld for meld in after.melds[side] if meld not in old]


def _cards(label: str, cards: Cards, language: str) -> str:
    from canasta_tutor.widgets.faces import hand_html

    return _line(f"<small>{escape(label)}</small>") + hand_html(cards, language, width=52)


class RuleText:
    """A rule at one table: its name, what it says, and how we know."""

    def __init__(self, rulebook: Rulebook, path: str, language: str) -> None:
        self.rulebook = rulebook
        self.path = path
        self.language = language

    def __repr__(self) -> str:
        return f"{rule_name(self.path, self.language)} {source_marker(self.rulebook, self.path, self.language)}"

    def _repr_html_(self) -> str:
        name = f"<strong>{escape(rule_title(self.path, self.language))}</strong> "
        return _box(_YES, _line(name + _stated(self.rulebook, self.path, self.language)))


@dataclass(frozen=True)
class Row:
    """One table's answer: its title, yes or no, why, and where that is written."""

    title: str
    answer: str
    why: str
    marker: str


@dataclass(frozen=True)
class Page:
    """A small table to read: one row for each of the five tables."""

    text: str
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def table_of(rows: Sequence[Row], head: str, language: str) -> Page:
    """A row for each table; ``head`` is a rule or one of the lesson's own words."""
    title = say(head, language) if head in TEXTS[language] else rule_name(head, language)
    lines = [title, *(_row_text(row) for row in rows)]
    body = "".join(_row_html(row) for row in rows)
    caption = (
        f'<caption style="text-align:left;font-weight:bold;padding:4px 0">{escape(title)}</caption>'
    )
    return Page(
        "\n".join(lines),
        f'<table style="border:0;margin:6px 0">{caption}<tbody>{body}</tbody></table>',
    )


def _row_text(row: Row) -> str:
    return " ".join(part for part in (f"{row.title}:", row.answer, row.marker) if part)


def _row_html(row: Row) -> str:
    answer = f"<strong>{escape(row.answer)}</strong> " if row.answer else ""
    marker = f" <small>{escape(row.marker)}</small>" if row.marker else ""
    return (
        f'<tr><th scope="row" style="{_CELL}">{escape(row.title)}</th>'
        f'<td style="{_CELL}">{answer}{escape(row.why)}{marker}</td></tr>'
    )


def spoken(deal: Deal, chosen: Iterable[Card], language: str) -> tuple[str, str]:
    """The answer to cards that were laid, and what kind of answer it is."""
    move = LayDown((Group(tuple(chosen)),))
    if not move.groups[0].cards:
        return say("choose", language), "note"
    objections = deal.objections(move)
    if not objections:
        return say("laid", language, cards=" ".join(map(str, move.groups[0].cards))), "note"
    first = objections[0]
    marker = source_marker(first.table, first.rule, language)
    found = f"{rule_title(first.rule, language)} {objection_text(first, language)} {marker}"
    return f"{say('no', language)} {found}", "refusal"
