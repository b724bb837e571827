"""Writes docs/glossary.md: the words of the course in one table, for both languages."""

from __future__ import annotations

from pathlib import Path

from canasta_tutor.glossary import Glossary, Said, read_glossary, synonyms
from canasta_tutor.rulebook import LANGUAGES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "notebooks" / "source" / "glossary.toml"
PAGE = ROOT / "docs" / "glossary.md"


def page(glossary: Glossary) -> str:
    """The page: a table for each part, then the words that mislead."""
    lines = [
        "# Glossary · Glosario",
        "",
        "Made by `python -m tools.glossary` from `notebooks/source/glossary.toml`; a test compares it. The course has the same",
        "words as a page, `glossary.ipynb`, in each language. One word for one thing: the first two columns are the words of the",
        "course, the others what else people call it, with the tables whose document says so. A rulebook keeps its own words",
        "in `[words.en]` and `[words.es]`.",
    ]
    for part in glossary.parts:
        lines += [
            "",
            f"## {both(part.title)}",
            "",
            "| English | Español | other words | otras palabras |",
            "|---|---|---|---|",
        ]
        for entry in part.entries:
            others = [synonyms(glossary, entry, language) for language in LANGUAGES]
            lines.append(f"| {' | '.join([*(entry.term[one] for one in LANGUAGES), *others])} |")
    lines += ["", f"## {both(glossary.words['traps'])}", ""]
    for trap in glossary.traps:
        lines += [f"- {trap.text[language]}" for language in LANGUAGES]
    return "\n".join(lines) + "\n"


def both(said: Said) -> str:
    """A heading in both languages; once, where they are the same."""
    return " · ".join(dict.fromkeys(said[language] for language in LANGUAGES))


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(read_glossary(SOURCE)), "utf-8")


if __name__ == "__main__":
    main()
