"""The prose of exercises: Markdown without HTML, with ``[[K♣ K♥]]`` for cards and ``{{…}}`` for facts.

``[[…]]`` is drawn as cards where there are pictures and written as cards elsewhere. ``{{…}}`` is what
the engine fills in: a number or the cards of a hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from canasta_tutor.cards import Cards, full_deck, give_suits, name_cards, write_cards
from canasta_tutor.errors import NotationError

CARDS: Final = re.compile(r"\[\[([^\]\n]*)\]\]")
FACTS: Final = re.compile(r"\{\{([^}\n]*)\}\}")
_NUMBERS: Final = re.compile(r"\d{1,3}(?:[.,\u00a0\u202f]\d{3})+(?!\d)|\d+")

_JOINER: Final = "\N{WORD JOINER}"
"""Keeps a full stop on the line of the card before it."""

Draw = Callable[[Cards], str]


@dataclass(frozen=True, slots=True)
class Prose:
    """A piece of Markdown and the line on which it begins in its file."""

    text: str
    line: int = 0

    def __bool__(self) -> bool:
        return bool(self.text.strip())

    def pieces(self, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
        """The inner text of each ``[[…]]`` or ``{{…}}``, with its line."""
        for match in pattern.finditer(self.text):
            yield self.line + self.text.count("\n", 0, match.start()), match[1].strip()

    @property
    def cards(self) -> list[str]:
        """The cards in it, as written, sorted: both languages must have the same."""
        return sorted(str(card) for _, text in self.pieces(CARDS) for card in name_cards(text))

    @property
    def facts(self) -> list[str]:
        """What the engine fills in, sorted."""
        return sorted(text for _, text in self.pieces(FACTS))

    @property
    def numbers(self) -> list[int]:
        """The numbers in figures, cards and facts left out, sorted; 1.285 and 1,285 are one number."""
        plain = FACTS.sub(" ", CARDS.sub(" ", self.text))
        return sorted(int(re.sub(r"\D", "", found)) for found in _NUMBERS.findall(plain))

    def fill(self, fact: Callable[[str], str]) -> str:
        """The Markdown with every ``{{…}}`` replaced."""
        return FACTS.sub(lambda match: fact(match[1].strip()), self.text)


def drawn_cards(text: str) -> Cards:
    """The cards between ``[[`` and ``]]``; bare ranks get their suits in the usual order."""
    return give_suits(name_cards(text), full_deck(packs=2, jokers=4))


def card_text(cards: Cards) -> str:
    """Cards as prose shows them where there are no pictures."""
    return write_cards(cards) or "–"


def html(text: str, draw: Draw) -> str:
    r"""The Markdown as HTML, its cards drawn by ``draw``.

    >>> html("You hold [[K♦]], too.", lambda cards: f"<i>{card_text(cards)}</i>").replace("\N{WORD JOINER}", "")
    '<p>You hold <i>K♦</i>, too.</p>\n'
    """
    return str(_markdown().render(text, {"draw": draw}))


def inline_html(text: str, draw: Draw) -> str:
    """The same for a title or a label, without the paragraph around it."""
    return str(_markdown().renderInline(" ".join(text.split()), {"draw": draw}))


def plain(text: str) -> str:
    r"""The Markdown as plain text, one line for each paragraph, item or row.

    >>> plain("You hold [[KD]].\n\n- *one*\n- two")
    'You hold K♦.\none\ntwo'
    """
    lines: list[str] = []
    row: list[str] = []
    for token in _markdown().parse(text):
        if token.type == "inline":
            line = "".join(map(_plain_token, token.children or []))
            (row if token.meta.get("cell") else lines).append(line)
        elif token.type == "tr_close":
            lines.append(" | ".join(cell for cell in row if cell))
            row = []
        elif token.type in ("fence", "code_block"):
            lines.append(token.content.rstrip())
    return "\n".join(lines)


def _plain_token(token: Token) -> str:
    if token.type == "cards":
        return card_text(token.meta["cards"])
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.inline.ruler.before("link", "cards", _cards_rule)
    markdown.core.ruler.push("cells", _mark_cells)
    markdown.add_render_rule("cards", _draw_cards)
    return markdown


def _mark_cells(state: Any) -> None:
    """Let the text of a table's cell know that it is one."""
    cell = False
    for token in state.tokens:
        if token.type in ("td_open", "th_open", "td_close", "th_close"):
            cell = token.type.endswith("open")
        elif token.type == "inline":
            token.meta["cell"] = cell


def _cards_rule(state: StateInline, silent: bool) -> bool:
    match = CARDS.match(state.src, state.pos)
    if match is None:
        return False
    try:
        cards = drawn_cards(match[1])
    except NotationError:
        return False
    if not silent:
        token = state.push("cards", "", 0)
        token.meta["cards"] = cards
    state.pos = match.end()
    return True


def _draw_cards(
    renderer: RendererHTML,
    tokens: Sequence[Token],
    index: int,
    options: Any,
    env: MutableMapping[str, Any],
) -> str:
    draw: Draw = env["draw"]
    following = tokens[index + 1].content[:1] if index + 1 < len(tokens) else ""
    joined = _JOINER if following and not following.isspace() and not following.isalnum() else ""
    return draw(tokens[index].meta["cards"]) + joined
