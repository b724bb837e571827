"""A question as it is to somebody who believes nothing wrong, and whom of all others it is not so to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.beliefs.watching import Watcher

if TYPE_CHECKING:
    from canasta_tutor.exercises.questions import Question


class Unmoved:
    """What a question is to all who are not moved by what they believe: they answer it alike."""

    def __init__(self, question: Question) -> None:
        self._watcher = Watcher()
        self._question = question.believing(self._watcher)
        self._parts: dict[str, Mapping[str, bool]] = {}

    @property
    def first_right(self) -> str | None:
        """The right answer that the solution shows."""
        return self._question.first_right

    def parts(self, answer: str) -> Mapping[str, bool]:
        """The parts of an answer, and whether each is right."""
        if answer not in self._parts:
            self._parts[answer] = self._question.parts(answer)
        return self._parts[answer]

    def moves(self, beliefs: Iterable[Belief]) -> bool:
        """Whether somebody who believes this might find something else in all that was asked here so far."""
        return any(self._watcher.touches(belief.mind) for belief in beliefs)
