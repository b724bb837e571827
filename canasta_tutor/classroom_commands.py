"""The commands of the classroom: ``canasta-tutor quiz new | show | check | export``.

What they do is imported only when it is asked for, so that every other command starts as fast as before.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from canasta_tutor.errors import nearest
from canasta_tutor.rulebook import LANGUAGES

NOTEBOOKS: Final = ("notebook", "nbgrader")
FORMATS: Final = ("html", "pdf", *NOTEBOOKS, "moodle", "gift", "jupyterquiz", "csv")
_KINDS: Final = ("mixed", "scoring")

TEXTS: Final = {
    "en": {
        "quiz": "set quizzes: choose questions, print them, export them",
        "new": "choose the questions of a quiz and write them to a file",
        "new_examples": """examples:
  canasta-tutor quiz new --kind scoring --questions 10 --versions 4 -o scores.toml
  canasta-tutor quiz new --rulebook club --areas pile going_out --level 2 3 -o club.toml
  canasta-tutor quiz new --areas "The pile" --language en es --minutes 40 --exam -o pile.toml""",
        "show": "print a version with its answers, hints and reasons",
        "show_examples": "example:\n  canasta-tutor quiz show scores.toml --version B",
        "check": "check quiz files: every question of every version is asked anew",
        "check_examples": "example:\n  canasta-tutor quiz check scores.toml",
        "export": "print a quiz, make notebooks of it, or export it for a learning platform",
        "export_examples": """examples:
  canasta-tutor quiz export scores.toml --format pdf -o printed
  canasta-tutor quiz export scores.toml --format notebook -o for-the-class
  canasta-tutor quiz export scores.toml --format moodle gift csv -o for-the-platform""",
        "rulebook": "a rulebook's name, or a TOML file of your table's own (classic)",
        "rule": "a house rule, such as going_out.canastas=2; may be given more than once",
        "players": "number of players, where it is not four",
        "kind": "mixed, or scoring: whole sheets, single lines, faults, minimums",
        "areas": "what it is about: parts of the rulebook or single rules; all, if nothing is said",
        "level": "one or more levels: 1 see, 2 apply, 3 combine, 4 switch tables, 5 judge (1 2 3 4)",
        "questions": "how many questions each version has (10)",
        "language": "en, es or both; otherwise the system's",
        "seed": "a number: the same number gives the same quiz (1)",
        "versions": "how many versions, or their names (1)",
        "title": "what stands at the top",
        "minutes": "how long it may take",
        "exam": "nothing is judged before it is handed in",
        "unsettled": "also ask what the rules of the table leave open",
        "output": "the file to write; one that is there is not overwritten",
        "file": "a quiz file",
        "version": "a version (the first)",
        "some": "only these versions; all, if nothing is said",
        "format": f"one or more of {', '.join(FORMATS)}",
        "folder": "the folder to write to",
        "help": "print this help",
        "made": "{file}: {questions} questions, {versions} versions, {points} points",
        "left": "left out, because the rules of the table leave it open: {names}",
        "next": "look at it:  canasta-tutor quiz show {file}\nprint it:    canasta-tutor quiz export {file} --format html -o {folder}",
        "checked": "{file}: {questions} questions, {versions} versions, {points} points; no fault",
        "wrote": "{file}",
        "not_there": "left out of {format}: {names}",
        "working": "{done} of {all}",
        "there": "found a file there; expected a new name, so that nothing is overwritten",
    },
    "es": {
        "quiz": "prepara cuestionarios: elige preguntas, imprímelas, expórtalas",
        "new": "elige las preguntas de un cuestionario y las escribe en un archivo",
        "new_examples": """ejemplos:
  canasta-tutor quiz new --kind scoring --questions 10 --versions 4 -o puntos.toml
  canasta-tutor quiz new --rulebook club --areas pile going_out --level 2 3 -o pena.toml
  canasta-tutor quiz new --areas "El pozo" --language es en --minutes 40 --exam -o pozo.toml""",
        "show": "escribe una versión con sus respuestas, pistas y motivos",
        "show_examples": "ejemplo:\n  canasta-tutor quiz show puntos.toml --version B",
        "check": "comprueba cuestionarios: se hace de nuevo cada pregunta de cada versión",
        "check_examples": "ejemplo:\n  canasta-tutor quiz check puntos.toml",
        "export": "imprime un cuestionario, hace cuadernos de él o lo exporta para una plataforma de aprendizaje",
        "export_examples": """ejemplos:
  canasta-tutor quiz export puntos.toml --format pdf -o impresos
  canasta-tutor quiz export puntos.toml --format notebook -o para-la-clase
  canasta-tutor quiz export puntos.toml --format moodle gift csv -o para-la-plataforma""",
        "rulebook": "el nombre de un reglamento, o un archivo TOML de tu propia mesa (classic)",
        "rule": "una regla de la casa, como going_out.canastas=2; puede darse varias veces",
        "players": "número de jugadores, si no son cuatro",
        "kind": "mixed (de todo) o scoring (los puntos): hojas enteras, líneas, errores, mínimos",
        "areas": "de qué trata: partes del reglamento o reglas sueltas; de todo, si no se dice nada",
        "level": "uno o más niveles: 1 ver, 2 aplicar, 3 combinar, 4 cambiar de mesa, 5 juzgar (1 2 3 4)",
        "questions": "cuántas preguntas tiene cada versión (10)",
        "language": "en, es o los dos; si no se dice, el del sistema",
        "seed": "un número: el mismo número da el mismo cuestionario (1)",
        "versions": "cuántas versiones, o sus nombres (1)",
        "title": "lo que pone arriba",
        "minutes": "cuánto puede durar",
        "exam": "no se corrige nada hasta entregarlo",
        "unsettled": "pregunta también lo que las reglas de la mesa dejan abierto",
        "output": "el archivo que se escribe; nunca pisa uno que exista",
        "file": "un archivo de cuestionario",
        "version": "una versión (la primera)",
        "some": "solo estas versiones; todas, si no se dice nada",
        "format": f"uno o más de {', '.join(FORMATS)}",
        "folder": "la carpeta en la que se escribe",
        "help": "escribe esta ayuda",
        "made": "{file}: {questions} preguntas, {versions} versiones, {points} puntos",
        "left": "se deja fuera, porque las reglas de la mesa lo dejan abierto: {names}",
        "next": "míralo:      canasta-tutor quiz show {file}\nimprímelo:   canasta-tutor quiz export {file} --format html -o {folder}",
        "checked": "{file}: {questions} preguntas, {versions} versiones, {points} puntos; ningún error",
        "wrote": "{file}",
        "not_there": "se deja fuera de {format}: {names}",
        "working": "{done} de {all}",
        "there": "hay ya un archivo; se espera un nombre nuevo, para no pisar nada",
    },
}


def add(commands: Any, language: str) -> None:
    """Add ``quiz`` and what it can do to the command line, explained in this language."""
    texts = TEXTS[language]
    tasks = commands.add_parser(
        "quiz", help=texts["quiz"], description=texts["quiz"], add_help=False
    )
    tasks.add_argument("-h", "--help", action="help", help=texts["help"])
    tasks = tasks.add_subparsers(dest="task", metavar="new|show|check|export", required=True)

    def task(name: str) -> argparse.ArgumentParser:
        known = tasks.add_parser(
            name,
            help=texts[name],
            description=texts[name],
            epilog=texts[f"{name}_examples"],
            formatter_class=argparse.RawDescriptionHelpFormatter,
            add_help=False,
        )
        known.add_argument("-h", "--help", action="help", help=texts["help"])
        known.set_defaults(words=language)
        return known  # type: ignore[no-any-return]  # subparsers carry no types

    _new(task("new"), texts, language)
    show = task("show")
    show.add_argument("file", type=Path, metavar="FILE", help=texts["file"])
    show.add_argument("--version", metavar="A", help=texts["version"])
    show.add_argument("--language", type=language_named, help=texts["language"])
    check = task("check")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help=texts["file"])
    export = task("export")
    export.add_argument("file", type=Path, metavar="FILE", help=texts["file"])
    export.add_argument(
        "--format",
        nargs="+",
        type=_format,
        default=["html"],
        metavar="FORMAT",
        help=texts["format"],
    )
    export.add_argument("--version", nargs="+", default=[], metavar="A", help=texts["some"])
    export.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FOLDER", help=texts["folder"]
    )


def words() -> Mapping[str, str]:
    """What may follow an option, by the option: for the Tab key."""
    from canasta_tutor.rulebook import Rulebook
    from canasta_tutor.rules import AREAS

    return {
        "--rulebook": " ".join(Rulebook.names()),
        "--areas": " ".join(AREAS),
        "--format": " ".join(FORMATS),
        "--language": " ".join(LANGUAGES),
    }


def _new(new: argparse.ArgumentParser, texts: Mapping[str, str], language: str) -> None:
    new.add_argument("--rulebook", default="classic", metavar="NAME", help=texts["rulebook"])
    new.add_argument(
        "--rule", action="append", default=[], metavar="RULE=VALUE", help=texts["rule"]
    )
    new.add_argument("--players", type=int, metavar="N", help=texts["players"])
    new.add_argument("--kind", default="mixed", choices=_KINDS, metavar="KIND", help=texts["kind"])
    new.add_argument("--areas", nargs="+", default=[], metavar="AREA", help=texts["areas"])
    new.add_argument(
        "--level", nargs="+", type=int, default=[1, 2, 3, 4], metavar="N", help=texts["level"]
    )
    new.add_argument("--questions", type=int, default=10, metavar="N", help=texts["questions"])
    new.add_argument(
        "--language",
        nargs="+",
        type=language_named,
        default=[language],
        metavar="LANGUAGE",
        help=texts["language"],
    )
    new.add_argument("--seed", type=int, default=1, metavar="N", help=texts["seed"])
    new.add_argument("--versions", nargs="+", default=["1"], metavar="N", help=texts["versions"])
    new.add_argument("--title", metavar="TEXT", help=texts["title"])
    new.add_argument("--minutes", type=int, default=0, metavar="N", help=texts["minutes"])
    new.add_argument("--exam", action="store_true", help=texts["exam"])
    new.add_argument("--include-unsettled", action="store_true", help=texts["unsettled"])
    new.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=texts["output"]
    )


def language_named(text: str) -> str:
    """The language that ``text`` names."""
    if text not in LANGUAGES:
        expected = " or ".join(LANGUAGES)
        raise argparse.ArgumentTypeError(
            f"found {text!r}; expected {expected}{nearest(text, LANGUAGES)}"
        )
    return text


def _format(text: str) -> str:
    if text not in FORMATS:
        raise argparse.ArgumentTypeError(
            f"found {text!r}; expected one of {', '.join(FORMATS)}{nearest(text, FORMATS)}"
        )
    return text


def run(asked: argparse.Namespace) -> int:
    """Do what ``quiz`` was asked for; the result is the exit code."""
    from canasta_tutor.classroom import quiz_command

    return quiz_command.run(asked, TEXTS[asked.words])
