"""Rows of buttons of which one is pressed: one of the five tables, one of some numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from canasta_tutor.naming import rulebook_name
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.seating import capital
from canasta_tutor.table import Table

TABLES: Final = Rulebook.names()
"""The five tables, in the order in which their buttons stand."""


def table_of(rulebook: Rulebook) -> Table:
    """A rulebook's table with four players, or as many as it can seat: the place to ask it for values.

    >>> table_of(Rulebook.load("classic"))["value.two"]
    20
    """
    return rulebook.at(4 if 4 in rulebook.players else rulebook.players[0])


def tables_beside(mine: Rulebook) -> dict[str, Rulebook]:
    """The five tables by their names, and behind them the learner's where it is none of the five.

    >>> list(tables_beside(Rulebook.load("club")))
    ['classic', 'party', 'online', 'family', 'club']
    """
    five = {name: Rulebook.load(name) for name in TABLES}
    return {**five, mine.id: mine}


def row_of_tables(
    label: str, on: str, language: str, books: Mapping[str, Rulebook]
) -> dict[str, Any]:
    """Tables as a row of buttons, the one called ``on`` pressed."""
    names = {
        id: rulebook_name(book, language) if id in TABLES else book.title[language]
        for id, book in books.items()
    }
    return row(label, on, {id: capital(name) for id, name in names.items()})


def row(label: str, on: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """A row of buttons by their names, as the script draws them."""
    options = [{"id": name, "text": text} for name, text in texts.items()]
    return {"label": label, "on": on, "options": options}
