"""Words around something: a title, paragraphs, lists with marks, and what can be pressed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final

import traitlets

from canasta_tutor.widgets.base import CardWidget

Json = dict[str, Any]
MARKS: Final = {"known": "●", "shaky": "◐", "new": "○"}
"""How well a skill is known, as a shape; a word always stands beside it."""
_LINE: Final = "margin:4px 0;line-height:1.5"


class Framed(CardWidget):
    """A widget of words; ``_frame`` is what stands on it.

    A frame has a ``title``, paragraphs to ``say``, rows of ``choices``, ``groups`` of items, ``actions``, and a
    ``foot``; each press comes back as an intent of its name. ``screen`` rises when another one is shown.
    """

    _frame = traitlets.Dict().tag(sync=True)

    _screen = 0

    def framed(self) -> Json:
        """What stands there now."""
        raise NotImplementedError

    @property
    def asking(self) -> bool:
        """Whether an exercise stands on the page."""
        return False

    def _show_frame(self) -> None:
        self._frame = {
            "say": [],
            "choices": [],
            "groups": [],
            "actions": [],
            "note": "",
            "foot": None,
            "map": False,
            **self.framed(),
            "asking": self.asking,
            "screen": self._screen,
        }

    def still_html(self) -> str:
        """The words and lists, for a notebook that does not run."""
        frame = self._frame
        said = [f"<strong>{escape(frame['title'])}</strong>", *map(escape, frame["say"])]
        groups = "".join(_group_html(group) for group in frame["groups"])
        doors = "".join(map(_door_html, frame["actions"]))
        return "".join(f'<p style="{_LINE}">{text}</p>' for text in said) + groups + doors


def action(id: str, text: str, kind: str = "", href: str = "") -> Json:
    """A button, or a link where there is an address; ``kind`` is ``main``, ``quiet``, ``file`` or nothing."""
    return {"id": id, "text": text, "kind": kind, "href": href}


def group(title: str, items: Iterable[Mapping[str, Any]], href: str = "") -> Json:
    """A list with its title."""
    return {"title": title, "href": href, "items": [dict(item) for item in items]}


def item(text: str, note: str = "", mark: str = "", href: str = "") -> Json:
    """A line of a list."""
    return {"text": text, "note": note, "mark": mark, "href": href}


def _group_html(shown: Json) -> str:
    lines = []
    for one in shown["items"]:
        note = f" <em>{escape(one['note'])}</em>" if one["note"] else ""
        lines.append(f"<li>{escape(one['mark'])} {escape(one['text'])}{note}</li>")
    title = f'<p style="{_LINE}"><strong>{escape(shown["title"])}</strong></p>'
    return f"{title}<ul>{''.join(lines)}</ul>"


def _door_html(shown: Json) -> str:
    if not shown["href"]:
        return ""
    return f'<p style="{_LINE}"><a href="{escape(shown["href"])}">{escape(shown["text"])}</a></p>'
