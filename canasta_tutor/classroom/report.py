"""The page that a teacher looks at: marks, questions, misunderstandings, and what to teach again tomorrow.

One file that loads nothing and sends nothing. Whatever a pupil wrote stands on it as text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib import resources
from typing import Any, Final

from canasta_tutor.classroom.charts import bands, share_svg, spread_svg
from canasta_tutor.classroom.grade_words import changes, points_text, problem_text, say, sign
from canasta_tutor.classroom.grading import Changed, Graded, Grades, Mark
from canasta_tutor.classroom.items import ENOUGH, Item, items
from canasta_tutor.classroom.misunderstood import (
    Misunderstanding,
    Weak,
    firm,
    misunderstood,
    skill_name,
    teach_again,
)
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.skills import skills
from canasta_tutor.wording import rule_name, rule_sentence

_SHOWN: Final = 20
"""So many beliefs are listed at most."""


def report(
    grades: Grades,
    language: str,
    compared: Sequence[Changed] | None = None,
    follow_up: str = "",
) -> str:
    """The page in a language; ``follow_up`` is the name of the file of a quiz on what to teach again."""
    return _Report(grades, language).page(compared, follow_up)


class _Report:
    """Writes one page."""

    def __init__(self, grades: Grades, language: str) -> None:
        self.grades = grades
        self.language = language
        self.book: Rulebook = grades.quiz.rulebook
        self.misunderstood = misunderstood(grades)

    def say(self, key: str, **facts: Any) -> str:
        """A sentence of the page, ready to stand in HTML."""
        return escape(say(f"page.{key}", self.language, **facts))

    def points(self, points: Any) -> str:
        return points_text(points, sign(self.language))

    def number(self, value: float | None, places: int = 2) -> str:
        if value is None:
            return "–"
        shown = f"{value:.{places}f}".replace("-", "−")
        return shown.replace(".", sign(self.language))

    # --- the page ---------------------------------------------------------------------------------

    def page(self, compared: Sequence[Changed] | None, follow_up: str) -> str:
        title = escape(self.grades.quiz.text(self.language))
        style, script = _file("report.css"), _file("report.js")
        allowed = f"default-src 'none'; style-src 'unsafe-inline'; script-src '{_hash(script)}'"
        parts = [
            self._head(title),
            f'<div class="first">{self._again(follow_up)}{self._spread()}</div>',
            self._changed(compared),
            self._marks(),
            self._questions(),
            self._beliefs(),
            self._files(),
            f"<footer>{self.say('made')}</footer>",
        ]
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{escape(allowed)}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>{style}</style></head>\n<body>\n<main>"
            + "\n".join(filter(None, parts))
            + f"</main>\n<script>{script}</script>\n</body></html>\n"
        )

    def _head(self, title: str) -> str:
        grades = self.grades
        about = self.say(
            "about",
            table=self.book.title[self.language],
            n=len(grades.pupils),
            mean=self.points(grades.mean),
            all=grades.quiz.points,
        )
        files = ""
        if grades.problems:
            link = self.say("problems_first", n=len(grades.problems))
            files = f'<p class="warn"><a href="#files">{link}</a></p>'
        return f'<h1>{title}</h1><p class="soft">{about}</p>{files}'

    def _section(self, name: str, *inside: str, how: bool = False) -> str:
        told = f'<p class="soft">{self.say(f"{name}_how", n=ENOUGH)}</p>' if how else ""
        return f'<section id="{name}"><h2>{self.say(name)}</h2>{told}{"".join(inside)}</section>'

    # --- what to do -------------------------------------------------------------------------------

    def _again(self, follow_up: str) -> str:
        weak = teach_again(self.grades)
        if not weak:
            return self._section("again", f"<p>{self.say('again_none')}</p>")
        listed = "".join(map(self._weak, weak))
        quiz = ""
        if follow_up:
            name = escape(follow_up)
            quiz = (
                f"<p>{self.say('quiz')} <code>{name}</code><br>{self.say('quiz_how')} "
                f"<code>canasta-tutor quiz show {name}</code></p>"
            )
        return self._section("again", f'<ul class="again">{listed}</ul>', quiz)

    def _weak(self, weak: Weak) -> str:
        numbers = ", ".join(map(str, weak.numbers))
        percent = round(100 * weak.share)
        share = self.say("share", percent=percent, n=len(weak.numbers), numbers=numbers)
        lessons = ", ".join(f"{number:02}" for number in skills()[weak.skill].lessons)
        lesson = self.say("lesson", numbers=lessons)
        rule = escape(rule_sentence(self.book, weak.rules[0], self.language))
        beliefs = "".join(map(self._believed, weak.beliefs))
        name = escape(_capital(skill_name(weak.skill, self.language)))
        return (
            f'<li><h3>{name}</h3><p class="soft">{share} · {lesson}</p><p>{rule}</p>'
            + (f"<ul>{beliefs}</ul>" if beliefs else "")
            + "</li>"
        )

    def _believed(self, one: Misunderstanding) -> str:
        belief = escape(one.belief.text("belief", self.language))
        asked = escape(one.belief.text("say", self.language))
        count = self.say("believed_by", n=len(one.firm))
        ask = self.say("ask_them")
        return f"<li>{belief} ({count})<blockquote>{ask} {asked}</blockquote></li>"

    def _spread(self) -> str:
        points = self.grades.quiz.points
        groups = bands([float(one.earned) / points for one in self.grades.pupils])
        bars = ", ".join(
            say("page.spread_bar", self.language, low=low, high=high, n=count)
            for low, high, count in groups
        )
        title = say("page.spread_alt", self.language, bars=bars)
        return self._section("spread", spread_svg(groups, title))

    def _changed(self, compared: Sequence[Changed] | None) -> str:
        first, *rest = changes(compared, self.language) or [""]
        if not rest:
            return f"<p>{escape(first)}</p>" if first else ""
        listed = "".join(f"<li>{escape(line.strip())}</li>" for line in rest)
        return f'<section class="warn"><p>{escape(first)}</p><ul>{listed}</ul></section>'

    # --- tables -----------------------------------------------------------------------------------

    def _table(
        self,
        name: str,
        heads: Sequence[tuple[str, bool]],
        rows: Iterable[str],
        order: str = "ascending",
    ) -> str:
        """A table that is put in order by its headings: each a text, and whether numbers stand below it.

        Its rows are in the order of the first column.
        """
        sort = f" aria-sort={order}"
        cells = "".join(
            f'<th scope="col"{" class=n" if numbers else ""}{sort if at == 0 else ""}>'
            f'<button type="button">{head}</button></th>'
            for at, (head, numbers) in enumerate(heads)
        )
        return (
            f'<div class="wide" tabindex="0" role="region" aria-label="{self.say(name)}">'
            f'<table class="sortable"><thead><tr>{cells}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>"
        )

    def _marks(self) -> str:
        words = {
            key: escape(say(f"table.{key}", self.language))
            for key in ("pupil", "version", "points", "percent", "minutes", "beliefs")
        }
        heads = [
            (words["pupil"], False),
            (words["version"], False),
            (words["points"], True),
            (words["percent"], True),
            *((str(number), True) for number in range(1, len(self.grades.quiz.slots) + 1)),
            (words["minutes"], True),
            (words["beliefs"], False),
        ]
        rows = map(self._pupil, self.grades.pupils)
        return self._section("marks", self._table("marks", heads, rows), how=True)

    def _pupil(self, one: Graded) -> str:
        percent = 100 * one.earned / self.grades.quiz.points
        beliefs = "<br>".join(escape(held.text("belief", self.language)) for held in firm(one))
        return (
            f'<tr><th scope="row">{escape(one.pupil)}</th><td>{escape(one.hand_in.version)}</td>'
            + _number(float(one.earned), self.points(one.earned))
            + _number(float(percent), f"{round(percent)} %")
            + "".join(map(self._mark, one.marks))
            + self._minutes(one.hand_in.minutes)
            + f'<td class="text">{beliefs}</td></tr>'
        )

    def _minutes(self, minutes: int) -> str:
        """How long it took; what was over the limit is told beside."""
        over = self.grades.quiz.over(minutes)
        told = (
            f' <abbr class="soft" title="{self.say("over", n=over)}">+{over}</abbr>' if over else ""
        )
        return _number(minutes, f"{minutes}{told}")

    def _mark(self, mark: Mark) -> str:
        tone = "" if mark.share == 1 else " some" if mark.share else " none"
        shown = self.points(mark.earned) if mark.answered else "–"
        name = "" if mark.answered else f' aria-label="{self.say("unanswered")}"'
        return f'<td class="n{tone}" data-key="{float(mark.earned)}"{name}>{shown}</td>'

    def _questions(self) -> str:
        heads = [
            (self.say("number"), True),
            (self.say("asked"), False),
            (escape(say("table.points", self.language)), True),
            (self.say("solved"), True),
            (self.say("parts"), True),
            (self.say("gap"), True),
            (self.say("left"), True),
        ]
        rows = map(self._item, items(self.grades))
        few = len(self.grades.pupils) < ENOUGH
        note = f"<p>{self.say('few', n=ENOUGH)}</p>" if few else ""
        table = self._table("questions", heads, rows)
        return self._section("questions", note, table, how=True)

    def _item(self, item: Item) -> str:
        rule = escape(rule_name(item.rule, self.language))
        odd = f'<br><span class="soft">{self.say(item.odd)}</span>' if item.odd else ""
        percent = f"{share_svg(item.easy)}{round(100 * item.easy)} %"
        return (
            f'<tr>{_number(item.number, str(item.number))}<td class="text">{rule}{odd}</td>'
            + _number(item.points, str(item.points))
            + _number(item.easy, percent)
            + _number(-2 if item.parts is None else item.parts, self.number(item.parts))
            + _number(-2 if item.gap is None else item.gap, self.number(item.gap))
            + _number(item.unanswered, str(item.unanswered))
            + "</tr>"
        )

    def _beliefs(self) -> str:
        if not any(one.firm for one in self.misunderstood):
            note = f"<p>{self.say('beliefs_none')}</p>"
        else:
            note = ""
        heads = [
            (self.say("firm"), True),
            (self.say("belief"), False),
            (self.say("rule"), False),
            (self.say("once"), True),
            (self.say("who"), False),
        ]
        rows = map(self._held, self.misunderstood[:_SHOWN])
        table = self._table("beliefs", heads, rows, "descending") if self.misunderstood else ""
        return self._section("beliefs", note, table, how=True)

    def _held(self, one: Misunderstanding) -> str:
        names = ", ".join(
            f"{escape(pupil.pupil)} ({escape(pupil.hand_in.version)})" for pupil in one.firm
        )
        return (
            f"<tr>{_number(len(one.firm), str(len(one.firm)))}"
            f'<td class="text">{escape(one.belief.text("belief", self.language))}</td>'
            f"<td>{escape(rule_name(one.belief.rule, self.language))}</td>"
            f"{_number(one.once, str(one.once))}<td>{names}</td></tr>"
        )

    def _files(self) -> str:
        if not self.grades.problems:
            return ""
        heads = [(self.say("file"), False), (self.say("found"), False)]
        rows = [
            f"<tr><td><code>{escape(one.file)}</code></td>"
            f'<td class="text">{escape(problem_text(one, self.language))}</td></tr>'
            for one in self.grades.problems
        ]
        return self._section("files", self._table("files", heads, rows))


def _number(key: float, shown: str) -> str:
    """A cell that is put in order by a number."""
    return f'<td class="n" data-key="{key}">{shown}</td>'


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _file(name: str) -> str:
    return resources.files("canasta_tutor.classroom").joinpath(name).read_text("utf-8")


def _hash(script: str) -> str:
    return "sha256-" + b64encode(sha256(script.encode()).digest()).decode()
