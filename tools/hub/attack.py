"""One pupil tries to see and to change what is another's: from a kernel, and in the browser."""

from __future__ import annotations

import json
import os
import pwd
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.hub import measure
from tools.hub.place import HERE, Place
from tools.hub.pupils import processes

if TYPE_CHECKING:
    from tools.hub.visit import Visit


def places(place: Place, visit: Visit, lesson: str) -> dict[str, Any]:
    """Where everything of one pupil lies, as somebody who has seen the source would know it."""
    home = Path("/home", visit.name)
    own = home / ".local/share/canasta-tutor"
    kernel, server = measure.kernel_and_server(visit.name)
    port = int(visit.hub.rpartition(":")[2])
    return {
        "name": visit.name,
        "home": str(home),
        "progress": str(own / "progress.sqlite3"),
        "lesson": str(own / "lessons" / lesson),
        "hand_in": str(place.hand_in / visit.name),
        "work": str(next((place.hand_in / visit.name).glob("*.json"))),
        "sockets": [str(one) for one in sorted((own / "runtime").glob("kernel-*-ipc-*"))],
        "kernel": kernel,
        "server": server,
        "port": measure.ports(server)[0],
        "hand_ins": str(place.hand_in),
        "hub": str(place.hub),
        "proxy": f"http://127.0.0.1:{port + 1}/api/routes",
        "class": str(place.class_folder),
        "package": next(
            (place.folder / "venv/lib").glob("*/site-packages/canasta_tutor/deal.py")
        ).as_posix(),
        "settings": str(place.settings_file),
    }


def attack(place: Place, owner: Visit, other: Visit, teacher: Visit, lesson: str) -> list[str]:
    """Let ``other`` try everything on ``owner``; print how each was refused. What went wrong."""
    at = places(place, owner, lesson)
    code = (HERE / "break_in.py").read_text("utf-8")

    def asked(who: Visit) -> Any:
        return json.loads(who.printed(f"{code}\nprint(report({at!r}))"))

    theirs, common = asked(other)
    own, also = asked(owner)
    _, taught = asked(teacher)
    wrong = []
    print(f"\n{other.name} tries on {owner.name}:")
    for (what, through, said), (_, works, owner_said) in zip(theirs, own, strict=True):
        print(f"    {what:<34}{'WENT THROUGH' if through else 'refused'}: {said}")
        wrong += [f"{other.name} could {what}"] if through else []
        wrong += [] if works else [f"{owner.name} could not {what}: {owner_said}"]
    for what, through, said in web(owner, other):
        print(f"    {what:<34}{'WENT THROUGH' if through else 'refused'}: {said}")
        wrong += [f"{other.name} could {what}"] if through else []
    ports = measure.ports(at["kernel"])
    print(
        f"    {'reach a port of the kernel':<34}{f'OPEN: {ports}' if ports else 'refused: it has none'}"
    )
    wrong += [f"the kernel of {owner.name} listens to {ports}"] if ports else []
    print("Nobody but root, or a teacher where it says so:")
    for (what, through, said), (_, own_through, _), (_, may, _) in zip(
        common, also, taught, strict=True
    ):
        state = "WENT THROUGH" if through or own_through else "refused"
        print(f"    {what:<34}{state}: {said}{' (a teacher may)' if may else ''}")
        wrong += [f"{other.name} could {what}"] if through or own_through else []
    return wrong


def web(owner: Visit, other: Visit) -> list[tuple[str, bool, str]]:
    """What ``other`` tries on ``owner`` in a browser; the owner's own tries must work."""
    found = []
    for what, method, path in (
        ("open that server's page", "GET", f"/user/{owner.name}/lab"),
        ("list its files in the browser", "GET", f"/user/{owner.name}/api/contents/"),
        ("list its kernels in the browser", "GET", f"/user/{owner.name}/api/kernels"),
        ("stop that server", "DELETE", f"/hub/api/users/{owner.name}/server"),
        ("make a key for that user", "POST", f"/hub/api/users/{owner.name}/tokens"),
    ):
        answer = other.call(method, path)
        found.append((what, answer.ok, f"HTTP {answer.status_code}"))
    if not owner.call("GET", f"/user/{owner.name}/api/kernels").ok:
        found.append(("ask one's own server", True, "the owner was refused"))
    try:
        other.channel(owner.name, owner.kernel).close()
        found.append(("listen to that kernel", True, "connected"))
    except Exception as error:  # whatever the library says of a handshake that fails
        found.append(("listen to that kernel", False, str(error).split(" -+-+-")[0]))
    return found


OPEN_TO_ALL = ("/tmp", "/var/tmp", "/dev/shm")


def lying_about(names: Sequence[str], secrets: Iterable[str]) -> list[str]:
    """What the class leaves where everybody looks: readable files, and secrets in the list of processes."""
    users = {pwd.getpwnam(name).pw_uid for name in names}
    found = []
    below = (entry for place in OPEN_TO_ALL for entry in os.walk(place))
    for path in (Path(folder, name) for folder, _, files in below for name in files):
        with suppress(FileNotFoundError):
            about = path.lstat()
            if about.st_uid in users and about.st_mode & 0o007 and not path.is_symlink():
                found.append(f"{path} may be read by all")
    keys = {*secrets}
    for name in names:
        for process in processes(name):
            with suppress(FileNotFoundError, ProcessLookupError):
                keys |= tokens(Path(f"/proc/{process}/environ").read_bytes())
    commands = [(process, measure.command(process)) for process in everybody_s()]
    found += [
        f"process {one}: a secret in its command"
        for one, text in commands
        if any(key in text for key in keys)
    ]
    return found


def tokens(environ: bytes) -> set[str]:
    """The secrets among the variables of a process."""
    pairs = (part.decode(errors="replace").partition("=") for part in environ.split(b"\0"))
    return {value for name, _, value in pairs if "TOKEN" in name and value}


def everybody_s() -> list[int]:
    """Every process of the machine."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]
