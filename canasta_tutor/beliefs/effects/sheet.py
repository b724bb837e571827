"""Score sheets as they are filled in by somebody who believes otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from canasta_tutor.beliefs.effects.ending import told_ranks
from canasta_tutor.beliefs.mind import BelievedDeal, Mind
from canasta_tutor.scoring import ScoreLine, score

Lines = list[ScoreLine]
HAND: Final = ("score.hand", "threes.black_left", "threes.black_four")
"""The rules of the lines that count cards left in a hand."""
OUT: Final = ("going_out.bonus", "going_out.concealed_bonus")
"""The rules of the lines that pay for going out."""


def winner(deal: BelievedDeal) -> int | None:
    """The side that went out."""
    outcome = deal.outcome
    if outcome is None or outcome.how != "out" or outcome.seat is None:
        return None
    return deal.table.side_of[outcome.seat]


# --- cards left in the hand ---------------------------------------------------------------------


def hand_ignored(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Cards left in the hand do not count. Rule: score.hand."""
    return [line for line in lines if line.rule not in HAND]


def hand_added(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Cards left in the hand are added. Rule: score.hand."""
    return _flipped(lines, lambda line: line.rule in HAND)


def partner_spared(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """The side that went out subtracts nothing. Rule: score.hand."""
    return hand_ignored(deal, side, lines) if side == winner(deal) else lines


def one_hand(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Of a side only the first hand with cards is subtracted. Rule: score.hand."""
    members = deal.table.members[side]
    order = [seat for seat in deal.table.in_turn(deal.mover) if seat in members]
    first = next((seat for seat in order if deal.hands[seat]), None)
    hands = tuple(
        hand if seat == first or seat not in members else () for seat, hand in enumerate(deal.hands)
    )
    counted = [one for one in score(deal.altered(hands=hands))[side].lines if one.rule in HAND]
    return [*hand_ignored(deal, side, lines), *counted]


def winner_takes_hands(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Who goes out is paid what the others hold, and nobody subtracts anything. Rule: score.hand."""
    out = winner(deal)
    if out is None:
        return lines
    kept = hand_ignored(deal, side, lines)
    if side != out:
        return kept
    others = [
        replace(line, rule="score.hand", points=-line.points)
        for other in score(deal)
        if other.side != out
        for line in other.lines
        if line.rule in HAND
    ]
    return [*kept, *others]


def black_threes_added(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """What a black three in the hand costs is added. Rule: threes.black_left."""
    return _flipped(lines, lambda line: line.rule in ("threes.black_left", "threes.black_four"))


# --- melds --------------------------------------------------------------------------------------


def loser_melds_void(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Who has not gone out scores no melds. Rule: score.melded."""
    if winner(deal) in (side, None):
        return lines
    return [line for line in lines if not _of_meld(line)]


def own_melds_only(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Of the side that went out, only the melds of that player count. Rule: score.unit."""
    own = told_ranks(deal)
    if side != winner(deal) or not own:
        return lines
    return [line for line in lines if not _of_meld(line) or _rank(line) in own]


def open_melds_negative(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Melds short of a canasta are subtracted. Rule: score.melded."""
    return _flipped(lines, lambda line: _is_open(deal, line))


def open_melds_ignored(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Melds short of a canasta count nothing. Rule: score.melded."""
    return [line for line in lines if not _is_open(deal, line)]


def _of_meld(line: ScoreLine) -> bool:
    return line.rule.startswith("canasta.") or line.rule == "score.melded"


def _rank(line: ScoreLine) -> str:
    return next((card.rank for card in line.cards if not card.is_wild), "")


def _is_open(deal: BelievedDeal, line: ScoreLine) -> bool:
    short = len(line.cards) < int(deal.table["canasta.size"])
    return line.rule == "score.melded" and short


def _flipped(lines: Lines, which: Callable[[ScoreLine], bool]) -> Lines:
    return [replace(line, points=-line.points) if which(line) else line for line in lines]


# --- bonuses and red threes ---------------------------------------------------------------------


def out_forgotten(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Going out pays nothing. Rule: going_out.bonus."""
    return [line for line in lines if line.rule not in OUT]


def out_to_other(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """The bonus for going out is written for the next side. Rule: going_out.bonus."""
    outcome, table = deal.outcome, deal.table
    kept = out_forgotten(deal, side, lines)
    if outcome is None or outcome.seat is None or outcome.how != "out":
        return kept
    if side != table.side_of[table.next_seat(outcome.seat)]:
        return kept
    paid = score(deal)[table.side_of[outcome.seat]].lines
    return [*kept, *(line for line in paid if line.rule in OUT)]


def last_card_pays(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Who draws the last card of the stock is paid as for going out. Rule: stock.bonus."""
    outcome, told = deal.outcome, deal.told_side("drew_last")
    if outcome is None or outcome.how != "stock":
        return lines
    drew = deal.side if told is None else told
    bonus = ScoreLine("going_out.bonus", deal.table["going_out.bonus"])
    return [*lines, bonus] if side == drew else lines


def closing_pays(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """To close is to complete a canasta: each is paid as going out is. Rule: going_out.bonus."""
    points = deal.canastas(side) * int(deal.table["going_out.bonus"])
    paid = [ScoreLine("going_out.bonus", points)] if points else []
    return [*out_forgotten(deal, side, lines), *paid]


def cut_forgotten(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """An exact cut pays nothing. Rule: deal.cut_bonus."""
    return [line for line in lines if line.rule != "deal.cut_bonus"]


def red_threes_for_winner(deal: BelievedDeal, side: int, lines: Lines) -> Lines:
    """Red threes count for the side that goes out, and against all others. Rule: threes.red_condition."""
    if deal.outcome is None:
        return lines
    return [_red(deal, line, side == winner(deal)) for line in lines]


def _red(deal: BelievedDeal, line: ScoreLine, good: bool) -> ScoreLine:
    four = line.rule in ("threes.red_four", "threes.red_four_penalty")
    if not four and line.rule not in ("threes.red_value", "threes.red_penalty"):
        return line
    plus, minus = ("red_four", "red_four_penalty") if four else ("red_value", "red_penalty")
    rule = f"threes.{plus if good else minus}"
    points = int(deal.table[rule]) * (1 if four else len(line.cards))
    return replace(line, rule=rule, points=points if good else -points)


EFFECTS: Final[Mapping[str, Mind]] = {
    "hand_ignored": Mind(sheet=(hand_ignored,)),
    "hand_added": Mind(sheet=(hand_added,)),
    "partner_spared": Mind(sheet=(partner_spared,)),
    "one_hand": Mind(sheet=(one_hand,)),
    "winner_takes_hands": Mind(sheet=(winner_takes_hands,)),
    "black_threes_added": Mind(sheet=(black_threes_added,)),
    "loser_melds_void": Mind(sheet=(loser_melds_void,)),
    "own_melds_only": Mind(sheet=(own_melds_only,)),
    "open_melds_negative": Mind(sheet=(open_melds_negative,)),
    "open_melds_ignored": Mind(sheet=(open_melds_ignored,)),
    "out_forgotten": Mind(sheet=(out_forgotten,)),
    "out_to_other": Mind(sheet=(out_to_other,)),
    "last_card_pays": Mind(sheet=(last_card_pays,)),
    "closing_pays": Mind(sheet=(closing_pays,)),
    "cut_forgotten": Mind(sheet=(cut_forgotten,)),
    "red_threes_for_winner": Mind(sheet=(red_threes_for_winner,)),
}
