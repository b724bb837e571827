"""The HTML of a question as a tree of plain data, from which a PDF is set.

Only what our own pictures and prose are made of is known; anything else is an error, so that nothing is lost
on the way to paper.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any, Final

from canasta_tutor.errors import CanastaError

Node = dict[str, Any] | str

_SAME: Final = ("p", "strong", "em", "ul", "ol", "li", "table", "tr", "th", "td", "code", "pre")
_THROUGH: Final = ("thead", "tbody")
_EMPTY: Final = ("br", "img")
_DATA: Final = "data:image/svg+xml;base64,"
_HEIGHTS: Final = {
    "p": 7,
    "li": 7,
    "tr": 9,
    "small": 6,
    "picture": 12,
    "lone": 5,
    "long": 7,
    "br": 6,
}
"""In millimetres; of pictures two or more stand beside each other."""
_CHARACTERS: Final = 80
"""So many stand in a line."""
_SPACE: Final = re.compile(r"[ \t\n]+")


def nodes(html: str, pictures: dict[str, str]) -> list[Node]:
    """The tree of a piece of HTML. Its pictures go into ``pictures``, each once, and are named by their key.

    >>> nodes("<p>Take <em>it</em></p>", {})
    [{'k': 'p', 'c': ['Take ', {'k': 'em', 'c': ['it']}]}]
    """
    reader = _Reader(pictures)
    reader.feed(html)
    reader.close()
    if len(reader.open) != 1:
        raise CanastaError(f"html: found {reader.open[-1]['k']} left open; expected its end")
    return list(reader.open[0]["c"])


def height(tree: Iterable[Node]) -> int:
    """About how high it stands on paper, in millimetres: enough to know what may fill a page.

    >>> height(nodes("<p>Take it</p>", {}))
    7
    """
    found = 0
    for node in tree:
        if isinstance(node, str):
            found += len(node) // _CHARACTERS * _HEIGHTS["p"]
        else:
            found += _HEIGHTS.get(node["k"], 0) + height(node.get("c", ()))
    return found


class _Reader(HTMLParser):
    """Builds the tree while it reads."""

    def __init__(self, pictures: dict[str, str]) -> None:
        super().__init__(convert_charrefs=True)
        self.pictures = pictures
        self.open: list[dict[str, Any]] = [{"k": "all", "c": []}]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _THROUGH:
            return
        if tag == "br":
            self.add({"k": "br"})
        elif tag == "img":
            self.add(self.picture(given))
        else:
            node = {"k": self.kind(tag, given), "c": []}
            self.add(node)
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in (*_THROUGH, *_EMPTY):
            self.open.pop()

    def handle_data(self, data: str) -> None:
        preformatted = any(node["k"] == "pre" for node in self.open)
        text = data if preformatted else _SPACE.sub(" ", data)
        if text.strip() or (text and self.open[-1]["k"] not in ("all", "table", "tr", "ul", "ol")):
            self.add(text)

    def add(self, node: Node) -> None:
        self.open[-1]["c"].append(node)

    def kind(self, tag: str, given: dict[str, str]) -> str:
        style, name = given.get("style", ""), given.get("class", "")
        if tag in ("ul", "span") and name in ("tick", "place", "box", "line", "long"):
            return name
        if tag in _SAME:
            return tag
        if tag == "div":
            small = "small" if "font-size" in style else "div"
            return "beside" if "inline-block" in style else small
        if tag == "span":
            return "badge" if "background" in style else "span"
        raise CanastaError(f"html: found <{tag}>; expected what our own pages are made of")

    def picture(self, given: dict[str, str]) -> dict[str, Any]:
        """A picture: its key, what it shows, and how wide it is, in pixels, or that it stands in a line."""
        svg = b64decode(given["src"].removeprefix(_DATA)).decode()
        key = next((key for key, one in self.pictures.items() if one == svg), None)
        if key is None:
            key = f"p{len(self.pictures)}"
            self.pictures[key] = svg
        width = re.search(r"width:(\d+)px", given.get("style", ""))
        if width is None:
            return {"k": "card", "src": key, "alt": given["alt"]}
        block = "display:block" in given["style"]
        kind = "picture" if block else "lone"
        return {"k": kind, "src": key, "alt": given["alt"], "w": int(width[1])}
