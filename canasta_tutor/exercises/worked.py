"""One step worked out: the same kind of question with other cards, or one wrong answer and what is wrong with it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Final

from canasta_tutor.cards import sort_cards, write_cards
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.deal import Deal
from canasta_tutor.exercises.answers import minus
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.counting import Number, Order
from canasta_tutor.exercises.generators import GENERATORS, drawn
from canasta_tutor.exercises.generators.draft import Pack
from canasta_tutor.exercises.laying import Laying
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.questions import Question, shown_cards
from canasta_tutor.exercises.ruling import Ruling
from canasta_tutor.exercises.sheets import Sheet
from canasta_tutor.exercises.spoken import titled
from canasta_tutor.laying import plan
from canasta_tutor.moves import LayDown, Move
from canasta_tutor.naming import rulebook_name
from canasta_tutor.objections import Objections
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.scoring import ScoreLine
from canasta_tutor.seating import Seating
from canasta_tutor.wording import added, line_text, rule_sentence, source_marker

_COUNTED: Final = re.compile(r"(?:total|line) (us|them|[0-9]+)(?: ([a-z_.]+)(\*?))?")
"""What of a sheet is counted: the total of a side, or its lines of a rule or of an area."""
_SEEDS: Final = range(1, 5)
_EACH: Final = 2
"""So many drafts of a seed are looked at."""
_PLACES: Final = 2
"""So many generators and levels are drawn from."""
_SUMS: Final = ("value.", "deck.")
"""Rules that are shown by the sum of a few cards."""
_OF_ITS_OWN: Final = ("threes.red", "score.", "value.")
"""Areas in which one rule's example says nothing about another's."""
_COUNTING: Final = (Number, Sheet)
"""Kinds of question that ask how much; the others ask what is allowed, or what is so."""

Fits = Callable[[tuple[str, ...]], bool]
"""Whether lines may be said."""


def worked_step(question: Question, language: str, fits: Fits) -> tuple[str, tuple[str, ...]]:
    """How the step is to be called, and its lines of Markdown, the first that fit; the last way always does."""
    ways = (_parallel, _sum, _kept_rule, _refuted, _elsewhere, _counted)
    for way in ways:
        for name, lines in way(question, language):
            if lines and fits(lines):
                return name, lines
    return "step_here", (question.phrase("ladder.slowly", language),)


Ways = Iterator[tuple[str, tuple[str, ...]]]


# --- other cards ----------------------------------------------------------------------------------


def _parallel(question: Question, language: str) -> Ways:
    """The same kind of question with other cards, drawn from a seed and worked out."""
    counts = isinstance(question, _COUNTING)
    usual = ("score.hand",) if isinstance(question, Sheet) else ()
    for rule in (*question.deciding[:2], *usual):
        for model in parallels(rule, question.rulebook, counts):
            if model.exercise.id != question.exercise.id:
                yield "step", worked(model, language, rule)


@cache
def parallels(rule: str, rulebook: Rulebook, counts: bool) -> tuple[Question, ...]:
    """Questions on a rule with cards from seeds: those first that this very rule decides, and in which
    something is counted, or else judged.
    """
    if rule.startswith(_SUMS):
        return ()
    about = [name for name, one in GENERATORS.items() if rule.startswith(one.rules)]
    near = sorted(about, key=lambda name: len(GENERATORS[name].rules))
    places = [(name, level) for name in near for level in GENERATORS[name].levels_at(rulebook)[:2]]
    drafts = {place: _drafts(*place, rulebook) for place in places}
    first = {place: next(found, None) for place, found in drafts.items()}

    def near_it(pair: tuple[tuple[str, int], Question]) -> tuple[bool, bool]:
        model = pair[1]
        return rule not in model.exercise.teaches, isinstance(model, _COUNTING) != counts

    there = [
        (place, model)
        for place, model in first.items()
        if model is not None
        and _of_moves(model)
        and (rule in model.exercise.teaches or not rule.startswith(_OF_ITS_OWN))
    ]
    found: list[Question] = []
    for place, model in sorted(there, key=near_it)[:_PLACES]:
        found += [model, *drafts[place]]
    return tuple(sorted(found, key=lambda one: not _shows(one, rule)))


def _of_moves(model: Question) -> bool:
    """Whether every option of a choice is a move, so that it is either allowed or refused."""
    return not isinstance(model, Choice) or all(
        statement.startswith("legal:") for statement in model.statements.values()
    )


def _drafts(name: str, level: int, rulebook: Rulebook) -> Iterator[Question]:
    """What a generator draws at a level, seed after seed."""
    for seed in _SEEDS:
        yield from islice(drawn(name, rulebook, level, seed), _EACH)


def worked(question: Question, language: str, rule: str = "") -> tuple[str, ...]:
    """A generated question worked out: one of its cases, or its lines."""
    match question:
        case Sheet():
            return question.solution(language)
        case Panel():
            id = _about(question, rule)
            label = question.label(id, language)
            return (label, *_panel_case(question, id, language))
        case Choice():
            id = _about(question, rule)
            return (question.label(id, language), *_judged(question, id, rule, language))
        case Laying():
            return (question.text(language), *_laid(question, language))
        case Number():
            return (question.text(language), *_numbered(question, language))
    return question.solution(language)


def _about(question: Panel | Choice, rule: str) -> str:
    """The case that a rule decides; else one that is refused, else the first."""
    refused = [id for id in question.ids if objections(question, id)]
    return next(
        (id for id in question.ids if _decides(question, id, rule)), [*refused, *question.ids][0]
    )


def _shows(question: Question, rule: str) -> bool:
    """Whether the rule decides one of the cases."""
    if isinstance(question, _COUNTING):
        sheet = question.asker.sheets[question.asker.us] if question.asker.deal.over else ()
        return any(line.rule == rule for line in getattr(sheet, "lines", ()))
    if not isinstance(question, Panel | Choice):
        return True
    return any(_decides(question, id, rule) for id in question.ids)


def _decides(question: Panel | Choice, id: str, rule: str) -> bool:
    broken = {one.rule for one in objections(question, id)}
    return rule in broken or (isinstance(question, Panel) and rule == question.cases[id].rule)


def objections(question: Panel | Choice, id: str) -> Objections:
    """What forbids a move by which a statement could be true; the move that comes furthest is told."""
    if not isinstance(question, Choice) or id in question.correct_ids:
        return ()
    asker = question.asker_of(id)
    found = [asker.judged(way) for way in question.statements[id].split(" or ")]
    return next((one for one in reversed(found) if one), ())


def _judged(question: Choice, id: str, rule: str, language: str) -> tuple[str, ...]:
    """Whether the table allows it, and by which rule; if not, what a referee finds."""
    asker, statement = question.asker_of(id), question.statements[id]
    if id in question.correct_ids:
        allowed = question.phrase("ladder.allowed", language)
        found = paid(asker, statement, language) or (question.rule_words(rule, language),)
        return (allowed, *found)
    found = question.objection_words(objections(question, id), language)
    return (question.phrase("ladder.refused", language), *found)


def paid(asker: Asker, statement: str, language: str) -> tuple[str, ...]:
    """What a first lay-down comes to, and what is needed; nothing of any other move."""
    several = " or " in statement or " and " in statement
    if several or not statement.startswith("legal:"):
        return ()
    return opened(*asker.line(statement.partition(":")[2]), language)


def opened(deal: Deal, move: Move, language: str) -> tuple[str, ...]:
    """What a lay-down comes to, meld by meld, and what is needed; nothing where the side has melds."""
    if not isinstance(move, LayDown) or deal.melds[deal.side]:
        return ()
    facts = {"points": deal.initial_points(move), "needed": deal.minimum(deal.side)}
    whole = fill(texts(language)["steps"]["paid"], language, facts)
    values = [sum(deal.table.card_values[card] for card in one.cards) for one in move.groups]
    if sum(values) != facts["points"]:
        return (whole,)  # something else counts as well, or a card does not
    melds = [f"- {shown_cards(one.cards)}: {added(one.cards, deal.table)}" for one in move.groups]
    return ("\n".join(melds), whole)


def went_down(question: Laying, language: str) -> tuple[str, ...]:
    """What the lay-down comes to where it is the first; where as many cards as may go down are wanted, what stays."""
    deal, move = question.asker.deal, question.example_move
    stays = plan(deal, move).hand if question.most else ()
    if not stays:
        return opened(deal, move, language)
    facts = {"n": len(deal.hand) - len(stays), "left": len(stays)}
    return (question.phrase("lay.down", language, rest=shown_cards(sort_cards(stays)), **facts),)


def _panel_case(question: Panel, id: str, language: str) -> tuple[str, ...]:
    if question.cases[id].states is None:
        return sheet_lines(question.asker_of(id), question.cases[id].quantity, language)
    answer = question.answer_label(question.truth[id], language)
    return (f"→ **{answer}**", question.rule_words(question.rules_of(id)[0], language))


def _laid(question: Laying, language: str) -> tuple[str, ...]:
    """What lies there and is held, what is laid of it, and what that comes to where it is the first."""
    deal = question.asker.deal
    places = [("melds_us", meld.cards) for meld in deal.melds[deal.side]]
    places.append(("hand", sort_cards(deal.hand)))
    there = [
        f"- {question.phrase(f'ladder.places.{place}', language, cards=shown_cards(cards))}"
        for place, cards in places
    ]
    laid = f"→ {' · '.join(question.solution(language))}"
    return ("\n".join(there), laid, *went_down(question, language))


def _numbered(question: Number, language: str) -> tuple[str, ...]:
    if question.asked.startswith("minimum"):
        rule = question.rule_words("initial.minimum", language)
        return (price(question.asker, question.asked, language), rule)
    return sheet_lines(question.asker, question.asked, language)


def price(asker: Asker, asked: str, language: str) -> str:
    """What ``minimum …`` comes from: the score before the deal, and its minimum."""
    side = asked.removeprefix("minimum ")
    score = (
        asker.number(f"score {side}")
        if side.startswith("after ")
        else asker.deal.score_used(asker.side(side))
    )
    facts = {"score": minus(score), "needed": asker.number(asked)}
    return fill(texts(language)["steps"]["price"], language, facts)


def sheet_lines(asker: Asker, asked: str, language: str) -> tuple[str, ...]:
    """The lines of the sheet that are asked for, with their cards, and their sum; nothing of what adds up otherwise."""
    lines = list(_counted_lines(asker, asked))
    if not lines or sum(line.points for line in lines) != asker.number(asked):
        return ()
    shown = [f"- {sheet_line(asker, line, language)}" for line in lines]
    if len(lines) > 1:
        points = [minus(line.points) for line in lines]
        shown.append(f"- {' + '.join(points)} = **{minus(sum(line.points for line in lines))}**")
    return ("\n".join(shown),)


def _counted_lines(asker: Asker, asked: str) -> Iterator[ScoreLine]:
    for side, rule, area in _COUNTED.findall(asked):
        for line in asker.sheets[asker.side(side)].lines:
            if line.rule == rule or ((area or not rule) and line.rule.startswith(rule)):
                yield line


def sheet_line(asker: Asker, line: ScoreLine, language: str) -> str:
    """A line of the sheet with its cards, its points and its rule's source; cards on the table added up."""
    marker = source_marker(asker.table, line.rule, language)
    points = minus(line.points)
    if line.rule == "score.melded":
        points = added(line.cards, asker.table)
    cards = f"[[{write_cards(line.cards)}]] " if line.cards else ""
    seated = Seating(asker.table, asker.deal.seat, language).seated(line)
    return f"{line_text(seated, language, asker.table)}: {cards}{points} {marker}"


def _sum(question: Question, language: str) -> Ways:
    """What a few other cards are worth together."""
    rule = next((rule for rule in question.deciding if rule.startswith(_SUMS)), "")
    if not rule:
        return
    for seed in _SEEDS:
        pack = Pack(question.table, random.Random(f"sum {seed}"))
        cards = tuple(pack.any(3))
        points = added(cards, question.table)
        yield "step", (f"{shown_cards(cards)}: {points}",)


# --- these cards ----------------------------------------------------------------------------------


def _kept_rule(question: Question, language: str) -> Ways:
    """A rule that a move keeps: one that cannot forbid it."""
    if not isinstance(question, Ruling):
        return
    for rule in question.offered:
        if rule not in (*question.true_rules, *question.also_broken):
            sentence = rule_sentence(question.table, rule, language)
            said = question.reason(rule, language) or question.phrase(
                "ruling.rule_kept", language, sentence=sentence
            )
            yield "step_here", (f"{titled(rule, language)} {said}",)


def _refuted(question: Question, language: str) -> Ways:
    """A wrong answer, and what is said about it."""
    if isinstance(question, Choice):
        for id in question.ids:
            if id not in question.correct_ids and (said := question.why_not(id, language)):
                yield "step_here", (f"*{question.label(id, language)}*", said)
    elif isinstance(question, Panel | Order):
        for answer in question.wrong():
            verdict = question.judge(answer, language)
            if any(state == "wrong" for state in verdict.parts.values()):
                yield "step_here", verdict.say[-1:]


def _elsewhere(question: Question, language: str) -> Ways:
    """What the rule says at another table, where it says something else."""
    for rule in question.deciding:
        for name in Rulebook.names():
            book = Rulebook.load(name)
            if name != question.id and book[rule] != question.table[rule]:
                marker = source_marker(book, rule, language)
                said = rule_sentence(book, rule, language)
                table = rulebook_name(book, language)
                there = question.phrase("ladder.elsewhere", language, table=table)
                yield "step_there", (there, f"{titled(rule, language)} {said} {marker}")


def _counted(question: Question, language: str) -> Ways:
    """How many cards of a rank there are in the deck; and the reasons for wrong numbers."""
    if isinstance(question, Number) and question.deciding[0].startswith("deck."):
        for rank in ("K", "4"):
            count = question.asker.number(f"deck {rank}")
            yield "step", (question.phrase("ladder.deck", language, rank=rank, n=count),)
    if isinstance(question, Number):
        for number in question.option_ids():
            yield "step_here", (f"*{minus(int(number))}*", question.reason(number, language))
