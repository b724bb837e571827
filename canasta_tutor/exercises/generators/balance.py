"""Balance: of the answers that are offered to a panel's cases none is right so often that it is worth guessing."""

from __future__ import annotations

from collections import Counter

from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.questions import Question


def balanced(question: Question) -> bool:
    """Whether each named answer is right in its share of the cases, rounded up, or fewer; in two of them it always may be."""
    if not isinstance(question, Panel):
        return True
    offered = [(tuple(case.states), id) for id, case in question.cases.items() if case.states]
    found = Counter((states, question.truth[id]) for states, id in offered)
    cases = Counter(states for states, _ in offered)
    return all(
        count <= max(2, -(-cases[states] // len(states))) for (states, _), count in found.items()
    )
