"""A rulebook printed as a booklet, and two rulebooks side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.naming import Rules, area_name, rulebook_name, rulebook_of
from canasta_tutor.rulebook import STANDINGS, Rulebook, Table
from canasta_tutor.rules import AREAS, RULES
from canasta_tutor.wording import (
    rule_name,
    rule_title,
    source_marker,
    value_sentence,
    with_players,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


class Markdown(str):
    """A text in Markdown, which a notebook shows laid out."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)


def booklet(rules: Rules, language: str) -> Markdown:
    """Every rule of a rulebook, or of its table for one number of players, with its source.

    >>> print(booklet(Rulebook.load("classic"), "en").splitlines()[0])
    # The rules of Classic Canasta
    """
    book = rulebook_of(rules)
    parts = [
        f"# {_text('booklet', language, title=book.title[language])}",
        _text("players", language, players=_counts(rules)),
        *_words(book, language),
        _text("how_to_read", language),
        _marks(rules, language),
    ]
    for area in AREAS:
        lines = [_entry(rules, path, language) for path, rule in RULES.items() if rule.area == area]
        parts += [f"## {area_name(area, language)}", "\n".join(lines)]
    return Markdown("\n\n".join(parts) + "\n")


def _text(key: str, language: str, **facts: Any) -> str:
    return fill(texts(language)["table"][key], language, facts)


def _entry(rules: Rules, path: str, language: str) -> str:
    return f"- **{rule_title(path, language, rules)}** {_told(rules, path, language)}"


def _told(rules: Rules, path: str, language: str, counts: Sequence[int] | None = None) -> str:
    """What a rule says and, in italics, where each part of it stands."""
    return " ".join(
        " ".join([text, *(f"*{marker}*" for marker in markers)])
        for text, markers in sourced_sentences(rules, path, language, counts)
    )


def sourced_sentences(
    rules: Rules, path: str, language: str, counts: Sequence[int] | None = None
) -> list[tuple[str, list[str]]]:
    """What a rule says for these numbers of players (or all), one sentence for each value.

    Each sentence comes with the marks of the places where it is written.
    """
    value = rules[path]
    if isinstance(rules, Table) or not isinstance(value, dict):
        marker = source_marker(rules, path, language)
        return [(value_sentence(rules, path, value, language), [marker])]
    groups: dict[Any, list[int]] = {}
    for players in counts or value:
        groups.setdefault(value[players], []).append(players)
    told = []
    for one, players in groups.items():
        text = value_sentence(rules, path, one, language)
        if len(groups) > 1:
            text = with_players(text, players, language)
        markers = dict.fromkeys(source_marker(rules, path, language, count) for count in players)
        told.append((text, list(markers)))
    return told


def _marks(rules: Rules, language: str) -> str:
    """What the marks behind the rules mean, for those that occur; a place alone needs no word."""
    found = texts(language)["standings"]
    lines = []
    for standing in dict.fromkeys(_standings(rules)):
        if found[standing]["marker"] != found["stated"]["marker"]:
            marker, meaning = (
                fill(found[standing][key], language, {"places": "…"})
                for key in ("marker", "sentence")
            )
            lines.append(f"- {_text('mark', language, marker=marker, meaning=meaning)}")
    return "\n".join(lines)


def _standings(rules: Rules) -> list[str]:
    used = {rules.source(path).standing for path in RULES}
    return [standing for standing in STANDINGS if standing in used]


def _words(book: Rulebook, language: str) -> list[str]:
    """The words that people use at this table where they differ from the course's."""
    neutral = texts(language)["words"]
    lines = [
        f"- {_text('word', language, neutral=neutral[key]['one'], own=own)}"
        for key, own in book.words[language].items()
        if key in neutral and own != neutral[key]["one"]
    ]
    return [f"## {_text('words', language)}", "\n".join(lines)] if lines else []


def differences_table(a: Rules, b: Rules, language: str) -> Markdown:
    """The rules on which two rulebooks differ, side by side, each with its source.

    Where a rule depends on the number of players, the numbers that both play are compared.

    >>> two = Rulebook.load("classic").with_rules({"going_out.canastas": 2})
    >>> print(differences_table(Rulebook.load("classic").at(4), two.at(4), "en"))
    | Rule | classic | classic (house rule) |
    | --- | --- | --- |
    | Canastas to go out | To go out, a side needs one canasta. *[classic, 000:65]* | To go out, a side needs 2 canastas. *[classic, house rule]* |
    """
    counts = [players for players in _counts(a) if players in _counts(b)]
    names = _heads(a, b, language)
    paths = [path for path in RULES if _values(a, path, counts) != _values(b, path, counts)]
    if not paths:
        return Markdown(_text("no_differences", language, a=names[0], b=names[1]))
    rows = [[_text("rule", language), *names], ["---"] * 3]
    for path in paths:
        cells = [_told(rules, path, language, counts) for rules in (a, b)]
        rows.append([rule_name(path, language), *cells])
    return Markdown("\n".join(f"| {' | '.join(row)} |" for row in rows))


def _counts(rules: Rules) -> tuple[int, ...]:
    return (rules.players,) if isinstance(rules, Table) else rules.players


def _values(rules: Rules, path: str, counts: Sequence[int]) -> Any:
    """A rule's value for each of these numbers of players."""
    value = rules[path]
    return [value[players] if isinstance(value, dict) else value for players in counts]


def _heads(a: Rules, b: Rules, language: str) -> list[str]:
    """The names of two rulebooks; agreements of a table without a title of its own show in the name."""
    house = texts(language)["standings"]["house"]["short"]
    return [
        rulebook_name(book, language)
        + (f" ({house})" if book.house_rules() and not book.named else "")
        for book in map(rulebook_of, (a, b))
    ]
