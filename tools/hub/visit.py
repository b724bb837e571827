"""A pupil at the hub, over the same addresses and messages as their browser: form, server, kernel, cards."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import requests
import websocket
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

WAIT = 300.0
"""Seconds for which anything is waited for when a whole class begins at once."""
QUIET = 20.0
"""Seconds without a word after which the line to a kernel is made anew: a server hangs up on who does not answer."""
WIDGET = "application/vnd.jupyter.widget-view+json"


class Refused(Exception):
    """The hub, or a server behind it, said no."""


def line() -> requests.Session:
    """A line to the hub: what is asked for over a connection that was closed in the meantime is asked for again,
    as browsers do.
    """
    session = requests.Session()
    again = Retry(total=3, backoff_factor=0.3, allowed_methods=("GET",))
    session.mount("http://", HTTPAdapter(max_retries=again))
    return session


@dataclass
class Visit:
    """One user's session: begun with ``enter``, then ``open`` a lesson and ``answer`` its exercises."""

    hub: str
    name: str
    password: str
    session: requests.Session = field(default_factory=line)
    widgets: dict[str, str] = field(default_factory=dict)
    """What is on the page, by its text: which model of the kernel stands behind each."""
    kernel: str = ""
    _channel: Any = None
    _heard: float = 0.0
    """When something last came over the line to the kernel."""

    @property
    def base(self) -> str:
        return f"{self.hub}/user/{self.name}"

    # --- the hub --------------------------------------------------------------------------------

    def enter(self) -> None:
        """Log in with the form, start the server, wait until it answers."""
        self.session.trust_env = False
        form = self.session.get(f"{self.hub}/hub/login", timeout=WAIT)
        given = {"username": self.name, "password": self.password, "_xsrf": self._xsrf("/hub/")}
        done = self.session.post(
            f"{self.hub}/hub/login", data=given, allow_redirects=False, timeout=WAIT
        )
        if form.status_code != 200 or done.status_code != 302:
            raise Refused(f"login of {self.name}: {done.status_code}")
        self.start()

    def start(self) -> None:
        """Ask for the server, and wait until its first page is there."""
        asked = self.call("POST", f"/hub/api/users/{self.name}/server")
        if asked.status_code not in (201, 202, 400):  # 400: it is running
            raise Refused(f"server of {self.name}: {asked.status_code} {asked.text[:200]}")
        deadline = time.monotonic() + WAIT
        while time.monotonic() < deadline:
            found = self.call("GET", f"/hub/api/users/{self.name}")
            if found.ok and found.json()["servers"].get("", {}).get("ready"):
                break
            time.sleep(1)
        page = self.session.get(f"{self.base}/api/status", timeout=WAIT)
        page = self.session.get(f"{self.base}/lab", timeout=WAIT) if not page.ok else page
        if not page.ok:
            raise Refused(f"page of {self.name}: {page.status_code}")

    def call(self, method: str, path: str, body: Any = None) -> requests.Response:
        """Ask something of the hub or of a server behind it, as a page of ours would."""
        at = "/hub/" if path.startswith("/hub/") else "/".join(path.split("/")[:3]) + "/"
        return self.session.request(
            method,
            self.hub + path,
            json=body,
            headers={"X-XSRFToken": self._xsrf(at), "Referer": f"{self.hub}{at}"},
            allow_redirects=method == "GET",
            timeout=WAIT,
        )

    def _xsrf(self, path: str) -> str:
        found = [
            one.value for one in self.session.cookies if one.name == "_xsrf" and one.path == path
        ]
        return found[0] or "" if found else ""

    # --- a lesson -------------------------------------------------------------------------------

    def open(self, lesson: str) -> None:
        """Start a lesson's kernel."""
        body = {"path": lesson, "name": lesson, "type": "notebook", "kernel": {"name": "python3"}}
        begun = self.call("POST", f"/user/{self.name}/api/sessions", body)
        if begun.status_code != 201:
            raise Refused(f"kernel of {self.name}: {begun.status_code} {begun.text[:300]}")
        self.kernel = begun.json()["kernel"]["id"]
        self._channel = self.channel(self.name, self.kernel)
        self._heard = time.monotonic()

    def channel(self, owner: str, kernel: str) -> Any:
        """The line to a kernel; raises where the server of ``owner`` does not let us have it."""
        place = urlsplit(self.hub)
        address = f"ws://{place.netloc}/user/{owner}/api/kernels/{kernel}/channels"
        cookies = "; ".join(
            f"{one.name}={one.value}"
            for one in self.session.cookies
            if f"/user/{owner}/".startswith(one.path)
        )
        return websocket.create_connection(address, cookie=cookies, origin=self.hub, timeout=WAIT)

    def read(self, page: str) -> None:
        """Run a whole page, as it does by itself; every widget's model is known then."""
        found = self.call("GET", f"/user/{self.name}/api/contents/{page}").json()["content"]
        for cell in found["cells"]:
            if cell["cell_type"] != "code":
                continue
            for message in self.run("".join(cell["source"])):
                shown = message["content"].get("data", {})
                if WIDGET in shown:
                    self.widgets[shown["text/plain"]] = shown[WIDGET]["model_id"]

    def run(self, code: str) -> list[dict[str, Any]]:
        """What a kernel answers to code; raises Refused where it ends in an error."""
        content = {"code": code, "silent": False, "store_history": True, "stop_on_error": True}
        heard = self._ask("execute_request", {**content, "allow_stdin": False})
        for message in heard:
            if message["msg_type"] == "error":
                said = message["content"]
                raise Refused(f"{said['ename']}: {said['evalue']}")
        return heard

    def printed(self, code: str) -> str:
        """What code prints."""
        heard = self.run(code)
        return "".join(one["content"]["text"] for one in heard if one["msg_type"] == "stream")

    def answer(self, exercise: str, given: str) -> bool:
        """Press *Check* with this answer; whether the page was told what to say of it."""
        states = self.press(f"ExerciseCard({exercise},", intent="check", answer=given)
        return any(state.get("_progress", {}).get("feedback") for state in states)

    def take(self, quiz: str, given: str) -> None:
        """Take a quiz: write the name, answer the first question, hand in."""
        self.open(quiz)
        self.read(quiz)
        self.press("Sitting(", intent="name", text=self.name)
        self.press("QuizCard(1,", intent="draft", text=given)
        self.press("HandIn(", intent="ask")
        states = self.press("HandIn(", intent="hand_in")
        if not any(state.get("_shown", {}).get("file") for state in states):
            raise Refused(f"{self.name} could not hand in: {states}")

    def press(self, widget: str, **intent: str) -> list[dict[str, Any]]:
        """Do something on the page as its script does; what the page is told about it."""
        model = next(id for text, id in self.widgets.items() if text.startswith(widget))
        data = {"method": "custom", "content": {**intent, "n": 1}}
        heard = self._ask("comm_msg", {"comm_id": model, "data": data})
        said = [one["content"]["data"] for one in heard if one["msg_type"] == "comm_msg"]
        return [one.get("state", {}) for one in said]

    def _ask(self, kind: str, content: dict[str, Any]) -> list[dict[str, Any]]:
        """Send one message; all that the kernel says until it is idle again."""
        if time.monotonic() - self._heard > QUIET:
            self._channel.close()
            self._channel = self.channel(self.name, self.kernel)
        id = uuid.uuid4().hex
        header = {"msg_id": id, "msg_type": kind, "session": self.name, "username": self.name}
        header |= {"version": "5.3", "date": ""}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        self._channel.send(json.dumps({**message, "channel": "shell", "buffers": []}))
        heard: list[dict[str, Any]] = []
        deadline = time.monotonic() + WAIT
        while time.monotonic() < deadline:
            text = self._channel.recv()
            if not text:
                raise Refused(f"kernel of {self.name}: the line was closed")
            self._heard = time.monotonic()
            said = json.loads(text)
            if said.get("parent_header", {}).get("msg_id") != id:
                continue
            heard.append(said)
            if said["msg_type"] == "status" and said["content"]["execution_state"] == "idle":
                return heard
        raise Refused(f"kernel of {self.name}: no answer in {WAIT:.0f} s")
