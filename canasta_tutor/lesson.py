"""What a lesson's cells call: a table, a hand, a ruling, an exercise, each in one line.

    lesson = Lesson("05-frozen-and-blocked", language="en")
    kings = lesson.position(hand="K♠ K♥ 7♦", pile="4♣ 2♦ K♦", melds_us=["9♠ 9♣ 9♦"])
    lesson.table(kings)
    lesson.ruling(kings, "take K K")

The language is chosen once, when the lesson begins. The table is the one that the learner has chosen
for all lessons (``settings``), unless a lesson is about one table and names it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from canasta_tutor import own_table, settings
from canasta_tutor.cards import Cards, read_cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import IllegalMove, NotationError
from canasta_tutor.lesson_rulings import Page, Row, RuleText, Ruling, say, spoken, table_of
from canasta_tutor.lesson_steps import Step, Steps, counted_in_steps, laid_in_steps
from canasta_tutor.notation import read_line, read_position
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.scoring import score
from canasta_tutor.wording import added, objection_text, rule_sentence, source_marker

if TYPE_CHECKING:
    from canasta_tutor.tutor.listening import Listening
    from canasta_tutor.widgets import CardHand, CardTable, ScoreSheetCard
    from canasta_tutor.widgets.bands import Bands
    from canasta_tutor.widgets.base import CardWidget
    from canasta_tutor.widgets.dealing import Dealing
    from canasta_tutor.widgets.ending import LessonEnd
    from canasta_tutor.widgets.exercise import ExerciseCard
    from canasta_tutor.widgets.five_tables import FiveTables
    from canasta_tutor.widgets.freezer import Freezer
    from canasta_tutor.widgets.header import LessonHeader
    from canasta_tutor.widgets.my_table import MyTable
    from canasta_tutor.widgets.prices import Prices
    from canasta_tutor.widgets.progress import Progress
    from canasta_tutor.widgets.red_threes import RedThrees
    from canasta_tutor.widgets.today import Today

W = TypeVar("W", bound="CardWidget")

TABLES: Final = Rulebook.names()
"""The five tables, in the order in which they are compared."""

_GROUPED: Final = ("hands", "melds", "red_threes", "scores")


@dataclass(frozen=True)
class Position:
    """A position that a lesson speaks of: what was written, and the deal it makes at the lesson's table."""

    fields: dict[str, Any]
    deal: Deal
    note: str = ""
    """Said where the learner's own table can't hold this position and another table shows it."""

    def at(self, rulebook: Rulebook) -> Deal:
        """The same cards at another table; raises NotationError where they can't lie so."""
        return read_position({"position": self.fields}, rulebook)

    def __repr__(self) -> str:
        return f"Position({self.deal.rulebook.id}, pile {' '.join(map(str, self.deal.pile)) or 'empty'})"


class Lesson:
    """One lesson in one language, at one table.

    >>> lesson = Lesson("05-frozen-and-blocked", language="en")
    >>> nines = lesson.position(hand="K♦ 7♦ 5♣", pile="4♣ 2♦ 9♥", melds_us=["9♠ 9♣ 9♦"])
    >>> lesson.ruling(nines, "take")
    No: pile.frozen_needs [classic, 000:43]
    >>> lesson.ruling(nines, "draw")
    Yes: draw
    """

    def __init__(self, name: str, language: str = "en", rulebook: str | None = None) -> None:
        self.name = name
        self.language = language
        self.chosen = settings.load()
        self.fixed = rulebook is not None
        seat = own_table.Seat(Rulebook.load(rulebook)) if rulebook else own_table.sit(self.chosen)
        self.rulebook, self._problem = seat

    # --- cards to click -------------------------------------------------------------------------

    def position(self, **fields: Any) -> Position:
        """A position by its fields: ``melds_us``, ``hands_partner`` and the like have an underscore."""
        named = _fields(fields)
        data = {"position": named}
        try:
            return Position(named, read_position(data, self.rulebook))
        except NotationError:
            first = Rulebook.load(TABLES[0])
            if self.rulebook == first:
                raise
            note = say("elsewhere", self.language, table=first.title[self.language])
            return Position(named, read_position(data, first), note)

    def table(self, position: Position | None = None, **fields: Any) -> CardTable:
        """The position as a table to play at."""
        from canasta_tutor.widgets import CardTable

        deal = self._deal(position, fields)
        colours = self.chosen.four_colours
        return self._dressed(CardTable(deal, language=self.language, four_colour=colours))

    def sheet(self, position: Position | None = None, **fields: Any) -> ScoreSheetCard:
        """The score sheet of a position, which fills line by line."""
        from canasta_tutor.widgets import ScoreSheetCard

        deal = self._deal(position, fields)
        return self._dressed(ScoreSheetCard(deal, self.language, self.chosen.four_colours))

    def hand(self, cards: str, choose: int | None = None) -> CardHand:
        """A hand of cards to choose from."""
        from canasta_tutor.widgets import CardHand

        colours = self.chosen.four_colours
        return self._dressed(CardHand(cards, self.language, choose, colours))

    def lay(self, cards: str) -> CardHand:
        """A hand from which melds are tried: the table says yes, or which rule says no."""
        from canasta_tutor.widgets import CardHand

        deal = read_position({"position": {"phase": "play", "hand": cards}}, self._opened())

        def judge(chosen: Cards) -> None:
            hand.say(*spoken(deal, chosen, self.language))

        label, asked = say("lay", self.language), say("lay_three", self.language)
        colours = self.chosen.four_colours
        hand = CardHand(deal.hand, self.language, None, colours, asked, judge, label)
        return self._dressed(hand)

    def dealing(self, seed: int = 0, players: int = 4) -> Dealing:
        """A deal to set up by hand, from the dealt cards to the first turn."""
        from canasta_tutor.widgets.dealing import Dealing

        colours = self.chosen.four_colours
        return self._dressed(Dealing(self.rulebook, players, seed, self.language, colours))

    def my_table(self) -> MyTable:
        """A table of the learner's own: one of ours with a few rules agreed otherwise, to be kept."""
        from canasta_tutor.widgets.my_table import MyTable

        colours = self.chosen.four_colours
        return self._dressed(MyTable(self.rulebook, self.language, colours, self.header.offer))

    def freezer(self, pile: str = "9♣ J♠") -> Freezer:
        """A pile to throw cards on, with the lamps that say for whom it is closed, and how long."""
        from canasta_tutor.widgets.freezer import Freezer

        colours = self.chosen.four_colours
        return self._dressed(Freezer(self.rulebook, pile, self.language, colours))

    def prices(self, target: int = 100, seed: int = 1) -> Prices:
        """Cards with their price tags: which of them make exactly so much?"""
        from canasta_tutor.widgets.prices import Prices

        colours = self.chosen.four_colours
        return self._dressed(Prices(self.rulebook, target, seed, self.language, colours))

    def bands(self, hand: str, pile: str = "", score: int = 0) -> Bands:
        """The price of the first lay-down by the score, and the cards that pay it."""
        from canasta_tutor.widgets.bands import Bands

        colours = self.chosen.four_colours
        return self._dressed(Bands(self.rulebook, hand, pile, score, self.language, colours))

    def red_threes(self, count: int = 2) -> RedThrees:
        """What so many red threes bring or cost, at each of the five tables."""
        from canasta_tutor.widgets.red_threes import RedThrees

        colours = self.chosen.four_colours
        return self._dressed(RedThrees(self.rulebook, count, self.language, colours))

    def exercise(self, name: str) -> ExerciseCard:
        """An exercise by its place below the folder of exercises: ``pile/kings-into-frost``."""
        from canasta_tutor.widgets.exercise import ExerciseCard

        colours = self.chosen.four_colours
        card = self._dressed(
            ExerciseCard(name, self.language, self.rulebook, colours, self.listening)
        )
        self.header.follow(card)
        return card

    def today(self) -> Today:
        """What is due today, asked in ten minutes; the way in for somebody new."""
        from canasta_tutor.widgets.today import Today

        look, on = (self.language, self.chosen.four_colours), self.header.turn_tutor_on
        return self._dressed(Today(self.rulebook, *look, turn_on=on))

    def progress(self) -> Progress:
        """The map of what is known, and the learner's own notes."""
        from canasta_tutor.widgets.progress import Progress

        look, on = (self.language, self.chosen.four_colours), self.header.turn_tutor_on
        return self._dressed(Progress(self.rulebook, *look, turn_on=on))

    def end(self) -> LessonEnd:
        """How far the learner is with this lesson, and the next door."""
        from canasta_tutor.widgets.ending import LessonEnd

        return LessonEnd(int(self.name[:2]), self.listening, self.chosen.four_colours)

    def _dressed(self, widget: W) -> W:
        """A widget of this lesson: its cards change their colours when the learner wishes."""
        self.header.dress(widget)
        return widget

    # --- rulings --------------------------------------------------------------------------------

    def ruling(self, position: Position, move: str) -> Ruling:
        """What a referee says of a move: yes with what follows, or no with the rule and its source."""
        return Ruling(position.deal, move, self.language, position.note)

    def steps(self, position: Position, move: str, hidden: int = 0) -> Steps:
        """A lay-down as a worked example in steps; the last ``hidden`` ones wait to be asked for."""
        ruling = self.ruling(position, move)
        return self._steps(laid_in_steps(ruling), position, hidden)

    def worth(self, cards: str, hidden: int = 0) -> Steps:
        """What cards are worth at this table, in steps: a meld or canasta, or cards of any rank."""
        position = self.position(phase="over", hand="", melds_us=[cards])
        sheet = score(position.deal)[position.deal.side]
        return self._steps(counted_in_steps(sheet, self.language), position, hidden)

    def values(self, cards: str) -> Steps:
        """What cards of any ranks are worth together at this table."""
        position = self.position(hand=cards)
        laid = read_cards(cards)
        return self._steps([Step(f"{added(laid, position.deal.table)}.", laid)], position, 0)

    def _steps(self, steps: Iterable[Step], position: Position, hidden: int) -> Steps:
        table, colours = position.deal.table, self.chosen.four_colours
        return Steps(steps, table, self.language, hidden, colours, position.note)

    def compare(self, position: Position, move: str) -> Page:
        """The same cards and the same move at all five tables."""
        rows = [self._row(Rulebook.load(name), position, move) for name in TABLES]
        return table_of(rows, "compare", self.language)

    def five_tables(self, position: Position, move: str = "") -> FiveTables:
        """The same cards and move at all five tables, guessed first; without a move, what they bring."""
        from canasta_tutor.widgets.five_tables import FiveTables

        colours = self.chosen.four_colours
        return self._dressed(FiveTables(position.at, move, self.language, colours))

    def rule(self, path: str) -> RuleText:
        """What a rule says at this table, and how we know."""
        return RuleText(self.rulebook, path, self.language)

    def rule_everywhere(self, path: str) -> Page:
        """What a rule says at each of the five tables."""
        rows = []
        for name in TABLES:
            book = Rulebook.load(name)
            said = rule_sentence(book, path, self.language)
            rows.append(
                Row(book.title[self.language], "", said, source_marker(book, path, self.language))
            )
        return table_of(rows, path, self.language)

    def _row(self, rulebook: Rulebook, position: Position, move: str) -> Row:
        title, language = rulebook.title[self.language], self.language
        try:
            deal, judged = read_line(position.at(rulebook), move)
            objections = deal.objections(judged)
        except NotationError:
            return Row(title, say("no_such", language), "", "")
        except IllegalMove as refused:
            objections = refused.objections
        if not objections:
            return Row(title, say("yes", language), "", "")
        first = objections[0]
        marker = source_marker(first.table, first.rule, language)
        return Row(title, say("no", language), objection_text(first, language), marker)

    def _deal(self, position: Position | None, fields: dict[str, Any]) -> Deal:
        return (position or self.position(**fields)).deal

    def _opened(self) -> Rulebook:
        """This table, where any first lay-down is dear enough: for trying melds."""
        return self.rulebook.with_rules({"initial.minimum": ((float("-inf"), 0),)})

    @cached_property
    def listening(self) -> Listening:
        """The tutor that hears the answers of this lesson."""
        from canasta_tutor.tutor.listening import Listening

        return Listening(self.rulebook, self.language)

    # --- itself ---------------------------------------------------------------------------------

    @cached_property
    def header(self) -> LessonHeader:
        """The lesson's first line: its place in the course, the table, the look of the cards."""
        from canasta_tutor.widgets.header import LessonHeader

        return LessonHeader(
            self.name, self.language, self.rulebook, self.chosen, self.fixed, self._problem
        )

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.header._repr_mimebundle_(**options)

    def __repr__(self) -> str:
        return repr(self.header)


def _fields(fields: dict[str, Any]) -> dict[str, Any]:
    """``melds_us=…`` becomes ``{"melds": {"us": …}}``, as positions are written."""
    named: dict[str, Any] = {}
    for key, value in fields.items():
        group = next((one for one in _GROUPED if key.startswith(f"{one}_")), "")
        if group:
            named.setdefault(group, {})[key.removeprefix(f"{group}_")] = value
        else:
            named[key] = value
    return named
