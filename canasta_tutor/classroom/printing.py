"""Quizzes as PDF: set by typst, tagged for screen readers, the same bytes every time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module, resources
from typing import Any, Final

from canasta_tutor.classroom.nodes import height, nodes
from canasta_tutor.classroom.paper import Paper, Printed
from canasta_tutor.classroom.wording import say
from canasta_tutor.errors import CanastaError

_TEMPLATE: Final = "paper.typ"
_MAY_BE_TALL: Final = 120
"""From so many millimetres on, as they are guessed, a question may not fit on a page, which has 255."""


def ready() -> Any:
    """Typst, which sets the pages. Raises CanastaError where it is not installed."""
    try:
        return import_module("typst")
    except ImportError:
        raise CanastaError(
            "format: found pdf, but typst is not installed; expected pip install 'canasta-tutor[classroom]'; "
            "html can be printed without it"
        ) from None


def pdf(papers: Sequence[Paper], key: bool = False) -> bytes:
    """Versions in one language as one PDF, each from a page of its own; or their answer keys.

    Raises CanastaError where typst is not installed or something cannot be set.
    """
    typst = ready()
    data = json.dumps(_data(papers, key), ensure_ascii=False)
    template = resources.files("canasta_tutor.classroom").joinpath(_TEMPLATE).read_bytes()
    try:
        compiled, warnings = typst.compile_with_warnings(
            template,
            sys_inputs={"data": data},
            pdf_standards="ua-1",
            ignore_system_fonts=True,
        )
    except typst.TypstError as error:
        raise CanastaError(
            f"pdf: found a page that cannot be set ({error}); expected one that can"
        ) from None
    if warnings:
        raise CanastaError(f"pdf: found a warning ({warnings[0].message}); expected none")
    return bytes(compiled)


def _data(papers: Sequence[Paper], key: bool) -> dict[str, Any]:
    """All that the template needs: words, pictures once each, versions with their questions."""
    first, pictures = papers[0], dict[str, str]()
    language = first.language
    versions = [
        {
            "version": say("version", language, version=one.version),
            "about": one.about,
            "tasks": [_task(task, pictures, key) for task in one.tasks],
        }
        for one in papers
    ]
    words = {name: say(name, language) for name in ("key", "name", "day", "score")}
    page = say("page", language, page="{page}", pages="{pages}")
    return {
        "title": first.title,
        "language": language,
        "key": key,
        "words": {**words, "page": page},
        "versions": versions,
        "pictures": pictures,
    }


def _task(task: Printed, pictures: dict[str, str], key: bool) -> dict[str, Any]:
    body = nodes(task.key if key else task.asked, pictures)
    return {
        "number": task.number,
        "worth": task.worth,
        "title": nodes(task.title, pictures),
        "body": body,
        "tall": height(body) > _MAY_BE_TALL,
    }
