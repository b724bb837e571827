"""The grammar of a command line that explains itself in a language: its help, and what it does not understand."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from canasta_tutor.command_words import words
from canasta_tutor.course import PORT
from canasta_tutor.error_words import error_text
from canasta_tutor.errors import nearest
from canasta_tutor.rulebook import LANGUAGES

PROGRAM: Final = "canasta-tutor"
_SECTIONS: Final = ("arguments", "options")


class Parser(argparse.ArgumentParser):
    """A command's grammar. Its help speaks the language; a mistake is one line, and where to read on."""

    def __init__(self, prog: str = PROGRAM, *, language: str, **more: Any) -> None:
        self.language = language
        self.words = words(language)
        task = prog.removeprefix(PROGRAM).strip()
        super().__init__(
            prog,
            description=self.words["about"][task],
            epilog=self.words["examples"][task],
            formatter_class=partial(_Help, language=language),
            add_help=False,
            **more,
        )
        self._sections = {
            key: self.add_argument_group(self.words["parts"][key]) for key in _SECTIONS
        }
        self.add_argument("-h", "--help", action="help", help=self.words["options"]["help"])

    def add_argument(self, *names: str, **facts: Any) -> argparse.Action:
        """Add an option, or a thing to work on, with what stands for it in the language."""
        if "metavar" in facts:
            facts["metavar"] = self.words["shown"][facts["metavar"]]
        group = self._sections["options" if names[0].startswith("-") else "arguments"]
        return group.add_argument(*names, **facts)

    def add_tasks(self, dest: str) -> Any:
        """Add the place of a command, in which others are added by ``add_task``."""
        return self.add_subparsers(
            title=self.words["parts"]["commands"],
            metavar=self.words["shown"]["COMMAND"],
            dest=dest,
            required=True,
        )

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """What is asked for; what a command does not know is refused by that command itself."""
        asked, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return asked, unknown

    def error(self, message: str) -> Any:
        """Say in one line what was found and what is expected, and leave with 2."""
        task = self.prog.removeprefix(PROGRAM).strip() or PROGRAM
        options = [name for action in self._actions for name in action.option_strings]
        said = error_text(_refusal(message, task, options), self.language)
        see = self.words["parts"]["see"].format(command=self.prog)
        self.exit(2, f"{PROGRAM}: {said}\n{see}\n")


_REFUSALS: Final = {
    "missing": "the following arguments are required: (.+)",
    "unknown": "unrecognized arguments: (-[^ ]*)(.*)",
    "more": "unrecognized arguments: (.+)",
    "choice": r"argument (.+?): invalid choice: '(.*)' \(choose from (.+)\)",
    "several": "ambiguous option: (.+?) could match (.+)",
    "value": "argument (.+?): expected .+",
    "no_value": "argument (.+?): ignored explicit argument '(.*)'",
}
"""How argparse says what is wrong with a command."""


def _refusal(message: str, task: str, options: Sequence[str]) -> str:
    """What argparse says, as ``where: what was found; what is expected``."""
    matches = ((key, re.fullmatch(said, message)) for key, said in _REFUSALS.items())
    key, facts = next(((key, match.groups()) for key, match in matches if match), ("", ()))
    match key, facts:
        case "missing", (names,):
            return f"{task}: found no {names}; expected with this command"
        case "unknown", (option, rest):
            hint = nearest(option, options)
            return f"{task}: found {option + rest!r}; expected one of the options of this command{hint}"
        case "more", (word,):
            return f"{task}: found {word!r}; expected nothing more"
        case "choice", (where, word, choices):
            known = re.findall(r"[\w-]+", choices)
            hint = nearest(word, known)
            return f"{where}: found {word!r}; expected one of {', '.join(known)}{hint}"
        case "several", (option, known):
            return f"{task}: found {option!r}; expected one of {known}"
        case "value", (where,):
            return f"{where}: found nothing; expected a value after it"
        case "no_value", (where, word):
            return f"{where}: found {word!r}; expected no value after it"
    return message.removeprefix("argument ")


def add_task(tasks: Any, parser: Parser, name: str) -> Parser:
    """Add a command to those of a parser, as its texts describe it."""
    path = f"{parser.prog} {name}"
    about = parser.words["about"][path.removeprefix(PROGRAM).strip()]
    added: Parser = tasks.add_parser(name, prog=path, help=about, language=parser.language)
    return added


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help whose first word is one of the language; examples stay in their lines."""

    def __init__(self, *given: Any, language: str, **more: Any) -> None:
        super().__init__(*given, **more)
        self.usage = words(language)["parts"]["usage"]

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{self.usage}: " if prefix is None else prefix)


# --- what may stand behind an option --------------------------------------------------------------


def language_named(text: str) -> str:
    """The language that ``text`` names."""
    return one_of(LANGUAGES, text)


def one_of(known: Sequence[str], text: str) -> str:
    """The word of those known that ``text`` is."""
    if text not in known:
        raise argparse.ArgumentTypeError(
            f"found {text!r}; expected one of {', '.join(known)}{nearest(text, known)}"
        )
    return text


def whole_number(text: str) -> int:
    """The whole number that ``text`` names."""
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a whole number")
    return int(text)


def opens(known: Parser) -> Parser:
    """Let it be said how a page is opened."""
    told = known.words["options"]
    port = told["port"].format(port=PORT)
    known.add_argument("--port", type=port_number, default=PORT, metavar="N", help=port)
    known.add_argument("--no-browser", action="store_true", help=told["no_browser"])
    return known


def port_number(text: str) -> int:
    """The port that ``text`` names."""
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected a number from 1 to 65535")
    return int(text)
