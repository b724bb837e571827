"""Real JupyterLab for tests: a server on a copy of the notebooks, and a page with one open in it."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request

from canasta_tutor.course import isolation, server_options

REPOSITORY: Final = Path(__file__).parents[2]
NOTEBOOKS: Final = REPOSITORY / "notebooks"

CHROMIUM_OPTIONS: Final = (
    "--no-sandbox",  # root in a container may not have one
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No other host is reached, even by mistake; a request to one is still recorded and reported.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
OUTPUTS: Final = ".jp-OutputArea-output"
START_SECONDS: Final = 60
CELL_SECONDS: Final = 60

# Lab's own indicator says "idle" before there is a kernel: these three are true only when one answers.
_READY: Final = """() => {
    const context = window.jupyterapp?.shell.currentWidget?.sessionContext;
    const kernel = context?.session?.kernel;
    return Boolean(context?.isReady) && kernel?.connectionStatus === "connected" && kernel?.status === "idle";
}"""
_SPLASH: Final = "#jupyterlab-splash"  # lies over the page at the start and while the theme changes
_RUN_ALL: Final = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
_WHOLE: Final = """() => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.notebookConfig = {...notebook.notebookConfig, windowingMode: "none"};
}"""
"""Keeps every cell on the page: JupyterLab leaves out those that are out of sight."""
_CELLS: Final = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .map(cell => cell.model.toJSON())
    .filter(cell => cell.cell_type === "code" && [cell.source].flat().join("").trim())"""


def find_chromium() -> str:
    """The path of a Chromium that is there. Raises RuntimeError where there is none."""
    look = [str(REPOSITORY / "tools" / "find-chromium.sh"), "--no-install"]
    found = subprocess.run(look, capture_output=True, text=True, check=False)
    if found.returncode:
        raise RuntimeError(found.stderr)
    return found.stdout.strip()


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: where it is, and the key that opens it."""

    port: int
    token: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answers(self) -> bool:
        """Whether the server is up."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2):
                return True
        except OSError:
            return False


@contextmanager
def running_lab(
    notebooks: Path, folder: Path, language: str = "en", environment: dict[str, str] | None = None
) -> Iterator[Lab]:
    """JupyterLab on ``notebooks``, apart from the user's own, until the block ends.

    ``environment`` is the one in which ``canasta-tutor course`` opens lessons; else a plain one.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        lab = Lab(free.getsockname()[1], secrets.token_hex(16))
    options = [
        *server_options(notebooks, "/lab", lab.port, browser=False),
        "--ServerApp.port_retries=0",
        "--LabApp.expose_app_in_browser=True",
    ]
    log = folder / "lab.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            env={
                **os.environ,
                **(environment or isolation(folder, language)),
                "JUPYTER_TOKEN": lab.token,
            },
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not lab.answers():
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"JupyterLab did not start; its log:\n{log.read_text()}")
            time.sleep(0.1)
        yield lab
    finally:
        server.terminate()
        server.wait(timeout=30)


@dataclass
class Notebook:
    """One notebook open in JupyterLab, and what its page did that it should not do."""

    page: Page
    lab: Lab
    path: str
    foreign_requests: list[str] = field(default_factory=list)
    console_errors: list[str] = field(default_factory=list)

    def open(self) -> None:
        """Show the notebook and wait until its kernel answers."""
        self.page.on("request", self._record_request)
        self.page.on("console", self._record_console)
        self.page.on("pageerror", lambda error: self.console_errors.append(str(error)))
        self.page.goto(f"{self.lab.address}/lab/tree/{self.path}?reset&token={self.lab.token}")
        self.page.wait_for_function(_READY, timeout=START_SECONDS * 1000)
        self.page.wait_for_selector(_SPLASH, state="detached")

    def keep_all_cells(self) -> None:
        """Every cell stays on the page, also out of sight."""
        self.page.evaluate(_WHOLE)

    def run_all(self) -> None:
        """Run every cell; return when each code cell has run or one has failed."""
        self.page.evaluate(_RUN_ALL)
        self.page.wait_for_function(
            f"""() => {{
                const cells = ({_CELLS})();
                return cells.every(cell => cell.execution_count)
                    || cells.some(cell => cell.outputs.some(output => output.output_type === "error"));
            }}""",
            timeout=CELL_SECONDS * 1000,
        )
        self.page.wait_for_function(_READY, timeout=CELL_SECONDS * 1000)

    def restart_kernel(self) -> None:
        """Restart the kernel and wait until it answers; the outputs stay on the page."""
        self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()"
        )
        self.page.wait_for_function(_READY, timeout=START_SECONDS * 1000)

    def code_cells(self) -> list[dict[str, Any]]:
        """The code cells with their outputs, as they would be saved now."""
        cells: list[dict[str, Any]] = self.page.evaluate(_CELLS)
        return cells

    def errors(self) -> list[str]:
        """Every output that is an error or was written to stderr, in one line each."""
        found = []
        for cell in self.code_cells():
            for output in cell["outputs"]:
                if output["output_type"] == "error":
                    found.append(f"{output['ename']}: {output['evalue']}")
                elif output.get("name") == "stderr":
                    found.append("stderr: " + "".join(output["text"]))
        return found

    def outputs(self) -> Locator:
        """The output areas, without JupyterLab's own surroundings."""
        return self.page.locator(OUTPUTS)

    def dark(self) -> None:
        """The system asks for dark pages, and JupyterLab follows."""
        self._theme("dark", "JupyterLab Dark")

    def light(self) -> None:
        """The system asks for light pages, and JupyterLab follows."""
        self._theme("light", "JupyterLab Light")

    def axe(self, within: str = OUTPUTS) -> list[str]:
        """What axe finds wrong within these elements, one line for each element. JupyterLab's own is left out."""
        self.page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
        result = self.page.evaluate(
            """within => axe.run({include: [[within]]}, {resultTypes: ["violations"]})""", within
        )
        return [
            f"{violation['id']}: {violation['help']}: {json.dumps(node['target'])} {node['html'][:200]}"
            for violation in result["violations"]
            for node in violation["nodes"]
        ]

    def shot(self, name: str) -> None:
        """Save a picture of the page as ``name``.png in $CANASTA_SHOTS; none where that is not set."""
        folder = os.environ.get("CANASTA_SHOTS")
        if folder:
            self.page.screenshot(path=Path(folder) / f"{name}.png")

    def close(self) -> None:
        """End the kernel and leave the server as it was for the next test."""
        try:
            self.page.evaluate("() => window.jupyterapp.serviceManager.sessions.shutdownAll()")
        finally:
            self.page.context.close()

    def _theme(self, scheme: Literal["light", "dark"], name: str) -> None:
        self.page.emulate_media(color_scheme=scheme)
        self.page.wait_for_selector(f"body[data-jp-theme-name='{name}']", state="attached")
        self.page.wait_for_selector(_SPLASH, state="detached")

    def _record_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in {"data", "blob"} and address.hostname != "127.0.0.1":
            self.foreign_requests.append(request.url)

    def _record_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.console_errors.append(message.text)
