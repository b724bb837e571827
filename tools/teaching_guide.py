"""Fills in the mistakes of the teacher's guide from the library of misconceptions, in both languages.

    python tools/teaching_guide.py            writes the tables anew
    python tools/teaching_guide.py --check    only says whether they are as the library has them

In ``docs/teaching-guide.*.md`` a line ``<!-- mistakes: id id … -->`` names beliefs; their table stands between it and
``<!-- /mistakes -->``: what is believed, the question to ask, the rule to read.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from canasta_tutor.beliefs.library import library
from canasta_tutor.errors import nearest
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.wording import rule_name

DOCS: Final = Path(__file__).parents[1] / "docs"
HEADS: Final = {
    "en": ("The belief", "The question", "The rule"),
    "es": ("Lo que creen", "La pregunta", "La regla"),
}
_TABLE: Final = re.compile(r"<!-- mistakes: (.*?) -->\n.*?<!-- /mistakes -->", re.S)


def guide(language: str) -> Path:
    """The guide in this language."""
    return DOCS / f"teaching-guide.{language}.md"


def table(ids: str, language: str) -> str:
    """The rows for these beliefs. Raises SystemExit for one that the library does not know."""
    rows = [HEADS[language], ("---",) * len(HEADS[language])]
    for id in ids.split():
        belief = library().get(id)
        if belief is None:
            raise SystemExit(
                f"mistakes: found {id!r}; expected a belief of the library{nearest(id, list(library()))}"
            )
        said = (belief.text("belief", language), belief.text("say", language))
        rows.append((*said, f"**{rule_name(belief.rule, language)}**"))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def filled(text: str, language: str) -> str:
    """The guide's text with every table as the library has it now."""

    def fill(found: re.Match[str]) -> str:
        ids = found[1]
        return f"<!-- mistakes: {ids} -->\n{table(ids, language)}\n<!-- /mistakes -->"

    return _TABLE.sub(fill, text)


def main(arguments: list[str] | None = None) -> int:
    """Write both guides, or say which one is not as the library has it."""
    check = "--check" in (sys.argv[1:] if arguments is None else arguments)
    old = []
    for language in LANGUAGES:
        file = guide(language)
        text = file.read_text("utf-8")
        if filled(text, language) != text:
            old.append(file.name)
            if not check:
                file.write_text(filled(text, language), "utf-8")
    if check and old:
        print(
            f"{', '.join(old)}: not as the library has it; python tools/teaching_guide.py writes it"
        )
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main())
