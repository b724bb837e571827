"""Every skill can be learnt at every table that settles it: there is enough to ask."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product

import pytest

from canasta_tutor.exercises.spoken import SILENT
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.skills import Skill, skills
from canasta_tutor.tutor.tutor import course_items, generator_items

TABLES = ("classic", "party", "online", "family", "club")


@cache
def asked(table: str) -> dict[str, set[tuple[str, int]]]:
    """By the skill that they ask first: the kinds and levels of all exercises at a table."""
    found = defaultdict(set)
    book = Rulebook.load(table)
    for item in [*course_items(book), *generator_items(book, {})]:
        found[item.skill].add((item.kind, item.level))
    return found


def is_settled(skill: Skill, table: str) -> bool:
    """Whether the table's own rules say something about it; what stands on other skills always is."""
    rules = Rulebook.load(table).at(4)
    return skill.composite or any(rules.source(rule).standing not in SILENT for rule in skill.rules)


@pytest.mark.parametrize(("skill", "table"), list(product(skills(), TABLES)))
def test_a_skill_that_a_table_settles_can_be_mastered_there(skill: str, table: str) -> None:
    if is_settled(skills()[skill], table):
        found = asked(table)[skill]
        assert len(found) >= 2, "fewer than two kinds or levels"
        assert max(level for _, level in found) >= 3, "nothing at level 3"


def test_what_no_table_settles_is_the_exception() -> None:
    left = {
        (skill.id, table)
        for skill, table in product(skills().values(), TABLES)
        if not is_settled(skill, table)
    }
    assert len(left) < len(skills()) * len(TABLES) * 0.12
    assert ("manners", "club") in left
