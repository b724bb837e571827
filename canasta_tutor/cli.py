"""The command ``canasta-tutor``: open the course, run cases, set quizzes, print rules, compare two rulebooks."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from canasta_tutor import classroom_commands
from canasta_tutor.command_line import PROGRAM, Parser, add_task, language_named, opens
from canasta_tutor.completion import SHELLS
from canasta_tutor.course import open_course, system_language
from canasta_tutor.error_words import error_text
from canasta_tutor.errors import CanastaError

EXERCISE_KINDS: Final = (
    *("ruling", "choice", "panel", "number", "cards", "lay-down", "sheet", "order", "discard"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; the result is the exit code.

    0: done. 1: done, and something was found wrong. 2: it could not be done, and a sentence says why.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without ♠ shows ? instead of failing
    language = system_language(os.environ)
    try:
        asked = _parser(language).parse_args(_with_command(given))
        if isinstance(spoken := getattr(asked, "language", None), str):
            language = spoken
        return _dispatch(asked, language)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        return 0
    except (CanastaError, OSError) as error:
        print(f"{PROGRAM}: {error_text(error, language)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _with_command(given: list[str]) -> list[str]:
    """The arguments with their command: ``course`` where none is named."""
    whole = {"-h", "--help", "--version"}
    if not given or (given[0].startswith("-") and given[0] not in whole):
        return ["course", *given]
    return given


def _dispatch(asked: argparse.Namespace, language: str) -> int:
    """Run one command; each imports only what it needs, so that every one starts fast."""
    if asked.command == "course":
        return open_course(
            language, port=asked.port, browser=not asked.no_browser, fresh=asked.fresh
        )
    if asked.command == "cases":
        from canasta_tutor import cases

        return cases.run(asked.paths, language)

    if asked.command == "completion":
        from canasta_tutor import completion

        print(completion.script(_parser(language), asked.shell, _words()), end="")
        return 0

    if asked.command == "exercises":
        return _exercises(asked, language)

    if asked.command == "grade":
        from canasta_tutor.classroom import grade_command

        return grade_command.run(asked.folders, asked.quiz, asked.out, language, asked.delimiter)

    if asked.command == "quiz":
        return classroom_commands.run(asked, language)

    from canasta_tutor.booklet import booklet, differences_table
    from canasta_tutor.rulebook import Rulebook

    if asked.command == "rules":
        print(booklet(Rulebook.load(asked.rulebook), language))
    else:
        first, second = Rulebook.load(asked.first), Rulebook.load(asked.second)
        print(differences_table(first, second, language))
    return 0


def _exercises(asked: argparse.Namespace, language: str) -> int:
    """Check exercise files, begin a new one, or look at one."""
    if asked.task == "check":
        from canasta_tutor.exercises import check

        return check.run(asked.paths, language)
    if asked.task == "new":
        from canasta_tutor.exercises import templates

        templates.write(asked.file, asked.kind)
        print(asked.file)
        return 0
    from canasta_tutor import preview

    browser = not asked.no_browser
    return preview.run(asked.file, language, text=asked.text, port=asked.port, browser=browser)


def _words() -> Mapping[str, str]:
    """What may follow an option, or be worked on, by its name: for the Tab key."""
    from canasta_tutor.rulebook import LANGUAGES, Rulebook
    from canasta_tutor.rules import AREAS

    rulebooks = dict.fromkeys(("--rulebook", "rulebook", "first"), " ".join(Rulebook.names()))
    return rulebooks | {
        "--areas": " ".join(AREAS),
        "--format": " ".join(classroom_commands.FORMATS),
        "--language": " ".join(LANGUAGES),
        "--kind": " ".join(EXERCISE_KINDS),
    }


def _parser(language: str) -> Parser:
    """The command line's grammar, explained in this language: what a learner wants first, then a teacher."""
    parser = Parser(language=language)
    told = parser.words["options"]
    parser.add_argument("--version", action=_Version, nargs=0, help=told["version"])
    commands = parser.add_tasks("command")

    def command(name: str, speaks: bool = True) -> Parser:
        known = add_task(commands, parser, name)
        if speaks:
            _in_language(known)
        return known

    opens(command("course")).add_argument("--fresh", action="store_true", help=told["fresh"])

    rules = command("rules")
    rules.add_argument(
        "rulebook", nargs="?", default="classic", metavar="RULEBOOK", help=told["rulebook_classic"]
    )

    differences = command("differences")
    differences.add_argument("first", metavar="RULEBOOK", help=told["rulebook"])
    differences.add_argument("second", metavar="RULEBOOK", help=told["rulebook"])

    classroom_commands.add(commands, parser)

    grade = command("grade")
    grade.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help=told["folders"])
    grade.add_argument("--quiz", type=Path, required=True, metavar="FILE", help=told["quiz"])
    grade.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FOLDER", help=told["marks"]
    )
    grade.add_argument("--delimiter", default="", metavar="SIGN", help=told["delimiter"])

    _add_exercises(command("exercises", speaks=False))

    cases = command("cases")
    cases.add_argument("paths", nargs="+", metavar="PATH", help=told["paths"])

    completion = command("completion", speaks=False)
    completion.add_argument("shell", choices=SHELLS, metavar="SHELL", help=told["shell"])
    return parser


def _add_exercises(exercises: Parser) -> None:
    """Add what can be done with exercise files."""
    told = exercises.words["options"]
    tasks = exercises.add_tasks("task")

    new = add_task(tasks, exercises, "new")
    new.add_argument("file", type=Path, metavar="FILE", help=told["exercise"])
    kinds = told["kind"].format(kinds=", ".join(EXERCISE_KINDS))
    new.add_argument("--kind", default="ruling", metavar="KIND", help=kinds)

    preview = add_task(tasks, exercises, "preview")
    preview.add_argument("file", type=Path, metavar="FILE", help=told["exercise"])
    preview.add_argument("--text", action="store_true", help=told["text"])
    opens(_in_language(preview))

    check = _in_language(add_task(tasks, exercises, "check"))
    check.add_argument("paths", nargs="+", metavar="PATH", help=told["paths"])


def _in_language(known: Parser) -> Parser:
    """Let a command be asked to speak another language than the system's."""
    known.add_argument(
        "--language",
        type=language_named,
        default=known.language,
        metavar="LANGUAGE",
        help=known.words["options"]["language"],
    )
    return known


class _Version(argparse.Action):
    """Prints the version; it is looked up only then, because that takes time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"canasta-tutor {version('canasta-tutor')}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
