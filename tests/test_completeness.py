"""Every rule has a sentence in both languages, a source at every table, and a case that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from canasta_tutor import Rulebook
from canasta_tutor.case_files import case_paths, read_case_file
from canasta_tutor.catalogue import texts
from canasta_tutor.rules import RULES

ROOT = Path(__file__).parent.parent


@cache
def rules_with_a_case() -> frozenset[str]:
    """The rules that some case of the repository breaks, scores, agrees otherwise or names."""
    folders = [str(ROOT / "tests" / name) for name in ("rulings", "scores")]
    cases = [case for path in case_paths(folders) for case in read_case_file(path)[0]]
    return frozenset(rule for case in cases for rule in case.rules)


def holes(
    catalogues: Mapping[str, Mapping[str, Mapping[str, object]]],
    rulebooks: Mapping[str, Mapping[str, str]],
    shown: frozenset[str],
) -> Iterator[str]:
    """What is missing, a line each: the rule and where it lacks a sentence, a source or a case."""
    for path in RULES:
        for language, rules in catalogues.items():
            for part in ("name", "states"):
                if not rules.get(path, {}).get(part):
                    yield f"{path}: no {part} in {language}"
        for name, sources in rulebooks.items():
            if not sources.get(path):
                yield f"{path}: no source at {name}"
        if path not in shown:
            yield f"{path}: no case in tests/rulings or tests/scores"


def catalogues() -> dict[str, dict[str, dict[str, object]]]:
    return {language: dict(texts(language)["rules"]) for language in ("en", "es")}


def sources() -> dict[str, dict[str, str]]:
    books = {name: Rulebook.load(name) for name in Rulebook.names()}
    return {name: {path: str(book.source(path)) for path in RULES} for name, book in books.items()}


def test_nothing_is_missing() -> None:
    assert list(holes(catalogues(), sources(), rules_with_a_case())) == []


@pytest.mark.parametrize("rule", ["meld.max_wilds", "pile.frozen_needs", "game.tie"])
def test_a_missing_sentence_source_or_case_is_found(rule: str) -> None:
    """The check above can fail: with one thing taken away it names just that."""
    broken = catalogues()
    del broken["es"][rule]
    found = list(holes(broken, sources(), rules_with_a_case()))
    assert found == [f"{rule}: no name in es", f"{rule}: no states in es"]

    unsourced = sources()
    unsourced["club"][rule] = ""
    found = list(holes(catalogues(), unsourced, rules_with_a_case()))
    assert found == [f"{rule}: no source at club"]

    found = list(holes(catalogues(), sources(), rules_with_a_case() - {rule}))
    assert found == [f"{rule}: no case in tests/rulings or tests/scores"]


def test_every_table_of_the_comparison_is_mapped() -> None:
    """The 156 rows of the comparison of the five documents (docs/sources.md) all have a rule."""
    rows = {row for rule in RULES.values() for row in rule.rows.split()}
    assert len(rows) == 156
