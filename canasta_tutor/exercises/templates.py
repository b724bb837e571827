"""``canasta-tutor exercises new``: a file to begin with, one for each kind, which the checker accepts."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from canasta_tutor.errors import ExerciseError, nearest
from canasta_tutor.exercises.exercise import KINDS

BLANK: Final = Path(__file__).parent / "blank"
"""Here lie the templates, named after the kinds."""


def template(kind: str) -> str:
    """The text of a whole exercise of this kind, in both languages.

    >>> template("number").splitlines()[1]
    'kind = "number"'
    """
    if kind not in KINDS:
        raise ExerciseError(
            f"kind: found {kind!r}; expected one of {', '.join(KINDS)}{nearest(kind, KINDS)}", ""
        )
    return (BLANK / f"{kind}.md").read_text("utf-8")


def write(path: Path, kind: str) -> None:
    """Write the template to a new file; a folder that is missing is made. Nothing is ever overwritten."""
    if path.suffix != ".md":
        raise ExerciseError("found another ending; expected a file that ends in .md", str(path))
    text = template(kind)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except OSError as error:
        if isinstance(error, FileExistsError) and path.parent.is_dir():
            raise ExerciseError(
                "found something there already, which stays as it is; expected a new name",
                str(path),
            ) from None
        raise ExerciseError(
            f"cannot be written ({error.strerror}); expected a place for a new file", str(path)
        ) from error
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
