"""The glossary: complete, the same in its three places, and kept to by everything the course says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from canasta_tutor.catalogue import texts
from canasta_tutor.exercises import load_all
from canasta_tutor.glossary import Entry, read_glossary
from canasta_tutor.lesson_source import Prose, read_lesson
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from tools import glossary as tool

GLOSSARY = read_glossary(tool.SOURCE)
ENTRIES = GLOSSARY.entries
ROOT = tool.ROOT

both = pytest.mark.parametrize("language", LANGUAGES)


# --- the glossary itself ------------------------------------------------------------------------


def test_the_page_for_teachers_is_up_to_date() -> None:
    assert tool.PAGE.read_text("utf-8") == tool.page(GLOSSARY), (
        "docs/glossary.md: python -m tools.glossary writes it anew"
    )


def test_it_knows_every_table_and_every_word_that_a_table_has_of_its_own() -> None:
    assert tuple(GLOSSARY.tables) == Rulebook.names()
    own = {word for name in Rulebook.names() for word in Rulebook.load(name).words[LANGUAGES[0]]}
    assert own == {entry.word for entry in ENTRIES} - {""}


@both
@pytest.mark.parametrize("word", sorted({entry.word for entry in ENTRIES} - {"", "concealed"}))
def test_its_words_are_those_that_the_tutor_says(word: str, language: str) -> None:
    entry = next(entry for entry in ENTRIES if entry.word == word)
    assert entry.term[language] == str(texts(language).noun(word))


@both
def test_no_word_stands_twice_and_none_is_its_own_synonym(language: str) -> None:
    terms = [entry.term[language] for entry in ENTRIES]
    assert len(set(terms)) == len(terms)
    for entry in ENTRIES:
        assert entry.term[language] not in entry.others[language]


# --- one word for one thing (M19) ---------------------------------------------------------------


class Said(NamedTuple):
    """A piece of what the course says, and the table at which it is said, if that is one."""

    place: str
    text: str
    tables: tuple[str, ...] = ()


ALLOWED = {
    ("en", "rubbish", "08-threes"): "Uncle Leo's word: he sits at the family table",
    ("es", "basura", "08-threes"): "Uncle Leo's word: he sits at the family table",
}
"""By language, word and place, why a word that the course avoids stands there all the same."""


@cache
def said(language: str) -> tuple[Said, ...]:
    """Everything: lessons, exercises, and the tutor's texts."""
    return (*_lessons(language), *_exercises(language), *_texts(language))


def _lessons(language: str) -> Iterator[Said]:
    for path in sorted((ROOT / "notebooks" / "source").glob("*.md")):
        for cell in read_lesson(path).cells:
            if isinstance(cell, Prose):
                yield Said(path.stem, cell.said[language])


def _exercises(language: str) -> Iterator[Said]:
    for exercise in load_all().values():
        text = (ROOT / "exercises" / f"{exercise.id}.md").read_text("utf-8")
        for half in re.findall(rf"^::: {language}\n(.*?)^:::$", text, re.S | re.M):
            yield Said(exercise.id, half, exercise.rulebooks)


def _texts(language: str) -> Iterator[Said]:
    path = ROOT / "canasta_tutor" / "texts" / f"{language}.toml"
    yield from _flat(tomllib.loads(path.read_text("utf-8")), path.name)


def _flat(section: object, place: str) -> Iterator[Said]:
    if isinstance(section, dict):
        for key, value in section.items():
            yield from _flat(value, f"{place}:{key}" if place.count(":") == 0 else place)
    elif isinstance(section, str):
        yield Said(place, section)


QUOTED = re.compile(
    r"(?<!\*)\*(?!\*)[^*\n]+\*(?!\*)|«[^»]*»|“[^”]*”|\{\w+[^}]*\}|`[^`]*`|\]\([^)]*\)|^### \([^)]*\)",
    re.M,
)
"""What somebody says, a word as a word, and what is no prose at all."""


def found(entry: Entry, language: str) -> Iterator[tuple[str, Said]]:
    """Where the course says a word that it avoids, outside quotations and that word's own table."""
    pattern = re.compile(rf"\b(?:{entry.avoid[language]})\b", re.I)
    for piece in said(language):
        own = " ".join(
            word for name in piece.tables for word in Rulebook.load(name).words[language].values()
        )
        for hit in pattern.finditer(QUOTED.sub(" ", piece.text)):
            if hit[0].lower().removesuffix("s") not in own:
                yield hit[0].lower(), piece


AVOIDING = [(entry, language) for entry in ENTRIES for language in entry.avoid]


@pytest.mark.parametrize(
    ("entry", "language"), AVOIDING, ids=[f"{one.term[way]}-{way}" for one, way in AVOIDING]
)
def test_the_course_says_its_own_word(entry: Entry, language: str) -> None:
    wrong = [
        f"{piece.place}: {word}"
        for word, piece in found(entry, language)
        if (language, word, piece.place) not in ALLOWED
    ]
    assert wrong == [], f"the course says {entry.term[language]}"


def test_what_is_allowed_is_still_there() -> None:
    there = {
        (language, word, piece.place)
        for entry, language in AVOIDING
        for word, piece in found(entry, language)
    }
    assert set(ALLOWED) <= there


def test_a_wrong_word_is_found() -> None:
    pile = next(entry for entry in ENTRIES if entry.word == "pile")
    assert re.search(rf"\b(?:{pile.avoid['en']})\b", "Take the discard pile.")
    assert not re.search(
        rf"\b(?:{pile.avoid['en']})\b", QUOTED.sub(" ", "They say *discard pile*.")
    )
