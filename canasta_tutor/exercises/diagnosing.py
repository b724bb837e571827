"""Which belief is behind a wrong answer: every belief answers the same question, and the answers are compared.

    >>> from canasta_tutor.exercises import load
    >>> question = load("score/out-and-beaten").at("classic")
    >>> mixed_at_500 = question.believing(library()["score.mixed_as_natural"].mind).right()[0]
    >>> diagnose(question, mixed_at_500).named.id
    'score.mixed_as_natural'

A belief is named only when the evidence singles it out; otherwise a few are suspected, or nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import prod
from typing import Final

from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.questions import MANY, Question

SLIP: Final = 0.12
"""How often an answer is not what its giver believes."""
NAMED: Final = 0.8
"""A belief with this much of the evidence is named."""
SUSPECTED: Final = 0.5
"""Where so much lies on a few beliefs, they are suspected; below it nothing is known."""
_FEW: Final = 3
_PAIR: Final = 0.1
"""How likely two beliefs together are, beside one."""
_STRANGER: Final = 0.1
"""How likely a belief is that no library knows."""
_GUESS: Final = 0.8
"""How likely a guess is, beside all the answers together that beliefs lead to."""
CAREFUL: Final = 3.0
"""How likely it is that the rules are known and the answer is a slip, beside one belief."""
_FAR: Final = 1 / 8
"""How likely a belief about another area of the rules is, beside one about what was asked."""
_STEPS: Final = (5, 10, 20, 50, 100)
"""By so much a sum is wrong when somebody has miscounted."""

Minds = tuple[Belief, ...]


@dataclass(frozen=True)
class Diagnosis:
    """What an answer shows: how much of the evidence lies on each explanation.

    An explanation is one belief, or two together; none at all is a slip.
    """

    weights: Mapping[tuple[str, ...], float]
    beliefs: Mapping[str, Belief] = field(repr=False)
    alone: Mapping[tuple[str, ...], float] = field(default_factory=dict, repr=False)
    """The same shares from this answer alone, whatever was seen before."""
    wrong: int = 1
    """How many parts of the answer do not stand: lines, cases, options."""
    whole: frozenset[str] = frozenset()
    """The beliefs that alone explain all of the answer."""
    answer: str = ""
    leads: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)
    """The parts that do not stand and are as a belief answers them, by its id."""

    @property
    def best(self) -> Minds:
        """The likeliest explanation; empty for a slip, or where nothing is known."""
        ids = max(self.weights, key=lambda ids: self.weights[ids], default=())
        return tuple(self.beliefs[id] for id in ids)

    @property
    def named(self) -> Belief | None:
        """The belief that the evidence singles out."""
        minds = self.best
        sure = bool(minds) and self.weights[tuple(one.id for one in minds)] >= NAMED
        return minds[0] if sure else None

    @property
    def suspected(self) -> Minds:
        """A few beliefs of which one is behind the answer, the likeliest first."""
        if self.named is not None:
            return (self.named,)
        ranked = sorted(self.weights, key=lambda ids: -self.weights[ids])[:_FEW]
        if sum(self.weights[ids] for ids in ranked if ids) < SUSPECTED or not ranked[0]:
            return ()
        best = self.weights[ranked[0]]
        close = [ids[0] for ids in ranked if ids and self.weights[ids] >= best / 4]
        return tuple(self.beliefs[id] for id in dict.fromkeys(close))

    @property
    def together(self) -> frozenset[str]:
        """The likeliest two beliefs where it takes both to explain the answer; none where one alone does."""
        best = self.best
        return frozenset(one.id for one in best) - self.whole if len(best) > 1 else frozenset()

    @property
    def slip(self) -> bool:
        """Whether a slip explains the answer best."""
        return self.weights.get((), 0.0) >= SUSPECTED


def diagnose(
    question: Question,
    answer: str,
    beliefs: Iterable[Belief] | None = None,
    prior: Mapping[str, float] | None = None,
    far: float = _FAR,
) -> Diagnosis:
    """Weigh the beliefs that could lead to this wrong answer.

    ``prior`` says how much likelier than others a belief is from what was seen before; ``far`` how likely one about
    another area of the rules is beside one about what was asked: 1 where everything is asked, as in a quiz.
    """
    known: dict[str, Belief] = {}
    prior = prior or {}
    weights: dict[tuple[str, ...], float] = {(): CAREFUL * _slipped(question, answer)}
    truth = question.parts(answer)
    shown: set[str | None] = set()
    helpful: list[Belief] = []
    whole: set[str] = set()
    leads: dict[str, frozenset[str]] = {}
    for belief in _fitting(question, beliefs):
        shown.add(answer_of(question, (belief,)))
        parts = explain(question, (belief,), answer)
        if parts is None or parts == truth:
            continue  # whoever believes it is not to be told here from one who does not
        known[belief.id] = belief
        weights[belief.id,] = _likelier((belief.id,), prior) * _likelihood(question, parts)
        if all(parts.values()):
            whole.add(belief.id)
        led = {part for part, stands in parts.items() if stands and not truth.get(part, False)}
        if led:
            helpful.append(belief)
            leads[belief.id] = frozenset(led)
    if len(truth) > 1 and not whole & {belief.id for belief in helpful}:
        weights |= _pairs(question, answer, helpful, prior)
    weights["?",] = _unexplained(question, answer, len(shown - {None}))
    weights = _nearer(question, weights, known, far)
    fresh = {ids: weight / _likelier(ids, prior) for ids, weight in weights.items()}
    wrong = sum(not stands for stands in truth.values())
    shares, alone = _shares(weights), _shares(fresh)
    return Diagnosis(shares, known, alone, wrong, frozenset(whole), answer, leads)


def _nearer(
    question: Question,
    weights: Mapping[tuple[str, ...], float],
    known: Mapping[str, Belief],
    far: float,
) -> dict[tuple[str, ...], float]:
    """The weights where beliefs about another area count less. What cards there are is asked everywhere."""
    asked = {"deck", *map(_area, question.deciding)}
    others = {id for id, belief in known.items() if _area(belief.rule) not in asked}
    return {ids: weight * far if others & {*ids} else weight for ids, weight in weights.items()}


def _area(rule: str) -> str:
    return rule.partition(".")[0]


def _likelier(ids: tuple[str, ...], prior: Mapping[str, float]) -> float:
    return prod(prior.get(id, 1.0) for id in ids)


def _shares(weights: Mapping[tuple[str, ...], float]) -> dict[tuple[str, ...], float]:
    """The share of each explanation; what no library knows has its part of the whole, and no name."""
    total = sum(weights.values()) or 1.0
    return {ids: weight / total for ids, weight in weights.items() if ids != ("?",)}


def held(question: Question, beliefs: Iterable[Belief] | None = None) -> list[Belief]:
    """The beliefs that may be held at the question's table and would answer it otherwise."""
    return [
        belief
        for belief in _fitting(question, beliefs)
        if answer_of(question, (belief,)) is not None
    ]


def moving(question: Question, beliefs: Iterable[Belief]) -> list[Belief]:
    """Those of them that may be held at the question's table and are not known to answer it like everybody."""
    return [belief for belief in _fitting(question, beliefs) if _may_move(question, (belief,))]


def _may_move(question: Question, minds: Minds) -> bool:
    """Whether whoever believes this may answer otherwise, as far as is known without asking."""
    question.unmoved.first_right  # noqa: B018  # what is looked at to answer
    return question.unmoved.moves(minds)


def _fitting(question: Question, beliefs: Iterable[Belief] | None) -> Iterator[Belief]:
    """The beliefs that may be held at the question's table."""
    everything = library().values() if beliefs is None else beliefs
    return (belief for belief in everything if belief.fits(question.rulebook))


def answer_of(question: Question, minds: Minds) -> str | None:
    """What somebody answers who believes this; None if it is a right answer or there is none."""
    return outright(question, minds) if _may_move(question, minds) else None


def outright(question: Question, minds: Minds) -> str | None:
    """The same, asked before it is looked at whom the question can move: that takes as long as to ask a few."""
    other = believed(question, minds)
    first = None if other is None else other.first_right
    return None if first is None or all(question.parts(first).values()) else first


def explain(question: Question, minds: Minds, answer: str) -> Mapping[str, bool] | None:
    """Which parts of an answer are as somebody answers who believes this."""
    parts = question.unmoved.parts(answer)
    if not question.unmoved.moves(minds):
        return parts
    other = believed(question, minds)
    return None if other is None else other.parts(answer)


def believed(question: Question, minds: Minds) -> Question | None:
    """The question as it is to somebody who believes this; None if the belief leaves no answer."""
    known = question.seen_by
    ids = tuple(belief.id for belief in minds)
    if ids not in known:
        mind = minds[0].mind
        for more in minds[1:]:
            mind += more.mind
        try:
            known[ids] = question.believing(mind)
        except CanastaError:
            known[ids] = None
    return known[ids]


def _pairs(
    question: Question,
    answer: str,
    helpful: list[Belief],
    prior: Mapping[str, float],
) -> dict[tuple[str, ...], float]:
    """Two beliefs together, each of which explains something that is wrong."""
    weights: dict[tuple[str, ...], float] = {}
    for pair in combinations(helpful, 2):
        parts = explain(question, pair, answer)
        if parts is not None:
            first, second = pair
            chance = _PAIR * _likelier((first.id, second.id), prior)
            alone = explain(question, (first,), answer) or {}
            other = explain(question, (second,), answer) or {}
            if sum(other.values()) > sum(alone.values()):
                first, second = second, first
            weights[first.id, second.id] = chance * _likelihood(question, parts)
    return weights


def _likelihood(question: Question, parts: Mapping[str, bool]) -> float:
    """How likely an answer is to somebody who would answer so."""
    miss = 1 - (1 - SLIP) ** (1 / len(parts))
    chance = 1.0
    for part, stands in parts.items():
        chance *= 1 - miss if stands else miss / max(1, question.choices(part) - 1)
    return chance


def _unexplained(question: Question, answer: str, led_to: int) -> float:
    """How likely the answer is to somebody with a belief that is not in the library, or who guesses.

    The more answers there are that beliefs lead to, of all that can be given, the likelier is a guess one of them.
    """
    parts = question.parts(answer)
    chance = _STRANGER / max(1, len(parts))  # it might have shown in any part
    for part, stands in parts.items():
        if not stands:
            chance /= max(2, question.choices(part) - 1)
    return chance + _GUESS * led_to / prod(map(question.choices, parts))


def _slipped(question: Question, answer: str) -> float:
    """How likely the answer is to somebody who knows the rules: a sum is miscounted, a digit wrong."""
    parts = question.parts(answer)
    chance = _likelihood(question, parts)
    for part, stands in parts.items():
        if not stands and question.choices(part) == MANY:
            chance *= _miscounted(question.differs_by(part, answer))
    return chance


def _miscounted(steps: int | None) -> float:
    """How much likelier than another wrong number this one is as a slip."""
    if steps is None:
        return 1.0
    return 4.0 if abs(steps) in _STEPS else 0.5


__all__ = ["Diagnosis", "answer_of", "believed", "diagnose", "explain", "held", "moving"]
