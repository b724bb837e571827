"""A lesson's first line: its place in the course, the table one sits at, and the look of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any, Final

import traitlets

from canasta_tutor import own_table, settings, shelf
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.error_words import error_text
from canasta_tutor.errors import CanastaError, NotationError
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.settings import Settings
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, show_large

if TYPE_CHECKING:
    from canasta_tutor.widgets.exercise import ExerciseCard

_SWITCHES: Final = ("four_colours", "large_cards", "tutor")


class LessonHeader(CardWidget):
    """Where the learner is in the course, and what they choose once for all lessons.

    ``fixed`` is a lesson that is about one table: it shows the table and offers no other. ``problem``
    is why the lesson does not take place at the learner's own table, which they had chosen.
    """

    _esm = join("cards.js", "header.js")
    _css = join("cards.css", "header.css")

    _again = traitlets.Int(0).tag(sync=True)
    """Rises when another table was chosen: the page is to run once more."""

    def __init__(
        self,
        name: str,
        language: str,
        rulebook: Rulebook,
        chosen: Settings,
        fixed: bool = False,
        problem: str = "",
    ) -> None:
        self.name = name
        self.rulebook = rulebook
        self.chosen = chosen
        self.fixed = fixed
        self.problem = problem
        self._followed: dict[str, ExerciseCard] = {}
        self._dressed: list[CardWidget] = []
        self._shelf: tuple[shelf.Shelved, ...] | None = None
        show_large(chosen.large_cards)
        super().__init__(language, chosen.four_colours)
        if chosen.problem:
            self.say(
                self._text("not_read", problem=error_text(chosen.problem, language)), "refusal"
            )
        elif problem:
            title = rulebook.title[language]
            self.say(
                self._text("own_not_read", problem=error_text(problem, language), table=title),
                "refusal",
            )
        self._refresh()

    # --- what else is on the page ---------------------------------------------------------------

    def follow(self, exercise: ExerciseCard) -> None:
        """Count an exercise of this lesson, and whether it was answered right."""
        self._followed[exercise.name] = exercise
        exercise.observe(lambda change: self._refresh(), "_progress")
        self._refresh()

    def dress(self, widget: CardWidget) -> None:
        """Let a widget of this lesson follow the choice of colours."""
        self._dressed.append(widget)

    def offer(self, own: Rulebook) -> None:
        """Offer the learner's own table, just made or changed; who sits at it sees the page anew."""
        if self.chosen.table == settings.OWN and not (self.fixed or self.problem):
            self._again += 1
        self._refresh()

    def turn_tutor_on(self) -> None:
        """Turn the tutor on, as its switch does. Raises CanastaError where that can't be kept."""
        self._switch("tutor", True)
        self._refresh()

    # --- what the learner does ------------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        try:
            if kind == "shown":
                self._opened()
            elif kind == "table":
                self._sit_at(str(intent["table"]))
            elif kind in _SWITCHES:
                self._switch(kind, bool(intent["on"]))
        except (CanastaError, OSError) as error:
            self.say(self._text("not_saved", error=error_text(error, self.language)), "refusal")
        self._refresh()

    def _opened(self) -> None:
        """Note that this lesson was looked at; a file that can't be read is left as it is."""
        now = settings.load()
        if not now.problem and self._place() and self.name not in now.opened:
            self.chosen = settings.save(opened=(*now.opened, self.name))
        if self.problem and now.table == settings.OWN:
            self.chosen = settings.save(table=self.rulebook.id)  # said once, then left alone

    def _sit_at(self, table: str) -> None:
        books = {book.id: book for book in self._books()}
        if table not in books:
            raise NotationError(f"found table {table!r}; expected {', '.join(books)}", table)
        below = {"base": books[table].base().id} if table == settings.OWN else {}
        self.chosen = settings.save(table=table, **below)
        self.say("")
        self._again += 1

    def _switch(self, name: str, on: bool) -> None:
        self.chosen = settings.save(**{name: on})
        if name == "tutor":
            self.say(self._text("tutor_on" if on else "tutor_off"))
            return
        self.say("")
        self.four_colour = self.chosen.four_colours
        if name == "large_cards":
            show_large(on)
        else:
            for widget in self._dressed:
                widget._display({"four_colour": on})

    # --- what it shows --------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return fill(texts(self.language)["header"][key], self.language, facts)

    def _lessons(self) -> tuple[shelf.Shelved, ...]:
        """The course's lessons; none where they don't lie beside the package."""
        if self._shelf is None:
            try:
                found = shelf.find_notebooks(self.language)
                self._shelf = shelf.lessons(found, self.language)
            except CanastaError:
                self._shelf = ()
        return self._shelf

    def _place(self) -> shelf.Shelved | None:
        return next((one for one in self._lessons() if one.name == self.name), None)

    def _where(self) -> str:
        """Which lesson of how many this is; the welcome comes before the first."""
        here, known = self._place(), self._lessons()
        if here is None:
            return ""
        number, last = (int(one.name[:2]) for one in (here, known[-1]))
        return self._text("place", number=number, last=last) if number else self._text("welcome")

    def _progress(self) -> list[str]:
        """How many exercises are right, how many lessons were opened."""
        known = {one.name for one in self._lessons()}
        said = []
        if self._followed:
            verdicts = [one.verdict for one in self._followed.values()]
            right = sum(verdict is not None and verdict.right for verdict in verdicts)
            said.append(self._text("exercises", right=right, all=len(verdicts)))
        if known:
            opened = len(known & set(self.chosen.opened))
            said.append(self._text("opened", opened=opened, all=len(known)))
        return said

    def _books(self) -> list[Rulebook]:
        """The tables to choose from: ours, and the learner's own if there is one."""
        own = own_table.found()
        return [*map(Rulebook.load, Rulebook.names()), *([own] if own else [])]

    def _refresh(self) -> None:
        other = next(one for one in LANGUAGES if one != self.language)
        books = self._books()
        self._shown = {
            "language": self.language,
            "name": self._text("header"),
            "where": self._where(),
            "progress": self._progress(),
            "label": self._text("table"),
            "table": self.rulebook.id,
            "at_table": self._text("at_table", table=self.rulebook.title[self.language]),
            "tables": []
            if self.fixed
            else [{"id": book.id, "title": book.title[self.language]} for book in books],
            "switches": [
                {"name": name, "text": self._text(name), "on": getattr(self.chosen, name)}
                for name in _SWITCHES
            ],
            "other": {
                "language": other,
                "text": self._text("other_language"),
                "href": f"../{other}/{self.name}.ipynb" if self._place() else "",
            },
            "rerun": self._text(
                "rerun", table=own_table.sit(self.chosen).rulebook.title[self.language]
            ),
            "words": {"not_connected": self._text("not_connected")},
            "patience": PATIENCE,
        }

    def still_html(self) -> str:
        """The table, and where to choose another one."""
        change = "" if self.fixed else " " + escape(self._text("choose_here"))
        return f"<p><strong>{escape(repr(self))}</strong>{change}</p>"

    def __repr__(self) -> str:
        return self._text("at_table", table=self.rulebook.title[self.language])
