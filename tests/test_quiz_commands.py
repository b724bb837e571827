"""``canasta-tutor quiz``: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from canasta_tutor import classroom_commands
from canasta_tutor.classroom import exporting, quiz, quiz_command, read_quiz
from canasta_tutor.classroom.wording import generator_name
from canasta_tutor.cli import main
from canasta_tutor.command_words import words
from canasta_tutor.rulebook import LANGUAGES


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("quiz") / "folder" / "scores.toml"
    assert main(["quiz", "new", "--kind", "scoring", "--questions", "4", "--versions", "2",
                 "--level", "1", "2", "--language", "en", "es", "-o", str(file)]) == 0  # fmt: skip
    return file


def test_a_new_quiz_is_written_and_nothing_is_overwritten(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = read_quiz(made)
    assert (new.versions, len(new.slots), new.languages) == (("A", "B"), 4, ("en", "es"))
    before = made.read_text("utf-8")
    assert main(["quiz", "new", "-o", str(made)]) == 2
    assert "found a file there" in capsys.readouterr().err
    assert made.read_text("utf-8") == before


def test_a_version_is_shown_with_its_answers(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["quiz", "show", str(made), "--version", "B", "--language", "es"]) == 0
    shown = capsys.readouterr().out
    assert "versión B · 4 preguntas" in shown
    assert shown.count("Correcto:") == 4
    assert main(["quiz", "show", str(made), "--version", "b"]) == 2
    assert "--version: found 'b'; expected one of A, B" in capsys.readouterr().err


def test_checking_names_every_file_and_its_fault(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["quiz", "check", str(made)]) == 0
    assert "4 questions, 2 versions" in capsys.readouterr().out
    broken = tmp_path / "broken.toml"
    broken.write_text(made.read_text("utf-8").replace("generator =", "generatr =", 1), "utf-8")
    assert main(["quiz", "check", str(broken), str(made)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert "generatr: found an unknown key" in lines[0]
    assert "no fault" in lines[1]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["--areas", "sevens"], "the rulebook classic has no such rule"),
        (["--areas", "meldz"], "did you mean meld"),
        (["--rulebook", "clasic"], "did you mean classic"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    given: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new.toml"
    assert main(["quiz", "new", *given, "-o", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("canasta-tutor: ")
    assert expected in said
    assert len(said.splitlines()) == 1
    assert not file.exists()


def test_exporting_names_the_files_and_what_is_left_out(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["quiz", "export", str(made), "--format", "moodle", "html", "-o", str(out)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8  # two versions and languages; a page and its key in each language
    assert all(Path(line).is_file() for line in lines)
    with pytest.raises(SystemExit):
        main(["quiz", "export", str(made), "--format", "pfd", "-o", str(out)])
    assert "did you mean pdf?" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_has_examples_in_the_language_of_the_system(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", f"{language}_ES.UTF-8")
    for task in ("new", "show", "check", "export"):
        with pytest.raises(SystemExit):
            main(["quiz", task, "--help"])
        assert words(language)["examples"][f"quiz {task}"] in capsys.readouterr().out


def completed(words: list[str], folder: Path) -> list[str]:
    """What the Tab key offers after these words, in a real shell."""
    script = folder / "completion.bash"
    quoted = " ".join(f"'{word}'" for word in words)
    asked = (
        f"source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _canasta_tutor; "
        'echo "${COMPREPLY[@]}"'
    )
    ran = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    return ran.stdout.split()


def test_the_tab_key_completes_commands_options_and_their_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", "bash"]) == 0
    (tmp_path / "completion.bash").write_text(capsys.readouterr().out, "utf-8")
    start = ["canasta-tutor"]
    assert completed([*start, "qu"], tmp_path) == ["quiz"]
    assert completed([*start, "quiz", "e"], tmp_path) == ["export"]
    assert completed([*start, "quiz", "new", "--kind", "s"], tmp_path) == ["scoring"]
    assert completed([*start, "quiz", "new", "--areas", "pile", "go"], tmp_path) == ["going_out"]
    export = [*start, "quiz", "export", "x.toml", "--format"]
    assert completed([*export, ""], tmp_path) == list(classroom_commands.FORMATS)
    assert completed([*start, "quiz", "show", "--v"], tmp_path) == ["--version"]
    new = [*start, "exercises", "new", "x.md", "--kind"]
    assert completed([*new, "l"], tmp_path) == ["lay-down"]
    assert completed([*start, "rules", "c"], tmp_path) == ["classic", "club"]
    assert completed([*start, "differences", "club", "f"], tmp_path) == ["family"]
    assert completed([*start, "completion", "z"], tmp_path) == ["zsh"]
    assert main(["completion", "zsh"]) == 0
    assert capsys.readouterr().out.startswith("autoload -U +X bashcompinit")


def test_the_command_line_knows_every_format_and_kind() -> None:
    notebooks = classroom_commands.NOTEBOOKS
    assert set(classroom_commands.FORMATS) == {*exporting.FORMATS, *notebooks}
    assert quiz.KINDS == classroom_commands.QUIZ_KINDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_left_out_is_said_in_words(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = ["sheet 4", "sheet 2", "says_turn 3", "pile/frozen-one-match"]
    said = list(quiz_command._left_out(left, language))
    level = {"en": "level 4 (switch tables), level 2 (apply)", "es": "nivel 4 (cambiar de mesa)"}
    assert len(said) == 3
    assert said[0].startswith(f"  {generator_name('sheet', language)}: {level[language]}")
    assert said[2].endswith("? (pile/frozen-one-match)")


@pytest.mark.parametrize(
    ("given", "english", "spanish"),
    [
        ("pozzo", "The pile (pile)", "Jugadores y bandos (players), El reparto (deal)"),
        ("pozzo", "(did you mean pile?)", "(¿querías decir pile?)"),
        ("Las combinacione", "(did you mean meld?)", "(¿querías decir meld?)"),
        ("max_wild", "(did you mean meld.max_wilds?)", "(¿querías decir meld.max_wilds?)"),
        ("zzzzz", "or the path of a rule\n", "En la mesa (table)\n"),
    ],
)
def test_an_unknown_area_is_answered_with_those_known_by_name_and_path(
    given: str,
    english: str,
    spanish: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for language, expected in (("en", english), ("es", spanish)):
        monkeypatch.setenv("LANG", f"{language}.UTF-8")
        assert main(["quiz", "new", "--areas", given, "-o", str(tmp_path / "x.toml")]) == 2
        assert expected in capsys.readouterr().err


def test_a_quiz_in_both_languages_is_shown_in_the_system_s(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for language, word in (("es_ES", "Correcto:"), ("en_GB", "Right:"), ("de_DE", "Right:")):
        monkeypatch.setenv("LANG", f"{language}.UTF-8")
        assert main(["quiz", "show", str(made)]) == 0
        assert word in capsys.readouterr().out
