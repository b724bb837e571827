"""A question as it stands on paper: what is asked, the place for the answer, and the worked solution.

Everything is made as HTML, once; it is printed from the browser as it is, and by way of ``nodes`` as a PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from canasta_tutor.cards import read_cards
from canasta_tutor.classroom.quiz import Quiz, Task
from canasta_tutor.classroom.wording import say
from canasta_tutor.exercises.solved import line_by_line
from canasta_tutor.widgets.asked import Asked
from canasta_tutor.widgets.faces import card_svg, picture_html
from canasta_tutor.widgets.position import position_html
from canasta_tutor.widgets.words import card_name
from canasta_tutor.wording import rulebook_name

Json = Mapping[str, Any]
_LINE: Final = '<span class="line"></span>'
_BOX: Final = '<span class="box"></span>'
_LINES: Final = 3
"""So many lines are there for melds."""
_CARD: Final = "width:62px;display:inline-block;margin:0 10px 8px 0"
_APART: Final = ("cards", "discard")
"""Kinds in which cards are circled: they lie side by side, none over another."""


@dataclass(frozen=True)
class Printed:
    """One question on paper, in pieces of HTML."""

    number: str
    worth: str
    title: str
    asked: str
    """Text, position and the place for the answer."""
    key: str
    """The worked solution."""


@dataclass(frozen=True)
class Paper:
    """One version on paper, in one language."""

    version: str
    language: str
    title: str
    about: str
    """The table, the points, how long it may take."""
    tasks: tuple[Printed, ...]


def paper(quiz: Quiz, version: str, tasks: Iterable[Task], language: str) -> Paper:
    """A version as it is printed."""
    facts = [
        rulebook_about(quiz, language),
        say("worth", language, points=quiz.points),
        say("minutes", language, n=quiz.options.minutes) if quiz.options.minutes else "",
    ]
    printed = tuple(_printed(task, language) for task in tasks)
    return Paper(version, language, quiz.text(language), " · ".join(filter(None, facts)), printed)


def rulebook_about(quiz: Quiz, language: str) -> str:
    """At which table it is asked; a table of one's own has a name of its own."""
    base = quiz.rulebook.base()
    if quiz.written.endswith(".toml"):
        return str(quiz.rulebook.title[language])
    name = say("rules", language, table=rulebook_name(base, language))
    return name + say("house", language) if quiz.house_rules else name


def _printed(task: Task, language: str) -> Printed:
    question = task.question
    asked = Asked(question, language, four_colour=False)
    shown = asked.shown()
    apart = question.exercise.kind in _APART
    note = f"<p><em>{escape(shown['note'])}</em></p>" if shown["note"] else ""
    position = position_html(question, language, hand=not apart)
    place = _PLACES[shown["controls"]["type"]](asked, shown["controls"])
    return Printed(
        number=say("task", language, n=task.number),
        worth=say("worth", language, points=task.points),
        title=shown["title"],
        asked=f"{shown['text']}{note}<div>{position}</div>{place}",
        key=_key(asked),
    )


def _key(asked: Asked) -> str:
    """The solution, what else is right, and why."""
    question, language = asked.question, asked.language
    told = (*question.solution(language), *line_by_line(question, language))
    parts = [asked.html(part) for part in told]
    if question.exercise.kind in ("cards", "lay-down") and len(question.right()) > 1:
        parts.append(f"<p>{escape(say('several', language))}</p>")
    return "".join([*parts, asked.html(question.why(language))])


# --- the place for the answer ---------------------------------------------------------------------


def _how(asked: Asked, key: str, **facts: object) -> str:
    return f"<p><em>{asked.html(say(key, asked.language, **facts))[3:-5]}</em></p>"


def _ticks(labels: Iterable[str]) -> str:
    return '<ul class="tick">' + "".join(f"<li>{label}</li>" for label in labels) + "</ul>"


def _choice(asked: Asked, controls: Json) -> str:
    how = _how(asked, "tick_all" if controls["many"] else "tick_one")
    return how + _ticks(option["html"] for option in controls["options"])


def _ruling(asked: Asked, controls: Json) -> str:
    rules = _ticks(option["html"] for option in controls["options"])
    answers = _ticks(escape(asked.say(key)) for key in ("yes", "no"))
    return answers + f"<p>{escape(say('forbids', asked.language))}</p>" + rules


def _panel(asked: Asked, controls: Json) -> str:
    """A row for each case: a line for a number, or a box under each of the named answers."""
    cases = controls["options"]
    offered = [tuple(one["html"] for one in case["answers"]) for case in cases]
    how = _how(asked, "cases")
    if len(set(offered)) == 1 and offered[0]:
        head = [escape(say("case", asked.language)), *offered[0]]
        return how + _rows(head, [(case["html"], *(_BOX for _ in offered[0])) for case in cases])
    rows = []
    for case, answers in zip(cases, offered, strict=True):
        rows.append((case["html"], "<br>".join(f"{_BOX} {one}" for one in answers) or _LINE))
    return how + _table(asked, ["case", "answer"], rows)


def _number(asked: Asked, controls: Json) -> str:
    return f"<p>{escape(say('answer', asked.language))}: {_LINE}</p>"


def _sheet(asked: Asked, controls: Json) -> str:
    sides = [escape(side["label"]) for side in controls["sides"]]
    head = [escape(say("line", asked.language)), *sides]
    rows = [(escape(row["label"]), *(_LINE for _ in sides)) for row in controls["rows"]]
    return _rows(head, rows)


def _table(asked: Asked, head: list[str], rows: Iterable[tuple[str, ...]]) -> str:
    return _rows([escape(say(key, asked.language)) for key in head], rows)


def _rows(head: list[str], rows: Iterable[tuple[str, ...]]) -> str:
    first = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


def _order(asked: Asked, controls: Json) -> str:
    items = "".join(f"<li>{option['html']}</li>" for option in controls["options"])
    return _how(asked, "order") + f'<ul class="place">{items}</ul>'


def _cards(asked: Asked, controls: Json) -> str:
    count, kind = controls["choose"], asked.question.exercise.kind
    key = "circle_all" if count is None else "circle_count"
    if kind == "discard":
        key = "circle_one"
    cards = read_cards(" ".join(card["text"] for card in controls["cards"]))
    pictures = (
        picture_html(card_svg(card), card_name(card, asked.language), _CARD) for card in cards
    )
    return _how(asked, key, count=count or 1) + f"<div>{''.join(pictures)}</div>"


def _laying(asked: Asked, controls: Json) -> str:
    return _how(asked, "lay") + "".join('<p><span class="long"></span></p>' for _ in range(_LINES))


_PLACES: Final[Mapping[str, Callable[[Asked, Json], str]]] = {
    "choice": _choice,
    "ruling": _ruling,
    "panel": _panel,
    "number": _number,
    "sheet": _sheet,
    "order": _order,
    "cards": _cards,
    "lay-down": _laying,
}
"""The place for the answer, by what the learner answers with on the screen."""
