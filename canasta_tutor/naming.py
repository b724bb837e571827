"""What words, cards, ranks, seats, sides and rulebooks are called in a language."""

from __future__ import annotations

from canasta_tutor.cards import JOKER, Card
from canasta_tutor.catalogue import fill, join, spoken, texts
from canasta_tutor.errors import RulebookError, nearest
from canasta_tutor.rulebook import Rulebook, Table

Rules = Table | Rulebook
"""Whose rules: a rulebook's, or those of its table for one number of players."""


def word(key: str, language: str, rulebook: Rulebook | None = None) -> str:
    """The neutral word for a thing, with the table's own word in brackets where it has another.

    >>> word("pile", "es"), word("pile", "es", Rulebook.load("family"))
    ('pozo', 'pozo (basura)')
    """
    neutral = texts(language).noun(key)
    if neutral is None:
        known = texts(language)["words"]
        raise RulebookError(
            f"found no such word; expected one of {', '.join(known)}{nearest(key, known)}",
            f"texts/{language}.toml",
            key,
        )
    own = rulebook.words[language].get(key, neutral.one) if rulebook else neutral.one
    return neutral.one if own == neutral.one else f"{neutral.one} ({own})"


def card_name(card: Card, language: str, rulebook: Rulebook | None = None) -> str:
    """A card as it is said.

    >>> card_name(Card("K", "♥"), "en"), card_name(Card("2", "♣"), "es"), card_name(Card("★"), "es")
    ('king of hearts', 'dos de tréboles', 'joker')
    """
    if card.rank == JOKER:
        return str(spoken("joker", language, rulebook))
    found = texts(language)
    facts = {"rank": found.rank(card.rank), "suit": found["suits"][card.suit]}
    return fill(found["pieces"]["card_name"], language, facts)


def rank_name(
    rank: str, language: str, several: bool = True, rulebook: Rulebook | None = None
) -> str:
    """A rank as it is said of the cards of a meld; threes are black threes, ``★`` any wild card.

    >>> rank_name("Q", "es"), rank_name("Q", "es", several=False)
    ('reinas', 'reina')
    """
    return fill("{rank:many}" if several else "{rank}", language, {"rank": rank}, rulebook)


def seat_name(seat: int, language: str) -> str:
    """A seat by its number, counted from 1."""
    return fill(texts(language)["seats"]["player"], language, {"n": seat + 1})


def side_name(table: Table, side: int, language: str) -> str:
    """A side by its number and its players, counted from 1."""
    members = [str(seat + 1) for seat in table.members[side]]
    key = "alone" if len(members) == 1 else "side_of"
    facts = {"n": side + 1, "players": join(members, language)}
    return fill(texts(language)["seats"][key], language, facts, table)


def area_name(area: str, language: str) -> str:
    """The heading of a part of the rules: Melds, The pile."""
    return str(texts(language)["areas"][area])


def rulebook_name(rulebook: Rulebook, language: str) -> str:
    """What a rulebook is called in a source marker: one word or two; a table of one's own by its title."""
    if rulebook.named:
        return rulebook.title[language]
    base = rulebook.base()
    return str(texts(language)["rulebooks"].get(base.id, base.id))


def rulebook_of(rules: Rules) -> Rulebook:
    """The rulebook to which a table belongs, or the rulebook itself."""
    return rules.rulebook if isinstance(rules, Table) else rules
