"""What a quiz may be about: parts of the rulebook, single rules, or rules by the end of their path."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from canasta_tutor.error_words import WRITTEN
from canasta_tutor.errors import CanastaError, nearest
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.rules import AREAS, RULES
from canasta_tutor.wording import area_name, rule_name

_NONE: Final[Mapping[str, Any]] = {
    "meld.sevens": "ordinary",
    "canasta.sevens": "ordinary",
    "canasta.wild": "none",
    "meld.all_wild": "never",
    "deal.cut": "none",
    "going_out.ask": "none",
    "going_out.concealed_bonus": "none",
}
"""Rules that a table may not have at all, and the value that says so; points that are 0 are none, too."""


def rules_of(area: str) -> tuple[str, ...]:
    """The rules that an area names: a part of the rulebook, a path, or the end of one.

    >>> rules_of("sevens"), len(rules_of("meld"))
    (('meld.sevens', 'canasta.sevens'), 10)
    """
    if area in RULES:
        return (area,)
    ends = tuple(path for path in RULES if path.partition(".")[2] == area)
    return (
        ends if area not in AREAS else tuple(path for path in RULES if path.startswith(f"{area}."))
    )


def has(rulebook: Rulebook, rule: str) -> bool:
    """Whether a table has such a rule at all: sevens are nothing special where they are ordinary cards."""
    value = rulebook[rule]
    values = list(value.values()) if isinstance(value, dict) else [value]
    if rule in _NONE:
        return any(one != _NONE[rule] for one in values)
    return any(isinstance(one, bool) or one != 0 for one in values)


def read_area(text: str, rulebook: Rulebook) -> str:
    """The area that a teacher names: by its key, or as it is called in either language.

    Raises CanastaError for one that is unknown, or that this table has no rule for.

    >>> read_area("El pozo", Rulebook.load("classic"))
    'pile'
    """
    name = text.strip()
    area = name if rules_of(name) else _names().get(name.casefold(), name)
    rules = rules_of(area)
    if not rules:
        guess = nearest(_likely(name), (*AREAS, *RULES))
        known = ", ".join(f"{area_name(area, WRITTEN)} ({area})" for area in AREAS)
        raise CanastaError(
            f"areas: found {name!r}; expected one of {known}, or the path of a rule{guess}"
        )
    if not any(has(rulebook, rule) for rule in rules):
        there = [
            book for book in Rulebook.names() if any(has(Rulebook.load(book), r) for r in rules)
        ]
        has_it = f" (it stands in {', '.join(there)})" if there else ""
        raise CanastaError(
            f"areas: found {name!r}, and the rulebook {rulebook.id} has no such rule: "
            f"{', '.join(f'{rule} = {rulebook[rule]!r}' for rule in rules)}; expected a rule of this table{has_it}"
        )
    return area


def _likely(name: str) -> str:
    """The area or rule that a teacher most likely meant, by its path; the name itself if it is like none."""
    paths = {path.partition(".")[2]: path for path in RULES} | {path: path for path in RULES}
    names = {**_names(), **paths, **{area: area for area in AREAS}}
    close = get_close_matches(name.casefold(), names, n=1)
    return names[close[0]] if close else name


def about(area: str, teaches: Iterable[str]) -> bool:
    """Whether what teaches these rules belongs to an area; what it teaches first decides about a whole part."""
    taught = tuple(teaches)
    return bool(set(taught[:1] if area in AREAS else taught) & set(rules_of(area)))


def _names() -> Mapping[str, str]:
    """Areas and rules by what they are called in any language."""
    named = [(rule_name(path, language), path) for language in LANGUAGES for path in RULES]
    named += [(area_name(area, language), area) for language in LANGUAGES for area in AREAS]
    return {name.casefold(): key for name, key in named}
