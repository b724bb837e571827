"""Where answers are kept: nothing that was acknowledged is lost, whatever happens to the file."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from canasta_tutor.errors import CanastaError
from canasta_tutor.tutor import store as storing
from canasta_tutor.tutor.notes import Answer, Notes
from canasta_tutor.tutor.store import FILE, Store

ROOT = Path(__file__).parents[1]
SPRING = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.store import Store
store = Store(Path(sys.argv[1]))
for number in range(1000):
    name = f"{sys.argv[2]}-{number}"
    kept = store.add(Answer(datetime.now(UTC), name, "classic", "number", 1, {"turn": 1.0}))
    if kept:
        print(name, flush=True)
"""


def answer(exercise: str = "turn/one", at: datetime = SPRING, **more: object) -> Answer:
    """An answer to one exercise about the turn."""
    return Answer(at, exercise, "classic", "number", 3, {"turn": 1.0}, **more)  # type: ignore[arg-type]


def asked(store: Store) -> list[str]:
    """The exercises that a store knows of."""
    return [one.exercise for one in store.answers]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A learner's file that is not there yet, nor its folder."""
    return tmp_path / "learner" / FILE


def test_answers_survive_the_notebook(file: Path) -> None:
    given = answer(
        answer="1620",
        beliefs={"score.mixed_as_natural": 0.9},
        clears=("score.cards_twice",),
        pace="15",
        seed=4,
    )
    with Store(file) as store:
        assert store.add(given)
    assert Store(file).answers == (given,)


def test_nothing_is_written_before_the_first_answer(file: Path) -> None:
    Store(file)
    assert not file.parent.exists()


def test_two_notebooks_see_each_other_s_answers(file: Path) -> None:
    one, other = Store(file), Store(file)
    one.add(answer("turn/one"))
    other.add(answer("turn/two"))
    one.refresh()
    assert asked(one) == asked(other) == ["turn/one", "turn/two"]


def test_with_storage_off_answers_last_as_long_as_the_notebook(file: Path) -> None:
    store = Store(memory_only=True)
    assert not store.add(answer())
    assert asked(store) == ["turn/one"]
    assert not store.problem


# --- the power fails --------------------------------------------------------------------------------


def test_what_was_acknowledged_survives_kill_9_of_one_of_two_writers(file: Path) -> None:
    file.parent.mkdir()
    command = [sys.executable, "-c", WRITER, str(file)]
    with (
        subprocess.Popen([*command, "one"], stdout=subprocess.PIPE, text=True, cwd=ROOT) as one,
        subprocess.Popen([*command, "two"], stdout=subprocess.PIPE, text=True, cwd=ROOT) as two,
    ):
        assert one.stdout
        assert two.stdout
        acknowledged = [one.stdout.readline().strip() for _ in range(150)]
        one.send_signal(signal.SIGKILL)
        acknowledged += [two.stdout.readline().strip() for _ in range(100)]
        two.send_signal(signal.SIGKILL)
        acknowledged += one.stdout.read().split() + two.stdout.read().split()
    assert len(acknowledged) >= 250
    assert len(acknowledged) < 2000, "killed before the end"
    after = Store(file)
    assert set(acknowledged) <= set(asked(after))
    assert len(set(asked(after))) == len(asked(after))
    assert after.add(answer())


# --- the file cannot be used ------------------------------------------------------------------------


def test_a_damaged_file_is_kept_aside_and_the_lesson_goes_on(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"these are no answers" * 100)
    store = Store(file)
    assert store.problem == "damaged"
    assert store.add(answer())
    assert (file.parent / "progress.kept-1.sqlite3").read_bytes().startswith(b"these are")
    assert asked(Store(file)) == ["turn/one"]


def test_a_file_damaged_during_a_lesson_is_written_anew_from_what_is_known(file: Path) -> None:
    with Store(file) as first:
        first.add(answer("turn/one"))
    store = Store(file)
    store._close()
    file.write_bytes(b"x" * 4096)
    assert store.add(answer("turn/two"))
    assert asked(Store(file)) == ["turn/one", "turn/two"]
    assert (file.parent / "progress.kept-1.sqlite3").exists()


def test_a_file_of_a_newer_version_is_not_touched(file: Path) -> None:
    file.parent.mkdir()
    newer = sqlite3.connect(file)
    newer.execute("CREATE TABLE later (something TEXT)")
    newer.execute("PRAGMA user_version = 99")
    newer.commit()
    newer.close()
    before = file.read_bytes()
    store = Store(file)
    assert store.problem == "newer"
    assert not store.add(answer())
    assert asked(store) == ["turn/one"], "the lesson goes on"
    assert file.read_bytes() == before
    assert [one.name for one in file.parent.iterdir()] == [FILE]


def test_while_another_process_locks_the_file_answers_wait(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "PATIENCE", 0.05)
    store = Store(file)
    store.add(answer("turn/one"))
    store._close()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert not store.add(answer("turn/two"))
    assert store.problem == "locked"
    other.execute("ROLLBACK")
    other.close()
    assert store.add(answer("turn/three"))
    assert not store.problem
    assert asked(Store(file)) == ["turn/one", "turn/two", "turn/three"]


FULL = """
import resource, sys
from datetime import UTC, datetime
from pathlib import Path
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.store import Store
store = Store(Path(sys.argv[1]))
def add(name):
    return store.add(Answer(datetime.now(UTC), name, "classic", "number", 1, {"turn": 1.0}))
assert add("before")
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
assert not add("full")
assert store.problem, store.problem
assert [one.exercise for one in store.answers] == ["before", "full"]
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert add("after") and not store.problem
"""


def test_on_a_full_disk_answers_wait_until_there_is_room(file: Path) -> None:
    assert resource.RLIMIT_FSIZE is not None
    subprocess.run([sys.executable, "-c", FULL, str(file)], check=True, cwd=ROOT)
    assert asked(Store(file)) == ["before", "full", "after"]


@pytest.fixture
def shut() -> Iterator[Path]:
    """A folder with one saved answer that may be read, but not written."""
    folder = Path(tempfile.mkdtemp())
    with Store(folder / FILE) as store:
        store.add(answer("turn/one"))
    (folder / FILE).chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


READ_ONLY = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.store import Store
if len(sys.argv) > 2:
    import os
    os.setuid(int(sys.argv[2]))
store = Store(Path(sys.argv[1]))
assert [one.exercise for one in store.answers] == ["turn/one"], store.problem
assert not store.add(Answer(datetime.now(UTC), "new", "classic", "number", 1, {"turn": 1.0}))
assert store.problem
assert [one.exercise for one in store.answers] == ["turn/one", "new"]
"""


def test_in_a_read_only_folder_what_was_saved_is_known_and_the_lesson_goes_on(shut: Path) -> None:
    nobody = ["65534"] if os.geteuid() == 0 else []  # an administrator may write everywhere
    before = (shut / FILE).read_bytes()
    subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(shut / FILE), *nobody], check=True, cwd=ROOT
    )
    assert (shut / FILE).read_bytes() == before


def test_without_a_folder_the_lesson_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("no folder")
    store = Store(tmp_path / "a-file" / FILE)
    assert not store.add(answer())
    assert store.problem
    assert asked(store) == ["turn/one"]


# --- versions ---------------------------------------------------------------------------------------


def test_a_file_of_an_older_version_is_brought_up_with_its_answers(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(file) as store:
        store.add(answer())

    def add_a_column(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE answers ADD COLUMN later TEXT")

    monkeypatch.setattr(storing, "MIGRATIONS", (*storing.MIGRATIONS, add_a_column))
    with Store(file) as newer:
        assert asked(newer) == ["turn/one"]
        assert newer.add(answer("turn/two"))
    assert sqlite3.connect(file).execute("PRAGMA user_version").fetchone() == (2,)


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(file) as store:
        store.add(answer())

    def half_done(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM answers")
        db.execute("nonsense")

    with monkeypatch.context() as patch:
        patch.setattr(storing, "MIGRATIONS", (*storing.MIGRATIONS, half_done))
        assert Store(file).problem
    assert asked(Store(file)) == ["turn/one"]


# --- the learner's own wishes -----------------------------------------------------------------------


def test_forget_deletes_every_answer_also_for_another_notebook(file: Path) -> None:
    one, other = Store(file), Store(file)
    one.add(answer("turn/one"))
    other.add(answer("turn/two"))
    one.forget()
    other.refresh()
    assert one.answers == other.answers == ()
    assert list(file.parent.iterdir()) == []
    assert other.add(answer("turn/three"))
    one.refresh()
    assert asked(one) == asked(Store(file)) == ["turn/three"]


def test_what_is_exported_can_be_taken_in_once(file: Path, tmp_path: Path) -> None:
    store = Store(file)
    for number in range(3):
        store.add(answer(f"turn/{number}", SPRING + timedelta(days=number)))
    text = store.export()
    other = Store(tmp_path / "other" / FILE)
    other.add(answer("turn/later", SPRING + timedelta(days=9)))
    assert other.take_in(text) == 3
    assert other.take_in(text) == 0
    assert asked(other) == ["turn/0", "turn/1", "turn/2", "turn/later"], "each at its time"
    assert asked(Store(tmp_path / "other" / FILE)) == asked(other)


@pytest.mark.parametrize(
    "bad",
    [
        "no object",
        "[1, 2]",
        "{}",
        '{"id": "x", "at": "yesterday"}',
        *(
            json.dumps(
                {
                    "id": "x",
                    "at": "2026-03-01T18:00+00:00",
                    "exercise": "a",
                    "table": "classic",
                    "kind": "number",
                    "level": 1,
                    "marks": {"turn": 1},
                }
                | wrong
            )
            for wrong in ({"at": "2026-03-01T18:00"}, {"marks": {"turn": 7}}, {"marks": 3})
        ),
    ],
)
def test_a_line_that_is_no_answer_is_refused_by_its_number_and_nothing_is_taken_in(
    file: Path, bad: str
) -> None:
    store = Store(file)
    store.add(answer())
    good = store.export()
    other = Store(memory_only=True)
    with pytest.raises(CanastaError, match=r"^line 2: found .+; expected an answer"):
        other.take_in(good + bad + "\n")
    assert other.answers == ()


def test_after_a_year_answers_shrink_and_the_skills_stay_the_same(file: Path) -> None:
    store = Store(file)
    store.add(answer("a", answer="1620", pace="5", beliefs={"score.cards_twice": 0.9}))
    store.add(answer("b", SPRING + timedelta(days=1), answer="15", pace="15"))
    store.add(answer("c", SPRING + timedelta(days=500), answer="30"))
    before = Notes.of(store.answers)
    assert store.shed(SPRING + timedelta(days=501)) == 2
    assert store.shed(SPRING + timedelta(days=501)) == 0
    for kept in (store, Store(file)):
        assert Notes.of(kept.answers).shown == before.shown
        assert [one.answer for one in kept.answers] == ["", "", "30"]
