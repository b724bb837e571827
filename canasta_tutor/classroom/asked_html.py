"""A question as HTML without its place for the answer: for platforms that bring their own."""

from __future__ import annotations

import re
from base64 import b64decode
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from typing import Final

from canasta_tutor.exercises import Question
from canasta_tutor.widgets.asked import Asked
from canasta_tutor.widgets.position import position_html

_PICTURE: Final = re.compile(r'src="data:image/svg\+xml;base64,([^"]+)"')
_BREAKS: Final = ("p", "div", "li", "tr", "br", "h1", "h2", "h3", "table", "ul", "ol")


def question_html(question: Question, language: str) -> str:
    """Title, text, and the position with its pictures."""
    asked = Asked(question, language, four_colour=False)
    shown = asked.shown()
    note = f"<p><em>{escape(shown['note'])}</em></p>" if shown["note"] else ""
    position = position_html(question, language)
    return f"<p><strong>{shown['title']}</strong></p>{shown['text']}{note}<div>{position}</div>"


def prose_html(question: Question, text: str, language: str) -> str:
    """A piece of Markdown with its cards drawn."""
    return Asked(question, language, four_colour=False).html(text)


def line_html(question: Question, text: str, language: str) -> str:
    """A label with its cards drawn."""
    html = prose_html(question, text, language).strip()
    return html.removeprefix("<p>").removesuffix("</p>") if html.count("<p>") == 1 else html


def with_files(html: str) -> tuple[str, dict[str, str]]:
    """The HTML with its pictures as files of their own: their names, and what is in them as base64.

    >>> with_files('<img src="data:image/svg+xml;base64,PHN2Zy8+">')
    ('<img src="@@PLUGINFILE@@/d4dc5666.svg">', {'d4dc5666.svg': 'PHN2Zy8+'})
    """
    files: dict[str, str] = {}

    def named(match: re.Match[str]) -> str:
        name = f"{sha256(b64decode(match[1])).hexdigest()[:8]}.svg"
        files[name] = match[1]
        return f'src="@@PLUGINFILE@@/{name}"'

    return _PICTURE.sub(named, html), files


def words(html: str) -> str:
    r"""The HTML as plain text: a picture is what it shows, every block a line.

    >>> words('<p>You hold <img alt="king of hearts">.</p><div>Pile</div>')
    'You hold king of hearts.\nPile'
    """
    reader = _Words()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.said).splitlines())
    return "\n".join(line for line in lines if line).replace("\N{WORD JOINER}", "")


class _Words(HTMLParser):
    """Collects what is said."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self.picture = False
        """Whether the last that was said is a picture: cards in a row are told apart."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS:
            self.said.append("\n")
        elif tag == "td":
            self.said.append(" · ")
        elif tag == "img":
            after = ", " if self.picture else ""
            self.said.append(after + (dict(attrs).get("alt") or ""))
            self.picture = True
            return
        self.picture = False

    def handle_endtag(self, tag: str) -> None:
        if tag in _BREAKS:
            self.said.append("\n")

    def handle_data(self, data: str) -> None:
        self.picture = False
        self.said.append(data.replace("\n", " "))
