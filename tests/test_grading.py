"""What pupils hand in: read strictly, graded to the point, and nothing in a file stops the others."""

from __future__ import annotations

import csv
import json
import os
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta_tutor.classroom import Quiz, grade_command, read_quiz, write_quiz
from canasta_tutor.classroom.collecting import collect
from canasta_tutor.classroom.follow_up import write_follow_up
from canasta_tutor.classroom.grade_words import problem_text
from canasta_tutor.classroom.grading import Grades, grade
from canasta_tutor.classroom.handins import (
    FORMAT,
    HandIn,
    HandInError,
    file_name,
    parse_hand_in,
    pupil_name,
    signature,
    write_hand_in,
)
from canasta_tutor.classroom.items import correlation, items
from canasta_tutor.classroom.marks_files import guarded, marks_table
from canasta_tutor.classroom.misunderstood import teach_again
from canasta_tutor.classroom.report import report
from canasta_tutor.errors import CanastaError
from canasta_tutor.rulebook import LANGUAGES
from tests.random_deals import laws
from tests.school import class_quiz, handed_in, renamed

PLACES = (("sheet", 2, 8), ("canasta", 3, 3), ("minimum", 2, 2))


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return class_quiz(2, PLACES)


@pytest.fixture(scope="module")
def model(quiz: Quiz) -> HandIn:
    return handed_in(quiz, "V1", "Ana Ruiz")


def put(folder: Path, *hand_ins: HandIn) -> None:
    for hand_in in hand_ins:
        (folder / file_name(hand_in)).write_text(write_hand_in(hand_in), "utf-8")


def graded(quiz: Quiz, folder: Path) -> Grades:
    return grade(quiz, collect([folder]))


def kinds(grades: Grades) -> dict[str, str]:
    return {Path(one.file).name: one.kind for one in grades.problems}


# --- the file ------------------------------------------------------------------------------------


def test_a_hand_in_is_read_as_it_was_written(model: HandIn) -> None:
    text = write_hand_in(model)
    assert parse_hand_in(text.encode()) == model
    assert write_hand_in(model) == text


def test_the_name_of_a_file_is_safe_whatever_the_pupil_is_called(model: HandIn) -> None:
    for name in ("../../etc/passwd", "CON", "<b>Ana</b>", "名前", "a" * 60, ".", "Ñandú\\x"):
        found = file_name(renamed(model, name))
        assert Path(found).name == found
        assert found.startswith("hand-in-")
        assert found.isascii()
        assert not set('<>:"/\\|?* ') & set(found)
    assert file_name(renamed(model, "名前")) != file_name(renamed(model, "前名"))


def test_a_name_is_one_line_that_can_be_seen() -> None:
    assert pupil_name(" A\u202enA\x00 \n B") == "AnA B"
    assert len(pupil_name("x" * 500)) == 60


@pytest.mark.parametrize(
    "change",
    [
        {"pupil": "Eva"},
        {"version": "V2"},
        {"finished": "2026-11-30T09:39Z"},
        {"quiz": "000000000000"},
        {"answers": []},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_file_that_was_changed_by_hand_has_a_signature_that_does_not_fit(
    model: HandIn, change: dict[str, object]
) -> None:
    data = json.loads(write_hand_in(model)) | change
    with pytest.raises(HandInError) as found:
        parse_hand_in(json.dumps(data).encode())
    assert found.value.kind == "edited"


def test_a_changed_answer_is_found(model: HandIn) -> None:
    data = json.loads(write_hand_in(model))
    data["answers"][0]["answer"] = "us total 1"
    with pytest.raises(HandInError) as found:
        parse_hand_in(json.dumps(data).encode())
    assert found.value.kind == "edited"


def signed(model: HandIn, **changes: object) -> bytes:
    """A file whose writer knows how to sign."""
    data = json.loads(write_hand_in(model)) | changes
    del data["signature"]
    data["signature"] = signature(data) if "quiz" in data else ""
    return json.dumps(data).encode()


def test_every_beginning_of_a_file_is_refused_as_cut_short(model: HandIn) -> None:
    content = write_hand_in(model).encode()
    seen = set()
    for end in range(0, len(content) - 2, 7):
        with pytest.raises(HandInError) as found:
            parse_hand_in(content[:end])
        seen.add(found.value.kind)
    assert seen == {"empty", "cut_short"}


DEEP = b'{"a":' * 100_000
HOSTILE = {
    "a huge number": (b'{"format": 1' + b"0" * 5000 + b"}", "shape"),
    "no number at all": (b'{"format": NaN}', "shape"),
    "infinite": (b'{"format": 1e999}', "shape"),
    "deep": (DEEP, "large"),
    "deep lists": (b"[" * 50_000 + b"]" * 50_000, "deep"),
    "a list": (b"[]", "no_hand_in"),
    "a word": (b'"hello"', "no_hand_in"),
    "not JSON": (b"<html>", "no_json"),
    "bytes": (b"\xff\xfe\x00", "no_text"),
    "nothing": (b"", "empty"),
    "large": (b" " * 300_000, "large"),
    "two of one key": (b'{"format": "a", "format": "b"}', "shape"),
    "a pickle": (b"\x80\x04\x95\x1d\x00\x00\x00", "no_text"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_content_is_refused_and_nothing_else_happens(name: str) -> None:
    content, kind = HOSTILE[name]
    with pytest.raises(HandInError) as found:
        parse_hand_in(content)
    assert found.value.kind == kind


@pytest.mark.parametrize(
    "changes",
    [
        {"pupil": ""},
        {"pupil": "a\u202eb"},
        {"pupil": ["Ana"]},
        {"pupil": "x" * 5000},
        {"finished": "yesterday"},
        {"finished": "2026-13-45T99:99Z"},
        {"answers": {}},
        {"answers": ["a"]},
        {"answers": [{"task": "a"}]},
        {"answers": [{"task": "a", "asked": "b", "answer": "x" * 5000, "at": ""}]},
        {"answers": [{"task": "a", "asked": "b", "answer": "x", "at": "soon"}]},
        {"answers": [{"task": "a", "asked": "b", "answer": {}, "at": ""}]},
        {"answers": [{"task": "a", "asked": "b", "answer": "", "at": ""}] * 2},
        {"answers": [{"task": "a", "asked": "b", "answer": "", "at": ""}] * 500},
        {"more": "x"},
    ],
    ids=str,
)
def test_wrong_types_and_lengths_are_refused_even_when_they_are_signed(
    model: HandIn, changes: dict[str, object]
) -> None:
    with pytest.raises(HandInError) as found:
        parse_hand_in(signed(model, **changes))
    assert found.value.kind == "shape"
    facts = found.value.facts
    assert all(len(str(fact)) < 60 for fact in facts.values())


NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=8), inside, max_size=3)
    ),
    max_leaves=6,
)


@given(st.data())
@settings(laws, max_examples=200)
def test_no_content_at_all_does_anything_but_be_read_or_refused(
    model: HandIn, data: st.DataObject
) -> None:
    whole = json.loads(write_hand_in(model))
    key = data.draw(st.sampled_from([*whole, "answers 0", "more"]))
    value = data.draw(NESTED)
    if key == "answers 0":
        whole["answers"][0] = value
    else:
        whole[key] = value
    if data.draw(st.booleans()) and isinstance(whole.get("quiz"), str):
        del whole["signature"]
        whole["signature"] = signature(whole)
    content = json.dumps(whole).encode()
    if data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(content)))
        content = content[:at] + data.draw(st.binary(max_size=4)) + content[at:]
    with suppress(HandInError):
        parse_hand_in(content)


def test_what_is_told_of_a_file_moves_no_cursor(quiz: Quiz, model: HandIn, tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J.json").write_bytes(signed(model, finished="\x1b[2J"))
    (problem,) = graded(quiz, tmp_path).problems
    assert "\x1b" not in problem.file + problem_text(problem, "en")
    assert "\\x1b[2J" in problem.file


# --- the class -----------------------------------------------------------------------------------


def test_whatever_is_wrong_with_a_file_is_told_by_name_and_the_rest_is_graded(
    quiz: Quiz, model: HandIn, tmp_path: Path
) -> None:
    other = handed_in(class_quiz(1, [("red_threes", 1, 1)]), "V1", "Otto")
    put(
        tmp_path,
        model,
        renamed(model, "=1+1"),
        renamed(model, "<img src=x onerror=alert(1)>"),
        other,
    )
    again = replace(renamed(model, "=1+1"), finished="2026-11-30T09:50Z")
    (tmp_path / "later.json").write_text(write_hand_in(again), "utf-8")
    text = write_hand_in(renamed(model, "Cut"))
    (tmp_path / "cut.json").write_text(text[: len(text) // 2], "utf-8")
    (tmp_path / "edited.json").write_text(text.replace("09:40", "09:10"), "utf-8")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "link.json").symlink_to("/etc/hostname")
    (tmp_path / "notes.txt").write_text("x")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.json")
    grades = graded(quiz, tmp_path)
    assert [one.pupil for one in grades.pupils] == [
        "<img src=x onerror=alert(1)>",
        "=1+1",
        "Ana Ruiz",
    ]
    assert kinds(grades) == {
        file_name(renamed(model, "=1+1")): "twice",
        file_name(other): "other_quiz",
        "cut.json": "cut_short",
        "edited.json": "edited",
        "folder.json": "folder",
        "link.json": "link",
        **({"pipe.json": "special"} if hasattr(os, "mkfifo") else {}),
    }
    assert grades.others == 1
    assert all(one.earned == quiz.points for one in grades.pupils)
    for language in LANGUAGES:
        for problem in grades.problems:
            assert "{" not in problem_text(problem, language)


def test_a_file_that_may_not_be_read_is_told(
    quiz: Quiz, model: HandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, model, renamed(model, "Eva"))
    closed = file_name(model)
    opened = os.open

    def refuse(path: object, *rest: int) -> int:
        if Path(str(path)).name == closed:
            raise PermissionError(13, "Permission denied")
        return opened(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("canasta_tutor.classroom.collecting.os.open", refuse)
    grades = graded(quiz, tmp_path)
    assert [one.pupil for one in grades.pupils] == ["Eva"]
    assert kinds(grades) == {closed: "unreadable"}


def test_one_name_with_two_versions_may_be_two_pupils(quiz: Quiz, tmp_path: Path) -> None:
    one, two = (handed_in(quiz, version, "Ana") for version in quiz.versions)
    put(tmp_path, one, replace(two, pupil="ANA"))
    grades = graded(quiz, tmp_path)
    assert len(grades.pupils) == 2
    assert set(kinds(grades).values()) == {"same_name"}


def test_partial_answers_earn_their_part_and_none_earns_nothing(
    quiz: Quiz, model: HandIn, tmp_path: Path
) -> None:
    first, second, third = model.answers
    empty = replace(second, answer="", at="")
    wrong = replace(third, answer="7")
    put(tmp_path, replace(model, answers=(first, empty, wrong)))
    (one,) = graded(quiz, tmp_path).pupils
    assert [mark.earned for mark in one.marks] == [8, 0, 0]
    assert [mark.answered for mark in one.marks] == [True, False, True]
    lines = first.answer.split("; ")
    put(
        tmp_path,
        replace(model, answers=(replace(first, answer="; ".join(lines[:-1])), empty, wrong)),
    )
    (one,) = graded(quiz, tmp_path).pupils
    assert 0 < one.earned < 8


def test_a_quiz_whose_points_were_corrected_still_takes_its_hand_ins(
    quiz: Quiz, model: HandIn, tmp_path: Path
) -> None:
    put(tmp_path, model)
    slots = (replace(quiz.slots[0], points=20), *quiz.slots[1:])
    corrected = replace(quiz, slots=slots)
    assert corrected.id != quiz.id
    assert graded(corrected, tmp_path).pupils[0].earned == corrected.points
    shorter = replace(quiz, slots=quiz.slots[1:])
    assert graded(shorter, tmp_path).pupils[0].earned == shorter.points


def test_a_question_that_was_another_one_then_is_not_graded(
    quiz: Quiz, model: HandIn, tmp_path: Path
) -> None:
    first = replace(model.answers[0], asked="00000000")
    put(tmp_path, replace(model, answers=(first, *model.answers[1:])))
    grades = graded(quiz, tmp_path)
    assert not grades.pupils
    assert list(kinds(grades).values()) == ["asked_otherwise"]


def test_nobody_to_grade_is_no_error(quiz: Quiz, tmp_path: Path) -> None:
    grades = graded(quiz, tmp_path)
    assert grades.mean == 0
    assert items(grades) == ()
    with pytest.raises(CanastaError, match="not found; expected a folder"):
        collect([tmp_path / "nowhere"])


# --- tables --------------------------------------------------------------------------------------


def test_no_cell_is_taken_for_a_formula(quiz: Quiz, model: HandIn, tmp_path: Path) -> None:
    put(tmp_path, *(renamed(model, f"{sign}cmd") for sign in "=+-@"))
    for row in marks_table(graded(quiz, tmp_path), "en", ".")[1:]:
        assert row[0].startswith("'")
    assert guarded("\t=1") == "'\t=1"


@pytest.mark.parametrize(
    ("limit", "finished", "told"),
    [
        (0, "2026-11-30T09:40Z", ["40", "0"]),
        (30, "2026-11-30T09:30Z", ["30", "0"]),
        (30, "2026-11-30T09:34Z", ["34", "4"]),
        (30, "2026-11-29T09:00Z", ["0", "0"]),
    ],
    ids=["no limit", "in time", "over", "the clock set back"],
)
def test_who_was_over_the_time_is_told_to_the_teacher(
    limit: int, finished: str, told: list[str], quiz: Quiz, model: HandIn, tmp_path: Path
) -> None:
    """Points stay as they are: what follows from it is the teacher's to say."""
    limited = replace(quiz, options=replace(quiz.options, minutes=limit))
    put(tmp_path, replace(model, finished=finished))
    grades = graded(limited, tmp_path)
    assert marks_table(grades, "en", ".")[1][-3:-1] == told
    assert grades.pupils[0].earned == limited.points
    page = report(grades, "es")
    assert ("4 de más" in page) == (told[1] == "4")


def test_the_command_writes_tables_and_says_what_has_changed(
    quiz: Quiz, model: HandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = tmp_path / "class", tmp_path / "marks"
    folder.mkdir()
    put(folder, model, renamed(model, "Ñandú; Eva"))
    file = tmp_path / "quiz.toml"
    file.write_text(write_quiz(quiz), "utf-8")
    assert grade_command.run([folder], file, out, "es") == 0
    assert "Se han corregido 2 entregas. Media: 13 de 13 puntos." in capsys.readouterr().out
    opened = (out / "marks-spreadsheet.csv").read_bytes()
    assert opened.startswith(b"\xef\xbb\xbfAlumno;")
    rows = list(csv.reader((out / "marks.csv").read_text("utf-8").splitlines()))
    assert [row[0] for row in rows[1:]] == ["Ana Ruiz", "Ñandú; Eva"]
    assert [row[5:8] for row in rows[1:]] == [["8", "3", "2"]] * 2
    assert grade_command.run([folder], file, out, "es") == 0
    assert "no han cambiado los puntos de nadie" in capsys.readouterr().out
    corrected = replace(quiz, slots=(replace(quiz.slots[0], points=10), *quiz.slots[1:]))
    file.write_text(write_quiz(corrected), "utf-8")
    assert grade_command.run([folder], file, out, "en") == 0
    assert "Ana Ruiz: 13 before, 15 now (questions 1)." in capsys.readouterr().out
    (out / "grades.json").write_text("[1, 2")
    assert grade_command.run([folder], file, out, "en", ";") == 0
    assert "before" not in capsys.readouterr().out
    with pytest.raises(CanastaError, match="--delimiter: found '--'"):
        grade_command.run([folder], file, out, "en", "--")


# --- the questions -------------------------------------------------------------------------------


def test_correlation_is_pearsons() -> None:
    assert correlation([1, 2, 3, 4], [2, 1, 4, 3]) == 0.6
    assert correlation([1, 1, 1], [1, 2, 3]) is None
    assert correlation([0, 1], [1, 0]) == -1


def test_questions_that_tell_nothing_are_marked(quiz: Quiz, model: HandIn, tmp_path: Path) -> None:
    first, second, third = model.answers
    good = [renamed(model, f"Good {n}") for n in range(5)]
    answers = (first, replace(second, answer="", at=""), third)
    weak = [replace(model, pupil=f"Weak {n}", answers=answers) for n in range(5)]
    put(tmp_path, *good, *weak)
    sheet, canasta, minimum = items(graded(quiz, tmp_path))
    assert (sheet.odd, sheet.easy, sheet.parts) == ("everybody", 1, None)
    assert (canasta.odd, canasta.easy, canasta.unanswered) == ("", 0.5, 5)
    assert canasta.gap == 1
    assert minimum.rule.startswith("initial.")


def test_the_format_is_named_in_every_file(model: HandIn) -> None:
    assert json.loads(write_hand_in(model))["format"] == FORMAT


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_everything_and_shows_names_as_text(
    quiz: Quiz, model: HandIn, tmp_path: Path, language: str
) -> None:
    evil = "<script>alert(1)</script>"
    put(tmp_path, model, renamed(model, evil), renamed(model, '"><img src=x onerror=a()>'))
    (tmp_path / "<b>x.json").write_text("{")
    page = report(graded(quiz, tmp_path), language)
    assert f'lang="{language}"' in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert evil not in page
    assert "<img" not in page
    assert "<b>x" not in page
    assert page.count("<script>") == 1
    assert not re.search(r"https?://|\{[a-z_]+\}", page.split("<script>")[0].split("</style>")[1])


def test_the_page_of_an_empty_class_can_be_read(quiz: Quiz, tmp_path: Path) -> None:
    for language in LANGUAGES:
        assert "<h1>" in report(graded(quiz, tmp_path), language)


# --- what comes next -----------------------------------------------------------------------------


def test_what_the_class_does_not_know_is_asked_again_with_other_cards(
    quiz: Quiz, model: HandIn, tmp_path: Path
) -> None:
    first, second, third = model.answers
    weak = replace(model, answers=(first, replace(second, answer="", at=""), third))
    put(tmp_path, weak)
    grades = graded(quiz, tmp_path)
    again = teach_again(grades)
    assert [one.numbers for one in again] == [(2,)]
    file = write_follow_up(quiz, again, tmp_path)
    assert file is not None
    made = read_quiz(file)
    assert made.title["es"] == "Otra vez: Class"
    ids = {task.id for task in made.tasks("A")}
    assert ids
    assert not ids & {given.task for given in model.answers}
    assert write_follow_up(quiz, (), tmp_path) is None
