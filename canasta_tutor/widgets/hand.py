"""A hand of cards on the page that answers to a press, to the keyboard and to typed cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import traitlets

from canasta_tutor.cards import Card, Cards, Named, name_cards, read_cards, write_cards
from canasta_tutor.errors import NotationError
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, hand_json, orders, short
from canasta_tutor.widgets.faces import hand_html
from canasta_tutor.widgets.words import ui


class CardHand(CardWidget):
    """Cards to choose from. ``chosen`` are the chosen cards, ``selected`` their positions.

    ``choose`` is how many may be chosen: any number (None), one, or so many. With ``on_submit`` there
    is a button that hands over the chosen cards. A typed card does what a press does.

    >>> hand = CardHand("K♠ K♠ 2♦", choose=2)
    >>> hand.selected = [0, 2]
    >>> hand.chosen, hand
    ((K♠, 2♦), CardHand(K♠ K♠ 2♦))
    """

    _esm = join("cards.js", "choosing.js", "hand.js")
    _css = join("cards.css", "fan.css", "hand.css")

    selected = traitlets.List(traitlets.Int()).tag(sync=True)
    lit = traitlets.List(traitlets.Int()).tag(sync=True)
    """Positions of the cards that a hint points out; the others are dimmed."""

    def __init__(
        self,
        cards: str | Iterable[Card],
        language: str = "en",
        choose: int | None = None,
        four_colour: bool = False,
        prompt: str = "",
        on_submit: Callable[[Cards], object] | None = None,
        submit: str = "",
    ) -> None:
        self.cards = read_cards(cards)
        self.choose = choose
        self.prompt = prompt
        self._on_submit = on_submit
        self._submit = submit
        super().__init__(language, four_colour)
        self._refresh()

    @traitlets.validate("selected", "lit")
    def _positions(self, proposal: Any) -> list[int]:
        known = range(len(self.cards))
        wrong = [place for place in proposal["value"] if place not in known]
        if wrong:
            raise traitlets.TraitError(
                f"selected: found position {wrong[0]}; expected 0 to {len(self.cards) - 1}"
            )
        return list(dict.fromkeys(proposal["value"]))

    @property
    def chosen(self) -> Cards:
        """The chosen cards, as they lie in the hand."""
        return tuple(self.cards[place] for place in sorted(self.selected))

    def show(self, cards: str | Iterable[Card]) -> None:
        """Put other cards into the hand; nothing is chosen then."""
        with self.hold_sync():
            self.selected, self.lit = [], []
            self.cards = read_cards(cards)
            self.say("")
            self._refresh()

    # --- what the learner does -----------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        if intent["intent"] == "selected":
            self.say("")
        elif intent["intent"] == "text":
            self._type(str(intent["text"]))
        elif intent["intent"] == "display":
            self._display(intent)
        elif intent["intent"] == "submit":
            typed = str(intent.get("text", ""))
            if not typed or self._type(typed):
                self._hand_over()

    def _type(self, text: str) -> bool:
        """Choose typed cards; what cannot be is said."""
        try:
            named = name_cards(text)
        except NotationError:
            self.say(ui("unreadable", self.language, text=text), "unreadable")
            return False
        found, missing = find_cards(named, self.cards)
        if missing:
            names = " ".join(map(str, missing))
            self.say(ui("not_in_hand", self.language, names=names), "unreadable")
        elif self.choose and len(found) > self.choose:
            self._count(len(found))
        else:
            self.selected = found
            self.say("")
            return True
        return False

    def _count(self, count: int) -> None:
        self.say(ui("choose_exactly", self.language, n=self.choose, chosen=count), "note")

    def _hand_over(self) -> None:
        if self.choose and len(self.selected) != self.choose:
            self._count(len(self.selected))
            return
        self.say("")
        if self._on_submit is not None:
            self._on_submit(self.chosen)

    # --- what it shows -------------------------------------------------------------------------

    def _refresh(self) -> None:
        self._shown = {
            "language": self.language,
            "cards": hand_json(self.cards, self.language),
            "orders": orders(self.cards),
            "faces": self._faces(self.cards),
            "four_colour": self.four_colour,
            "choose": self.choose or 0,
            "prompt": self.prompt,
            "submits": (self._submit or ui("submit", self.language)) if self._on_submit else "",
            "words": self._words("chosen", "chosen_of", "type_cards", "type_cards_hint"),
            "patience": PATIENCE,
        }

    def still_html(self) -> str:
        """The cards side by side."""
        return hand_html(sorted(self.cards), self.language, self.four_colour)

    def __repr__(self) -> str:
        return short(f"CardHand({write_cards(self.cards)})")


def find_cards(named: Sequence[Named], cards: Sequence[Card]) -> tuple[list[int], list[Named]]:
    """The positions of the named cards in a hand, each used once, and the names that are not there.

    Cards named with their suits come first, so that a bare rank does not take them.

    >>> find_cards(name_cards("K K♠ 2"), read_cards("K♠ K♥ 9♣"))
    ([0, 1], ['2'])
    """
    left = dict(enumerate(cards))
    missing: list[Named] = []
    found: list[int] = []
    for name in sorted(named, key=lambda name: isinstance(name, str)):
        for place, card in left.items():
            if card == name or card.rank == name:
                found.append(place)
                del left[place]
                break
        else:
            missing.append(name)
    return sorted(found), missing
