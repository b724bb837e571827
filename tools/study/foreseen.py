"""How well the answers of a simulated learner can be foreseen at best: by somebody who knows the learner's own figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from canasta_tutor.tutor.choosing import Item
from canasta_tutor.tutor.skills import skills
from tools.study.learners import GUESSES, Knower


@dataclass
class Insider:
    """What somebody makes of a learner's answers who knows how often this one slips, learns, forgets and only guesses.

    What is known at first, and when, has to be found out from the answers. The chances of skills are kept one by one.
    """

    learner: Knower
    sure: dict[str, float] = field(default_factory=dict)
    guessing: list[float] = field(default_factory=lambda: [1.0] + [0.0] * GUESSES)
    """How likely it is that so many exercises more are only guessed."""

    def __post_init__(self) -> None:
        self.sure = {id: self.learner.knows_at_first(id) for id in skills()}

    def expected(self, item: Item) -> float:
        """How likely an item is answered rightly."""
        awake = self.guessing[0]
        return awake * self._awake(item) + (1 - awake) * item.guess

    def after(self, item: Item, right: bool) -> None:
        """An item has been answered, and something learnt from it."""
        awake, asleep = _came(self._awake(item), right), _came(item.guess, right)
        seen = self.guessing[0] * awake
        others = [one * asleep for one in self.guessing[1:]]
        whole = seen + sum(others)
        before = {skill: self.sure[skill] for skill in item.skills}
        for skill, p in before.items():
            rest = prod(one for other, one in before.items() if other != skill)
            known = self._right(rest, item)
            found = p * _came(known, right) / awake
            p += seen / whole * (found - p)
            learns = self.learner.learns if skill == item.skill else self.learner.learns / 2
            self.sure[skill] = p + (1 - p) * learns
        self.guessing = [one / whole for one in (seen + others[0], *others[1:], 0.0)]

    def slept(self) -> None:
        """A night has passed."""
        profile = self.learner.profile
        self.sure = {id: p * (1 - profile.forgets) for id, p in self.sure.items()}
        self.guessing = [1 - profile.bursts, *[0.0] * (GUESSES - 1), profile.bursts]

    def taught(self, skill: str, times: int) -> None:
        """A worked example was seen that teaches as much as so many exercises."""
        self.sure[skill] = 1 - (1 - self.sure[skill]) * (1 - self.learner.learns) ** times

    def _awake(self, item: Item) -> float:
        return self._right(prod(self.sure[skill] for skill in item.skills), item)

    def _right(self, knows: float, item: Item) -> float:
        return knows * (1 - self.learner.slips) + (1 - knows) * item.guess


def _came(chance: float, right: bool) -> float:
    """How likely it was what came."""
    return chance if right else 1 - chance


@dataclass
class Foreseen(Knower):
    """A learner beside whom an insider foresees each answer."""

    square: float = 0.0
    """The sum of the squares by which the insider was wrong."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.insider = Insider(self)

    def answers(self, item: Item) -> bool:
        chance = self.insider.expected(item)
        right = super().answers(item)
        self.insider.after(item, right)
        self.square += (chance - right) ** 2
        return right

    def taught(self, skill: str, times: int) -> None:
        super().taught(skill, times)
        self.insider.taught(skill, times)

    def sleeps(self) -> None:
        super().sleeps()
        self.insider.slept()
