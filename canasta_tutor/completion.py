"""What the Tab key needs: a small script for the shell, made from the command line's own grammar."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

SHELLS: Final = ("bash", "zsh")

_SCRIPT: Final = """\
_canasta_tutor() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="" option="" at
    for ((at = 1; at < COMP_CWORD; at++)); do
        case "${{COMP_WORDS[at]}}" in
            -*) option="${{COMP_WORDS[at]}}" ;;
            *) case " {commands} " in *" ${{COMP_WORDS[at]}} "*) before="$before ${{COMP_WORDS[at]}}" ;; esac ;;
        esac
    done
    local known=""
    case "$before $option" in
{values}    esac
    if [ -n "$known" ] && [[ "$word" != -* ]]; then
        COMPREPLY=($(compgen -W "$known" -- "$word"))
        return
    fi
    case "$before" in
{words}    esac
    COMPREPLY=($(compgen -W "$known" -- "$word"))
}}
complete -o bashdefault -o default -F _canasta_tutor canasta-tutor
"""


def script(parser: argparse.ArgumentParser, shell: str, values: Mapping[str, str]) -> str:
    """The script for a shell; ``values`` are the words that may follow an option, or be worked on, by its name."""
    words, options, commands = [], [], []
    for path, known in _parsers(parser, ""):
        commands += path.split()[-1:]
        offered = [*_tasks(known), *_things(known, values), *_options(known)]
        words.append(f'        "{path}") known="{" ".join(offered)}" ;;\n')
        options += [
            f'        "{path} {name}") known="{choices}" ;;\n'
            for action in known._actions
            for name in action.option_strings
            if (choices := _values(action, values))
        ]
    text = _SCRIPT.format(
        commands=" ".join(dict.fromkeys(commands)), values="".join(options), words="".join(words)
    )
    return ("autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else "") + text


def _parsers(
    parser: argparse.ArgumentParser, path: str
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with the words that lead to it."""
    yield path, parser
    for name, known in _tasks(parser).items():
        yield from _parsers(known, f"{path} {name}")


def _tasks(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    groups = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    return next((group.choices for group in groups), {})


def _things(parser: argparse.ArgumentParser, values: Mapping[str, str]) -> list[str]:
    """The words that a command may work on, where they are few: rulebooks, shells."""
    things = (one for one in parser._actions if not one.option_strings)
    return [
        word
        for one in things
        if not isinstance(one, argparse._SubParsersAction)
        for word in _values(one, values).split()
    ]


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [name for one in parser._actions for name in one.option_strings if len(name) > 2]


def _values(action: argparse.Action, values: Mapping[str, str]) -> str:
    if action.choices is not None:
        return " ".join(map(str, action.choices))
    names = (*action.option_strings, action.dest)
    return next((values[name] for name in names if name in values), "")
