"""What can be had without knowing anything: by guessing (M14), and from hints and the tutor's words (M9)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from canasta_tutor.beliefs.library import library
from canasta_tutor.catalogue import texts
from canasta_tutor.exercises.ladder import rung, rungs
from canasta_tutor.exercises.leaking import gives_away
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from tools.study.bank import Place, authored, generated
from tools.study.measure import Figure, Measure, Size, share, spread

HARD: Final = 0.1
_FEW: Final = 10
"""An exercise with so many answers or fewer can be tried by a testwise learner."""
_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_CARDS: Final = re.compile(r"\[\[(.*?)\]\]")
_CITED: Final = re.compile(r"(?<!\[)\[[^\[\]]*\](?!\])")
"""Where a rule is written: neither the name of its table nor the number of a line answers anything."""
_NUMBER: Final = re.compile(r"[-−]?\d[\d.,]*")


def chance(question: Question) -> float:
    """How likely somebody is right who only guesses."""
    parts = question.parts(question.right()[0])
    return prod(1 / max(1, question.choices(part)) for part in parts)


@dataclass(frozen=True)
class Offered:
    """One thing to decide: the answers offered in the order in which they stand, their words, and which is right."""

    labels: Mapping[str, str]
    right: frozenset[str]

    @property
    def chance(self) -> float:
        """How often a guess is right."""
        return len(self.right) / len(self.labels)


def offered(question: Question, language: str) -> Iterator[Offered]:
    """What there is to decide: one of a few, each of several cases, whether a move is legal.

    A ruling asks first for yes or no, and for the rule only after a no: two decisions.
    """
    controls = question.controls(language)
    kind = controls["type"]
    if kind == "ruling":
        broken = frozenset(one.removeprefix("no ") for one in question.right()) - {"yes"}
        words = texts(language)["exercise"]["ui"]
        yield Offered(
            {word: words[word] for word in ("yes", "no")}, frozenset(("no" if broken else "yes",))
        )
        if broken:
            labels = {one["id"]: one["label"] for one in controls["options"]}
            yield Offered(labels, broken)
    elif kind == "choice" and not controls["many"]:
        labels = {one["id"]: one["label"] for one in controls["options"]}
        yield Offered(labels, frozenset(question.right()))
    elif kind == "panel":
        truth: Mapping[str, str] = vars(question)["truth"]
        for case in controls["options"]:
            if case["answers"]:
                labels = {one["id"]: one["label"] for one in case["answers"]}
                yield Offered(labels, frozenset((truth[case["id"]],)))


Strategy = Callable[[Offered, Mapping[int, int]], str]
"""The answer that somebody gives who only knows which place is right most often among so many."""


def longest(one: Offered, usual: Mapping[int, int]) -> str:
    """The answer with the most words to it."""
    return max(one.labels, key=lambda id: len(one.labels[id]))


def first(one: Offered, usual: Mapping[int, int]) -> str:
    """The answer that stands first."""
    return next(iter(one.labels))


def yes(one: Offered, usual: Mapping[int, int]) -> str:
    """Yes, where it is offered."""
    return "yes" if "yes" in one.labels else next(iter(one.labels))


def most_frequent(one: Offered, usual: Mapping[int, int]) -> str:
    """The place that is right most often where so many answers are offered."""
    return list(one.labels)[usual[len(one.labels)]]


MORE: Final = 4
"""So many times as many seeds as elsewhere: which place is right most often is counted in the exercises that are then guessed,
and among few some place always seems to be."""

STRATEGIES: Final[Mapping[str, Strategy]] = {
    "longest": longest,
    "first": first,
    "yes": yes,
    "most frequent": most_frequent,
}


def _looked_at(place: Place) -> tuple[float, list[Offered], list[str]]:
    """The chance of guessing, what is offered, and what leaks."""
    question = place.question()
    if question is None:
        return -1.0, [], []
    return chance(question), list(offered(question, "en")), list(leaks(question, str(place)))


def guessability(
    places: Sequence[Place], chances: Sequence[float], decided: Sequence[Sequence[Offered]]
) -> Measure:
    """M14: how much can be had by guessing."""
    asked = [(place, one) for place, one in zip(places, chances, strict=True) if one >= 0]
    hard = [one for _, one in asked if one <= HARD]
    by_kind = Counter(
        f"`{place.exercise}`" if place.level else "authored" for place, one in asked if one > HARD
    )
    all_of_them = [one for some in decided for one in some]
    places_of_right: dict[int, Counter[int]] = defaultdict(Counter)
    for one in all_of_them:
        places_of_right[len(one.labels)].update(list(one.labels).index(id) for id in one.right)
    usual = {count: found.most_common(1)[0][0] for count, found in places_of_right.items()}
    gains = {}
    for name, strategy in STRATEGIES.items():
        some = [one for one in all_of_them if name != "yes" or "yes" in one.labels]
        won = sum(strategy(one, usual) in one.right for one in some)
        gains[name] = share(won - sum(one.chance for one in some), len(some))
    return Measure(
        "M14",
        "guessability",
        f"{len(asked)} exercises and generated ones; {len(all_of_them)} choices of one among a few, rulings and "
        "cases for the four ways of the testwise.",
        (
            Figure(f"chance of at most {HARD}", share(len(hard), len(asked)), 0.6, 0.75, 0.85),
            *(
                Figure(f"more than by chance: {name}", gain, 0.1, 0.03, 0.01)
                for name, gain in gains.items()
            ),
        ),
        [f"{name}: {count} can be guessed more often" for name, count in by_kind.most_common()],
    )


# --- what gives the answer away ---------------------------------------------------------------------


def leaks(question: Question, where: str) -> Iterator[str]:
    """Steps of the ladder that hold the answer: its number, all its cards, the words of the right option."""
    for language in LANGUAGES:
        for number in range(1, rungs(question, language) + 1):
            said = "\n".join(rung(question, number, language).say)
            if gives_away(question, said) or _holds(question, said, language):
                yield f"{where}, {language}, step {number}: {said[:160]}"


def _holds(question: Question, hint: str, language: str) -> bool:
    """The same as the ladder's own check finds, found in another way."""
    kind = question.exercise.kind
    right = question.right()[0]
    hint = _CITED.sub("", hint)
    if kind == "number":
        stated = question.title(language) + question.text(language)
        return _plain(right) in numbers(hint) - numbers(stated)
    if kind in ("cards", "lay-down", "discard"):
        wanted = sorted(re.findall(r"10\S|[2-9JQKA][♠♥♦♣]|★", right))
        return any(sorted(shown.split()) == wanted for shown in _CARDS.findall(hint))
    if kind == "choice":
        labels = [question.label(id, language) for id in right.split()]
        return any(len(label) > 12 and label.casefold() in hint.casefold() for label in labels)
    return False


def _plain(number: str) -> str:
    return number.replace("−", "-").replace(".", "").replace(",", "")


def numbers(text: str) -> set[str]:
    """The numbers that stand in a text."""
    return {_plain(found) for found in _NUMBER.findall(_CARDS.sub("", text))}


def reader_gain(place: Place) -> tuple[float, float, int]:
    """A reader who sees nothing but the hints and picks the option with most of their words: how often
    right, how often by chance, of how many.
    """
    question = place.question()
    if question is None:
        return 0.0, 0.0, 0
    won = by_chance = 0.0
    count = 0
    for language in LANGUAGES:
        steps = range(1, rungs(question, language) + 1)
        seen = words(" ".join(said for one in steps for said in rung(question, one, language).say))
        for one in offered(question, language):
            shared = {id: len(words(label) & seen) for id, label in one.labels.items()}
            best = [id for id in shared if shared[id] == max(shared.values())]
            won += share(sum(id in one.right for id in best), len(best))
            by_chance += one.chance
            count += 1
    return won, by_chance, count


def words(text: str) -> set[str]:
    """The longer words of a text, without their endings."""
    return {word.casefold()[:6] for word in _WORD.findall(text)}


def told() -> list[str]:
    """What the tutor says of beliefs that names the value of the rule."""
    found = []
    for belief in library().values():
        for language in LANGUAGES:
            say = numbers(belief.text("say", language))
            for name in Rulebook.names():
                value = str(Rulebook.load(name)[belief.rule])
                if say & numbers(value):
                    found.append(f"`{belief.id}`, {language}: {belief.text('say', language)}")
                    break
    return found


def no_leak(
    places: Sequence[Place], leaking: Sequence[str], gains: Sequence[tuple[float, float, int]]
) -> Measure:
    """M9: hints and the tutor's questions keep the answer."""
    count = sum(one[2] for one in gains)
    gain = share(sum(one[0] - one[1] for one in gains), count)
    said = told()
    return Measure(
        "M9",
        "no leak",
        f"The ladder of hints, without the solution, of {len(places)} exercises and generated ones in both languages, and the questions of "
        f"{len(library())} beliefs. The reader chooses among {count} offers by the words that hints and options share.",
        (
            Figure("hints and questions with the answer", len(leaking) + len(said), 0, 0, 0, ""),
            Figure("a reader of hints alone, above chance", gain, 0.1, 0.05, 0.0),
        ),
        [*leaking, *said],
    )


def measures(size: Size) -> list[Measure]:
    """M9 and M14."""
    places = [*authored(size), *generated(size, size.seeds * MORE)]
    found = spread(_looked_at, places, size, chunk=8)
    gains = spread(reader_gain, places, size, chunk=8)
    return [
        no_leak(places, [line for _, _, some in found for line in some], gains),
        guessability(places, [one for one, _, _ in found], [some for _, some, _ in found]),
    ]
