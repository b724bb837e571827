"""How a quiz is written: a small TOML file, read strictly; every mistake is told with its line."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from canasta_tutor.classroom.areas import read_area
from canasta_tutor.classroom.quiz import KINDS, MODES, OPTIONS, Options, Quiz, Slot, meant_for
from canasta_tutor.errors import CanastaError, ExerciseError, nearest
from canasta_tutor.exercises import load
from canasta_tutor.exercises.exercise import LEVELS
from canasta_tutor.exercises.files import read_file
from canasta_tutor.exercises.generators import GENERATORS, unknown
from canasta_tutor.exercises.source import Source
from canasta_tutor.rulebook import LANGUAGES, Rulebook

Found = TypeVar("Found")

_KEYS: Final = (
    *("title", "rulebook", "rules", "players", "kind", "areas", "levels", "languages", "seed"),
    *("versions", "options", "question", "marks"),
)
_SLOT: Final = ("generator", "level", "seeds", "exercise", "exercises", "points")


def read_quiz(path: Path | str) -> Quiz:
    """Read a quiz file. Raises ExerciseError ``file:line: what was found; what is expected``."""
    return parse_quiz(read_file(Path(path)), str(path))


def parse_quiz(text: str, file: str = "quiz.toml") -> Quiz:
    """Read the text of a quiz file; a rulebook's file is looked for beside it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = _line_in(str(error)) or len(text.splitlines())
        raise ExerciseError(
            f"found broken TOML ({error}); expected a TOML file", file, line
        ) from None
    return _Reader(Source(file, data, {}, text, 0)).quiz()


def _line_in(message: str) -> int:
    """The line that a message of the TOML reader names."""
    words = message.replace(",", " ").split()
    return int(words[words.index("line") + 1]) if "line" in words else 0


def check_versions(names: Sequence[str]) -> None:
    """Versions can be called so: their names stand in the names of files. Raises CanastaError."""
    for name in names:
        plain = name.replace("-", "").replace("_", "")
        if not plain.isalnum() or name.startswith("-") or names.count(name) > 1:
            raise CanastaError(
                f"versions: found {name!r}; expected names of letters and digits, each once"
            )


class _Reader:
    """Reads one file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.data = source.data

    def quiz(self) -> Quiz:
        self.known(self.data, _KEYS)
        versions = self.versions()
        book = self.rulebook()
        areas = self.names("areas", [])
        for area in areas:
            self.ask(partial(read_area, area, book), "areas")
        players = self.whole("players", None, 2)
        if players is not None:
            self.ask(lambda: book.at(players), "players")
        quiz = Quiz(
            title=self.title(),
            rulebook=book,
            slots=self.slots(versions, book),
            versions=versions,
            languages=self.languages(),
            kind=self.one_of("kind", KINDS, self.data.get("kind", KINDS[0])),
            areas=tuple(read_area(area, book) for area in areas),
            levels=self.levels(),
            seed=self.whole("seed", 0, 0) or 0,
            players=players,
            options=self.options(),
            marks=self.marks(versions),
            written=str(self.data.get("rulebook")),
            file=self.source.file,
        )
        self.no_two_alike(quiz)
        return quiz

    # --- the head -------------------------------------------------------------------------------

    def title(self) -> Mapping[str, str]:
        title = self.data.get("title")
        if isinstance(title, str):
            title = dict.fromkeys(LANGUAGES, title)
        if not isinstance(title, dict) or set(title) != set(LANGUAGES):
            raise self.wrong(
                f"title: found {title!r}; expected a text, or one in en and in es", "title"
            )
        return title

    def rulebook(self) -> Rulebook:
        name = self.data.get("rulebook")
        if not isinstance(name, str):
            known = ", ".join(Rulebook.names())
            raise self.wrong(
                f"rulebook: found {name!r}; expected one of {known}, or a file", "rulebook"
            )
        path = Path(self.source.file).parent / name if name.endswith(".toml") else name
        book = self.ask(lambda: Rulebook.load(path), "rulebook")
        rules = self.data.get("rules", {})
        if not isinstance(rules, dict):
            raise self.wrong(f"rules: found {rules!r}; expected a block [rules]", "rules")
        flat = dict(_flat(rules))
        for rule, value in flat.items():
            self.ask(partial(book.with_rules, {rule: value}), "rules", *rule.split("."))
        return self.ask(lambda: book.with_rules(flat), "rules") if flat else book

    def versions(self) -> tuple[str, ...]:
        names = tuple(self.names("versions", ["A"]))
        self.ask(partial(check_versions, names), "versions")
        return names

    def languages(self) -> tuple[str, ...]:
        names = self.names("languages", ["en"])
        for name in names:
            self.one_of("languages", LANGUAGES, name)
        return tuple(names)

    def levels(self) -> tuple[int, ...]:
        levels = self.data.get("levels", list(LEVELS)[:4])
        if (
            not isinstance(levels, list)
            or not levels
            or any(type(level) is not int or level not in LEVELS for level in levels)
        ):
            raise self.wrong(
                f"levels: found {levels!r}; expected a list of numbers from 1 to 5", "levels"
            )
        return tuple(levels)

    def options(self) -> Options:
        given = self.data.get("options", {})
        if not isinstance(given, dict):
            raise self.wrong(f"options: found {given!r}; expected a block [options]", "options")
        self.known(given, OPTIONS, "options")
        minutes = given.get("minutes", 0)
        if type(minutes) is not int or not 0 <= minutes <= 1000:
            raise self.wrong(
                f"options.minutes: found {minutes!r}; expected a whole number, 0 for no limit",
                *("options", "minutes"),
            )
        unsettled = given.get("include_unsettled", False)
        if type(unsettled) is not bool:
            raise self.wrong(
                f"options.include_unsettled: found {unsettled!r}; expected true or false",
                *("options", "include_unsettled"),
            )
        mode = given.get("mode", MODES[0])
        return Options(self.one_of("options.mode", MODES, mode), minutes, unsettled)

    def marks(self, versions: tuple[str, ...]) -> Mapping[str, str]:
        marks = self.data.get("marks", {})
        if not isinstance(marks, dict) or not all(isinstance(one, str) for one in marks.values()):
            raise self.wrong(f"marks: found {marks!r}; expected a block [marks]", "marks")
        self.known(marks, versions, "marks")
        return marks

    # --- the questions --------------------------------------------------------------------------

    def slots(self, versions: tuple[str, ...], book: Rulebook) -> tuple[Slot, ...]:
        blocks = self.data.get("question")
        if (
            not isinstance(blocks, list)
            or not blocks
            or not all(isinstance(one, dict) for one in blocks)
        ):
            raise self.wrong("question: found none; expected blocks [[question]]", "question")
        return tuple(
            self.slot(block, ("question", str(number)), len(versions), book)
            for number, block in enumerate(blocks, 1)
        )

    def slot(
        self, block: dict[str, Any], path: tuple[str, ...], versions: int, book: Rulebook
    ) -> Slot:
        self.known(block, _SLOT, *path)
        points = block.get("points", 1)
        if type(points) is not int or not 1 <= points <= 100:
            raise self.wrong(f"points: found {points!r}; expected 1 to 100", *path, "points")
        ways = [key for key in ("generator", "exercise", "exercises") if key in block]
        if len(ways) != 1:
            raise self.wrong(
                f"found {' and '.join(ways) or 'none of them'}; expected one of generator, exercise, exercises",
                *path,
            )
        if ways == ["generator"]:
            return self.generated(block, path, versions, points)
        names = [block["exercise"]] * versions if "exercise" in block else block["exercises"]
        where = (*path, ways[0])
        self.as_many(names, versions, str, "exercise", *where)
        for name in names:
            exercise = self.ask(partial(load, name), *where)
            if not meant_for(exercise, book):
                raise self.wrong(
                    f"exercise: found {name!r}, which is not asked at {book.base().id}; expected one that is "
                    f"(it is meant for {', '.join(exercise.rulebooks)})",
                    *where,
                )
            if book.house_rules():
                raise self.wrong(
                    f"exercise: found {name!r} beside house rules, which it does not follow; expected a generator",
                    *where,
                )
        return Slot(points, exercises=tuple(names))

    def generated(
        self, block: dict[str, Any], path: tuple[str, ...], versions: int, points: int
    ) -> Slot:
        name, level, seeds = block["generator"], block.get("level"), block.get("seeds")
        if name not in GENERATORS:
            raise self.wrong(unknown(name), *path, "generator")
        levels = GENERATORS[name].levels
        if level not in levels:
            expected = ", ".join(map(str, levels))
            raise self.wrong(
                f"level: found {level!r}; {name} has {expected}, and one of them is expected",
                *path,
                "level",
            )
        self.as_many(seeds, versions, int, "seed", *path, "seeds")
        return Slot(points, name, level, tuple(seeds or ()))

    def as_many(self, found: Any, versions: int, kind: type, what: str, *path: str) -> None:
        if not isinstance(found, list) or not all(type(one) is kind for one in found):
            raise self.wrong(
                f"{path[-1]}: found {found!r}; expected one {what} for each version", *path
            )
        if len(found) != versions:
            raise self.wrong(
                f"{path[-1]}: found {len(found)} for {versions} versions; expected one {what} for each",
                *path,
            )

    def no_two_alike(self, quiz: Quiz) -> None:
        for at, version in enumerate(quiz.versions):
            seen: dict[str, int] = {}
            for number, slot in enumerate(quiz.slots, 1):
                id = slot.id(at)
                if id in seen:
                    raise self.wrong(
                        f"found {id} in version {version} a second time, after question {seen[id]}; "
                        "expected another one",
                        *("question", str(number)),
                    )
                seen[id] = number

    # --- what can be wrong ----------------------------------------------------------------------

    def wrong(self, message: str, *path: str) -> ExerciseError:
        """An error at the line of a key; what is missing is missed at the first line."""
        line = max(1, self.source.line_of(*path))
        return ExerciseError(message.replace("found None", "found none"), self.source.file, line)

    def ask(self, question: Callable[[], Found], *path: str) -> Found:
        """What is wrong with a value, told at the line on which it stands."""
        try:
            return question()
        except CanastaError as error:
            text = str(error)
            named = text.startswith(f"{path[0]}:")
            raise self.wrong(text if named else f"{path[0]}: {text}", *path) from None

    def known(self, found: Iterable[str], known: Iterable[str], *path: str) -> None:
        names = list(known)
        for key in found:
            if key not in names:
                raise self.wrong(
                    f"{key}: found an unknown key; expected one of {', '.join(names)}{nearest(key, names)}",
                    *path,
                    key,
                )

    def one_of(self, key: str, known: Iterable[str], value: Any, *path: str) -> str:
        names = list(known)
        if value not in names:
            guess = nearest(str(value), names)
            raise self.wrong(
                f"{key}: found {value!r}; expected one of {', '.join(names)}{guess}",
                *(path or key.split(".")),
            )
        return str(value)

    def names(self, key: str, default: list[str]) -> list[str]:
        value = self.data.get(key, default)
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.wrong(f"{key}: found {value!r}; expected a list of names in quotes", key)
        if not value and default:
            raise self.wrong(f"{key}: found an empty list; expected at least one name", key)
        return value

    def whole(self, key: str, default: int | None, least: int) -> int | None:
        value = self.data.get(key, default)
        if value is not None and (type(value) is not int or value < least):
            raise self.wrong(f"{key}: found {value!r}; expected a whole number from {least}", key)
        return value


def _flat(rules: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """House rules by their paths, written as ``"a.b" = 1`` or as ``a.b = 1``."""
    for key, value in rules.items():
        if isinstance(value, dict) and "." not in key:
            yield from ((f"{key}.{name}", one) for name, one in value.items())
        else:
            yield key, value
