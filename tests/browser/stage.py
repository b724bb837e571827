"""A page with one widget on it and no kernel: Python answers as the kernel would, in the same process."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Locator, Page

from canasta_tutor.cards import full_deck
from canasta_tutor.widgets.base import CardWidget
from tests import tables

ELEVEN = "K♠ K♥ 10♦ 9♣ 2♦ ★ Q♠ 4♥ 4♥ 3♠ 3♥"
THIRTY = (*full_deck(1, 2)[::2], *full_deck(1, 0)[:3])
WIDTHS = (360, 768, 1280, 1920)

FIRST = f'{tables.FIRST}phase = "play"\n'
LONG_PILE = """
players = 2
[position]
hand = "K♦ K♠ 7♦ Q♠ Q♥ 2♦ ★ A♠ A♥ 8♣ 8♦ 9♠ 9♦ J♦ 10♦"
pile = "5♣ 2♦ J♠ 4♠ 4♥ 5♠ 6♣ 7♠ ★ 8♥ 9♣ 10♣ J♣ Q♣ K♣ A♣ 5♥ 2♣ 2♥ ★ 2♠ 6♦"
stock = 7
"""
FAMILY = """
rulebook = "family"
players = 3
[position]
hand = "K♦ K♠ 7♦ Q♠ Q♥ 2♦ ★ A♠ A♥ 8♣ 3♥"
pile = "5♣ J♠ 3♠"
phase = "play"
stock = 40
melds.2 = ["J J J J", "7×7 hand"]
"""

_NOT_THE_SCRIPTS: Final = ("_esm", "_css", "layout", "tooltip", "tabbable", "comm")
_COLOURS: Final = {
    "light": "--jp-layout-color1: #ffffff; --jp-content-font-color1: rgba(0, 0, 0, 0.87)",
    "dark": "--jp-layout-color1: #111111; --jp-content-font-color1: #ffffff",
    "none": "",
}
_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A widget</title>
<link rel="icon" href="data:,">
<style>body {{ margin: 16px; background: var(--jp-layout-color1, Canvas); {colours} }}</style>
<style>{css}</style></head>
<body data-jp-theme-light="{light}"><main id="out"></main>
<script type="module">
import widget from "/widget.js";
const state = {state};
const heard = {{}};
// As in a notebook, only what has changed is told.
const put = (changes) => {{
  const told = Object.keys(changes).filter(
    (name) => JSON.stringify(state[name]) !== JSON.stringify(changes[name]),
  );
  Object.assign(state, changes);
  for (const name of told) [...(heard["change:" + name] || [])].forEach((one) => one());
}};
window.sent = [];
window.leaked = [];
document.addEventListener("keydown", (event) => window.leaked.push(event.key));
const model = {{
  get: (name) => state[name],
  set: (name, value) => put({{ [name]: value }}),
  save_changes() {{}},
  on: (names, call) => names.split(" ").forEach((name) => (heard[name] ||= []).push(call)),
  off: (names, call) => names.split(" ").forEach(
    (name) => (heard[name] = (heard[name] || []).filter((one) => one !== call)),
  ),
  async send(intent) {{
    window.sent.push(intent);
    put(await window.python(intent, {{ selected: state.selected ?? [] }}));
    window.answered = (window.answered || 0) + 1;
  }},
}};
window.put = put;
widget.render({{ model, el: document.getElementById("out") }});
window.ready = true;
</script></body></html>"""

WATCH = """() => {
    if (!window.flown) {
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
            const flight = animate.apply(this, given);
            window.flown.push([this.className, flight.effect.getComputedTiming().endTime]);
            return flight;
        };
    }
    const flown = window.flown || [];
    window.flown = [];
    return flown;
}"""


class Stage:
    """One widget, shown in a page of its own."""

    def __init__(self, page: Page, widget: CardWidget) -> None:
        self.page = page
        self.widget = widget
        self.connected = True
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.expose_function("python", self._answer)

    def _answer(self, intent: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any]:
        if not self.connected:
            return {}
        if "selected" in self.widget.trait_names():
            self.widget.selected = chosen["selected"]
        self.widget._hear(self.widget, intent, None)
        return state(self.widget)

    @cached_property
    def root(self) -> Locator:
        """The widget itself."""
        return self.page.locator("#out > *")

    def button(self, name: str, **state: Any) -> Locator:
        """A button by the whole of its name."""
        return self.root.get_by_role("button", name=name, exact=True, **state)

    def cards(self) -> Locator:
        """The cards of the hand, in the order in which they stand in the fan."""
        return self.root.locator(".canasta-fan > button:not([hidden])")

    def press(self, *names: str) -> None:
        """Press buttons of these names, and wait for the answers that they ask for."""
        for name in names:
            self.button(name).click()
        self.settle()

    def settle(self) -> None:
        """Wait until everything that was sent is answered."""
        self.page.wait_for_function("(window.answered || 0) === window.sent.length")

    def flights(self) -> list[tuple[str, float]]:
        """What has begun to fly since this was last asked: its class, and the milliseconds until it lands.

        Asked for the first time, it begins to watch. A flight that is over by now counts, too.
        """
        return [(name, end) for name, end in self.page.evaluate(WATCH)]

    def axe(self) -> list[str]:
        """What axe finds wrong in the widget, one line for each element."""
        self.page.evaluate(
            (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
        )
        found = self.page.evaluate("() => axe.run('#out', {resultTypes: ['violations']})")
        return [
            f"{fault['id']}: {node['html'][:200]}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

    def shot(self, name: str) -> None:
        """Save a picture as ``name``.png in $CANASTA_SHOTS; none where that is not set."""
        if folder := os.environ.get("CANASTA_SHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{name}.png", full_page=True)

    def width(self) -> int:
        """How wide the page wants to be."""
        return int(self.page.evaluate("document.documentElement.scrollWidth"))


def state(widget: CardWidget) -> dict[str, Any]:
    """What the kernel would send of a widget."""
    names = [name for name in widget.traits(sync=True) if name not in _NOT_THE_SCRIPTS]
    return {
        name: getattr(widget, name)
        for name in names
        if not name.startswith(("_model", "_view", "_dom"))
    }


@contextmanager
def stage(
    browser: Browser, widget: CardWidget, width: int = 900, theme: str = "light", **options: Any
) -> Iterator[Stage]:
    """Show a widget in a fresh page; served on this computer, and nothing else is."""
    page_text = _PAGE.format(
        colours=_COLOURS[theme],
        css=widget._css,
        light=str(theme != "dark").lower(),
        state=json.dumps(state(widget)),
    )
    with _served(
        {"/": ("text/html", page_text), "/widget.js": ("text/javascript", str(widget._esm))}
    ) as port:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        shown = Stage(context.new_page(), widget)
        shown.page.goto(f"http://127.0.0.1:{port}/")
        shown.page.wait_for_function("window.ready")
        yield shown
        context.close()
        assert shown.errors == []


@contextmanager
def _served(files: dict[str, tuple[str, str]]) -> Iterator[int]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, text = files[self.path]
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
