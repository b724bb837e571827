"""A deal that the learner sets up: cards are turned and put where they go, red threes are laid."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from canasta_tutor.cards import Cards
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.exercises.spoken import SILENT
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.seating import capital
from canasta_tutor.setup import SettingUp, shuffle
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, CardWidget, short
from canasta_tutor.widgets.board import Board, Json
from canasta_tutor.widgets.faces import back_svg
from canasta_tutor.widgets.scenes import Scenes
from canasta_tutor.widgets.words import card_name, say_cards
from canasta_tutor.wording import rule_name, rule_sentence, source_marker, source_sentence

PLACES: Final = ("pile", "stock_bottom", "cutter")
"""Where a turned card may be put; each table knows which of them is right."""

_STOCK: Final = 62
"""How wide the stock is in the still picture."""


class Dealing(CardWidget):
    """The cards as they are dealt, up to the first turn: each step is the learner's, and ruled on.

    ``now`` is what lies where; ``refused`` the rule against the last step, or nothing.

    >>> dealing = Dealing(Rulebook.load("classic"), seed=9)
    >>> dealing.turn(), dealing.put("stock_bottom"), dealing.put("pile"), dealing
    ('', 'deal.upcard_refused', '', Dealing(classic, 4 players, deal 9; pile 1, stock 63, red threes 0))
    """

    _esm = join("cards.js", "drag.js", "flights.js", "board.js", "dealing.js")
    _css = join("cards.css", "table.css", "dealing.css")

    def __init__(
        self,
        rulebook: Rulebook,
        players: int = 4,
        seed: int = 0,
        language: str = "en",
        four_colour: bool = False,
    ) -> None:
        self.rulebook = rulebook
        self.players = players if players in rulebook.players else rulebook.players[0]
        self.seed = seed
        super().__init__(language, four_colour)
        self.now: SettingUp
        self.laid: list[Cards]
        self.shown: bool
        """Whether a turned card lies open and must be put somewhere."""
        self.open: bool
        """Whether the hands have been picked up."""
        self._deal_anew()
        self._refresh()

    # --- the steps ------------------------------------------------------------------------------

    def turn(self) -> str:
        """Turn the next card of the stock; it lies open until it is put somewhere."""
        if self.shown:
            return self._first_place()
        if self.now.next == "lay" or (self.now.threes_first and not self.open):
            return self._refuse(self._text("not_yet"), "deal.order")
        if self.now.next != "turn":
            return self._go_on("")
        self.shown = True
        return self._tell("where", card=self._card_name())

    def put(self, place: str) -> str:
        """Put the turned card onto the pile, under the stock, or into the hand of who cut."""
        if not self.shown:
            return self._tell("turn_first")
        card, now = self._card_name(), self.now
        if place != now.goes_to:
            rule = "deal.upcard_refused" if now.accepted or place == "pile" else "deal.refused_go"
            return self._refuse(self._text("not_there", card=card), rule)
        self.shown = False
        self.now = now.turn()
        if now.accepted:
            return self._go_on(self._text("began", card=card))
        grown = [
            seat for seat, hand in enumerate(now.hands) if len(self.now.hands[seat]) > len(hand)
        ]
        told = {"pile": "stays", "stock_bottom": "sank"}.get(place, "kept")
        return self._tell(told, card=card, who="".join(map(self._who, grown)))

    def pick_up(self) -> str:
        """Pick up all hands: here they lie open from then on."""
        if self.shown:
            return self._first_place()
        if self.now.next == "turn" and not self.now.threes_first:
            return self._refuse(self._text("not_yet"), "deal.order")
        self.open = True
        return self._go_on("")

    def lay(self, seat: int, place: int) -> str:
        """Lay a red three of a hand; the next card of the stock takes its place."""
        now, card = self.now, self.now.hands[seat][place]
        if now.table["threes.red_laid"] != "at_once":
            return self._refuse(self._text("kept_here"), "threes.red_laid")
        if self.shown:
            return self._first_place()
        if now.next != "lay":
            return self._refuse(self._text("not_yet"), "deal.order")
        if seat != now.holder:
            rule = "deal.first" if now.holder == self._first() else "deal.direction"
            return self._refuse(self._text("other_first", who=self._who(now.holder)), rule)
        self.now = now.lay(card)
        self.laid[seat] = (*self.laid[seat], card)
        facts = {"card": card_name(card, self.language)}
        if not now.stock:
            return self._go_on(self._text("not_replaced", **facts))
        facts["new"] = card_name(now.stock[-1], self.language)
        return self._go_on(self._text("replaced", **facts))

    def _deal_anew(self) -> None:
        """The cards of this seed, face down."""
        self.now = shuffle(self.rulebook, self.players, self.seed)
        self.shown = self.open = False
        self.laid = [()] * self.now.table.seats

    # --- what is said ---------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return capital(
            fill(texts(self.language)["dealing"][key], self.language, facts, self._table)
        )

    @property
    def _table(self) -> Table:
        return self.now.table

    def _tell(self, key: str, **facts: Any) -> str:
        self.say(self._text(key, **facts))
        return ""

    def _refuse(self, found: str, rule: str) -> str:
        """Say what was found, the rule's sentence and where it is written; the rule is the answer."""
        said = f"{rule_name(rule, self.language, self._table)}: "
        said += f"{rule_sentence(self._table, rule, self.language)} "
        said += source_marker(self._table, rule, self.language)
        ours = self._table.source(rule).standing in SILENT
        states = source_sentence(self._table, rule, self.language) if ours else ""
        self._message = {"kind": "refusal", "text": f"{found} {said}", "states": states}
        return rule

    def _first_place(self) -> str:
        return self._tell("first_place", card=self._card_name())

    def _go_on(self, done: str) -> str:
        """Say what was done and what comes next."""
        if self.now.next == "lay" and self.open:
            then = "" if done and self._reds_out() else self._find()
        elif self.now.next == "turn":
            then = self._text("turn_now")
        elif not self.open:
            then = self._text("pick_up_now")
        else:
            then = self._ready()
        self.say(f"{done} {then}".strip())
        return ""

    def _reds_out(self) -> bool:
        return any(self.laid)

    def _find(self) -> str:
        return self._text("find", who=self._who(self.now.holder))

    def _ready(self) -> str:
        first = self._first()
        key = "ready_you" if first == self.now.dealer else "ready"
        said = self._text(key, who=self._who(first))
        held = any(card.is_red_three for hand in self.now.hands for card in hand)
        if held and self._table["threes.red_laid"] != "at_once":
            said += " " + rule_sentence(self._table, "threes.red_laid", self.language)
        return said

    def _first(self) -> int:
        return self._table.next_seat(self.now.dealer)

    def _who(self, seat: int | None) -> str:
        if seat is None or seat == self.now.dealer:
            seat = self.now.dealer
        return self._board().inside(seat)

    def _card_name(self) -> str:
        return card_name(self.now.turned, self.language)

    # --- what the learner does ------------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        if kind == "turn":
            self.turn()
        elif kind == "put":
            self.put(str(intent["place"]))
        elif kind == "pick_up":
            self.pick_up()
        elif kind == "lay":
            self.lay(int(intent["seat"]), int(intent["place"]))
        else:
            if kind == "players" and int(intent["players"]) in self.rulebook.players:
                self.players = int(intent["players"])
            elif kind == "another":
                self.seed += 1
            self._deal_anew()
            self._tell("new_deal")
        self._refresh()

    # --- what it shows --------------------------------------------------------------------------

    def _board(self) -> Board:
        return Board(self.now.deal().view(self.now.dealer), self.language)

    def counters(self) -> list[Json]:
        """The three counters, and how many cards each hand is dealt."""
        now = self.now
        counts = {
            "stock": len(now.stock) - self.shown,
            "pile": len(now.pile),
            "red_threes": sum(map(len, now.red_threes)),
            "cards_each": now.table["deal.hand"],
        }
        return [{"text": self._text(key), "count": count} for key, count in counts.items()]

    def _refresh(self) -> None:
        now, board = self.now, self._board()
        seen = [*now.pile, *(card for laid in self.laid for card in laid)]
        seen += [now.turned] if self.shown else []
        seen += [card for hand in now.hands for card in hand] if self.open else []
        self._shown = {
            "language": self.language,
            "ask": self._text("ask"),
            "label": self._text("players"),
            "counts": list(self.rulebook.players),
            "players": self.players,
            "sides": rule_sentence(self._table, "players.sides", self.language),
            "seed": self._text("seed", seed=self.seed),
            "counters": self.counters(),
            "steps": [self._step(step, step) for step in ("turn", "pick_up")],
            "places": [self._step(place, f"to_{place}") for place in PLACES],
            "shown": {"text": now.turned.text, "name": self._card_name()} if self.shown else None,
            "pile": board.pile(),
            "hands": [self._hand(board, seat) for seat in range(now.table.seats)],
            "again": self._text("again"),
            "another": self._text("another"),
            "faces": self._faces(seen),
            "back": back_svg(),
            "words": self._words(),
            "patience": PATIENCE,
        }

    def _step(self, step: str, key: str) -> Json:
        return {"step": step, "text": self._text(key), "timely": step in self._timely()}

    def _timely(self) -> tuple[str, ...]:
        """The buttons that are of use now; the others say why not yet."""
        if self.shown:
            return PLACES
        if self.now.next == "turn" and (self.open or not self.now.threes_first):
            return ("turn",)
        return () if self.open else ("pick_up",)

    def _hand(self, board: Board, seat: int) -> Json:
        """A hand as it lies: backs until it is picked up, then its cards; red threes can be pressed."""
        hand, who = self.now.hands[seat], board.seat_name(seat)
        facts = {"who": who, "n": len(hand), "cards": say_cards(hand, self.language)}
        laid = self.laid[seat]
        cards = [
            {
                "text": card.text,
                "lay": self._text("lay", card=card_name(card, self.language), who=who)
                if card.is_red_three
                else "",
            }
            for card in hand
        ]
        return {
            "name": who,
            "holds": self._text("holds", n=len(hand)),
            "cards": cards if self.open else [],
            "backs": 0 if self.open else len(hand),
            "label": self._text("open" if self.open else "face_down", **facts),
            "laid": [card.text for card in laid],
            "laid_name": self._text("laid", cards=say_cards(laid, self.language)) if laid else "",
        }

    def still_html(self) -> str:
        """What is asked, the counters, and the stock face down."""
        counted = " · ".join(f"{one['text']}: {one['count']}" for one in self.counters())
        title = f"{self._text('seed', seed=self.seed)} · {self._text('players')}: {self.players}"
        lines = (self._text("ask"), f"{title} · {counted}")
        said = "".join(f"<p>{escape(line)}</p>" for line in lines)
        return said + Scenes(self.four_colour).stock(self._board().stock()["name"], _STOCK)

    def __repr__(self) -> str:
        now, reds = self.now, sum(map(len, self.now.red_threes))
        where = f"{self.rulebook.id}, {self.players} players, deal {self.seed}"
        counted = f"pile {len(now.pile)}, stock {len(now.stock)}, red threes {reds}"
        return short(f"Dealing({where}; {counted})")
