"""Reading the fields of a position or a set-up into a deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from canasta_tutor.cards import Cards, write_cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import NotationError
from canasta_tutor.field_reader import FieldReader
from canasta_tutor.laying import Laid, meld_faults
from canasta_tutor.melds import Meld, is_canasta
from canasta_tutor.setup import SettingUp, exact_cutter, set_up
from canasta_tutor.turns import Outcome, Turn

_PHASES: Final = ("draw", "play", "answer", "over")


class PositionReader(FieldReader):
    """Reads a ``[position]`` or a ``[setup]`` into a deal."""

    # --- a position -----------------------------------------------------------------------------

    def position(self) -> Deal:
        table = self.table
        phase = self._word("phase", _PHASES, "draw")
        if phase != "over" and "hand" not in self.block:
            raise NotationError(
                f"{self.name}.hand: found none; expected the cards of the player to move"
            )
        melds = self._name_melds()
        self._name_hands()
        reds = self._by_side("red_threes")
        for side, text in reds.items():
            self._name(f"red_threes.{side}", text)
        for field in ("pile", "stock_top", "out_of_play"):
            self._name(field, self.block.get(field, ""))
        self._take_named()
        laid = self._melds(melds)
        red_threes = tuple(self.cards.get(f"red_threes.{side}", ()) for side in range(table.sides))
        for cards in red_threes:
            if not all(card.is_red_three for card in cards):
                raise self._wrong("red_threes", write_cards(cards), "red threes only")
        hands = self._hands(0 if phase == "over" else table["deal.hand"])
        stock, aside = self._stock()
        seat = self.mover
        deal = Deal(
            table,
            seat,
            hands,
            phase=phase,
            melds=laid,
            red_threes=red_threes,
            pile=self.cards["pile"],
            upcards=self._number("upcards", 0, len(self.cards["pile"]), 0),
            stock=stock,
            aside=aside,
            scores=self._scores(),
            dealer=self._seat(self.block.get("dealer", table.seats), "dealer"),
            cut_seat=self._cut_seat(),
            turn=self._turn(phase, laid),
            melded=self._melded(laid),
            taken=frozenset(self._side(name, "taken") for name in self._list("taken")),
            outcome=self._outcome(phase),
        )
        if phase == "play" and not hands[seat]:
            raise self._wrong("hand", "no cards", 'some cards, or phase = "over"')
        return deal

    def _list(self, field: str) -> list[Any]:
        value = self.block.get(field, [])
        if not isinstance(value, list):
            raise self._wrong(field, value, "a list")
        return value

    def _name_melds(self) -> dict[int, list[tuple[str, bool]]]:
        found: dict[int, list[tuple[str, bool]]] = {}
        for side, texts in self._by_side("melds").items():
            texts = [texts] if isinstance(texts, str) else texts
            if not isinstance(texts, list):
                raise self._wrong(
                    "melds", texts, 'a list of melds, such as ["K♠ K♥ 2♦", "Q×7 hand"]'
                )
            for text in texts:
                if not isinstance(text, str):
                    raise self._wrong("melds", text, "a meld in quotes")
                field = f"melds.{side}.{len(found.setdefault(side, []))}"
                plain = text.removesuffix("hand")
                self._name(field, plain)
                found[side].append((field, plain != text))
        return found

    def _melds(self, named: dict[int, list[tuple[str, bool]]]) -> tuple[tuple[Meld, ...], ...]:
        melds: list[tuple[Meld, ...]] = []
        for side in range(self.table.sides):
            own: list[Meld] = []
            for field, from_hand in named.get(side, []):
                meld = Meld(self.cards[field], from_hand)
                text = write_cards(meld.cards)
                if from_hand and not is_canasta(meld, self.table):
                    raise self._wrong(
                        "melds", text, "a whole canasta where it says that it came from the hand"
                    )
                one = Laid(meld.cards, None, meld, 0)
                for fault in meld_faults(self.table, one, 2):
                    if fault.rule not in ("threes.black_meld",):
                        raise self._wrong(
                            "melds", text, f"a meld that this table allows ({fault.rule})"
                        )
                own.append(meld)
            melds.append(tuple(own))
        return tuple(melds)

    def _stock(self) -> tuple[Cards, Cards]:
        """The stock, top card last, and the cards that are out of play in this position."""
        top = self.cards["stock_top"]
        out = self.cards["out_of_play"]
        left = len(self.rest)
        count = self.block.get("stock", len(top) + left)
        if type(count) is not int or not len(top) <= count <= len(top) + left:
            raise self._wrong(
                "stock", count, f"a number of cards from {len(top)} to {len(top) + left}"
            )
        (below,) = self._fill({"stock": count - len(top)})
        aside = (*out, *self.rest)
        return (*below, *reversed(top)), aside

    def _scores(self) -> tuple[int, ...]:
        given = self._by_side("scores")
        for value in given.values():
            if type(value) is not int:
                raise self._wrong("scores", value, "a whole number of points")
        return tuple(given.get(side, 0) for side in range(self.table.sides))

    def _cut_seat(self) -> int | None:
        """With an exact cut written down, the seat whose cut it was. Rule: deal.cut_bonus."""
        if "cut" not in self.block:
            return None
        cut = self._number("cut", 1, len(self.table.deck) - 1, 1)
        dealer = self._seat(self.block.get("dealer", self.table.seats), "dealer")
        return exact_cutter(self.table, dealer, cut)

    def _turn(self, phase: str, laid: tuple[tuple[Meld, ...], ...]) -> Turn:
        own = len(laid[self.table.side_of[self.mover]])
        drew = self._word(
            "drew", ("", "stock", "pile"), "" if phase in ("draw", "over") else "stock"
        )
        return Turn(
            drew=drew,
            laid=self._flag("laid"),
            fed=self._flag("fed"),
            completed=self._flag("completed"),
            answer=self._word("asked", ("", "yes", "no"), ""),
            red_threes=self._number("reds_this_turn", 0, 8, 0),
            melds_before=self._number("melds_before", 0, own, 0 if phase == "draw" else own),
        )

    def _melded(self, laid: tuple[tuple[Meld, ...], ...]) -> frozenset[int]:
        if "melded" in self.block:
            return frozenset(self._seat(name, "melded") for name in self._list("melded"))
        members = [self.table.members[side] for side, melds in enumerate(laid) if melds]
        return frozenset(seat for side in members for seat in side)

    def _outcome(self, phase: str) -> Outcome | None:
        if "out" in self.block and phase != "over":
            raise self._wrong("out", self.block["out"], 'phase = "over" with it')
        if phase != "over":
            return None
        if "out" not in self.block:
            return Outcome("stock")
        concealed = self._flag("concealed")
        if concealed and self.table["going_out.concealed_bonus"] == "none":
            raise self._wrong("concealed", concealed, "false: this table knows no concealed exit")
        return Outcome("out", self._seat(self.block["out"], "out"), concealed)

    # --- a set-up -------------------------------------------------------------------------------

    def set_up(self, begin: Callable[[SettingUp], SettingUp]) -> Deal:
        table, size = self.table, self.table["deal.hand"]
        self._name_hands()
        stock = self.block.get("stock", "")
        self._name("stock", stock)
        self._take_named()
        for field, cards in self.cards.items():
            if field != "stock" and len(cards) > size:
                raise self._wrong(
                    field, f"{len(cards)} cards", f"at most {size}: this table deals so many"
                )
        hands = list(self._hands(size, exact=True))
        for seat, hand in enumerate(hands):
            if len(hand) < size:
                (more,) = self._fill({f"hand{seat}": size - len(hand)}, red_threes=False)
                hands[seat] = (*hand, *more)
        (rest,) = self._fill({"stock": len(self.rest)})
        named = tuple(reversed(self.cards["stock"]))
        shown_below = table["deal.upcard_from"] == "cut"
        pack = (*self.cards["stock"], *rest) if shown_below else (*rest, *named)
        cut = self._number("cut", 1, len(table.deck) - 1, 1) if "cut" in self.block else None
        dealer = self._seat(self.block.get("dealer", table.seats), "dealer")
        return set_up(
            table, tuple(hands), pack, dealer, cut=cut, scores=self._scores(), begin=begin
        )
