"""An exercise: its facts checked, its two languages in step, ready to be asked at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from canasta_tutor.errors import CanastaError, ExerciseError, nearest
from canasta_tutor.exercises.files import read_file, read_source
from canasta_tutor.exercises.source import Half, Source
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.rules import RULES

if TYPE_CHECKING:
    from canasta_tutor.exercises.questions import Question

LEVELS: Final = range(1, 6)
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "ruling": ("move", "legal", "rule"),
    "choice": ("correct", "pick"),
    "panel": ("states",),
    "number": ("number", "is"),
    "cards": ("from", "each", "together", "count", "fewest", "is"),
    "lay-down": ("goal", "example", "thought_of", "with", "fewest", "most"),
    "sheet": ("sides", "total"),
    "order": ("by", "order"),
    "discard": ("good", "is"),
}
"""The kinds of exercise, and what ``[answer]`` may hold in each."""

BAIT: Final[Mapping[str, type]] = {
    "froze": str,
    "thawed": bool,
    "drew_last": str,
    "own_melds": str,
}
"""Facts that decide nothing by the rules, but for somebody who believes so: docs/exercises.md says what each is."""

_HEAD: Final = (
    *("kind", "rulebook", "players", "rules", "teaches", "level"),
    *("position", "setup", "bait", "options", "answer"),
)


@dataclass(frozen=True)
class Exercise:
    """One exercise. ``at`` asks it at a table."""

    id: str
    source: Source
    kind: str
    rulebooks: tuple[str, ...]
    teaches: tuple[str, ...]
    level: int

    @property
    def file(self) -> str:
        """Where it is written."""
        return self.source.file

    @property
    def generated(self) -> bool:
        """Whether it was made from a seed; otherwise somebody wrote it."""
        return self.id.startswith("generated/")

    @property
    def answer(self) -> Mapping[str, Any]:
        """What is asked: the block ``[answer]``."""
        return self.source.data.get("answer", {})  # type: ignore[no-any-return]  # checked when it was read

    @property
    def options(self) -> Mapping[str, Any]:
        """What the engine is asked about the options: the block ``[options]``."""
        return self.source.data.get("options", {})  # type: ignore[no-any-return]  # checked likewise

    def half(self, language: str) -> Half:
        """The prose in a language."""
        if language not in self.source.halves:
            known = ", ".join(LANGUAGES)
            raise CanastaError(
                f"language: found {language!r}; expected one of {known}{nearest(str(language), LANGUAGES)}"
            )
        return self.source.halves[language]

    def at(self, rulebook: Rulebook | str | None = None) -> Question:
        """The exercise as a question at a table: this one if it is meant for it, else its own first."""
        from canasta_tutor.exercises.kinds import ask

        name = rulebook.base().id if isinstance(rulebook, Rulebook) else rulebook
        return ask(self, name if name in self.rulebooks else self.rulebooks[0])

    def __repr__(self) -> str:
        return f"Exercise({self.id}, {self.kind}, level {self.level})"


def read_exercise(path: Path, id: str = "") -> Exercise:
    """Read an exercise file. Raises ExerciseError ``file:line: what was found; what is expected``."""
    return parse_exercise(read_file(path), str(path), id or path.stem)


def parse_exercise(text: str, file: str, id: str) -> Exercise:
    """Read the text of an exercise file."""
    source = read_source(text, file)
    data = source.data
    _known(source, data, _HEAD)
    kind = str(data.get("kind"))
    if kind not in KINDS:
        guess = nearest(kind, KINDS)
        raise source.wrong(
            f"kind: found {kind!r}; expected one of {', '.join(KINDS)}{guess}", "kind"
        )
    level = data.get("level")
    if type(level) is not int or level not in LEVELS:
        raise source.wrong(f"level: found {level!r}; expected a whole number from 1 to 5", "level")
    for block in ("answer", "options", "bait"):
        if not isinstance(data.get(block, {}), Mapping):
            raise source.wrong(f"{block}: found {data[block]!r}; expected a block [{block}]", block)
    check_bait(source, data.get("bait", {}), "bait")
    if "answer" not in data and kind not in ("choice", "panel"):
        raise source.wrong("answer: found none; expected a block [answer]")
    _known(source, data.get("answer", {}), KINDS[kind], "answer")
    for half in source.halves.values():
        if half.answers and kind != "panel":
            raise source.wrong_at("found named answers; expected them in a panel", half.line)
    check_in_step(source)
    return Exercise(id, source, kind, _rulebooks(source), _teaches(source), level)


def check_bait(source: Source, bait: Any, *path: str) -> None:
    """These facts are known ones, each with a value of its kind. Raises ExerciseError."""
    name = ".".join(path)
    if not isinstance(bait, Mapping):
        raise source.wrong(f'{name}: found {bait!r}; expected such as {{ froze = "us" }}', *path)
    _known(source, bait, BAIT, *path)
    for key, value in bait.items():
        if type(value) is not BAIT[key]:
            expected = "true or false" if BAIT[key] is bool else "a text in quotes"
            raise source.wrong(f"{name}.{key}: found {value!r}; expected {expected}", *path, key)


def _known(source: Source, found: Iterable[str], known: Iterable[str], *path: str) -> None:
    for key in found:
        if key not in known:
            name = ".".join((*path, key))
            raise source.wrong(
                f"{name}: found an unknown key; expected one of {', '.join(known)}{nearest(key, known)}",
                *path,
                key,
            )


def _names(source: Source, key: str, default: Any) -> tuple[str, ...]:
    value = source.data.get(key, default)
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise source.wrong(f"{key}: found {value!r}; expected one or more names in quotes", key)
    return tuple(names)


def _rulebooks(source: Source) -> tuple[str, ...]:
    names = _names(source, "rulebook", "classic")
    for name in names:
        try:
            Rulebook.load(name)
        except CanastaError as error:
            raise source.wrong(f"rulebook: {error}", "rulebook") from None
    return names


def _teaches(source: Source) -> tuple[str, ...]:
    rules = _names(source, "teaches", None)
    for rule in rules:
        if rule not in RULES:
            raise source.wrong(
                f"teaches: found {rule!r}; expected paths of rules{nearest(rule, RULES)}", "teaches"
            )
    return rules


# --- two languages in step ----------------------------------------------------------------------


def check_in_step(source: Source) -> None:
    """Both halves have the same headings, the same cards, the same numbers and the same facts."""
    first, *others = LANGUAGES
    model = list(source.halves[first].sections())
    for language in others:
        half = source.halves[language]
        sections = list(half.sections())
        _same_headings(source, [name for name, _ in model], sections, half, (first, language))
        for (name, a), (_, b) in zip(model, sections, strict=True):
            for what in ("cards", "numbers", "facts"):
                theirs, ours = getattr(a, what), getattr(b, what)
                if theirs != ours:
                    raise source.wrong_at(
                        f"{language}, {name}: found the {what} {_shown(ours)}; expected {_shown(theirs)} "
                        f"as in {first} (line {a.line})",
                        b.line,
                    )
            if bool(a) != bool(b) and not name.startswith("option"):
                missing = language if a else first
                raise source.wrong_at(
                    f"{missing}, {name}: found no text; expected one as in the other language",
                    b.line if a else a.line,
                )


def _same_headings(
    source: Source,
    wanted: list[str],
    sections: list[tuple[str, Any]],
    half: Half,
    languages: tuple[str, str],
) -> None:
    found = [name for name, _ in sections]
    if found == wanted:
        return
    for name in found:
        if name not in wanted:
            line = dict(sections)[name].line
            raise source.wrong_at(
                f"{languages[1]}: found {name}, which {languages[0]} does not have; expected the same headings"
                f"{nearest(name, wanted)}",
                line,
            )
    for name in wanted:
        if name not in found:
            raise source.wrong_at(
                f"{languages[1]}: found no {name}; expected the same headings as in {languages[0]}",
                half.line,
            )
    raise source.wrong_at(
        f"{languages[1]}: found the headings in another order than in {languages[0]}; expected the same",
        half.line,
    )


def _shown(values: list[Any]) -> str:
    return " ".join(map(str, values)) or "none"


__all__ = ["KINDS", "Exercise", "ExerciseError", "check_in_step", "parse_exercise", "read_exercise"]
