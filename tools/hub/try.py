"""A whole class on a real JupyterHub of this machine: everybody answers at once, and one tries to look elsewhere.

    sudo python3 -m tools.hub.try --users 30

Makes its own users and removes them again, on 127.0.0.1 only. Says what was measured, whether each pupil's disk holds
exactly what that pupil answered, and how each attempt on somebody else's work was refused. Returns 1 where something
was lost, or an attempt went through.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tools.hub import measure, pupils
from tools.hub.attack import attack, lying_about
from tools.hub.place import REPOSITORY, TEACHERS, CannotBe, Place, build, need_root, run

if TYPE_CHECKING:
    from tools.hub.visit import Visit

FOLDER = Path("/srv/canasta-try")
LESSON = "en/01-cards.ipynb"
EXERCISES = ("deck/six-prices", "deck/whole-deck", "deck/wild-cards-in-all", "deck/other-sevens")
"""Exercises of that lesson whose answer is a number: each pupil can give one that nobody else gives."""
TEACHER = "canasta-t"
QUIZ = "trial"


def answers(pupil: int) -> list[tuple[str, str]]:
    """What this pupil answers to each exercise: no two pupils alike, and two tries at the last."""
    given = [(name, str(1000 + 10 * pupil + place)) for place, name in enumerate(EXERCISES)]
    return [*given, (EXERCISES[-1], str(5000 + pupil))]


@contextmanager
def running(place: Place) -> Iterator[tuple[str, int, float]]:
    """The hub, until the block ends: its address, its process, the seconds until it answered."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    hub = f"http://127.0.0.1:{port}"
    place.settings_file.write_text(
        f'listen = "127.0.0.1:{port}"\nlanguage = "en"\nmemory = 1000\nidle = 0\n', "utf-8"
    )
    log = place.hub / "hub.log"
    started = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(
            [place.folder / "venv/bin/jupyterhub", "-f", place.folder / "jupyterhub_config.py"],
            cwd=place.hub,
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "CANASTA_HUB": str(place.folder)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        import requests

        while True:
            try:
                if requests.get(f"{hub}/hub/api/", timeout=5).ok:
                    break
            except requests.ConnectionError:
                pass
            if process.poll() is not None or time.monotonic() - started > 120:
                raise CannotBe(f"hub: did not start; {log} says why")
            time.sleep(0.1)
        yield hub, process.pid, time.monotonic() - started
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()


def together(visits: Sequence[Visit], act: Callable[[Visit], object]) -> list[float]:
    """Let all do something at the same time; the seconds that each took."""

    def timed(visit: Visit) -> float:
        started = time.monotonic()
        act(visit)
        return time.monotonic() - started

    with ThreadPoolExecutor(len(visits)) as pool:
        return list(pool.map(timed, visits))


def kept(name: str) -> list[tuple[str, str]]:
    """What stands on a pupil's disk: exercises and answers in their order."""
    file = Path("/home", name, ".local/share/canasta-tutor/progress.sqlite3")
    with sqlite3.connect(file.as_uri() + "?mode=ro", uri=True) as db:
        if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise CannotBe(f"{file}: found a damaged file; expected a sound one")
        rows = db.execute("SELECT fields FROM answers ORDER BY number").fetchall()
    return [(row["exercise"], row["answer"]) for row in (json.loads(text) for (text,) in rows)]


def lay_quiz(place: Place) -> None:
    """Put a quiz where the class finds it, as a teacher does."""
    command, drawn = place.folder / "venv/bin/canasta-tutor", place.hub / "scores.toml"
    drawn.unlink(missing_ok=True)
    wanted = (*("--kind", "scoring", "--questions", "3"), *("--language", "en", "--exam"))
    run(command, "quiz", "new", *wanted, "-o", drawn)
    shutil.rmtree(place.class_folder / QUIZ, ignore_errors=True)
    run(command, "quiz", "export", drawn, "--format", "notebook", "-o", place.class_folder / QUIZ)


def graded(teacher: Visit, place: Place, given: Mapping[str, str]) -> list[str]:
    """Let a teacher grade what the class has handed in; whose work is missing or another's."""
    code = f"""
import json, pathlib, subprocess, sys
folder = pathlib.Path({str(place.hand_in)!r})
command = pathlib.Path(sys.executable).with_name("canasta-tutor")
quiz = {str(place.class_folder / QUIZ / "scores.toml")!r}
done = subprocess.run(
    [command, "grade", folder, "--quiz", quiz, "-o", "marks", "--language", "en"],
    capture_output=True, text=True, cwd=pathlib.Path.home(),
)
marks = (pathlib.Path.home() / "marks" / "marks.csv").read_text("utf-8-sig")
found = {{one.parent.name: json.loads(one.read_text()) for one in folder.glob("*/*.json")}}
print(json.dumps([done.returncode, done.stdout + done.stderr, marks, found]))
"""
    code, said, marks, found = json.loads(teacher.printed(code))
    row("graded by a teacher", said.splitlines()[0])
    wrong = [] if code == 0 else [f"grading ended with {code}: {said}"]
    for name, answer in given.items():
        work = found.get(name, {})
        if work.get("pupil") != name or work["answers"][0]["answer"] != answer:
            wrong.append(f"handed in by {name}: found {work}; expected {answer}")
        if not any(name in line for line in marks.splitlines()):
            wrong.append(f"{name}: not in the marks")
    return wrong


def class_hour(place: Place, users: int) -> list[str]:
    """The whole trial; what went wrong."""
    from tools.hub.visit import Visit

    names = [f"canasta-{number:02}" for number in range(1, users + 1)]
    pupils.forget_work(place, [*names, TEACHER])
    passwords = pupils.add(place, names) | pupils.add(place, [TEACHER], TEACHERS)
    wrong: list[str] = []
    lay_quiz(place)
    with running(place) as (hub, process, seconds):
        row("hub and proxy answer after", f"{seconds:.1f} s")
        visits = [Visit(hub, name, passwords[name]) for name in names]
        teacher = Visit(hub, TEACHER, passwords[TEACHER])
        try:
            Visit(hub, names[0], passwords[names[1]]).enter()
            wrong.append("a wrong password was let in")
        except Exception as error:  # any refusal will do; it is printed
            row("a wrong password", f"refused: {error}")
        together([teacher], lambda one: (one.enter(), one.open(LESSON)))
        started = time.monotonic()
        row("log in, server ready", measure.spread(together(visits, Visit.enter)))
        row("kernel ready", measure.spread(together(visits, lambda one: one.open(LESSON))))
        row("lesson run whole", measure.spread(together(visits, lambda one: one.read(LESSON))))
        row("from the form to the last lesson", f"{time.monotonic() - started:.1f} s")
        numbers = {visit.name: number for number, visit in enumerate(visits)}
        presses: list[float] = []

        def answer(visit: Visit) -> None:
            for exercise, given in answers(numbers[visit.name]):
                began = time.monotonic()
                if not visit.answer(exercise, given):
                    wrong.append(f"{visit.name}: nothing was said to {given} at {exercise}")
                presses.append(time.monotonic() - began)

        row(
            f"{len(answers(0))} answers each, all at once", measure.spread(together(visits, answer))
        )
        row("one answer, pressed to judged", measure.spread(presses))
        told_memory(names, process)
        given = {name: str(7000 + number) for name, number in numbers.items()}
        took = together(
            visits, lambda one: one.take(f"class/{QUIZ}/scores.en.A.ipynb", given[one.name])
        )
        row("quiz opened, taken, handed in", measure.spread(took))
        wrong += graded(teacher, place, given)
        for name, number in numbers.items():
            if kept(name) != answers(number):
                wrong.append(f"{name}: found {kept(name)}; expected {answers(number)}")
        held = sum(len(kept(name)) for name in names)
        row("answers on the disks", f"{held} of {users * len(answers(0))}, each with its own pupil")
        wrong += attack(place, visits[0], visits[1], teacher, LESSON)
        left = lying_about(names, passwords.values())
        row("left where everybody looks", ", ".join(left) or "nothing")
        wrong += left
        for name, number in numbers.items():
            if kept(name) != answers(number):
                wrong.append(f"{name}: changed by the attempts")
        began = time.monotonic()
    row("all ended after", f"{time.monotonic() - began:.1f} s")
    return wrong


def told_memory(names: Sequence[str], hub: int) -> None:
    """Print what the class takes."""
    kernels, servers = zip(
        *(map(measure.memory, measure.kernel_and_server(name)) for name in names), strict=True
    )
    of_hub = sum(
        map(
            measure.memory,
            (
                one
                for one in measure.below(hub)
                if measure.command(one)
                and "singleuser" not in measure.command(one)
                and "kernel.py" not in measure.command(one)
            ),
        )
    )
    each = (sum(kernels) + sum(servers)) / len(names)
    row(
        "memory, server + kernel",
        f"{sum(servers) / len(names):.0f} + {sum(kernels) / len(names):.0f} MB a pupil",
    )
    row(
        "memory in all",
        f"{each * len(names) / 1024 + of_hub / 1024:.1f} GB; hub and proxy {of_hub:.0f} MB of it",
    )


def row(what: str, found: str) -> None:
    """Print one line of the table."""
    print(f"    {what:<34}{found}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the place, try a class in it, take everything away that was made for it."""
    parser = argparse.ArgumentParser(
        "try", description="A class on a real JupyterHub of this machine."
    )
    parser.add_argument("--users", type=int, default=3, help="pupils; at least 2")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the server is built")
    asked = parser.parse_args(arguments)
    place = Place(asked.folder)
    try:
        if asked.users < 2:
            raise CannotBe(f"--users: found {asked.users}; expected 2 or more")
        need_root()
        if Path(sys.prefix) != place.folder / "venv":
            build(place)
            os.chdir(REPOSITORY)
            command = [str(place.python), "-m", "tools.hub.try", f"--users={asked.users}"]
            os.execv(command[0], [*command, f"--folder={place.folder}"])
        if left := pupils.remove(place):
            print(f"Left over from a trial that was cut short, removed: {', '.join(left)}")
        print(f"A class of {asked.users} on {os.cpu_count()} cores; shortest / middle / longest:")
        try:
            wrong = class_hour(place, asked.users)
        finally:
            gone = pupils.remove(place)
            pupils.forget_work(place, gone)
            print(f"\nRemoved: {len(gone)} users with their homes")
    except (CannotBe, OSError) as error:
        print(f"try: {error}", file=sys.stderr)
        return 2
    for line in wrong:
        print(f"WRONG: {line}")
    print(
        "Nothing lost, nobody read another's." if not wrong else f"{len(wrong)} things went wrong."
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
