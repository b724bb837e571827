"""The table as one seat sees it, already worded: what the script draws, and what is read aloud."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from canasta_tutor.cards import Card, Cards
from canasta_tutor.melds import Meld, is_canasta, kind
from canasta_tutor.seating import Seating, capital
from canasta_tutor.taking import Freeze
from canasta_tutor.view import View
from canasta_tutor.widgets.words import card_name, say_cards, ui

PILE_SHOWN: Final = 9
"""So many of the pile's upper cards lie open; the freezing ones always do."""

Json = dict[str, Any]


class Board(Seating):
    """What lies on the table, in a language: names, counts, melds, pile, lamps, whose turn."""

    def __init__(self, view: View, language: str) -> None:
        super().__init__(view.table, view.seat, language)
        self.view = view
        self.pairs = self.table.sides == 2
        self.order = [side for side in range(self.table.sides) if side != view.side] + [view.side]
        """The sides as they are shown: one's own last, nearest to one's hand."""

    def say(self, key: str, **facts: Any) -> str:
        """One of the widgets' texts, in this table's words."""
        return ui(key, self.language, self.table, **facts)

    def title(self) -> str:
        """The rulebook and the number of players."""
        return self.say(
            "title", title=self.view.rulebook.title[self.language], players=self.table.players
        )

    # --- who sits where ------------------------------------------------------------------------

    def others(self) -> list[Json]:
        """The other players, clockwise from one's own left."""
        view = self.view
        seats = [(view.seat + away) % self.table.seats for away in range(1, self.table.seats)]
        return [
            {
                "name": self.seat_name(seat),
                "count": view.counts[seat],
                "holds": self.say("holds", n=view.counts[seat]),
                "ours": self.table.side_of[seat] == view.side,
                "turn": seat == view.turn_of and not view.over,
            }
            for seat in seats
        ]

    # --- what lies before the sides ------------------------------------------------------------

    def sides(self) -> list[Json]:
        """Each side's score, red threes and melds."""
        return [self._side(side) for side in self.order]

    def _side(self, side: int) -> Json:
        view = self.view
        price = view.minimum(side)
        reds = view.red_threes[side]
        return {
            "name": self.side_name(side),
            "ours": side == view.side,
            "score": self.say("points", points=view.scores[side]),
            "price": self.say("first_price", points=price) if price else "",
            "reds": [card.text for card in reds],
            "reds_name": f"{capital(self.say('red_threes'))}: {say_cards(reds, self.language)}",
            "melds": [self._meld(side, number) for number in range(len(view.melds[side]))],
            "none": self.say("no_melds"),
        }

    def _meld(self, side: int, number: int) -> Json:
        melds = self.view.melds[side]
        meld, sort = melds[number], kind(melds[number], self.table)
        name = capital(self.meld_name(meld, say_cards(meld.cards, self.language)))
        same = [place for place, other in enumerate(melds) if other.rank == meld.rank]
        to = meld.rank if len(same) == 1 else f"{meld.rank}#{same.index(number) + 1}"
        return {
            "cards": [card.text for card in meld.cards],
            "canasta": sort,
            "kind": self.say(f"kinds.{sort}") if sort else "",
            "top": top_of(meld, sort).text,
            "count": meld.size,
            "name": name,
            "onto": self.say("onto", rank=meld.rank),
            "to": to if side == self.view.side else f"them {to}",
            "add": f"{name}. {self.say('add_here')}",
        }

    def meld_name(self, meld: Meld, cards: object) -> str:
        """A meld or canasta with its cards."""
        sort = kind(meld, self.table)
        facts = {"rank": meld.rank, "n": meld.size, "cards": cards}
        if is_canasta(meld, self.table):
            return self.say("canasta_name", kind=self.say(f"kinds.{sort}"), **facts)
        return self.say("meld_name", **facts)

    # --- pile and stock ------------------------------------------------------------------------

    def pile(self) -> Json:
        """The pile as a fan: its upper cards, and every card that freezes it, crosswise."""
        pile = self.view.pile
        across = crosswise(pile, self.view.freeze(self.view.side).by)
        shown = [
            place
            for place in range(len(pile))
            if place >= len(pile) - PILE_SHOWN or place in across
        ]
        hidden = len(pile) - len(shown)
        return {
            "cards": [{"text": pile[place].text, "across": place in across} for place in shown],
            "count": capital(self.say("pile_count", n=len(pile))),
            "under": self.say("pile_under", n=hidden) if hidden else "",
            "name": self.pile_name(),
        }

    def pile_name(self) -> str:
        """The pile from below to its top card, with the cards that lie crosswise."""
        pile = self.view.pile
        if not pile:
            return self.say("pile_empty")
        return capital(self.say("pile_name", n=len(pile), cards=self._pile_cards(card_name)))

    def _pile_cards(self, name: Any) -> str:
        across = crosswise(self.view.pile, self.view.freeze(self.view.side).by)
        return ", ".join(
            self.say("crosswise", card=name(card, self.language))
            if place in across
            else name(card, self.language)
            for place, card in enumerate(self.view.pile)
        )

    def stock(self) -> Json:
        """The stock with its count."""
        return {
            "count": self.view.stock_count,
            "name": capital(self.say("stock_count", n=self.view.stock_count)),
        }

    # --- the lamps -----------------------------------------------------------------------------

    def lamps(self) -> Json:
        """For whom the pile is blocked this turn, or frozen until it is taken."""
        until = "until_taken" if self.table["pile.frozen_until"] == "taken" else "until_covered"
        return {
            "caption": self.say("lamps"),
            "columns": [self.say("this_turn"), self.say(until)],
            "rows": [self._lamp_row(side) for side in reversed(self.order)],
        }

    def _lamp_row(self, side: int) -> Json:
        if self.pairs and self.table.seats > 2:
            name = self.say("for_us" if side == self.view.side else "for_them")
        else:
            name = self.side_name(side)
        return {"name": name, "cells": list(self._lamps(self.view.freeze(side)))}

    def _lamps(self, freeze: Freeze) -> tuple[Json, Json]:
        blocked = (
            self._lamp("lamp_blocked", str(freeze.blocked)) if freeze.blocked else self._lamp()
        )
        closed = freeze.needs == "nothing" and freeze.blocked is None
        word = "lamp_closed" if closed else "lamp_frozen"
        if freeze.by:
            return blocked, self._lamp(word, " ".join(card.text for card in freeze.by))
        if freeze.before_initial and self.view.pile:
            return blocked, self._lamp(word, self.say("because_initial"))
        return blocked, self._lamp()

    def _lamp(self, word: str = "lamp_off", because: str = "") -> Json:
        return {"lit": word != "lamp_off", "word": self.say(word), "because": because}

    # --- whose turn ----------------------------------------------------------------------------

    def status(self, stopped: bool = False) -> str:
        """Whose turn it is and what may come, or how the deal ended."""
        view = self.view
        if view.outcome is not None:
            return self._outcome(view.outcome.how, view.outcome.seat, view.outcome.concealed)
        if view.phase == "answer" and view.actor == view.seat:
            return self.say("to_answer")
        if view.turn_of != view.seat:
            key = "turn_ended" if stopped else "turn_of"
            return self.say(key, who=self.inside(view.turn_of))
        return self.say({"draw": "to_draw", "play": "to_play"}.get(view.phase, "partner_answers"))

    def _outcome(self, how: str, seat: int | None, concealed: bool) -> str:
        if how == "stock" or seat is None:
            return self.say("over_stock")
        key = "over_concealed" if concealed else "over_out"
        mine = seat == self.view.seat
        return self.say(f"{key}_you") if mine else self.say(key, who=self.inside(seat))


def top_of(meld: Meld, sort: str) -> Card:
    """The card on top of a closed canasta: red for a natural one, black for a mixed one.

    Rule: canasta.marker.
    """
    if sort not in ("natural", "mixed", "sevens"):
        return meld.cards[-1]
    red = sort != "mixed"
    naturals = [card for card in meld.cards if not card.is_wild]
    return next((card for card in naturals if card.is_red == red), naturals[0])


def crosswise(pile: Cards, freezing: Sequence[Card]) -> set[int]:
    """The places in the pile of the cards that freeze it. Rule: table.display."""
    left = Counter(freezing)
    places = set()
    for place in range(len(pile) - 1, -1, -1):
        if left[pile[place]]:
            left[pile[place]] -= 1
            places.add(place)
    return places


def board_text(view: View, language: str, stopped: bool = False) -> str:
    """The table as lines of text: the same that is drawn, for the eye and for the ear.

    >>> from canasta_tutor.notation import read_position
    >>> deal = read_position({"position": {"hand": "K♦ 9♣ 7♦", "pile": "5♣ 2♦ K♥", "stock": 30}})
    >>> print(board_text(deal.view(0), "en").splitlines()[1])
    Your turn: draw, or take the pile.
    """
    board = Board(view, language)
    say = board.say
    seats = ", ".join(f"{one['name']}: {one['holds']}" for one in board.others())
    lines = [
        board.title(),
        board.status(stopped),
        seats,
        f"{board.stock()['name']}. {_pile_line(board)}",
    ]
    lines.extend(_side_line(board, side) for side in reversed(board.order))
    for row in board.lamps()["rows"]:
        cells = zip(board.lamps()["columns"], row["cells"], strict=True)
        lamps = "; ".join(f"{column}: {_lamp_text(cell)}" for column, cell in cells)
        lines.append(f"{capital(say('pile'))} {row['name']}: {lamps}")
    lines.append(
        f"{say('hand')}, {say('holds', n=len(view.hand))}: {' '.join(map(str, view.hand))}"
    )
    return "\n".join(lines)


def _pile_line(board: Board) -> str:
    pile = board.view.pile
    across = crosswise(pile, board.view.freeze(board.view.side).by)
    if not pile:
        return board.say("pile_empty")
    cards = " ".join(
        f"({board.say('crosswise', card=card)})" if place in across else card.text
        for place, card in enumerate(pile)
    )
    return capital(board.say("pile_name", n=len(pile), cards=cards))


def _side_line(board: Board, side: int) -> str:
    view = board.view
    parts = [board.say("points", points=view.scores[side])]
    if view.minimum(side):
        parts.append(board.say("first_price", points=view.minimum(side)))
    if view.red_threes[side]:
        parts.append(f"{board.say('red_threes')} {' '.join(map(str, view.red_threes[side]))}")
    melds = [board.meld_name(meld, meld.cards) for meld in view.melds[side]]
    return (
        f"{board.side_name(side)}: {', '.join(parts)}; {'; '.join(melds) or board.say('no_melds')}"
    )


def _lamp_text(cell: Json) -> str:
    return f"{cell['word']} ({cell['because']})" if cell["because"] else str(cell["word"])
