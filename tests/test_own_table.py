"""A table of the learner's own: made from one of ours, kept as a file, and followed by every lesson."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from canasta_tutor import CanastaError, Deal, Rulebook, RulebookError, own_table, settings
from canasta_tutor.lesson import Lesson
from canasta_tutor.own_table import FILE, HOUSE_RULES
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.rules import RULES
from canasta_tutor.settings import OWN
from canasta_tutor.widgets.my_table import MyTable

LESSON = "11-five-tables"
each_table = pytest.mark.parametrize("name", Rulebook.names())


@pytest.fixture(autouse=True)
def learner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A learner's own folder, empty."""
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path / "learner"))
    return tmp_path / "learner"


def classic(**options: Any) -> MyTable:
    return MyTable(Rulebook.load("classic"), **options)


# --- making it --------------------------------------------------------------------------------------


def test_what_is_agreed_shows_the_sentence_that_changes() -> None:
    mine = classic()
    assert (mine._shown["changes"], mine._shown["changed"]) == ("Nothing is changed yet.", [])
    mine._answer({"intent": "rule", "rule": "going_out.canastas", "choice": 1})
    assert mine.rulebook.at(4)["going_out.canastas"] == 2
    (changed,) = mine._shown["changed"]
    assert "2 canastas" in changed["now"]
    assert changed["before"].startswith("before: ")
    mine._answer({"intent": "rule", "rule": "going_out.canastas", "choice": 0})
    assert mine.rulebook == Rulebook.load("classic")


def test_rules_that_do_not_fit_are_refused_and_nothing_is_lost() -> None:
    mine = classic()
    mine.agree("turn.draw", 2)
    assert mine.agree("threes.red_laid", "holder_decides") == "threes.red_in_hand"
    assert mine._message["kind"] == "refusal"
    assert list(mine.changes) == ["turn.draw"]
    assert mine.agree("threes.red_in_hand", "as_laid") == ""
    assert mine.agree("threes.red_laid", "holder_decides") == ""
    assert mine.agree("threes.red_in_hand", "cannot_be") == "threes.red_in_hand"
    assert list(mine.changes) == ["turn.draw", "threes.red_in_hand", "threes.red_laid"]


def test_another_start_keeps_what_was_changed() -> None:
    mine = classic()
    mine.agree("turn.draw", 2)
    mine.agree("value.two", 50)
    assert mine.start_from("club") == ""
    assert mine.changes == {"value.two": 50}, "the club draws two by itself"


@each_table
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offered_choice_is_worded_and_can_be_played_or_is_refused(
    name: str, language: str
) -> None:
    for path in HOUSE_RULES:
        for value in own_table.choices(path):
            mine = MyTable(Rulebook.load(name), language)
            refused = mine.agree(path, value)
            assert refused in ("", "threes.red_in_hand")
            rule = mine._rule(path)
            assert 0 <= rule["on"] < len(rule["options"])
            assert len(set(rule["options"])) == len(rule["options"])
            for players in mine.rulebook.players:
                assert Deal.start(mine.rulebook, players, 1).legal_moves


def test_there_is_a_choice_in_every_offered_rule() -> None:
    assert set(HOUSE_RULES) <= set(RULES)
    assert {path for path in HOUSE_RULES if len(own_table.choices(path)) < 2} == set()


# --- keeping it -------------------------------------------------------------------------------------


def test_it_is_kept_read_again_and_followed_by_every_lesson() -> None:
    lesson = Lesson(LESSON, language="es")
    mine = lesson.my_table()
    mine.agree("going_out.canastas", 2)
    mine._answer({"intent": "save", "title": "La mesa de “Rosa” \\ y\nLeo"})
    title = "La mesa de “Rosa” \\ y Leo"
    assert {"id": OWN, "title": title} in lesson.header._shown["tables"]
    assert "queda guardada" in mine._message["text"]

    lesson.header._hear(lesson.header, {"intent": "table", "table": OWN, "n": 1}, None)
    assert (settings.load().table, lesson.header._again) == (OWN, 1)
    there = Lesson("09-going-out", language="es")
    assert repr(there) == f"Estás en esta mesa: {title}."
    assert there.rulebook.at(4)["going_out.canastas"] == 2
    assert (there.rulebook.base().id, there.header._shown["table"]) == ("classic", OWN)
    last = there.position(phase="play", hand="9♦", melds_us=["K♠ K♥ K♦ K♣ K♠ K♥ ★"])
    assert "going_out.canastas" in repr(there.ruling(last, "discard 9♦"))
    exercise = there.exercise("tables/two-canastas-please")
    assert exercise.question is not None
    again = there.my_table()
    assert (again.title, again.rulebook) == (title, there.rulebook)


def test_a_rule_that_was_written_by_hand_stays(learner: Path) -> None:
    learner.mkdir()
    (learner / FILE).write_text(
        'extends = "club"\ntitle = "Ours"\n[turn]\ndraw = 3\n[canasta]\nnatural = 700\n'
    )
    mine = classic()
    assert mine.base.id == "club"
    mine.agree("value.two", 50)
    mine.save(mine.title)
    own = own_table.load()
    assert own is not None
    assert own.house_rules() == {"value.two": 50, "turn.draw": 3, "canasta.natural": 700}
    assert mine._rule("turn.draw")["changed"]


@each_table
def test_every_value_is_written_so_that_it_is_read_again(name: str) -> None:
    other = Rulebook.load("family" if name == "classic" else "classic")
    base = Rulebook.load(name)
    for path in HOUSE_RULES:
        try:
            house = base.with_rules({path: other.at(4)[path]})
        except RulebookError:
            continue
        own = own_table.save(name, house.house_rules(), "Ours")
        assert own == own_table.load() == house
        assert own.title == {"en": "Ours", "es": "Ours"}


def test_a_nameless_table_gets_a_name() -> None:
    mine = classic(language="es")
    mine.save(" \n ")
    own = own_table.load()
    assert own is not None
    assert own.title["es"] == "Mi mesa"


def test_what_cannot_be_kept_is_said(learner: Path) -> None:
    learner.write_text("a file where the folder should be")
    with pytest.raises(CanastaError):
        own_table.save("classic", {}, "Ours")
    mine = classic()
    mine.save("Ours")
    assert (mine._message["kind"], mine.title) == ("refusal", "Ours")


# --- when it is gone or broken ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (None, "my-table.toml: found no such file; expected your own table"),
        ("extends = ", "my-table.toml"),
        ('extends = "club"\n[meld]\nmax_wild = 2\n', "meld.max_wild"),
        ('extends = "club"\n[turn]\ndraw = "two"\n', "turn.draw"),
        ('extends = "clubb"\n', "clubb"),
        ("[turn]\ndraw = 2\n", "extends: found none; expected one of classic"),
        ("\xff\xfe", "my-table.toml"),
    ],
)
def test_a_broken_or_vanished_table_is_told_of_once(
    text: str | None, fault: str, learner: Path
) -> None:
    own_table.save("club", {"value.two": 50}, "Ours")
    settings.save(table=OWN, base="club")
    if text is None:
        (learner / FILE).unlink()
    else:
        (learner / FILE).write_bytes(text.encode("latin-1"))
    lesson = Lesson(LESSON, language="en")
    header = lesson.header
    assert lesson.rulebook.id == "club"
    assert fault in header._message["text"]
    assert [table["id"] for table in header._shown["tables"]] == list(Rulebook.names())
    header._hear(header, {"intent": "shown", "n": 1}, None)
    assert fault in header._message["text"]

    later = Lesson(LESSON, language="en")
    assert (later.rulebook.id, later.header._message) == ("club", {})
    if text is not None:
        mine = later.my_table()
        assert mine._message["kind"] == "refusal"
        mine.save("Ours anew")
        kept = learner / "my-table.kept-1.toml"
        assert kept.read_bytes() == text.encode("latin-1"), "nothing is lost"


def test_a_table_that_is_not_there_cannot_be_chosen() -> None:
    header = Lesson(LESSON, language="en").header
    header._hear(header, {"intent": "table", "table": OWN, "n": 1}, None)
    assert header._message["kind"] == "refusal"
    assert settings.load() == settings.Settings()


# --- as it stands in a notebook that has not run ----------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_reads_well_before_it_runs(language: str) -> None:
    mine = MyTable(Rulebook.load("family"), language)
    assert repr(mine) == "MyTable(family; unchanged)"
    assert mine.still_html().count("<li>") == len(HOUSE_RULES)
