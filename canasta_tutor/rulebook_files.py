"""How a rulebook is written: strict reading of its values, titles and sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from canasta_tutor.errors import RulebookError, nearest
from canasta_tutor.rules import RULES, Rule

STANDINGS: Final = ("stated", "inferred", "default", "decision", "reference", "house")
"""How a value is known: written, read between the lines, our default where the source is silent,
our decision where it contradicts itself, a named outside authority, or a table's own agreement."""

LANGUAGES: Final = ("en", "es")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value is written (``000:34``: document, line) and how far it is stated there."""

    standing: str
    places: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.standing, *self.places))


def own_values(data: Mapping[str, Any], areas: set[str], file: str) -> dict[str, Any]:
    """The values that a file itself gives, each checked."""
    own: dict[str, Any] = {}
    for area in areas & set(data):
        if not isinstance(data[area], dict):
            raise RulebookError(f"found {data[area]!r}; expected a table of rules", file, area)
        for name, value in data[area].items():
            own[f"{area}.{name}"] = accept(f"{area}.{name}", value, file)
    return own


def accept(path: str, value: Any, file: str) -> Any:
    """Check one value and freeze it; a table by players has whole numbers as keys."""
    rule = RULES.get(path)
    if rule is None:
        raise RulebookError(
            f"found an unknown rule; expected one of {len(RULES)} rules{nearest(path, RULES)}",
            file,
            path,
        )
    if isinstance(value, dict) and rule.by_players:
        return {
            _players(key, path, file): _accept_one(rule, item, file) for key, item in value.items()
        }
    return _accept_one(rule, value, file)


def _players(key: Any, path: str, file: str) -> int:
    if str(key) not in ("2", "3", "4", "5", "6"):
        raise RulebookError(f"found {key!r} players; expected 2 to 6", file, path)
    return int(key)


def _accept_one(rule: Rule, value: Any, file: str) -> Any:
    frozen = _freeze(value)
    if not rule.kind.accepts(frozen):
        hint = nearest(value, _words(rule)) if isinstance(value, str) else ""
        raise RulebookError(
            f"found {value!r}; expected {rule.kind.expected}{hint}", file, rule.path
        )
    return frozen


def _words(rule: Rule) -> list[str]:
    kind = rule.kind
    known = (*getattr(kind, "options", ()), *getattr(kind, "words", ()))
    return [word for word in known if isinstance(word, str)]


def _freeze(value: Any) -> Any:
    return tuple(map(_freeze, value)) if isinstance(value, (list, tuple)) else value


def fit_players(values: dict[str, Any], file: str) -> None:
    """Make every value that may differ by players a full table for the counts that are played."""
    counts = values["players.counts"]
    if not counts:
        raise RulebookError("found no number of players; expected 2 to 6", file, "players.counts")
    for path, rule in RULES.items():
        if not rule.by_players:
            continue
        value = values[path]
        if not isinstance(value, dict):
            value = dict.fromkeys(counts, value)
        missing = [count for count in counts if count not in value]
        if missing:
            raise RulebookError(
                f"found no value for {missing[0]} players; expected one for each of "
                f"{', '.join(map(str, counts))}",
                file,
                path,
            )
        values[path] = {count: value[count] for count in counts}
    _fit_each_other(values, file)


_SEATED: Final = {"alone": (2, 3, 4, 5, 6), "pairs": (4, 6), "threes": (6,), "rota": (5,)}
"""The numbers of players for which each arrangement of sides is one."""


def _fit_each_other(values: Mapping[str, Any], file: str) -> None:
    """Refuse what cannot be played: sides without partners, more cards dealt than there are."""
    for count in values["players.counts"]:
        sides, hand = values["players.sides"][count], values["deal.hand"][count]
        if count not in _SEATED[sides]:
            fit = " or ".join(f'"{word}"' for word, fits in _SEATED.items() if count in fits)
            raise RulebookError(
                f'found "{sides}" for {count} players; expected {fit}', file, "players.sides"
            )
        deck = 52 * values["deck.packs"][count] + values["deck.jokers"][count]
        most = (deck - 1) // (4 if sides == "rota" else count)
        if hand > most:
            raise RulebookError(
                f"found {hand} cards for each of {count} players; expected at most {most}: "
                f"the deck holds {deck}",
                file,
                "deal.hand",
            )
    held = (
        values["threes.red_laid"] == "holder_decides" or values["threes.red_in_pile"] == "to_hand"
    )
    if held and values["threes.red_in_hand"] == "cannot_be":
        raise RulebookError(
            'found "cannot_be"; expected "as_laid": red threes may be held here',
            file,
            "threes.red_in_hand",
        )
    if values["deal.cut"] == "none" and values["deal.refused_go"].startswith("cutter"):
        raise RulebookError(
            'found "none"; expected "right" or "left": the cutter takes refused up-cards here',
            file,
            "deal.cut",
        )


def read_title(data: Mapping[str, Any], id: str, file: str) -> Mapping[str, str]:
    """The title in both languages."""
    title = data.get("title", dict.fromkeys(LANGUAGES, id))
    if isinstance(title, str):
        title = dict.fromkeys(LANGUAGES, title)
    if not isinstance(title, dict) or set(title) != set(LANGUAGES) or not _all_text(title.values()):
        raise RulebookError(f"found {title!r}; expected a title in en and in es", file, "title")
    return title


def read_words(data: Mapping[str, Any], file: str) -> Mapping[str, Mapping[str, str]]:
    """What this table calls things, by language."""
    words: Mapping[str, Any] = data.get("words", {})
    for language, known in words.items():
        texts = known.values() if isinstance(known, dict) else [known]
        if language not in LANGUAGES or not isinstance(known, dict) or not _all_text(texts):
            raise RulebookError(
                f"found {known!r}; expected a table of words for one of {', '.join(LANGUAGES)}",
                file,
                f"words.{language}",
            )
    return words


def _all_text(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def read_sources(
    data: Mapping[str, Any], own: Mapping[str, Any], parent: Mapping[str, Source] | None, file: str
) -> dict[str, Source]:
    """Every value's source: those of a document are all named; a table's own rules are agreements."""
    given: dict[str, Source] = {}
    for path, text in data.get("source", {}).items():
        stem, _, players = path.rpartition(".")
        if path not in RULES and not (
            stem in RULES and RULES[stem].by_players and players in tuple("23456")
        ):
            raise RulebookError(
                f"found a source of an unknown rule{nearest(path, RULES)}", file, path
            )
        given[path] = _source(text, path, file)
    if "document" in data:
        for path in RULES:
            if path not in given:
                raise RulebookError(
                    'found no source; expected one such as "stated 000:34"', file, path
                )
        return given
    inherited = dict(parent or {})
    agreed = {path: Source("house") for path in own}
    stale = {key for key in inherited if key.rpartition(".")[0] in own}
    return {key: value for key, value in inherited.items() if key not in stale} | agreed | given


def _source(text: Any, path: str, file: str) -> Source:
    standing, *places = str(text).split() or [""]
    if standing not in STANDINGS:
        raise RulebookError(
            f"found the source {text!r}; expected one of {', '.join(STANDINGS)} and a place"
            f"{nearest(standing, STANDINGS)}",
            file,
            path,
        )
    if standing in ("stated", "inferred", "decision", "reference") and not places:
        raise RulebookError(
            f"found {text!r} without a place; expected one such as 000:34", file, path
        )
    return Source(standing, tuple(places))
