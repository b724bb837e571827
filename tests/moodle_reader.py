"""Reads Moodle XML as strictly as Moodle's import documents it; written apart from what writes it."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass, field
from xml.etree import ElementTree

COMMON = {
    *("name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden"),
    *("idnumber", "hint", "tags"),
}
OWN = {
    "numerical": {"answer", "unitgradingtype", "unitpenalty", "showunits", "unitsleft"},
    "multichoice": {"single", "shuffleanswers", "answernumbering", "answer"},
    "matching": {"shuffleanswers", "subquestion"},
    "cloze": set(),
}
SHARES = {
    *("100", "90", "83.33333", "80", "75", "70", "66.66667", "60", "50", "40", "33.33333"),
    *("30", "25", "20", "16.66667", "14.28571", "12.5", "11.11111", "10", "5", "0"),
}
_GAP = re.compile(r"\{(\d+):(NUMERICAL|MULTICHOICE):((?:\\.|[^\\{}])*)\}")


@dataclass
class Gap:
    """A gap of a cloze question: its weight, its answers by share, and what is said to each."""

    weight: int
    kind: str
    answers: list[tuple[float, str, str]]


@dataclass
class Question:
    """A question as Moodle would hold it."""

    kind: str
    name: str
    id: str
    text: str
    grade: float
    answers: list[tuple[float, str, str]] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    alts: list[str] = field(default_factory=list)


def read(xml: str) -> tuple[str, list[Question]]:
    """The category, and its questions. Raises AssertionError for what Moodle would not take."""
    root = ElementTree.fromstring(xml.encode())
    assert root.tag == "quiz"
    first, *others = root
    assert first.get("type") == "category"
    category = first.findtext("category/text") or ""
    assert category.startswith("$course$/top/")
    questions = [_question(one) for one in others]
    ids = [one.id for one in questions]
    assert len(set(ids)) == len(ids)
    return category, questions


def _question(element: ElementTree.Element) -> Question:
    kind = element.get("type", "")
    assert kind in OWN, kind
    unknown = {child.tag for child in element} - COMMON - OWN[kind]
    assert not unknown, unknown
    question = Question(
        kind,
        element.findtext("name/text") or "",
        element.findtext("idnumber") or "",
        _html(element.find("questiontext")),
        float(element.findtext("defaultgrade") or 0),
        hints=[_html(one) for one in element.findall("hint")],
        tags=[tag.text or "" for tag in element.findall("tags/tag/text")],
        alts=re.findall(r'<img alt="([^"]*)"', element.findtext("questiontext/text") or ""),
    )
    assert question.name
    assert question.id
    assert element.findtext("hidden") == "0"
    assert 0 <= float(element.findtext("penalty") or -1) <= 1
    assert _html(element.find("generalfeedback"))
    if kind in ("numerical", "multichoice"):
        question.answers = [_answer(one, kind) for one in element.findall("answer")]
        _shares(question, element.findtext("single") == "false")
    elif kind == "matching":
        pairs = element.findall("subquestion")
        question.answers = [(100.0, _html(one), one.findtext("answer/text") or "") for one in pairs]
        assert len(pairs) >= 3
        assert all(place for _, _, place in question.answers)
    else:
        question.gaps = [_gap(match) for match in _GAP.finditer(question.text)]
        assert question.gaps
        assert "{" not in _GAP.sub("", question.text)
    return question


def _answer(element: ElementTree.Element, kind: str) -> tuple[float, str, str]:
    assert {child.tag for child in element} <= {"text", "feedback", "tolerance", "file"}
    share = element.get("fraction", "")
    assert share.removeprefix("-") in SHARES, share
    if kind == "numerical":
        assert element.findtext("tolerance") == "0"
        text = element.findtext("text") or ""
        assert re.fullmatch(r"-?\d+", text), text
    else:
        text = _html(element)
    return float(share), text, _html(element.find("feedback"))


def _shares(question: Question, many: bool) -> None:
    shares = [share for share, _, _ in question.answers]
    assert len({text for _, text, _ in question.answers}) == len(shares), question.answers
    if many:
        assert abs(sum(share for share in shares if share > 0) - 100) < 0.01, shares
    else:
        assert 100 in shares
        assert all(share >= 0 for share in shares)


def _html(element: ElementTree.Element | None) -> str:
    """The text of an element; every picture that it names lies beside it, and no other."""
    assert element is not None
    text = element.findtext("text") or ""
    named = set(re.findall(r"@@PLUGINFILE@@/([\w.]+)", text))
    files = {one.get("name"): one for one in element.findall("file")}
    assert named == set(files)
    for one in files.values():
        assert (one.get("path"), one.get("encoding")) == ("/", "base64")
        assert ElementTree.fromstring(b64decode(one.text or "")).tag.endswith("svg")
    assert "data:" not in text
    assert not re.search(r"<img(?![^>]*alt=)", text)
    return text


def _gap(match: re.Match[str]) -> Gap:
    answers = []
    for part in re.split(r"(?<!\\)~", match[3]):
        body, _, said = _parted(part)
        found = re.fullmatch(r"(?:=|%(-?[\d.]+)%)([^=%].*)", body, re.S)
        assert found, part  # an equals sign or a share stands before an answer, not both
        share = found[1] or "100"
        assert share.removeprefix("-") in SHARES
        if match[2] == "NUMERICAL":
            assert re.fullmatch(r"-?\d+:0", found[2]), part
        answers.append((float(share), found[2].removesuffix(":0"), _plain(said)))
    assert [share for share, _, _ in answers].count(100) == 1
    return Gap(int(match[1]), match[2], answers)


def _parted(part: str) -> tuple[str, str, str]:
    found = re.search(r"(?<!\\)#", part)
    return (part[: found.start()], "#", part[found.end() :]) if found else (part, "", "")


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
