"""The command ``canasta-tutor``: open the course, run cases, set quizzes, print rules, compare two rulebooks."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from canasta_tutor import classroom_commands
from canasta_tutor.completion import SHELLS
from canasta_tutor.course import PORT, open_course, system_language
from canasta_tutor.errors import CanastaError

_TEXTS: Final = {
    "en": {
        "about": "A course in the card game Canasta. Without a command: course.",
        "course": "open the course in JupyterLab",
        "language": "es or en; otherwise the system's",
        "port": f"the first port to try ({PORT}; one in use gives way to the next)",
        "no_browser": "only print the address",
        "fresh": "put your copy of the lessons aside and make a new one",
        "cases": "run cases (Markdown files) and report every disagreement as file:line",
        "paths": "a file or a folder",
        "exercises": "work with exercise files",
        "check": "check exercise files: keys computed anew, both languages in step",
        "new": "write a new exercise file to begin with; nothing is overwritten",
        "kind": "what kind of exercise; ruling if nothing is said",
        "preview": "open one exercise in JupyterLab, or print it",
        "text": "print it, with its answers, reasons and hints",
        "file": "a Markdown file",
        "grade": "grade what a class has handed in; again after a correction",
        "grade_examples": """examples:
  canasta-tutor grade hand-ins --quiz scores.toml -o marks
  canasta-tutor grade group-a group-b --quiz scores.toml -o marks --language es --delimiter ";\"""",
        "folders": "folders of hand-ins, or single files",
        "quiz_file": "the file of the quiz",
        "out": "the folder for marks and report",
        "delimiter": "what parts the columns of the table for spreadsheets",
        "rules": "print a rulebook as a booklet",
        "rulebook": "a rulebook's name, or a TOML file of your table's own",
        "differences": "print how two rulebooks differ",
        "completion": "print what lets the Tab key complete this command, for bash or zsh",
        "version": "print the version",
        "help": "print this help",
    },
    "es": {
        "about": "Un curso del juego de cartas Canasta. Sin orden alguna: course.",
        "course": "abre el curso en JupyterLab",
        "language": "es o en; si no se dice, el del sistema",
        "port": f"el primer puerto que se prueba ({PORT}; si está ocupado, el siguiente)",
        "no_browser": "solo escribe la dirección",
        "fresh": "guarda aparte tu copia de las lecciones y haz una nueva",
        "cases": "comprueba casos (archivos Markdown) y señala cada desacuerdo con archivo:línea",
        "paths": "un archivo o una carpeta",
        "exercises": "trabaja con archivos de ejercicios",
        "check": "comprueba ejercicios: claves calculadas de nuevo, los dos idiomas a la par",
        "new": "escribe un archivo de ejercicio para empezar; nunca pisa uno que exista",
        "kind": "la clase de ejercicio; si no se dice, ruling",
        "preview": "abre un ejercicio en JupyterLab, o lo escribe",
        "text": "lo escribe, con sus respuestas, motivos y pistas",
        "file": "un archivo Markdown",
        "grade": "corrige lo que ha entregado una clase; otra vez tras una enmienda",
        "grade_examples": """ejemplos:
  canasta-tutor grade entregas --quiz puntos.toml -o notas
  canasta-tutor grade grupo-a grupo-b --quiz puntos.toml -o notas --language es --delimiter ";\"""",
        "folders": "carpetas de entregas, o archivos sueltos",
        "quiz_file": "el archivo del cuestionario",
        "out": "la carpeta para las notas y el informe",
        "delimiter": "lo que separa las columnas de la tabla para hojas de cálculo",
        "rules": "escribe un reglamento como folleto",
        "rulebook": "el nombre de un reglamento, o un archivo TOML de tu propia mesa",
        "differences": "escribe en qué difieren dos reglamentos",
        "completion": "escribe lo que permite completar esta orden con el tabulador, para bash o zsh",
        "version": "escribe la versión",
        "help": "escribe esta ayuda",
    },
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; the result is the exit code.

    0: done. 1: done, and something was found wrong. 2: it could not be done, and a sentence says why.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without ♠ shows ? instead of failing
    try:
        return _dispatch(_parser(system_language(os.environ)).parse_args(_with_command(given)))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        return 0
    except (CanastaError, OSError) as error:
        print(f"canasta-tutor: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _with_command(given: list[str]) -> list[str]:
    """The arguments with their command: ``course`` where none is named."""
    whole = {"-h", "--help", "--version"}
    if not given or (given[0].startswith("-") and given[0] not in whole):
        return ["course", *given]
    return given


def _dispatch(asked: argparse.Namespace) -> int:
    """Run one command; each imports only what it needs, so that every one starts fast."""
    if asked.command == "course":
        return open_course(
            asked.language, port=asked.port, browser=not asked.no_browser, fresh=asked.fresh
        )
    if asked.command == "cases":
        from canasta_tutor import cases

        return cases.run(asked.paths)

    if asked.command == "completion":
        from canasta_tutor import completion

        parser = _parser(system_language(os.environ))
        print(completion.script(parser, asked.shell, classroom_commands.words()), end="")
        return 0

    if asked.command == "exercises":
        return _exercises(asked)

    if asked.command == "grade":
        from canasta_tutor.classroom import grade_command

        return grade_command.run(
            asked.folders, asked.quiz, asked.out, asked.language, asked.delimiter
        )

    if asked.command == "quiz":
        return classroom_commands.run(asked)

    from canasta_tutor.booklet import booklet, differences_table
    from canasta_tutor.rulebook import Rulebook

    if asked.command == "rules":
        print(booklet(Rulebook.load(asked.rulebook), asked.language))
    else:
        first, second = Rulebook.load(asked.first), Rulebook.load(asked.second)
        print(differences_table(first, second, asked.language))
    return 0


def _exercises(asked: argparse.Namespace) -> int:
    """Check exercise files, begin a new one, or look at one."""
    if asked.task == "check":
        from canasta_tutor.exercises import check

        return check.run(asked.paths)
    if asked.task == "new":
        from canasta_tutor.exercises import templates

        templates.write(asked.file, asked.kind)
        print(asked.file)
        return 0
    from canasta_tutor import preview

    browser = not asked.no_browser
    return preview.run(
        asked.file, asked.language, text=asked.text, port=asked.port, browser=browser
    )


def _parser(language: str) -> argparse.ArgumentParser:
    """The command line's grammar, explained in this language."""
    texts = _TEXTS[language]
    parser = argparse.ArgumentParser("canasta-tutor", description=texts["about"], add_help=False)
    parser.add_argument("-h", "--help", action="help", help=texts["help"])
    parser.add_argument("--version", action=_Version, nargs=0, help=texts["version"])
    commands = parser.add_subparsers(
        dest="command", metavar="course|cases|exercises|quiz|grade|rules|differences|completion"
    )

    def command(name: str) -> argparse.ArgumentParser:
        known = commands.add_parser(name, help=texts[name], description=texts[name], add_help=False)
        known.add_argument("-h", "--help", action="help", help=texts["help"])
        return known

    def in_language(known: argparse.ArgumentParser) -> None:
        known.add_argument(
            "--language",
            type=classroom_commands.language_named,
            default=language,
            help=texts["language"],
        )

    course = command("course")
    in_language(course)
    course.add_argument("--port", type=_port, default=PORT, metavar="N", help=texts["port"])
    course.add_argument("--no-browser", action="store_true", help=texts["no_browser"])
    course.add_argument("--fresh", action="store_true", help=texts["fresh"])

    cases = command("cases")
    cases.add_argument("paths", nargs="+", metavar="PATH", help=texts["paths"])

    exercises = command("exercises").add_subparsers(
        dest="task", metavar="check|new|preview", required=True
    )
    check = exercises.add_parser("check", help=texts["check"], description=texts["check"])
    check.add_argument("paths", nargs="+", metavar="PATH", help=texts["paths"])
    new = exercises.add_parser("new", help=texts["new"], description=texts["new"])
    new.add_argument("file", type=Path, metavar="FILE", help=texts["file"])
    new.add_argument("--kind", default="ruling", metavar="KIND", help=texts["kind"])
    preview = exercises.add_parser("preview", help=texts["preview"], description=texts["preview"])
    preview.add_argument("file", type=Path, metavar="FILE", help=texts["file"])
    in_language(preview)
    preview.add_argument("--text", action="store_true", help=texts["text"])
    preview.add_argument("--port", type=_port, default=PORT, metavar="N", help=texts["port"])
    preview.add_argument("--no-browser", action="store_true", help=texts["no_browser"])

    grade = command("grade")
    grade.epilog = texts["grade_examples"]
    grade.formatter_class = argparse.RawDescriptionHelpFormatter
    grade.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help=texts["folders"])
    grade.add_argument("--quiz", type=Path, required=True, metavar="FILE", help=texts["quiz_file"])
    grade.add_argument("-o", "--out", type=Path, required=True, metavar="FOLDER", help=texts["out"])
    grade.add_argument("--delimiter", default="", metavar=";", help=texts["delimiter"])
    in_language(grade)

    classroom_commands.add(commands, language)

    rules = command("rules")
    rules.add_argument("rulebook", nargs="?", default="classic", help=texts["rulebook"])
    in_language(rules)

    completion = command("completion")
    completion.add_argument("shell", choices=SHELLS, metavar="|".join(SHELLS))

    differences = command("differences")
    differences.add_argument("first", metavar="A", help=texts["rulebook"])
    differences.add_argument("second", metavar="B", help=texts["rulebook"])
    in_language(differences)
    return parser


def _port(text: str) -> int:
    """The port that ``text`` names."""
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a number from 1 to 65535")
    return int(text)


class _Version(argparse.Action):
    """Prints the version; it is looked up only then, because that takes time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"canasta-tutor {version('canasta-tutor')}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
