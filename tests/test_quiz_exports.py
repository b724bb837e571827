"""Quizzes for paper and platforms: read back by readers that do not know the writers, in both languages."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # carries no types
import pytest

from canasta_tutor.classroom import Quiz, Task, parse_quiz
from canasta_tutor.classroom.exporting import Exported, export
from canasta_tutor.classroom.nodes import nodes
from canasta_tutor.classroom.pieces import Piece, pieces
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises import load_all
from canasta_tutor.exercises.answers import read_number
from canasta_tutor.exercises.exercise import KINDS
from canasta_tutor.rulebook import LANGUAGES
from tests import gift_reader, moodle_reader

GENERATED = [("sheet", 2, 7), ("sheet", 4, 16), ("canasta", 1, 1), ("canasta", 3, 3), ("minimum", 2, 1),
             ("frozen", 2, 3), ("red_threes", 2, 1), ("fewest_cards", 2, 1), ("most_cards", 3, 1)]  # fmt: skip
PLATFORMS = ("moodle", "gift", "jupyterquiz", "csv")
both = pytest.mark.parametrize("language", LANGUAGES)


def of_every_kind() -> str:
    """A quiz with a few exercises of every kind, and generated ones."""
    known = [one for one in load_all().values() if "classic" in one.rulebooks]
    blocks = []
    for kind in KINDS:
        some = [one.id for one in known if one.kind == kind]
        blocks += [f'exercise = "{id}"' for id in some[:3]]
    blocks += [
        f'generator = "{name}"\nlevel = {level}\npoints = {points}\nseeds = [5]'
        for name, level, points in GENERATED
    ]
    head = 'title = { en = "All kinds", es = "De todo" }\nrulebook = "classic"\nlanguages = ["en", "es"]\n'
    return head + "".join(f"\n[[question]]\n{block}\n" for block in blocks)


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return parse_quiz(of_every_kind(), "all.toml")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exported")


@pytest.fixture(scope="module")
def exported(quiz: Quiz, folder: Path) -> Exported:
    return export(quiz, ["html", *PLATFORMS], folder)


@pytest.fixture(scope="module")
def tasks(quiz: Quiz) -> tuple[Task, ...]:
    return quiz.tasks("A")


def asked(tasks: tuple[Task, ...], language: str) -> dict[int, tuple[Piece, ...]]:
    return {task.number: pieces(task.question, language) for task in tasks}


# --- taken apart ------------------------------------------------------------------------------------


@both
def test_pieces_say_what_the_engine_says(tasks: tuple[Task, ...], language: str) -> None:
    for task in tasks:
        question = task.question
        for piece in pieces(question, language):
            assert all(piece.wrong.values()) if piece.wrong else True
            assert piece.number not in piece.wrong
            if piece.kind == "one":
                assert max(one.share for one in piece.offers) == 1
                assert all(one.say or one.share == 1 for one in piece.offers)
            if piece.kind == "many":
                assert sum(one.share for one in piece.offers if one.right) == 1
                assert all(one.say for one in piece.offers if not one.right)


def test_a_wrong_number_meets_the_belief_that_leads_to_it(tasks: tuple[Task, ...]) -> None:
    sheet = next(one for one in tasks if one.id == "generated/sheet-2-5")
    lines = pieces(sheet.question, "en")
    assert lines[0].label == "Canastas"
    assert sum(line.weight for line in lines) == sheet.points
    assert any("That is right if" in said for line in lines for said in line.wrong.values())


def test_only_what_must_be_built_by_hand_cannot_be_taken_apart(tasks: tuple[Task, ...]) -> None:
    kinds = {task.question.exercise.kind for task in tasks}
    assert kinds == set(KINDS)
    whole = {one.question.exercise.kind for one in tasks if not pieces(one.question, "en")}
    assert whole <= {"lay-down", "cards"}


# --- what is left out is said -------------------------------------------------------------------------


def test_what_a_format_cannot_hold_is_told_by_its_name(
    exported: Exported, tasks: tuple[Task, ...]
) -> None:
    building = {task.id for task in tasks if task.question.exercise.kind == "lay-down"}
    ordering = {task.id for task in tasks if task.question.exercise.kind == "order"}
    for name in ("moodle", "gift", "jupyterquiz"):
        told = " ".join(exported.left_out[name])
        assert all(id in told for id in building)
    assert all(id in " ".join(exported.left_out["jupyterquiz"]) for id in ordering)
    assert "csv" not in exported.left_out
    assert "html" not in exported.left_out


# --- Moodle ---------------------------------------------------------------------------------------------


@both
def test_moodle_xml_is_read_back_with_every_key(
    exported: Exported, folder: Path, tasks: tuple[Task, ...], language: str
) -> None:
    category, questions = moodle_reader.read((folder / f"all.{language}.A.xml").read_text("utf-8"))
    assert {"en": "All kinds · Version A", "es": "De todo · Versión A"}[language] in category
    by_id = {one.id: one for one in questions}
    left = " ".join(exported.left_out["moodle"])
    for task in tasks:
        found = by_id.get(f"{task.id}-A-{language}")
        if found is None:
            assert task.id in left
            continue
        assert found.name.startswith(f"A{task.number:02} ")
        assert set(task.question.exercise.teaches) <= set(found.tags)
        assert len(found.hints) == len(task.question.hints(language))
        expected = pieces(task.question, language)
        if found.kind == "cloze":
            assert len(found.gaps) == len(expected)
            for gap, piece in zip(found.gaps, expected, strict=True):
                right = next(text for share, text, _ in gap.answers if share == 100)
                assert gap.weight == piece.weight
                assert piece.kind == "one" or read_number(right) == piece.number
        elif found.kind == "numerical":
            assert found.answers[0][:2] == (100, str(expected[0].number))
            assert found.grade == task.points
        else:
            assert len(found.answers) == len(expected[0].offers)


def test_every_wrong_choice_in_moodle_has_its_own_words(exported: Exported, folder: Path) -> None:
    _, questions = moodle_reader.read((folder / "all.en.A.xml").read_text("utf-8"))
    choices = [one for one in questions if one.kind == "multichoice"]
    assert len(choices) > 5
    assert all(
        said for one in choices for share, _, said in one.answers if share < 100 and share <= 0
    )
    assert any(alts for one in questions if (alts := one.alts))


def test_an_exam_in_moodle_gives_no_hint(quiz: Quiz, tmp_path: Path) -> None:
    text = of_every_kind() + '\n[options]\nmode = "exam"\n'
    exam = parse_quiz(text, "exam.toml")
    export(exam, ["moodle"], tmp_path)
    _, questions = moodle_reader.read((tmp_path / "exam.en.A.xml").read_text("utf-8"))
    assert not any(one.hints for one in questions)


# --- GIFT, jupyterquiz, CSV -----------------------------------------------------------------------------


@both
def test_gift_is_read_back_with_every_key(
    exported: Exported, folder: Path, tasks: tuple[Task, ...], language: str
) -> None:
    questions = gift_reader.read((folder / f"all.{language}.A.gift").read_text("utf-8"))
    wanted = [piece for found in asked(tasks, language).values() for piece in found]
    assert len(questions) == len(wanted)
    for found, piece in zip(questions, wanted, strict=True):
        assert found.kind == {"number": "number", "order": "order"}.get(piece.kind, "choice")
        if piece.kind == "number":
            assert found.answers[0][:2] == (100, str(piece.number))
            assert {int(text) for _, text, _ in found.answers[1:]} == set(piece.wrong)
        else:
            assert len(found.answers) == len(piece.offers)


SCHEMA: dict[str, Any] = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["question", "type", "answers"],
        "additionalProperties": False,
        "properties": {
            "question": {"type": "string", "minLength": 1},
            "type": {"enum": ["multiple_choice", "many_choice", "numeric"]},
            "answers": {
                "type": "array",
                "minItems": 2,
                "items": {
                    "oneOf": [
                        {
                            "type": "object",
                            "required": ["answer", "correct", "feedback"],
                            "additionalProperties": False,
                            "properties": {
                                "answer": {"type": "string", "minLength": 1},
                                "correct": {"type": "boolean"},
                                "feedback": {"type": "string", "minLength": 1},
                            },
                        },
                        {
                            "type": "object",
                            "required": ["type", "value", "correct", "feedback"],
                            "additionalProperties": False,
                            "properties": {
                                "type": {"const": "value"},
                                "value": {"type": "number"},
                                "correct": {"type": "boolean"},
                                "feedback": {"type": "string"},
                            },
                        },
                        {
                            "type": "object",
                            "required": ["type", "feedback"],
                            "additionalProperties": False,
                            "properties": {
                                "type": {"const": "default"},
                                "feedback": {"type": "string", "minLength": 1},
                            },
                        },
                    ]
                },
            },
        },
    },
}


@both
def test_jupyterquiz_keeps_to_its_form_with_every_key(
    exported: Exported, folder: Path, tasks: tuple[Task, ...], language: str
) -> None:
    questions = json.loads((folder / f"all.{language}.A.json").read_text("utf-8"))
    jsonschema.validate(questions, SCHEMA)
    wanted = [
        piece
        for found in asked(tasks, language).values()
        for piece in found
        if piece.kind != "order"
    ]
    assert len(questions) == len(wanted)
    for found, piece in zip(questions, wanted, strict=True):
        right = [one for one in found["answers"] if one.get("correct")]
        if piece.kind == "number":
            assert [one["value"] for one in right] == [piece.number]
        elif piece.kind == "one":
            assert len(right) == sum(one.share == 1 for one in piece.offers)
        else:
            assert len(right) == sum(one.right for one in piece.offers)


@both
def test_the_table_has_a_row_for_every_question(
    exported: Exported, folder: Path, tasks: tuple[Task, ...], language: str
) -> None:
    raw = (folder / f"all.{language}.A.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""), delimiter={"en": ",", "es": ";"}[language]))  # fmt: skip
    head, *body = rows
    assert len(body) == len(tasks)
    assert {len(row) for row in rows} == {len(head)}
    assert [row[2] for row in body] == [task.id for task in tasks]
    assert all(row[5] and row[7] and row[8] for row in body)
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in body for cell in row)


# --- on paper -------------------------------------------------------------------------------------------


@both
def test_the_page_is_whole_in_itself_and_the_key_stands_apart(
    exported: Exported, folder: Path, tasks: tuple[Task, ...], language: str
) -> None:
    ask = (folder / f"all.{language}.html").read_text("utf-8")
    key = (folder / f"all.{language}.key.html").read_text("utf-8")
    for text in (ask, key):
        assert f'<html lang="{language}">' in text
        assert not re.search(r'(?:src|href)="(?!data:)(?!#)', text)
        assert "<script" not in text
        assert not re.search(r"<img(?![^>]*\balt=\"[^\"]+\")", text)
        assert text.count("<article>") == len(tasks)
        assert "break-inside: avoid" in text
    version = {"en": "Version A", "es": "Versión A"}[language]
    assert ask.count(version) >= 2
    whys = [
        task.question.why(language)[:20]
        for task in tasks
        if "[[" not in task.question.why(language)
    ]
    assert not [why for why in whys if why.split("*")[0] in ask and len(why.split("*")[0]) > 15]


def test_two_versions_stand_in_one_file_and_one_alone_can_be_had(tmp_path: Path) -> None:
    text = 'title = "Two"\nrulebook = "classic"\nlanguages = ["es"]\nversions = ["A", "B"]\n'
    text += '[[question]]\ngenerator = "sheet"\nlevel = 1\nseeds = [1, 2]\n'
    quiz = parse_quiz(text, "two.toml")
    told: list[tuple[int, int]] = []
    done = export(quiz, ["html", "csv"], tmp_path / "all", heard=lambda *at: told.append(at))
    names = sorted(path.name for path in done.files)
    assert names == ["two.es.A.csv", "two.es.B.csv", "two.es.html", "two.es.key.html"]
    assert told == [(1, 2), (2, 2)]
    page = (tmp_path / "all" / "two.es.html").read_text("utf-8")
    assert page.count("<section") == 2
    export(quiz, ["html"], tmp_path / "one", ["B"])
    alone = (tmp_path / "one" / "two.es.html").read_text("utf-8")
    assert "Versión B" in alone
    assert "Versión A" not in alone


@pytest.mark.parametrize(
    ("formats", "versions", "expected"),
    [
        (["pfd"], (), r"format: found 'pfd'; expected one of .*did you mean pdf\?"),
        (["html"], ("C",), "version: found 'C'; expected one of A"),
    ],
)
def test_an_unknown_format_or_version_writes_nothing(
    quiz: Quiz, tmp_path: Path, formats: list[str], versions: tuple[str, ...], expected: str
) -> None:
    with pytest.raises(CanastaError, match=expected):
        export(quiz, formats, tmp_path / "out", versions)
    assert not (tmp_path / "out").exists()


def test_paper_knows_every_piece_of_our_pages_and_refuses_others() -> None:
    pictures: dict[str, str] = {}
    assert nodes('<ul class="tick"><li>a <em>b</em></li></ul>', pictures) == [
        {"k": "tick", "c": [{"k": "li", "c": ["a ", {"k": "em", "c": ["b"]}]}]}
    ]
    for strange in ("<video></video>", "<script>x</script>"):
        with pytest.raises(CanastaError, match="expected what our own pages are made of"):
            nodes(strange, pictures)
    with pytest.raises(CanastaError, match="left open"):
        nodes("<p>a", pictures)
