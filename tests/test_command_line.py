"""The command line in both languages: its help, and what it says where it is not understood."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import pytest

from canasta_tutor import cli
from canasta_tutor.cli import main
from canasta_tutor.command_line import PROGRAM, _refusal
from canasta_tutor.command_words import words
from canasta_tutor.rulebook import LANGUAGES, Rulebook

every_language = pytest.mark.parametrize("language", LANGUAGES)
ORDER = [
    *("course", "rules", "differences", "quiz", "grade", "exercises", "cases", "completion"),
]
ENGLISH_OF_ARGPARSE = ("usage:", "positional arguments", "options:", "show this help", "optional")


@pytest.fixture
def spoken(language: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The system speaks this language."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", f"{language}.UTF-8")
    return language


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Every command of the command line."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from parsers(one)


COMMANDS = [one.prog.removeprefix(PROGRAM).split() for one in parsers(cli._parser(LANGUAGES[0]))]


def flat(section: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if not isinstance(section, Mapping):
        yield path, section
        return
    for key, value in section.items():
        yield from flat(value, f"{path}/{key}")


def test_both_languages_say_the_same_of_every_command() -> None:
    english, spanish = (dict(flat(words(language))) for language in ("en", "es"))
    assert list(english) == list(spanish)
    for key, text in english.items():
        facts = [[name for _, name, _, _ in Formatter().parse(one)] for one in (text, spanish[key])]
        assert sorted(filter(None, facts[0])) == sorted(filter(None, facts[1])), key
        assert text.count("canasta-tutor ") == spanish[key].count("canasta-tutor "), key


@every_language
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_explains_itself_with_an_example(
    command: list[str], spoken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    said, told = capsys.readouterr().out, words(spoken)
    assert said.startswith(f"{told['parts']['usage']}: {' '.join([PROGRAM, *command])} ")
    assert told["examples"][" ".join(command)] in said
    if spoken != "en":
        assert not any(word in said for word in ENGLISH_OF_ARGPARSE)


@every_language
def test_the_commands_stand_in_the_order_of_who_needs_them(
    spoken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    found = [line.split()[0] for line in lines if line.startswith("    ") and line.strip()]
    assert [name for name in found if name in ORDER] == ORDER


@pytest.mark.parametrize(
    ("given", "english", "spanish"),
    [
        (["quizz"], "COMMAND: found 'quizz'; expected one of course, ", "¿querías decir quiz?"),
        (["quiz"], "quiz: found no COMMAND; expected", "quiz: falta ORDEN; se espera"),
        (["quiz", "new"], "quiz new: found no -o/--output", "quiz new: falta -o/--output"),
        (["grade"], "found no FOLDER, --quiz, -o/--out", "falta CARPETA, --quiz, -o/--out"),
        (
            ["quiz", "new", "--kind", "scorin"],
            "--kind: found 'scorin'; expected one of mixed, scoring (did you mean scoring?)",
            "--kind: hay 'scorin'; se espera uno de estos: mixed, scoring (¿querías decir",
        ),
        (
            ["quiz", "new", "--levels", "2", "-o", "x"],
            "quiz new: found '--levels 2'; expected one of the options of this command (did you mean --level?)",
            "quiz new: hay '--levels 2'; se espera una de las opciones de esta orden (¿querías decir --level?)",
        ),
        (["rules", "club", "two"], "rules: found 'two'; expected nothing more", "rules: hay 'two'"),
        (["--port"], "--port: found nothing; expected a value", "--port: no hay nada; se espera"),
        (["quiz", "new", "--ex=1"], "--exam: found '1'; expected no value", "--exam: hay '1'"),
        (["quiz", "new", "--ex"], "found no -o/--output", "falta -o/--output"),
        (
            ["quiz", "new", "--le", "1", "--qu", "1", "--ve", "2", "--r", "x"],
            "quiz new: found '--r'; expected one of --rulebook, --rule",
            "quiz new: hay '--r'; se espera uno de estos: --rulebook, --rule",
        ),
        (["completion", "fish"], "SHELL: found 'fish'; expected one of bash", "SHELL: hay 'fish'"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
@every_language
def test_what_is_not_understood_is_one_line_and_where_to_read_on(
    given: list[str],
    english: str,
    spanish: str,
    spoken: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        main(given)
    assert left.value.code == 2
    told, said = capsys.readouterr()
    line, see = said.splitlines()
    assert not told
    assert line.startswith(f"{PROGRAM}: ")
    assert {"en": english, "es": spanish}[spoken] in line
    command = [word for word in given if (word in ORDER or word == "new")]
    assert see.endswith(
        f"{' '.join([PROGRAM, *(command or (['course'] if given[0][0] == '-' else []))])} --help"
    )


def test_argparse_says_nothing_that_has_no_sentence_of_ours() -> None:
    assert _refusal("argument --x: something new", "quiz", ()) == "--x: something new"


def test_a_table_with_a_title_of_its_own_is_called_by_it(tmp_path: Any, capsys: Any) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'extends = "classic"\ntitle = { en = "Our table", es = "Nuestra mesa" }\n'
        "[going_out]\ncanastas = 2\n",
        "utf-8",
    )
    assert main(["differences", "classic", str(file), "--language", "es"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("| Regla | clásica | Nuestra mesa |")
    assert "[Nuestra mesa, regla de la casa]" in said
    assert main(["rules", str(file), "--language", "es"]) == 0
    said = capsys.readouterr().out
    assert said.count("[Nuestra mesa, ") == 1  # what it did not agree on stands where it stood
    assert "[clásica, 000:34]" in said
    changed = Rulebook.load("classic").with_rules({"going_out.canastas": 2})
    assert not changed.named
