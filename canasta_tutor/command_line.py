"""The grammar of a command line that explains itself in a language: its help, and what it does not understand."""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib import resources
from typing import Any, Final

from canasta_tutor.course import PORT
from canasta_tutor.errors import nearest
from canasta_tutor.rulebook import LANGUAGES

PROGRAM: Final = "canasta-tutor"

_CAUSES: Final = (
    ("missing", r"the following arguments are required: (?P<names>.+)"),
    ("unknown", r"unrecognized arguments: (?P<found>.+)"),
    ("choice", r"argument (?P<where>.+?): invalid choice: (?P<found>.+?) \(choose from (?P<known>.+)\)"),
    ("choice", r"ambiguous option: (?P<found>.+?) could match (?P<known>.+)"),
    ("value", r"argument (?P<where>.+?): expected .+"),
    ("no_value", r"argument (?P<where>.+?): ignored explicit argument (?P<found>.+)"),
)  # fmt: skip
"""How argparse says what it has found, each with our sentence for it."""


_SECTIONS: Final = ("arguments", "options")


@cache
def words(language: str) -> Mapping[str, Any]:
    """What the command line says in a language, read once.

    >>> words("es")["parts"]["options"]
    'opciones'
    """
    file = resources.files("canasta_tutor").joinpath("texts", f"commands.{language}.toml")
    return tomllib.loads(file.read_text("utf-8"))


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

    def add_tasks(self, dest: str, *, required: bool = True) -> Any:
        """Add the place of a command, in which others are added by ``add_task``."""
        return self.add_subparsers(
            title=self.words["parts"]["commands"],
            metavar=self.words["shown"]["COMMAND"],
            dest=dest,
            required=required,
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
        see = self.words["parts"]["see"].format(command=self.prog)
        self.exit(2, f"{PROGRAM}: {self._refusal(message)}\n{see}\n")

    def _refusal(self, message: str) -> str:
        for key, pattern in _CAUSES:
            if said := re.fullmatch(pattern, message):
                facts = {"where": self.prog.removeprefix(PROGRAM).strip() or PROGRAM}
                return self._said(key, facts | said.groupdict())
        return message.removeprefix("argument ")

    def _said(self, key: str, facts: dict[str, str]) -> str:
        known = re.findall(r"[\w-]+", facts.get("known", ""))
        if key == "unknown":
            key = "unknown" if facts["found"].startswith("-") else "too_many"
            known = [name for action in self._actions for name in action.option_strings]
            facts["found"] = repr(facts["found"])
        found = (facts.get("found", "").strip("'").split() or [""])[0]
        close = nearest(found, known).partition(" mean ")[2].rstrip("?)")
        hint = self.words["refusals"]["nearest"].format(nearest=close) if close else ""
        facts |= {"known": ", ".join(known), "hint": hint}
        return str(self.words["refusals"][key].format(**facts))


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
