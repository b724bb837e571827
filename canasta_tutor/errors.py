"""What can be wrong: a move, a text, a rulebook, an exercise.

Every message reads ``where: what was found; what is expected``.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from canasta_tutor.moves import Move
    from canasta_tutor.objections import Objection


class CanastaError(Exception):
    """Something that a person wrote or played cannot be used as it stands."""


class IllegalMove(CanastaError):
    """The rulebook forbids the move; ``objections`` say which rules and why."""

    def __init__(self, move: Move, objections: tuple[Objection, ...]) -> None:
        self.move = move
        self.objections = objections
        broken = ", ".join(objection.rule for objection in objections)
        super().__init__(f"{move}: breaks {broken}; a legal move is expected")


class NotationError(CanastaError, ValueError):
    """A text that names no card, no move or no position."""

    def __init__(self, message: str, text: str = "") -> None:
        self.text = text
        super().__init__(message)


class RulebookError(CanastaError):
    """A rulebook file is wrong."""

    def __init__(self, message: str, file: str = "", rule: str = "") -> None:
        self.file = file
        self.rule = rule
        where = " ".join(part for part in (file, rule) if part)
        super().__init__(f"{where}: {message}" if where else message)


class ExerciseError(CanastaError):
    """An exercise, a case, a lesson or a quiz file is wrong."""

    def __init__(self, message: str, file: str = "", line: int = 0) -> None:
        self.file = file
        self.line = line
        where = f"{file}:{line}" if line else file
        super().__init__(f"{where}: {message}" if where else message)


def reason(error: OSError | UnicodeError) -> str:
    """Why a file cannot be read or written, in a few words.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    if isinstance(error, UnicodeError):
        return "no text in UTF-8"
    return error.strerror or str(error)


def nearest(word: str, known: Iterable[str]) -> str:
    """Name the known word that is most like ``word``, as the end of a message, or nothing.

    >>> nearest("meld.max_wild", ["meld.max_wilds", "meld.side"])
    ' (did you mean meld.max_wilds?)'
    """
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {close[0]}?)" if close else ""
