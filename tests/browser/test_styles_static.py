"""Every widget brings its own copy of the styles: what others bring, before or after, changes nothing in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from canasta_tutor.exercises.templates import BLANK
from canasta_tutor.lesson import Lesson
from canasta_tutor.notation import read_position
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.widgets import CardHand, ScoreSheetCard
from canasta_tutor.widgets.bands import Bands
from canasta_tutor.widgets.base import CardWidget
from canasta_tutor.widgets.dealing import Dealing
from canasta_tutor.widgets.exercise import ExerciseCard
from canasta_tutor.widgets.freezer import Freezer
from canasta_tutor.widgets.my_table import MyTable
from canasta_tutor.widgets.prices import Prices
from canasta_tutor.widgets.progress import Progress
from canasta_tutor.widgets.red_threes import RedThrees
from canasta_tutor.widgets.today import Today
from tests import test_five_tables
from tests.browser.stage import ELEVEN, LONG_PILE, stage
from tests.browser.test_sheet_static import OVER
from tests.tables import table

CLASSIC: Final = Rulebook.load("classic")
OWN: Final = Path(__file__).parents[1] / "exercises"
WIDGETS: Final[dict[str, Callable[[], CardWidget]]] = {
    "hand": lambda: CardHand(ELEVEN, on_submit=lambda cards: None, prompt="Which?"),
    "table": lambda: table(LONG_PILE),
    "prices": lambda: Prices(CLASSIC),
    "bands": lambda: Bands(CLASSIC, "A♠ A♥ A♦ K♠ K♥ 8♠", "A♣ 10♠ K♦"),
    "red threes": lambda: RedThrees(CLASSIC, 4, "en"),
    "dealing": lambda: Dealing(CLASSIC, seed=19),
    "five tables": test_five_tables.board,
    "my table": lambda: MyTable(CLASSIC),
    "freezer": lambda: Freezer(CLASSIC, "9♣ 2♦ J♠"),
    "header": lambda: Lesson("05-frozen-and-blocked", "en").header,
    "sheet": lambda: ScoreSheetCard(read_position(tomllib.loads(OVER))),
    "choice": lambda: ExerciseCard("pile/who-is-frozen"),
    "panel": lambda: ExerciseCard(str(BLANK / "panel.md")),
    "lay-down": lambda: ExerciseCard(str(OWN / "lay.md")),
    "scores": lambda: ExerciseCard(str(OWN / "sheet.md")),
    "today": lambda: Today(CLASSIC),
    "today, asking": lambda: asking(Today(CLASSIC)),
    "progress": lambda: Progress(CLASSIC),
    "a lesson's end": lambda: Lesson("05-frozen-and-blocked", "en").end(),
    "order": lambda: ExerciseCard(str(OWN / "order.md")),
}

# What looks otherwise when these styles have come, before the widget's own or after: one line for each.
_CHANGED: Final = """css => {
  const known = new Set([...css.matchAll(/([a-z-]+):/g)].map(([, name]) => name));
  const names = [...getComputedStyle(document.body)].filter((name) =>
    [...known].some((one) => name === one || name.startsWith(one + "-")));
  names.push("--canasta-w", "--canasta-least", "--canasta-small", "--canasta-decks");
  const looks = () => [...document.querySelectorAll("#out, #out *")].flatMap((element) =>
    ["", "::before"].map((part) => {
      const style = getComputedStyle(element, part || null);
      const name = `${element.tagName.toLowerCase()}.${element.className}${part}`;
      return [name, names.map((one) => style.getPropertyValue(one))];
    }));
  const before = looks();
  const changed = new Set();
  for (const bring of ["prepend", "append"]) {
    const style = document.createElement("style");
    style.textContent = css;
    document.head[bring](style);
    looks().forEach(([name, now], place) => {
      now.forEach((value, at) => {
        const was = before[place][1][at];
        if (value !== was) changed.add(`${bring} ${name}: ${names[at]}: ${was} became ${value}`);
      });
    });
    style.remove();
  }
  return [...changed].sort();
}"""


def asking(today: Today) -> Today:
    """The box of what is due, with an exercise in it."""
    today._do_place()
    return today


@pytest.fixture(autouse=True)
def learner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path))


def test_all_widgets_are_here() -> None:
    shown = {type(make()).__name__ for make in WIDGETS.values()}
    assert shown == {kind.__name__ for kind in _kinds(CardWidget)}


def _kinds(kind: type[CardWidget]) -> list[type[CardWidget]]:
    """All kinds of widgets, as they are written (one that is made has a class of its own)."""
    found: list[type[CardWidget]] = []
    for one in kind.__subclasses__():
        ours = "_css" in vars(one) and one.__module__.startswith("canasta_tutor.widgets.")
        found += [one, *_kinds(one)] if ours else _kinds(one)
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("name", WIDGETS)
def test_no_other_widgets_styles_change_it(name: str, browser: Browser) -> None:
    others = "\n".join(str(kind._css) for kind in _kinds(CardWidget))
    with stage(browser, WIDGETS[name](), reduced_motion="reduce") as shown:
        for width in (400, 900):
            shown.page.set_viewport_size({"width": width, "height": 900})
            changed = shown.page.evaluate(_CHANGED, others)
            assert not changed, "\n".join(changed)


def test_a_style_that_changes_something_is_seen(browser: Browser) -> None:
    with stage(browser, CardHand(ELEVEN)) as shown:
        changed = shown.page.evaluate(_CHANGED, ".canasta-card { margin-top: 1px }")
    assert changed[0].startswith("append button.canasta-card")
    assert not [line for line in changed if line.startswith("prepend")]
