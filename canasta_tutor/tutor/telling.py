"""What an exercise tells of beliefs: which of them show in its answer, and which of a few it tells apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.errors import CanastaError
from canasta_tutor.exercises.diagnosing import answer_of
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import Rulebook
from canasta_tutor.tutor.choosing import Item
from canasta_tutor.tutor.skills import skill_of

_LOOKED_AT: Final = 40
"""So many exercises are looked at to find the one that tells beliefs apart."""
_EXPLAINED: Final = 0.7
"""No answer is explained more surely than that: something may be behind it that nobody has thought of."""
_SOME_BELIEF: Final = 0.8
"""How likely it is, where nothing explains a wrong answer, that some belief about its skill is behind it."""

_ANSWERS: dict[tuple[Rulebook, tuple[str, int | None]], dict[str, str | None]] = {}
"""What beliefs answer to an item at a table, once it has been worked out; None where it is right."""
_CHANGES: dict[tuple[Rulebook, tuple[str, int | None], str], int] = {}
"""How many parts of an answer to an item are not right, once it has been worked out."""


class Telling:
    """What the exercises at one table tell of these beliefs; ``asked`` is the question that an item stands for."""

    def __init__(
        self,
        rulebook: Rulebook,
        beliefs: Mapping[str, Belief],
        asked: Callable[[Item], Question],
    ) -> None:
        self.rulebook = rulebook
        self.beliefs = beliefs
        self.asked = asked

    def of_skill(self, item: Item, skill: str) -> Mapping[str, float]:
        """Beliefs about a skill that show in an answer to an item, and how surely each is then told from the others."""
        answers = self._answers(item, self._about(skill))
        alike = Counter(answers.values())
        return {id: 1 / alike[answer] for id, answer in answers.items()}

    def apart(self, shares: Mapping[str, float], items: Sequence[Item], skill: str) -> Item | None:
        """The item that leaves the least undecided of what may be behind a wrong answer; of such the one in which
        the likeliest belief shows most.

        That is one of some beliefs, each with its share of the evidence; another one about the ``skill`` that
        was asked; or none.
        """
        most = min(1.0, _EXPLAINED / (sum(shares.values()) or 1.0))
        known = {id: share * most for id, share in shares.items() if id in self.beliefs}
        rest = 1 - sum(known.values())
        others = [id for id in self._about(skill) if id not in known]
        likely = known | {id: rest * _SOME_BELIEF / len(others) for id in others}
        nobody = rest * (1 - _SOME_BELIEF if others else 1)
        near = {skill, *(skill_of(self.beliefs[id].rule) for id in known)}
        first = max(likely, key=lambda id: likely[id], default="")
        best: tuple[float, int, Item] | None = None
        for item in [item for item in items if near & set(item.skills)][:_LOOKED_AT]:
            said: dict[str, float] = defaultdict(float)
            answers = self._answers(item, likely)
            for id, answer in answers.items():
                said[answer] += likely[id]
            silent = nobody + sum(likely.values()) - sum(said.values())
            undecided = round(sum(share**2 for share in said.values()) + silent**2, 2)
            plain = -self._changes(item, answers[first]) if first in answers else 0
            if said and (best is None or (undecided, plain) < best[:2]):
                best = undecided, plain, item
        return best[-1] if best else None

    def _changes(self, item: Item, answer: str) -> int:
        """How many parts of an answer are not right: the more there are, the less does another one look like it."""
        key = (self.rulebook, item.place, answer)
        if key not in _CHANGES:
            question = self._question(item)
            parts = question.parts(answer) if question else {}
            _CHANGES[key] = sum(not stands for stands in parts.values())
        return _CHANGES[key]

    def _about(self, skill: str) -> list[str]:
        """The beliefs about a skill that may be held at the table."""
        return [
            belief.id
            for belief in self.beliefs.values()
            if skill_of(belief.rule) == skill and belief.fits(self.rulebook)
        ]

    def _answers(self, item: Item, beliefs: Iterable[str]) -> Mapping[str, str]:
        """What somebody answers to an item who holds a belief, for each with which it is not right."""
        known = _ANSWERS.setdefault((self.rulebook, item.place), {})
        asked = list(beliefs)
        if not known.keys() >= set(asked):
            question = self._question(item)
            for id in asked:
                if id not in known:
                    one = None if question is None else answer_of(question, (self.beliefs[id],))
                    known[id] = one
        return {id: answer for id in asked if (answer := known[id])}

    def _question(self, item: Item) -> Question | None:
        """The question that an item stands for; None where nothing is made of its seed."""
        try:
            return self.asked(item)
        except CanastaError:
            return None
