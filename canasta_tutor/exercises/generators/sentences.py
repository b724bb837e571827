"""Sentences: which of them does this table write? Each is a rule of a skill, as it stands here or elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Final

from canasta_tutor.beliefs.library import library
from canasta_tutor.beliefs.mind import believed
from canasta_tutor.exercises.generators.draft import Draft, NotEnough, Pack
from canasta_tutor.exercises.spoken import SILENT
from canasta_tutor.rulebook import Rulebook, Table
from canasta_tutor.rules import RULES, Bands, Choice
from canasta_tutor.wording import rule_sentence, value_sentence

_COUNT: Final = {2: 4, 3: 6}
"""So many sentences, by level."""
_PER_RULE: Final = 2

Rules = tuple[str, ...]


def sentences(rules: Rules, near: Rules, table: Table, level: int, pack: Pack) -> Draft:
    """Sentences on these rules, filled up with others that are easily taken for them."""
    own, others = _offered(rules, table, pack), _offered(near, table, pack)
    rest = len(own) if not others else _COUNT[level] - 2
    offered = [*own[:rest], *others, *own[rest:]][: _COUNT[level]]
    true = sum(value == table[rule] for rule, value in offered)
    if not own or not 0 < true < len(offered):
        raise NotEnough("sentences")
    pack.rng.shuffle(offered)
    letters = "abcdef"[: len(offered)]
    pairs = dict(zip(letters, offered, strict=True))
    return Draft(
        "choice",
        "sentences",
        [rule for rule in rules if _settled(rule, table)],
        {},
        {"pick": "all"},
        {letter: f"rule {rule} is {_plain(value)}" for letter, (rule, value) in pairs.items()},
        labels=dict.fromkeys(pairs, "sentence"),
        told={
            letter: {
                "sentence": partial(value_sentence, table, rule, value),
                "truth": partial(rule_sentence, table, rule),
            }
            for letter, (rule, value) in pairs.items()
        },
        conditions=len(offered) // 2 + level - 1,
    )


def written_at(rules: Rules) -> Callable[[Table], bool]:
    """Whether a table settles one of these rules."""
    return lambda table: any(_settled(rule, table) for rule in rules)


def _offered(rules: Rules, table: Table, pack: Pack) -> list[tuple[str, Any]]:
    """Rules with values, not more than two of each; first rules of which another value is known."""
    found: list[tuple[str, Any]] = []
    alone: list[tuple[str, Any]] = []
    for rule in rules:
        if not _settled(rule, table):
            continue
        values = list(_values(rule, table))
        pack.rng.shuffle(values)
        place = found if len(values) > 1 else alone
        place += [(rule, value) for value in values[:_PER_RULE]]
    pack.rng.shuffle(found)
    pack.rng.shuffle(alone)
    return [*found, *alone]


def _settled(rule: str, table: Table) -> bool:
    """Whether the table's own rules say it, in a sentence that can be true or not."""
    return table.source(rule).standing not in SILENT and not isinstance(RULES[rule].kind, Bands)


@cache
def _values(rule: str, table: Table) -> tuple[Any, ...]:
    """What may stand under a rule: here, at another table, in somebody's belief, or in a house rule."""
    books = [Rulebook.load(name) for name in Rulebook.names()]
    found = [
        table[rule],
        *(book.at(table.players)[rule] for book in books if table.players in book.players),
    ]
    minds = (belief for belief in library().values() if belief.rule == rule and belief.mind.rules)
    found += [
        believed(table.rulebook, belief.mind.rules).at(table.players)[rule]
        for belief in minds
        if belief.fits(table.rulebook)
    ]
    kind = RULES[rule].kind
    if isinstance(kind, Choice):
        found += kind.options
    return tuple(dict.fromkeys(value for value in found if value != () and kind.accepts(value)))


def _plain(value: Any) -> str:
    """A value as a statement names it."""
    return " ".join(str(one).lower() for one in (value if isinstance(value, tuple) else (value,)))


SUBJECTS: Final[Mapping[str, tuple[Rules, Rules]]] = {
    "wilds": (
        ("deck.wilds", "deck.packs", "deck.jokers", "deck.naturals"),
        ("value.two", "value.joker"),
    ),
    "dealing": (
        (
            "deal.hand",
            "deal.dealer",
            "deal.first",
            "deal.direction",
            "deal.cut",
            "deal.next_dealer",
        ),
        ("deal.upcard_refused", "deal.refused_go", "turn.draw"),
    ),
    "kinds": (
        ("canasta.size", "canasta.natural", "canasta.mixed", "canasta.wilds", "canasta.marker"),
        ("canasta.extra_cards", "meld.max_wilds", "meld.min_naturals"),
    ),
    "taking": (
        (
            "pile.whole",
            "pile.use_top",
            "pile.pair",
            "pile.optional",
            "pile.replaces_draw",
            "pile.one_card",
        ),
        ("turn.draw", "turn.discard"),
    ),
    "frost": (
        ("pile.freezes", "pile.frozen_needs", "pile.frozen_until"),
        ("pile.pair", "pile.natural_and_wild"),
    ),
    "minimum": (
        ("initial.reach", "initial.score_used"),
        ("initial.sum", "initial.bonuses", "initial.red_threes"),
    ),
    "leaving": (
        ("going_out.canastas", "going_out.keep_card", "going_out.ends_deal"),
        ("going_out.bonus", "going_out.discard", "going_out.ask", "turn.draw"),
    ),
    "red_cards": (
        ("threes.red_laid", "threes.red_in_pile", "threes.red_discard", "threes.red_meld"),
        ("threes.red_condition", "threes.red_value", "threes.black_blocks"),
    ),
    "melded": (
        ("score.melded",),
        ("score.hand", "canasta.cards_count", "threes.red_condition"),
    ),
    "turn": (("turn.draw", "turn.discard", "turn.order", "turn.meld_optional"), ("deal.hand",)),
    "own_melds": (
        ("meld.per_rank", "meld.side", "meld.fixed"),
        ("meld.min_naturals", "meld.max_wilds"),
    ),
    "helpers": (
        ("meld.max_wilds", "meld.wilds_per_natural", "meld.all_wild"),
        ("meld.min_naturals",),
    ),
    "ways": (
        ("pile.natural_and_wild", "pile.onto_meld", "pile.onto_canasta", "pile.joins_meld"),
        ("pile.frozen_needs", "pile.freezes"),
    ),
    "before_opening": (
        ("pile.frozen_before_initial",),
        ("pile.freezes", "pile.frozen_needs", "pile.frozen_until"),
    ),
    "block": (("pile.blocked_tops", "threes.black_blocks"), ("pile.freezes", "pile.frozen_until")),
    "counting": (
        ("initial.sum", "initial.bonuses", "initial.red_threes", "initial.canasta_exempt"),
        ("initial.reach", "initial.pile_cards"),
    ),
    "opening_pile": (
        ("initial.from_pile", "initial.pile_cards"),
        ("initial.reach", "pile.frozen_before_initial", "pile.natural_and_wild"),
    ),
    "opening_who": (
        ("initial.side", "initial.after", "initial.announce"),
        ("initial.reach", "pile.frozen_before_initial", "turn.draw", "meld.per_rank"),
    ),
    "cards_count": (
        ("canasta.cards_count",),
        ("canasta.natural", "canasta.mixed", "canasta.extra_cards"),
    ),
    "growth": (
        ("canasta.wild_on_natural", "canasta.extra_cards", "canasta.extend", "canasta.stays_mixed"),
        ("canasta.natural", "canasta.mixed"),
    ),
    "special": (
        (
            "canasta.natural_hand",
            "canasta.mixed_hand",
            "canasta.sevens",
            "canasta.wild",
            "meld.sevens",
        ),
        ("canasta.natural", "canasta.mixed"),
    ),
    "black_melds": (
        ("threes.black_meld", "threes.black_shape"),
        ("threes.black_blocks", "threes.black_left"),
    ),
    "black_left": (
        ("threes.black_left", "threes.black_four"),
        ("value.low", "threes.black_blocks", "value.two"),
    ),
    "last_card": (
        ("going_out.discard", "going_out.ask", "going_out.ask_when"),
        ("going_out.canastas", "going_out.bonus"),
    ),
    "concealed": (
        (
            "going_out.concealed",
            "going_out.concealed_canasta",
            "going_out.concealed_layoff",
            "initial.concealed",
        ),
        ("going_out.canastas", "going_out.concealed_bonus", "going_out.bonus"),
    ),
    "out_bonus": (
        ("going_out.bonus", "going_out.concealed_bonus", "stock.bonus"),
        ("going_out.canastas", "going_out.discard", "canasta.natural", "canasta.mixed"),
    ),
    "stock": (
        ("stock.end", "stock.pile", "stock.red_three", "stock.short"),
        ("turn.draw", "going_out.bonus", "pile.onto_meld"),
    ),
    "game": (
        ("game.target", "game.tie", "game.both_past", "game.check"),
        ("going_out.bonus", "canasta.natural"),
    ),
    "manners": (
        ("table.talk", "table.count", "table.display", "table.penalties"),
        ("turn.draw", "going_out.ask", "pile.freezes"),
    ),
}
"""Rules that are asked together, and others that are easily taken for them, by the subject's name."""
