"""Every lay-down that a hand allows with so many cards: the fewest that do it, or the most that go down.

Of cards that count the same it makes no difference which are laid, so each way is told once: which melds, and how
many naturals, twos and jokers in each.

    >>> from canasta_tutor.notation import read_position
    >>> from canasta_tutor.rulebook import Rulebook
    >>> data = {"position": {"phase": "play", "hand": "K♠ K♥ K♦ K♣ 2♦ 9♣ 5♦"}}
    >>> deal = read_position(data, Rulebook.load("classic"))
    >>> [str(move) for move in with_fewest(deal, lambda move: not deal.objections(move))]
    ['lay K♠ K♥ K♦ 2♦']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from canasta_tutor.cards import JOKER, Card
from canasta_tutor.deal import Deal
from canasta_tutor.laying import sound_melds
from canasta_tutor.legal_layings import SortedHand, points_to_lay
from canasta_tutor.moves import Group, LayDown

Right = Callable[[LayDown], bool]
"""Whether a lay-down is legal and does what is wanted."""
_Part = tuple[str, int, int, int]
"""Cards for one meld: where they go, and how many naturals, twos and jokers."""


def with_fewest(deal: Deal, right: Right) -> list[LayDown]:
    """The right lay-downs that use the fewest cards; none where nothing is right."""
    return _first(deal, right, range(1, len(deal.hand) + 1))


def with_most(deal: Deal, right: Right) -> list[LayDown]:
    """The right lay-downs that use the most cards; none where nothing is right."""
    return _first(deal, right, range(len(deal.hand), 0, -1))


def _first(deal: Deal, right: Right, sizes: Iterable[int]) -> list[LayDown]:
    hand = _Hand(deal)
    for size in sizes:
        if found := [move for move in hand.lay_downs(size) if right(move)]:
            return found
    return []


@dataclass(frozen=True, slots=True)
class _Way:
    """What may become of the cards of a rank: one meld of them, or several."""

    rank: str
    parts: tuple[_Part, ...]
    size: int
    twos: int
    jokers: int
    points: int


class _Hand:
    """A hand, and for each rank the ways in which its cards may be laid, as far as that rank decides."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        held = SortedHand(deal.hand)
        self.cards: dict[str, list[Card]] = {**held.ranks}
        if held.black:
            self.cards["3"] = held.black
        self.twos = [card for card in held.wilds if card.rank != JOKER]
        self.jokers = [card for card in held.wilds if card.rank == JOKER]
        lying = [meld.rank for meld in deal.melds[deal.side]]
        ranks = dict.fromkeys((*self.cards, *lying, JOKER))
        self.ways = [ways for rank in ranks if (ways := self._ways(rank, lying.count(rank)))]
        self.ways.sort(key=len)

    def lay_downs(self, size: int) -> Iterator[LayDown]:
        """Lay-downs of so many cards in which every meld is sound; no first one that is clearly not worth enough."""
        opened = bool(self.deal.melds[self.deal.side])
        needed = 0 if opened or self._may_be_free(size) else points_to_lay(self.deal)
        for ways in self._chosen(0, size, len(self.twos), len(self.jokers)):
            if sum(way.points for way in ways) >= needed:
                yield LayDown(tuple(self._groups(ways)))

    def _may_be_free(self, size: int) -> bool:
        """Whether something else than the points of the cards may make up for them: a canasta, or going out."""
        return size >= min(len(self.deal.hand) - 1, int(self.deal.table["canasta.size"]))

    def _chosen(self, at: int, size: int, twos: int, jokers: int) -> Iterator[tuple[_Way, ...]]:
        """Every choice of ways, of so many cards together, with no more wild cards than there are."""
        if not size:
            yield ()
            return
        if at == len(self.ways):
            return
        for way in self.ways[at]:
            if way.size <= size and way.twos <= twos and way.jokers <= jokers:
                left = self._chosen(at + 1, size - way.size, twos - way.twos, jokers - way.jokers)
                for ways in left:
                    yield (way, *ways)
        yield from self._chosen(at + 1, size, twos, jokers)

    # --- one rank -------------------------------------------------------------------------------

    def _ways(self, rank: str, lying: int) -> list[_Way]:
        """What may become of a rank, of which so many melds lie there."""
        held = len(self.cards.get(rank, ()))
        places = [self._parts(rank, to) for to in self._places(rank, lying)]
        found = []
        for parts in product(*([None, *some] for some in places)):
            laid = tuple(part for part in parts if part is not None)
            naturals = sum(part[1] for part in laid)
            twos, jokers = sum(part[2] for part in laid), sum(part[3] for part in laid)
            if laid and naturals <= held and twos <= len(self.twos) and jokers <= len(self.jokers):
                points = self._points(rank, naturals, twos, jokers)
                size = naturals + twos + jokers
                found.append(_Way(rank, laid, size, twos, jokers, points))
        return found

    def _places(self, rank: str, lying: int) -> list[str]:
        """Where cards of the rank may go: onto the melds that lie there, or apart."""
        there = [rank] if lying == 1 else [f"{rank}#{number + 1}" for number in range(lying)]
        return [*(there or [""]), *(["new"] if self._another(rank) else [])]

    def _another(self, rank: str) -> bool:
        """Whether there may be another meld of the rank beside the one that is there first. Rule: meld.per_rank."""
        table, policy = self.deal.table, self.deal.table["meld.per_rank"]
        cards = sum(meld.size for meld in self.deal.melds[self.deal.side] if meld.rank == rank)
        cards += len(self.cards.get(rank, ())) + len(self.twos) + len(self.jokers)
        first = table["canasta.size"] if policy == "after_canasta" else table["meld.min_cards"]
        return policy != "one" and cards >= int(first) + int(table["meld.min_cards"])

    def _parts(self, rank: str, to: str) -> list[_Part]:
        """Cards with which the meld at this place is sound, by what a referee says of melds."""
        naturals = range(len(self.cards.get(rank, ())) + 1)
        twos, jokers = range(len(self.twos) + 1), range(len(self.jokers) + 1)
        sound: dict[tuple[int, int], bool] = {}
        found = []
        for count, two, joker in product(naturals, twos, jokers):
            if not (count or ((two or joker) and (to or rank == JOKER))):
                continue
            key = count, two + joker
            if key not in sound:
                group = self._group(rank, (to, count, two, joker), 0, 0, 0)
                sound[key] = not sound_melds(self.deal, LayDown((group,)))
            if sound[key]:
                found.append((to, count, two, joker))
        return found

    def _points(self, rank: str, naturals: int, twos: int, jokers: int) -> int:
        laid = [*self.cards.get(rank, ())[:naturals], *self.twos[:twos], *self.jokers[:jokers]]
        return sum(self.deal.table.card_values[card] for card in laid)

    # --- the cards ------------------------------------------------------------------------------

    def _groups(self, ways: Iterable[_Way]) -> Iterator[Group]:
        twos = jokers = 0
        for way in ways:
            naturals = 0
            for part in way.parts:
                yield self._group(way.rank, part, naturals, twos, jokers)
                naturals, twos, jokers = naturals + part[1], twos + part[2], jokers + part[3]

    def _group(self, rank: str, part: _Part, naturals: int, twos: int, jokers: int) -> Group:
        """The cards of one meld, where so many of each kind have gone before."""
        to, count, two, joker = part
        own = self.cards.get(rank, [])[naturals : naturals + count]
        wilds = (*self.twos[twos : twos + two], *self.jokers[jokers : jokers + joker])
        return Group((*own, *wilds), to)
