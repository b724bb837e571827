"""Each language's texts, and how a text takes its facts.

A text is a sentence with places: ``{points} laid, {needed} needed``. A place names a fact, a word
of the catalogue (``{pile}``) or a rule of the table (``{canasta.size}``). What follows a colon picks
a form; ``#`` stands for the number or the word itself:

- ``{n:no cards|one card|# cards}`` by number: none, one, more (of two forms: one, all others);
- ``{n:=canasta}`` the word counted: no canastas, one canasta, 3 canastas;
- ``{rank:many}`` the word for several: kings; ``{meld:a}`` with its article: a meld;
- ``{pile:el #|la #}`` by the word's gender: masculine, feminine;
- ``{cards:kinds}`` what the cards are: a two and a joker;
- ``{value:or}`` a list whose last members are joined by "or" instead of "and".

Texts lie in ``texts/en.toml`` and ``texts/es.toml``, with the same keys and the same facts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Final

from canasta_tutor.cards import JOKER, RANKS, Card, write_cards
from canasta_tutor.errors import CanastaError, nearest
from canasta_tutor.rulebook import LANGUAGES, Rulebook, Table
from canasta_tutor.rules import RULES


@dataclass(frozen=True, slots=True)
class Noun:
    """A word with the forms that a sentence may need."""

    one: str
    many: str
    a: str = ""
    gender: str = ""

    def __str__(self) -> str:
        return self.one


class Texts(dict[str, Any]):
    """One language's catalogue: its sections by name, such as ``texts("en")["areas"]["meld"]``."""

    def __init__(self, language: str, sections: Mapping[str, Any]) -> None:
        super().__init__(sections)
        self.language = language

    def noun(self, key: str) -> Noun | None:
        """The neutral word for a thing or a class of cards, if the catalogue has one."""
        found = self["words"].get(key) or self["classes"].get(key)
        return Noun(**found) if found else None

    def rank(self, rank: str) -> Noun:
        """The word for a rank; ``★`` is any wild card."""
        return Noun(**(self["words"]["wild"] if rank == JOKER else self["ranks"][rank]))

    def __repr__(self) -> str:
        return f"Texts({self.language})"


@cache
def texts(language: str) -> Texts:
    """The catalogue of a language, read once.

    >>> texts("es")["suits"]["♥"]
    'corazones'
    """
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise CanastaError(
            f"language: found {language!r}; expected one of {known}{nearest(str(language), LANGUAGES)}"
        )
    file = resources.files("canasta_tutor").joinpath("texts", f"{language}.toml")
    return Texts(language, tomllib.loads(file.read_text("utf-8")))


# --- a table's own words ------------------------------------------------------------------------


def spoken(key: str, language: str, rulebook: Rulebook | None) -> Noun | None:
    """The word used in sentences: the table's own where that is a short and clear name.

    A description (more than two words), a longer form of the neutral word, or a word that means
    two things at the table stays in the booklet; the sentence keeps the neutral word.

    >>> str(spoken("pile", "es", Rulebook.load("family")))
    'basura'
    """
    neutral = texts(language).noun(key)
    own = rulebook.words[language] if rulebook else {}
    word = own.get(key, "")
    parts = word.split()
    if neutral is None or not parts or word == neutral.one:
        return neutral
    clear = len(parts) <= 2 and neutral.one not in parts and list(own.values()).count(word) == 1
    return _own_noun(word, language) if clear else neutral


def _own_noun(word: str, language: str) -> Noun:
    """Guess the forms of a word that only a rulebook has, from its ending."""
    if language == "en":
        return Noun(word, f"{word}s", "an" if word[0] in "aeiou" else "a")
    first = word.split()[0]
    gender = "f" if first.endswith(("a", "ión")) or first == "mano" else "m"
    many = " ".join(map(_spanish_plural, word.split()))
    return Noun(word, many, "una" if gender == "f" else "un", gender)


def _spanish_plural(word: str) -> str:
    if word[-1] in "aeioué":
        return f"{word}s"
    plain = word[:-2] + word[-2:].translate(str.maketrans("áéíóú", "aeiou"))
    return f"{plain[:-1]}ces" if plain.endswith("z") else f"{plain}es"


def side_noun(language: str, rules: Table | Rulebook | None) -> Noun:
    """What a side is called where the players sit in this way: a pair, a team."""
    found = texts(language)
    if rules is None:
        return Noun(**found["words"]["side"])
    arrangement = rules["players.sides"]
    if isinstance(arrangement, Mapping):
        arrangement = arrangement.get(4) or next(iter(arrangement.values()))
    return Noun(**found["sides"][arrangement])


# --- filling in ---------------------------------------------------------------------------------


def fill(
    text: str,
    language: str,
    facts: Mapping[str, Any] | None = None,
    rules: Table | Rulebook | None = None,
) -> str:
    """The text with its facts filled in.

    >>> fill("{n:=canasta} of {rank:many}", "en", {"n": 2, "rank": "K"})
    '2 canastas of kings'
    """
    return _Filler(language, rules, facts or {}).vformat(text, (), facts or {})


def sentence(
    text: str,
    language: str,
    facts: Mapping[str, Any] | None = None,
    rules: Table | Rulebook | None = None,
) -> str:
    """The text filled in, with a capital letter at its beginning."""
    filled = fill(text, language, facts, rules)
    return filled[:1].upper() + filled[1:]


def clause(text: str) -> str:
    """A sentence as it stands behind a colon, with a small letter at its beginning.

    >>> clause("Each player is dealt 11 cards.")
    'each player is dealt 11 cards.'
    """
    return text[:1].lower() + text[1:]


def join(shown: Iterable[str], language: str, by: str = "and") -> str:
    """Several things in a row: one, two and three."""
    *rest, last = shown
    return _Filler(language, None, {}).piece(by, rest=", ".join(rest), last=last) if rest else last


_RANKS: Final = ("rank", "place", "source", "target")
"""The facts that name a rank, and so a word."""


class _Filler(Formatter):
    """Python's own template reader, with words, numbers, cards and lists shown as this file says."""

    def __init__(
        self, language: str, rules: Table | Rulebook | None, facts: Mapping[str, Any]
    ) -> None:
        self.texts = texts(language)
        self.rules = rules
        self.facts = facts

    def get_field(
        self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[Any, str]:
        if field_name in kwargs:
            fact = kwargs[field_name]
            named = field_name in _RANKS and isinstance(fact, str) and fact in RANKS
            return self.rank(fact) if named else fact, field_name
        if field_name in RULES and self.rules is not None:
            return self.rules[field_name], field_name
        found = self.word(field_name)
        if found is None:
            known = [*kwargs, *self.texts["words"]]
            raise CanastaError(
                f"texts: found no fact {field_name!r}; expected one of "
                f"{', '.join(kwargs) or 'none'}{nearest(field_name, known)}"
            )
        return found, field_name

    def word(self, key: str) -> Noun | None:
        if key == "side":
            return side_noun(self.texts.language, self.rules)
        rulebook = self.rules.rulebook if isinstance(self.rules, Table) else self.rules
        return spoken(key, self.texts.language, rulebook)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Noun):
            return _noun(value, format_spec)
        if isinstance(value, Card):
            value = (value,)
        if isinstance(value, tuple):
            return self.several(value, format_spec)
        if type(value) is int:
            return self.number(value, format_spec)
        return str(value)

    def rank(self, rank: str) -> Noun:
        """A rank as a meld has it: a meld of threes is one of black threes."""
        key = {JOKER: "wild", "3": "black_three"}.get(rank)
        return (self.word(key) if key else None) or self.texts.rank(rank)

    def number(self, value: int, spec: str) -> str:
        shown = str(value).replace("-", "−")
        if spec.startswith("="):
            piece = "none" if value == 0 else "one" if value == 1 else "some"
            key = spec[1:]
            noun = self.rank(self.facts[key]) if key in self.facts else self.word(key)
            return self.piece(piece, noun=noun, number=shown)
        forms = spec.split("|")
        if len(forms) == 2:
            forms = [forms[1], *forms]
        return forms[min(value, 2)].replace("#", shown) if len(forms) == 3 else shown

    def several(self, values: tuple[Any, ...], spec: str) -> str:
        if values and isinstance(values[0], tuple):
            return self.bands(values)
        if values and all(isinstance(value, Card) for value in values):
            if spec == "kinds":
                kinds = dict.fromkeys(map(self.kind, values))
                named = [self.piece("a_kind", a=kind.a, noun=kind) for kind in kinds]
                return join(named, self.texts.language)
            return write_cards(values)
        if not values:
            return str(self.texts["pieces"]["cards_none"])
        shown = []
        for value in values:
            noun = self.rank(value) if value in RANKS else self.word(str(value))
            shown.append(noun.many if noun else str(value))
        return join(shown, self.texts.language, spec or "and")

    def kind(self, card: Card) -> Noun:
        """What the card is, as far as the pile cares: a joker, a two, a red three, a king."""
        key = {JOKER: "joker", "3": "red_three" if card.is_red else "black_three"}.get(card.rank)
        return (self.word(key) if key else None) or self.texts.rank(card.rank)

    def bands(self, rows: tuple[tuple[float, int], ...]) -> str:
        """Rows of (score from which it holds, points) as one list: 15 below 0, 50 from 0."""
        if len(rows) == 1:
            return self.piece("band_only", points=rows[0][1])
        shown = [self.piece("band_first", points=rows[0][1], to=rows[1][0])]
        for start, points in rows[1:]:
            shown.append(self.piece("band_from", points=points, start=start))
        return ", ".join(shown)

    def piece(self, key: str, **facts: Any) -> str:
        return self.vformat(self.texts["pieces"][key], (), facts)


def _noun(noun: Noun, spec: str) -> str:
    if spec == "many":
        return noun.many
    if spec == "a":
        return f"{noun.a} {noun.one}"
    forms = (spec or "#").split("|")
    return forms[-1 if noun.gender == "f" else 0].replace("#", noun.one)


GENERIC: Final = "default"
"""The key under which a text stands for all values, or all reasons, that have none of their own."""


def choose(of: Any, *keys: str) -> str | None:
    """The text for the first of these keys that has one; a plain text serves for every key."""
    if isinstance(of, str):
        return of
    return next((of[key] for key in (*keys, GENERIC) if key in of), None)


def value_key(value: Any) -> str:
    """The key of a value's own sentence: ``true``, ``0``, ``at_most``, ``none`` for an empty list."""
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value == () else str(value)
