"""Every exercise is tried blank, right and wrong; every fault of a file is reported with its line."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations
from pathlib import Path

import pytest

from canasta_tutor import exercises
from canasta_tutor.cards import Card, full_deck, read_cards, write_cards
from canasta_tutor.catalogue import texts
from canasta_tutor.errors import CanastaError, ExerciseError, IllegalMove, NotationError
from canasta_tutor.exercises import Exercise, Question, ids, load, load_all, parse_exercise
from canasta_tutor.exercises.answers import read_number
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.check import check, check_file, run
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.exercise import KINDS
from canasta_tutor.exercises.laying import Laying
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.picking import Picking
from canasta_tutor.exercises.prose import Prose, html, plain
from canasta_tutor.exercises.ruling import Ruling
from canasta_tutor.exercises.sheets import Sheet
from canasta_tutor.exercises.verdicts import STATES
from canasta_tutor.notation import read_position
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.widgets.position import position_html

OWN = Path(__file__).parent / "exercises"
"""One exercise of each kind, for the kinds that the course does not use yet."""
ALL = (*ids(), *(str(path) for path in sorted(OWN.glob("*.md"))))
CLASSIC = Rulebook.load("classic")


@cache
def asked(name: str) -> tuple[Question, ...]:
    """An exercise at each of its tables."""
    exercise = load(name)
    return tuple(exercise.at(rulebook) for rulebook in exercise.rulebooks)


every_one = pytest.mark.parametrize("name", ALL, ids=[Path(name).stem for name in ALL])
each_language = pytest.mark.parametrize("language", LANGUAGES)


# --- every exercise -----------------------------------------------------------------------------


@every_one
def test_the_file_agrees_with_the_engine(name: str) -> None:
    assert check(load(name)) == []


def test_every_kind_is_tried() -> None:
    assert {load(name).kind for name in ALL} == set(KINDS)
    assert set(load_all()) == set(ids())


@every_one
@each_language
def test_blank_answers_count_as_nothing_and_are_told_what_to_do(name: str, language: str) -> None:
    button = texts(language)["exercise"]["ui"]["check"]
    for question in asked(name):
        for answer in ("", "  ", "\n"):
            verdict = question.judge(answer, language)
            assert (verdict.state, verdict.counts) == ("blank", "nothing")
            assert all(f" {button}." in told for told in verdict.say)


@every_one
@each_language
def test_every_right_answer_is_right_in_every_notation(name: str, language: str) -> None:
    for question in asked(name):
        for answer in question.right()[:60]:
            for written in islice(_notations(question, answer, language), 12):
                verdict = question.judge(written, language)
                assert verdict.right, (written, verdict)
                assert all(verdict.say)


@every_one
@each_language
def test_every_wrong_answer_gets_a_reason(name: str, language: str) -> None:
    for question in asked(name):
        for answer in question.wrong():
            verdict = question.judge(answer, language)
            assert verdict.state in ("incorrect", "partly"), (answer, verdict)
            assert all(part.strip() for part in verdict.say)


@every_one
def test_random_wrong_answers_are_not_accepted(name: str) -> None:
    for question in asked(name):
        right = _key(question)
        for answer in islice(_random_answers(question), 200):
            verdict = question.judge(answer, "en")
            assert verdict.right == (_canonical(question, answer) in right), (answer, verdict)
            assert verdict.state in STATES


@every_one
def test_what_cannot_be_read_is_asked_again(name: str) -> None:
    for question in asked(name):
        for answer in ("1,2 00", "9x", "??", "K♠ and", "¿cuál?"):
            assert question.judge(answer, "en").counts == "nothing", answer


@every_one
@each_language
def test_everything_is_said_in_both_languages(name: str, language: str) -> None:
    for question in asked(name):
        pieces = [
            question.title(language),
            question.why(language),
            *question.hints(language),
            *question.solution(language),
        ]
        for piece in pieces:
            assert piece.strip()
            assert "{{" not in piece
            drawn = html(piece, lambda cards: write_cards(cards))
            assert "[[" not in drawn
            assert plain(piece).strip()
        assert question.controls(language)["type"]


@every_one
def test_hints_do_not_give_the_number_away(name: str) -> None:
    for question in asked(name):
        if question.exercise.kind == "number":
            for language in LANGUAGES:
                for hint in question.hints(language):
                    assert int(question.right()[0]) not in Prose(hint).numbers


def _notations(question: Question, answer: str, language: str) -> Iterator[str]:
    """Ways in which people write an answer."""
    yield answer
    yield f"  {answer} "
    kind = question.exercise.kind
    if kind == "number":
        yield from _number_notations(int(answer))
    elif kind in ("cards", "discard"):
        yield from _card_notations(answer)
    elif kind == "lay-down":
        yield from _lay_notations(answer)
    elif kind == "sheet":
        yield "; ".join(reversed(answer.split("; ")))
        yield re.sub(r" (-?\d+)(?=;|$)", r" = \1", answer)
        yield answer.replace("-", "−")
    elif isinstance(question, Panel):
        yield from _panel_notations(question, language)
    elif isinstance(question, Ruling):
        yield {"yes": "Sí"}.get(answer, answer.replace("no ", "No: "))
    else:
        yield answer.replace(" ", ", ")
        if isinstance(question, Choice) and not question.all:
            yield question.label(answer, language).upper()


def _panel_notations(question: Panel, language: str) -> Iterator[str]:
    parts = list(question.truth.items())
    yield "; ".join(f"{id} {truth}" for id, truth in reversed(parts))
    yield "\n".join(f"({id}) {truth}" for id, truth in parts)
    yield ";".join(f"{id} = {truth.replace('-', '−')}" for id, truth in parts)
    labels = [(id, question.shown(id, language).upper()) for id, _ in parts]
    yield "; ".join(f"{id}: {label}" for id, label in labels)


def _number_notations(number: int) -> Iterator[str]:
    sign = "−" if number < 0 else ""
    yield f"{sign}{abs(number)}"
    yield f"{'-' if number < 0 else '+'}{abs(number)}"
    for mark in (",", ".", "\u202f", " "):
        yield sign + f"{abs(number):,}".replace(",", mark)
    yield f"{number} cards"
    yield f"{number} puntos"


def _card_notations(answer: str) -> Iterator[str]:
    cards = answer.split()
    yield " ".join(reversed(cards))
    yield ", ".join(cards)
    yield _letters(answer)
    yield _letters(answer).lower()
    yield "".join(cards)


def _letters(text: str) -> str:
    for suit, letter in zip("♠♥♦♣★", ("S", "H", "D", "C", "JOKER"), strict=True):
        text = text.replace(suit, letter)
    return text.replace("10", "T")


def _lay_notations(answer: str) -> Iterator[str]:
    word, _, groups = answer.partition(" ")
    yield groups if word == "lay" else answer
    yield _letters(answer)
    if word == "lay":
        for order in islice(permutations(groups.split(", ")), 4):
            yield f"lay {', '.join(order)}"
    mixed = [" ".join(reversed(group.split())) for group in groups.split(", ") if ":" not in group]
    if len(mixed) == len(groups.split(", ")):
        yield f"{word} {', '.join(mixed)}"


def _key(question: Question) -> set[str]:
    return {_canonical(question, answer) for answer in question.right()}


def _canonical(question: Question, answer: str) -> str:
    """An answer so that two right ones that differ only in their writing are equal."""
    if isinstance(question, Picking):
        try:
            return write_cards(sorted(read_cards(answer)))
        except NotationError:
            return answer
    if isinstance(question, Laying | Sheet):
        return (
            "right"
            if question.judge(answer, "en").right and _is_right(question, answer)
            else answer
        )
    if question.exercise.kind == "number":
        return str(read_number(answer))
    return " ".join(answer.split())


def _is_right(question: Question, answer: str) -> bool:
    """A second opinion on lay-downs and sheets, without the checker."""
    if isinstance(question, Sheet):
        rows = dict(part.rsplit(" ", 1) for part in answer.split("; ") if part)
        return all(int(rows.get(" ".join(key), 0)) == n for key, n in question.truth.items())
    assert isinstance(question, Laying)
    asker = question.asker
    return asker.holds(f"legal: {answer}") and all(
        asker.holds(goal.replace("{move}", answer)) for goal in question.goals
    )


def test_a_refused_lay_down_names_the_rule_that_it_breaks() -> None:
    heard = set()
    for name in ALL:
        for question in asked(name):
            if not isinstance(question, Laying):
                continue
            for answer in question.wrong()[:6]:
                verdict = question.judge(answer, "en")
                if verdict.state == "incorrect":
                    broken = question.asker.deal.objections(question._read(answer))
                    assert verdict.rules == tuple(dict.fromkeys(one.rule for one in broken))
                    heard.add(verdict.rules[0])
    assert len(heard) > 3


def _random_answers(question: Question) -> Iterator[str]:
    rng = random.Random(question.exercise.id)
    right = question.right()
    while True:
        if question.exercise.kind == "number":
            yield str(rng.randint(-40, 2 * abs(int(right[0])) + 40))
        elif isinstance(question, Picking):
            size = 1 if question.exercise.kind == "discard" else rng.randint(1, len(question.cards))
            if getattr(question, "fewest", False):
                size = min(size, 4)
            yield write_cards(rng.sample(question.cards, size))
        elif isinstance(question, Laying):
            hand = question.asker.deal.hand
            cards = rng.sample(hand, rng.randint(1, min(6, len(hand))))
            cut = rng.randint(1, len(cards))
            groups = [write_cards(part) for part in (cards[:cut], cards[cut:]) if part]
            yield f"{question.word} {', '.join(groups)}"
        elif isinstance(question, Sheet):
            number = {
                key: n + rng.choice([0, 0, 0, 5, -5, 100]) for key, n in question.truth.items()
            }
            yield "; ".join(f"{side} {row} {n}" for (side, row), n in number.items())
        elif isinstance(question, Ruling):
            yield rng.choice(["yes", *(f"no {rule}" for rule in question.offered)])
        elif isinstance(question, Panel):
            given = {
                id: rng.choice([truth, *question._others(id)])
                for id, truth in question.truth.items()
                if rng.random() < 0.95
            }
            yield question._write(given) or "?"
        elif isinstance(question, Choice):
            some = rng.randint(1, len(question.ids)) if question.all else 1
            chosen = rng.sample(question.ids, some)
            yield " ".join(id for id in question.ids if id in chosen)
        else:
            order = [option["id"] for option in question.controls("en")["options"]]
            yield " ".join(rng.sample(order, len(order)))


# --- what is said ---------------------------------------------------------------------------------


def say(name: str, answer: str, language: str = "en") -> tuple[str, str]:
    """The state of an answer and all that is said, as plain text."""
    verdict = load(name if "/" in name else str(OWN / f"{name}.md")).at().judge(answer, language)
    return verdict.state, "\n".join(map(plain, verdict.say))


def test_a_wrong_yes_hears_what_the_referee_found() -> None:
    state, text = say("pile/frozen-one-match", "yes")
    assert state == "incorrect"
    assert "two natural kings from the hand" in text
    assert "[classic, 000:43]" in text


def test_no_by_the_wrong_rule_is_partly_right() -> None:
    state, text = say("pile/frozen-one-match", "no pile.onto_meld", "es")
    assert state == "partly"
    assert "mientras el pozo está abierto" in text


def test_no_alone_is_not_judged() -> None:
    assert say("pile/frozen-one-match", "no")[0] == "blank"


def test_the_rule_may_be_named_in_words() -> None:
    assert say("pile/frozen-one-match", "no: what takes a frozen pile")[0] == "correct"


def test_an_authored_wrong_number_has_its_own_reason() -> None:
    state, text = say("pile/six-card-pile", "5")
    assert (state, "the whole pile is taken" in text.lower()) == ("incorrect", True)
    assert say("pile/six-card-pile", "99")[1] == "It does not come to 99."


def test_cards_partly_right_are_counted_and_one_is_pointed_out() -> None:
    state, text = say("pile/which-freeze", "★ 3♠")
    assert state == "partly"
    assert text.startswith("1 of 2 found.")
    assert "blocks the next player" in text
    assert say("pile/which-freeze", "★")[1].endswith("One card is still missing.")


def test_cards_that_are_not_there_are_no_wrong_answer() -> None:
    assert say("pile/which-freeze", "9♣") == ("impossible", "9♣: not among these cards.")


def test_a_tick_all_points_to_the_first_case_that_does_not_stand() -> None:
    state, text = say("tick-all", "a b")
    assert state == "partly"
    assert "2 of 4 stand." in text
    assert "One king and a wild card do not take the pile" in text


@each_language
def test_a_tick_all_does_not_tell_which_option_is_missing(language: str) -> None:
    question = load("pile/club-piles").at(None)
    assert isinstance(question, Choice)
    for id in question.correct_ids:
        verdict = question.judge(id, language)
        assert verdict.state == "partly"
        said = " ".join(verdict.say)
        assert not [other for other in question.ids if question.label(other, language) in said]
        assert "wrong" not in verdict.parts.values()


@each_language
def test_a_sheet_calls_its_sides_as_the_picture_does(language: str) -> None:
    sheets = [load(id).at(None) for id in ids() if load(id).kind == "sheet"]
    assert {question.table.players for question in sheets} >= {2, 3, 4}
    for question in sheets:
        picture = position_html(question, language)
        for side in question.controls(language)["sides"]:
            assert f">{side['label']}" in picture, (question.id, side)


def test_another_right_way_is_right() -> None:
    assert say("lay", "Q Q Q")[0] == "impossible"
    assert say("lay", "lay A♠ A♥ A♦, K♠ K♥ 2♦")[0] == "correct"
    state, text = say("lay", "A A A 2, 4 4 2")
    assert state == "impossible", text
    assert say("hundred", "★ 2♦ A♠ K♦")[0] in ("correct", "other")


def test_a_lay_down_short_of_the_goal_hears_by_how_much() -> None:
    state, text = say("lay", "A A A")
    assert state == "incorrect"
    assert "60 laid, 90 needed" in text


def test_a_sheet_with_a_wrong_line_is_partly_right_though_its_total_is_right() -> None:
    question = load(str(OWN / "sheet.md")).at()
    wrong = "us canastas 320; us cards 130; us out 100; us hand -35; us total 515"
    verdict = question.judge(wrong, "en")
    assert verdict.state == "partly"
    assert verdict.parts["us canastas"] == "wrong"
    assert verdict.parts["us out"] == "right"
    sign = question.judge(
        "us canastas 300; us cards 150; us out 100; us hand 35; us total 515", "en"
    )
    assert "sign" in sign.say[1]


def test_an_order_names_the_first_place_that_is_wrong() -> None:
    state, text = say("order", "lay draw throw")
    assert state == "incorrect"
    assert "place 1" in text
    assert "A turn begins with a card from the stock" in text
    assert say("given-order", "cut turn deal")[0] == "partly"


def test_cards_of_one_price_may_stand_in_either_order() -> None:
    assert say("by-value", "joker ace two king")[0] == "correct"
    assert say("by-value", "ace joker two king")[1].endswith("something else counts before it.")


def test_the_same_question_has_another_answer_at_another_table() -> None:
    exercise = load(str(OWN / "five-tables.md"))
    assert [exercise.at(name).right()[0] for name in exercise.rulebooks] == [
        "no pile.natural_and_wild",
        "yes",
        "no pile.natural_and_wild",
    ]
    assert exercise.at("online").id == "classic"
    assert exercise.at(Rulebook.load("party")).why("en").startswith("At this table a wild card")


def test_a_rule_that_the_source_does_not_settle_is_marked() -> None:
    question = load(str(OWN / "sheet.md")).at()
    assert question.silent == ("threes.black_left",)
    words = question.rule_words("threes.black_left", "es")
    assert words.startswith("El reglamento de esta mesa no lo dice. Aquí jugamos:")
    assert load("pile/frozen-one-match").at().silent == ()


# --- what the engine can be asked -------------------------------------------------------------------


POSITION = {
    "position": {
        "hand": "K♦ K♣ ★ 7♦ 5♠",
        "hands": {"partner": "A♠ 4♣", "2": 7},
        "pile": "5♣ 2♦ K♥",
        "stock": 20,
        "scores": {"us": 1620},
        "melds": {"us": ["Q×7", "9 9 2"]},
        "red_threes": {"them": "3♥ 3♦"},
    }
}

QUANTITIES = {
    "cards hand": 5,
    "cards hand 2": 7,
    "cards partner": 2,
    "cards pile": 3,
    "cards stock": 20,
    "minimum us": 0,
    "minimum them": 50,
    "value hand": 80,
    "value K 2 ★": 80,
    "bonus Q×7": 500,
    "bonus Q×5 2 2": 300,
    "total us": 505,
    "line us canasta.natural": 500,
    "score us": 1620,
    "score after us": 2125,
    "minimum after us": 90,
    "canastas us": 1,
    "red threes them": 2,
    "deck": 108,
    "deck wild": 12,
    "deck joker": 4,
    "deck K": 8,
    "unseen K": 5,
    "unseen Q": 1,
    "after draw: danger 5♠": 7,
    "rule turn.draw": 1,
    "at club: rule turn.draw": 2,
    "12": 12,
    "-35": -35,
    "value K - value 5 + 1": 6,
    "after take K K: cards hand": 5,
    "after take K K; discard 5♠: cards hand": 4,
    "after take K K, Q: ★; discard 5♠: cards hand": 3,
    "after take K K: points lay K: ★": 50,
}

STATEMENTS = {
    "legal: take K K": True,
    "legal: take K ★": False,
    "breaks pile.frozen_needs: take K ★": True,
    "breaks pile.pair: take K ★": False,
    "frozen us": True,
    "open them": False,
    "blocked us": False,
    "at club: frozen us": False,
    "frozen us and not blocked us": True,
    "blocked us or frozen them": True,
    "not frozen us or blocked us and frozen us": False,
    "minimum them = 50": True,
    "cards hand ≥ 6": False,
    "canastas us > canastas them": True,
    "rule meld.per_rank is one": True,
    "rule pile.freezes has two": True,
    "rule pile.onto_meld is true": True,
    "out": False,
    "after take K K; discard 5♠: cards hand = 4 and frozen us": False,
    "after take K K; discard ★: frozen us and frozen them": True,
}


@pytest.mark.parametrize("text", QUANTITIES)
def test_quantities(text: str) -> None:
    assert Asker(POSITION, CLASSIC).number(text) == QUANTITIES[text]


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements(text: str) -> None:
    assert Asker(POSITION, CLASSIC).holds(text) is STATEMENTS[text]


@pytest.mark.parametrize(
    "text",
    [
        "minimun us",
        "cards",
        "value",
        "bonus Q×3",
        "rule meld.side",
        "deck 11",
        "line us",
        "after K",
    ],
)
def test_what_is_no_quantity(text: str) -> None:
    with pytest.raises((CanastaError,)):
        Asker(POSITION, CLASSIC).number(text)


@pytest.mark.parametrize(
    "text", ["legal take K K", "frosen us", "frozen the", "breaks x.y: take", "us", ""]
)
def test_what_is_no_statement(text: str) -> None:
    with pytest.raises(CanastaError):
        Asker(POSITION, CLASSIC).holds(text)


def test_without_a_position_only_the_table_is_asked() -> None:
    asker = Asker({}, CLASSIC)
    assert asker.number("value ★ 2 A K 4") == 105
    with pytest.raises(NotationError, match=r"expected a \[position\]"):
        asker.number("cards hand")


def test_us_stays_us_after_the_turn_has_passed() -> None:
    asker = Asker(POSITION, CLASSIC)
    assert asker.number("after take K K; discard 5♠: canastas us") == 1
    with pytest.raises(IllegalMove):
        asker.number("after take K ★: canastas us")


# --- a safe discard --------------------------------------------------------------------------------


def _safe(card: str, **fields: object) -> bool:
    position = {"hand": f"{card} K♠ Q♠ 5♦", "phase": "play", "pile": "4♣ 8♦", **fields}
    return Asker({"position": position}, CLASSIC).holds(f"safe {card}")


def test_a_black_three_and_a_wild_are_safe() -> None:
    assert _safe("3♠")
    assert _safe("2♠")


def test_a_card_of_which_two_may_be_held_is_not_safe() -> None:
    assert not _safe("9♠")


def test_a_card_on_a_meld_of_theirs_is_not_safe_until_the_pile_is_frozen() -> None:
    melds = {"them": ["6♠ 6♥ 6♦ 6♣ 6 6 2"], "us": ["J J J"]}
    assert not _safe("6♠", melds=melds)
    assert _safe("6♠", melds=melds, pile="4♣ 2♦ 8♦")


def test_a_card_of_which_one_at_most_is_unseen_is_safe() -> None:
    assert _safe("9♠", melds={"us": ["9♠ 9♥ 9♦ 9♣ 9 9"]})
    assert not _safe("9♠", melds={"us": ["9♠ 9♥ 9♦ 9♣ 9"]})


# --- faults of a file -------------------------------------------------------------------------------

GOOD = """```toml
kind = "choice"
rulebook = "classic"
teaches = ["pile.freezes"]
level = 1

[position]
hand = "K♦ K♣ 7♦ 5♠"
pile = "4♣ J♦ 9♦"

[options]
yes = "frozen us"
no = "open us"

[answer]
correct = "yes"
```

::: en
# Is it frozen?
You hold [[K♦ K♣]] and 2 more cards.
## Options
### (yes) Yes
### (no) No
You have not melded.
## Hint
Look at the table.
## Why
Nobody has melded.
:::

::: es
# ¿Está congelado?
Tienes [[K♦ K♣]] y 2 cartas más.
## Opciones
### (yes) Sí
### (no) No
No te has bajado.
## Pista
Mira la mesa.
## Por qué
Nadie se ha bajado.
:::
"""

FAULTS = [
    # what is changed, into what, the line, what the message says
    ("::: es", "::: ess", 32, "found ::: ess; expected en or es (did you mean es?)"),
    ("::: es\n", "::: en\n", 32, "found ::: en again; expected it once"),
    (GOOD[GOOD.index("::: es") :], "", 1, "found no ::: es"),
    ("Nobody has melded.\n:::\n", "Nobody has melded.\n\n", 32, "found ::: es inside ::: en"),
    ("bajado.\n:::\n", "bajado.\n", 32, "found ::: es without an end"),
    ("```toml\n", "Hello\n\n```toml\n", 1, "found 'Hello'; expected a block ```toml first"),
    ("\n::: en", "\nHello\n\n::: en", 19, "expected nothing but the toml block"),
    ("## Pista", "## Pistas", 39, "found the heading 'Pistas'; expected one of Opciones, Pista"),
    ("## Por qué\nNadie se ha bajado.\n", "", 32, "es: found no why; expected the same headings"),
    (
        "### (no) No\nNo te",
        "### (nope) No\nNo te",
        37,
        "es: found option (nope), which en does not have",
    ),
    ("Tienes [[K♦ K♣]]", "Tienes [[K♦ K♠]]", 34, "es, text: found the cards K♠ K♦; expected K♣ K♦"),
    ("y 2 cartas", "y 3 cartas", 34, "es, text: found the numbers 3; expected 2"),
    ("y 2 cartas", "y {{cards hand}} cartas", 34, "es, text: found the numbers none; expected 2"),
    ("[[K♦ K♣]] and", "[[K♦ 1♣]] and", 21, "[[K♦ 1♣]]: cards: found '1♣'"),
    ("# Is it frozen?\n", "", 19, "found no title"),
    ('kind = "choice"', 'kind = "choise"', 2, "found 'choise'; expected one of ruling, choice"),
    ('kind = "choice"', 'kinds = "choice"', 2, "kinds: found an unknown key; expected one of kind"),
    ("level = 1", "level = 6", 5, "level: found 6; expected a whole number from 1 to 5"),
    ("level = 1", "level = ", 5, "expected a TOML text"),
    (
        '["pile.freezes"]',
        '["pile.freeze"]',
        4,
        "expected paths of rules (did you mean pile.freezes?)",
    ),
    ('"classic"', '"clasic"', 3, "(did you mean classic?)"),
    ('pile = "4♣', 'piles = "4♣', 9, "position.piles: found an unknown field"),
    ('hand = "K♦ K♣', 'hand = "K♦ K♦ K♦ K♣', 8, "at most 2"),
    ('yes = "frozen us"', 'yes = "frosen us"', 12, "did you mean frozen?"),
    ('yes = "frozen us"', 'yep = "frozen us"', 12, "found 'yep'; expected one of the options"),
    ('no = "open us"\n', "", 11, "found no statement for (no)"),
    ('correct = "yes"', 'correct = "no"', 16, "found no; the engine finds yes at classic"),
    (
        "corr",
        "core",
        16,
        "answer.coreect: found an unknown key; expected one of correct, pick (did you mean",
    ),
    ("### (no) No\nYou have not melded.\n", "### (no) No\n", 24, "found no text"),
    ("You have not melded.", "You have not melded {{minimun us}}.", 38, "found the facts none"),
    ("### (no) No\nYou", "### no No\nYou", 24, "expected ### (id) label"),
    ("### (no) No\nYou", "### (yes) No\nYou", 24, "found option (yes) again"),
    ("## Hint\nLook", "### (x) y\n## Hint\nLook", 33, "found no option (x)"),
]


@pytest.mark.parametrize(("found", "put", "line", "message"), FAULTS)
def test_faults_are_reported_with_their_line(found: str, put: str, line: int, message: str) -> None:
    assert found in GOOD
    errors = _errors(GOOD.replace(found, put, 1))
    assert errors, "nothing was found wrong"
    assert message in str(errors[0])
    assert str(errors[0]).startswith(f"own.md:{line}: "), errors[0]


def test_the_file_without_a_fault_has_none() -> None:
    assert _errors(GOOD) == []


def _errors(text: str) -> list[ExerciseError]:
    try:
        return check(parse_exercise(text, "own.md", "own"))
    except ExerciseError as error:
        return [error]


def _with_answer(kind: str, answer: str, options: str = "", position: str = "") -> str:
    """A file of another kind, the prose as short as may be."""
    body = f"""## Options
{options}
## Hint
Hint.
## Why
Why.
:::
"""
    text = body if options else body.replace("## Options\n\n", "")
    head = GOOD[: GOOD.index("[options]")].replace('"choice"', f'"{kind}"') + position
    return f"{head}\n[answer]\n{answer}\n```\n\n::: en\n# Title\n{text}\n::: es\n# Título\n{text}"


_LAID = 'example = "lay K K"'
KIND_FAULTS = [
    ("ruling", 'move = "take K K"', "### (pile.pair)\nA.", "which this move does break"),
    ("ruling", 'move = "take K K"', "### (pile.pears)\nA.", "did you mean pile.pair?"),
    ("ruling", 'move = "take K K"\nlegal = true', "", "the engine finds pile.pair at classic"),
    ("ruling", 'move = "take K K"\nrule = "pile.onto_meld"', "", "the engine finds pile.pair"),
    ("ruling", 'move = "toke K K"', "", "answer.move: move: found 'toke K K'"),
    ("ruling", 'move = "take K K; discard 5"', "", "breaks pile.pair"),
    ("ruling", "", "", "answer.move: found none; expected a text in quotes"),
    ("number", 'number = "minimum us"\nis = 90', "", "answer.is: found 90; the engine finds 50"),
    ("number", 'number = "minimum us"', "### (50)\nA.", "found option (50), which is right"),
    ("number", 'number = "minimum us"', "### (fifty)\nA.", "expected a wrong number"),
    ("number", "number = 50", "", "found 50; expected a text in quotes"),
    ("cards", 'each = "legal: discard K♦"', "", "expected {card} in it"),
    ("cards", "", "", "expected each"),
    ("cards", 'each = "legal: take {card}"', "", "found no cards for which it is true"),
    (
        "cards",
        'from = "★ 2 A"\neach = "value {card} > 20"\nis = "2♠"',
        "### (*)\nA.",
        "the engine finds ★",
    ),
    ("cards", 'from = "★ 2 A"\neach = "value {card} > 20"', "### (★)\nA.", "which is right"),
    ("cards", 'from = "★ 2 A"\neach = "value {card} > 20"', "", "found no reason for 2♠"),
    (
        "cards",
        'from = "★ 2 A"\neach = "value {card} > 20"',
        "### (K)\nA.",
        "expected one of ★ 2♠ A♠",
    ),
    ("discard", 'good = "safe {card}"\nis = "K♦"', "### (*)\nA.", "found no card"),
    ("lay-down", _LAID, "", "expected a legal move"),
    ("lay-down", f"{_LAID}\nfewest = true\nmost = true", "", "found 'fewest' beside it"),
    ("lay-down", f"{_LAID}\nthought_of = 7", "", "expected one or more names in quotes"),
    ("lay-down", f'{_LAID}\nthought_of = ["lay K Z"]', "", "answer.thought_of: "),
    ("lay-down", f'{_LAID}\nthought_of = ["discard K"]', "", "expected lay"),
    ("sheet", 'sides = ["we"]', "", "side: found 'we'; expected us, them"),
    ("sheet", "total.us = 99", "", "found 99; the engine finds -30"),
    ("sheet", "", "### (us hand -30)\nA.", "which is right"),
    ("sheet", "", "### (us hands 5)\nA.", "expected a side, one of canastas"),
    (
        "order",
        'by = "magic"',
        "### (a) A\n### (b) B\n### (c) C",
        "found 'magic'; expected one of moves",
    ),
    ("order", 'by = "moves"', "### (a) A\n### (b) B", "found 2 options; expected 3 to 7"),
    (
        "order",
        'order = ["a", "b"]',
        "### (a) A\n### (b) B\n### (c) C",
        "expected every option once",
    ),
]


@pytest.mark.parametrize(("kind", "answer", "options", "message"), KIND_FAULTS)
def test_faults_of_each_kind(kind: str, answer: str, options: str, message: str) -> None:
    position = {
        "ruling": 'melds.us = ["6 6 6"]\n',
        "discard": 'phase = "play"\n',
        "lay-down": 'phase = "play"\n',
        "sheet": 'phase = "over"\n',
    }.get(kind, "")
    errors = _errors(_with_answer(kind, answer, options, position))
    assert errors, "nothing was found wrong"
    assert message in str(errors[0])
    assert re.match(r"own\.md:\d+: ", str(errors[0]))


# --- the command -----------------------------------------------------------------------------------


def test_check_reports_each_fault_and_says_how_many(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.md").write_text(GOOD, "utf-8")
    assert run([tmp_path]) == 0
    assert capsys.readouterr().out == "1 exercise: no fault\n"
    (tmp_path / "bad.md").write_text(GOOD.replace("level = 1", "level = 9"), "utf-8")
    (tmp_path / "worse.md").write_bytes(b"\xff\xfe")
    assert run([tmp_path]) == 1
    first, second, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{tmp_path / 'bad.md'}:5: level: found 9")
    assert "no text in UTF-8" in second
    assert last == "3 exercises: 2 faults"


def test_nothing_at_a_path_is_an_error_in_our_own_words(tmp_path: Path) -> None:
    with pytest.raises(ExerciseError, match="found nothing there"):
        run([tmp_path / "none"])
    (error,) = check_file(tmp_path / "none.md")
    assert str(error).startswith(str(tmp_path))


def test_an_unknown_exercise_names_the_nearest() -> None:
    with pytest.raises(ExerciseError, match="did you mean pile/frozen-one-match"):
        load("pile/frozen-one-macth")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "own.md"
    path.write_text(GOOD, "utf-8")
    assert load(str(path)).level == 1
    path.write_text(GOOD.replace("level = 1", "level = 2"), "utf-8")
    assert load(str(path)).level == 2


# --- prose and numbers -----------------------------------------------------------------------------


def test_html_in_prose_stays_text() -> None:
    assert html("<b>K</b>", str) == "<p>&lt;b&gt;K&lt;/b&gt;</p>\n"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1285", 1285),
        ("1.285", 1285),
        ("1,285", 1285),
        ("1 285", 1285),
        ("-20", -20),
        ("−20", -20),
        ("– 20", -20),
        ("+515", 515),
        ("90 points", 90),
        ("1,2 00", None),
        ("12,85", None),
        ("1285,5", None),
        ("", None),
        ("ten", None),
        ("1 2", None),
    ],
)
def test_numbers_as_people_write_them(text: str, number: int | None) -> None:
    assert read_number(text) == number


# --- the card on the page ----------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    from canasta_tutor.widgets import exercise

    exercise._KEPT.clear()


@every_one
@each_language
def test_the_card_has_a_stable_text_and_a_still_picture(name: str, language: str) -> None:
    from canasta_tutor.widgets.exercise import ExerciseCard

    first, second = ExerciseCard(name, language), ExerciseCard(name, language)
    assert repr(first) == repr(second)
    assert len(repr(first)) < 110
    assert first.still_html() == second.still_html()
    for stripped in ("<svg", "<style", "role=", "aria-"):
        assert stripped not in first.still_html()
    for answer in first.question.right()[:1] if first.question else ():
        assert first.check(answer).right


def test_running_the_cell_again_loses_nothing() -> None:
    from canasta_tutor.widgets.exercise import ExerciseCard

    card = ExerciseCard("pile/six-card-pile")
    card.hint()
    card._hear(card, {"intent": "check", "answer": "11", "n": 1}, None)
    card._hear(card, {"intent": "draft", "text": "12", "n": 2}, None)
    again = ExerciseCard("pile/six-card-pile", "es")
    assert again._draft["text"] == "12"
    assert len(again._progress["hints"]) == 1
    assert "antes del descarte" in again._progress["feedback"]["html"]
    assert ExerciseCard("pile/who-is-frozen")._progress["feedback"] is None


def test_the_solution_is_a_step_of_its_own_and_hints_stay_open() -> None:
    from canasta_tutor.widgets.exercise import ExerciseCard

    card = ExerciseCard("pile/six-card-pile")
    assert not card._progress["may_show"]
    card.check("11")
    assert card._progress["may_show"]
    assert card._progress["solution"] == ""
    card.hint()
    card.show_solution()
    assert "10" in card._progress["solution"]
    card.again()
    assert card._progress["feedback"] is None
    assert card._progress["solution"] == ""
    assert len(card._progress["hints"]) == 1


def test_a_broken_file_is_reported_where_it_would_have_stood(tmp_path: Path) -> None:
    from canasta_tutor.widgets.exercise import ExerciseCard

    path = tmp_path / "own.md"
    path.write_text(GOOD.replace("level = 1", "level = 9"), "utf-8")
    card = ExerciseCard(str(path))
    assert f"{path}:5: level: found 9" in card._shown["broken"]
    assert f"{path}:5" in card.still_html()
    assert len(repr(card)) < 110
    card._hear(card, {"intent": "check", "answer": "yes", "n": 1}, None)


def test_a_fault_in_a_callback_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    from canasta_tutor.widgets.exercise import ExerciseCard

    card = ExerciseCard("pile/six-card-pile")

    def fails(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(type(card.question), "judge", fails)
    card._hear(card, {"intent": "check", "answer": "1", "n": 1}, None)
    assert "ZeroDivisionError" in card._message["text"]


def test_every_card_of_a_deck_can_be_drawn_in_a_sentence() -> None:
    for card in full_deck(1, 1):
        assert isinstance(card, Card)
        assert card.text in html(f"[[{card.text}]].", write_cards)


def test_a_position_is_read_as_the_engine_reads_it() -> None:
    deal = read_position(POSITION)
    assert Asker(POSITION, CLASSIC).deal == deal


def test_exercises_know_their_kind() -> None:
    assert isinstance(load("pile/which-freeze"), Exercise)


def test_no_other_widget_dresses_an_exercise() -> None:
    """All widgets of a page share its styles: a class of the exercise is nobody else's."""
    folder = Path(exercises.__file__).parents[1] / "widgets"
    used = set()
    for script in ("exercise.js", "answers.js", "building.js"):
        used |= set(re.findall(r"canasta-[a-z-]+[a-z]", (folder / script).read_text("utf-8")))
    common, ours = (
        ("cards.css", "fan.css", "motion.css"),
        ("exercise.css", "verdict.css", "building.css"),
    )
    text = "".join((folder / sheet).read_text("utf-8") for sheet in common)
    shared = set(re.findall(r"\.(canasta-[a-z-]+)", text))
    for sheet in folder.glob("*.css"):
        if sheet.name not in (*common, *ours):
            styled = set(re.findall(r"\.(canasta-[a-z-]+)", sheet.read_text("utf-8")))
            assert (used - shared) & styled == set(), sheet.name
    own = "".join((folder / sheet).read_text("utf-8") for sheet in ours)
    for rule in re.findall(r"^([^@{}/*\s][^{}]*)\{", own, re.MULTILINE):
        for selector in re.sub(r"\([^()]*\)", "", rule).split(","):
            assert selector.strip().startswith(".canasta-"), selector
