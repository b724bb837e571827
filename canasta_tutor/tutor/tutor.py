"""The tutor at a learner's side: it takes in every judged answer, says what is behind a wrong one, and knows what is next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.beliefs.transfer import beliefs_at
from canasta_tutor.errors import CanastaError, ExerciseError
from canasta_tutor.exercises.collection import ids, load
from canasta_tutor.exercises.diagnosing import Diagnosis, diagnose
from canasta_tutor.exercises.exercise import LEVELS, Exercise
from canasta_tutor.exercises.generators import GENERATORS, Generator, generate
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.rules import RULES
from canasta_tutor.tutor import recording
from canasta_tutor.tutor.choosing import Item, Next, choose
from canasta_tutor.tutor.notes import EXPLAINED, PUT_OFF, Answer, Notes
from canasta_tutor.tutor.skills import skill_of, skills
from canasta_tutor.tutor.speaking import advice
from canasta_tutor.tutor.store import Store
from canasta_tutor.tutor.telling import Telling

Clock = Callable[[], datetime]
_CARRIED: Final = 3.0
"""So much likelier a belief is at which the learner has played."""


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Advice:
    """What the tutor makes of one answer."""

    say: tuple[str, ...] = ()
    """Paragraphs of Markdown; none where there is nothing to add."""
    diagnosis: Diagnosis | None = None
    answer: Answer | None = None
    firm: bool = False
    """Whether the belief that is named has been seen in two exercises."""
    stuck: str = ""
    """The skill at which the learner is stuck since this answer, or still is."""
    ways: int = 0
    """How many other ways were shown since the learner was stuck at it."""


class Tutor:
    """One learner's tutor at one table, in one language."""

    played: tuple[str, ...] = ()
    """Other tables that the learner knows: their rules are likelier to be behind a wrong answer."""

    def __init__(
        self,
        rulebook: Rulebook,
        language: str,
        store: Store | None = None,
        clock: Clock = now,
    ) -> None:
        self.rulebook = rulebook
        self.language = language
        self.store = store or Store()
        self.clock = clock
        self._notes = Notes()

    @property
    def notes(self) -> Notes:
        """What the learner has shown, with what other notebooks have added."""
        answers = self.store.answers
        if answers[: len(self._notes.answers)] != self._notes.answers:
            self._notes = Notes()
        for answer in answers[len(self._notes.answers) :]:
            self._notes = self._notes.after(answer)
        return self._notes

    def judged(
        self,
        question: Question,
        given: str,
        verdict: Verdict,
        *,
        first: bool = True,
        hints: int = 0,
        solved: bool = False,
        counts: bool = True,
        seconds: float | None = None,
        why: str = "",
    ) -> Advice:
        """Take in a judged answer: keep it, and say what may be behind it if it is wrong."""
        if verdict.counts == "nothing":
            return Advice()
        at, beliefs = self.clock(), self._beliefs(question)
        diagnosis = None if verdict.right else self._diagnosed(question, given)
        kept = recording.answer(
            question,
            given,
            verdict,
            at,
            self.language,
            diagnosis=diagnosis,
            beliefs=beliefs.values(),
            first=first,
            hints=hints,
            solved=solved,
            counts=counts,
            seconds=seconds,
            why=why,
        )
        self.store.add(kept)
        say: tuple[str, ...] = ()
        if diagnosis is not None:
            say = advice(question, diagnosis, self.notes, self.language)
        firm = diagnosis is not None and self._firm(diagnosis)
        stuck = self.notes.stuck
        return Advice(say, diagnosis, kept, firm, stuck, self.notes.since_stuck(stuck))

    def _beliefs(self, question: Question) -> Mapping[str, Belief]:
        return beliefs_at(question.rulebook, map(Rulebook.load, self.played))

    def _diagnosed(self, question: Question, given: str) -> Diagnosis:
        beliefs = self._beliefs(question).values()
        prior = likelier(self.notes.prior(self.clock()), beliefs)
        return diagnose(question, given, beliefs, prior)

    def _firm(self, diagnosis: Diagnosis) -> bool:
        return diagnosis.named is not None and diagnosis.named.id in self.notes.firm

    # --- explained later ------------------------------------------------------------------------

    def put_off(self, question: Question, given: str) -> None:
        """Keep that the explanation of an answer is wanted later."""
        self._explains(question, given, PUT_OFF)

    def explained(self, question: Question, given: str) -> None:
        """Keep that an explanation that was put off is not to be offered any more."""
        place = recording.template(question.exercise), recording.seed(question.exercise)
        if place in self.notes.put_off:
            self._explains(question, given, EXPLAINED)

    def _explains(self, question: Question, given: str, why: str) -> None:
        self.store.add(recording.explanation(question, given, self.clock(), self.language, why))

    @property
    def waiting(self) -> list[tuple[Question, str]]:
        """What is to be explained at this table: questions and the answers that were given, the oldest first."""
        found = []
        for kept in self.notes.put_off.values():
            with suppress(CanastaError):  # the table or the exercise is gone, or another one now
                if Rulebook.load(kept.table) == self.rulebook:
                    exercise = self._made(kept.exercise, kept.seed)
                    found.append((exercise.at(self.rulebook), kept.answer))
        return found

    def behind(self, question: Question, given: str) -> Advice:
        """What may be behind a wrong answer that was kept before."""
        diagnosis = self._diagnosed(question, given)
        say = advice(question, diagnosis, self.notes, self.language)
        return Advice(say, diagnosis, firm=self._firm(diagnosis))

    def not_known(self, question: Question, why: str) -> None:
        """Take in that something is not known yet."""
        self.store.add(recording.not_known(question, self.clock(), self.language, why))

    # --- what comes next ------------------------------------------------------------------------

    def next(self, items: Iterable[Item] | None = None) -> tuple[Exercise, Next] | None:
        """The exercise that comes next, and why; None when nothing is due and nothing left to learn."""
        telling = self.telling
        found = choose(
            self.notes,
            self.items if items is None else items,
            self.rulebook,
            self.clock(),
            telling.apart,
            telling.of_skill,
        )
        return None if found is None else (self.exercise(found.item), found)

    @property
    def items(self) -> Sequence[Item]:
        """All that may be asked at this table: the course's exercises, and the generators with a new seed."""
        return self.items_on(skills())

    def items_on(self, wanted: Collection[str], levels: Collection[int] = LEVELS) -> list[Item]:
        """What may be asked on some skills; generators that cannot be about them are not tried.

        ``levels`` are those that are wanted of generators.
        """
        course = [item for item in course_items(self.rulebook) if item.skill in wanted]
        made = generator_items(self.rulebook, self.seeds, wanted, levels)
        return course + [item for item in made if item.skill in wanted]

    def exercise(self, item: Item) -> Exercise:
        """The exercise that an item stands for."""
        return self._made(item.exercise, item.seed)

    def _made(self, template: str, seed: int | None) -> Exercise:
        if seed is None:
            return load(template)
        name, _, level = template.removeprefix("generated/").rpartition("-")
        return generate(name, self.rulebook, int(level), seed)

    @property
    def seeds(self) -> dict[str, int]:
        """The last seed that each generator was asked with at each level, by ``generated/name-level``."""
        used: dict[str, int] = {}
        for answer in self.notes.answers:
            if answer.seed is not None:
                used[answer.exercise] = max(used.get(answer.exercise, 0), answer.seed)
        return used

    @property
    def telling(self) -> Telling:
        """What the exercises tell of the beliefs that this learner may hold."""
        known = beliefs_at(self.rulebook, map(Rulebook.load, self.played))
        return Telling(self.rulebook, known, lambda item: self.exercise(item).at(self.rulebook))


def likelier(prior: Mapping[str, float], beliefs: Iterable[Belief]) -> Mapping[str, float]:
    """How much likelier than others beliefs are: those seen before, and those that are the rule where one has played."""
    carried = {belief.id: _CARRIED * prior.get(belief.id, 1.0) for belief in beliefs if belief.home}
    return {**prior, **carried}


_ITEMS: dict[str, list[Item]] = {}


def course_items(rulebook: Rulebook) -> list[Item]:
    """The exercises of the course that are meant for this table; those of the welcome are not asked again."""
    name = rulebook.base().id
    if name not in _ITEMS:
        found = []
        for id in ids():
            if id.startswith("welcome/"):
                continue
            try:
                exercise = load(id)
                if name in exercise.rulebooks:
                    found.append(recording.item(exercise.at(rulebook)))
            except ExerciseError:
                continue  # told where it stands in its lesson
        _ITEMS[name] = found
    return _ITEMS[name]


def generator_items(
    rulebook: Rulebook,
    used: dict[str, int],
    wanted: Collection[str] | None = None,
    levels: Collection[int] = LEVELS,
) -> list[Item]:
    """One item for each generator and level, with the next seed; only of those that may ask a skill that is wanted."""
    found = []
    for name, generator in GENERATORS.items():
        if wanted is not None and not about(generator) & {*wanted}:
            continue
        for level in generator.levels:
            if level not in levels:
                continue
            place = f"generated/{name}-{level}"
            seed = used.get(place, 0) + 1
            key = (rulebook, name, level)
            try:
                model = _model(*key)
            except ExerciseError:
                continue  # nothing of this kind can be asked at this table
            found.append(
                Item(place, model.kind, level, model.skills, model.guess, seed, model.silent)
            )
    return found


def about(generator: Generator) -> set[str]:
    """The skills that a generator may ask first: those of its rules, and those made of others."""
    own = {skill_of(rule) for rule in RULES if rule.startswith(generator.rules)}
    return own | {one.id for one in skills().values() if one.composite}


_MODELS: dict[tuple[Rulebook, str, int], Item | None] = {}


def _model(rulebook: Rulebook, name: str, level: int) -> Item:
    """What a generator's exercises of a level are like."""
    key = (rulebook, name, level)
    if key not in _MODELS:
        try:
            exercise = generate(name, rulebook, level, 1)
            _MODELS[key] = recording.item(exercise.at(rulebook))
        except ExerciseError:
            _MODELS[key] = None
    model = _MODELS[key]
    if model is None:
        raise ExerciseError(f"found nothing to ask at {rulebook.id}; expected an exercise", name)
    return model
