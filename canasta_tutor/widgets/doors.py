"""Links to the lessons, by their numbers."""

from __future__ import annotations

from functools import cache

from canasta_tutor import shelf
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.errors import CanastaError

LAST = 13
"""The number of the last lesson: the quiz."""


@cache
def _lessons(language: str) -> dict[int, shelf.Shelved]:
    try:
        found = shelf.lessons(shelf.find_notebooks(language), language)
    except CanastaError:
        return {}
    return {int(one.name[:2]): one for one in found}


def door(number: int, language: str) -> dict[str, str]:
    """A lesson's number and title, and where it is; without an address where the lessons don't lie beside us."""
    lesson = _lessons(language).get(number)
    words = texts(language)["today"]
    if lesson is None:
        return {"text": fill(words["lesson"], language, {"n": number}), "href": ""}
    named = {"n": number, "title": lesson.title}
    return {
        "text": fill(words["lesson_named"], language, named),
        "href": f"../{language}/{lesson.name}.ipynb",
    }
