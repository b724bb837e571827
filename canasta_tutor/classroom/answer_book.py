"""A pupil's answers on the disk while a quiz is taken: each line is there for good as soon as it is written.

A file of JSON lines that only ever grows. After a crash, a restart or with a second notebook open, whoever reads it finds
all that was answered; a line that was cut short is left out, and the next one begins anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

KEYS: Final = ("started", "pupil", "finished", "file")
"""What is kept beside answers: times, the pupil's name, and where the hand-in lies."""


class AnswerBook:
    """The answers to one version of one quiz.

    ``problem`` is why the last line is not on the disk, in the system's words; nothing while all is well. What could not
    be written is kept and written with the next line.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.problem = ""
        self.facts: dict[str, str] = {}
        self.answers: dict[str, tuple[str, str]] = {}
        """The answer to each task, and the minute in which it was given."""
        self._waiting: list[dict[str, str]] = []
        self._read()

    def note(self, key: str, value: str) -> None:
        """Keep one of the facts."""
        self.facts[key] = value
        self._write({key: value})

    def answer(self, task: str, answer: str, at: str) -> None:
        """Keep an answer; the last one to a task counts."""
        self.answers[task] = (answer, at)
        self._write({"task": task, "answer": answer, "at": at})

    def _write(self, line: dict[str, str]) -> None:
        self._waiting.append(line)
        lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in self._waiting)
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("ab+") as stream:
                if stream.tell():
                    stream.seek(-1, os.SEEK_END)
                    lines = lines if stream.read(1) == b"\n" else f"\n{lines}"
                stream.write(lines.encode())
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            self.problem = error.strerror or str(error)
        else:
            self.problem = ""
            self._waiting.clear()

    def _read(self) -> None:
        try:
            lines = self.file.read_bytes().decode("utf-8", "replace").splitlines()
        except FileNotFoundError:
            return
        except OSError as error:
            self.problem = error.strerror or str(error)
            return
        for line in lines:
            try:
                found = json.loads(line)
            except (
                ValueError
            ):  # the end of a line is missing: the machine went down in the middle of it
                continue
            if isinstance(found, dict) and all(isinstance(one, str) for one in found.values()):
                self._take(found)

    def _take(self, found: dict[str, str]) -> None:
        if set(found) == {"task", "answer", "at"}:
            self.answers[found["task"]] = (found["answer"], found["at"])
        self.facts.update({key: found[key] for key in KEYS if key in found})
