"""Quizzes: their file, what is wrong with one, what each version asks and what an answer earns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from canasta_tutor import Rulebook
from canasta_tutor.classroom import Quiz, Task, earned, parse_quiz, read_quiz, write_quiz
from canasta_tutor.classroom.areas import has, read_area, rules_of
from canasta_tutor.classroom.making import new_quiz
from canasta_tutor.classroom.marking import worth
from canasta_tutor.classroom.quiz import mark
from canasta_tutor.classroom.wishes import wish
from canasta_tutor.errors import CanastaError, ExerciseError
from canasta_tutor.exercises import load, load_all
from canasta_tutor.rules import RULES
from canasta_tutor.tutor.recording import version

TEXT = """\
title = "Scores on Monday"
rulebook = "classic"
areas = ["score", "canasta"]
levels = [2, 3]
languages = ["en", "es"]
seed = 46
versions = ["A", "B"]

[options]
mode = "exam"
minutes = 40

[[question]]
generator = "sheet"
level = 2
points = 8
seeds = [1, 2]

[[question]]
generator = "canasta"
level = 3
points = 3
seeds = [7, 8]

[[question]]
exercise = "score/out-and-beaten"
points = 5

[[question]]
exercises = ["pile/frozen-one-match", "pile/buried-black-three"]
"""


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return parse_quiz(TEXT)


def test_a_quiz_is_read_and_written_again_as_the_same(quiz: Quiz) -> None:
    again = parse_quiz(write_quiz(quiz))
    assert again == quiz
    assert again.id == quiz.id
    assert write_quiz(again) == write_quiz(quiz)
    assert (quiz.points, quiz.options.mode, quiz.options.minutes) == (17, "exam", 40)


def test_each_version_asks_its_own_questions_in_the_same_places(quiz: Quiz) -> None:
    first, second = quiz.tasks("A"), quiz.tasks("B")
    assert [task.id for task in first] == [
        "generated/sheet-2-1",
        "generated/canasta-3-7",
        "score/out-and-beaten",
        "pile/frozen-one-match",
    ]
    assert [task.id for task in second][:2] == ["generated/sheet-2-2", "generated/canasta-3-8"]
    assert [task.points for task in first] == [task.points for task in second] == [8, 3, 5, 1]
    assert [task.question.exercise.kind for task in first[:2]] == ["sheet", "panel"]


def test_house_rules_and_a_table_of_ones_own_are_asked_at(tmp_path: Path) -> None:
    own = tmp_path / "our-table.toml"
    own.write_text('extends = "classic"\n[canasta]\nmixed = 350\n', "utf-8")
    slot = '[[question]]\ngenerator = "sheet"\nlevel = 1\nseeds = [3]\n'
    file = tmp_path / "quiz.toml"
    file.write_text(f'title = "Ours"\nrulebook = "our-table.toml"\n{slot}', "utf-8")
    at_ours = read_quiz(file)
    house = parse_quiz(
        f'title = "Ours"\nrulebook = "classic"\nrules = {{ "canasta.mixed" = 350 }}\n{slot}'
    )
    for one in (at_ours, house):
        assert one.rulebook["canasta.mixed"] == 350
        assert one.tasks("A")[0].question.table["canasta.mixed"] == 350
        assert parse_quiz(write_quiz(one), one.file) == one
    assert house.id == parse_quiz(write_quiz(house)).id != parse_quiz(TEXT).id


def test_a_quiz_knows_when_the_course_asks_something_else_now(quiz: Quiz) -> None:
    marks = {version: mark(quiz.tasks(version)) for version in quiz.versions}
    block = "\n[marks]\n" + "".join(f'{name} = "{one}"\n' for name, one in marks.items())
    same = parse_quiz(TEXT + block)
    assert [task.id for task in same.tasks("B")] == [task.id for task in quiz.tasks("B")]
    other = parse_quiz(TEXT + block.replace(marks["B"], "00000000"))
    assert other.tasks("A")
    with pytest.raises(ExerciseError, match=r"marks\.B: found 00000000; the course has changed"):
        other.tasks("B")


# --- what can be wrong ------------------------------------------------------------------------------

WRONG = [
    ("areas", '["score", "canasta"]', '["scor"]', 3, r"did you mean score\?"),
    ("areas", '["score", "canasta"]', '["sevens"]', 3, "no such rule.*it stands in family"),
    ("areas", '["score", "canasta"]', '["canasta.sevens"]', 3, "no such rule.*'ordinary'"),
    ("levels", "[2, 3]", "[2, 9]", 4, "from 1 to 5"),
    ("languages", '["en", "es"]', '["de"]', 5, "one of en, es"),
    ("rulebook", '"classic"', '"clasic"', 2, r"did you mean classic\?"),
    ("rulebook", '"classic"', '"none.toml"', 2, "a TOML text file is expected"),
    ("rulebook", 'rulebook = "classic"', "", 1, "expected one of classic"),
    ("seed", "seed = 46", "seed = -1", 6, "a whole number from 0"),
    ("players", "seed = 46", "players = 9", 6, "expected one of 2, 3, 4"),
    ("rules", "seed = 46", 'rules = { "pile.freezs" = ["joker"] }', 6, r"did you mean pile.freezes\?"),
    ("rules", "seed = 46", 'rules = { "canasta.mixed" = "lots" }', 6, "a whole number"),
    ("sed", "seed = 46", "sed = 46", 6, r"did you mean seed\?"),
    ("versions", '["A", "B"]', '["A", "A"]', 7, "each once"),
    ("versions", '["A", "B"]', '["A", "../B"]', 7, "letters and digits"),
    ("versions", '["A", "B"]', '["A", "-2"]', 7, "letters and digits"),
    ("options.mode", '"exam"', '"exams"', 10, r"did you mean exam\?"),
    ("minutes", "minutes = 40", 'minutes = "soon"', 11, "0 for no limit"),
    ("generator", '"sheet"', '"shet"', 14, "such as sheet.*; docs/quizzes.md lists them all"),
    ("level", "level = 3", "level = 5", 21, "canasta has 1, 2, 3, 4"),
    ("points", "points = 3", "points = 0", 22, "1 to 100"),
    ("seeds", "[7, 8]", "[7]", 23, "1 for 2 versions"),
    ("seeds", "[7, 8]", '["x", "y"]', 23, "one seed for each version"),
    ("exercise", '"score/out-and-beaten"', '"score/out-and-beatn"', 26, "did you mean score/out-and-beaten"),
    ("exercise", '"score/out-and-beaten"', '"meld/club-eights"', 26, "not asked at classic"),
    ("exercises", '"pile/buried-black-three"', "3", 30, "one exercise for each version"),
    ("sheet-2-1", "[7, 8]\n", '[7, 8]\n[[question]]\ngenerator = "sheet"\nlevel = 2\nseeds = [1, 9]\n', 24, "a second time"),
    ("question", "[[question]]", "[[frage]]", 13, "unknown key"),
    ("TOML", "seeds = [7, 8]", "seeds = [7, 8", 0, "expected a TOML file"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "old", "new", "line", "expected"), WRONG)
def test_what_is_wrong_is_told_with_its_line(
    what: str, old: str, new: str, line: int, expected: str
) -> None:
    assert old in TEXT
    with pytest.raises(ExerciseError, match=rf"(?s)^q\.toml:\d+: .*{expected}") as caught:
        parse_quiz(TEXT.replace(old, new), "q.toml")
    assert line in (0, caught.value.line), str(caught.value)


def test_areas_go_by_their_names_in_both_languages() -> None:
    classic, family = Rulebook.load("classic"), Rulebook.load("family")
    assert read_area("El pozo", classic) == read_area("the pile", classic) == "pile"
    assert read_area("sevens", family) == "sevens"
    assert set(rules_of("sevens")) == {"meld.sevens", "canasta.sevens"}
    with pytest.raises(CanastaError, match="it stands in family"):
        read_area("sevens", classic)


def test_a_table_without_any_rule_is_the_exception() -> None:
    for name in Rulebook.names():
        book = Rulebook.load(name)
        missing = [rule for rule in RULES if not has(book, rule)]
        assert len(missing) < 20, missing
        assert "meld.max_wilds" not in missing


# --- a new quiz -----------------------------------------------------------------------------------


def wished(**changes: Any) -> Quiz:
    """A wish as the command line makes it."""
    asked: dict[str, Any] = {
        "file": Path("quiz.toml"),
        "rulebook": "classic",
        "rules": [],
        "players": None,
        "kind": "mixed",
        "areas": [],
        "levels": [1, 2, 3],
        "questions": 8,
        "languages": ["en", "es"],
        "seed": 5,
        "versions": ["A", "B"],
        "title": None,
        "mode": "practice",
        "minutes": 0,
        "include_unsettled": False,
    }
    return wish(**{**asked, **changes})


@pytest.mark.parametrize("book", Rulebook.names())
def test_a_scoring_quiz_has_whole_deals_single_lines_and_minimums(book: str) -> None:
    quiz, _ = new_quiz(wished(rulebook=book, kind="scoring"), 8)
    kinds = [task.question.exercise.kind for task in quiz.tasks("A")]
    areas = Counter(task.question.exercise.teaches[0].split(".")[0] for task in quiz.tasks("A"))
    assert len(kinds) == 8
    assert "sheet" in kinds
    assert {"score", "canasta", "initial"} <= set(areas)
    assert max(areas.values()) - min(areas.values()) <= 1  # balanced
    assert not [
        task.id for name in quiz.versions for task in quiz.tasks(name) if task.question.silent
    ]


def test_versions_are_equally_hard_and_no_two_questions_alike() -> None:
    quiz, _ = new_quiz(wished(versions=list("ABCDE")), 12)
    asked = {name: quiz.tasks(name) for name in quiz.versions}
    for tasks in zip(*asked.values(), strict=True):
        assert len({task.id for task in tasks}) == len({facts(task) for task in tasks}) == 5
        for what in ("kind", "level"):
            assert len({getattr(task.question.exercise, what) for task in tasks}) == 1
        assert len({task.points for task in tasks}) == 1
    for tasks in asked.values():
        assert len({facts(task) for task in tasks}) == 12


def facts(task: Task) -> str:
    return version(task.question.exercise)


@pytest.mark.parametrize("book", Rulebook.names())
def test_the_same_words_do_not_stand_above_more_than_two_of_twenty(book: str) -> None:
    made, _ = new_quiz(wished(rulebook=book, seed=4), 20)
    titles = Counter(task.question.title("en") for task in made.tasks("A"))
    assert max(titles.values()) <= 2, titles.most_common(3)


def test_the_same_wish_gives_the_same_quiz_and_another_seed_another() -> None:
    first, again = (new_quiz(wished(), 6)[0] for _ in range(2))
    assert write_quiz(first) == write_quiz(again)
    assert parse_quiz(write_quiz(first)) == replace(first, file="quiz.toml")
    assert new_quiz(wished(seed=6), 6)[0].slots != first.slots


def test_areas_and_house_rules_are_kept_to() -> None:
    quiz, _ = new_quiz(wished(areas=["El pozo", "going_out"]), 6)
    areas = Counter(task.question.exercise.teaches[0].split(".")[0] for task in quiz.tasks("A"))
    assert areas == {"pile": 3, "going_out": 3}
    house, _ = new_quiz(wished(rules=["canasta.mixed=350"], kind="scoring"), 4)
    assert {task.question.table["canasta.mixed"] for task in house.tasks("B")} == {350}
    assert all(slot.generator for slot in house.slots)  # prose of ours would not follow the house


def test_what_the_rules_leave_open_is_left_out_unless_it_is_asked_for() -> None:
    asked = wished(rulebook="club", areas=["red_value"], levels=[2])
    with pytest.raises(
        CanastaError,
        match=r"nothing is asked at club, level 2.*leave open is asked with --include-unsettled",
    ):
        new_quiz(asked, 2)
    quiz, left = new_quiz(
        wished(rulebook="club", areas=["red_value"], levels=[2], include_unsettled=True), 2
    )
    assert any(task.question.silent for task in quiz.tasks("A"))
    assert not left


WISHES = [
    ({"areas": ["pille"]}, r"areas: found 'pille'.*did you mean pile\?"),
    ({"areas": ["sevens"]}, "no such rule.*it stands in family"),
    ({"rulebook": "clasic"}, r"did you mean classic\?"),
    ({"rules": ["canasta.mixed"]}, "expected such as going_out.canastas=2"),
    ({"rules": ["canasta.mixd=3"]}, r"did you mean canasta.mixed\?"),
    ({"questions": 0}, "questions: found 0; expected 1 to 200"),
    (
        {"versions": ["A", "A"]},
        "versions: found 'A'; expected names of letters and digits, each once",
    ),
    ({"versions": ["A"] * 501}, "versions: found 501"),
    ({"levels": [7]}, "level: found 7; expected 1 to 5"),
    ({"players": 8}, "expected one of"),
]


@pytest.mark.parametrize(("changes", "expected"), WISHES)
def test_a_wish_that_cannot_be_is_refused_in_one_line(
    changes: dict[str, Any], expected: str
) -> None:
    with pytest.raises(CanastaError, match=expected) as caught:
        wished(**changes)
    assert "\n" not in str(caught.value)


def test_more_than_there_is_cannot_be_asked() -> None:
    asked = wished(areas=["stock"], levels=[4], versions=["A"], include_unsettled=True)
    with pytest.raises(CanastaError, match="questions: found 60; expected at most"):
        new_quiz(asked, 60)


# --- what an answer earns ---------------------------------------------------------------------------


def test_every_right_answer_earns_all_and_a_wrong_one_less() -> None:
    for exercise in list(load_all().values())[::5]:
        question = exercise.at()
        assert worth(question) >= 1
        for answer in question.right()[:2]:
            assert earned(question, answer) == 1
        for answer in question.wrong()[:6]:
            assert 0 <= earned(question, answer) < 1, (exercise, answer)
        assert earned(question, "") == 0


def test_a_sheet_earns_by_the_line_and_its_total_counts_twice(quiz: Quiz) -> None:
    sheet = quiz.tasks("A")[0].question
    lines = sheet.right()[0].split("; ")
    whole = worth(sheet)
    assert whole == len(lines) + 1
    first = next(line for line in lines if not line.endswith(" 0"))
    others = [line for line in lines if line != first]
    assert earned(sheet, "; ".join(others)) == Fraction(whole - 1, whole)
    assert earned(sheet, "; ".join([*lines[:-1], "us total 1"])) == Fraction(whole - 2, whole)
    nothing = sum(line.endswith(" 0") for line in lines)
    assert earned(sheet, first) == Fraction(1 + nothing, whole)
    assert earned(sheet, "us total 1") == 0


def test_each_wrong_tick_takes_away_what_a_right_one_gives() -> None:
    found = (one.at() for one in load_all().values() if one.answer.get("pick") == "all")
    choice = next(one for one in found if len(one.right()[0].split()) > 1)
    right = choice.right()[0].split()
    assert earned(choice, right[0]) == Fraction(1, len(right))
    everything = [option["id"] for option in choice.controls("en")["options"]]
    assert earned(choice, " ".join(everything)) == 0


def test_another_rule_at_a_forbidden_move_earns_half() -> None:
    ruling = load("pile/frozen-one-match").at()
    (right,) = ruling.right()
    others = [answer for answer in ruling.wrong() if answer != "yes"]
    assert [earned(ruling, answer) for answer in (right, "yes", others[0])] == [
        1,
        0,
        Fraction(1, 2),
    ]
