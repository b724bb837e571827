"""What the hand and the table share in Python: a stable text and picture, and safe answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final
from weakref import WeakSet

import anywidget
import traitlets

from canasta_tutor.cards import SUITS, Card
from canasta_tutor.errors import CanastaError
from canasta_tutor.widgets.faces import card_svg
from canasta_tutor.widgets.words import card_name, template, ui

PATIENCE: Final = 6000
"""Milliseconds without an answer after which a widget says that it is not connected."""
TEXT_LIMIT: Final = 109
"""A longer text form would be cut off by the notebook."""


class CardWidget(anywidget.AnyWidget):
    """A widget that draws itself as text and as a still picture, and never fails in silence."""

    SHARED_WORDS: ClassVar[tuple[str, ...]] = (
        *("not_connected", "enter", "keys", "hand", "clear", "by_rank", "by_suit", "four_colours"),
        *("highlighted", "new_card"),
    )

    _shown = traitlets.Dict().tag(sync=True)
    _message = traitlets.Dict().tag(sync=True)
    _answered = traitlets.Int(0).tag(sync=True)

    large = traitlets.Bool(False).tag(sync=True)
    """Cards, words and buttons grow, for a projector."""

    language: str
    four_colour: bool

    def __init__(self, language: str, four_colour: bool, **traits: Any) -> None:
        self.language = language
        self.four_colour = four_colour
        super().__init__(**{"large": _Room.large, **traits})
        _Room.shown.add(self)
        self.on_msg(self._hear)

    # --- what the learner does -----------------------------------------------------------------

    def _hear(self, widget: object, intent: Mapping[str, Any], buffers: object) -> None:
        """Answer one intent."""
        with self.hold_sync():
            self.safely(lambda: self._answer(intent))
            self._answered = max(self._answered, int(intent.get("n", 0)))

    def safely(self, does: Callable[[], None]) -> None:
        """Do something for the learner; whatever goes wrong is shown, since nobody would see it elsewhere."""
        with self.hold_sync():
            try:
                does()
            except (
                Exception
            ) as error:  # shown in the widget: a callback has nowhere else to show it
                self.say(ui("fault", self.language, error=_fault(error)), "fault")

    def _answer(self, intent: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def _display(self, intent: Mapping[str, Any]) -> None:
        self.four_colour = bool(intent["four_colour"])
        self._refresh()

    def say(self, text: str, kind: str = "note") -> None:
        """Show a message under the cards: a ``note``, ``refusal``, ``unreadable`` or ``fault``."""
        self._message = {"kind": kind, "text": text}

    # --- what it shows -------------------------------------------------------------------------

    def _refresh(self) -> None:
        raise NotImplementedError

    def _words(self, *keys: str) -> dict[str, str]:
        return {key: template(key, self.language) for key in (*self.SHARED_WORDS, *keys)}

    def _faces(self, cards: Iterable[Card]) -> dict[str, str]:
        return {card.text: card_svg(card, "", self.four_colour) for card in sorted(set(cards))}

    def still_html(self) -> str:
        """The picture that stands in a notebook that does not run."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[Any, Any], dict[Any, Any]] | None:
        """The live widget, and beside it the same as text and as a still picture."""
        data, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        return {**data, "text/plain": repr(self), "text/html": self.still_html()}, metadata


class _Room:
    """All that is shown in this session of the notebook: a projector shows all of it alike."""

    shown: ClassVar[WeakSet[CardWidget]] = WeakSet()
    large: ClassVar[bool] = False


def show_large(large: bool = True) -> None:
    """Large cards in every widget of the notebook, those still to come too; or no longer."""
    _Room.large = large
    for widget in list(_Room.shown):
        widget.large = large


def _fault(error: Exception) -> str:
    return str(error) if isinstance(error, CanastaError) else f"{type(error).__name__}: {error}"


def hand_json(cards: Iterable[Card], language: str) -> list[dict[str, Any]]:
    """Cards as the script draws them: which picture, and what it is called."""
    return [{"text": card.text, "name": card_name(card, language)} for card in cards]


def orders(cards: Iterable[Card]) -> dict[str, list[int]]:
    """The positions of the cards sorted by rank and sorted by suit."""
    places = list(enumerate(cards))

    def positions(key: Callable[[Card], tuple[int, ...]]) -> list[int]:
        return [place for place, card in sorted(places, key=lambda pair: (*key(pair[1]), pair[0]))]

    return {
        "rank": positions(lambda card: (card.order,)),
        "suit": positions(lambda card: (_suit_place(card), card.order)),
    }


def _suit_place(card: Card) -> int:
    """Jokers and twos first, then spades, hearts, clubs, diamonds: the colours take turns."""
    return -1 if card.is_wild else _SUIT_ORDER.index(card.suit)


_SUIT_ORDER: Final = (SUITS[0], SUITS[1], SUITS[3], SUITS[2])


def short(text: str) -> str:
    """A text cut so that a notebook shows it whole."""
    return text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT - 1] + "…"
