"""What a player may do: draw, take the pile, lay down, discard, ask; and how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from canasta_tutor.cards import Card, Cards, Named, give_suits, name_cards, read_cards, write_cards
from canasta_tutor.errors import NotationError, nearest


@dataclass(frozen=True, slots=True)
class Group:
    """Cards laid together, and where: on a meld of that rank, or apart as a ``new`` meld.

    Without a place they join the side's own open meld of their rank, or else make a new one.
    ``K#2`` is the second of two melds of kings; ``them K`` one of the opponents'.
    """

    cards: Cards
    to: str = ""

    def __str__(self) -> str:
        return f"{self.to}: {write_cards(self.cards)}" if self.to else write_cards(self.cards)


Groups = tuple[Group, ...]


class Move:
    """One thing that the player to act does; ``str(move)`` is its notation."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw from the stock as many cards as the table draws; red threes are laid and replaced."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True, init=False)
class TakePile(Move):
    """Take the whole pile; its top card joins the first group's hand cards on the table at once.

    Further groups may be laid with it, as a side that has not melded must reach its minimum.

    >>> str(TakePile("K♠ K♥, A♠ A♥ A♦"))
    'take K♠ K♥, A♠ A♥ A♦'
    """

    groups: Groups

    def __init__(self, groups: str | Groups = "") -> None:
        first, *more = _groups(groups) or (Group(()),)
        object.__setattr__(self, "groups", (first, *(_some(tuple(more), "take") if more else ())))

    def __str__(self) -> str:
        return " ".join(["take", write_groups(self.groups)]).strip()


@dataclass(frozen=True, slots=True, init=False)
class LayDown(Move):
    """Lay down melds, or add to the side's own; all groups are judged together.

    >>> LayDown("Q♠ Q♥ Q♣, K: 2♦").groups[1].to
    'K'
    """

    groups: Groups

    def __init__(self, groups: str | Groups) -> None:
        object.__setattr__(self, "groups", _some(_groups(groups), "lay"))

    def __str__(self) -> str:
        return f"lay {write_groups(self.groups)}"


@dataclass(frozen=True, slots=True, init=False)
class Discard(Move):
    """Put one card on the pile, which ends the turn."""

    card: Card

    def __init__(self, card: str | Card) -> None:
        object.__setattr__(self, "card", card if isinstance(card, Card) else _one(card))

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True, init=False)
class LayRedThree(Move):
    """Lay a held red three aside and draw a replacement, where the holder decides."""

    card: Card

    def __init__(self, card: str | Card) -> None:
        object.__setattr__(self, "card", card if isinstance(card, Card) else _one(card))

    def __str__(self) -> str:
        return f"red {self.card}"


@dataclass(frozen=True, slots=True)
class Ask(Move):
    """Ask the partner: may I go out?"""

    def __str__(self) -> str:
        return "ask"


@dataclass(frozen=True, slots=True)
class Answer(Move):
    """The partner's yes or no."""

    yes: bool

    def __str__(self) -> str:
        return f"answer {'yes' if self.yes else 'no'}"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """End the turn without a discard, or let an exhausted stock end the deal."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True, init=False)
class Rearrange(Move):
    """Move a card from one of the side's melds to another."""

    card: Card
    source: str
    target: str

    def __init__(self, card: str | Card, source: str, target: str) -> None:
        object.__setattr__(self, "card", card if isinstance(card, Card) else _one(card))
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "target", target)

    def __str__(self) -> str:
        return f"move {self.card} from {self.source} to {self.target}"


def write_groups(groups: Iterable[Group]) -> str:
    """Write the groups of a lay-down so that they can be read back."""
    return ", ".join(map(str, groups))


# --- reading ------------------------------------------------------------------------------------

_PLACE: Final = re.compile(
    r"^\s*(new|(?:them\s+)?(?:10|[AKQJT2-9★]|JOKER)(?:#\d)?)\s*:", re.IGNORECASE
)
_WORDS: Final = ("draw", "take", "lay", "discard", "red", "ask", "answer", "pass", "move")


def split_moves(text: str) -> list[str]:
    """Part a line of moves at its semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def read_move(text: str, hand: Sequence[Card] = ()) -> Move:
    """Read one move; ranks without a suit are taken from this hand.

    >>> read_move("lay K K 2", read_cards("2♥ K♦ K♣ 9♠"))
    LayDown(groups=(Group(cards=(K♦, K♣, 2♥), to=''),))
    """
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    read = _READERS.get(word)
    if read is None:
        raise NotationError(
            f"move: found {text!r}; expected one of {', '.join(_WORDS)}{nearest(word, _WORDS)}",
            text,
        )
    return read(rest.strip(), hand, text)


def _read_card(rest: str, hand: Sequence[Card], text: str) -> Card:
    named = name_cards(rest)
    cards = _from_hand(named, _unnamed(hand, named))
    if len(cards) != 1:
        raise NotationError(f"move: found {text!r}; expected exactly one card", text)
    return cards[0]


def _read_answer(rest: str, hand: Sequence[Card], text: str) -> Move:
    if rest.lower() not in ("yes", "no"):
        raise NotationError(f"move: found {text!r}; expected answer yes or answer no", text)
    return Answer(rest.lower() == "yes")


def _read_rearrange(rest: str, hand: Sequence[Card], text: str) -> Move:
    match = re.fullmatch(r"(.+?)\s+from\s+(\S+)\s+to\s+(\S+)", rest)
    if match is None:
        raise NotationError(f"move: found {text!r}; expected such as move 2♦ from K to Q", text)
    return Rearrange(_read_card(match[1], hand, text), match[2].upper(), match[3].upper())


def _bare(move: Callable[[], Move]) -> Callable[[str, Sequence[Card], str], Move]:
    def read(rest: str, hand: Sequence[Card], text: str) -> Move:
        if rest:
            raise NotationError(
                f"move: found {text!r}; expected nothing after the first word", text
            )
        return move()

    return read


_READERS: Final[dict[str, Callable[[str, Sequence[Card], str], Move]]] = {
    "draw": _bare(Draw),
    "ask": _bare(Ask),
    "pass": _bare(Pass),
    "answer": _read_answer,
    "move": _read_rearrange,
    "discard": lambda rest, hand, text: Discard(_read_card(rest, hand, text)),
    "red": lambda rest, hand, text: LayRedThree(_read_card(rest, hand, text)),
    "take": lambda rest, hand, text: TakePile(_read_groups(rest, hand)),
    "lay": lambda rest, hand, text: LayDown(_read_groups(rest, hand)),
}


def _some(groups: Groups, word: str) -> Groups:
    """Groups that are laid: at least one, with cards in each."""
    if not groups or not all(group.cards for group in groups):
        text = f"{word} {write_groups(groups)}".strip()
        raise NotationError(f"move: found {text!r}; expected the cards to lay", text)
    return groups


def _groups(groups: str | Groups) -> Groups:
    if not isinstance(groups, str):
        return groups
    return tuple(Group(read_cards(cards), to) for to, cards in _split(groups))


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[tuple[str, str], ...]:
    """The groups of a text with their places; the first may be empty (``take , A♠ A♥ A♦``)."""
    parts: list[tuple[str, str]] = []
    for part in text.split(",") if text.strip() else ():
        place = _PLACE.match(part)
        to = " ".join(place[1].split()) if place else ""
        words = to.split()
        if words and words[-1].lower() != "new":
            rank = words[-1].upper().replace("T", "10").replace("JOKER", "★")
            to = " ".join([*(word.lower() for word in words[:-1]), rank])
        cards = part[place.end() :] if place else part
        if cards.strip() or place or not parts:
            parts.append((to.lower() if to.lower() == "new" else to, cards))
    return tuple(parts)


def _read_groups(text: str, hand: Sequence[Card]) -> Groups:
    parts = [(name_cards(cards), to) for to, cards in _split(text)]
    named = [item for cards, _ in parts for item in cards]
    left = _unnamed(hand, named) if any(isinstance(item, str) for item in named) else []
    return tuple([Group(_from_hand(cards, left), to) for cards, to in parts])


def _unnamed(hand: Sequence[Card], named: Iterable[Named]) -> list[Card]:
    """The cards of the hand that are not named with their suits anywhere in the move."""
    left = list(hand)
    for item in named:
        if isinstance(item, Card) and item in left:
            left.remove(item)
    return left


def _from_hand(named: Sequence[Named], left: list[Card]) -> Cards:
    """Give bare ranks the cards of the hand; what is taken is no longer left for the next group."""
    cards: list[Card] = []
    for item in named:
        if isinstance(item, str):
            held = [card for card in left if card.rank == item and not card.is_red_three]
            item = held[0] if held else give_suits([item], ())[0]
            if held:
                left.remove(item)
        cards.append(item)
    return tuple(cards)


def _one(text: str) -> Card:
    cards = read_cards(text)
    if len(cards) != 1:
        raise NotationError(f"card: found {text!r}; expected exactly one card", text)
    return cards[0]
