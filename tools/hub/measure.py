"""What a running class takes: memory by user, ports that are listened to."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from statistics import median

from tools.hub.pupils import processes

_LISTENS = "0A"
"""A port's state in /proc/net/tcp when somebody listens there."""


def memory(process: int) -> float:
    """MB that a process keeps for itself, and its share of what it shares; 0 for one that has ended."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024


def command(process: int) -> str:
    """The command line of a process; every user of the machine may read it."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except FileNotFoundError:
        return ""


def kernel_and_server(name: str) -> tuple[int, int]:
    """The processes of one user: kernel and server."""
    of_user = {process: command(process) for process in processes(name)}
    kernel = next(one for one, text in of_user.items() if "kernel.py" in text)
    server = next(one for one, text in of_user.items() if "jupyterhub-singleuser" in text)
    return kernel, server


def below(process: int) -> list[int]:
    """A process and all that it has started, as root."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def ports(process: int) -> list[int]:
    """The TCP ports that a process listens to."""
    sockets = set()
    for entry in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):
            sockets.add(str(entry.readlink()))
    found = []
    for file in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(file).read_text().splitlines()[1:]:
            part = line.split()
            if part[3] == _LISTENS and f"socket:[{part[9]}]" in sockets:
                found.append(int(part[1].rpartition(":")[2], 16))
    return found


def spread(times: Iterable[float]) -> str:
    """Shortest, middle and longest, in seconds."""
    known = sorted(times)
    return f"{known[0]:.1f} / {median(known):.1f} / {known[-1]:.1f} s"
