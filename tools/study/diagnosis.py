"""Which belief is behind a wrong answer: how often it is found (M4, M5), and how often a wrong one is named (M6, M7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Final

from canasta_tutor.beliefs.library import Belief, library
from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises.diagnosing import NAMED, Diagnosis, diagnose, explain
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor import recording
from canasta_tutor.tutor.choosing import Item, choose
from canasta_tutor.tutor.notes import Notes
from canasta_tutor.tutor.shown import Shown
from canasta_tutor.tutor.skills import skill_of, skills
from canasta_tutor.tutor.telling import Telling
from tools.study.answering import SLIPS, believes, guessed, misread
from tools.study.bank import Place
from tools.study.learners import SITTING, answer, clock
from tools.study.measure import Figure, Measure, Size, share, slices, spread
from tools.study.order import bank

_MOST: Final = 12
"""So many exercises until a belief has led to a wrong answer, or the learner is let go."""
_KNOWN: Final = Shown(p=0.97, rights=frozenset({("number", 1), ("panel", 3)}))


@cache
def telling(table: str, unknown: str = "") -> Telling:
    """What exercises tell at a table of the beliefs that the tutor knows."""
    known = {id: belief for id, belief in library().items() if id != unknown}
    return Telling(Rulebook.load(table), known, lambda item: _asked(item, table))


def home(belief: Belief) -> str:
    """The first table at which somebody may hold a belief by mistake."""
    return next(name for name in Rulebook.names() if belief.fits(Rulebook.load(name)))


class Session:
    """Exercises as the tutor chooses them, answered by somebody, diagnosed and remembered."""

    def __init__(self, table: str, rng: Random, only: str = "", unknown: str = "") -> None:
        self.table = table
        self.rng = rng
        self.skill = only
        self.beliefs = [one for one in library().values() if one.id != unknown]
        self.used: dict[str, int] = {}
        self.number = 0
        self.notes = Notes(shown=self._known())
        self.telling = telling(table, unknown)

    def _known(self) -> Mapping[str, Shown]:
        """What was learnt before: all that the skill builds on; without one, some of what comes first."""
        if self.skill:
            return {id: _KNOWN for id in skills() if id != self.skill}
        names = list(skills())
        return dict.fromkeys(names[: self.rng.randrange(len(names))], _KNOWN)

    def items(self) -> list[Item]:
        """What may be asked."""
        first = self.rng.randrange(1, 1000)
        every = bank(self.table).items({name: seed + first for name, seed in self.used.items()})
        if not self.skill:
            return every
        return [item for item in every if self.skill in item.skills]

    def next(self) -> tuple[Question, str] | None:
        """The next exercise, and why it is asked."""
        there = bank(self.table)
        items = self.items()
        found = choose(
            self.notes,
            items,
            there.table,
            clock(self.number),
            self.telling.apart,
            self.telling.of_skill,
        )
        if found is None:
            return None
        item = found.item
        if item.seed is not None:
            self.used[item.exercise] = item.seed
        question = _question(item, self.table)
        return None if question is None else (question, found.why)

    def hear(self, question: Question, given: str, why: str = "") -> Diagnosis | None:
        """Judge an answer, diagnose it if it is wrong, remember it; None where it is right or no answer."""
        verdict, now = question.judge(given, "en"), clock(self.number)
        found = None
        if verdict.counts in ("wrong", "partial"):
            found = diagnose(question, given, self.beliefs, self.notes.prior(now))
        if verdict.counts != "nothing":
            self.notes = self.notes.after(
                recording.answer(
                    question,
                    given,
                    verdict,
                    now,
                    "en",
                    diagnosis=found,
                    beliefs=self.beliefs,
                    why=why,
                )
            )
        self.number += 1
        if self.skill:  # between two exercises on one skill stands another
            self.notes = self.notes.after(answer(_OTHER, True, now, self.table))
        return found


_OTHER: Final = Item("another", "number", 1, ("manners",))


def _asked(item: Item, table: str) -> Question:
    question = _question(item, table)
    if question is None:
        raise ExerciseError("found nothing to ask; expected an exercise", item.exercise)
    return question


def _question(item: Item, table: str) -> Question | None:
    if item.seed is None:
        return Place(item.exercise, table).question()
    name, _, level = item.exercise.removeprefix("generated/").rpartition("-")
    return Place(name, table, int(level), item.seed).question()


# --- M4 and M5: one belief ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """How it went with one learner who holds one belief."""

    belief: str
    where: str = ""
    """The exercise that was first answered wrongly; none if none was."""
    named: str = ""
    """The belief that was named then."""
    suspected: bool = False
    """Whether it was among the few that were suspected."""
    slip: bool = False
    """Whether the answer was a slip, not the belief's own."""
    followed: str = ""
    """The exercise that followed."""
    after: str = ""
    """The belief that stood after it."""


def with_belief(belief: str, seed: int) -> Found:
    """One learner with a belief, until the first wrong answer and the exercise that follows it."""
    held, rng = library()[belief], Random(f"{belief} {seed}")
    session = Session(home(held), rng, skill_of(held.rule))
    for _ in range(_MOST):
        asked = session.next()
        if asked is None:
            return Found(belief)
        question, why = asked
        given = believes(question, (held,), rng)
        found = session.hear(question, given, why)
        if found is None:
            continue
        named = found.named.id if found.named else ""
        slip = not all((explain(question, (held,), given) or {"": False}).values())
        first = Found(
            belief, question.exercise.id, named, belief in {one.id for one in found.suspected}, slip
        )
        follow = session.next()
        if follow is None:
            return replace(first, after=named)
        question, why = follow
        session.hear(question, believes(question, (held,), rng), why)
        after = next((id for id, share in session.notes.likely.items() if share >= NAMED), "")
        return replace(first, followed=f"{question.exercise.id} ({why})", after=after)
    return Found(belief)


def found_rate(found: list[Found]) -> list[Measure]:
    """M4 and M5."""
    wrong = [one for one in found if one.where]
    never = sorted({one.belief for one in found} - {one.belief for one in wrong})
    right = [one for one in wrong if one.named == one.belief]
    after = [one for one in wrong if one.after == one.belief]
    own = [one for one in wrong if not one.slip]
    slips = share(len(wrong) - len(own), len(wrong))
    own_right = share(sum(one.named == one.belief for one in own), len(own))
    own_after = share(sum(one.after == one.belief for one in own), len(own))
    suspected = share(sum(one.suspected for one in wrong), len(wrong))
    mistaken = share(sum(bool(one.named) and one.named != one.belief for one in wrong), len(wrong))
    misled = share(sum(bool(one.after) and one.after != one.belief for one in wrong), len(wrong))
    how = (
        f"{len(found)} learners with one of {len(library())} beliefs each and {SLIPS:.0%} slips, asked as the tutor asks "
        f"about the skill; {len(wrong)} answered something wrongly within {_MOST} exercises."
    )
    missed = Counter(one.belief for one in wrong if one.named != one.belief)
    still = Counter(one.belief for one in wrong if one.after != one.belief)
    of = Counter(one.belief for one in wrong)
    examples = {one.belief: one for one in wrong if one.after != one.belief}
    return [
        Measure(
            "M4",
            "diagnosis, first wrong answer",
            how,
            (Figure("rightly named", share(len(right), len(wrong)), 0.65, 0.77, 0.85),),
            [f"`{id}`: missed {count} of {of[id]}" for id, count in missed.most_common()],
            (
                f"Among the few suspected: {suspected:.1%}. Another belief named: {mistaken:.1%}.",
                f"{slips:.1%} were slips, which show nothing; where it was none, rightly named: {own_right:.1%}.",
                f"Never led to a wrong answer: {', '.join(f'`{id}`' for id in never) or 'none'}.",
            ),
        ),
        Measure(
            "M5",
            "diagnosis with one follow-up",
            "The same learners after the one exercise that the tutor asks next.",
            (Figure("rightly named", share(len(after), len(wrong)), 0.85, 0.94, 0.98),),
            [
                f"`{id}`: missed {count} of {of[id]}; after {examples[id].where}, {examples[id].followed}"
                for id, count in still.most_common()
            ],
            (
                f"Another belief stands then: {misled:.1%}. Where the first wrong answer was no slip: {own_after:.1%}.",
            ),
        ),
    ]


# --- M6: firm beliefs that are not held ------------------------------------------------------------------


def _sessions(seeds: range) -> list[tuple[str, ...]]:
    return [without_belief(seed) for seed in seeds]


def without_belief(seed: int) -> tuple[str, ...]:
    """The beliefs that were firm at some time in a sitting of somebody who has none and slips."""
    rng = Random(f"none {seed}")
    return _firm(Session(rng.choice(Rulebook.names()), rng), ())


def sitting(belief: str, seed: int, unknown: bool = False) -> tuple[str, ...]:
    """The beliefs that were firm at some time in a sitting on a belief's skill of somebody who holds it; the library
    may lack it.
    """
    held, rng = library()[belief], Random(f"{'left out ' if unknown else ''}{belief} {seed}")
    session = Session(home(held), rng, skill_of(held.rule), unknown=belief if unknown else "")
    return _firm(session, (held,))


def _firm(session: Session, held: tuple[Belief, ...]) -> tuple[str, ...]:
    firm: dict[str, None] = {}
    for _ in range(SITTING):
        asked = session.next()
        if asked is None:
            break
        question, why = asked
        session.hear(question, believes(question, held, session.rng), why)
        firm |= dict.fromkeys(session.notes.firm)
    return tuple(firm)


def false_names(
    none: list[tuple[str, ...]],
    others: list[tuple[str, tuple[str, ...]]],
    known: list[tuple[str, tuple[str, ...]]],
) -> Measure:
    """M6: firm names for nothing, and for something else; beside them how often the right one becomes firm."""
    own = share(sum(held in firm for held, firm in known), len(known))
    wrong = Counter(id for firm in none for id in firm)
    pairs = Counter(f"`{held}` taken for `{id}`" for held, firm in others for id in firm)
    return Measure(
        "M6",
        "false diagnosis",
        f"{len(none)} sittings of {SITTING} exercises without a belief and with {SLIPS:.0%} slips; {len(others)} sittings "
        "on a skill with a belief that was taken out of the library. A belief that was firm at any time counts.",
        (
            Figure(
                "a firm belief where there is none",
                share(sum(map(bool, none)), len(none)),
                0.03,
                0.005,
                0.002,
            ),
            Figure(
                "a wrong firm belief where the library lacks the right one",
                share(sum(bool(firm) for _, firm in others), len(others)),
                0.05,
                0.02,
                0.01,
            ),
        ),
        [
            *(f"none taken for `{id}`: {count}" for id, count in wrong.most_common()),
            *(f"{pair}: {count}" for pair, count in pairs.most_common()),
        ],
        (f"In as many sittings with the belief in the library it became firm in {own:.1%}.",),
    )


# --- M7: who cannot be told ------------------------------------------------------------------------------

_KINDS: Final = ("one belief", "two beliefs", "guesses", "misreads")


def mixed(seed: int) -> tuple[str, str, str]:
    """One wrong answer of somebody: of which kind, ``right``, ``wrong`` or ``honest``, and where."""
    rng = Random(f"mixed {seed}")
    kind = _KINDS[seed % len(_KINDS)]
    for _ in range(_MOST):
        table = rng.choice(Rulebook.names())
        item = rng.choice(bank(table).items({}))
        if item.seed is not None:
            item = replace(item, seed=rng.randrange(1, 50))
        question = _question(item, table)
        if question is None:
            continue
        beliefs = _some(question, 2 if kind == "two beliefs" else 1, rng)
        given = _given(kind, question, item, beliefs, rng)
        if given is None or question.judge(given, "en").counts not in ("wrong", "partial"):
            continue
        named = diagnose(question, given).named
        held = {one.id for one in beliefs} if "belief" in kind else set()
        how = "honest" if named is None else "right" if named.id in held else "wrong"
        return kind, how, f"{question.exercise.id} at {table}: `{named.id if named else ''}`"
    return kind, "", ""


def _some(question: Question, count: int, rng: Random) -> list[Belief]:
    fitting = [one for one in library().values() if one.fits(question.rulebook)]
    near = {skill_of(rule) for rule in question.exercise.teaches}
    close = [one for one in fitting if skill_of(one.rule) in near]
    return rng.sample(close if len(close) >= count else fitting, count)


def _given(
    kind: str, question: Question, item: Item, beliefs: list[Belief], rng: Random
) -> str | None:
    if kind == "guesses":
        return guessed(question, rng)
    if kind == "misreads":
        other = replace(item, seed=rng.randrange(50, 99)) if item.seed is not None else None
        return misread(question, _question(other, question.id) if other else None, rng)
    return believes(question, beliefs, rng)


def honesty(found: list[tuple[str, str, str]]) -> Measure:
    """M7: a wrong name, or an honest word."""
    told = [one for one in found if one[1]]
    not_found = [one for one in told if one[1] != "right"]
    honest = [one for one in not_found if one[1] == "honest"]
    by_kind = []
    for kind in _KINDS:
        own = [one for one in not_found if one[0] == kind]
        by_kind.append(f"{kind} {share(sum(one[1] == 'honest' for one in own), len(own)):.1%}")
    return Measure(
        "M7",
        "unexplained",
        f"{len(told)} wrong answers of a mixed population: {', '.join(_KINDS)}; of those that were not rightly named.",
        (Figure("no wrong name", share(len(honest), len(not_found)), 0.8, 0.95, 0.99),),
        [f"{kind}: {where}" for kind, how, where in told if how == "wrong"],
        (f"By kind: {', '.join(by_kind)}. Rightly named: {len(told) - len(not_found)}.",),
    )


def _each(work: tuple[str, int]) -> Found:
    return with_belief(*work)


def _left(work: tuple[str, int]) -> tuple[str, tuple[str, ...]]:
    return work[0], sitting(*work, unknown=True)


def _known(work: tuple[str, int]) -> tuple[str, tuple[str, ...]]:
    return work[0], sitting(*work)


def _mixed(seeds: range) -> list[tuple[str, str, str]]:
    return [mixed(seed) for seed in seeds]


def _work(size: Size, count: int) -> Iterator[tuple[str, int]]:
    for belief in list(library())[:: size.each]:
        for seed in range(count):
            yield belief, seed


def measures(size: Size) -> list[Measure]:
    """M4 to M7."""
    found = spread(_each, _work(size, size.answers), size, chunk=8)
    none = [one for part in spread(_sessions, slices(size.sessions, 20), size) for one in part]
    some = list(_work(size, max(1, size.answers // 3)))
    others, known = (spread(sit, some, size, chunk=8) for sit in (_left, _known))
    several = [one for part in spread(_mixed, slices(size.sessions, 20), size) for one in part]
    return [*found_rate(found), false_names(none, others, known), honesty(several)]
