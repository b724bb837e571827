"""Skills: rules that are learnt and forgotten together, what they build on, what they are confused with."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from canasta_tutor.rulebook import Rulebook


@dataclass(frozen=True)
class Skill:
    """A few rules that are learnt together. Without rules it stands on others: a whole sheet, many tables."""

    id: str
    name: Mapping[str, str]
    rules: tuple[str, ...]
    lessons: tuple[int, ...]
    builds_on: tuple[str, ...]
    confused_with: tuple[str, ...]
    did: Mapping[str, str]
    """What one does who uses it, as it goes on after "two days since you last"."""

    @property
    def composite(self) -> bool:
        """Whether it is learnt only through exercises that put others together."""
        return not self.rules

    def differs(self, one: Rulebook, other: Rulebook) -> bool:
        """Whether two tables differ in one of its rules."""
        return any(one[rule] != other[rule] for rule in self.rules)

    def __hash__(self) -> int:
        return hash(self.id)


@cache
def skills() -> Mapping[str, Skill]:
    """Every skill by its id, in the order in which the lessons teach them.

    >>> skills()["pile.frozen"].builds_on
    ('pile.take',)
    """
    text = resources.files("canasta_tutor").joinpath("tutor", "skills.toml").read_text("utf-8")
    found = tomllib.loads(text)
    partners: dict[str, list[str]] = {
        id: list(one.get("confused_with", ())) for id, one in found.items()
    }
    for id, others in list(partners.items()):
        for other in others:
            if id not in partners[other]:
                partners[other].append(id)
    return {
        id: Skill(
            id,
            one["name"],
            tuple(one.get("rules", ())),
            tuple(one["lessons"]),
            tuple(one.get("builds_on", ())),
            tuple(partners[id]),
            one["did"],
        )
        for id, one in found.items()
    }


@cache
def _by_rule() -> Mapping[str, str]:
    return {rule: skill.id for skill in skills().values() for rule in skill.rules}


def skill_of(rule: str) -> str:
    """The skill to which a rule belongs."""
    return _by_rule()[rule]


def skills_of(rules: Iterable[str]) -> tuple[str, ...]:
    """The skills of some rules, each once, in the order of the rules."""
    return tuple(dict.fromkeys(skill_of(rule) for rule in rules))
