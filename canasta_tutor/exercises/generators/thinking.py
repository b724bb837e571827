"""What somebody may think of laying: the shortest lay-down that is worth enough, or the longest, by these limits or others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from canasta_tutor.cards import Card, write_cards
from canasta_tutor.legal_layings import SortedHand, sound
from canasta_tutor.rulebook import Table

Way = tuple[str, int, int]
"""A rank, and how many naturals and wild cards of the hand go to it."""
Ways = tuple[Way, ...]
Limits = Mapping[str, Any]
"""What is asked of a meld, by the rule."""


@dataclass(frozen=True)
class Held:
    """A hand as it is looked through: the naturals of each rank, the wild cards, the cheapest first; and what lies there."""

    ranks: Mapping[str, Sequence[Card]]
    wilds: Sequence[Card]
    values: Mapping[Card, int]
    lying: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Of each meld of one's side its naturals and wild cards."""

    @classmethod
    def of(
        cls,
        cards: Sequence[Card],
        table: Table,
        lying: Mapping[str, tuple[int, int]] | None = None,
    ) -> Self:
        """The hand at a table."""
        values = table.card_values
        wilds = sorted((card for card in cards if card.is_wild), key=lambda card: values[card])
        return cls(SortedHand(tuple(cards)).ranks, wilds, values, lying or {})

    def ways(self, limits: Limits) -> list[list[Way]]:
        """For each rank what these limits let go down."""
        found = []
        for rank in dict.fromkeys((*self.ranks, *self.lying)):
            naturals, wilds = self.lying.get(rank, (0, 0))
            if not limits["canasta.extend"] and naturals + wilds >= limits["canasta.size"]:
                continue
            least = 0 if rank in self.lying else 1
            some = [
                (rank, own, more)
                for own in range(least, len(self.ranks.get(rank, ())) + 1)
                for more in range(len(self.wilds) + 1)
                if own + more and sound(limits, naturals + own, wilds + more)
            ]
            if some:
                found.append(some)
        return found

    def of_size(self, ways: list[list[Way]], size: int) -> Iterator[Ways]:
        """Every choice of ways that lays so many cards."""
        most = [max(own + more for _, own, more in some) for some in ways]
        left = [sum(most[at:]) for at in range(len(ways) + 1)]

        def chosen(at: int, size: int, wilds: int) -> Iterator[Ways]:
            if not size:
                yield ()
            elif size <= left[at]:
                for way in ways[at]:
                    if way[1] + way[2] <= size and way[2] <= wilds:
                        for more in chosen(at + 1, size - way[1] - way[2], wilds - way[2]):
                            yield (way, *more)
                yield from chosen(at + 1, size, wilds)

        return chosen(0, size, len(self.wilds))

    def worth(self, ways: Ways) -> int:
        """What such a lay-down is worth, with the dearest wild cards."""
        return self.own_worth(ways) + sum(self.values[card] for card in self._wilds(ways, True))

    def own_worth(self, ways: Ways) -> int:
        """What its naturals are worth."""
        return sum(self.values[self.ranks[rank][0]] * own for rank, own, _ in ways if own)

    def _wilds(self, ways: Ways, dear: bool) -> Sequence[Card]:
        used = sum(more for _, _, more in ways)
        return self.wilds[len(self.wilds) - used :] if dear else self.wilds[:used]

    def first(self, limits: Limits, sizes: Iterable[int], enough: Callable[[Ways], bool]) -> Ways:
        """The first lay-down by these limits that is enough, where the numbers of cards are tried in this order."""
        ways = self.ways(limits)
        return next((one for size in sizes for one in self.of_size(ways, size) if enough(one)), ())

    def shortest(self, limits: Limits, price: int) -> Ways:
        """The lay-down of the fewest cards that is worth so much; nothing where none is."""
        return self.first(limits, self.sizes, lambda ways: self.worth(ways) >= price)

    @property
    def sizes(self) -> range:
        """How many cards may be laid where one is thrown and one kept, the fewest first."""
        return range(2, sum(map(len, self.ranks.values())) + len(self.wilds) - 1)

    def written(self, ways: Ways, price: int = 0) -> str:
        """The lay-down as a move is written, with the cheapest wild cards, or with the dearest where the price asks for it."""
        cheap = self._wilds(ways, False)
        enough = self.own_worth(ways) + sum(self.values[card] for card in cheap) >= price
        wilds = list(cheap if enough else self._wilds(ways, True))
        groups = []
        for rank, own, more in ways:
            cards = [*self.ranks.get(rank, ())[:own], *wilds[:more]]
            del wilds[:more]
            groups.append(
                f"{rank}: {write_cards(cards)}" if rank in self.lying else write_cards(cards)
            )
        return f"lay {', '.join(groups)}"


def size_of(ways: Ways) -> int:
    """How many cards are laid."""
    return sum(own + more for _, own, more in ways)


def others(held: Held, limits: Limits) -> Iterator[tuple[Held, Limits]]:
    """What else somebody may believe to be asked of a meld."""
    free = {**limits, "meld.max_wilds": "any", "canasta.wilds": "any"}
    yield held, {**limits, "meld.min_cards": 2}
    for naturals in (1, 2, 3):
        yield held, {**limits, "meld.min_naturals": naturals}
    yield held, {**limits, "meld.max_wilds": 1}
    yield held, {**free, "meld.wilds_per_natural": "free"}
    yield held, {**free, "meld.wilds_per_natural": "at_most"}
    yield held, {**limits, "meld.wilds_per_natural": "at_most"}
    single = {rank: list(dict.fromkeys(cards)) for rank, cards in held.ranks.items()}
    yield replace(held, ranks=single), limits  # as if two equal cards could not lie together
