"""A new quiz: questions chosen over all rules that it is about, alike in every version and equal in none."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from canasta_tutor.classroom.areas import about
from canasta_tutor.classroom.marking import worth
from canasta_tutor.classroom.quiz import Quiz, Slot, mark_of, meant_for
from canasta_tutor.classroom.working import Heard, each
from canasta_tutor.errors import CanastaError, ExerciseError
from canasta_tutor.exercises import Exercise, Question, load_all
from canasta_tutor.exercises.exercise import LEVELS
from canasta_tutor.exercises.generators import GENERATORS, generated
from canasta_tutor.rules import RULES
from canasta_tutor.tutor.recording import version as facts_of

SCORING: Final = ("sheet", "canasta", "red_threes", "minimum", "find_fault")
"""The generators of a quiz on the score: whole deals, single lines, minimums, faults."""
_SCORED: Final = ("score", "canasta", "value", "initial", "threes")
"""Parts of the rulebook from which exercises of a quiz on the score are taken."""
_COUNTED: Final = ("sheet", "number", "panel")
_NOT_ASKED: Final = ("probes/", "welcome/")
"""Exercises that stand in a place of their own: the tutor's probes, and the first steps."""

_SEEDS: Final = 10_000
"""Each slot has so many seeds of its own, so that no two slots ask the same."""
_TRIES: Final = 40
"""So many seeds in a row that give nothing new are enough."""


@dataclass(frozen=True)
class Template:
    """What a slot can be filled with: a generator at a level, or exercises that are equally hard."""

    rule: str
    """The rule that it teaches first."""
    teaches: tuple[str, ...]
    kind: str
    level: int
    points: int
    title: str
    """The question that stands above it."""
    generator: str = ""
    exercises: tuple[Exercise, ...] = ()

    @property
    def area(self) -> str:
        """The part of the rulebook."""
        return RULES[self.rule].area


def new_quiz(
    wish: Quiz, questions: int, heard: Heard | None = None
) -> tuple[Quiz, tuple[str, ...]]:
    """A quiz as it is wished for, with so many questions; and by name what was left out as unsettled.

    The same wish gives the same quiz. Raises CanastaError where there is not enough to ask.
    """
    templates, unsettled = _templates(wish)
    chosen = sorted(_choose(wish, questions, templates), key=lambda one: one.level)
    filled: dict[int, Drawn] = {}
    while left := [pair for pair in enumerate(chosen, 1) if pair[0] not in filled]:
        drawn = each(partial(_fill, wish), left, heard)
        few = {number for (number, _), one in zip(left, drawn, strict=True) if one is None}
        filled |= {number: one for (number, _), one in zip(left, drawn, strict=True) if one}
        if few:  # of these there are too few different questions: others take their places
            small = [chosen[number - 1] for number in few]
            templates = [one for one in templates if one not in small]
            kept = [one for number, one in enumerate(chosen, 1) if number not in few]
            more = _choose(wish, questions, templates, kept)[len(kept) :]
            places = dict(zip(sorted(few), more, strict=True))
            chosen = [places.get(number, one) for number, one in enumerate(chosen, 1)]
    slots, pairs = _unlike(wish, chosen, filled)
    marks = {
        name: mark_of((slot.id(at), facts[at]) for slot, facts in zip(slots, pairs, strict=True))
        for at, name in enumerate(wish.versions)
    }
    return replace(wish, slots=tuple(slots), marks=marks), unsettled


# --- what could be asked --------------------------------------------------------------------------


def _templates(wish: Quiz) -> tuple[list[Template], tuple[str, ...]]:
    """All templates for a quiz, and the names of those that only ask what the table's rules leave open."""
    found = [*_generators(wish), *_authored(wish)]
    unsettled = tuple(one for one in found if isinstance(one, str))
    usable = [one for one in found if isinstance(one, Template) and _wanted(wish, one)]
    for area in wish.areas:
        if not any(about(area, one.teaches) for one in usable):
            levels = ", ".join(map(str, _levels_with(wish, area)))
            elsewhere = f" (there is something at level {levels})" if levels else ""
            left = (
                " (what the rules of the table leave open is asked with --include-unsettled)"
                if unsettled
                else ""
            )
            raise CanastaError(
                f"areas: found {area!r}, about which nothing is asked at {wish.rulebook.id}, "
                f"level {', '.join(map(str, wish.levels))}; expected another area or level{elsewhere}{left}"
            )
    if not usable:
        raise CanastaError(
            f"levels: found {', '.join(map(str, wish.levels))}, at which nothing is asked at "
            f"{wish.rulebook.id}; expected others from 1 to 5"
        )
    return usable, unsettled


def _levels_with(wish: Quiz, area: str) -> list[int]:
    """The levels at which something is asked about an area, where the quiz has not all of them."""
    every = replace(wish, levels=tuple(LEVELS), areas=())
    if wish.levels == every.levels:
        return []
    found = [one for one in (*_generators(every), *_authored(every)) if isinstance(one, Template)]
    return sorted({one.level for one in found if about(area, one.teaches) and _wanted(every, one)})


def _wanted(wish: Quiz, one: Template) -> bool:
    """Whether it is about one of the areas, if some are named."""
    return not wish.areas or any(about(area, one.teaches) for area in wish.areas)


def _generators(wish: Quiz) -> Iterator[Template | str]:
    """A template for each generator and level; only its name where it asks what is not settled."""
    asked = [
        (name, level)
        for name, generator in GENERATORS.items()
        for level in wish.levels
        if level in generator.levels_at(wish.rulebook)
        and (wish.kind != "scoring" or name in SCORING)
    ]
    yield from each(partial(_sampled, wish), asked)


def _sampled(wish: Quiz, asked: tuple[str, int]) -> Template | str:
    """A generator at a level as a template, by one of its exercises."""
    name, level = asked
    found = next(_settled(wish, name, level, range(1, 9)), None)
    if found is None:
        return f"{name} {level}"
    made, points, title = found.exercise, worth(found), found.title("en")
    return Template(made.teaches[0], made.teaches, made.kind, level, points, title, name)


def _settled(wish: Quiz, name: str, level: int, seeds: Iterable[int]) -> Iterator[Question]:
    """What a generator makes of these seeds, as far as the table's own rules settle it."""
    for seed in seeds:
        try:
            question = generated(name, wish.rulebook, level, seed, wish.players)
        except ExerciseError:
            continue
        if wish.options.include_unsettled or not question.silent:
            yield question


def _authored(wish: Quiz) -> Iterator[Template | str]:
    """Exercises of the course, as many together as there are versions, all equally hard."""
    if wish.house_rules or wish.players not in (None, 4):
        return  # their prose is written for the rulebook as it is
    alike: dict[tuple[str, str, int], list[Exercise]] = {}
    for exercise in load_all().values():
        asked = exercise.level in wish.levels and not exercise.id.startswith(_NOT_ASKED)
        counts = RULES[exercise.teaches[0]].area in _SCORED and exercise.kind in _COUNTED
        if wish.kind == "scoring" and not counts:
            continue
        if asked and meant_for(exercise, wish.rulebook):
            key = (exercise.teaches[0], exercise.kind, exercise.level)
            alike.setdefault(key, []).append(exercise)
    for exercises in alike.values():
        if len(exercises) >= len(wish.versions):
            yield from _in_step(wish, exercises)


def _in_step(wish: Quiz, exercises: list[Exercise]) -> Iterator[Template | str]:
    """Exercises on the same rule, as many together as there are versions, worth the same."""
    alike: dict[int, list[Exercise]] = {}
    for exercise in exercises:
        question = exercise.at(wish.rulebook)
        if question.silent and not wish.options.include_unsettled:
            yield exercise.id
        else:
            alike.setdefault(worth(question), []).append(exercise)
    size = len(wish.versions)
    for points, same in alike.items():
        for start in range(0, len(same) - size + 1, size):
            some = tuple(same[start : start + size])
            taught = tuple(dict.fromkeys(path for one in some for path in one.teaches))
            first = some[0]
            title = first.at(wish.rulebook).title("en")
            yield Template(
                taught[0], taught, first.kind, first.level, points, title, exercises=some
            )


# --- which of it is asked -------------------------------------------------------------------------


def _choose(
    wish: Quiz, questions: int, templates: list[Template], kept: Iterable[Template] = ()
) -> list[Template]:
    """So many templates, each time one of the area, the rule and the kind that was asked least so far.

    Those that are kept come first. What is asked in the same words comes a third time only when nothing else is left.
    """
    rng = random.Random(f"quiz {wish.seed}")
    chosen = list(kept)
    left = [one for one in templates if one.generator or one not in chosen]
    rng.shuffle(left)
    used = Counter(key for one in chosen for key in (one.title, *_keys(wish, one)))
    while len(chosen) < questions:
        if not left:
            enough = f"questions: found {questions}; expected at most {len(chosen)} of these areas and levels"
            if len(wish.versions) == 1:
                raise CanastaError(enough)
            raise CanastaError(f"{enough}, or fewer than {len(wish.versions)} versions")
        one = min(left, key=partial(_asked, wish, used))
        used.update((one.title, *_keys(wish, one)))
        chosen.append(one)
        if not one.generator:
            left.remove(one)
    return chosen


def _asked(wish: Quiz, used: Counter[object], one: Template) -> tuple[int, ...]:
    """How often such a one was asked so far, what matters most first."""
    return max(0, used[one.title] - 1), *(used[key] for key in _keys(wish, one))


def _keys(wish: Quiz, one: Template) -> tuple[object, ...]:
    """What is balanced, the most important first."""
    area = next((area for area in wish.areas if about(area, one.teaches)), one.area)
    source = one.generator or "authored"
    return (
        ("area", area),
        ("rule", one.rule),
        ("kind", one.kind),
        ("source", source, one.level),
        ("level", one.level),
    )


# --- the questions of a slot ----------------------------------------------------------------------

Drawn = tuple[Slot, tuple[str, ...]]
"""A slot with the facts of its question in each version."""


def _fill(wish: Quiz, numbered: tuple[int, Template], salt: int = 0) -> Drawn | None:
    """The slot of this number with a question for each version, no two with the same facts.

    None if there are not so many different ones.
    """
    number, template = numbered
    if template.exercises:
        ids = tuple(one.id for one in template.exercises)
        return Slot(template.points, exercises=ids), tuple(map(facts_of, template.exercises))
    rng = random.Random(f"quiz {wish.seed} {number} {salt}")
    offset = number * _SEEDS
    seeds = rng.sample(range(offset, offset + _SEEDS), _SEEDS)
    found: dict[str, int] = {}
    idle = 0
    for seed in seeds:
        before = len(found)
        for question in _settled(wish, template.generator, template.level, (seed,)):
            found.setdefault(facts_of(question.exercise), seed)
        idle = idle + 1 if len(found) == before else 0
        if len(found) == len(wish.versions):
            seeds = list(found.values())
            slot = Slot(template.points, template.generator, template.level, tuple(seeds))
            return slot, tuple(found)
        if idle == _TRIES:
            break
    return None


def _unlike(
    wish: Quiz, chosen: list[Template], filled: Mapping[int, Drawn]
) -> tuple[list[Slot], list[tuple[str, ...]]]:
    """The slots by their levels, those drawn anew that ask in one version what another slot asks there."""
    slots: list[Slot] = []
    facts: list[tuple[str, ...]] = []
    for number in sorted(filled, key=lambda number: (chosen[number - 1].level, number)):
        slot, asked = one = filled[number]
        for salt in range(1, _TRIES):
            if not any(a == b for before in facts for a, b in zip(before, asked, strict=True)):
                break
            slot, asked = _fill(wish, (number, chosen[number - 1]), salt) or one
        slots.append(slot)
        facts.append(asked)
    return slots, facts


__all__ = ["SCORING", "Template", "new_quiz"]
