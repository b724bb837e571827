"""A pile to throw cards on, and the lamps that show for whom it is closed, and how long."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from canasta_tutor.cards import Card, Cards, read_cards, write_cards
from canasta_tutor.catalogue import fill
from canasta_tutor.deal import Deal
from canasta_tutor.moves import Discard, Group, TakePile
from canasta_tutor.notation import read_position
from canasta_tutor.objections import Objections
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.rulings import may_be_thrown
from canasta_tutor.seating import capital
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, short
from canasta_tutor.widgets.board import Board
from canasta_tutor.widgets.faces import back_svg, hand_html
from canasta_tutor.widgets.words import card_name, ui, why

KINDS: Final = ("5♣ 5♥ 5♠ 5♦", "2♦ 2♣ 2♥ 2♠", "★", "3♣ 3♠", "3♦ 3♥")
"""What lies in the tray: for each kind the cards that are thrown one after another."""
MOST: Final = 14
"""The pile is not thrown higher than this."""

_OURS: Final = "Q Q Q"
_THEIRS: Final = ("6 6 6", "8 8 8", "10 10 10", "7 7 7", "4 4 4")

TEXTS: Final = {
    "en": {
        "ask": "Throw a card onto the {pile} and watch the lamps.",
        "throw": "Throw: {card}",
        "us": "We have melds",
        "them": "They have melds",
        "again": "Start again",
        "thrown": "{card} lies on top.",
        "taken": "The {pile} is taken with {cards}. What froze it has gone with it.",
        "open": "The {pile} is open for all.",
        "for_all": "for all",
        "full": "No more of these. Take the {pile}, or start again.",
        "empty": "There is no {pile} yet. Throw a card.",
        "side": "The melds on the table are others now.",
        "refused": "Not at this table.",
    },
    "es": {
        "ask": "Tira una carta {pile:al #|a la #} y mira las luces.",
        "throw": "Tirar: {card}",
        "us": "Nosotros ya bajamos",
        "them": "Ellos ya bajaron",
        "again": "Empezar de nuevo",
        "thrown": "Arriba queda {card}.",
        "taken": "Alguien se lleva {pile:el #|la #} con {cards}, y se va también lo que {pile:lo|la} congelaba.",
        "open": "{pile:El # está abierto|La # está abierta} para todos.",
        "for_all": "para todos",
        "full": "De estas ya no hay más. Llévate {pile:el #|la #}, o empieza de nuevo.",
        "empty": "Todavía no hay {pile}. Tira una carta.",
        "side": "Han cambiado las combinaciones de la mesa.",
        "refused": "En esta mesa no.",
    },
}
"""The playground's own few words; the lamps' and the rules' come from the catalogue."""


class Freezer(CardWidget):
    """A pile, a tray of cards to throw on it, and what the engine says of it for each side.

    >>> freezer = Freezer(Rulebook.load("classic"), "9♣ J♠")
    >>> freezer.throw("2♦"), freezer.throw("5♣")
    ((), ())
    >>> freezer.deal.freeze(0).by, freezer
    ((2♦,), Freezer(classic; pile 9♣ J♠ 2♦ 5♣))
    >>> [objection.rule for objection in freezer.throw("3♦")]
    ['threes.red_discard']
    """

    _esm = join("cards.js", "board.js", "freezer.js")
    _css = join("cards.css", "table.css", "freezer.css")

    def __init__(
        self,
        rulebook: Rulebook,
        pile: str = "",
        language: str = "en",
        four_colour: bool = False,
    ) -> None:
        # The minimum is a matter of its own: here any pair that takes the pile is enough.
        self.rulebook = rulebook
        self._played = rulebook.with_rules({"initial.minimum": ((float("-inf"), 0),)})
        self._table = self._played.at(4 if 4 in self._played.players else self._played.players[0])
        self.begun = read_cards(pile)
        self.pile: Cards = self.begun
        self.melded = {"us": True, "them": True}
        super().__init__(language, four_colour)
        self._refresh()

    # --- the deal behind it ---------------------------------------------------------------------

    @property
    def deal(self) -> Deal:
        """The pile as the side to move meets it."""
        return self._deal("4 7", "draw")

    def _deal(self, hand: str, phase: str) -> Deal:
        melds: dict[str, list[str]] = {"us": [_OURS]} if self.melded["us"] else {}
        if self.melded["them"]:
            others = range(2, self._table.sides + 1)
            melds |= {str(seat): [cards] for seat, cards in zip(others, _THEIRS, strict=False)}
        position = {"hand": hand, "phase": phase, "pile": write_cards(self.pile), "melds": melds}
        return read_position({"position": position}, self._played)

    def throw(self, card: str) -> Objections:
        """Throw a card onto the pile, if the table allows it."""
        thrown = read_cards(card)[0]
        # Of the rulings on a discard only this one asks what kind of card it is.
        objections = may_be_thrown(self._deal("4 7", "play"), Discard(thrown))
        if not objections:
            self.pile = (*self.pile, thrown)
        self._tell(objections, "thrown", card=card_name(thrown, self.language))
        return objections

    def take(self) -> Objections:
        """Take the pile with two naturals of its top card's rank, if it can be taken at all."""
        if not self.pile:
            self.say(self._text("empty"))
            return ()
        pair = self._pair(self.pile[-1])
        objections = self._deal(f"{write_cards(pair)} 4 7", "draw").objections(
            TakePile((Group(pair),))
        )
        if not objections:
            self.pile = ()
        self._tell(objections, "taken", cards=write_cards(pair))
        return objections

    def _pair(self, top: Card) -> Cards:
        """Two more cards of the top card's rank that do not lie in the pile."""
        left = list(self.deal.table.deck)
        for card in self.pile:
            left.remove(card)
        same = [card for card in left if card.rank == top.rank]
        return tuple(same[:2])

    # --- what the learner does ------------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        if kind == "throw":
            self._thrown(int(intent["kind"]))
        elif kind == "take":
            self.take()
        elif kind == "side":
            side = str(intent["side"])
            self.melded[side] = not self.melded[side]
            self._tell((), "side")
        elif kind == "again":
            self.pile, self.melded = self.begun, {"us": True, "them": True}
            self.say("")
        self._refresh()

    def _thrown(self, kind: int) -> None:
        card = self._next(KINDS[kind])
        if card is None:
            self.say(self._text("full"))
        else:
            self.throw(card.text)

    def _next(self, kind: str) -> Card | None:
        """The next card of a kind, each in its turn; none when the pile is high enough."""
        cards = read_cards(kind)
        thrown = sum(card in cards for card in self.pile)
        left = len(self.pile) < MOST and thrown < 4
        return cards[thrown % len(cards)] if left else None

    # --- what it shows --------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return capital(fill(TEXTS[self.language][key], self.language, facts, self._table))

    def _tell(self, objections: Objections, key: str, **facts: Any) -> None:
        """Say what happened, or the rule that forbids it; then which lamps are lit."""
        if not objections:
            self.say(f"{self._text(key, **facts)} {self._lit()}")
            return
        found = why(objections[0], self.language)
        text = f"{self._text('refused')} {found['name']} {found['text']} {found['marker']}"
        self._message = {"kind": "refusal", "text": text, "states": found["states"]}

    def _lit(self) -> str:
        """The lamps that are lit, in words; once only where they are alike for everybody."""
        if not self.pile:
            return ""
        lamps = self._board().lamps()
        rows = [(row["name"], _lamps(row["cells"], lamps["columns"])) for row in lamps["rows"]]
        if len({lit for _, lit in rows}) == 1:
            rows = [(self._text("for_all"), rows[0][1])]
        said = [f"{capital(name)}: {lit}." for name, lit in rows if lit]
        return " ".join(said) or self._text("open")

    def _board(self) -> Board:
        deal = self.deal
        return Board(deal.view(deal.seat), self.language)

    def _refresh(self) -> None:
        board = self._board()
        table = board.table
        tray = [self._tray(number, kind) for number, kind in enumerate(KINDS)]
        shown = [*self.pile, *(card for card, _ in tray)]
        actions = [
            {"verb": verb, "text": ui(verb, self.language, table)} for verb in ("draw", "take")
        ]
        self._shown = {
            "language": self.language,
            "ask": self._text("ask"),
            "tray": [one for _, one in tray],
            "take": actions[1]["text"],
            "again": self._text("again"),
            "sides": [
                {"side": side, "text": self._text(side), "on": self.melded[side]}
                for side in ("us", "them")
            ],
            "stock": board.stock(),
            "pile": board.pile(),
            "lamps": board.lamps(),
            "actions": actions,
            "faces": self._faces(shown),
            "back": back_svg(),
            "words": self._words(),
            "patience": PATIENCE,
        }

    def _tray(self, number: int, kind: str) -> tuple[Card, dict[str, Any]]:
        card = self._next(kind)
        face = card or read_cards(kind)[0]
        name = self._text("throw", card=card_name(face, self.language))
        return face, {"kind": number, "text": face.text, "name": name, "left": card is not None}

    def still_html(self) -> str:
        """The pile, its lamps in words, and the tray."""
        tray = [card for card, _ in (self._tray(number, kind) for number, kind in enumerate(KINDS))]
        said = "".join(f"<p>{escape(text)}</p>" for text in (self._text("ask"), self._lit()))
        pictures = [
            hand_html(cards, self.language, self.four_colour) for cards in (tray, self.pile)
        ]
        return said + "".join(pictures)

    def __repr__(self) -> str:
        return short(f"Freezer({self.rulebook.id}; pile {write_cards(self.pile) or 'empty'})")


def _lamps(cells: list[dict[str, Any]], columns: list[str]) -> str:
    lit = [
        f"{cell['word']} {column} ({cell['because']})"
        for column, cell in zip(columns, cells, strict=True)
        if cell["lit"]
    ]
    return ", ".join(lit)
