"""A class as users of the machine: made from a list of names, and taken away again.

    sudo python3 -m tools.hub.pupils add names.txt > passwords.csv
    sudo python3 -m tools.hub.pupils remove

``names.txt`` holds one login a line. Only users that this program has made are ever changed or removed: their
names stand in FOLDER/hub/pupils.txt.
"""

from __future__ import annotations

import argparse
import csv
import os
import pwd
import re
import secrets
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools.hub.place import FOLDER, PUPILS, TEACHERS, CannotBe, Place, need_root, run

NAME = re.compile(r"[a-z][a-z0-9-]{1,14}")
"""Short, because the path to a kernel's socket lies in the home and may not be long."""


def read_names(file: Path) -> list[str]:
    """The logins in a file, one a line. Raises CannotBe ``file:line: what was found; what is expected``."""
    names: list[str] = []
    for number, line in enumerate(file.read_text("utf-8-sig").splitlines(), 1):
        name = line.strip()
        if not name:
            continue
        if not NAME.fullmatch(name):
            raise CannotBe(
                f"{file}:{number}: found {name!r}; expected 2 to 15 of a-z, 0-9 and -, a letter first"
            )
        if name in names:
            raise CannotBe(f"{file}:{number}: found {name!r} twice; expected each name once")
        names.append(name)
    if not names:
        raise CannotBe(f"{file}: found no name; expected one login a line")
    return names


def add(place: Place, names: Sequence[str], group: str = PUPILS) -> dict[str, str]:
    """Make these users; the password of each. Raises CannotBe where one is there already, before any is made."""
    need_root()
    taken = [name for name in names if _known(name)]
    if taken:
        raise CannotBe(
            f"user {taken[0]!r}: found one of that name on this machine; expected a new one"
        )
    kept = [place.hand_in / name for name in names if (place.hand_in / name).exists()]
    if kept:
        raise CannotBe(
            f"{kept[0]}: found what somebody handed in before; expected it to be moved away"
        )
    passwords = {}
    for name in names:
        with _record(place).open("a", encoding="utf-8") as record:
            record.write(f"{name}\n")  # first: whatever happens then, it can be removed
        run("useradd", "-m", "-d", f"/home/{name}", "-G", group, "-s", "/usr/sbin/nologin", name)
        Path("/home", name).chmod(0o700)
        user, teachers = pwd.getpwnam(name), run("getent", "group", TEACHERS).split(":")[2]
        drop = place.hand_in / name
        drop.mkdir(mode=0o700)
        os.chown(drop, user.pw_uid, int(teachers))
        drop.chmod(0o2750)
        passwords[name] = f"{secrets.token_hex(2)}-{secrets.token_hex(2)}-{secrets.token_hex(2)}"
    run("chpasswd", given="".join(f"{name}:{word}\n" for name, word in passwords.items()))
    return passwords


def made(place: Place) -> list[str]:
    """The users that were made here and are still there."""
    record = _record(place)
    names = record.read_text("utf-8").split() if record.exists() else []
    return [name for name in dict.fromkeys(names) if _known(name)]


def remove(place: Place) -> list[str]:
    """End what these users run and delete them with their homes. What they handed in stays, as root's."""
    need_root()
    gone = made(place)
    for name in gone:
        end_processes(name)
        run("userdel", "--remove", name)
        drop = place.hand_in / name
        if drop.exists() and not any(drop.iterdir()):
            drop.rmdir()
        for path in [drop, *drop.rglob("*")] if drop.exists() else []:
            os.chown(path, 0, -1, follow_symlinks=False)
    _record(place).unlink(missing_ok=True)
    return gone


def end_processes(name: str) -> None:
    """End every process of this user, by its number."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for process in processes(name):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                continue
        deadline = time.monotonic() + 5
        while processes(name) and time.monotonic() < deadline:
            time.sleep(0.1)


def processes(name: str) -> list[int]:
    """The numbers of the processes that run as this user."""
    user = pwd.getpwnam(name).pw_uid
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if entry.stat().st_uid == user:
                    found.append(int(entry.name))
            except FileNotFoundError:
                continue
    return found


def forget_work(place: Place, names: Iterable[str]) -> None:
    """Delete what these users have handed in: after a trial."""
    for name in names:
        shutil.rmtree(place.hand_in / name, ignore_errors=True)


def _known(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def _record(place: Place) -> Path:
    return place.hub / "pupils.txt"


def main(arguments: Sequence[str] | None = None) -> int:
    """Add or remove a class; 2 where it can't be done."""
    parser = argparse.ArgumentParser("pupils", description="A class as users of this machine.")
    parser.add_argument("task", choices=("add", "add-teachers", "list", "remove"))
    parser.add_argument("names", nargs="?", type=Path, help="a file with one login a line")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the class's server lies")
    asked = parser.parse_args(arguments)
    place = Place(asked.folder)
    try:
        need_root()
        if asked.task == "list":
            print("\n".join(made(place)))
        elif asked.task == "remove":
            print(f"Removed: {', '.join(remove(place)) or 'nobody'}")
        elif asked.names is None:
            raise CannotBe("names: found nothing; expected a file with one login a line")
        else:
            group = PUPILS if asked.task == "add" else TEACHERS
            written = csv.writer(sys.stdout, lineterminator="\n")
            written.writerow(("login", "password"))
            written.writerows(add(place, read_names(asked.names), group).items())
    except (CannotBe, OSError) as error:
        print(f"pupils: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
