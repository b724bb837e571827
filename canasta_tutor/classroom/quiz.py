"""A quiz: which questions each version asks, at which table, and what they are worth.

Its file names every question, so that the same file asks the same questions for good. A version is what one pupil, or
one row of pupils, gets. A slot is one place of the quiz: the same kind of question in every version, with other
cards and other numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises import Exercise, Question, load
from canasta_tutor.exercises.generators import generated
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.tutor.recording import version as facts_of

KINDS: Final = ("mixed", "scoring")
"""A quiz on any rules, or one on the score: whole sheets, single lines, faults, minimums."""
MODES: Final = ("practice", "exam")
"""Whether an answer is judged at once, or nothing is said until the quiz is handed in."""

OPTIONS: Final = ("mode", "minutes", "include_unsettled")
"""What ``[options]`` of a quiz may hold."""


@dataclass(frozen=True)
class Options:
    """How a quiz is taken."""

    mode: str = "practice"
    minutes: int = 0
    """How long it may take; no limit if none is set."""
    include_unsettled: bool = False
    """Whether it may ask what the table's own rules do not settle."""


@dataclass(frozen=True)
class Slot:
    """One place of a quiz: a generator with a seed for each version, or an exercise for each version."""

    points: int
    generator: str = ""
    level: int = 0
    seeds: tuple[int, ...] = ()
    exercises: tuple[str, ...] = ()

    def id(self, version: int) -> str:
        """The exercise that a version asks here, by its id; versions are counted from 0.

        >>> Slot(7, "sheet", 2, (46, 47)).id(1)
        'generated/sheet-2-47'
        """
        if self.generator:
            return f"generated/{self.generator}-{self.level}-{self.seeds[version]}"
        return self.exercises[version]


@dataclass(frozen=True)
class Task:
    """A question of one version: its number, counted from 1, and the points that it is worth.

    ``id`` is the same wherever the question stands, and no other question of the version has it.
    """

    number: int
    points: int
    question: Question

    @property
    def id(self) -> str:
        """The id of its exercise."""
        return self.question.exercise.id


@dataclass(frozen=True)
class Quiz:
    """A quiz as its file describes it."""

    title: Mapping[str, str]
    rulebook: Rulebook
    """The table, house rules put in."""
    slots: tuple[Slot, ...]
    versions: tuple[str, ...] = ("A",)
    languages: tuple[str, ...] = ("en",)
    kind: str = "mixed"
    areas: tuple[str, ...] = ()
    """Parts of the rulebook or single rules that it is about; all, if none is named."""
    levels: tuple[int, ...] = (1, 2, 3, 4)
    seed: int = 0
    players: int | None = None
    options: Options = Options()
    marks: Mapping[str, str] = field(default_factory=dict)
    """Of each version a short mark of its questions as they were when the quiz was made."""
    written: str = ""
    """The name of the rulebook, or its file, as it is written in the quiz."""
    file: str = ""

    @property
    def points(self) -> int:
        """The points of each version."""
        return sum(slot.points for slot in self.slots)

    def over(self, minutes: int) -> int:
        """By how many minutes somebody was over the time; 0 without a limit."""
        return max(0, minutes - self.options.minutes) if self.options.minutes else 0

    @property
    def id(self) -> str:
        """A short mark of what is asked: two files with the same questions and points have the same."""
        facts = (self.versions, self.slots, self.players, list(self.house_rules.items()))
        text = repr((self.rulebook.base().id, facts))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def house_rules(self) -> Mapping[str, Any]:
        """What the table has agreed otherwise than the rulebook of ours that it stands on."""
        return self.rulebook.house_rules()

    def question(self, slot: int, version: int) -> Question:
        """What a version asks in a slot, both counted from 0. Raises ExerciseError."""
        there = self.slots[slot]
        if there.generator:
            seed = there.seeds[version]
            return generated(there.generator, self.rulebook, there.level, seed, self.players)
        return load(there.exercises[version]).at(self.rulebook)

    def tasks(self, version: str) -> tuple[Task, ...]:
        """The questions of a version in their order.

        Raises ExerciseError where one cannot be asked any more, or is another than when the quiz was made.
        """
        tasks = tuple(self._tasks(self.versions.index(version)))
        wanted = self.marks.get(version)
        if wanted and wanted != mark(tasks):
            raise ExerciseError(
                f"marks.{version}: found {wanted}; the course has changed since the quiz was made, and asks other "
                f"questions now ({mark(tasks)}); expected the course that made it, or no [marks], to take them as they are",
                self.file,
            )
        return tasks

    def _tasks(self, version: int) -> Iterator[Task]:
        for number, slot in enumerate(self.slots):
            question = self.question(number, version)
            yield Task(number + 1, slot.points, question)

    def text(self, language: str) -> str:
        """The title in a language."""
        return self.title.get(language) or self.title[LANGUAGES[0]]


def mark(tasks: Iterable[Task]) -> str:
    """A short mark of the questions of a version: it changes when the facts of one of them do."""
    return mark_of((task.id, facts_of(task.question.exercise)) for task in tasks)


def mark_of(asked: Iterable[tuple[str, str]]) -> str:
    """The mark of questions by their ids and the marks of their facts."""
    text = " ".join(f"{id} {facts}" for id, facts in asked)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def meant_for(exercise: Exercise, rulebook: Rulebook) -> bool:
    """Whether an exercise is asked at a table, or at the one of ours that the table stands on."""
    return any(Rulebook.load(name) == rulebook.base() for name in exercise.rulebooks)


__all__ = [
    "KINDS",
    "MODES",
    "OPTIONS",
    "Options",
    "Quiz",
    "Slot",
    "Task",
    "mark",
    "mark_of",
    "meant_for",
]
