"""An exercise in words at one table: its prose with the engine's facts, rules and objections."""

from __future__ import annotations

import re
from typing import Any, Final

from canasta_tutor.beliefs.mind import Mind
from canasta_tutor.catalogue import clause
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.answers import minus
from canasta_tutor.exercises.asking import COMPARE, Asker
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.exercises.prose import Prose, card_text
from canasta_tutor.exercises.source import Half, Option, Source
from canasta_tutor.exercises.verdicts import phrase
from canasta_tutor.naming import rulebook_name
from canasta_tutor.objections import Objections
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.seating import capital
from canasta_tutor.wording import objection_text, rule_sentence, rule_title, source_marker

_AT: Final = re.compile(r"\bat (\w+):")

SILENT: Final = ("default", "decision")
"""Standings of a value that the table's own rules do not settle."""


class Spoken:
    """What an exercise says at its table."""

    exercise: Exercise
    source: Source
    id: str
    """The rulebook's name."""
    asker: Asker
    table: Table
    mind: Mind | None
    """Who believes otherwise, where the question is asked so."""

    def title(self, language: str) -> str:
        """The question, as Markdown."""
        return self.speak(self.half(language).title)

    def text(self, language: str) -> str:
        """What stands under the question, as Markdown."""
        return self.speak(self.half(language).text)

    def hints(self, language: str) -> tuple[str, ...]:
        """The ladder of hints, as Markdown."""
        return tuple(map(self.speak, self.half(language).hints_at(self.id)))

    def why(self, language: str) -> str:
        """Why the rule is so, as Markdown."""
        return self.speak(self.half(language).why_at(self.id))

    def half(self, language: str) -> Half:
        """The prose in a language."""
        return self.exercise.half(language)

    def phrase(self, key: str, language: str, **facts: Any) -> str:
        """One of the exercises' own sentences."""
        return phrase(key, language, self.table, **facts)

    def asked_at(self, language: str) -> str:
        """The tables it is about: its own, or those that all of its statements name.

        >>> from canasta_tutor.exercises import load
        >>> load("tables/where-the-pile-opens").at(None).asked_at("en")
        'All five tables'
        >>> load("score/tie-at-five").at(None).asked_at("es")
        'Mesas: clásica, de dos a seis, en línea, de peña'
        """
        given = [*self.exercise.options.values(), *self.exercise.answer.values()]
        asked = [one for one in given if isinstance(one, str) and ":" in one]
        named = {table for one in asked for table in _AT.findall(one)}
        if len(named) < 2 or not all(map(_AT.match, asked)):
            return capital(
                phrase("at_table", language, None, table=self._table_name(self.id, language))
            )
        known = Rulebook.names()
        if named == set(known):
            return phrase("at_all_tables", language, None)
        names = [self._table_name(name, language) for name in known if name in named]
        return phrase("at_tables", language, None, tables=", ".join(names))

    def _table_name(self, name: str, language: str) -> str:
        return rulebook_name(Rulebook.load(name), language)

    def option(self, id: str, language: str) -> Option | None:
        """An option of the prose."""
        return self.half(language).option(id, self.id)

    def label(self, id: str, language: str) -> str:
        """What an option is called, as Markdown."""
        option = self.option(id, language)
        return self.speak(option.label, id) if option else id

    def reason(self, id: str, language: str) -> str:
        """What is said to somebody who chooses this option wrongly; nothing if nothing is written."""
        option = self.option(id, language)
        return self.speak(option.reason, id) if option else ""

    def speak(self, prose: Prose, option: str = "") -> str:
        """The prose with the engine's facts filled in."""

        def fact(text: str) -> str:
            try:
                return self._fact(text, self.asker_of(option))
            except CanastaError as error:
                raise self.source.wrong_at(f"{{{{{text}}}}}: {error}", prose.line) from None

        return prose.fill(fact)

    def asker_of(self, option: str) -> Asker:
        """Who is asked about an option: some stand on positions of their own."""
        return self.asker

    def _fact(self, text: str, asker: Asker) -> str:
        word = text.split(" ")[0]
        if text == "pile":
            return f"[[{card_text(asker.deal.pile)}]]"
        if text == "top":
            return f"[[{card_text(asker.deal.pile[-1:])}]]"
        if word in ("hand", "partner"):
            return f"[[{card_text(asker.hand(text))}]]"
        return minus(asker.number(text))

    def comes_to(self, statement: str, language: str) -> str:
        """What a comparison comes to that does not hold, and what is asked for; nothing of another statement."""
        match = COMPARE.fullmatch(statement)
        if not match or statement.startswith(("after", "at")):
            return ""
        found, wanted = self.asker.number(match[1]), self.asker.number(match[3])
        sign = {"≤": "<=", "≥": ">="}.get(match[2], match[2])
        asked = self.phrase(f"signs.{sign}", language, number=minus(wanted))
        return self.phrase("lay.comes_to", language, found=minus(found), asked=asked)

    def objection_words(self, objections: Objections, language: str) -> tuple[str, ...]:
        """What a referee says, a paragraph for each broken rule, the rule's name in bold.

        What somebody has against a move who believes otherwise is not said in a referee's words.
        """
        if self.mind is not None:
            return ()
        return tuple(
            f"{titled(one.rule, language)} {objection_text(one, language)} "
            f"{source_marker(one.table, one.rule, language)}"
            for one in objections
        )

    def rule_words(self, rule: str, language: str) -> str:
        """A rule of this table with its source, and an honest word where the source is silent."""
        sentence = rule_sentence(self.table, rule, language)
        marker = source_marker(self.table, rule, language)
        standing = self.table.source(rule).standing
        if standing in SILENT:
            played = clause(sentence)
            return self.phrase(f"silent.{standing}", language, sentence=played, marker=marker)
        return f"{titled(rule, language)} {sentence} {marker}"


def titled(rule: str, language: str) -> str:
    """A rule's name as a title before its sentence, in bold."""
    return f"**{rule_title(rule, language)}**"
