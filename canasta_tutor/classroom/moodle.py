"""Quizzes as Moodle XML: with hints, words for every wrong answer, part marks, tags and pictures.

A sheet and a panel become one question with many gaps (cloze), a number a numerical question, a choice a multiple
choice, an order a matching one. What needs to be built by hand, such as a lay-down, cannot be asked there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from canasta_tutor.classroom.asked_html import line_html, prose_html, question_html, with_files
from canasta_tutor.classroom.pieces import Offer, Piece, pieces
from canasta_tutor.classroom.quiz import Quiz, Task
from canasta_tutor.classroom.wording import say
from canasta_tutor.exercises import Question
from canasta_tutor.exercises.prose import plain

FRACTIONS: Final = (
    *("100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333", "30"),
    *("25", "20", "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0"),
)
"""The parts of a mark that Moodle accepts, in percent, plus or minus."""
_MOST_RIGHT: Final = 10
"""So many right answers to be ticked can share a mark."""
_PENALTY: Final = {"practice": "0.3333333", "exam": "0.0000000"}
"""What another try costs."""


def moodle(
    quiz: Quiz, version: str, tasks: Sequence[Task], language: str
) -> tuple[str, tuple[str, ...]]:
    """A version as Moodle XML, and the names of the questions that it cannot hold."""
    root = Element("quiz")
    name = f"{quiz.text(language)} · {say('version', language, version=version)}"
    category = SubElement(root, "question", type="category")
    path = name.replace("/", "//")
    SubElement(SubElement(category, "category"), "text").text = f"$course$/top/{path}"
    left = []
    for task in tasks:
        element = _Writer(quiz, version, task, language).question()
        if element is None:
            left.append(f"{say('task', language, n=task.number)} ({task.id})")
        else:
            root.append(element)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, "unicode") + "\n", tuple(
        left
    )


class _Writer:
    """Writes one question."""

    def __init__(self, quiz: Quiz, version: str, task: Task, language: str) -> None:
        self.quiz, self.version, self.task, self.language = quiz, version, task, language
        self.asked: Question = task.question

    def question(self) -> Element | None:
        """The question; None if Moodle cannot ask it."""
        found = pieces(self.asked, self.language)
        if not found or any(
            sum(one.right for one in piece.offers) > _MOST_RIGHT for piece in found
        ):
            return None
        if len(found) > 1:
            return self._cloze(found)
        ways = {"number": self._numerical, "order": self._matching}
        return ways.get(found[0].kind, self._multichoice)(found[0])

    # --- the types ------------------------------------------------------------------------------

    def _numerical(self, piece: Piece) -> Element:
        element = self._begin("numerical", self._text_html())
        self._number(element, piece.number, "100", "")
        for number, said in piece.wrong.items():
            self._number(element, number, "0", said)
        for key, value in (
            ("unitgradingtype", "0"),
            ("unitpenalty", "0"),
            ("showunits", "3"),
            ("unitsleft", "0"),
        ):
            SubElement(element, key).text = value
        return self._end(element)

    def _number(self, element: Element, number: int, fraction: str, said: str) -> None:
        answer = SubElement(element, "answer", fraction=fraction, format="moodle_auto_format")
        SubElement(answer, "text").text = str(number)
        self._html(answer, "feedback", self._said(said))
        SubElement(answer, "tolerance").text = "0"

    def _multichoice(self, piece: Piece) -> Element:
        element = self._begin("multichoice", self._text_html())
        SubElement(element, "single").text = "true" if piece.kind == "one" else "false"
        SubElement(element, "shuffleanswers").text = "false"
        SubElement(element, "answernumbering").text = "abc"
        for offer in piece.offers:
            self._offer(element, offer)
        return self._end(element)

    def _offer(self, element: Element, offer: Offer) -> None:
        answer = SubElement(element, "answer", fraction=percent(offer.share), format="html")
        self._text(answer, line_html(self.asked, offer.label, self.language))
        self._html(answer, "feedback", self._said(offer.say))

    def _matching(self, piece: Piece) -> Element:
        element = self._begin("matching", self._text_html("order"))
        SubElement(element, "shuffleanswers").text = "true"
        for place, offer in enumerate(piece.offers, 1):
            pair = SubElement(element, "subquestion", format="html")
            self._text(pair, line_html(self.asked, offer.label, self.language))
            name = say("place", self.language, n=place)
            SubElement(SubElement(pair, "answer"), "text").text = name
        return self._end(element)

    def _cloze(self, found: Iterable[Piece]) -> Element:
        rows = "".join(
            f"<tr><td>{line_html(self.asked, piece.label, self.language)}</td><td>{_gap(piece)}</td></tr>"
            for piece in found
        )
        heads = (say(key, self.language) for key in ("line", "answer"))
        head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        how = (
            f"<p>{escape(say('sheet', self.language))}</p>"
            if self.task.question.exercise.kind == "sheet"
            else ""
        )
        return self._end(self._begin("cloze", _outside(self._text_html()) + how + table))

    # --- what all have --------------------------------------------------------------------------

    def _text_html(self, how: str = "") -> str:
        more = f"<p>{escape(say(how, self.language))}</p>" if how else ""
        return question_html(self.asked, self.language) + more

    def _begin(self, kind: str, html: str) -> Element:
        element = Element("question", type=kind)
        title = plain(self.asked.title(self.language))
        name = f"{self.version}{self.task.number:02} {title}"
        SubElement(SubElement(element, "name"), "text").text = name
        self._html(element, "questiontext", html)
        why = "\n\n".join((*self.asked.solution(self.language), self.asked.why(self.language)))
        self._html(element, "generalfeedback", prose_html(self.asked, why, self.language))
        if kind != "cloze":  # there the gaps add up
            SubElement(element, "defaultgrade").text = str(self.task.points)
        SubElement(element, "penalty").text = _PENALTY[self.quiz.options.mode]
        SubElement(element, "hidden").text = "0"
        SubElement(element, "idnumber").text = f"{self.task.id}-{self.version}-{self.language}"
        return element

    def _end(self, element: Element) -> Element:
        if self.quiz.options.mode == "practice":
            for hint in self.asked.hints(self.language):
                self._html(element, "hint", prose_html(self.asked, hint, self.language))
        exercise = self.asked.exercise
        tags = SubElement(element, "tags")
        for tag in ("canasta", self.asked.id, f"level {exercise.level}", *exercise.teaches):
            SubElement(SubElement(tags, "tag"), "text").text = tag
        return element

    def _said(self, text: str) -> str:
        return prose_html(self.asked, text, self.language)

    def _html(self, parent: Element, tag: str, html: str) -> None:
        self._text(SubElement(parent, tag, format="html"), html)

    @staticmethod
    def _text(element: Element, html: str) -> None:
        """The HTML, its pictures beside it as files."""
        text, files = with_files(html)
        SubElement(element, "text").text = text
        for name, content in files.items():
            SubElement(element, "file", name=name, path="/", encoding="base64").text = content


def percent(share: Fraction) -> str:
    """A share as the nearest part of a mark that Moodle knows.

    >>> percent(Fraction(1, 3)), percent(Fraction(-1, 2)), percent(Fraction(1))
    ('33.33333', '-50', '100')
    """
    nearest = min(FRACTIONS, key=lambda known: abs(float(known) - float(abs(share)) * 100))
    return f"-{nearest}" if share < 0 and nearest != "0" else nearest


# --- gaps in a text -------------------------------------------------------------------------------


def _gap(piece: Piece) -> str:
    """A gap of a cloze question, as Moodle writes it; what stands in it is plain text."""
    if piece.kind == "number":
        right = f"={piece.number}:0"
        wrong = [f"%0%{number}:0#{_inside(plain(said))}" for number, said in piece.wrong.items()]
        return f"{{{piece.weight}:NUMERICAL:{'~'.join([right, *wrong])}}}"
    answers = [
        ("=" if offer.share == 1 else f"%{percent(offer.share)}%")  # one or the other, never both
        + _inside(plain(offer.label))
        + (f"#{_inside(plain(offer.say))}" if offer.say else "")
        for offer in piece.offers
    ]
    return f"{{{piece.weight}:MULTICHOICE:{'~'.join(answers)}}}"


def _inside(text: str) -> str:
    """Text inside a gap: the signs that part its answers are marked."""
    return escape(re.sub(r"([\\~#}])", r"\\\1", " ".join(text.split())), quote=False)


def _outside(html: str) -> str:
    """HTML outside the gaps: an opening brace would begin one."""
    return html.replace("{", "&#123;")
