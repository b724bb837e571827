"""Where somebody is stuck: the same cards by the rule and by the belief, beside each other."""

from __future__ import annotations

from collections.abc import Iterable

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.exercises.answers import minus
from canasta_tutor.exercises.choice import Choice
from canasta_tutor.exercises.counting import Number
from canasta_tutor.exercises.diagnosing import believed
from canasta_tutor.exercises.panel import Panel
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.worked import parallels, worked
from canasta_tutor.tutor.speaking import phrase

_LOOKED_AT = 12
"""So many drafts are looked at for one on which the belief shows."""


def contrast(
    question: Question, beliefs: Iterable[Belief], language: str, before: int = 0
) -> tuple[str, ...]:
    """Other cards on which a belief shows, with what the rule says of them and what the belief does.

    Where no belief is known, other cards worked out by the rule; lines of Markdown. ``before`` is how many such cards the
    learner has seen already: these are others, as long as there are any.
    """
    for belief in beliefs:
        for counts in (False, True):
            models = _others(parallels(belief.rule, question.rulebook, counts), before)
            for model in models[:_LOOKED_AT]:
                other = believed(model, (belief,))
                said = other and _beside(model, other, belief, language)
                if said:
                    return (*said, question.rule_words(belief.rule, language))
    rule = question.deciding[0]
    for counts in (False, True):
        for model in _others(parallels(rule, question.rulebook, counts), before):
            return worked(model, language, rule)
    return (question.rule_words(rule, language),)


def _others(models: tuple[Question, ...], before: int) -> tuple[Question, ...]:
    """The same questions, those first that come after so many."""
    at = before % len(models) if models else 0
    return (*models[at:], *models[:at])


def _beside(model: Question, other: Question, belief: Belief, language: str) -> tuple[str, ...]:
    """One case with both answers; nothing where they are the same."""
    for case, by_rule, by_belief in _cases(model, other, language):
        if by_rule != by_belief:
            thought = phrase("stuck.thought", language, iff=belief.text("if", language))
            rule = phrase("stuck.rule", language)
            return (case, f"- {rule} **{by_rule}**\n- {thought} **{by_belief}**")
    return ()


def _cases(model: Question, other: Question, language: str) -> list[tuple[str, str, str]]:
    """What is asked, the right answer, and the one of the belief: case by case."""
    if isinstance(model, Choice) and isinstance(other, Choice):
        words = {True: phrase("stuck.yes", language), False: phrase("stuck.no", language)}
        return [
            (
                model.label(id, language),
                words[id in model.correct_ids],
                words[id in other.correct_ids],
            )
            for id in model.ids
        ]
    if isinstance(model, Panel) and isinstance(other, Panel):
        return [
            (
                model.label(id, language),
                model.shown(id, language),
                other.shown(id, language) if other.truth[id] else "–",
            )
            for id in model.ids
        ]
    if isinstance(model, Number) and isinstance(other, Number):
        return [(model.text(language), minus(model.number), minus(other.number))]
    return []
