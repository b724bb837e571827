"""The engine's sheets and minimums against a program that shares nothing with it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from canasta_tutor import Rulebook
from canasta_tutor.scoring import score
from tools.study import reckoner
from tools.study.second_opinion import differences, laid_out, played

each_table = pytest.mark.parametrize("table", Rulebook.names())


@each_table
def test_both_reckon_the_same(table: str) -> None:
    deals = [laid_out(table, seed) for seed in range(400)]
    deals += [played(table, seed) for seed in range(6)]
    assert [line for deal in deals for line in differences(deal)] == []
    assert len({sheet.total for deal in deals for sheet in score(deal)}) > 200
    canastas = [line.rule for deal in deals for sheet in score(deal) for line in sheet.lines]
    paid = {rule for rule in canastas if rule.startswith("canasta.")}
    family = {"canasta.natural_hand", "canasta.mixed_hand", "canasta.sevens", "canasta.wild"}
    assert paid == {"canasta.natural", "canasta.mixed", *(family if table == "family" else ())}


@each_table
@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("value.two", 30),
        ("value.low", 6),
        ("threes.red_four", 700),
        ("threes.red_condition", "always_plus"),
        ("threes.black_left", 50),
        ("canasta.natural", 501),
        ("going_out.bonus", 101),
        ("initial.minimum", ((float("-inf"), 40),)),
    ],
)
def test_another_figure_is_found_out(table: str, rule: str, value: object) -> None:
    """The comparison can fail: a table that differs in one figure differs in some deal."""
    other = Rulebook.load(table).believed({rule: value})
    found = []
    for seed in range(200):
        deal = laid_out(table, seed)
        fields = {**deal.__dict__, "table": other.at(deal.table.seats)}
        found += differences(type(deal)(**fields))
    assert found


def test_it_shares_nothing_with_the_engine() -> None:
    tree = ast.parse(Path(reckoner.__file__).read_text("utf-8"))
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert set(names) <= {"__future__", "collections.abc", "dataclasses", "typing"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
