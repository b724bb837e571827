"""What a wrong answer would lead to, shown after it: the table after the move, or the sheet beside the right one.

Told illegal though it is legal: the move is played on a copy. Told legal though it is not: the table at which it is
allowed, after the move; else the one that the learner believes in. A sheet: its lines as the belief fills them in, beside those by the
rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.deal import Deal
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.diagnosing import believed
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.ruling import Ruling
from canasta_tutor.exercises.sheets import Sheet
from canasta_tutor.moves import read_move, split_moves
from canasta_tutor.naming import rulebook_name
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.wording import points_text

_LINE: Final = re.compile(r"(not )?(?:legal|plays|ends): (.+)")


@dataclass(frozen=True)
class Consequence:
    """What is shown: how it is called, what is said in Markdown, and the deal after the move, if one is played."""

    name: str
    say: tuple[str, ...]
    deal: Deal | None = None


@dataclass(frozen=True)
class _Judged:
    """A move, or one of a few, that was judged wrongly: who is asked about it, and what was said of it."""

    asker: Asker
    lines: tuple[str, ...]
    called_legal: bool
    case: str = ""
    """Which option or case it stands in; nothing where there is only one move."""


def consequence(
    question: Question, answer: str, language: str, beliefs: Iterable[Belief] = ()
) -> Consequence | None:
    """What the wrong answer would lead to; None where nothing can be shown.

    >>> from canasta_tutor.exercises import load
    >>> question = load("tables/to-the-brim").at("classic")
    >>> consequence(question, "yes", "en").say
    ('At the club table the move is allowed. There it looks like this afterwards:',)
    """
    if question.judge(answer, "en").right:
        return None
    if isinstance(question, Sheet):
        return _sheets(question, beliefs, language)
    judged = _judged(question, answer)
    if judged is None:
        return None
    case = (f"*{question.label(judged.case, language)}*",) if judged.case else ()
    if judged.called_legal:
        found = _allowed(question, judged, beliefs, language)
        return replace(found, say=(*case, *found.say))
    deal = next(_played(judged.asker, judged.lines), None)
    said = question.phrase("consequence.played", language)
    name = question.phrase("consequence.play", language)
    return None if deal is None else Consequence(name, (*case, said), deal)


# --- a move ---------------------------------------------------------------------------------------


def _judged(question: Question, answer: str) -> _Judged | None:
    """The move that the answer judges wrongly, the first of them."""
    match question:
        case Ruling():
            called_legal = not answer.strip().lower().startswith("no")
            if called_legal == (not question.objections):
                return None
            return _Judged(question.asker, (question.move_text,), called_legal)
        case Choice():
            chosen = question.chosen(answer)
            wrong = [id for id in question.ids if (id in chosen) != (id in question.correct_ids)]
            if not question.all:
                wrong = [id for id in wrong if id in chosen]
            return _of_statement(question, wrong, chosen)
        case Panel():
            return _of_panel(question, answer)
    return None


def _of_statement(question: Choice, wrong: list[str], chosen: list[str]) -> _Judged | None:
    """The first option whose statement is that a move is legal."""
    for id in wrong:
        lines = _lines(question.statements.get(id, ""))
        if lines:
            return _Judged(question.asker_of(id), lines, id in chosen, id)
    return None


def _of_panel(question: Panel, answer: str) -> _Judged | None:
    """The first case whose answer says of a move what is not so."""
    for id, right in question.parts(answer).items():
        states = question.cases[id].states or {}
        given = question.given_to(id, answer)
        if right or given not in states:
            continue
        match, truth = (_LINE.match(states[name]) for name in (given, question.truth[id]))
        if match and truth and bool(match[1]) != bool(truth[1]):
            line = match[2].split(" and ")[0]
            return _Judged(question.asker_of(id), (line,), not match[1], id)
    return None


def _lines(statement: str) -> tuple[str, ...]:
    """The moves of which a statement says that one of them is legal."""
    found = [_LINE.fullmatch(part) for part in statement.split(" or ")]
    if " and " in statement or not all(match and not match[1] for match in found):
        return ()
    return tuple(match[2] for match in found if match)


def _played(asker: Asker, lines: Iterable[str]) -> Iterator[Deal]:
    """The deal after each of the lines of moves that can be played."""
    for line in lines:
        try:
            deal = asker.deal
            for part in split_moves(line):
                deal = deal.play(read_move(part, deal.hand))
        except CanastaError:
            continue
        yield deal


def _allowed(
    question: Question, judged: _Judged, beliefs: Iterable[Belief], language: str
) -> Consequence:
    """The table after the move where it is allowed: at another table, or in the learner's mind."""
    name = question.phrase("consequence.what_if", language)
    data = {key: value for key, value in judged.asker.data.items() if key != "rules"}
    for book in map(Rulebook.load, Rulebook.names()):
        if book == judged.asker.rulebook:
            continue
        try:
            there = Asker(data, book)
        except CanastaError:
            continue  # these cards cannot lie so at that table
        for deal in _played(there, judged.lines):
            table = rulebook_name(book, language)
            return Consequence(
                name, (question.phrase("consequence.elsewhere", language, table=table),), deal
            )
    for belief in beliefs:
        for deal in _played(judged.asker.believing(belief.mind), judged.lines):
            said = question.phrase(
                "consequence.believed", language, iff=belief.text("if", language)
            )
            return Consequence(name, (said,), deal)
    return Consequence(name, (question.phrase("consequence.nowhere", language),))


# --- a sheet --------------------------------------------------------------------------------------


def _sheets(question: Sheet, beliefs: Iterable[Belief], language: str) -> Consequence | None:
    """The lines that a belief fills in otherwise, beside those by the rule."""
    for belief in beliefs:
        other = believed(question, (belief,))
        if not isinstance(other, Sheet):
            continue
        rows = [
            (question.row_name(side, row, language), other.truth[side, row], points)
            for (side, row), points in question.truth.items()
            if other.truth[side, row] != points and row != "total"
        ]
        if rows:
            name = question.phrase("consequence.compare", language)
            said = question.phrase("consequence.sheet", language, iff=belief.text("if", language))
            return Consequence(name, (said, _table(question, rows, language)))
    return None


def _table(question: Sheet, rows: Iterable[tuple[str, int, int]], language: str) -> str:
    heads = [question.phrase(f"consequence.{key}", language) for key in ("thought", "rule")]
    lines = [
        f"| {name} | {points_text(there)} | {points_text(here)} |" for name, there, here in rows
    ]
    return "\n".join([f"|  | {heads[0]} | {heads[1]} |", "|---|--:|--:|", *lines])


__all__ = ["Consequence", "consequence"]
