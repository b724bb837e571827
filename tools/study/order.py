"""The order of exercises: how many it takes until everything is known, how well success is predicted, what alternates.

M10, M11, M21, M22. Learners answer items by their parameters; no exercise is made, so that the tutor does not look at the
beliefs which an item shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache, partial
from itertools import pairwise
from statistics import mean, median
from typing import Final

from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.choosing import OPENED, Item, choose
from canasta_tutor.tutor.notes import Notes
from canasta_tutor.tutor.skills import skills
from tools.study.foreseen import Foreseen
from tools.study.learners import (
    FROM_ANOTHER,
    NOVICE,
    OTHERWISE,
    RUMMY,
    SITTING,
    SLOW,
    Asking,
    Bank,
    Knower,
    Profile,
    answer,
    clock,
)
from tools.study.measure import Figure, Measure, Size, share, slices, spread

MOST: Final = 900
"""So many exercises at most until a learner is given up."""
_PATIENCE: Final = 21
"""So many days without anything to ask are waited for."""
_BREAK: Final = timedelta(hours=2)
"""Who learns all in one go comes back after so long when there is nothing more to ask in a sitting."""
_BINS: Final = 10
_WITHIN: Final = 6
"""A partner is to be asked within so many exercises, before or after."""
_UNSTUCK: Final = 8
_WORKED_EXAMPLE: Final = 2
_LESSON: Final = 2
"""A worked example and the lesson's moment again are taken to teach as much as so many exercises each."""
_BY_PROPORTION: Final = (
    "Between two and three in a row, as between two lists, is reckoned by proportion: where nearly everything is known, "
    "a little more or less of it moves these figures much."
)
_COMPARED: Final = 100
"""So many learners at least take a list or ask in rows: who knows nearly all is told from who knows a little less."""
_LONGEST_LIST: Final = 40
_LONGEST_ROW: Final = 7
_THREE: Final = 3


@cache
def bank(table: str) -> Bank:
    """What may be asked at a table."""
    return Bank(Rulebook.load(table))


@dataclass
class Course:
    """One learner's way through everything that can be mastered."""

    asked: list[str] = field(default_factory=list)
    """The skill of each exercise."""
    needed: list[tuple[str, ...]] = field(default_factory=list)
    """The skills that each exercise needs."""
    opened: list[bool] = field(default_factory=list)
    """Whether a partner of its skill could be asked then: it has exercises, and what it builds on is known."""
    begins: list[int] = field(default_factory=list)
    """The numbers of the exercises with which a sitting begins."""
    whys: list[str] = field(default_factory=list)
    known: float = 0.0
    """How much of it was really known in the end."""
    bins: list[tuple[int, float, int]] = field(default_factory=lambda: [(0, 0.0, 0)] * _BINS)
    """By predicted chance: how many answers, the sum of their chances, how many were right."""
    square: float = 0.0
    foreseen: float = 0.0
    """The same sum of squares of somebody who knows the learner's own figures."""
    rights: int = 0
    left: tuple[str, ...] = ()
    """What was not mastered when there was nothing more to ask."""
    examples: int = 0
    """How often cards were shown that are worked out, because the learner was stuck."""
    stuck: int = 0
    freed: int = 0

    @property
    def exercises(self) -> int:
        """How many exercises it took; cards that were worked out count like one."""
        return len(self.asked) + self.examples

    def predicted(self, chance: float, right: bool) -> None:
        """Note what was predicted, and what came."""
        at = min(_BINS - 1, int(chance * _BINS))
        count, total, rights = self.bins[at]
        self.bins[at] = (count + 1, total + chance, rights + right)
        self.square += (chance - right) ** 2
        self.rights += right


def adaptive(
    profile: Profile, seed: int, table: str, nights: bool = True, most: int = MOST
) -> Course:
    """A learner who is asked what the tutor chooses, until all that can be mastered is."""
    there, learner, course = bank(table), Foreseen(profile, seed), Course()
    wanted = set(there.masterable())
    notes, asking = Notes(), Asking(there.items())
    number, idle, breaks = 0, 0, 0
    stuck: dict[str, int] = {}
    while wanted - set(notes.mastered) and len(course.asked) < most:
        now = clock(number, nights) + breaks * _BREAK
        if nights and number and number % SITTING == 0:
            learner.sleeps()
        found = choose(notes, asking, there.table, now)
        if found is None:
            idle += 1
            if idle > _PATIENCE:
                break
            if nights:
                number += SITTING - number % SITTING  # nothing more today
            else:
                breaks += 1
            continue
        if idle or not course.asked or (nights and number % SITTING == 0):
            course.begins.append(len(course.asked))
        idle = 0
        item = found.item
        course.whys.append(found.why)
        chance = notes.expected(item.skills, item.guess, now)
        course.needed.append(item.skills)
        course.opened.append(_partner_open(there, notes, item.skill))
        right = learner.answers(item)
        course.predicted(chance, right)
        course.asked.append(item.skill)
        asking.asked(item)
        before = notes
        notes = notes.after(answer(item, right, now, table))
        _unstick(course, learner, before, notes, item, stuck)
        number += 1
    course.left = tuple(sorted(wanted - set(notes.mastered)))
    course.known = share(len(wanted & learner.known), len(wanted))
    course.foreseen = learner.square
    return course


def _partner_open(there: Bank, notes: Notes, skill: str) -> bool:
    partners = (skills()[id] for id in skills()[skill].confused_with if id in there.skills)
    return any(
        all(notes.sure(one, there.table) >= OPENED for one in partner.builds_on)
        for partner in partners
    )


def _unstick(
    course: Course, learner: Knower, before: Notes, notes: Notes, item: Item, stuck: dict[str, int]
) -> None:
    """Where the tutor has begun anew with a skill, its worked example is seen; count how it goes on."""
    skill = item.skill
    if skill in stuck:
        stuck[skill] += 1
        if notes.of_skill(skill).mastered:
            course.freed += stuck.pop(skill) <= _UNSTUCK
    if notes.stuck != skill:
        return
    first = notes.cured.get(skill) != before.cured.get(skill)
    if first and skill not in stuck:
        course.stuck += 1
        stuck[skill] = 0
    course.examples += 1
    learner.taught(skill, _WORKED_EXAMPLE + _LESSON * first)


# --- what the tutor is compared with ----------------------------------------------------------------


def _of_skill(there: Bank, skill: str) -> list[Item]:
    """The items of a skill, the easy ones first."""
    return sorted(
        (item for item in there.items() if skill in item.skills),
        key=lambda item: (item.skill != skill, item.level, item.exercise),
    )


def listed(profile: Profile, seed: int, table: str, each: int) -> float:
    """How much is known after a fixed list in the order of the lessons: so many exercises for each skill."""
    there, learner = bank(table), Knower(profile, seed)
    wanted = there.masterable()
    for skill in wanted:
        items = _of_skill(there, skill)
        for number in range(each):
            learner.answers(items[number % len(items)])
    return share(len(set(wanted) & learner.known), len(wanted))


def in_a_row(profile: Profile, seed: int, table: str, rights: int) -> tuple[int, float]:
    """Exercises, and how much is known, where each skill is asked until so many are right in a row."""
    there, learner = bank(table), Knower(profile, seed)
    wanted, count = there.masterable(), 0
    for skill in wanted:
        items, run, number = _of_skill(there, skill), 0, 0
        while run < rights and number < 60:
            run = run + 1 if learner.answers(items[number % len(items)]) else 0
            number += 1
        count += number
    return count, share(len(set(wanted) & learner.known), len(wanted))


@dataclass(frozen=True)
class Compared:
    """Means over the learners of a profile: exercises and what is known, of the tutor and of the others."""

    profile: str
    adaptive: float
    known: float
    three: float
    three_known: float
    equal_row: float
    """Exercises of so many in a row that as much is known; between two lengths of the run by proportion."""
    listed: float
    """Exercises of the fixed list that teaches as much."""

    def row(self) -> str:
        """A line of the table in the report."""
        return (
            f"| {self.profile} | {self.adaptive:.0f} | {self.known:.1%} | {self.three:.0f} | "
            f"{self.three_known:.1%} | {self.equal_row:.0f} | {self.listed:.0f} |"
        )


def _courses(profile: Profile, table: str, nights: bool, seeds: range) -> list[Course]:
    return [adaptive(profile, seed, table, nights) for seed in seeds]


def _rows(profile: Profile, table: str, rights: int, seeds: range) -> list[tuple[int, float]]:
    return [in_a_row(profile, seed, table, rights) for seed in seeds]


def _lists(profile: Profile, table: str, each: int, seeds: range) -> list[float]:
    return [listed(profile, seed, table, each) for seed in seeds]


def courses(
    profile: Profile, count: int, size: Size, table: str, nights: bool = True
) -> list[Course]:
    """The ways of so many learners."""
    work = partial(_courses, profile, table, nights)
    return [one for part in spread(work, slices(count, 25), size) for one in part]


def compared(profile: Profile, ways: Sequence[Course], size: Size, table: str) -> Compared:
    """The tutor beside a fixed list and beside so many in a row."""
    exercises, known = mean(one.exercises for one in ways), mean(one.known for one in ways)
    seeds = list(slices(max(_COMPARED, len(ways) // 5), 50))
    rows: list[tuple[float, float]] = []
    for rights in range(1, _LONGEST_ROW + 1):
        work = partial(_rows, profile, table, rights)
        found = [one for part in spread(work, seeds, size) for one in part]
        rows.append((mean(one[0] for one in found), mean(one[1] for one in found)))
        if rights >= _THREE and rows[-1][1] >= known:
            break
    three = rows[_THREE - 1]
    return Compared(
        profile.name,
        exercises,
        known,
        *three,
        _reached(rows, known),
        _list_that_teaches(known, profile, seeds, size, table),
    )


def _list_that_teaches(
    known: float, profile: Profile, seeds: Sequence[range], size: Size, table: str
) -> float:
    """Exercises of the fixed list after which so much is known, between two lengths by proportion."""
    count = len(bank(table).masterable())
    fewest, most = (0, 0.0), (_LONGEST_LIST + 1, 1.0)
    while most[0] - fewest[0] > 1:
        each = (fewest[0] + most[0]) // 2
        lists = spread(partial(_lists, profile, table, each), seeds, size)
        there = mean(one for part in lists for one in part)
        if there >= known:
            most = each, there
        else:
            fewest = each, there
    return _reached([(each * count, there) for each, there in (fewest, most)], known)


def _reached(steps: Sequence[tuple[float, float]], known: float) -> float:
    """Exercises at which so much is known, between two steps by proportion; the last step's if it never is."""
    before = (0.0, 0.0)
    for exercises, there in steps:
        if there >= known:
            part = share(known - before[1], there - before[1])
            return before[0] + part * (exercises - before[0])
        before = (exercises, there)
    return before[0]


# --- the measures -----------------------------------------------------------------------------------


def measures(size: Size) -> list[Measure]:
    """M10, M11, M21 and M22 at the course's own table."""
    table = Rulebook.names()[0]
    usual = (NOVICE, RUMMY, FROM_ANOTHER)
    fewer = max(2, size.learners // 5)
    at_once = {profile: courses(profile, size.learners, size, table, False) for profile in usual}
    by_day = [one for profile in usual for one in courses(profile, fewer, size, table)]
    slow = courses(SLOW, fewer, size, table)
    return [
        _order(table, at_once, usual, size),
        _calibration(courses(OTHERWISE, fewer, size, table), slow),
        _stuck(slow),
        _interleaving(by_day),
    ]


def _order(
    table: str, ways: dict[Profile, list[Course]], usual: Sequence[Profile], size: Size
) -> Measure:
    rows = [compared(profile, ways[profile], size, table) for profile in usual]
    of_list = max(one.adaptive / one.listed - 1 for one in rows)
    of_row = max(one.adaptive / one.three - 1 for one in rows)
    equal = max(one.adaptive / one.equal_row - 1 for one in rows)
    left = Counter(skill for profile in usual for one in ways[profile] for skill in one.left)
    missing = [id for id in skills() if id not in bank(table).masterable()]
    head = (
        "| profile | tutor | really known | three in a row | really known | as much in a row | fixed list |\n"
        "|---|---|---|---|---|---|---|\n"
    )
    return Measure(
        "M10",
        "adaptive order",
        f"{size.learners} learners of each profile at `{table}`, {len(bank(table).masterable())} skills; all in one "
        "go, with a break of two hours where there is nothing more to ask in a sitting: what is due another day is left "
        "out on each side. Cards that are worked out for somebody who is stuck count as an exercise. The worst profile "
        "counts.",
        (
            Figure("against the fixed list that teaches as much", of_list, -0.25, -0.5, -0.65),
            Figure("against three in a row", of_row, 0.0, -0.1, -0.3),
            Figure("against as many in a row as teach as much", equal, 0.0, -0.1, -0.3),
        ),
        [
            *(f"`{id}`: no items that could show mastery" for id in missing),
            *(f"`{id}`: not mastered by {count} learners" for id, count in left.most_common()),
        ],
        (
            head + "\n".join(one.row() for one in rows),
            _BY_PROPORTION,
        ),
    )


def _calibration(ways: Sequence[Course], slow: Sequence[Course]) -> Measure:
    brier, error = calibrated(ways)
    slow_brier, slow_error = calibrated(slow)
    best, slow_best = foreseen(ways), foreseen(slow)
    offenders = [
        f"predicted {total / count:.2f}, came {rights / count:.2f} ({count} answers)"
        for count, total, rights in binned(ways)
        if count and abs(total - rights) / count > 0.05
    ]
    return Measure(
        "M11",
        "calibration",
        f"{sum(len(one.asked) for one in ways):,} answers of {len(ways)} learners who learn more slowly than the model "
        "assumes, slip more, forget over night and sometimes only guess.",
        (
            Figure("Brier score", brier, 0.20, 0.17, 0.15, ""),
            Figure("expected calibration error", error, 0.08, 0.04, 0.02, ""),
        ),
        offenders,
        (
            (
                f"At best {best:.3f}: so well foresees these answers who knows of each learner how often this one slips, learns, "
                "forgets and only guesses."
            ),
            f"Slow learners: Brier score {slow_brier:.3f} (at best {slow_best:.3f}), calibration error {slow_error:.3f}.",
        ),
    )


def binned(ways: Sequence[Course]) -> list[tuple[int, float, int]]:
    """By predicted chance, of all learners: how many answers, the sum of their chances, how many were right."""
    return [
        (
            sum(one.bins[at][0] for one in ways),
            sum(one.bins[at][1] for one in ways),
            sum(one.bins[at][2] for one in ways),
        )
        for at in range(_BINS)
    ]


def calibrated(ways: Sequence[Course]) -> tuple[float, float]:
    """The Brier score, and the expected calibration error over ten bins."""
    answers = sum(len(one.asked) for one in ways)
    error = sum(abs(total - rights) for _, total, rights in binned(ways))
    return share(sum(one.square for one in ways), answers), share(error, answers)


def foreseen(ways: Sequence[Course]) -> float:
    """The Brier score of somebody who knows each learner's own figures."""
    return share(sum(one.foreseen for one in ways), sum(len(one.asked) for one in ways))


def _stuck(ways: Sequence[Course]) -> Measure:
    stuck, freed = sum(one.stuck for one in ways), sum(one.freed for one in ways)
    most = max(most_in_a_sitting(one) for one in ways)
    return Measure(
        "M21",
        "stuck learners",
        f"{len(ways)} slow learners, stuck {stuck:,} times. Cards that are worked out, then and after each wrong answer until "
        f"something is right, and the lesson's moment again, are taken to teach as much as {_WORKED_EXAMPLE} exercises each: "
        "an assumption.",
        (
            Figure(f"mastered within {_UNSTUCK} more", share(freed, stuck), 0.4, 0.6, 0.8),
            Figure("most exercises on one skill in a sitting", most, 12, 12, 11, ""),
        ),
    )


def most_in_a_sitting(course: Course) -> int:
    """The most exercises on one skill in one sitting."""
    ends = [*course.begins[1:], len(course.asked)]
    sittings = (course.asked[at:end] for at, end in zip(course.begins, ends, strict=True))
    return max((max(Counter(one).values()) for one in sittings if one), default=0)


def _interleaving(ways: Sequence[Course]) -> Measure:
    twice = sum(skill_twice(one) for one in ways)
    met: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    gaps: list[int] = []
    always = always_met = 0
    for one in ways:
        last: dict[str, int] = {}
        for number, skill in enumerate(one.asked):
            if skill in last:
                gaps.append(number - last[skill])
            last[skill] = number
            if skills()[skill].confused_with:
                near = partner_near(one, number)
                always += 1
                always_met += near
                if one.opened[number] or near:
                    asked[skill] += 1
                    met[skill] += near
    offenders = [
        f"`{skill}`: {met[skill] / count:.0%} of {count}"
        for skill, count in asked.items()
        if met[skill] / count < 0.8
    ]
    return Measure(
        "M22",
        "interleaving",
        f"The courses of {len(ways)} learners: {sum(len(one.asked) for one in ways):,} exercises.",
        (
            Figure("the same skill twice running in a sitting", twice, 0, 0, 0, ""),
            Figure(
                f"a confusable partner within {_WITHIN}, before or after",
                share(met.total(), asked.total()),
                0.6,
                0.8,
                0.95,
            ),
            Figure("median gap between repeats of a skill", median(gaps or [0]), 4, 6, 8, ""),
        ),
        sorted(offenders),
        (
            f"A partner counts from when what it builds on is known. Counted always: {share(always_met, always):.1%}.",
        ),
    )


def skill_twice(course: Course) -> int:
    """How often a skill was asked twice running in one sitting."""
    pairs = enumerate(pairwise(course.asked), start=1)
    return sum(a == b and number not in course.begins for number, (a, b) in pairs)


def partner_near(course: Course, number: int) -> bool:
    """Whether a skill's partner is asked with it, or shortly before or after."""
    near = course.needed[max(0, number - _WITHIN) : number + _WITHIN + 1]
    partners = skills()[course.asked[number]].confused_with
    return any(skill in partners for needed in near for skill in needed)
