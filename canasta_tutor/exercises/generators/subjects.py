"""Subjects: rules that are asked together, sentence by sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Rules = tuple[str, ...]

SUBJECTS: Final[Mapping[str, tuple[Rules, Rules]]] = {
    "wilds": (
        ("deck.wilds", "deck.packs", "deck.jokers", "deck.naturals"),
        ("value.two", "value.joker"),
    ),
    "values": (
        ("value.two", "value.joker", "value.ace", "value.black_three"),
        ("threes.black_left", "threes.red_four"),
    ),
    "seats": (
        ("players.counts", "players.sides", "players.partners"),
        (
            "deal.hand",
            "deal.dealer",
            "table.talk",
            "going_out.canastas",
            "game.target",
            "turn.draw",
        ),
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
        (
            "deal.upcard_refused",
            "deal.refused_go",
            "deal.cut_bonus",
            "players.partners",
            "turn.draw",
        ),
    ),
    "cut": (
        ("deal.cut", "deal.cut_bonus", "deal.manner", "deal.upcard_from"),
        ("deal.dealer", "deal.direction", "deal.upcard_freezes", "turn.draw"),
    ),
    "first_card": (
        ("deal.upcard_refused", "deal.refused_go", "deal.upcard_freezes", "deal.order"),
        ("pile.freezes", "pile.blocked_tops", "deal.cut", "deal.cut_bonus", "deal.manner"),
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
        (
            "threes.red_laid",
            "threes.red_in_pile",
            "threes.red_discard",
            "threes.red_meld",
            "threes.red_in_hand",
        ),
        (
            "threes.red_condition",
            "threes.red_value",
            "deal.upcard_freezes",
            "deal.order",
            "threes.black_blocks",
        ),
    ),
    "red_score": (
        ("threes.red_condition", "threes.red_four", "threes.red_four_penalty"),
        ("threes.black_left", "threes.red_value"),
    ),
    "melded": (
        ("score.melded",),
        ("score.hand", "canasta.cards_count", "threes.red_condition"),
    ),
    "turn": (
        ("turn.draw", "turn.discard", "turn.discard_banned", "turn.order", "turn.meld_optional"),
        ("deal.hand",),
    ),
    "own_melds": (
        ("meld.per_rank", "meld.side", "meld.fixed"),
        ("meld.min_naturals", "meld.max_wilds"),
    ),
    "helpers": (
        ("meld.max_wilds", "meld.wilds_per_natural", "meld.all_wild", "meld.min_naturals"),
        ("canasta.wilds", "meld.sevens"),
    ),
    "ways": (
        ("pile.natural_and_wild", "pile.onto_meld", "pile.onto_canasta", "pile.joins_meld"),
        ("pile.frozen_needs", "pile.freezes"),
    ),
    "before_opening": (
        ("pile.frozen_before_initial",),
        ("pile.freezes", "pile.frozen_needs", "pile.frozen_until"),
    ),
    "block": (
        ("pile.blocked_tops", "threes.black_blocks"),
        ("pile.freezes", "pile.frozen_until", "deal.upcard_freezes"),
    ),
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
        (
            "initial.reach",
            "initial.concealed",
            "pile.frozen_before_initial",
            "turn.draw",
            "meld.per_rank",
        ),
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
        ("going_out.concealed_canasta", "initial.concealed", "table.talk", "going_out.bonus"),
    ),
    "concealed": (
        (
            "going_out.concealed",
            "going_out.concealed_canasta",
            "going_out.concealed_layoff",
            "initial.concealed",
        ),
        ("going_out.canastas", "going_out.concealed_bonus", "going_out.ask", "going_out.bonus"),
    ),
    "out_bonus": (
        ("going_out.bonus", "going_out.concealed_bonus", "stock.bonus"),
        ("going_out.canastas", "going_out.discard", "game.tie", "canasta.natural", "canasta.mixed"),
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
        ("turn.draw", "going_out.ask", "initial.announce", "players.partners", "pile.freezes"),
    ),
}
"""Rules that are asked together, and others that are easily taken for them, by the subject's name."""
