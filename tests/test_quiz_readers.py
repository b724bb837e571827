"""Quizzes read by programs of others: PDF by pypdf, Moodle XML by moodle-xml-parser."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import moodle_xml_parser.parser as outside
import pypdf
import pytest

from canasta_tutor.classroom import Quiz, parse_quiz
from canasta_tutor.classroom.exporting import export
from canasta_tutor.classroom.paper import Paper, paper
from canasta_tutor.classroom.pieces import pieces
from canasta_tutor.classroom.printing import pdf
from canasta_tutor.rulebook import LANGUAGES
from tests.test_quiz_exports import of_every_kind

both = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return parse_quiz(of_every_kind(), "all.toml")


@pytest.fixture(scope="module")
def papers(quiz: Quiz) -> dict[str, Paper]:
    tasks = quiz.tasks("A")
    return {language: paper(quiz, "A", tasks, language) for language in LANGUAGES}


def root(found: bytes) -> Any:
    """The catalogue of a PDF, from which everything hangs."""
    return pypdf.PdfReader(io.BytesIO(found)).trailer["/Root"]


def pages(found: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(found)).pages]


def tags(found: bytes) -> Counter[str]:
    """How often each tag stands in the structure that a screen reader follows."""

    def walk(node: Any) -> Iterator[str]:
        node = node.get_object() if hasattr(node, "get_object") else node
        if isinstance(node, list):
            for one in node:
                yield from walk(one)
        elif isinstance(node, dict):
            if "/S" in node:
                yield str(node["/S"])
                if node["/S"] == "/Figure":
                    assert node.get("/Alt"), "a picture without words"
            if "/K" in node:
                yield from walk(node["/K"])

    return Counter(walk(root(found)["/StructTreeRoot"]))


# --- PDF ------------------------------------------------------------------------------------------------


@both
def test_a_pdf_has_every_question_its_version_and_its_pages(
    papers: dict[str, Paper], language: str
) -> None:
    found = pages(pdf([papers[language]]))
    text = "\n".join(found)
    for number in range(1, len(papers[language].tasks) + 1):
        assert re.search(rf"{ {'en': 'Question', 'es': 'Pregunta'}[language] } {number} ·", text)
    version = {"en": "Version A", "es": "Versión A"}[language]
    page = {"en": "Page {} of {}", "es": "Página {} de {}"}[language]
    for number, one in enumerate(found, 1):
        assert version in one
        assert page.format(number, len(found)) in one


@both
def test_the_answer_key_is_a_file_of_its_own_and_the_questions_do_not_tell(
    papers: dict[str, Paper], language: str
) -> None:
    word = {"en": "Answer key", "es": "Soluciones"}[language]
    asked = "\n".join(pages(pdf([papers[language]])))
    key = pages(pdf([papers[language]], key=True))
    assert word not in asked
    assert all(word in one for one in key)
    assert "Version A" in key[0] or "Versión A" in key[0]


@both
def test_a_pdf_can_be_heard_and_knows_its_language(papers: dict[str, Paper], language: str) -> None:
    found = pdf([papers[language]])
    assert root(found)["/Lang"] == language
    known = tags(found)
    assert known["/H1"] == 1
    assert known["/H2"] == len(papers[language].tasks)
    assert known["/Figure"] > 30
    assert known["/TH"] >= 2


def test_the_same_quiz_gives_the_same_bytes(papers: dict[str, Paper]) -> None:
    assert pdf([papers["en"]]) == pdf([papers["en"]])


def test_every_version_begins_on_a_page_of_its_own_with_page_one(tmp_path: Path) -> None:
    text = 'title = "Two"\nrulebook = "club"\nversions = ["A", "B"]\n'
    text += '[[question]]\ngenerator = "sheet"\nlevel = 4\nseeds = [1, 2]\n'
    done = export(parse_quiz(text, "two.toml"), ["pdf"], tmp_path)
    assert [path.name for path in done.files] == ["two.en.pdf", "two.en.key.pdf"]
    found = pages(done.files[0].read_bytes())
    assert [("Version A" in one, "Page 1 of 1" in one) for one in found] == [
        (True, True),
        (False, True),
    ]


# --- Moodle ---------------------------------------------------------------------------------------------


@both
def test_another_reader_of_moodle_xml_finds_the_same_gaps_and_choices(
    quiz: Quiz, tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    export(quiz, ["moodle"], tmp_path)
    found = outside.parse_file(str(tmp_path / f"all.{language}.A.xml"))
    assert capsys.readouterr().out == ""  # it prints what it cannot read
    gaps = {one.name: one.gaps for one in found["cloze"]}
    choices = {one.name: one for one in found["multichoice"]}
    looked = 0
    for task in quiz.tasks("A"):
        name = next((name for name in (*gaps, *choices) if name[1:3] == f"{task.number:02}"), None)
        expected = pieces(task.question, language)
        if name in gaps:
            looked += 1
            assert len(gaps[name]) == len(expected)
            for gap, piece in zip(gaps[name], expected, strict=True):
                assert gap.sub_grade == piece.weight
                assert len(gap.options) == len(piece.offers or (0, *piece.wrong))
        elif name in choices:
            looked += 1
            one = choices[name]
            assert one.single == (expected[0].kind == "one")
            assert len(one.options) == len(expected[0].offers)
            assert one.default_grade == task.points
    assert looked > 10
