"""Number (what does this come to?) and order (what comes first?)."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from math import factorial
from typing import Any

from canasta_tutor.deal import Deal
from canasta_tutor.errors import IllegalMove, nearest
from canasta_tutor.exercises.answers import minus, read_number
from canasta_tutor.exercises.questions import MANY, Question
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.moves import read_move
from canasta_tutor.objections import Objections

_MOST_OPTIONS = 7


class Number(Question):
    """What does this come to? The engine has counted it."""

    def prepare(self) -> None:
        self.asked = self.given("number", str)
        self.number = self.ask(lambda: self.asker.number(self.asked), "answer", "number")

    def choices(self, part: str) -> int:
        return MANY

    def differs_by(self, part: str, answer: str) -> int | None:
        number = read_number(answer)
        return None if number is None else number - self.number

    def right(self) -> list[str]:
        return [str(self.number)]

    def wrong(self) -> list[str]:
        near = [self.number + step for step in (-10, -5, -1, 1, 5, 10)]
        return list(dict.fromkeys([*self.option_ids(), *map(str, [*near, -self.number or 7])]))

    def _judge(self, answer: str, language: str) -> Verdict:
        number = read_number(answer)
        if number is None:
            return self.unreadable("number", answer, language)
        if number == self.number:
            return self.correct(language)
        found = self.phrase("number.not_that", language, number=minus(number))
        return self.incorrect(self.reason(str(number), language) or found, found=found)

    def solution(self, language: str) -> tuple[str, ...]:
        return (f"**{minus(self.number)}**",)

    def controls(self, language: str) -> dict[str, Any]:
        return {"type": "number"}

    def verify(self) -> None:
        super().verify()
        typed = self.typed_key("is")
        if typed is not None and (type(typed) is not int or typed != self.number):
            raise self.differs("is", typed, self.number)
        for id in self.option_ids():
            if read_number(id) is None:
                raise self.source.wrong_at(
                    f"found option ({id}); expected a wrong number", self.option_line(id)
                )
            if read_number(id) == self.number:
                raise self.source.wrong_at(
                    f"found option ({id}), which is right at {self.id}; expected wrong numbers",
                    self.option_line(id),
                )
        self.must_have_reasons(self.option_ids())


class Order(Question):
    """What comes first? Every order that holds is right."""

    plain_labels = True

    def prepare(self) -> None:
        self.ids = self.option_ids()
        self.by = self.given("by", str, "given")
        ways = ("moves", "value", "-value", "given")
        if self.by not in ways:
            raise self.wrong_key(
                f"found {self.by!r}; expected one of {', '.join(ways)}", "answer", "by"
            )
        if not 2 < len(self.ids) <= _MOST_OPTIONS:
            raise self.source.wrong_at(
                f"found {len(self.ids)} options; expected 3 to {_MOST_OPTIONS} to put in order",
                self.half("en").line,
            )
        self.values: dict[str, int] = {}
        self.typed = self.names("order")
        if self.by == "given":
            if sorted(self.typed or []) != sorted(self.ids):
                raise self.wrong_key(
                    f"found {self.typed}; expected every option once", "answer", "order"
                )
        else:
            self._ask_each()
        self.orders = [
            order for order in permutations(self.ids) if self._first_fault(order) is None
        ]

    def settle(self) -> None:
        if not self.orders:
            raise self.wrong_key(
                f"found no order in which they can be played at {self.id}; expected one", "options"
            )
        if len(self.orders) > len(self.ids) * 4:
            raise self.wrong_key("found far too many right orders; expected few", "options")

    def _ask_each(self) -> None:
        for id in self.ids:
            asked = self.exercise.options.get(id)
            if not isinstance(asked, str):
                what = "a move" if self.by == "moves" else "a quantity"
                guess = nearest(id, self.exercise.options)
                raise self.wrong_key(
                    f"found {asked!r} for ({id}); expected {what}{guess}", "options", id
                )
            if self.by != "moves":
                self.values[id] = self.ask(partial(self.asker.number, asked), "options", id)

    def _first_fault(self, order: tuple[str, ...]) -> tuple[int, Objections] | None:
        """The first place that is wrong, and what the engine has against it."""
        if self.by == "moves":
            deal: Deal = self.asker.deal
            for place, id in enumerate(order):
                read = partial(read_move, self.exercise.options[id], deal.hand)
                move = self.ask(read, "options", id)
                try:
                    deal = deal.play(move)
                except IllegalMove as error:
                    return place, error.objections
            return None
        if self.by == "given":
            wanted = self.typed or []
            return next(
                ((place, ()) for place, id in enumerate(order) if id != wanted[place]), None
            )
        sign = -1 if self.by == "-value" else 1
        values = [sign * self.values[id] for id in order]
        best = sorted(values, reverse=True)
        return next(((place, ()) for place, one in enumerate(values) if one != best[place]), None)

    def choices(self, part: str) -> int:
        return factorial(len(self.ids))

    def right(self) -> list[str]:
        return [" ".join(order) for order in self.orders]

    def wrong(self) -> list[str]:
        first = list(self.orders[0])
        swapped = [
            (*first[:at], first[at + 1], first[at], *first[at + 2 :])
            for at in range(len(first) - 1)
        ]
        return [
            " ".join(order)
            for order in (*swapped, tuple(reversed(first)))
            if order not in self.orders
        ]

    def _judge(self, answer: str, language: str) -> Verdict:
        order = tuple(answer.replace(",", " ").split())
        if sorted(order) != sorted(self.ids):
            return self.unreadable("order", answer, language)
        fault = self._first_fault(order)
        if fault is None:
            if order == self.orders[0] or self.by == "value":
                return self.correct(language)
            return self.other(language, self._written(self.orders[0], language))
        place, objections = fault
        id = order[place]
        reason = self.reason(id, language) or "\n\n".join(
            self.objection_words(objections, language)
        )
        if self.values and not self.reason(id, language):
            reason = self.phrase("order.value", language, number=minus(self.values[id]))
        label = self.label(id, language)
        parts = dict.fromkeys(order[:place], "right") | {id: "wrong"}
        look = self.phrase("order.look", language, place=place + 1, what=f"*{label}*")
        say = (f"{look} {reason}".strip(),)
        return (
            self.partly(*say, parts=parts, found=look)
            if place
            else Verdict("incorrect", say, self.deciding, parts, look)
        )

    def _written(self, order: tuple[str, ...], language: str) -> str:
        return " → ".join(self.label(id, language) for id in order)

    def solution(self, language: str) -> tuple[str, ...]:
        lines = [
            f"{place}. {self.label(id, language)}" for place, id in enumerate(self.orders[0], 1)
        ]
        return ("\n".join(lines),)

    def controls(self, language: str) -> dict[str, Any]:
        shown = list(self.ids)
        if tuple(shown) in self.orders:  # not in the right order to begin with
            shown = [*shown[1:], shown[0]]
        options = [{"id": id, "label": self.label(id, language)} for id in shown]
        return {"type": "order", "options": options}

    def verify(self) -> None:
        super().verify()
        if self.by != "given" and self.typed is not None and tuple(self.typed) not in self.orders:
            raise self.differs("order", " ".join(self.typed), " ".join(self.orders[0]))
        if self.by == "given":
            self.must_have_reasons(self.ids)
