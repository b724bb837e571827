"""What a pupil hands in: one file of plain texts, read strictly, with a signature.

Nothing in it runs and no number is in it: the notation of answers, names and times. The signature tells a file
that was changed by hand from one that a quiz notebook wrote. Its key is made from the file itself, so it is no
proof against somebody who reads this code: what is sure is only what the teacher has seen.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import unicodedata
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final

from canasta_tutor.errors import CanastaError

FORMAT: Final = "canasta-tutor hand-in 1"
MOST_BYTES: Final = 256 * 1024
MOST_ANSWERS: Final = 200
LONGEST_ANSWER: Final = 1000
LONGEST_NAME: Final = 60
_LONGEST: Final = 120
"""No other text is longer: ids, marks and times."""
_SHOWN: Final = 40
"""So much of what was found is told."""
_MINUTE: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z", re.ASCII)
_HEAD: Final = ("format", "quiz", "version", "pupil", "language", "started", "finished")


class HandInError(CanastaError):
    """A file that cannot be graded; ``kind`` and ``facts`` say why, the sentence is made where it is told."""

    def __init__(self, kind: str, **facts: Any) -> None:
        self.kind = kind
        self.facts = facts
        super().__init__(f"{kind}: {facts}" if facts else kind)


@dataclass(frozen=True)
class Given:
    """The answer to one question, in the notation in which it is judged; empty where none was given.

    ``asked`` is a mark of the cards that the pupil saw; ``at`` the time to the minute, empty without an answer.
    """

    task: str
    asked: str
    answer: str = ""
    at: str = ""


@dataclass(frozen=True)
class HandIn:
    """All that one pupil hands in. Times are UTC, to the minute."""

    quiz: str
    version: str
    pupil: str
    language: str
    started: str
    finished: str
    answers: tuple[Given, ...]

    @property
    def minutes(self) -> int:
        """How long it took, from the first opening to handing in; 0 where the clock was set back."""
        times = (datetime.fromisoformat(text) for text in (self.started, self.finished))
        begun, done = times
        return max(0, int((done - begun).total_seconds()) // 60)


def minute(at: datetime) -> str:
    """A time as it is written in the file.

    >>> minute(datetime(2026, 11, 30, 9, 5, 59, tzinfo=UTC))
    '2026-11-30T09:05Z'
    """
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def pupil_name(text: str) -> str:
    """A name as it is kept: one line, no signs that cannot be seen, not too long.

    >>> pupil_name("  Ana    Ruiz ")
    'Ana Ruiz'
    """
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    seen = "".join(sign for sign in spaced if unicodedata.category(sign)[0] != "C")
    return " ".join(seen[:LONGEST_NAME].split())


def answer_text(text: str) -> str:
    """An answer as it is kept: without signs that cannot be seen, not too long.

    >>> answer_text(" us total\N{ZERO WIDTH SPACE} 515 ")
    'us total 515'
    """
    seen = (
        sign
        if sign == "\n" or unicodedata.category(sign)[0] != "C"
        else " "
        if sign == "\t"
        else ""
        for sign in text
    )
    return "".join(seen).strip()[:LONGEST_ANSWER]


def shown(text: str) -> str:
    r"""A text of somebody else's as it is told: signs that cannot be seen stand as their codes.

    >>> print(shown("two" + chr(7) + "bells"))
    two\x07bells
    """
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def file_name(hand_in: HandIn) -> str:
    """A safe name for the file: no folder, no sign that a system takes for something else.

    >>> file_name(HandIn("q", "A", "../Ana Ruíz", "es", "", "", ()))
    'hand-in-ana-ruiz-A-65f3.json'
    """
    plain = unicodedata.normalize("NFKD", hand_in.pupil).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain))[:40].strip("-") or "pupil"
    version = "".join(re.findall(r"[A-Za-z0-9_-]", hand_in.version))[:20]
    digest = hashlib.sha256(f"{hand_in.quiz}\0{hand_in.pupil}".encode()).hexdigest()[:4]
    return f"hand-in-{slug}-{version}-{digest}.json"


# --- writing ------------------------------------------------------------------------------------


def write_hand_in(hand_in: HandIn) -> str:
    """The text of the file, signed; the same hand-in gives the same text."""
    fields = {"format": FORMAT, **asdict(hand_in)}
    signed = {**fields, "signature": signature(fields)}
    return json.dumps(signed, ensure_ascii=False, indent=1) + "\n"


def signature(fields: dict[str, Any]) -> str:
    """The signature of what stands in a file."""
    key = hashlib.sha256(f"{FORMAT}\0{fields['quiz']}".encode()).digest()
    plain = json.dumps(fields, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hmac.new(key, plain.encode(), hashlib.sha256).hexdigest()


# --- reading ------------------------------------------------------------------------------------


def parse_hand_in(content: bytes) -> HandIn:
    """Read a file's content. Raises HandInError; whatever is in it, nothing else happens."""
    if len(content) > MOST_BYTES:
        raise HandInError("large", most=MOST_BYTES // 1024)
    data = _json(content)
    known = (*_HEAD, "answers", "signature")
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise HandInError("no_hand_in")
    for key in data:
        if key not in known:
            raise _shape(key, "unknown")
    head = {key: _text(data, key) for key in _HEAD}
    given = data.get("answers")
    if not isinstance(given, list) or len(given) > MOST_ANSWERS:
        raise _shape("answers", "list")
    answers = tuple(_given(one, number) for number, one in enumerate(given, 1))
    if len({one.task for one in answers}) != len(answers):
        raise _shape("answers", "twice")
    _check_head(head)
    wanted = signature({key: value for key, value in data.items() if key != "signature"})
    if not hmac.compare_digest(wanted, _text(data, "signature")):
        raise HandInError("edited", pupil=head["pupil"])
    del head["format"]
    return HandIn(**head, answers=answers)


def _json(content: bytes) -> Any:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise HandInError("no_text") from None
    if not text.strip():
        raise HandInError("empty")
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_number,
            parse_constant=_number,
        )
    except json.JSONDecodeError as error:
        ends = error.pos >= len(text.rstrip()) - 1 or error.msg.startswith("Unterminated")
        cut = ends and text.lstrip().startswith("{")
        raise HandInError("cut_short" if cut else "no_json", line=error.lineno) from None
    except RecursionError:
        raise HandInError("deep") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise HandInError("shape", where="{…}", found="", expected="twice")
    return found


def _number(text: str) -> Any:
    raise _shape("", "number", text)


def _shape(where: str, expected: str, found: str = "") -> HandInError:
    told = shown(found if len(found) <= _SHOWN else f"{found[:_SHOWN]}…")
    return HandInError("shape", where=shown(where[:_SHOWN]), found=told, expected=expected)


def _text(block: dict[str, Any], key: str, most: int = _LONGEST, where: str = "") -> str:
    """A text of the file, not too long, without signs that cannot be seen."""
    value = block.get(key)
    place = where + key
    if not isinstance(value, str):
        raise _shape(place, "text")
    if len(value) > most:
        raise _shape(place, "short", value)
    hidden = "\n" if key == "answer" else ""
    if any(unicodedata.category(sign)[0] == "C" and sign not in hidden for sign in value):
        raise _shape(place, "plain")
    return value


def _given(block: Any, number: int) -> Given:
    where = f"answers {number} "
    if not isinstance(block, dict) or set(block) != {"task", "asked", "answer", "at"}:
        raise _shape(where.strip(), "answer")
    answer = _text(block, "answer", LONGEST_ANSWER, where)
    at = _text(block, "at", where=where)
    if (at or answer.strip()) and not _is_time(at):
        raise _shape(f"{where}at", "time", at)
    return Given(_text(block, "task", where=where), _text(block, "asked", where=where), answer, at)


def _check_head(head: dict[str, str]) -> None:
    for key in ("started", "finished"):
        if not _is_time(head[key]):
            raise _shape(key, "time", head[key])
    if not head["pupil"] or head["pupil"] != pupil_name(head["pupil"]):
        raise _shape("pupil", "name", head["pupil"])


def _is_time(text: str) -> bool:
    try:
        return bool(_MINUTE.fullmatch(text)) and datetime.fromisoformat(text) is not None
    except ValueError:
        return False
