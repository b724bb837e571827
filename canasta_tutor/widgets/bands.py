"""The price of the first lay-down: a score that moves a lamp over the bands, and cards that pay."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

import traitlets

from canasta_tutor.cards import Card, Cards, read_cards, write_cards
from canasta_tutor.deal import Deal
from canasta_tutor.moves import Group, LayDown, TakePile
from canasta_tutor.notation import read_position
from canasta_tutor.objections import Objection
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.widgets.assets import join
from canasta_tutor.widgets.base import PATIENCE, hand_json, orders, short
from canasta_tutor.widgets.choosing import table_of
from canasta_tutor.widgets.faces import hand_html
from canasta_tutor.widgets.hand import CardHand
from canasta_tutor.widgets.words import card_name, say_cards, template, ui, why
from canasta_tutor.wording import rule_name, source_marker

Json = dict[str, Any]

LEAST, MOST, STEP = -500, 4000, 5
"""The scores that the slider knows."""

_OPEN: Final = {"initial.minimum": ((float("-inf"), 0),)}
_CELL: Final = "text-align:left;padding:3px 18px 3px 0"


class Bands(CardHand):
    """A side's score before the deal, the price of its first lay-down, and cards that add up to it.

    ``pile`` are the cards of the pile, top card last: the top card can be pressed like one of the
    hand, the buried ones can't. A wild joins the shortest meld that is being laid.

    >>> bands = Bands(Rulebook.load("classic"), "A♠ A♥ A♦ 7♣ 6♣", score=1500)
    >>> bands.selected = [0, 1, 2]
    >>> bands.points, bands.needed, bands
    (60, 90, Bands(classic; score 1500; A♠ A♥ A♦ 7♣ 6♣))
    """

    _esm = join("cards.js", "choosing.js", "bands.js")
    _css = join("cards.css", "fan.css", "gauge.css", "choosing.css", "hand.css", "bands.css")

    score = traitlets.Int(0).tag(sync=True)
    """The side's score before the deal."""

    def __init__(
        self,
        rulebook: Rulebook,
        hand: str,
        pile: str = "",
        score: int = 0,
        language: str = "en",
        four_colour: bool = False,
    ) -> None:
        self.rulebook = rulebook
        self.table = table_of(rulebook)
        self.pile = read_cards(pile)
        self.held = read_cards(hand)
        self.counts_buried = False
        self.starts = [max(LEAST, start) for start, _ in self.table["initial.minimum"]]
        asked = ui("bands.ask", language)
        super().__init__((*self.held, *self.pile[-1:]), language, None, four_colour, asked)
        self.score = score
        self._refresh()

    # --- the deal behind it ---------------------------------------------------------------------

    def _deal(self, score: int, phase: str, rulebook: Rulebook | None = None) -> Deal:
        fields = {"hand": write_cards(self.held), "pile": write_cards(self.pile), "phase": phase}
        position = {"position": {**fields, "scores": {"us": score}}}
        return read_position(position, rulebook or self.rulebook)

    def _choice(self, score: int, rulebook: Rulebook | None = None) -> Deal:
        """The hand with the choice it has now: to take the pile, or to lay cards down after a draw."""
        return self._deal(score, "draw" if self._takes() else "play", rulebook)

    def _takes(self) -> bool:
        """Whether the top card of the pile is among the pressed ones."""
        return len(self.held) in self.selected

    @property
    def melds(self) -> list[Cards]:
        """The pressed cards of the hand as they are laid: by rank, the pile's top card's rank first."""
        naturals: dict[str, list[Card]] = {self.pile[-1].rank: []} if self._takes() else {}
        pressed = [self.held[place] for place in sorted(self.selected) if place < len(self.held)]
        for card in pressed:
            if not card.is_wild:
                naturals.setdefault(card.rank, []).append(card)
        melds = list(naturals.values())
        for card in (card for card in pressed if card.is_wild):
            if not melds:
                melds.append([])
            self._shortest(melds).append(card)
        return [tuple(meld) for meld in melds]

    def _shortest(self, melds: list[list[Card]]) -> list[Card]:
        return min(enumerate(melds), key=lambda one: len(one[1]) + self._with_top(one[0]))[1]

    def _with_top(self, place: int) -> bool:
        return place == 0 and self._takes()

    def _move(self) -> LayDown | TakePile | None:
        """What the pressed cards are meant for."""
        groups = tuple(map(Group, self.melds))
        if self._takes():
            return TakePile(groups)
        return LayDown(groups) if groups else None

    @property
    def points(self) -> int:
        """What the pressed cards count toward the minimum."""
        move = self._move()
        return self._choice(self.score).initial_points(move) if move else 0

    @property
    def needed(self) -> int:
        """The price of the first lay-down at this score."""
        deal = self._choice(self.score)
        return deal.minimum(deal.side)

    def refusal(self, score: int, rulebook: Rulebook | None = None) -> Objection | None:
        """The first rule against laying the pressed cards at a score; none where they may be laid."""
        move = self._move()
        objections = self._choice(score, rulebook).objections(move) if move else ()
        return next(iter(objections), None)

    def against_buried(self) -> Objection | None:
        """The rule that forbids to count the cards under the top card."""
        buried = self.pile[:-1]
        if not buried:
            return None
        joining = tuple(card for card in self.held if card.rank == self.pile[-1].rank)
        taking = TakePile((Group(joining), Group(buried)))
        return next(iter(self._deal(self.score, "draw").objections(taking)), None)

    # --- what the learner does ------------------------------------------------------------------

    def _answer(self, intent: Mapping[str, Any]) -> None:
        kind = intent["intent"]
        if kind == "score":
            self.score = min(max(LEAST, int(intent["score"])), MOST)
        elif kind == "buried":
            self.counts_buried = bool(intent["on"])
        else:
            super()._answer(intent)
        self._refresh()

    # --- what it shows --------------------------------------------------------------------------

    def _text(self, key: str, **facts: Any) -> str:
        return ui(f"bands.{key}", self.language, self.table, **facts)

    def _refresh(self) -> None:
        hand, top = self.cards[: len(self.held)], self.pile[-1:]
        wrong = self.refusal(0, self.rulebook.with_rules(_OPEN))
        self._shown = {
            "language": self.language,
            "prompt": self.prompt,
            "cards": hand_json(hand, self.language),
            "order": orders(hand)["rank"],
            "choose": 0,
            "faces": self._faces((*self.cards, *self.pile)),
            "rule": rule_name("initial.minimum", self.language),
            "marker": source_marker(self.table, "initial.minimum", self.language),
            "score": {"label": self._text("score"), "least": LEAST, "most": MOST, "step": STEP},
            "bands": [self._band(start) for start in self.starts],
            "melds": self._melds(),
            "note": why(wrong, self.language)["text"] if wrong else "",
            "pile": {
                "label": self._text("pile"),
                "place": len(self.held),
                "buried": [card.text for card in self.pile[:-1]],
                "under": self._text("under", cards=say_cards(self.pile[:-1], self.language)),
                "top": [card.text for card in top],
                "name": self._text("top", card=card_name(top[0], self.language)) if top else "",
            },
            "buried": self._buried(),
            "words": {
                **self._words("type_cards", "type_cards_hint"),
                "tray": ui("tray", self.language, self.table),
                "empty": self._text("empty"),
            },
            "patience": PATIENCE,
        }

    def _band(self, start: int) -> Json:
        """One band: where it begins, its price, and how far the pressed cards reach there."""
        deal, points = self._choice(start), self.points
        needed = deal.minimum(deal.side)
        reached = self._move() is not None and self.refusal(start) is None
        gap = ui("missing", self.language, missing=needed - points) if points < needed else ""
        return {
            "start": start,
            "from": str(start).replace("-", "−") if start > LEAST else "",
            "price": str(needed),
            "name": template("bands.at_score", self.language, price=needed),
            "sum": ui("sum_of", self.language, sum=points, needed=needed),
            "share": min(1, points / needed) if needed else 1,
            "reached": reached,
            "gap": ui("enough", self.language) if reached else gap,
            "with_buried": self._with_buried(points, needed),
        }

    def _with_buried(self, points: int, needed: int) -> str:
        more = sum(self.table.card_values[card] for card in self.pile[:-1])
        facts = {"points": points, "more": more, "sum": points + more, "needed": needed}
        return self._text("with_buried", **facts)

    def _melds(self) -> list[Json]:
        """The melds in the tray, the top card of the pile in its place, each with its value."""
        shown = []
        for place, meld in enumerate(self.melds):
            cards = (*meld, *self.pile[-1:]) if self._with_top(place) else meld
            points = sum(self.table.card_values[card] for card in cards)
            said = say_cards(cards, self.language)
            shown.append({"cards": [card.text for card in cards], "said": said, "points": points})
        return shown

    def _buried(self) -> Json:
        """The tick, and the rule that forbids what it asks for."""
        rule = self.against_buried()
        if rule is None:
            return {}
        return {
            "label": self._text("count_buried"),
            "on": self.counts_buried,
            **why(rule, self.language),
        }

    def still_html(self) -> str:
        """The bands as a small table, and the cards."""
        rows = "".join(
            f'<tr><td style="{_CELL}">{escape(self._named(start))}</td>'
            f'<td style="{_CELL}"><strong>{self._band(start)["price"]}</strong></td></tr>'
            for start in self.starts
        )
        head = escape(f"{self._shown['rule']} {self._shown['marker']}")
        pictures = [
            f"<p>{escape(label)}</p>{hand_html(cards, self.language, self.four_colour)}"
            for label, cards in ((self.prompt, sorted(self.held)), (self._text("pile"), self.pile))
            if cards
        ]
        return f"<p>{head}</p><table><tbody>{rows}</tbody></table>{''.join(pictures)}"

    def _named(self, start: int) -> str:
        if start > LEAST:
            return self._text("from", n=start)
        later = [one for one in self.starts if one > start]
        return self._text("below", n=later[0]) if later else self._text("any")

    def __repr__(self) -> str:
        cards = write_cards(self.held)
        return short(f"Bands({self.rulebook.id}; score {self.score}; {cards})")
