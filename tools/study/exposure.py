"""What exercises can show: each belief on its own (M3), and each rule in which two tables differ (M15)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import permutations

from canasta_tutor.beliefs.library import library
from canasta_tutor.beliefs.transfer import transfers
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.rulebook import Rulebook
from tools.study.bank import Place, authored, generated
from tools.study.measure import Figure, Measure, Size, share, spread

_ENOUGH = 2
_REACH = 5
_THREE = 3


def area(belief: str) -> str:
    """The area of the rules that a belief is about."""
    return belief.partition(".")[0]


def answers(place: Place) -> dict[str, str]:
    """What each belief of the library answers there, where it is not right."""
    question = place.question()
    if question is None:
        return {}
    found = {}
    for belief in library().values():
        if belief.fits(question.rulebook) and (own := answer_of(question, (belief,))):
            found[belief.id] = own
    question.seen_by.clear()
    return found


def alone(answered: dict[str, str], among: Sequence[str]) -> list[str]:
    """The beliefs whose answer nobody else of these gives."""
    count = Counter(answered[id] for id in among)
    return [id for id in among if count[answered[id]] == 1]


def exposure(places: Sequence[Place], found: Sequence[dict[str, str]], where: str) -> Measure:
    """M3: beliefs that some exercises show as nobody else of their area."""
    own: dict[str, set[str]] = defaultdict(set)
    only: dict[str, set[str]] = defaultdict(set)
    live: dict[str, set[str]] = defaultdict(set)
    for place, answered in zip(places, found, strict=True):
        areas = defaultdict(list)
        for id in answered:
            areas[area(id)].append(id)
            live[id].add(place.template)
        for ids in areas.values():
            for id in alone(answered, ids):
                own[id].add(place.template)
        for id in alone(answered, list(answered)):
            only[id].add(place.template)
    all_of_them = list(library())
    enough = [id for id in all_of_them if len(own[id]) >= _ENOUGH]
    many = [id for id in all_of_them if len(own[id]) >= _REACH]
    among_all = [id for id in all_of_them if len(only[id]) >= _ENOUGH]
    offenders = [
        f"`{id}`: shows in {len(live[id])}, alone in {len(own[id])}"
        + (f" ({', '.join(sorted(own[id]))})" if own[id] else "")
        for id in all_of_them
        if len(own[id]) < _ENOUGH
    ]
    total = len(all_of_them)
    return Measure(
        "M3",
        "bug exposure",
        f"{total} beliefs, {where}. An exercise counts once, whatever its table; a generator once for each level.",
        (
            Figure(f"alone in {_ENOUGH} exercises or more", share(len(enough), total), 0.9, 1, 1),
            Figure(f"alone in {_REACH} or more", share(len(many), total), 0.5, 0.8, 1),
        ),
        offenders,
        (
            f"Alone among the beliefs of all areas in {_ENOUGH} or more: {share(len(among_all), total):.1%}.",
        ),
    )


# --- from table to table ----------------------------------------------------------------------------


def shown(place: Place) -> dict[tuple[str, str], list[str]]:
    """For each other table, the rules brought from there that show in a wrong answer."""
    question = place.question()
    found: dict[tuple[str, str], list[str]] = {}
    if question is None:
        return found
    for home in Rulebook.names():
        if home != place.table:
            carried = transfers(Rulebook.load(home), question.rulebook)
            own = [one.rule for one in carried if answer_of(question, (one,))]
            found[home, place.table] = own
    question.seen_by.clear()
    return found


def transfer(places: Sequence[Place], found: Sequence[dict[tuple[str, str], list[str]]]) -> Measure:
    """M15: rules in which two tables differ, and the exercises that show it."""
    where: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for place, rules in zip(places, found, strict=True):
        for (home, here), names in rules.items():
            for rule in names:
                where[home, here, rule].add(place.template)
    wanted = [
        (home, here, rule)
        for home, here in permutations(Rulebook.names(), 2)
        for rule in dict.fromkeys(
            one.rule for one in transfers(Rulebook.load(home), Rulebook.load(here))
        )
    ]
    once = [one for one in wanted if where[one]]
    thrice = [one for one in wanted if len(where[one]) >= _THREE]
    missing: dict[str, list[str]] = defaultdict(list)
    for home, here, rule in wanted:
        if not where[home, here, rule]:
            missing[rule].append(f"{home} → {here}")
    offenders = [f"`{rule}`: {', '.join(pairs)}" for rule, pairs in sorted(missing.items())]
    return Measure(
        "M15",
        "transfer",
        f"{len(wanted)} rules in which one of 20 ordered pairs of tables differs: held at the other table, "
        "does it lead to a wrong answer to some exercise there?",
        (
            Figure("shown by an exercise", share(len(once), len(wanted)), 0.8, 1, 1),
            Figure("by three or more", share(len(thrice), len(wanted)), 0.5, 0.8, 1),
        ),
        sorted(offenders, key=lambda line: -line.count("→")),
    )


def _both(place: Place) -> tuple[dict[str, str], dict[tuple[str, str], list[str]]]:
    return answers(place), shown(place)


def measures(size: Size) -> list[Measure]:
    """M3 and M15."""
    places = [*authored(size), *generated(size)]
    found = spread(_both, places, size, chunk=8)
    where = f"{len(places)} exercises and generated ones"
    return [
        exposure(places, [one for one, _ in found], where),
        transfer(places, [one for _, one in found]),
    ]
