"""The glossary: every word of the course, what other tables call it, and where it is taught.

It is read from one file for both languages, ``notebooks/source/glossary.toml``. What a table calls a
thing stands in its rulebook and is taken from there. Read as a lesson's source without any code, the
glossary is built into a page beside the lessons.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from canasta_tutor.errors import ExerciseError
from canasta_tutor.lesson_source import LessonSource, Prose
from canasta_tutor.rulebook import LANGUAGES, Rulebook

Said = Mapping[str, str]
"""A text in each language."""

_HEADING: Final = re.compile(r"^# (.+)$", re.M)


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the course in both languages."""

    term: Said
    meaning: Said
    lesson: str
    others: Mapping[str, Mapping[str, tuple[str, ...]]]
    """By language, what else people call it, and the tables whose document says so."""
    avoid: Said
    """By language, a pattern of what the course never says for it."""
    word: str = ""
    """The key of a rulebook's own word."""


@dataclass(frozen=True, slots=True)
class Trap:
    """Words that mean two things at different tables."""

    title: Said
    text: Said
    lesson: str


@dataclass(frozen=True, slots=True)
class Part:
    """Words that belong together."""

    title: Said
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Glossary:
    """All of it: words that mislead, then every word by what it belongs to."""

    file: Path
    words: Mapping[str, Said]
    """The page's own words: its title, and what stands before a synonym or a lesson."""
    tables: Mapping[str, Said]
    traps: tuple[Trap, ...]
    parts: tuple[Part, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The words, in the order of the page."""
        return tuple(entry for part in self.parts for entry in part.entries)


def read_glossary(path: Path) -> Glossary:
    """Read the glossary; raises ExerciseError where the file is wrong."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        return Glossary(
            path,
            data["page"],
            data["tables"],
            tuple(Trap(**trap) for trap in data["trap"]),
            tuple(
                Part(part["title"], tuple(_entry(**entry) for entry in part["entry"]))
                for part in data["part"]
            ),
        )
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ExerciseError(
            f"found broken TOML ({error}); expected a TOML text", str(path)
        ) from error
    except (KeyError, TypeError) as error:
        raise ExerciseError(
            f"found another entry ({error}); expected what the others have", str(path)
        ) from error


def _entry(
    term: Said,
    meaning: Said,
    lesson: str,
    word: str = "",
    also: Mapping[str, Mapping[str, list[str]]] | None = None,
    avoid: Said | None = None,
) -> Entry:
    others = {
        language: _others(word, language, term[language], (also or {}).get(language, {}))
        for language in LANGUAGES
    }
    return Entry(term, meaning, lesson, others, avoid or {}, word)


def _others(
    word: str, language: str, term: str, also: Mapping[str, list[str]]
) -> dict[str, tuple[str, ...]]:
    """The tables' own words first, in the tables' order; then what is heard elsewhere."""
    said: dict[str, set[str]] = {}
    for name in Rulebook.names():
        own = Rulebook.load(name).words[language].get(word, term)
        if own != term:
            said.setdefault(own, set()).add(name)
    for other, tables in also.items():
        said.setdefault(other, set()).update(tables)
    return {
        other: tuple(name for name in Rulebook.names() if name in tables)
        for other, tables in said.items()
    }


# --- the page -----------------------------------------------------------------------------------


def as_lesson(glossary: Glossary) -> LessonSource:
    """The page as a lesson's source: a cell of prose for the beginning, and for each part."""
    titles = {path.stem: _title(path) for path in sorted(glossary.file.parent.glob("*.md"))}
    name = glossary.file.stem
    cells = zip(*(_cells(glossary, titles, language) for language in LANGUAGES), strict=True)
    prose = [Prose(dict(zip(LANGUAGES, said, strict=True)), 0) for said in cells]
    return LessonSource(name, str(glossary.file), tuple(prose))


def _title(path: Path) -> Said:
    """A lesson's title in each language: its first two headings."""
    found = _HEADING.findall(path.read_text("utf-8"))
    return dict(zip(LANGUAGES, found, strict=False))


def _cells(glossary: Glossary, titles: Mapping[str, Said], language: str) -> Iterator[str]:
    words = {key: said[language] for key, said in glossary.words.items()}
    other = next(one for one in LANGUAGES if one != language)
    places = [part.title[language] for part in glossary.parts]
    doors = [f"[{place}](#{anchor(place)})" for place in (words["traps"], *places)]
    elsewhere = f"[{words['other_page']}](../{other}/{glossary.file.stem}.ipynb)"
    yield f"# {words['title']}\n\n{words['intro']}\n\n{' · '.join(doors)}\n\n{elsewhere}"

    def lesson(name: str) -> str:
        if name not in titles:
            raise ExerciseError(f"found no lesson {name!r}", str(glossary.file))
        return f"{words['lesson']}: [{titles[name][language]}]({name}.ipynb)"

    traps = [
        f"### {trap.title[language]}\n\n{trap.text[language]}\n\n{lesson(trap.lesson)}"
        for trap in glossary.traps
    ]
    yield "\n\n".join([f"## {words['traps']}\n\n{words['traps_intro']}", *traps])
    for part in glossary.parts:
        entries = [
            "\n".join(
                [
                    f"### {entry.term[language]}\n\n{entry.meaning[language]}\n",
                    *_also(glossary, entry, language),
                    f"- {words['other']}: *{entry.term[other]}*",
                    f"- {lesson(entry.lesson)}",
                ]
            )
            for entry in part.entries
        ]
        yield "\n\n".join([f"## {part.title[language]}", *entries])


def _also(glossary: Glossary, entry: Entry, language: str) -> Iterator[str]:
    if said := synonyms(glossary, entry, language):
        yield f"- {glossary.words['also'][language]}: {said}"


def synonyms(glossary: Glossary, entry: Entry, language: str) -> str:
    """What others call it, each with the tables that say so."""
    shown = []
    for other, names in entry.others[language].items():
        tables = ", ".join(glossary.tables[name][language] for name in names)
        shown.append(f"*{other}*" + (f" ({tables})" if tables else ""))
    return "; ".join(shown)


def anchor(heading: str) -> str:
    """The place of a heading on its page, as a link names it after ``#``.

    >>> anchor("Frozen and blocked")
    'Frozen-and-blocked'
    """
    return heading.replace(" ", "-")
