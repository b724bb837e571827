"""Quizzes as one HTML page that prints well: nothing but this file is needed, and nothing is asked of a network."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib import resources

from canasta_tutor.classroom.paper import Paper
from canasta_tutor.classroom.wording import say


def page(papers: Sequence[Paper], key: bool = False) -> str:
    """Versions in one language, each on pages of its own; or their answer keys."""
    first = papers[0]
    title = first.title + (f" · {say('key', first.language)}" if key else "")
    margins = "".join(_margins(one, len(papers) == 1) for one in papers)
    return (
        f'<!DOCTYPE html>\n<html lang="{first.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_style()}{margins}</style>\n</head>\n<body>\n"
        f"<main>\n{''.join(_version(one, title, key) for one in papers)}</main>\n</body>\n</html>\n"
    )


@cache
def _style() -> str:
    return resources.files("canasta_tutor.classroom").joinpath("paper.css").read_text("utf-8")


def _margins(one: Paper, numbered: bool) -> str:
    """On every page of a version stands which version it is; the number, where all pages are the version's."""
    version = say("version", one.language, version=one.version)
    corners = f'@top-right {{ content: "{version}" }}'
    if numbered:
        parts = say("page", one.language, page="§", pages="§").split("§")
        before, between, after = (f'"{part}"' for part in parts)
        content = f"{before} counter(page) {between} counter(pages) {after}"
        corners += f" @bottom-right {{ content: {content} }}"
    return f"@page {_page_name(one)} {{ {corners} }}\n"


def _page_name(one: Paper) -> str:
    return f"version-{one.version}"


def _version(one: Paper, title: str, key: bool) -> str:
    version = escape(say("version", one.language, version=one.version))
    lines = "" if key else _lines(one)
    tasks = "".join(
        f"<article>\n<h2>{escape(task.number)} <small>{escape(task.worth)}</small></h2>\n"
        f"<h3>{task.title}</h3>\n<div>{task.key if key else task.asked}</div>\n</article>\n"
        for task in one.tasks
    )
    return (
        f'<section style="page:{_page_name(one)}">\n<header>\n<h1>{escape(title)}</h1>\n'
        f"<p><strong>{version}</strong> · {escape(one.about)}</p>\n{lines}</header>\n{tasks}</section>\n"
    )


def _lines(one: Paper) -> str:
    """Where the pupil's name, the date and the points are written."""
    words = (escape(say(key, one.language)) for key in ("name", "day", "score"))
    return '<p class="pupil">' + "".join(f"<span>{word}</span>" for word in words) + "</p>\n"
