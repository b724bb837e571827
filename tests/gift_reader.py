"""Reads GIFT by its grammar as Moodle documents it; written apart from what writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ITEM = re.compile(
    r"// \[id:(?P<id>\S+?)\](?P<tags>(?: \[tag:\S+?\])*)\n"
    r"::(?P<title>(?:\\.|[^\\:{}=~#])+)::(?P<text>(?:\\.|[^\\:{}=~#])+?)\s*"
    r"\{(?P<answers>(?:\\.|[^\\{}])*)\}",
    re.S,
)
_PIECE = re.compile(r"(?P<sign>[=~])(?P<rest>(?:\\.|[^\\=~])*)", re.S)


@dataclass
class Question:
    """A question: ``kind`` is number, order or choice; answers are share, text and what is said."""

    id: str
    title: str
    text: str
    kind: str
    answers: list[tuple[float, str, str]]
    why: str


def read(gift: str) -> list[Question]:
    """Every question. Raises AssertionError for a text that is not GIFT."""
    head, _, rest = gift.partition("\n\n")
    assert head.startswith("$CATEGORY: $course$/top/")
    questions = [_question(block) for block in rest.strip().split("\n\n")]
    assert len({one.id for one in questions}) == len(questions)
    return questions


def _question(block: str) -> Question:
    match = _ITEM.fullmatch(block.strip())
    assert match, block
    body, marker, why = match["answers"].rpartition("####")
    assert marker
    body = body.strip()
    number = body.startswith("#")
    pieces = list(_PIECE.finditer(body.removeprefix("#")))
    assert "".join(piece[0] for piece in pieces).strip() == body.removeprefix("#").strip()
    answers = [_answer(piece, number) for piece in pieces]
    kind = "number" if number else "order" if " -> " in body else "choice"
    if kind == "choice":
        right = sum(share for share, _, _ in answers if share > 0)
        assert 100 in (right, *(share for share, _, _ in answers)), block
    return Question(
        match["id"], _plain(match["title"]), _plain(match["text"]), kind, answers, _plain(why)
    )


def _answer(piece: re.Match[str], number: bool) -> tuple[float, str, str]:
    rest = piece["rest"].strip()
    weight = re.match(r"%(-?[\d.]+)%", rest)
    share = float(weight[1]) if weight else 100.0 if piece["sign"] == "=" else 0.0
    text, _, said = _parted(rest[weight.end() :] if weight else rest)
    if number:
        assert re.fullmatch(r"-?\d+:0\s*", text), rest
        text = text.strip().removesuffix(":0")
    return share, _plain(text).strip(), _plain(said).strip()


def _parted(text: str) -> tuple[str, str, str]:
    found = re.search(r"(?<!\\)#", text)
    return (text[: found.start()], "#", text[found.end() :]) if found else (text, "", "")


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)
