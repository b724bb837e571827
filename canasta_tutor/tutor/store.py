"""Where a learner's answers are kept: one SQLite file in their own folder, and nowhere else.

An answer that ``add`` has taken is on the disk; two notebooks may write at once. Where the file cannot be used
(damaged, from a newer version, read-only, disk full) the lesson goes on with what is in memory, ``problem``
says so, and nothing that was saved is overwritten.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from canasta_tutor.errors import CanastaError
from canasta_tutor.settings import free_name, place
from canasta_tutor.tutor.notes import Answer, as_fields, from_fields

FILE: Final = "progress.sqlite3"
PATIENCE: Final = 5.0
"""Seconds to wait while another notebook is writing."""
_IMPATIENCE: Final = 0.1
"""The same once it has been in vain."""
_PARTS: Final = ("", "-wal", "-shm")
"""How the names of the files end that SQLite keeps."""
_SHED_AFTER: Final = timedelta(days=365)
_SHED: Final = ("answer", "beliefs", "together", "clears", "version")
"""What is left out of an answer that is older than a year; what it says of the skills stays."""


def _first(db: sqlite3.Connection) -> None:
    db.execute(
        "CREATE TABLE answers (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, fields TEXT NOT NULL)"
    )


MIGRATIONS: Final[Sequence[Callable[[sqlite3.Connection], None]]] = (_first,)
"""What brings a file from each version to the next; a file's version is how many have been done."""


class NewerFile(Exception):
    """The file was written by a newer version of the course."""


class Store:
    """The learner's answers, oldest first.

    ``problem`` is why they are not kept on the disk just now: ``damaged``, ``newer``, ``locked`` or what the system
    says; nothing while all is well. ``file`` None keeps them in memory only.
    """

    def __init__(self, file: Path | None = None, memory_only: bool = False) -> None:
        self.file = None if memory_only else file or place() / FILE
        self.problem = ""
        self._db: sqlite3.Connection | None = None
        self._inode = 0
        self._read_to = 0
        self._known: dict[str, Answer] = {}
        """Every answer by its id, as far as this notebook knows."""
        self._waiting: list[str] = []
        """Those that are not on the disk."""
        self.refresh()

    # --- reading and writing --------------------------------------------------------------------

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers that are known here; those that were taken in later stand at their time."""
        return tuple(sorted(self._known.values(), key=lambda answer: answer.at))

    def add(self, answer: Answer) -> bool:
        """Keep an answer. Whether it is on the disk now; if not, it is tried again with the next one."""
        id = uuid.uuid4().hex
        self._known[id] = answer
        self._waiting.append(id)
        return self._write()

    def refresh(self) -> None:
        """Read what other notebooks have added, and write what could not be written before."""
        if self.file is None:
            return
        if self._waiting:
            self._write()
        elif self._use(self._look):
            self.problem = ""

    def _look(self) -> None:
        assert self.file is not None
        if self.file.exists():
            self._read(self._open())
        elif self._db is not None:  # somebody has deleted it: nothing is left to know
            self._close()
            self._drop()

    def _write(self) -> bool:
        """Put on the disk what waits; whether it is there."""
        if self.file is None or self.problem == "newer":
            return False
        written = self._use(self._put)
        if not written and self.problem == "damaged":  # it lies aside: a new one takes its place
            return self._use(self._put)
        if written:
            self.problem = ""
        return written

    def _put(self) -> None:
        db = self._open()
        with db:
            db.execute("BEGIN IMMEDIATE")
            rows = [(id, self._row(id)) for id in self._waiting]
            db.executemany("INSERT OR IGNORE INTO answers (id, fields) VALUES (?, ?)", rows)
        self._waiting.clear()
        self._read(db)

    def _use(self, what: Callable[[], None]) -> bool:
        """Do something with the file; where it can't be done, ``problem`` says why."""
        try:
            what()
        except NewerFile:
            self.problem = "newer"
        except sqlite3.Error as error:
            self._fails(error)
        except OSError as error:
            self.problem = error.strerror or str(error)
        else:
            return True
        return False

    def _row(self, id: str) -> str:
        return json.dumps(as_fields(self._known[id]), ensure_ascii=False)

    def _read(self, db: sqlite3.Connection) -> None:
        rows = db.execute(
            "SELECT number, id, fields FROM answers WHERE number > ? ORDER BY number",
            (self._read_to,),
        )
        for number, id, fields in rows:
            self._read_to = number
            known = self._known.pop(id, None)  # all notebooks know them in the same order
            with suppress(ValueError, TypeError, KeyError):  # a row that no version of ours wrote
                self._known[id] = known or from_fields(json.loads(fields))

    # --- the file -------------------------------------------------------------------------------

    def _open(self) -> sqlite3.Connection:
        """The file, made where it is missing, brought to this version."""
        assert self.file is not None
        inode = self.file.stat().st_ino if self.file.exists() else 0
        if self._db is not None and inode == self._inode:
            return self._db
        if self._db is not None:  # it has been deleted, or set aside, by somebody else
            self._close()
            self._drop()
        self._inode = inode
        self.file.parent.mkdir(parents=True, exist_ok=True)
        patience = _IMPATIENCE if self.problem == "locked" else PATIENCE
        db = sqlite3.connect(
            self.file, timeout=patience, isolation_level=None, check_same_thread=False
        )
        try:
            _bring_up(db)
        except BaseException:
            db.close()
            raise
        self._db, self._inode, self._read_to = db, self.file.stat().st_ino, 0
        return db

    def _drop(self) -> None:
        """Know only what waits to be written; the rest is read again, if it is still there."""
        self._known = {id: self._known[id] for id in self._waiting}

    def _close(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
        self._db = None

    def _fails(self, error: sqlite3.Error) -> None:
        """The file is damaged, or it cannot be used now."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        self._close()
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            self._set_aside()
            return
        busy = code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        self.problem = "locked" if busy else str(error)
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            self._read_only()

    def _read_only(self) -> None:
        """What was saved is known, though nothing can be added to it."""
        assert self.file is not None
        for how in ("mode=ro", "immutable=1"):
            with suppress(sqlite3.Error):
                db = sqlite3.connect(f"{self.file.resolve().as_uri()}?{how}", uri=True)
                try:
                    self._read_to = 0
                    self._read(db)
                    return
                finally:
                    db.close()

    def _set_aside(self) -> None:
        """Keep a damaged file under another name; all that is known here goes into a new one."""
        assert self.file is not None
        self.problem = "damaged"
        self._waiting = list(self._known)
        with suppress(OSError):
            if self.file.stat().st_ino != self._inode:
                return  # another notebook has done it
            kept = free_name(self.file)
            for end in _PARTS:
                part = self.file.with_name(self.file.name + end)
                if part.exists():
                    part.rename(kept.with_name(kept.name + end))

    # --- the learner's own wishes ---------------------------------------------------------------

    def export(self) -> str:
        """All answers as text, one JSON object a line: to look at, to keep, to carry to another machine."""
        self.refresh()
        lines = [
            json.dumps({"id": id, **as_fields(answer)}, ensure_ascii=False)
            for id, answer in self._known.items()
        ]
        return "".join(f"{line}\n" for line in lines)

    def take_in(self, text: str) -> int:
        """Add answers that ``export`` has written, those that are here already left out; how many are new.

        Raises CanastaError ``line: what was found; what is expected``; nothing is added then.
        """
        self.refresh()
        found: dict[str, Answer] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            try:
                fields = json.loads(line)
                found[str(fields.pop("id"))] = from_fields(fields)
            except (ValueError, TypeError, KeyError, AttributeError):
                raise CanastaError(
                    f"line {number}: found {line.strip()[:40]!r}; expected an answer as the export writes it"
                ) from None
        new = [id for id in found if id not in self._known]
        self._known |= {id: found[id] for id in new}
        self._waiting += new
        self._write()
        return len(new)

    def forget(self) -> None:
        """Delete every answer, here and on the disk, and damaged files that were set aside.

        Raises CanastaError where the disk forbids it.
        """
        self._close()
        self._known.clear()
        self._waiting.clear()
        self._read_to = 0
        if self.file is None:
            return
        try:
            aside = self.file.parent.glob(f"{self.file.stem}.kept-*")
            for part in (*(self.file.with_name(self.file.name + end) for end in _PARTS), *aside):
                part.unlink(missing_ok=True)
        except OSError as error:
            raise CanastaError(f"{self.file.name}: cannot be deleted ({error.strerror})") from error
        self.problem = ""

    def shed(self, now: datetime | None = None) -> int:
        """Leave out of answers older than a year all but what they say of the skills; how many."""
        limit = (now or datetime.now(UTC)) - _SHED_AFTER
        old = [
            id
            for id, answer in self._known.items()
            if answer.at < limit and any(getattr(answer, name) for name in _SHED)
        ]
        for id in old:
            fields = as_fields(self._known[id])
            self._known[id] = from_fields({k: v for k, v in fields.items() if k not in _SHED})
        if old and self.file is not None and self.problem != "newer":
            self._use(lambda: self._rewrite(old))
        return len(old)

    def _rewrite(self, ids: Sequence[str]) -> None:
        db = self._open()
        with db:
            db.execute("BEGIN IMMEDIATE")
            rows = [(self._row(id), id) for id in ids if id in self._known]
            db.executemany("UPDATE answers SET fields = ? WHERE id = ?", rows)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        if self._waiting:
            self._write()
        self._close()


def _bring_up(db: sqlite3.Connection) -> None:
    """Bring a file to this version, step by step; another notebook may be doing the same."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise NewerFile
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    if version == len(MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        for migrate in MIGRATIONS[version:]:
            migrate(db)
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise
