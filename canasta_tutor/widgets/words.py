"""The words on the widgets, in the learner's language. All that a widget says passes through here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from canasta_tutor.cards import Card
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.objections import Objection
from canasta_tutor.table import Table
from canasta_tutor.wording import (
    card_name,
    objection_text,
    rank_name,
    rule_sentence,
    rule_title,
    source_marker,
    source_sentence,
)

__all__ = ["card_name", "rank_name", "say_cards", "template", "typed_words", "ui", "why"]

_BY_THE_SCRIPT: Final = {
    name: f"{{{name}}}" for name in ("count", "needed", "sum", "missing", "label", "more")
}
"""Facts that the browser fills in while the learner chooses: their places stay open."""


def ui(key: str, language: str, rules: Table | None = None, **facts: Any) -> str:
    """One of the widgets' own texts, such as ``draw`` or ``seats.left``, with its facts filled in.

    >>> ui("choose_exactly", "en", n=3, chosen=1)
    'Choose 3 cards; so far you have 1.'
    """
    found: Any = texts(language)["widget"]
    for part in key.split("."):
        found = found[part]
    return fill(found, language, facts, rules)


def template(key: str, language: str, rules: Table | None = None, **facts: Any) -> str:
    """A text whose numbers the browser fills in.

    >>> template("sum_of", "es")
    '{sum} de {needed}'
    """
    return ui(key, language, rules, **_BY_THE_SCRIPT, **facts)


def say_cards(cards: Iterable[Card], language: str) -> str:
    """The cards as they are said, one after another.

    >>> say_cards([Card("K", "♥"), Card("★")], "es")
    'rey de corazones, joker'
    """
    return ", ".join(card_name(card, language) for card in cards)


def typed_words(text: str, language: str) -> str:
    """A typed move with the learner's own verbs put into the notation's.

    >>> typed_words("Bajar Q Q Q; descartar 8♣", "es")
    'lay Q Q Q; discard 8♣'
    """
    verbs: dict[str, str] = texts(language)["widget"]["verbs"]
    moves = []
    for part in text.split(";"):
        verb, _, rest = part.strip().partition(" ")
        moves.append(f"{verbs.get(verb.lower(), verb)} {_yes_or_no(rest, language)}".strip())
    return "; ".join(moves)


def _yes_or_no(rest: str, language: str) -> str:
    answers = {ui(key, language).lower(): key for key in ("yes", "no")}
    return answers.get(rest.lower(), rest)


def why(objection: Objection, language: str) -> dict[str, str]:
    """A refusal in parts: what was found, the rule's title, what it says here, and how we know."""
    table, rule = objection.table, objection.rule
    return {
        "rule": rule,
        "name": rule_title(rule, language),
        "text": objection_text(objection, language),
        "marker": source_marker(table, rule, language),
        "states": rule_sentence(table, rule, language),
        "source": source_sentence(table, rule, language),
    }
