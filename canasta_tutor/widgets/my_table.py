"""A table of the learner's own in the making: which of ours it starts from, and what it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from canasta_tutor import own_table
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.error_words import error_text
from canasta_tutor.errors import CanastaError, RulebookError
from canasta_tutor.own_table import HOUSE_RULES
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.rules import RULES
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, short
from canasta_tutor.wording import area_name, rule_name, rule_sentence, rule_title, value_sentence

Json = dict[str, Any]


class MyTable(CardWidget):
    """A rulebook of ours, and a few rules that the learner's table agrees otherwise.

    ``rulebook`` is the table as it stands now: one that can be played, always. A choice that cannot be
    played together with the others is refused and changes nothing.

    >>> mine = MyTable(Rulebook.load("classic"))
    >>> mine.agree("going_out.canastas", 2), mine.agree("threes.red_laid", "holder_decides")
    ('', 'threes.red_in_hand')
    >>> mine
    MyTable(classic; going_out.canastas)
    """

    _esm = join("cards.js", "board.js", "my_table.js")
    _css = join("cards.css", "my_table.css")

    def __init__(
        self,
        rulebook: Rulebook,
        language: str = "en",
        four_colour: bool = False,
        on_save: Callable[[Rulebook], object] | None = None,
    ) -> None:
        self.base = rulebook.base()
        self.changes: dict[str, Any] = {}
        self.title = fill(texts(language)["my_table"]["our_name"], language, {})
        self._on_save = on_save
        super().__init__(language, four_colour)
        self._open_own()
        self._refresh()

    def _open_own(self) -> None:
        """Go on with the table that was kept, if there is one."""
        try:
            own = own_table.load()
        except RulebookError as error:
            self.say(self._text("damaged", problem=error_text(error, self.language)), "refusal")
            return
        if own is not None:
            self.base, self.changes = own.base(), own.house_rules()
            self.title = own.title[self.language]

    @property
    def rulebook(self) -> Rulebook:
        """The table as it stands now."""
        return self.base.with_rules(self.changes)

    # --- what is agreed -------------------------------------------------------------------------

    def agree(self, path: str, value: Any) -> str:
        """Agree on a rule. The answer is the rule that it cannot be played together with, or nothing."""
        changes = {**self.changes, path: value}
        if _same(value, self.base[path]):
            del changes[path]
        if refused := self._fit(self.base, changes, path):
            return refused
        said = rule_sentence(self.rulebook, path, self.language)
        self.say(f"{rule_title(path, self.language)} {said}")
        return ""

    def start_from(self, name: str) -> str:
        """Start from another of our tables; what was changed stays changed."""
        base = Rulebook.load(name)
        changes = {
            path: value for path, value in self.changes.items() if not _same(value, base[path])
        }
        if refused := self._fit(base, changes):
            return refused
        self.say(self._text("based", title=base.title[self.language]))
        return ""

    def _fit(self, base: Rulebook, changes: dict[str, Any], beside: str = "") -> str:
        """Take these rules, or say which one they can't be played with, ``beside`` the one just chosen."""
        try:
            base.with_rules(changes)
        except RulebookError as error:
            name = rule_name(error.rule, self.language)
            said = rule_sentence(self.rulebook, error.rule, self.language)
            text = self._text("unfit", name=name, sentence=said)
            self._message = {"kind": "refusal", "text": text, "beside": beside}
            return error.rule
        self.base, self.changes = base, changes
        return ""

    def save(self, title: str) -> None:
        """Keep the table in the learner's own folder, and offer it."""
        self.title = own_table.clean(title) or self._text("our_name")
        try:
            own = own_table.save(self.base.id, self.changes, self.title)
        except CanastaError as error:
            self.say(self._text("not_saved", error=error_text(error, self.language)), "refusal")
            return
        self.say(self._text("saved", title=self.title))
        if self._on_save is not None:
            self._on_save(own)

    # --- what the learner does ------------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        if kind == "base":
            self.start_from(str(intent["base"]))
        elif kind == "rule":
            path = str(intent["rule"])
            self.agree(path, self._values(path)[int(intent["choice"])])
        elif kind == "reset":
            self.changes = {}
            self.say(self._text("was_reset", title=self.base.title[self.language]))
        elif kind == "save":
            self.save(str(intent["title"]))
        self._refresh()

    # --- what it shows --------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return fill(texts(self.language)["my_table"][key], self.language, facts)

    def _values(self, path: str) -> list[Any]:
        """What may be agreed: first what the base says, then what other tables say."""
        values = [self.base[path]]
        for value in (*own_table.choices(path), self.changes.get(path, values[0])):
            if not any(_same(value, known) for known in values):
                values.append(value)
        return values

    def _rule(self, path: str) -> Json:
        values = self._values(path)
        now = self.changes.get(path, values[0])
        said = rule_sentence(self.base, path, self.language)
        options = [self._text("as_there", sentence=said)]
        options += [value_sentence(self.base, path, one, self.language) for one in values[1:]]
        return {
            "rule": path,
            "name": rule_name(path, self.language),
            "options": options,
            "on": next(place for place, one in enumerate(values) if _same(one, now)),
            "changed": path in self.changes,
            "unfit": self._message["text"] if self._message.get("beside") == path else "",
        }

    def _areas(self) -> list[Json]:
        areas = dict.fromkeys(RULES[path].area for path in HOUSE_RULES)
        return [
            {
                "name": area_name(area, self.language),
                "rules": [self._rule(path) for path in HOUSE_RULES if RULES[path].area == area],
            }
            for area in areas
        ]

    def _changed(self) -> list[Json]:
        """The sentences that differ, in the order of the rules, each with what it was before."""
        book, language = self.rulebook, self.language
        return [
            {
                "name": rule_title(path, language),
                "now": rule_sentence(book, path, language),
                "before": self._text("before", sentence=rule_sentence(self.base, path, language)),
            }
            for path in RULES
            if path in self.changes
        ]

    def _refresh(self) -> None:
        changed = self._changed()
        books = [Rulebook.load(name) for name in Rulebook.names()]
        self._shown = {
            "language": self.language,
            "ask": self._text("ask"),
            "label": self._text("base"),
            "base": self.base.id,
            "tables": [{"id": book.id, "title": book.title[self.language]} for book in books],
            "name": self._text("name"),
            "title": self.title,
            "areas": self._areas(),
            "changes": self._text("changes", n=len(changed)),
            "changed": changed,
            "save": self._text("save"),
            "reset": self._text("reset"),
            "words": self._words(),
            "patience": PATIENCE,
        }

    def still_html(self) -> str:
        """What is asked, where it starts, and each rule that can be agreed as it stands."""
        start = f"{self._text('base')}: {self.base.title[self.language]}"
        rows = [
            f"<li><strong>{escape(rule_title(path, self.language))}</strong> "
            f"{escape(rule_sentence(self.rulebook, path, self.language))}</li>"
            for path in HOUSE_RULES
        ]
        said = "".join(f"<p>{escape(text)}</p>" for text in (self._text("ask"), start))
        return f"{said}<ul>{''.join(rows)}</ul>"

    def __repr__(self) -> str:
        changed = ", ".join(path for path in RULES if path in self.changes) or "unchanged"
        return short(f"MyTable({self.base.id}; {changed})")


def _same(value: Any, other: Any) -> bool:
    """Whether two values say the same, for every number of players."""
    return bool(_plain(value) == _plain(other))


def _plain(value: Any) -> Any:
    if isinstance(value, dict) and len(set(value.values())) == 1:
        return next(iter(value.values()))
    return value
