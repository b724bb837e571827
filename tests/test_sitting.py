"""A quiz as it is taken: kept at once, found again after a crash, silent until it is handed in."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import nbformat
import pytest

from canasta_tutor import settings
from canasta_tutor.classroom import Quiz, write_quiz
from canasta_tutor.classroom.answer_book import AnswerBook
from canasta_tutor.classroom.collecting import collect
from canasta_tutor.classroom.grading import grade
from canasta_tutor.classroom.handins import parse_hand_in
from canasta_tutor.classroom.quiz_notebook import write_notebooks
from canasta_tutor.classroom.sitting import FOLDER, NoQuiz, Sitting, sit
from canasta_tutor.cli import main
from canasta_tutor.errors import CanastaError
from canasta_tutor.rulebook import LANGUAGES
from tests.school import class_quiz

PLACES = (("sheet", 2, 8), ("canasta", 3, 3), ("minimum", 2, 2))
AT = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return class_quiz(2, PLACES)


def laid(quiz: Quiz, folder: Path, mode: str = "exam", minutes: int = 0) -> Path:
    file = folder / "quiz.toml"
    text = write_quiz(quiz).replace('mode = "exam"', f'mode = "{mode}"')
    file.write_text(text.replace("minutes = 0", f"minutes = {minutes}"), "utf-8")
    return file


@pytest.fixture
def file(quiz: Quiz, tmp_path: Path) -> Path:
    return laid(quiz, tmp_path)


class Later:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = AT

    def __call__(self) -> datetime:
        return self.at


def hears(widget: Any, **intent: Any) -> None:
    widget._hear(widget, intent, None)


def answer_all(sitting: Sitting) -> None:
    for task in sitting.tasks:
        hears(sitting.question(task.number), intent="draft", text=task.question.right()[0])


# --- kept ----------------------------------------------------------------------------------------


def test_every_answer_is_on_the_disk_as_soon_as_it_is_given(file: Path) -> None:
    sitting = Sitting(file, "V1")
    hears(sitting.question(2), intent="draft", text="a 300")
    again = Sitting(file, "V1")
    assert again.given(2) == "a 300"
    assert again.question(2)._draft["text"] == "a 300"
    assert again.unanswered == (1, 3)
    assert Sitting(file, "V2").unanswered == (1, 2, 3)


def test_a_line_that_was_cut_short_costs_no_other(tmp_path: Path) -> None:
    book = AnswerBook(tmp_path / "answers.jsonl")
    book.answer("a", "1", "m")
    with book.file.open("ab") as stream:
        stream.write(b'{"task": "b", "ans')
    after = AnswerBook(book.file)
    assert after.answers == {"a": ("1", "m")}
    after.answer("c", "3", "m")
    assert set(AnswerBook(book.file).answers) == {"a", "c"}
    book.file.write_bytes(book.file.read_bytes() + b"[1]\n\xff\xfe\n{}\n")
    assert set(AnswerBook(book.file).answers) == {"a", "c"}


def test_two_notebooks_write_into_one_book(tmp_path: Path) -> None:
    one, two = (AnswerBook(tmp_path / "answers.jsonl") for _ in range(2))
    one.answer("a", "1", "m")
    two.answer("b", "2", "m")
    assert set(AnswerBook(one.file).answers) == {"a", "b"}


def test_where_nothing_can_be_written_it_is_said_and_tried_again(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.write_text("in the way")
    book = AnswerBook(place / "answers.jsonl")
    book.answer("a", "1", "m")
    assert book.problem
    place.unlink()
    book.answer("b", "2", "m")
    assert not book.problem
    assert set(AnswerBook(book.file).answers) == {"a", "b"}


def test_the_first_line_of_the_quiz_says_that_answers_are_not_kept(file: Path, home: Path) -> None:
    sitting = Sitting(file, "V1", "en")
    kept = sitting.book.file
    kept.unlink()
    kept.mkdir()
    hears(sitting.question(1), intent="draft", text="us total 5")
    assert "Not kept on the disk" in sitting.header._shown["problem"]
    assert kept.parent == home / FOLDER


# --- an exam -------------------------------------------------------------------------------------


def test_an_exam_says_nothing_of_an_answer(file: Path) -> None:
    sitting = Sitting(file, "V1")
    card = sitting.question(3)
    for intent in ("check", "hint", "solution", "again"):
        hears(card, intent=intent, answer="7")
    hears(card, intent="draft", text="7")
    assert card._progress["feedback"] is None
    assert card._progress["hints"] == []
    assert card._progress["solution"] == ""
    assert card._progress["quiet"]
    assert card.tutor is None
    assert sitting.given(3) == "7"


def test_handing_in_asks_once_and_says_what_is_open(file: Path, tmp_path: Path) -> None:
    sitting = Sitting(file, "V1", "en")
    panel = sitting.end
    hears(panel, intent="hand_in")
    hears(panel, intent="ask")
    assert panel._shown["exam"]
    assert "write your name" in panel._message["text"]
    hears(sitting.header, intent="name", text="  Ana\n")
    hears(sitting.question(2), intent="draft", text="a 300")
    hears(panel, intent="ask")
    assert panel._asking
    assert panel._shown["open"] == "Without an answer so far: questions 1, 3."
    hears(panel, intent="stay")
    assert not sitting.finished


def test_a_hand_in_is_graded_as_it_was_answered(
    file: Path, quiz: Quiz, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    clock = Later()
    sitting = Sitting(file, "V1", "en", clock=clock)
    sitting.name("Ana")
    card = sitting.question(1)
    answer_all(sitting)
    clock.at = AT + timedelta(minutes=30)
    hears(sitting.end, intent="ask")
    hears(sitting.end, intent="hand_in")
    assert sitting.finished
    written = Path(sitting.end._shown["file"])
    assert written.parent == tmp_path / "handed-in"
    found = parse_hand_in(written.read_bytes())
    assert (found.pupil, found.started, found.finished) == (
        "Ana",
        "2026-11-30T09:00Z",
        "2026-11-30T09:30Z",
    )
    assert sitting.end._shown["content"] == written.read_text("utf-8")
    (one,) = grade(quiz, collect([written.parent])).pupils
    assert one.earned == quiz.points
    assert card._progress["feedback"]["tone"] == "right"
    assert card._progress["locked"]


def test_a_question_that_was_left_open_says_so_and_shows_its_solution(
    file: Path, tmp_path: Path
) -> None:
    sitting = Sitting(file, "V1", "es")
    sitting.name("Ana")
    card = sitting.question(2)
    sitting.hand_in(tmp_path / "in")
    feedback = card._progress["feedback"]
    assert feedback["tone"] == "wrong"
    assert "no se entregó ninguna respuesta" in feedback["html"]
    hears(card, intent="solution")
    assert card._progress["solution"]


def test_signs_that_cannot_be_seen_do_not_spoil_a_hand_in(file: Path, tmp_path: Path) -> None:
    sitting = Sitting(file, "V1")
    sitting.name("Ana\u200b")
    hears(sitting.question(3), intent="draft", text="\t50\u200b\x07 ")
    hears(sitting.question(1), intent="draft", text="x" * 5000)
    found = parse_hand_in(sitting.hand_in(tmp_path / "in").read_bytes())
    assert found.answers[2].answer == "50"
    assert len(found.answers[0].answer) == 1000


def test_after_handing_in_nothing_changes_any_more(file: Path, tmp_path: Path) -> None:
    sitting = Sitting(file, "V1")
    sitting.name("Ana")
    answer_all(sitting)
    before = sitting.given(1)
    written = sitting.hand_in(tmp_path / "in").read_bytes()
    for card in (sitting.question(1), Sitting(file, "V1").question(1)):
        hears(card, intent="draft", text="us total 1")
        hears(card, intent="again")
        assert card.sitting.given(1) == before
        hears(card, intent="solution")
        assert card._progress["solution"]
    sitting.name("Eva")
    assert sitting.hand_in(tmp_path / "in").read_bytes() == written
    assert sitting.pupil == "Ana"


def test_what_cannot_be_written_can_be_handed_in_later(file: Path, tmp_path: Path) -> None:
    sitting = Sitting(file, "V1")
    sitting.name("Ana")
    (tmp_path / "wall").write_text("")
    with pytest.raises(CanastaError, match="cannot be written"):
        sitting.hand_in(tmp_path / "wall" / "in")
    assert not sitting.finished
    assert sitting.hand_in(tmp_path / "in").exists()
    with pytest.raises(CanastaError, match="found no name"):
        Sitting(file, "V2").hand_in(tmp_path / "in")


def test_the_time_that_is_left_runs_from_the_first_opening(quiz: Quiz, tmp_path: Path) -> None:
    file = laid(quiz, tmp_path, minutes=40)
    clock = Later()
    Sitting(file, "V1", clock=clock)
    clock.at += timedelta(minutes=10)
    again = Sitting(file, "V1", clock=clock)
    assert again.ends == AT + timedelta(minutes=40)
    assert again.header._shown["ends"] == "2026-11-30T09:40:00+00:00"


# --- practice ------------------------------------------------------------------------------------


def test_practice_judges_at_once_and_keeps_too(quiz: Quiz, tmp_path: Path) -> None:
    file = laid(quiz, tmp_path, "practice")
    sitting = Sitting(file, "V1", "es")
    card = sitting.question(1)
    hears(card, intent="check", answer=sitting.tasks[0].question.right()[0])
    assert card._progress["feedback"]["tone"] == "right"
    assert Sitting(file, "V1").unanswered == (2, 3)
    hears(sitting.end, intent="ask")
    assert not sitting.end._asking
    with pytest.raises(CanastaError, match="found practice"):
        sitting.hand_in(tmp_path)


def test_what_is_asked_for_wrongly_is_told(file: Path) -> None:
    with pytest.raises(CanastaError, match=r"version: found 'V11'.*did you mean V1\?"):
        Sitting(file, "V11")
    with pytest.raises(CanastaError, match="question: found 9; expected a number from 1 to 3"):
        Sitting(file, "V1").question(9)


def test_a_quiz_that_cannot_be_opened_is_told_on_the_page(file: Path, tmp_path: Path) -> None:
    for language, told in (("en", "Show this to your teacher"), ("es", "Enséñale esto")):
        for lost in (sit("nowhere.toml", "A", language), sit(str(file), "<b>", language)):
            assert isinstance(lost, NoQuiz)
            assert told in lost._repr_html_()
            assert "<b>" not in lost._repr_html_()
            lost.question(3)
            assert lost.end is None
    assert isinstance(sit(str(file), "V1", "en"), Sitting)


# --- notebooks -----------------------------------------------------------------------------------


def test_each_version_is_a_notebook_that_reads_well_before_it_runs(
    quiz: Quiz, tmp_path: Path
) -> None:
    both = replace(quiz, languages=LANGUAGES)
    files = write_notebooks(both, tmp_path / "out")
    assert files.pop(0) == tmp_path / "out" / "quiz.toml"
    assert len(files) == len(quiz.versions) * len(LANGUAGES)
    texts = [file.read_text("utf-8") for file in files]
    write_notebooks(both, tmp_path / "again")
    assert [(tmp_path / "again" / file.name).read_text("utf-8") for file in files] == texts
    assert not (settings.place() / FOLDER).exists()
    for text in texts:
        notebook: Any = nbformat.reads(text, 4)  # type: ignore[no-untyped-call]
        nbformat.validate(notebook)
        kinds = [cell.cell_type for cell in notebook.cells]
        assert "code code code" not in " ".join(kinds)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                assert len(cell.source.splitlines()) <= 8
                (output,) = cell.outputs
                assert len(output.data["text/plain"]) < 110
                assert "<svg" not in output.data["text/html"]
                assert cell.execution_count


def test_the_same_version_has_the_same_code_in_both_languages(quiz: Quiz, tmp_path: Path) -> None:
    write_notebooks(replace(quiz, languages=LANGUAGES), tmp_path)
    codes = []
    for language in LANGUAGES:
        cells = json.loads((tmp_path / f"quiz.{language}.V1.ipynb").read_text("utf-8"))["cells"]
        codes.append(
            [
                cell["source"]
                for cell in cells
                if cell["cell_type"] == "code" and not cell["metadata"].get("tags")
            ]
        )
    assert codes[0] == codes[1]


def test_the_command_makes_notebooks_and_assignments(
    quiz: Quiz, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = laid(quiz, tmp_path), tmp_path / "out"
    asked = ["quiz", "export", str(file), "--version", "V2", "-o", str(out)]
    assert main([*asked, "--format", "notebook", "nbgrader"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        str(out / "quiz.toml"),
        str(out / "quiz.en.V2.ipynb"),
        str(out / "source" / "quiz-V2-en" / "quiz.ipynb"),
        str(out / "nbgrader_config.py"),
    ]
    before = file.read_bytes()
    assert main(["quiz", "export", str(file), "--format", "notebook", "-o", str(tmp_path)]) == 0
    assert file.read_bytes() == before
