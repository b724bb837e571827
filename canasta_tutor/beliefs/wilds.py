"""Which cards are wild, as somebody sees them who believes otherwise."""

from __future__ import annotations

from functools import cache

from canasta_tutor.cards import Card, Cards
from canasta_tutor.moves import Group, LayDown, Move, TakePile
from canasta_tutor.rulebook import Table


class SeenCard(Card):
    """A card that somebody takes for a wild one, or for a natural one. It is the same card as before.

    >>> two = seen_card(Card("2", "♥"), wilds=("joker",))
    >>> two == Card("2", "♥"), two.is_wild
    (True, False)
    """

    __slots__ = ()

    def __new__(cls, card: Card, wild: bool) -> SeenCard:
        seen = object.__new__(cls)
        for name in Card.__slots__:
            setattr(seen, name, getattr(card, name))
        seen.is_wild = wild
        return seen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.text == other.text

    def __hash__(self) -> int:
        return hash(Card(self.rank, self.suit))


@cache
def seen_card(card: Card, wilds: tuple[str, ...]) -> Card:
    """A card as it looks where these classes of card are believed to be wild."""
    plain, wild = Card(card.rank, card.suit), card.is_any(wilds)
    return plain if wild == plain.is_wild else SeenCard(plain, wild)


def as_seen(cards: Cards, table: Table) -> Cards:
    """Cards as they look at this table. Rule: deck.wilds."""
    wilds = table["deck.wilds"]
    return tuple(seen_card(card, wilds) for card in cards)


def move_as_seen(move: Move, table: Table) -> Move:
    """A lay-down with its cards as they look at this table; threes by themselves stay what they are."""
    if not isinstance(move, LayDown | TakePile):
        return move
    groups = tuple(_group(group, table) for group in move.groups)
    same = all(
        a is b
        for old, new in zip(move.groups, groups, strict=True)
        for a, b in zip(old.cards, new.cards, strict=True)
    )
    return move if same else type(move)(groups)


def _group(group: Group, table: Table) -> Group:
    threes = bool(group.cards) and all(card.rank == "3" for card in group.cards)
    return group if threes else Group(as_seen(group.cards, table), group.to)
