"""What is wrong is told in the reader's language: every sentence of the code has its words, and none is left over."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from pathlib import Path

import pytest

from canasta_tutor import Rulebook, saving, settings
from canasta_tutor.cards import read_cards
from canasta_tutor.error_words import _table, error_text, fact_text, understood
from canasta_tutor.errors import CanastaError, IllegalMove, RulebookError, reason
from canasta_tutor.exercises.questions import TYPES
from canasta_tutor.moves import Draw, read_move
from canasta_tutor.objections import Objection
from canasta_tutor.rules import RULES
from tests.error_templates import Template, sentences, without_words

SPANISH = _table("es")
ENGLISH = re.compile(r"\b(found|expected|the|of|and|or|with|which|is|at line|did you)\b")
ENDS = (*(rule.kind.expected for rule in RULES.values()), *TYPES.values())
VALUES = (*saving._KINDS.values(), *settings._LISTS.values(), "a whole number or a text")


def ends() -> list[Template]:
    """What a kind of value expects, which stands in no sentence of its own."""
    return [Template(f"{{}}: found {{}}; expected {end}", end) for end in (*ENDS, *VALUES)]


def filled(text: str) -> str:
    """The sentence with something in the place of each fact."""
    return text.replace("{}", "'x7'")


def test_the_code_is_read() -> None:
    assert len(sentences()) > 280
    found = {one.text for one in sentences()}
    assert "{}: found {}; expected {} to {}" in found  # classroom/wishes.py
    assert "{}.{}: found {}; expected a text in quotes" in found  # a name that stands for a text


@pytest.mark.parametrize("one", sentences(), ids=lambda one: one.place)
def test_every_sentence_has_its_own_words(one: Template) -> None:
    assert without_words(one) == [], "texts/errors.es.toml"
    said = error_text(filled(one.text), "es")
    assert said != filled(one.text)
    assert not ENGLISH.search(re.sub(r"'[^']*'", "", said)), said


@pytest.mark.parametrize("one", ends(), ids=lambda one: one.text)
def test_what_a_value_expects_has_its_words(one: Template) -> None:
    said = error_text(one.text, "es")
    assert said.startswith("{}: hay {}; se esp")
    assert not ENGLISH.search(re.sub(r'"[^"]*"', "", said)), said


def test_no_words_are_left_over() -> None:
    used = {
        part.known
        for one in [*sentences(), *ends()]
        for part in understood(one.text, "es") or []
        if part.known
    }
    for place in ("found", "expected"):
        assert set(SPANISH[place]) - used == set()


def test_a_sentence_of_a_part_has_as_many_facts_in_both_languages() -> None:
    for place, parts in SPANISH.items():
        for written, (_, said) in parts.items():
            assert written.count("{}") == len(re.findall(r"(?<!\{)\{\d*\}", said)), (place, said)


def test_in_english_nothing_changes() -> None:
    error = RulebookError("found 'two'; expected a whole number", "ours.toml", "turn.draw")
    assert error_text(error, "en") == str(error)


def test_what_somebody_wrote_stays_as_it_is() -> None:
    text = "x.toml: title: found 'one or two; expected none'; expected a whole number"
    said = error_text(text, "es")
    assert said == "x.toml: title: hay 'one or two; expected none'; se espera un número entero"


def test_a_sentence_as_long_as_a_file_is_left_alone() -> None:
    text = f"x.toml: title: found {'; ' * 100_000!r}; expected a whole number"
    assert error_text(text, "es") == text


def test_a_sentence_that_is_not_known_stays_whole() -> None:
    assert error_text("found 3 moons; and nobody knows why", "es") == (
        "found 3 moons; and nobody knows why"
    )


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: Rulebook.load("clasic"),
            "clasic: no hay ningún reglamento con ese nombre; se espera uno de estos o un archivo .toml: classic",
        ),
        (
            lambda: read_cards("K♠ ZZ"),
            "cartas: hay 'ZZ'; se espera una carta como K♠, KS, 10♥, TH, 2, ★ o Q×4",
        ),
        (lambda: read_move("tak K", ()), "jugada: hay 'tak K'; se espera uno de estos: draw, take"),
        (
            lambda: Rulebook.load("classic").with_rules({"turn.draw": "two"}),
            "classic+house turn.draw: hay 'two'; se espera un número entero desde 1",
        ),
        (
            lambda: saving.load_deal("x ="),
            "reparto guardado: hay TOML roto (no es un valor (al final",
        ),
        (
            lambda: Rulebook.read("a = [1", "a"),
            "a.toml: hay TOML roto (una lista no se cierra (al final)",
        ),
    ],
)
def test_errors_as_they_are_raised(make, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(CanastaError) as raised:
        make()
    assert said in error_text(raised.value, "es")


def test_a_name_that_somebody_gave_a_key_stays_a_name() -> None:
    text = (
        "saved game: move: found an unknown key; expected one of seed, deals (did you mean deals?)"
    )
    said = "saved game: move: hay una clave desconocida; se espera uno de estos: seed, deals"
    assert error_text(text, "es") == f"{said} (¿querías decir deals?)"
    text = "x.md:9: es: found option (b); expected one of (a), (c), a rank of them, or * (did you mean (a)?)"
    assert error_text(text, "es").endswith(" (¿querías decir (a)?)")


def test_a_refused_move_names_its_rules() -> None:
    table = Rulebook.load("classic").at(4)
    refused = IllegalMove(Draw(), (Objection("turn.draw", table),))
    assert error_text(refused, "es") == "draw: rompe turn.draw; se espera una jugada permitida"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "a",
            "= 1",
            "a = ",
            "a = 1 b",
            "a = [1",
            "a = { b = 1",
            'a = "x',
            "a = 1\na = 2",
            "[a",
            "[[a",
        ),
        *(
            "a = 'x\ny'",
            "[a]\n[a]",
            "a = {b = 1, b = 2}",
            'a = "\\q"',
            'a = "\\uD800"',
            "a = 2026-99-01",
        ),
        *("a = 1\n[a.b]", "a.b = 1\n[a]", "a = {}\n[a.b]", 'a = """x', "a = 1 # \x01", "a = 0x"),
    ],
)
def test_broken_toml_is_told_in_spanish(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as raised:
        tomllib.loads(text)
    said = fact_text(str(raised.value), "es")
    assert said != str(raised.value)
    assert not ENGLISH.search(said.lower()), said


@pytest.mark.parametrize(
    "number", [errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOTDIR, errno.ENOSPC, errno.EROFS]
)
def test_what_the_system_says_of_a_file_is_told_in_spanish(number: int) -> None:
    error = OSError(number, os.strerror(number), "notas/a.toml")
    said = error_text(error, "es")
    assert said.startswith("notas/a.toml: no se puede usar (")
    assert said.endswith("); se espera uno que se pueda usar")
    assert os.strerror(number) not in said
    assert error_text(error, "en").startswith(f"notas/a.toml: cannot be used ({reason(error)}); ")


def test_a_file_that_is_no_text_says_so(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RulebookError, match=r"cannot be read \(no text in UTF-8\)") as raised:
        Rulebook.load(file)
    assert "no se puede leer (no es un texto en UTF-8)" in error_text(raised.value, "es")
