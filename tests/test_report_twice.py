"""The same notes give the same report: all that the tutor shows of a learner, word for word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.tutor.skills import skills
from canasta_tutor.tutor.store import FILE, Store
from canasta_tutor.tutor.today import Session
from canasta_tutor.tutor.tutor import Tutor
from canasta_tutor.widgets.progress import Progress
from canasta_tutor.widgets.today import Today

CLASSIC = Rulebook.load("classic")
BEGIN = datetime(2026, 3, 10, 18, 0, tzinfo=UTC)
NOW = BEGIN + timedelta(days=4)
ANSWERS = 30


def some_days(file: Path) -> None:
    """Three evenings with the tutor; every third answer is wrong, and one explanation is put off."""
    times = (BEGIN + timedelta(days=number // 12, minutes=number) for number in range(1000))
    tutor = Tutor(CLASSIC, "en", Store(file), lambda: next(times))
    for number in range(ANSWERS):
        found = tutor.next()
        assert found is not None
        question = found[0].at(CLASSIC)
        wrong = list(question.wrong()) if number % 3 == 2 else []
        given = str((wrong or question.right())[0])
        tutor.judged(question, given, question.judge(given, "en"), why=found[1].why)
        if wrong and not tutor.notes.put_off:
            tutor.put_off(question, given)


def report() -> dict[str, Any]:
    """The map in both languages, each skill opened, and what comes next."""
    found: dict[str, Any] = {}
    for language in LANGUAGES:
        page = Progress(CLASSIC, language, clock=lambda: NOW)
        for skill in skills():
            page._answer({"intent": "open", "about": skill})
            found[f"{language} {skill}"] = page._frame
        page._answer({"intent": "notes"})
        page._answer({"intent": "copy"})
        found[f"{language} notes"] = [page._frame, page._copy]
        found[f"{language} today"] = Today(CLASSIC, language, clock=lambda: NOW)._frame
    tutor = page.tutor.tutor
    notes = tutor.notes
    found["next"] = repr([Session(tutor).next(), tutor.next()])
    found["waiting"] = repr(tutor.waiting)
    found["habits"] = repr(notes.habits)
    found["skills"] = {
        skill: [one.p, one.asked, sorted(one.rights), one.level, one.run, repr(one.memory)]
        for skill, one in notes.shown.items()
    }
    found["beliefs"] = {
        id: [sorted(one.hits), one.clears, one.count, notes.prior(NOW).get(id)]
        for id, one in notes.suspicions.items()
    }
    return found


def test_the_whole_report_is_the_same_twice_for_the_same_notes(folder: Path) -> None:
    some_days(folder / FILE)
    code = "from tests.test_report_twice import *; print(json.dumps(report()))"
    told = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "CANASTA_TUTOR_HOME": str(folder)},
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(json.loads(done.stdout))
    one, other = told
    assert [key for key in one if one[key] != other[key]] == []
    assert "explanation put off" in json.dumps(one["en notes"])
    assert f"{ANSWERS + 1} answers are kept." in json.dumps(one["en notes"])
