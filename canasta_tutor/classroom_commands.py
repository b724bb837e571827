"""The commands of the classroom: ``canasta-tutor quiz new | show | check | export | open``.

What they do is imported only when it is asked for, so that every other command starts as fast as before.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any, Final

from canasta_tutor.command_line import Parser, add_task, language_named, one_of, opens, whole_number

NOTEBOOKS: Final = ("notebook", "nbgrader")
FORMATS: Final = ("html", "pdf", *NOTEBOOKS, "moodle", "gift", "jupyterquiz", "csv")
QUIZ_KINDS: Final = ("mixed", "scoring")


def add(commands: Any, parser: Parser) -> None:
    """Add ``quiz`` and what it can do to the command line."""
    quiz = add_task(commands, parser, "quiz")
    told = quiz.words["options"]
    tasks = quiz.add_tasks("task")
    _new(add_task(tasks, quiz, "new"))

    show = add_task(tasks, quiz, "show")
    show.add_argument("file", type=Path, metavar="FILE", help=told["quiz_files"])
    show.add_argument("--version", metavar="VERSION", help=told["one_version"])
    show.add_argument(
        "--language", type=language_named, metavar="LANGUAGE", help=told["quiz_language"]
    )

    check = add_task(tasks, quiz, "check")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help=told["quiz_files"])

    export = add_task(tasks, quiz, "export")
    export.add_argument("file", type=Path, metavar="FILE", help=told["quiz_files"])
    export.add_argument(
        "--format",
        nargs="+",
        type=partial(one_of, FORMATS),
        default=["html"],
        metavar="FORMAT",
        help=told["format"].format(formats=", ".join(FORMATS)),
    )
    export.add_argument(
        "--version", nargs="+", default=[], metavar="VERSION", help=told["some_versions"]
    )
    export.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FOLDER", help=told["folder"]
    )

    page = add_task(tasks, quiz, "open")
    page.add_argument("page", type=Path, metavar="FILE", help=told["quiz_page"])
    opens(page)


def _new(new: Parser) -> None:
    told = new.words["options"]
    levels = ", ".join(f"{number} {name}" for number, name in new.words["levels"].items())
    new.add_argument(
        "--rulebook", default="classic", metavar="RULEBOOK", help=told["rulebook_classic"]
    )
    new.add_argument("--rule", action="append", default=[], metavar="RULE", help=told["rule"])
    new.add_argument("--players", type=whole_number, metavar="N", help=told["players"])
    new.add_argument(
        "--kind", default="mixed", choices=QUIZ_KINDS, metavar="KIND", help=told["quiz_kind"]
    )
    new.add_argument("--areas", nargs="+", default=[], metavar="AREA", help=told["areas"])
    new.add_argument(
        "--level",
        nargs="+",
        type=whole_number,
        default=[1, 2, 3, 4],
        metavar="N",
        help=told["level"].format(levels=levels),
    )
    new.add_argument(
        "--questions", type=whole_number, default=10, metavar="N", help=told["questions"]
    )
    new.add_argument(
        "--language",
        nargs="+",
        type=language_named,
        default=[new.language],
        metavar="LANGUAGE",
        help=told["languages"],
    )
    new.add_argument("--seed", type=whole_number, default=1, metavar="N", help=told["seed"])
    new.add_argument("--versions", nargs="+", default=["1"], metavar="N", help=told["versions"])
    new.add_argument("--title", metavar="TEXT", help=told["title"])
    new.add_argument("--minutes", type=whole_number, default=0, metavar="N", help=told["minutes"])
    new.add_argument("--exam", action="store_true", help=told["exam"])
    new.add_argument("--include-unsettled", action="store_true", help=told["unsettled"])
    new.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=told["output"]
    )


def run(asked: argparse.Namespace, language: str) -> int:
    """Do what ``quiz`` was asked for, and say it in this language; the result is the exit code."""
    from canasta_tutor.classroom import quiz_command

    return quiz_command.run(asked, language)
