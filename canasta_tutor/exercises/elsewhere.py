"""Where a wrong answer would be right: at another table, where the rules of this one leave the point open."""

from __future__ import annotations

from canasta_tutor.catalogue import join
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.kinds import ask
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.spoken import SILENT
from canasta_tutor.naming import rulebook_name
from canasta_tutor.rulebook import Rulebook


def also_played(question: Question, answer: str, language: str) -> str:
    """That others play as a wrong answer has it, with the names of their tables; nothing where nobody does.

    It is said only where this table's own rules do not settle what is asked, and theirs do.

    >>> from canasta_tutor.exercises import load
    >>> club = load("tables/to-the-brim").at("classic")
    >>> also_played(club, "yes", "en")
    'That is also played: at the club table.'
    """
    tables = [rulebook_name(book, language) for book in _tables(question, answer)]
    if not tables:
        return ""
    return question.phrase("also_played", language, n=len(tables), tables=join(tables, language))


def _tables(question: Question, answer: str) -> list[Rulebook]:
    """The other tables at which the same question has this answer, by a rule of their own."""
    if not question.silent or question.mind is not None or question.judge(answer, "en").right:
        return []
    books = [Rulebook.load(name) for name in Rulebook.names() if name != question.id]
    return [book for book in books if _played_so(question, book, answer)]


def _played_so(question: Question, book: Rulebook, answer: str) -> bool:
    """Whether the answer is right there, and the book settles something that is left open here."""
    try:
        there = ask(question.exercise, book.id)
        right = there.judge(answer, "en").right
    except CanastaError:  # these cards cannot lie so at that table, or nothing is asked there
        return False
    return right and any(
        there.table[rule] != question.table[rule]
        and there.table.source(rule).standing not in SILENT
        for rule in question.silent
    )
