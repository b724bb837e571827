"""One sitting with the tutor: one exercise after another on what has been met, until it is enough for today."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.tutor import standing
from canasta_tutor.tutor.choosing import WHYS, Item, Next
from canasta_tutor.tutor.notes import Answer
from canasta_tutor.tutor.tutor import Tutor

MOST: Final = 12
LONGEST: Final = timedelta(minutes=15)
"""After so many exercises, or so long, the tutor offers to stop."""
_LATER_AFTER: Final = 3
"""What was put off comes again after so many others."""


class Session:
    """What is asked in one sitting: only skills that were met before, what is due first.

    Nothing that has not been taught is asked, and what was put off comes after three others.
    """

    def __init__(self, tutor: Tutor) -> None:
        self.tutor = tutor
        self._items = tutor.items_on(standing.met(tutor.notes))
        self._put_off: dict[str, int] = {}
        self._known = len(tutor.notes.answers)
        self._asked: Next | None = None
        self.goes_on()

    def goes_on(self) -> None:
        """Begin to count anew."""
        self._began = self.tutor.clock()
        self._before = len(self.answers)

    @property
    def answers(self) -> list[Answer]:
        """The first answers of this sitting."""
        later = self.tutor.notes.answers[self._known :]
        return [one for one in later if one.first and one.why in WHYS]

    @property
    def count(self) -> int:
        """How many exercises have been answered since it began or went on."""
        return len(self.answers) - self._before

    @property
    def enough(self) -> bool:
        """Whether it is time to offer to stop."""
        return self.count >= MOST or self.tutor.clock() - self._began >= LONGEST

    def next(self) -> tuple[Exercise, Next] | None:
        """The next exercise and why it is asked; None when nothing is left but what was put off last."""
        found = self.tutor.next(self._free())
        self._asked = found[1] if found else None
        return found

    def put_off(self) -> None:
        """Leave the exercise that was asked last for later."""
        if self._asked is not None:
            self._put_off[self._asked.item.skill] = len(self.answers)

    @property
    def waiting(self) -> set[str]:
        """Skills that were put off and have not come again."""
        count = len(self.answers)
        return {skill for skill, since in self._put_off.items() if count - since < _LATER_AFTER}

    def _free(self) -> list[Item]:
        met, waits = standing.met(self.tutor.notes), self.waiting
        return [item for item in self._items if item.skill in met and item.skill not in waits]
