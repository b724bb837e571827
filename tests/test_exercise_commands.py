"""A teacher's commands: ``exercises new`` writes what ``check`` accepts, ``preview`` shows it whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from canasta_tutor import catalogue, cli, preview, shelf
from canasta_tutor.cli import main
from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises import load, templates
from canasta_tutor.exercises.as_text import TEXTS, exercise_text, kind_name
from canasta_tutor.exercises.exercise import KINDS, read_exercise
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.widgets.exercise import ExerciseCard

OWN = Path(__file__).parent / "exercises"

each_kind = pytest.mark.parametrize("kind", KINDS)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def blank(kind: str) -> str:
    return str(templates.BLANK / f"{kind}.md")


# --- new ----------------------------------------------------------------------------------------


@each_kind
def test_a_new_file_of_every_kind_is_accepted_as_it_stands(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine" / f"my-{kind}.md"
    assert main(["exercises", "new", str(path), "--kind", kind]) == 0
    assert read_exercise(path).kind == kind
    assert main(["exercises", "check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}\n1 exercise: no fault\n"


def test_without_a_kind_it_is_a_ruling(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    assert main(["exercises", "new", str(path)]) == 0
    assert read_exercise(path).kind == "ruling"


@pytest.mark.parametrize("there", ["file", "folder", "link"])
def test_nothing_is_overwritten(
    there: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.md"
    if there == "file":
        path.write_text("mine", "utf-8")
    elif there == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere.md")
    assert main(["exercises", "new", str(path)]) == 2
    assert f"{path}: found something there already" in capsys.readouterr().err
    assert there != "file" or path.read_text("utf-8") == "mine"
    assert not (tmp_path / "nowhere.md").exists()


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("mine.md", "rulling", "kind: found 'rulling'; expected one of ruling"),
        ("mine.md", "rulling", "(did you mean ruling?)"),
        ("mine.md", "../check", "kind: found '../check'"),
        ("mine.txt", "ruling", "expected a file that ends in .md"),
        ("mine", "ruling", "expected a file that ends in .md"),
        ("taken/mine.md", "ruling", "expected a"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_sentence(
    name: str, kind: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("a file, not a folder", "utf-8")
    assert main(["exercises", "new", str(tmp_path / name), "--kind", kind]) == 2
    said = capsys.readouterr().err
    assert said.startswith("canasta-tutor: ")
    assert sentence in said
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@each_language
def test_every_kind_has_a_name_and_the_command_line_knows_it(language: str) -> None:
    assert list(catalogue.texts(language)["exercise_kinds"]) == list(KINDS)
    assert tuple(KINDS) == cli.EXERCISE_KINDS


def test_there_is_a_template_for_every_kind_and_no_other() -> None:
    assert {path.stem for path in templates.BLANK.glob("*.md")} == set(KINDS)
    with pytest.raises(ExerciseError, match="expected one of ruling"):
        templates.template("")


# --- preview, as text ---------------------------------------------------------------------------


@each_kind
@each_language
def test_the_text_holds_all_that_an_author_wants_to_read(kind: str, language: str) -> None:
    exercise = read_exercise(Path(blank(kind)))
    text, half = exercise_text(exercise, language), exercise.half(language)
    words = TEXTS[language]
    assert text.startswith(f"# {half.title.text.split('[[')[0].strip()[:20]}")
    assert f" · {kind_name(kind, language)} · " in text.splitlines()[1]
    for heading in ("position", "right", "why"):
        assert f"\n{words[heading]}:\n    " in text
    assert f"\n{words['hint'].format(n=1)}:\n    {half.hints_at('classic')[0].text.strip()}" in text
    for option in half.options.values():
        assert not option.reason or option.reason.text.strip() in text
    assert "[[" not in text
    assert "{{" not in text


def test_right_options_are_crossed_and_the_engine_s_reasons_are_there() -> None:
    text = exercise_text(read_exercise(Path(blank("choice"))), "en")
    assert "[x] You cannot take it in this turn" in text
    assert "[ ] It is frozen for your side" in text
    assert "(take) Look at Your two kings take it: Black threes block." in text


def test_every_table_has_its_own_text() -> None:
    text = exercise_text(load(str(OWN / "five-tables.md")), "en")
    assert text.count("\n# ") == 2
    assert all(f"{table} table · " in text for table in ("Classic", "Two-to-six", "Club"))


def test_cards_that_are_not_in_the_hand_are_shown() -> None:
    exercise = load(str(OWN / "hundred.md"))
    text = exercise_text(exercise, "en")
    if "from" in exercise.answer:
        assert "Options:\n    " in text
    assert "Also right, among" in text


@each_language
def test_the_command_prints_in_the_language_asked_for(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["exercises", "preview", blank("number"), "--text", "--language", language]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert said == exercise_text(read_exercise(Path(blank("number"))), language) + "\n"


def test_the_words_are_the_same_in_both_languages() -> None:
    assert list(TEXTS["en"]) == list(TEXTS["es"])


@pytest.mark.parametrize("more", [["--text"], ["--no-browser"]])
def test_a_file_that_is_not_there_is_said_in_a_sentence(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["exercises", "preview", str(tmp_path / "no.md"), *more]) == 2
    assert "no.md" in capsys.readouterr().err


def test_a_broken_file_is_an_error_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.md"
    path.write_text(templates.template("number").replace("K♦ K♣ 7♦", "K♦ X♣ 7♦"), "utf-8")
    assert main(["exercises", "preview", str(path), "--text"]) == 2
    assert f"{path}:9: " in capsys.readouterr().err


# --- preview, on a page -------------------------------------------------------------------------


@each_language
def test_the_page_is_one_cell_that_shows_the_exercise(language: str, tmp_path: Path) -> None:
    file = tmp_path / "a folder with 'quotes'" / "mine.md"
    templates.write(file, "cards")
    folder = preview.write_notebook(file, language, tmp_path / "notebooks")
    notebook = json.loads((folder / language / preview.NAME).read_text("utf-8"))
    code = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) == 1
    names: dict[str, Any] = {}
    *most, last = code[0].splitlines()
    exec("\n".join(most), names)
    (card,) = eval(last, names).children
    assert isinstance(card, ExerciseCard)
    assert card.language == language
    assert f"{language}/{preview.NAME}" in shelf.code_hashes(folder)


def test_the_page_shows_the_exercise_at_each_of_its_tables(tmp_path: Path) -> None:
    five = preview.shown(str(OWN / "five-tables.md"), "en").children
    assert [card.question.id for card in five] == list(load(str(OWN / "five-tables.md")).rulebooks)
    broken = tmp_path / "broken.md"
    broken.write_text("nothing", "utf-8")
    (card,) = preview.shown(str(broken), "en").children
    assert "broken.md" in card.error


def test_the_page_starts_by_itself_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path))
    seen: list[Path] = []

    def serve(file: Path, language: str, home: Path, temporary: Path, *_: object) -> int:
        seen.append(temporary)
        assert (file.name, language, home) == ("number.md", "es", tmp_path)
        assert temporary.parent == tmp_path
        return 0

    monkeypatch.setattr(preview, "_serve", serve)
    command = ["exercises", "preview", blank("number"), "--language", "es", "--no-browser"]
    assert main(command) == 0
    assert len(seen) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_an_exercise_is_not_taken_for_a_good_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "README.md").write_text("# Exercises\n", "utf-8")
    assert main(["exercises", "check", str(tmp_path)]) == 2
    assert "found no exercise file (.md); expected at least one" in capsys.readouterr().err
