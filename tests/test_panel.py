"""Panels and bait: cases answered by themselves, and facts that only a belief looks at."""

from __future__ import annotations

from pathlib import Path

import pytest

from canasta_tutor.beliefs.mind import Mind
from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises import ids, load, parse_exercise
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.check import check
from canasta_tutor.exercises.exercise import BAIT
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.prose import plain
from canasta_tutor.exercises.templates import template
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.taking import Freeze

ROOT = Path(__file__).parents[1]
BLANK = template("panel")
ALL_RIGHT = "a frozen; b blocked; c 90"


def blank() -> Panel:
    question = parse_exercise(BLANK, "own.md", "own").at()
    assert isinstance(question, Panel)
    return question


def say(answer: str, language: str = "en") -> tuple[str, str]:
    verdict = blank().judge(answer, language)
    return verdict.state, "\n".join(map(plain, verdict.say))


# --- answering --------------------------------------------------------------------------------------


def test_the_engine_answers_each_case_on_its_own_position() -> None:
    assert blank().right() == [ALL_RIGHT]


def test_all_cases_right_is_right() -> None:
    assert say(ALL_RIGHT)[0] == "correct"


def test_cases_are_counted_and_the_first_that_does_not_stand_is_looked_at() -> None:
    state, text = say("c 90; b frozen; a open")
    assert state == "partly"
    assert text.startswith("1 of 3 cases stand.\nLook at 4♣ 2♦ J♦:")
    assert blank().judge("c 90; b frozen; a open", "en").parts == {"a": "wrong"}


def test_a_wrong_answer_with_a_reason_of_its_own_hears_it_and_the_rule_that_decides() -> None:
    verdict = blank().judge("a frozen; b frozen; c 90", "en")
    assert "It does not freeze." in verdict.say[-1]
    assert verdict.rules == ("threes.black_blocks",)


def test_without_a_reason_the_deciding_rule_is_said() -> None:
    state, text = say("a frozen; b open; c 90", "es")
    assert state == "partly"
    assert "[clásica, 000:17, 000:44]" in text


def test_what_has_no_answer_yet_is_not_called_wrong() -> None:
    assert say("b blocked") == ("partly", "1 of 3 cases stand.\n2 cases have no answer yet.")


def test_not_one_case_right_is_wrong() -> None:
    assert say("a open; b open; c 15")[0] == "incorrect"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("d open", "I can't read “d open”"),
        ("a thawed", "I can't read “thawed”"),
        ("c ninety", "“ninety” as a whole number"),
        ("a 90", "I can't read “90”"),
    ],
)
def test_what_cannot_be_read_is_asked_again(answer: str, sentence: str) -> None:
    state, text = say(answer)
    assert state == "unreadable"
    assert sentence in text


def test_the_parts_are_the_cases() -> None:
    question = blank()
    assert question.parts("a frozen; c 50") == {"a": True, "b": False, "c": False}
    assert [question.choices(part) for part in "abc"] == [3, 3, 40]
    assert question.differs_by("c", "a frozen; c 50") == -40
    assert question.differs_by("a", "a frozen") is None
    assert question.rules_of("b") == ("threes.black_blocks",)
    assert question.rules_of("a") == question.deciding


# --- beliefs ----------------------------------------------------------------------------------------


def test_a_mind_answers_the_same_cases_by_its_own_rules() -> None:
    flat = Mind(rules=(lambda book: {"initial.minimum": ((-1000, 50),), "pile.freezes": ()},))
    assert blank().believing(flat).right() == ["a open; b blocked; c 50"]


def test_a_case_that_a_belief_leaves_without_an_answer_never_stands() -> None:
    neither = Mind(pile=(lambda deal, side, state: Freeze((), False, None, "nothing"),))
    other = blank().believing(neither)
    assert other.right() == ["c 90"]
    assert other.parts(ALL_RIGHT) == {"a": False, "b": False, "c": True}


def test_bait_reaches_a_mind_and_nothing_else() -> None:
    exempt = Mind(
        pile=(
            lambda deal, side, state: (
                Freeze((), False, state.blocked, "any")
                if deal.bait.get("froze") == "us" and side == deal.side
                else state
            ),
        )
    )
    probe = load("probes/f1").at()
    truth, believed = (probe.right()[0].split("; "), probe.believing(exempt).right()[0].split("; "))
    assert [case for case in believed if case not in truth] == ["h frozen_them"]


# --- what is wrong with a file ----------------------------------------------------------------------


FAULTS = [
    ("open = ", "opne = ", "en: found no answer (opne); expected ### (opne) label under ## Answers (did you mean"),
    ('frozen = "frozen us"', 'frozen = "frozen us and blocked us"', "options.a: found no answer true"),
    ("open us", "open us or frozen us", "options.a: found open and frozen true at classic; expected exactly one"),
    ('rule = "threes.black_blocks"', 'rule = "threes.black"', "options.b.rule: found 'threes.black'; expected the path"),
    ('is = "minimum them"', 'is = "minimun them"', "options.c: quantity: found 'minimun them'"),
    ('is = "minimum them"', 'is = "minimum them"\ncorrect = 50', "options.c.correct: found 50; the engine finds 90"),
    ("[options.b]", '[options.b]\ncorrect = "frozen"', "options.b.correct: found frozen; the engine finds blocked"),
    ("[options.b]", '[options.b]\ncorrect = "frosen"', "expected one of open, frozen, blocked (did you mean frozen?)"),
    ("[options.b]", '[options.b]\nmove = "draw"', "options.b.move: found 'draw'; expected a move where, and only"),
    ('not frozen us"', 'not frozen us and {move}"', "options.a.move: found ''; expected a move where"),
    ("[options.c]", '[options.c]\nstates = ["x", "y"]', "options.c.states: found it beside a quantity"),
    ("[options.b]", "[options.d]", "options.d: found 'd'; expected one of the options"),
    ("### (b frozen)", "### (b blocked)", "found option (b blocked), which is right at classic"),
    ("### (b frozen)", "### (b thawed)", "found option (b thawed); expected a case and a wrong answer to it"),
    ("### (b) {{pile}}\n", "### (b)\n", "found option (b) without a label"),
    ("### (open) Open", "### (open)", "found '(open)'; expected ### (id) label and no text"),
    ("### (open) Open", "### (open) Open\n### (open) Open", "found answer (open) again"),
    ("### (open) Abierto", "### (opan) Abierto", "es: found answer (opan), which en does not have"),
    ("[options.b]", '[options.b]\nbait = { frose = "us" }', "options.b.bait.frose: found an unknown key; expected one of froze"),
    ("[options.b]", "[options.b]\nbait = { thawed = 1 }", "options.b.bait.thawed: found 1; expected true or false"),
    ("[options.b]", '[options.b]\nbait = "us"', "options.b.bait: found 'us'; expected such as"),
    ("[answer.states]", "[bait]\nfroze = true\n\n[answer.states]", "bait.froze: found True; expected a text in quotes"),
]  # fmt: skip


@pytest.mark.parametrize(("found", "put", "message"), FAULTS)
def test_faults_are_reported(found: str, put: str, message: str) -> None:
    assert found in BLANK
    text = BLANK.replace(found, put)
    try:
        errors = check(parse_exercise(text, "own.md", "own"))
    except ExerciseError as error:
        errors = [error]
    assert errors, "nothing was found wrong"
    assert message in str(errors[0])
    assert str(errors[0]).startswith("own.md:")


def test_only_a_panel_has_named_answers() -> None:
    text = template("choice")
    for section, heading in (("## Answers", "## Hint"), ("## Respuestas", "## Pista")):
        text = text.replace(heading, f"{section}\n### (x) X\n\n{heading}")
    with pytest.raises(ExerciseError, match="found named answers; expected them in a panel"):
        parse_exercise(text, "own.md", "own")


def test_answers_without_statements_are_the_author_s_to_key() -> None:
    own = 'states = ["open", "frozen"]\ncorrect = "open"'
    keyed = BLANK.replace('is = "minimum them"', own)
    exercise = parse_exercise(keyed, "own.md", "own")
    assert exercise.at().right() == ["a frozen; b blocked; c open"]
    with pytest.raises(ExerciseError, match="expected the right answer, or statements"):
        parse_exercise(keyed.replace('correct = "open"', ""), "own.md", "own").at()


# --- the probes -------------------------------------------------------------------------------------


def test_every_bait_is_explained_and_used() -> None:
    page = (ROOT / "docs" / "exercises.md").read_text("utf-8")
    probes = "".join(load(id).source.toml for id in ids() if id.startswith("probes/"))
    for name in BAIT:
        assert f"| `{name} = " in page
        assert f"{name} = " in probes


POSITION = {
    "position": {
        "phase": "play",
        "hand": "J♠ 8♥",
        "melds": {"us": ["J×6"]},
        "pile": "4♣ 9♦",
    }
}
STATEMENTS = {
    "plays: lay J♠; discard 8♥": True,
    "ends: lay J♠; discard 8♥": True,
    "plays: discard 8♥": True,
    "ends: discard 8♥": False,
    "plays: lay J♠ 8♥": False,
    "ends: lay J♠ 8♥; discard 8♥": False,
    "not plays: draw": True,
    "top 9": True,
    "top 4": False,
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements_about_a_line_of_moves_and_the_top_card(text: str) -> None:
    assert Asker(POSITION, Rulebook.load("classic")).holds(text) is STATEMENTS[text]
