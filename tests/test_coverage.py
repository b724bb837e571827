"""No rule without a lesson, three exercises and a case; the page that says so is up to date."""

from __future__ import annotations

import pytest

from tools import coverage


def test_every_rule_is_taught_exercised_and_shown() -> None:
    assert coverage.holes(coverage.matrix()) == []


def test_the_page_is_up_to_date() -> None:
    assert coverage.PAGE.read_text("utf-8") == coverage.page(coverage.matrix()), (
        "docs/coverage.md: python -m tools.coverage writes it anew"
    )


@pytest.mark.parametrize("rule", ["pile.frozen_needs", "initial.minimum", "game.tie"])
def test_an_exercise_taken_away_is_missed(rule: str) -> None:
    """With exercises of a rule taken away until fewer than three are left, just that is reported."""
    named = coverage.matrix()[rule].exercises
    found = coverage.holes(coverage.matrix(without=named[2:]))
    assert f"{rule}: 2 exercises of 3" in found
