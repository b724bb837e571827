"""A lesson never contradicts the table that the learner has chosen: numbers, answers and what to try."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from canasta_tutor import settings
from canasta_tutor.cards import read_cards
from canasta_tutor.lesson import TABLES, Lesson
from canasta_tutor.lesson_rulings import Ruling
from canasta_tutor.lesson_source import CARDS, Code, LessonSource, Prose, read_lesson
from canasta_tutor.lesson_steps import Steps
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.wording import added

SOURCES = sorted((Path(__file__).parents[1] / "notebooks" / "source").glob("[0-9]*.md"))
each = pytest.mark.parametrize("path", SOURCES, ids=[path.stem for path in SOURCES])
both = pytest.mark.parametrize("language", LANGUAGES)
every_table = pytest.mark.parametrize("table", TABLES)

NAMES_A_TABLE = {
    "en": re.compile(r"classic|two to six|online|famil|grandmother|club|\btables?\b", re.I),
    "es": re.compile(r"clásica|dos a seis|en línea|famil|abuela|peña|\bmesas?\b", re.I),
}
"""A sentence with one of these says where it holds: at one table, at most, at all, at yours."""


# --- the numbers in the prose ---------------------------------------------------------------------


def points(value: Any) -> set[int]:
    """The points that a rule's value names, or its steps: the smaller numbers count cards or canastas."""
    if isinstance(value, tuple):
        return {row[1] for row in value if isinstance(row, tuple)}
    return {value} if type(value) is int and value >= 5 else set()


@cache
def differing(rule: str) -> frozenset[int]:
    """The numbers that a rule has at some of the five tables, where it is not the same at all."""
    values = [Rulebook.load(name).at(4)[rule] for name in TABLES]
    same = all(value == values[0] for value in values)
    return frozenset() if same else frozenset().union(*map(points, values))


@cache
def common(rule: str) -> frozenset[int]:
    """The numbers that a rule has at every table."""
    values = [Rulebook.load(name).at(4)[rule] for name in TABLES]
    return frozenset.intersection(*(frozenset(points(value)) for value in values))


def sentences(text: str) -> list[str]:
    """The sentences of a cell, without headings, cards, links and the numbers of a list."""
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    text = re.sub(r"^\s*(?:\d+\.|-)\s", "\n\n", text, flags=re.M)
    text = re.sub(r"\]\([^)]*\)", "]", CARDS.sub(" ", text))
    return [part for part in re.split(r"\n\s*\n|(?<=[.!?])\s", text) if part.strip()]


@both
@each
def test_a_number_that_differs_between_tables_stands_with_a_table(
    path: Path, language: str
) -> None:
    """A price of one table, told as if it were everybody's, contradicts the others."""
    lesson = read_lesson(path)
    own = frozenset().union(*map(differing, lesson.teaches))
    shared = frozenset().union(*map(common, lesson.teaches))
    for cell in lesson.cells:
        for text in sentences(cell.said[language]) if isinstance(cell, Prose) else ():
            numbers = {int(number) for number in re.findall(r"(?<![\w.])\d+(?!\w)", text)}
            if numbers & (own - shared):
                assert NAMES_A_TABLE[language].search(text), text


# --- the answers beside the prose -----------------------------------------------------------------


def played(lesson: LessonSource, table: str) -> Iterator[tuple[Code, Any, dict[str, Any]]]:
    """Every cell of a lesson with what it shows at this table, and what is named so far."""
    settings.save(table=table)
    names: dict[str, Any] = {}
    for cell in lesson.cells:
        if isinstance(cell, Code):
            if "lesson.exercise(" in cell.source:
                continue
            *most, last = re.split(r"\n(?=\S)", cell.source)
            exec("\n".join(most), names)
            yield cell, eval(last, names), names


def answer(shown: Ruling) -> str:
    """Yes, or the rule that says no."""
    assert not shown.unreadable
    return "" if shown.legal else shown.objections[0].rule


@pytest.fixture(autouse=True)
def learner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path))


@each
def test_a_ruling_that_differs_between_tables_is_told_as_such(path: Path) -> None:
    """Beside it, before or after, the prose says at which tables it holds, or speaks of yours."""
    lesson = read_lesson(path)
    answers: dict[int, set[str]] = {}
    for table in TABLES:
        for cell, shown, _ in played(lesson, table):
            if isinstance(shown, Ruling):
                answers.setdefault(cell.line, set()).add(answer(shown))
            elif isinstance(shown, Steps) and not shown.hidden:
                rules = {one.rule for step in shown.steps for one in step.refused}
                answers.setdefault(cell.line, set()).add(" ".join(sorted(rules)[:1]))
    for line, found in answers.items():
        if len(found) > 1:
            place = next(n for n, cell in enumerate(lesson.cells) if cell.line == line)
            around = lesson.cells[max(0, place - 2) : place + 3]
            for language in LANGUAGES:
                prose = " ".join(cell.said[language] for cell in around if isinstance(cell, Prose))
                assert NAMES_A_TABLE[language].search(prose), f"line {line}: {found}"


TRIED = {
    "03-turn-and-melds": [
        ("first_turn", "lay 10 10 10", "turn.order"),
        ("first_turn", "draw; lay 10 10 10", ""),
        ("queen", "lay Q♥ 2♠ ★", "meld.min_naturals"),
        ("growing", "lay 9♥ 9♦", ""),
        ("growing", "lay them 6: 6♣", "meld.side"),
    ],
    "04-taking-the-pile": [
        ("two_kings", "take K♠ K♥", ""),
        ("two_kings", "draw; take K♠ K♥", "pile.replaces_draw"),
        ("threes", "take 3♠ 3♣", "threes.black_blocks"),
    ],
    "05-frozen-and-blocked": [
        ("tens", "take 10 10", ""),
        ("guarded", "take 7 7", "threes.black_blocks"),
        ("open_again", "take 6 6", ""),
    ],
    "06-first-lay-down": [
        ("aces", "lay A A A", "initial.minimum"),
        ("five_less", "lay A A A", ""),
        ("kings", "lay K K K", "initial.minimum"),
        ("kings", "lay 8 8 8", "initial.minimum"),
        ("kings", "lay K K K, 8 8 8", ""),
        ("fours", "lay 4♠ 4♠ 4♥ 4♥ 4♦ 4♦ 4♣", "initial.minimum"),
        ("ace_on_top", "take A♠ A♥", ""),
        ("after_partner", "lay 4 4 4", ""),
    ],
    "07-canastas": [
        ("joker", "lay Q: ★", ""),
        ("six", "lay Q♣", ""),
        ("six", "lay Q: ★", ""),
        ("full", "lay K♦", ""),
    ],
    "08-threes": [("red", "draw", "")],
    "09-going-out": [
        ("six", "lay J♣; discard 8♦", ""),
        ("poor", "lay 6 6 6", "going_out.keep_card"),
        ("dry", "draw; discard 8♦", ""),
    ],
    "10-keeping-score": [
        ("last_nine", "lay K: K♠ K♥ ★ ★; discard 9♦", ""),
        ("last_card", "draw; discard 5♠", ""),
        ("six_kings", "discard 9♦", "going_out.canastas"),
    ],
    "12-playing-well": [
        ("got_two", "take 2 2", "pile.blocked_tops"),
        ("ready", "lay 5 5 5; discard 9♣", ""),
    ],
}
"""What the prose asks to try, and tells the answer of without an if: each table says the same."""


@every_table
@pytest.mark.parametrize("name", TRIED)
def test_what_the_prose_foretells_happens_at_every_table(name: str, table: str) -> None:
    path = next(path for path in SOURCES if path.stem == name)
    *_, (_, _, names) = played(read_lesson(path), table)
    for position, move, rule in TRIED[name]:
        assert answer(names["lesson"].ruling(names[position], move)) == rule, (position, move)


@every_table
def test_three_cards_of_the_welcome_make_more_than_one_meld(table: str) -> None:
    """“There is more than one good answer”, at every table."""
    lesson = Lesson("00-welcome", rulebook=table)
    hand = lesson.position(
        hand="Q♠ Q♥ Q♦ 9♣ 9♠ 9♥ 2♦", phase="play", melds_us=["4♠ 4♥ 4♦"], melds_2=["6♠ 6♥ 6♦"]
    )
    assert f'lesson.lay("{hand.fields["hand"]}")' in SOURCES[0].read_text("utf-8")
    assert (
        answer(lesson.ruling(hand, "lay Q Q Q")) == answer(lesson.ruling(hand, "lay 9 9 9")) == ""
    )


# --- the chosen table in the worked examples ------------------------------------------------------


def lesson_at(table: str, language: str = "en") -> Lesson:
    settings.save(table=table)
    return Lesson("06-first-lay-down", language)


@pytest.mark.parametrize(("table", "price"), [("classic", 50), ("family", 60), ("club", 50)])
def test_a_choice_made_in_the_welcome_sets_the_price_of_the_example(table: str, price: int) -> None:
    lesson = lesson_at(table)
    kings = lesson.position(phase="play", hand="K♠ K♥ K♣ 8♠ 8♥ 8♦ Q♦ 7♣", pile="J♦ 5♥")
    assert repr(lesson.steps(kings, "lay K K K, 8 8 8")).splitlines() == [
        f"1. Score before the deal: 0. The minimum is {price}.",
        "2. 3 × 10 = 30.",
        "3. 3 × 10 = 30.",
        "4. 30 + 30 = 60.",
        f"5. 60 laid, {price} needed. Yes.",
    ]


def test_a_refusal_ends_the_steps_with_its_rule() -> None:
    lesson = lesson_at("family", "es")
    kings = lesson.position(
        phase="play", hand="K♠ K♦ 2♥ 9♦ 5♣", melds_us=["8♠ 8♥ 8♦"], melds_2=["6♠ 6♥ 6♦"]
    )
    steps = lesson.steps(kings, "lay K♠ K♦ 2♥")
    assert repr(steps).splitlines()[-1] == "4. No. Naturales en una combinación."
    html = steps._repr_html_()
    assert "Una combinación tiene al menos 3 cartas naturales" in html
    assert "[en familia, 003:36]" in html


def test_a_canasta_is_worth_what_the_chosen_table_says() -> None:
    queens = "Q♠ Q♠ Q♥ Q♥ Q♦ Q♦ Q♣"
    last = [repr(lesson_at(table).worth(f"{queens} ★")).splitlines()[-1] for table in TABLES]
    assert last == ["3. 300 + 120 = 420.", "3. 500 + 120 = 620.", *["3. 300 + 120 = 420."] * 3]
    assert (
        repr(lesson_at("club").worth(queens)).splitlines()[0] == "1. Pure canasta of queens: 500."
    )
    five = [repr(lesson_at(table).values("K♠ 9♦ 2♥ A♣ 5♠")) for table in ("classic", "party")]
    assert five == ["1. 2 × 10 + 2 × 20 + 5 = 65.", "1. 2 × 10 + 50 + 20 + 5 = 95."]
    assert added(read_cards("★"), Rulebook.load("classic").at(4)) == "50"


@both
def test_the_last_steps_wait_behind_one_button_after_another(language: str) -> None:
    steps = lesson_at("classic", language).worth("Q♠ Q♠ Q♥ Q♥ Q♦ Q♦ Q♣", hidden=2)
    assert repr(steps).splitlines()[1:] == ["…", "…"]
    html = steps._repr_html_()
    assert html.count("<details>") == html.count("<summary") == 2
    assert html.index("500") < html.index("<details>") < html.index("570")
    assert re.findall(r'<ol start="(\d)"', html) == ["1", "2", "3"]
    everything = lesson_at("classic", language).worth("Q♠ Q♠ Q♥ Q♥ Q♦ Q♦ Q♣", hidden=9)
    assert repr(everything) == repr(steps)


def test_the_examples_cards_have_the_colours_that_the_learner_likes() -> None:
    plain = lesson_at("classic").values("K♦")._repr_html_()
    settings.save(four_colours=True)
    assert Lesson("01-cards", "en").values("K♦")._repr_html_() != plain
