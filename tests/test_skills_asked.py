"""Every skill can be learnt at every table that settles it: there is enough to ask."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from operator import itemgetter

import pytest

from canasta_tutor.catalogue import texts
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.tutor import course_items, generator_items
from canasta_tutor.widgets.progress import Progress, left_open

TABLES = ("classic", "party", "online", "family", "club")
LACKING = {"family": {"out.concealed"}, "club": {"black.meld", "out.concealed", "manners"}}
"""What one exercise alone asks of what a table leaves open: it may stay on the way there."""


@cache
def asked(table: str) -> dict[str, set[tuple[str, int]]]:
    """By the skill that they ask first: the kinds and levels of all exercises at a table."""
    found = defaultdict(set)
    book = Rulebook.load(table)
    for item in [*course_items(book), *generator_items(book, {})]:
        found[item.skill].add((item.kind, item.level))
    return found


@pytest.mark.parametrize(("skill", "table"), list(product(skills(), TABLES)))
def test_a_skill_that_a_table_settles_can_be_mastered_there(skill: str, table: str) -> None:
    if not left_open(skill, Rulebook.load(table)):
        found = asked(table)[skill]
        assert len(found) >= 2, "fewer than two kinds or levels"
        assert max(level for _, level in found) >= 3, "nothing at level 3"


def test_what_no_table_settles_is_the_exception() -> None:
    left = {
        (skill, table)
        for skill, table in product(skills(), TABLES)
        if left_open(skill, Rulebook.load(table))
    }
    assert len(left) < len(skills()) * len(TABLES) * 0.12
    assert ("manners", "club") in left


@cache
def shown(table: str) -> set[str]:
    """The skills that the exercises at a table can show whole, by whatever they ask first."""
    book = Rulebook.load(table)
    ways = defaultdict(set)
    for item in [*course_items(book), *generator_items(book, {})]:
        for skill in item.skills:
            ways[skill].add((item.kind, item.level))
    return {
        id for id, some in ways.items() if len(some) >= 2 and max(some, key=itemgetter(1))[1] >= 3
    }


@pytest.mark.parametrize("table", TABLES)
def test_what_cannot_be_shown_whole_at_a_table_is_left_open_by_it(table: str) -> None:
    """docs/decisions.md names them."""
    lacking = {skill for skill in skills() if skill not in shown(table)}
    assert lacking == LACKING.get(table, set())
    assert all(left_open(skill, Rulebook.load(table)) for skill in lacking)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_map_promises_nothing_where_the_table_leaves_a_skill_open(language: str) -> None:
    said = texts(language)["progress"]["left_open"]
    for table, skill in (("club", "manners"), ("classic", "manners")):
        page = Progress(Rulebook.load(table), language)
        page._answer({"intent": "open", "about": skill})
        opened = [
            item
            for group in page._frame["groups"]
            for item in group["items"]
            if item.get("id") == skill
        ]
        assert (said in opened[0]["say"]) == (table == "club")
