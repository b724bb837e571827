"""A table of one's own in a real browser, without a kernel: chosen, changed, kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from canasta_tutor import Rulebook, own_table
from canasta_tutor.widgets.my_table import MyTable
from tests.browser.stage import WIDTHS, stage


@pytest.fixture(autouse=True)
def learner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("CANASTA_TUTOR_HOME", str(tmp_path / "learner"))
    return tmp_path / "learner"


def mine(language: str = "en") -> MyTable:
    return MyTable(Rulebook.load("classic"), language)


def test_a_table_is_made_and_kept(browser: Browser) -> None:
    with stage(browser, mine(), width=1280) as shown:
        said = shown.root.get_by_role("status")
        canastas = shown.root.get_by_role("combobox", name="Canastas to go out")
        canastas.focus()
        canastas.select_option(index=1)
        shown.settle()
        expect(shown.root.get_by_text("One rule is changed:")).to_be_visible()
        expect(canastas).to_be_focused()
        laid = shown.root.get_by_role("combobox", name="Laying red threes")
        laid.select_option(index=1)
        shown.settle()
        expect(said).to_contain_text("does not go together")
        expect(laid).to_have_js_property("selectedIndex", 0)
        beside = shown.root.locator(".canasta-unfit:visible")
        expect(beside).to_contain_text("Red threes held at the end")
        assert shown.axe() == []
        shown.shot("my-table-refused")
        shown.root.get_by_role("combobox", name="Start from").select_option("club")
        shown.settle()
        name = shown.root.get_by_role("textbox", name="Its name")
        name.fill("Aunt Rosa's table")
        shown.press("Keep this table")
        expect(said).to_contain_text("Aunt Rosa's table is kept")
        own = own_table.load()
        assert own is not None
        assert (own.base().id, own.title["en"]) == ("club", "Aunt Rosa's table")
        shown.press("As it was")
        expect(name).to_have_value("Aunt Rosa's table")
        expect(shown.root.get_by_text("Nothing is changed yet.")).to_be_visible()


def test_keys_alone_will_do(browser: Browser) -> None:
    table = mine()
    with stage(browser, table, width=900) as shown:
        keys = shown.page.keyboard
        shown.root.get_by_role("combobox", name="Cards drawn").focus()
        keys.press("ArrowDown")
        shown.settle()
        assert list(table.changes) == ["turn.draw"]
        shown.root.get_by_role("textbox").focus()
        keys.type("xabdd")
        shown.button("Keep this table").focus()
        keys.press("Enter")
        shown.settle()
        assert own_table.load() is not None
        assert shown.page.evaluate("window.leaked") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_and_reads_at_every_width(width: int, theme: str, browser: Browser) -> None:
    table = mine("es")
    table.agree("going_out.canastas", 2)
    table.agree("pile.natural_and_wild", "always")
    table._refresh()
    with stage(browser, table, width=width, theme=theme) as shown:
        assert shown.width() <= width
        assert shown.axe() == []
        shown.shot(f"my-table-{width}-{theme}")
