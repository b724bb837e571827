"""What one pupil tries against another. Its text runs in a pupil's own kernel: with that pupil's rights, no others.

The same is tried by the owner, so that a refusal means a shut door and not a wrong address.
"""

from __future__ import annotations

import json
import os
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

Attempts = dict[str, Callable[[], object]]


def tried(attempts: Attempts) -> list[tuple[str, bool, str]]:
    """Each attempt: what it was, whether it went through, and what the system said."""
    found = []
    for what, attempt in attempts.items():
        try:
            found.append((what, True, str(attempt())))
        except urllib.error.HTTPError as error:
            found.append((what, False, f"HTTP {error.code}"))
        except OSError as error:
            found.append((what, False, f"{type(error).__name__}: {error.strerror or error}"))
    return found


def on_another(at: dict[str, Any]) -> Attempts:
    """What is tried against the user whose places these are."""
    home, drop, work = Path(at["home"]), Path(at["hand_in"]), Path(at["work"])
    progress, lesson = Path(at["progress"]), Path(at["lesson"])
    server, kernel = f"/proc/{at['server']}", f"/proc/{at['kernel']}"
    mine = {"Authorization": f"token {os.environ['JUPYTERHUB_API_TOKEN']}"}
    own = f"http://127.0.0.1:{at['port']}/user/{at['name']}/api/contents/"
    hub = os.environ["JUPYTERHUB_API_URL"]
    return {
        "list the home": lambda: len(names(home)),
        "read the progress": lambda: len(progress.read_bytes()),
        "change the progress": lambda: progress.open("r+b").close(),
        "put a progress in its place": lambda: put(progress.with_name("other.sqlite3")),
        "read a lesson's copy": lambda: len(lesson.read_bytes()),
        "change a lesson's copy": lambda: lesson.open("r+b").close(),
        "list what was handed in": lambda: names(drop),
        "read what was handed in": lambda: len(work.read_bytes()),
        "change what was handed in": lambda: work.open("r+b").close(),
        "hand in under that name": lambda: put(drop / "other.json"),
        "reach the kernel's sockets": lambda: [reach(one) for one in at["sockets"]],
        "read the kernel's surroundings": lambda: len(Path(kernel, "environ").read_bytes()),
        "read the server's surroundings": lambda: len(Path(server, "environ").read_bytes()),
        "read the kernel's memory": lambda: Path(kernel, "mem").open("rb").close(),
        "list the kernel's open files": lambda: len(names(Path(kernel, "fd"))),
        "signal the kernel": lambda: os.kill(at["kernel"], 0),
        "ask the server, past the proxy": lambda: fetch(own, mine),
        "ask the hub about that user": lambda: fetch(f"{hub}/users/{at['name']}", mine),
    }


def on_the_hub(at: dict[str, Any]) -> Attempts:
    """What no pupil may, whoever's it is."""
    hub = os.environ["JUPYTERHUB_API_URL"]
    mine = {"Authorization": f"token {os.environ['JUPYTERHUB_API_TOKEN']}"}
    return {
        "ask that server without a key": lambda: fetch(
            f"http://127.0.0.1:{at['port']}/user/{at['name']}/api/contents/", {}
        ),
        "list who hands in": lambda: names(Path(at["hand_ins"])),
        "read the hub's database": lambda: Path(at["hub"], "jupyterhub.sqlite").read_bytes(),
        "read the hub's secret": lambda: Path(at["hub"], "cookie_secret").read_bytes(),
        "list all users of the hub": lambda: fetch(f"{hub}/users", mine),
        "ask the proxy for its routes": lambda: fetch(at["proxy"], mine),
        "write in the class's folder": lambda: put(Path(at["class"]) / "other.txt"),
        "change the course itself": lambda: Path(at["package"]).open("r+b").close(),
        "change the hub's settings": lambda: Path(at["settings"]).open("r+b").close(),
    }


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return [one.name for one in folder.iterdir()]


def put(file: Path) -> str:
    """Write a file where none was, and take it away again."""
    file.write_text("other", "utf-8")
    file.unlink()
    return "written"


def reach(path: str) -> str:
    """Connect to a socket that lies in a folder."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(path)
    return "connected"


def fetch(address: str, headers: dict[str, str]) -> str:
    """Ask for a page, and for no other in its place."""
    asked = urllib.request.Request(address, headers=headers)
    with urllib.request.build_opener(Stay).open(asked, timeout=30) as answer:
        return f"HTTP {answer.status}, {len(answer.read())} bytes"


class Stay(urllib.request.HTTPRedirectHandler):
    """A redirection to the login is a refusal."""

    def redirect_request(self, *arguments: Any) -> None:
        return None


def report(at: dict[str, Any]) -> str:
    """Both reports as text."""
    return json.dumps([tried(on_another(at)), tried(on_the_hub(at))])
