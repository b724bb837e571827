"""What holds of every belief, wherever it comes from."""

from __future__ import annotations

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.errors import ExerciseError
from canasta_tutor.exercises import Question
from canasta_tutor.exercises.panel import Panel


def answers_or_leaves_none(belief: Belief, question: Question) -> None:
    """Whoever believes it has an answer that stands by the belief, and is judged part by part; or has none at all."""
    try:
        seen = question.believing(belief.mind)
    except ExerciseError:
        return
    for answer in seen.right()[:1]:
        given = seen.parts(answer)
        known = seen.truth if isinstance(seen, Panel) else given
        assert all(right for part, right in given.items() if known[part]), (question, answer)
    seen.parts(question.right()[0])
