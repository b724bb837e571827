"""Worked examples in numbered steps, computed at the lesson's own table; the last ones may stay folded.

The numbers of a lay-down (the price, the sum, the limits) and of a canasta differ from table to table, so
a lesson does not write them into its prose: it shows them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from canasta_tutor.cards import Cards
from canasta_tutor.catalogue import sentence, texts
from canasta_tutor.deal import Deal
from canasta_tutor.laying import plan
from canasta_tutor.lesson_rulings import Ruling, because, framed, say
from canasta_tutor.moves import LayDown, TakePile
from canasta_tutor.objections import Objections
from canasta_tutor.scoring import SideSheet
from canasta_tutor.table import Table
from canasta_tutor.wording import (
    added,
    line_text,
    rule_name,
    rule_sentence,
    rule_title,
    source_marker,
)

_LIST: Final = "margin:0;padding-left:1.8em;line-height:1.6"
_STEP: Final = "margin:4px 0"
_NEXT: Final = "cursor:pointer;padding:6px 0"


@dataclass(frozen=True)
class Step:
    """One step: what is found, the cards it looks at, and the rules behind it."""

    text: str
    cards: Cards = ()
    by: str = ""
    """The rule that gives the number: its place is cited."""
    states: tuple[str, ...] = ()
    """Rules that are said in full."""
    refused: Objections = ()


class Steps:
    """A worked example: each step a line, the last ``hidden`` of them folded until they are asked for."""

    def __init__(
        self,
        steps: Iterable[Step],
        table: Table,
        language: str,
        hidden: int = 0,
        four_colour: bool = False,
        note: str = "",
    ) -> None:
        self.steps = tuple(steps)
        self.table = table
        self.language = language
        self.hidden = min(hidden, len(self.steps) - 1)
        self.four_colour = four_colour
        self.note = note

    def __repr__(self) -> str:
        shown = len(self.steps) - self.hidden
        lines = [f"{number}. {self._text(step)}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines[:shown], *("…" for _ in lines[shown:])])

    def _text(self, step: Step) -> str:
        broken = [rule_title(one.rule, self.language) for one in step.refused]
        return " ".join([step.text, *broken])

    def _repr_html_(self) -> str:
        note = f'<p style="{_STEP}"><em>{escape(self.note)}</em></p>' if self.note else ""
        shown = len(self.steps) - self.hidden
        label = escape(texts(self.language)["steps"]["next"])
        folded = ""
        for place in reversed(range(shown, len(self.steps))):
            inside = self._list(self.steps[place : place + 1], place) + folded
            folded = f'<details><summary style="{_NEXT}">{label}</summary>{inside}</details>'
        return framed(note, self._list(self.steps[:shown], 0), folded)

    def _list(self, steps: Sequence[Step], before: int) -> str:
        items = "".join(f'<li style="{_STEP}">{self._item(step)}</li>' for step in steps)
        return f'<ol start="{before + 1}" style="{_LIST}">{items}</ol>'

    def _item(self, step: Step) -> str:
        from canasta_tutor.widgets.faces import inline_html

        said = [inline_html(step.cards, self.language, self.four_colour), escape(step.text)]
        if step.by:
            said.append(self._small(step.by))
        for rule in step.states:
            stated = escape(rule_sentence(self.table, rule, self.language))
            said.append(f"<em>{stated}</em> {self._small(rule)}")
        told = "".join(because(one, self.language) for one in step.refused)
        return " ".join(part for part in said if part) + told

    def _small(self, rule: str) -> str:
        return f"<small>{escape(source_marker(self.table, rule, self.language))}</small>"


# --- a lay-down ---------------------------------------------------------------------------------


def laid_in_steps(ruling: Ruling) -> list[Step]:
    """How a referee comes to the ruling on a lay-down, or on taking the pile.

    Before the side has melded: its price, what each meld is worth, the sum. Afterwards, for each meld:
    one rank, the naturals, the wild cards. The answer comes last.

    Rules: initial.minimum, initial.reach, meld.one_rank, meld.min_naturals, meld.max_wilds,
    meld.wilds_per_natural.
    """
    deal, move = ruling.before, ruling.move
    if not isinstance(move, LayDown | TakePile):
        raise TypeError(f"steps: found {ruling.text!r}; a lay-down or taking the pile is expected")
    opening = not deal.melds[deal.side]
    found = (_paid if opening else _built)(deal, move, ruling.language)
    answer = say("yes" if ruling.legal else "no", ruling.language)
    if not opening or not ruling.legal:
        return [*found, Step(answer, refused=ruling.objections)]
    points, needed = deal.initial_points(move), deal.minimum(deal.side)
    paid = _say("paid", ruling.language, points=points, needed=needed)
    return [*found, Step(f"{paid} {answer}", states=("initial.reach",))]


def _paid(deal: Deal, move: LayDown | TakePile, language: str) -> Iterator[Step]:
    """What a first lay-down must be worth, and what it is worth."""
    score, needed = deal.score_used(deal.side), deal.minimum(deal.side)
    yield Step(_say("price", language, score=score, needed=needed), by="initial.minimum")
    laid = plan(deal, move).laid
    for one in laid:
        yield Step(f"{added(one.cards, deal.table)}.", one.cards)
    if len(laid) > 1:
        values = [sum(deal.table.card_values[card] for card in one.cards) for one in laid]
        yield Step(f"{' + '.join(map(str, values))} = {deal.initial_points(move)}.")


def _built(deal: Deal, move: LayDown | TakePile, language: str) -> Iterator[Step]:
    """What makes each meld: its rank, its naturals, its wild cards."""
    for one in plan(deal, move).laid:
        naturals = tuple(card for card in one.after.cards if not card.is_wild)
        wilds = tuple(card for card in one.after.cards if card.is_wild)
        ranks = tuple(dict.fromkeys(card.rank for card in naturals))
        counted = _say("ranks", language, deal.table, ranks=ranks, n=len(ranks))
        yield Step(counted, one.after.cards)
        counted = _say("naturals", language, deal.table, n=len(naturals))
        yield Step(counted, naturals, states=("meld.min_naturals",))
        counted = _say("wilds", language, deal.table, n=len(wilds))
        yield Step(counted, wilds, states=("meld.max_wilds", "meld.wilds_per_natural"))


# --- what cards are worth -----------------------------------------------------------------------


def counted_in_steps(sheet: SideSheet, language: str) -> list[Step]:
    """The lines of a sheet, each with its sum or its bonus, and the total."""
    steps: list[Step] = []
    for line in sheet.lines:
        by_cards = line.rule == "score.melded"
        points = added(line.cards, sheet.table) if by_cards else str(line.points)
        cards = () if by_cards and steps else line.cards
        name = line_text(line, language, sheet.table)
        name = rule_name(line.rule, language) if by_cards else name
        steps.append(Step(f"{name}: {points}.", cards, line.rule))
    if len(steps) > 1:
        points = " + ".join(str(line.points) for line in sheet.lines)
        steps.append(Step(f"{points} = {sheet.total}."))
    return steps


def _say(key: str, language: str, rules: Table | None = None, **facts: Any) -> str:
    return sentence(texts(language)["steps"][key], language, facts, rules)
