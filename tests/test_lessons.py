"""Lessons: the builder and its errors, and what every notebook of the course keeps to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from canasta_tutor import lessons, settings, shelf
from canasta_tutor.errors import ExerciseError
from canasta_tutor.glossary import anchor
from canasta_tutor.lesson import Lesson
from canasta_tutor.lesson_rulings import TEXTS
from canasta_tutor.lesson_source import CARDS, Code, LessonSource, Prose, read_lesson
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.widgets import freezer

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
SOURCES = sorted((NOTEBOOKS / "source").glob("*.md"))
PAGES = sorted(path for language in LANGUAGES for path in (NOTEBOOKS / language).glob("*.ipynb"))
BUILT = [path for path in PAGES if path.name != shelf.GLOSSARY]
PAIRS = [path.stem for path in SOURCES]

Cell = dict[str, Any]

TINY = """\
```toml
teaches = ["pile.freezes"]
```

::: en
# A tiny lesson

You hold [[K♠ K♥]]: 2 kings.

---

Press them.
:::

::: es
# Una lección muy breve

Tienes [[K♠ K♥]]: 2 reyes.

---

Púlsalos.
:::

```python language
from canasta_tutor.lesson import Lesson
lesson = Lesson("00-tiny", language="en")
lesson
```

```python
lesson.hand("K♠ K♥ 9♣", choose=2)
```

::: en
## The end

Until soon: [again](00-tiny.ipynb).
:::

::: es
## Fin

Hasta pronto: [otra vez](00-tiny.ipynb).
:::
"""


def _write(folder: Path, text: str, name: str = "00-tiny") -> Path:
    path = folder / "source" / f"{name}.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return path


# --- reading a source ---------------------------------------------------------------------------


def test_a_source_is_read_into_cells(tmp_path: Path) -> None:
    lesson = read_lesson(_write(tmp_path, TINY))
    assert lesson.teaches == ("pile.freezes",)
    assert [type(cell) for cell in lesson.cells] == [Prose, Prose, Code, Code, Prose]
    assert [cell.line for cell in lesson.cells] == [6, 12, 25, 31, 36]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("::: es\n# Una", "::: fr\n# Una", 15, "found ::: fr; expected ::: en or ::: es"),
        ("::: en\n## The", "::: eng\n## The", 35, "did you mean en?"),
        ("::: en\n# A", "::: es\n# A", 5, "found ::: es alone; expected ::: en right before it"),
        (
            "::: es\n## Fin",
            "::: en\n## Fin",
            35,
            "found ::: en alone; expected ::: es right behind it",
        ),
        ("# Una", "## Una", 15, "found headings of levels [2]; expected [1], as in line 5"),
        ("---\n\nPúlsalos", "Púlsalos", 15, "found 1 cells; expected 2, as in line 5"),
        ("[[K♠ K♥]]: 2 reyes", "[[K♠ K♦]]: 2 reyes", 16, "found the cards K♠ K♦; expected K♠ K♥"),
        ("2 reyes", "3 reyes", 16, "found the numbers 3; expected 2, as in line 6"),
        ("[[K♠ K♥]]: 2 kings", "[[KX]]: 2 kings", 8, "cards in the prose"),
        ("Press them.", "Press <b>them</b>.", 12, "found <b>; expected Markdown without HTML"),
        ("\n---\n\nPress", "---\n\nPress", 9, "found --- right under a line"),
        ("```python\nlesson.hand", "```phyton\nlesson.hand", 31, "did you mean python?"),
        (
            "```python\nlesson.hand",
            "Some text.\n\n```python\nlesson.hand",
            31,
            "expected a ::: block",
        ),
        ("```python language", "```python", 25, "expected it only in the fence 'python language'"),
        ('language="en")', "language=lang)", 25, 'found language="en" 0 times; expected it once'),
        ("pile.freezes", "pile.freeze", 1, "did you mean pile.freezes?"),
        ("teaches =", "teach =", 1, "found 'teach'; expected teaches (did you mean teaches?)"),
        ("teaches =", "teaches", 1, "expected a TOML text"),
    ],
)
def test_a_mistake_is_said_with_its_line(
    old: str, new: str, line: int, message: str, tmp_path: Path
) -> None:
    assert TINY.count(old) == 1
    path = _write(tmp_path, TINY.replace(old, new))
    with pytest.raises(ExerciseError) as caught:
        read_lesson(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert message in str(caught.value)


def test_a_block_without_an_end_is_said(tmp_path: Path) -> None:
    path = _write(tmp_path, TINY.removesuffix(":::\n"))
    with pytest.raises(ExerciseError, match=r":41: found ::: es without an end"):
        read_lesson(path)


# --- building -----------------------------------------------------------------------------------


@cache
def _tiny() -> LessonSource:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        return read_lesson(_write(Path(folder), TINY))


def test_both_languages_have_the_same_cells_but_one(tmp_path: Path) -> None:
    english, spanish = (lessons.draft(_tiny(), language)["cells"] for language in LANGUAGES)
    assert [cell["id"] for cell in english] == [cell["id"] for cell in spanish]
    differing = [
        one["metadata"].get("tags")
        for one, other in zip(english, spanish, strict=True)
        if one["cell_type"] == "code" and one["source"] != other["source"]
    ]
    assert differing == [[lessons.LANGUAGE_TAG]]


def test_a_cell_keeps_its_id_when_others_come_and_go(tmp_path: Path) -> None:
    longer = TINY.replace(
        "::: en\n## The end", '```python\nlesson.hand("9♣")\n```\n\n::: en\n## The end'
    )
    added = lessons.draft(read_lesson(_write(tmp_path, longer)), "en")["cells"]
    before = lessons.draft(_tiny(), "en")["cells"]
    assert {cell["id"] for cell in before} < {cell["id"] for cell in added}


def test_cards_in_the_prose_are_drawn_and_keep_their_names() -> None:
    first = lessons.draft(_tiny(), "es")["cells"][0]["source"]
    assert first.count('src="data:image/svg+xml;base64,') == 2
    assert 'alt="rey de picas"' in first


def test_built_twice_it_is_the_same_to_the_byte(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _write(tmp_path, TINY)
    folder = ["--notebooks", str(tmp_path)]
    assert lessons.main(["build", *folder]) == 0
    assert lessons.main(["check", "00", *folder]) == 0
    notebook = tmp_path / "en" / "00-tiny.ipynb"
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    assert [set(output["data"]) for cell in cells for output in cell.get("outputs", ())] == [
        {"text/html", "text/plain"}
    ] * 2

    notebook.write_text(notebook.read_text("utf-8").replace("tiny lesson", "small lesson"), "utf-8")
    (tmp_path / "es" / "01-stray.ipynb").write_text("{}")
    capsys.readouterr()
    assert lessons.main(["check", *folder]) == 1
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[2] for line in said] == [
        f"differs in line 8; expected what {tmp_path}/source/00-tiny.md gives",
        f"has no source; expected one in {tmp_path}/source",
    ]


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("1 / 0", "the cell ends with ZeroDivisionError: division by zero; a cell that runs is"),
        ('print("K♠")', "the cell prints 'K♠'; a last expression that shows itself is expected"),
    ],
)
def test_a_cell_that_fails_or_prints_is_a_mistake(
    cell: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _write(tmp_path, TINY.replace('lesson.hand("K♠ K♥ 9♣", choose=2)', cell))
    assert lessons.main(["build", "--notebooks", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"{path}:31: {message}")


def test_an_unknown_lesson_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(tmp_path, TINY)
    assert lessons.main(["build", "00-tinny", "--notebooks", str(tmp_path)]) == 2
    assert "found no lesson '00-tinny'; expected one of 00-tiny (did you mean 00-tiny?)" in (
        capsys.readouterr().err
    )


# --- what the cells show ------------------------------------------------------------------------


@pytest.mark.parametrize("texts", [TEXTS, freezer.TEXTS])
def test_the_lessons_own_words_are_the_same_in_both_languages(
    texts: dict[str, dict[str, str]],
) -> None:
    english, spanish = (texts[language] for language in LANGUAGES)
    assert list(english) == list(spanish)
    for key in english:
        facts = [
            set(re.findall(r"\{(\w+)\}", text)) - {"pile"} for text in (english[key], spanish[key])
        ]
        assert facts[0] == facts[1], key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", ["classic", "party", "online", "family", "club"])
def test_a_ruling_is_a_result_at_every_table(language: str, rulebook: str) -> None:
    lesson = Lesson("05", language=language, rulebook=rulebook)
    nines = lesson.position(
        hand="K♦ 7♦ 5♣", pile="4♣ 2♦ 9♥", melds_us=["9♠ 9♣ 9♦"], melds_2=["6♠ 6♥ 6♦"]
    )
    for move in ("take", "take 9 9", "lay K", "draw; discard 3♥", "draw", "tkae"):
        ruling = lesson.ruling(nines, move)
        assert ruling.legal == (move == "draw")
        assert len(repr(ruling).splitlines()[0]) < 160
        assert "<strong>" in ruling._repr_html_() or ruling.unreadable
    refused = lesson.ruling(nines, "take")
    assert refused.objections[0].rule in repr(refused)


def test_a_refusal_carries_the_rule_s_sentence_and_its_source() -> None:
    lesson = Lesson("05", language="en", rulebook="party")
    html = lesson.ruling(
        lesson.position(hand="K♦ 7♦", pile="4♣ 2♦ 9♥", melds_us=["9♠ 9♣ 9♦"]), "take"
    )._repr_html_()
    assert "<strong>What takes a frozen pile.</strong>" in html
    assert "A frozen pile is taken only with two natural cards" in html
    assert "[two-to-six, default] The rules of this table do not say." in html


def test_a_position_that_a_table_cannot_hold_is_shown_at_another() -> None:
    family = Lesson("05", language="es", rulebook="family")
    pair = family.position(hand="K♦ 7♦", pile="9♥", melds_them=["6♠ 6♥ 6♦"])
    assert pair.deal.rulebook.id == "classic"
    assert "Canasta clásica" in family.ruling(pair, "draw")._repr_html_()


def test_the_same_move_is_compared_at_five_tables() -> None:
    lesson = Lesson("05", language="en")
    nines = lesson.position(hand="K♦ 7♦", pile="4♣ 2♦ 9♥", melds_us=["9♠ 9♣ 9♦"])
    lines = repr(lesson.compare(nines, "take")).splitlines()
    assert len(lines) == 6
    assert all(": No. [" in line for line in lines[1:])
    assert "Club" in lines[5]


# --- the course's notebooks ---------------------------------------------------------------------


def _cells(path: Path) -> list[Cell]:
    cells: list[Cell] = json.loads(path.read_text("utf-8"))["cells"]
    for cell in cells:
        cell["source"] = "".join(cell["source"])
    return cells


def _code(path: Path) -> list[Cell]:
    return [cell for cell in _cells(path) if cell["cell_type"] == "code"]


def _name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def test_every_source_has_a_notebook_in_each_language() -> None:
    assert PAIRS
    assert [path.relative_to(NOTEBOOKS) for path in PAGES] == [
        Path(language) / f"{name}.ipynb" for language in LANGUAGES for name in (*PAIRS, "glossary")
    ]


@pytest.mark.parametrize("path", BUILT, ids=_name)
def test_every_cell_has_run_and_shows_a_result(path: Path) -> None:
    for number, cell in enumerate(_code(path), 1):
        assert cell["execution_count"] == number
        for output in cell["outputs"]:
            assert output["output_type"] in ("execute_result", "display_data"), cell["source"]
            assert set(output["data"]) <= set(lessons.KEPT), cell["source"]
            assert output["metadata"] == {}
        assert cell["outputs"], cell["source"]


@pytest.mark.parametrize("path", BUILT, ids=_name)
def test_cells_are_short_and_plain(path: Path) -> None:
    code = _code(path)
    lengths = [len(cell["source"].splitlines()) for cell in code]
    assert max(lengths) <= 8
    assert median(lengths) <= 2
    for cell in code:
        for word in ("def ", "class ", "for ", "while ", "lambda", "Output", "interact"):
            assert word not in cell["source"]
        assert not re.search(r"\b(clear_output|print|import os|import sys)\b", cell["source"])
    kinds = "".join(cell["cell_type"][0] for cell in _cells(path))
    assert "ccc" not in kinds.removeprefix("mccc"), "more than two code cells in a row"


@pytest.mark.parametrize("path", BUILT, ids=_name)
def test_the_text_forms_are_stable_and_short(path: Path) -> None:
    for cell in _code(path):
        for output in cell["outputs"]:
            text = "".join(output["data"]["text/plain"])
            assert not re.search(r" at 0x|object at", text)
            assert all(len(line) < 110 for line in text.splitlines()), text


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of lessons that a learner gets."""
    return shelf.lay_out(NOTEBOOKS, tmp_path_factory.mktemp("learner") / "lessons").folder


def _anchors(path: Path) -> set[str]:
    prose = (cell["source"] for cell in _cells(path) if cell["cell_type"] == "markdown")
    heads = re.findall(r"^#+ (.+?)\s*$", "\n".join(prose), re.M)
    return {anchor(head.replace("*", "")) for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_nothing_points_out_of_the_course(path: Path, copy: Path) -> None:
    text = re.sub(r"base64,[\w+/=]+", "", path.read_text("utf-8"))
    assert not re.search(r"https?://", text)
    assert not re.search(r"/(home|tmp|root|Users|usr|work)/", text)
    here = copy / path.relative_to(NOTEBOOKS)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        name, _, heading = target.partition("#")
        there = (here.parent / name).resolve() if name else here
        assert there.is_file(), target
        assert there.is_relative_to(copy.resolve()), target
        assert not heading or heading in _anchors(there), target


@pytest.mark.parametrize("path", BUILT, ids=_name)
def test_every_lesson_has_a_door_to_the_glossary(path: Path) -> None:
    last = next(cell for cell in reversed(_cells(path)) if cell["cell_type"] == "markdown")
    assert f"]({shelf.GLOSSARY})" in last["source"]


@pytest.mark.parametrize("name", [*PAIRS, "glossary"])
def test_the_two_languages_are_in_step(name: str) -> None:
    english, spanish = (_cells(NOTEBOOKS / language / f"{name}.ipynb") for language in LANGUAGES)
    assert [(cell["id"], cell["cell_type"]) for cell in english] == [
        (cell["id"], cell["cell_type"]) for cell in spanish
    ]
    for one, other in zip(english, spanish, strict=True):
        if one["cell_type"] == "code":
            chooses = lessons.LANGUAGE_TAG in one["metadata"].get("tags", ())
            assert (one["source"] != other["source"]) == chooses
        else:
            heads = [re.findall(r"^#+(?= )", cell["source"], re.M) for cell in (one, other)]
            assert heads[0] == heads[1]


# --- the prose ----------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_][\w'’]*", text)


def _plain(text: str) -> str:
    """Prose without headings, cards, addresses and marks."""
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    text = re.sub(r"\]\([^)]*\)", "]", CARDS.sub(" ", text))
    return re.sub(r"(?:10|[AKQJ2-9])[♠♥♦♣]|[★*\[\]·▶]", " ", text)


def _sentences(text: str) -> int:
    items = re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.)\s)", text)
    parts = [part for item in items for part in re.split(r"[.!?:]+(?:\s|$)", item)]
    return max(1, sum(bool(_words(part)) for part in parts))


def _english_syllables(word: str) -> int:
    word = re.sub(r"[^a-z]", "", word.lower())
    count = len(re.findall(r"[aeiouy]+", word))
    if count > 1 and word.endswith("e") and not word.endswith(("le", "ee")):
        count -= 1
    if count > 1 and re.search(r"[^td]ed$", word):
        count -= 1
    return max(1, count)


def _spanish_syllables(word: str) -> int:
    word = re.sub(r"([qg])u(?=[eiéí])", r"\1", word.lower())
    count, before = 0, ""
    for letter in re.sub(r"y$", "i", word):
        if letter not in "aeiouáéíóúü":
            before = ""
            continue
        hiatus = letter in "aeoáéóíú" and before != "" and before in "aeoáéóíú"
        count += hiatus or not before
        before = letter
    return max(1, count)


SYLLABLES: dict[str, Callable[[str], int]] = {"en": _english_syllables, "es": _spanish_syllables}


def _ease(text: str, language: str) -> float:
    """Flesch's reading ease in English, the INFLESZ scale's in Spanish."""
    words = _words(text)
    length = len(words) / _sentences(text)
    syllables = sum(map(SYLLABLES[language], words)) / len(words)
    if language == "en":
        return 206.835 - 1.015 * length - 84.6 * syllables
    return 206.835 - 62.3 * syllables - length


def _said(lesson: LessonSource, language: str) -> list[str]:
    return [cell.said[language] for cell in lesson.cells if isinstance(cell, Prose)]


both = pytest.mark.parametrize("language", LANGUAGES)
each = pytest.mark.parametrize("path", SOURCES, ids=PAIRS)


@both
@each
def test_prose_is_easy_to_read(path: Path, language: str) -> None:
    """M16: the whole 70 in English, 68 in Spanish; no cell under 60; 14 words to a sentence."""
    cells = [_plain(text) for text in _said(read_lesson(path), language)]
    whole = "\n\n".join(cells)
    assert _ease(whole, language) >= {"en": 70, "es": 68}[language]
    assert len(_words(whole)) / _sentences(whole) <= 14
    hard = {text.strip(): ease for text in cells if (ease := _ease(text, language)) < 60}
    assert hard == {}


@both
@each
def test_prose_comes_in_small_pieces(path: Path, language: str) -> None:
    lengths = {text: len(_words(text)) for text in _said(read_lesson(path), language)}
    assert {text: length for text, length in lengths.items() if not 15 <= length <= 120} == {}


def _asks(cell: Prose | Code) -> bool:
    doing = r"lesson\.(table|hand|lay|freezer|prices|bands|red_threes|dealing|five_tables|my_table|exercise)\("
    tutor = r"lesson\.(today|progress)\("
    return isinstance(cell, Code) and bool(re.search(f"{doing}|{tutor}", cell.source))


@both
@each
def test_something_can_be_pressed_soon_and_often(path: Path, language: str) -> None:
    """M17: the first card within 100 words and 2 cells. M18: at least one thing to do in 120 words."""
    cells = read_lesson(path).cells
    first = next(number for number, cell in enumerate(cells) if _asks(cell))
    assert first <= 2
    stretch, longest, words = 0, 0, 0
    for number, cell in enumerate(cells):
        if isinstance(cell, Prose):
            here = len(_words(cell.said[language]))
            stretch, words = stretch + here, words + here
            assert number > first or stretch <= 100
        elif _asks(cell):
            stretch = 0
        longest = max(longest, stretch)
    assert longest <= 120
    doing = sum(map(_asks, cells))
    assert doing * 100 / words >= (2 if path.stem[:2] != "00" else 1)


@pytest.mark.parametrize("rulebook", ["party", "online", "family", "club"])
@each
def test_a_lesson_follows_to_every_table(
    path: Path, rulebook: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path))
    settings.save(table=rulebook)
    names: dict[str, Any] = {}
    for cell in read_lesson(path).cells:
        if isinstance(cell, Code):
            *most, last = re.split(r"\n(?=\S)", cell.source)
            exec("\n".join(most), names)
            shown = eval(last, names)
            assert repr(shown)
            live = hasattr(shown, "_repr_mimebundle_")
            assert shown._repr_mimebundle_() if live else shown._repr_html_()
    assert names["lesson"].rulebook.id == rulebook


def test_lesson_05_does_what_the_blueprint_asks() -> None:
    from canasta_tutor.exercises import load

    lesson = read_lesson(NOTEBOOKS / "source" / "05-frozen-and-blocked.md")
    names = [
        name
        for cell in lesson.cells
        if isinstance(cell, Code)
        for name in re.findall(r'lesson\.exercise\("([^"]+)"\)', cell.source)
    ]
    asked = [load(name) for name in names]
    assert len(set(names)) == len(names) >= 17
    assert len({exercise.kind for exercise in asked}) >= 4
    tables = [exercise.rulebooks[0] for exercise in asked]
    assert {"classic", "party", "online", "family", "club"} == set(tables)
    assert 0.35 <= tables.count("classic") / len(tables) <= 0.55
    rulings = [exercise.at() for exercise in asked if exercise.kind == "ruling"]
    legal = sum(question.right()[0] == "yes" for question in rulings)
    assert 0.4 <= legal / len(rulings) <= 0.6
    taught = {rule for exercise in asked for rule in exercise.teaches}
    assert set(lesson.teaches) <= taught
