"""Rules and objections as sentences in a language, each with the place where it is written.

What else the edge says is at hand here too: names (``naming``) and what happened (``retelling``).
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from canasta_tutor.catalogue import choose, clause, fill, join, sentence, texts, value_key
from canasta_tutor.errors import RulebookError, nearest
from canasta_tutor.naming import (
    Rules,
    area_name,
    card_name,
    rank_name,
    rulebook_name,
    rulebook_of,
    seat_name,
    side_name,
    word,
)
from canasta_tutor.retelling import (
    Worded,
    added,
    line_text,
    move_sentence,
    outcome_sentence,
    points_text,
    sheet_text,
)
from canasta_tutor.rulebook import Table
from canasta_tutor.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from canasta_tutor.objections import Objection
__all__ = [
    "Rules",
    "Worded",
    "added",
    "area_name",
    "card_name",
    "explain",
    "honest_sentence",
    "line_text",
    "move_sentence",
    "objection_text",
    "outcome_sentence",
    "points_text",
    "rank_name",
    "rule_name",
    "rule_sentence",
    "rulebook_name",
    "seat_name",
    "sheet_text",
    "side_name",
    "source_marker",
    "source_sentence",
    "standing_name",
    "word",
]


# --- refusals -----------------------------------------------------------------------------------


def explain(objections: Iterable[Objection], language: str) -> Worded:
    """Say why a move is refused, a line for each broken rule, with the place where it is written.

    >>> from canasta_tutor import Rulebook
    >>> from canasta_tutor.objections import Objection
    >>> table = Rulebook.load("classic").at(4)
    >>> facts = {"naturals": 1, "wilds": 3, "rank": "Q"}
    >>> explain([Objection("meld.min_naturals", table, facts=facts)], "en")
    A meld has at least 2 natural cards; yours has 1. [classic, 000:34]
    """
    lines, rows = [], []
    for objection in objections:
        text = objection_text(objection, language)
        marker = source_marker(objection.table, objection.rule, language)
        title = rule_title(objection.rule, language, objection.table)
        lines.append(f"{text} {marker}")
        rows.append(
            f"<p><strong>{escape(title)}</strong> {escape(text)} <small>{escape(marker)}</small></p>"
        )
    if not lines:
        legal = texts(language)["explanation"]["legal"]
        return Worded(legal, f"<p>{escape(legal)}</p>")
    return Worded("\n".join(lines), f'<div class="canasta-why">{"".join(rows)}</div>')


def objection_text(objection: Objection, language: str) -> str:
    """What a referee says: what the rule asks for and what was found, without the source."""
    ways = _rule(objection.rule, language).get("objections", {})
    template = choose(ways, objection.reason or value_key(objection.value))
    if template is None:
        raise RulebookError(
            f"found no text for the reason {objection.reason!r}; expected one of {', '.join(ways)}",
            f"texts/{language}.toml",
            objection.rule,
        )
    facts = {**objection.facts, "value": objection.value}
    if "{ways}" in template:
        facts["ways"] = _ways(objection.table, facts, language)
    return sentence(template, language, facts, objection.table)


def _ways(table: Table, facts: Mapping[str, Any], language: str) -> str:
    """The ways in which this table lets a pile be taken that is not frozen."""
    found = texts(language)["ways"]
    ways = [found[path].get(value_key(table[path])) for path in found]
    return join([fill(way, language, facts, table) for way in ways if way], language, "or")


# --- rules and their sources --------------------------------------------------------------------


def _rule(path: str, language: str) -> Mapping[str, Any]:
    if path not in RULES:
        raise RulebookError(
            f"found no such rule; expected one of {len(RULES)} rules{nearest(path, RULES)}",
            "",
            path,
        )
    found: Mapping[str, Any] = texts(language)["rules"][path]
    return found


def rule_name(path: str, language: str, rules: Rules | None = None) -> str:
    """A rule's short title, in the table's own words where they would else be misread.

    >>> rule_name("meld.max_wilds", "es")
    'Comodines en una combinación'
    """
    return sentence(_rule(path, language)["name"], language, {}, rules)


def rule_title(path: str, language: str, rules: Rules | None = None) -> str:
    """A rule's name as it stands before a sentence: closed by a point, where it is not a question.

    >>> rule_title("meld.max_wilds", "en"), rule_title("going_out.ask", "en")
    ('Wild cards in a meld.', 'May I go out?')
    """
    name = rule_name(path, language, rules)
    return name if name.endswith("?") else f"{name}."


def rule_sentence(rules: Rules, path: str, language: str) -> str:
    """What a rule says at this table; where it differs by number of players, for each of them.

    >>> from canasta_tutor import Rulebook
    >>> print(rule_sentence(Rulebook.load("classic"), "deal.hand", "en")[:51])
    With 2 players: each player is dealt 15 cards. With
    """
    value = rules[path]
    if not isinstance(value, dict):
        return value_sentence(rules, path, value, language)
    groups: dict[Any, list[int]] = {}
    for players, one in value.items():
        groups.setdefault(one, []).append(players)
    if len(groups) == 1:
        return value_sentence(rules, path, next(iter(groups)), language)
    return " ".join(
        with_players(value_sentence(rules, path, one, language), players, language)
        for one, players in groups.items()
    )


def value_sentence(rules: Rules, path: str, value: Any, language: str) -> str:
    """What a rule says when it has this value, in the words of this table."""
    template = choose(_rule(path, language)["states"], value_key(value))
    assert template is not None, f"{path}: no text for {value!r} in texts/{language}.toml"
    return sentence(template, language, {"value": value}, rules)


def with_players(text: str, players: Sequence[int], language: str) -> str:
    """A sentence that holds for some numbers of players only."""
    facts = {"players": join(map(str, players), language, "or"), "sentence": clause(text)}
    return fill(texts(language)["pieces"]["with_players"], language, facts)


def honest_sentence(rules: Rules, path: str, language: str) -> str:
    """What a rule says; where the source is silent or unclear, that it is how we play it here.

    >>> from canasta_tutor import Rulebook
    >>> print(honest_sentence(Rulebook.load("club").at(4), "meld.fixed", "en"))
    This rulebook does not say; here we play: cards on the table stay in the meld where they lie.
    """
    text = rule_sentence(rules, path, language)
    if rules.source(path).standing not in ("default", "decision"):
        return text
    return fill(texts(language)["table"]["silent"], language, {"sentence": clause(text)})


def source_marker(rules: Rules, path: str, language: str, players: int | None = None) -> str:
    """Where a rule's value comes from, short: ``[classic, 000:34]``, ``[club, default]``.

    A table with a title of its own is named only where it agreed on the rule itself.

    >>> from canasta_tutor import Rulebook
    >>> source_marker(Rulebook.load("club"), "meld.fixed", "es")
    '[de peña, por defecto]'
    """
    players = rules.players if isinstance(rules, Table) else players
    book = rulebook_of(rules)
    source = book.source(path, players)
    home = book.base() if source == book.base().source(path, players) else book
    marker = texts(language)["standings"][source.standing]["marker"]
    written = fill(marker, language, {"places": ", ".join(source.places)})
    return f"[{rulebook_name(home, language)}, {written}]"


def standing_name(standing: str, language: str) -> str:
    """How a value is known, in a word: stated, default."""
    return str(texts(language)["standings"][standing]["short"])


def source_sentence(rules: Rules, path: str, language: str, players: int | None = None) -> str:
    """Where a rule's value comes from, as a sentence; honest where the source does not say."""
    source = rules.source(path) if isinstance(rules, Table) else rules.source(path, players)
    meaning = texts(language)["standings"][source.standing]["sentence"]
    return fill(meaning, language, {"places": ", ".join(source.places)})
