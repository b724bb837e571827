"""What quiz is wished for, as somebody says it on the command line: checked like the head of a file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from canasta_tutor.catalogue import fill, texts
from canasta_tutor.classroom.areas import read_area
from canasta_tutor.classroom.quiz import Options, Quiz
from canasta_tutor.classroom.quiz_files import check_versions
from canasta_tutor.classroom.quiz_writing import beside
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.exercise import LEVELS
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.wording import area_name, rule_name, rulebook_name


def wish(
    *,
    file: Path,
    rulebook: str,
    rules: Sequence[str],
    players: int | None,
    kind: str,
    areas: Sequence[str],
    levels: Sequence[int],
    questions: int,
    languages: Sequence[str],
    seed: int,
    versions: Sequence[str],
    title: str | None,
    mode: str,
    minutes: int,
    include_unsettled: bool,
) -> Quiz:
    """A quiz without questions. Raises CanastaError ``where: what was found; what is expected``."""
    own = rulebook.endswith(".toml")
    book = Rulebook.load(Path(rulebook) if own else rulebook)
    changes = dict(map(_house_rule, rules))
    if changes and own:
        raise CanastaError(
            f"--rule: found {', '.join(changes)} beside the file {rulebook}; expected house rules in the file"
        )
    book = book.with_rules(changes) if changes else book
    for key, found, least, most in (
        ("questions", questions, 1, 200),
        ("versions", len(versions), 1, 500),
        ("minutes", minutes, 0, 1000),
        ("seed", seed, 0, 10**9),
    ):
        if not least <= found <= most:
            raise CanastaError(f"{key}: found {found}; expected {least} to {most}")
    check_versions(versions)
    for level in levels:
        if level not in LEVELS:
            raise CanastaError(f"level: found {level}; expected 1 to 5")
    if players is not None:
        book.at(players)
    known = tuple(dict.fromkeys(read_area(area, book) for area in areas))
    names = {one: title or _title(book, kind, known, one) for one in LANGUAGES}
    return Quiz(
        title=names,
        rulebook=book,
        slots=(),
        versions=tuple(versions),
        languages=tuple(dict.fromkeys(languages)),
        kind=kind,
        areas=known,
        levels=tuple(sorted(set(levels))),
        seed=seed,
        players=players,
        options=Options(mode, minutes, include_unsettled),
        written=beside(file, Path(rulebook)) if own else rulebook,
        file=str(file),
    )


def _house_rule(text: str) -> tuple[str, Any]:
    """``going_out.canastas=2``: a path and a value as a rulebook writes it; a bare word needs no quotes."""
    rule, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value:
        raise CanastaError(f"--rule: found {text!r}; expected such as going_out.canastas=2")
    try:
        return rule, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return rule, value


def _title(book: Rulebook, kind: str, areas: Sequence[str], language: str) -> str:
    """What a quiz is called that was given no name: what it is about, and at which table."""
    words: Mapping[str, Any] = texts(language)["classroom"]
    about = " · ".join(_name(area, language) for area in areas) or words[f"title_{kind}"]
    return fill(words["title"], language, {"about": about, "table": rulebook_name(book, language)})


def _name(area: str, language: str) -> str:
    known = texts(language)["areas"]
    if area in known:
        return area_name(area, language)
    return rule_name(area, language) if "." in area else area
