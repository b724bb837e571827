"""What is said about a wrong answer: it names the rule, says what was found, and is true (M8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from canasta_tutor.exercises.diagnosing import Diagnosis, answer_of, diagnose, explain, held
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.verdicts import Verdict, phrase
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.tutor.notes import Notes
from canasta_tutor.tutor.speaking import advice, advised
from tools.study.bank import Place, authored, generated
from tools.study.measure import Figure, Measure, Size, share, spread

_BELIEFS: Final = 3
"""The answers of so many beliefs are tried at each exercise, and one other wrong answer."""
_FOUND: Final = re.compile(r"\d|\[\[|★|\*[^*]+\*")
"""A number, a card, a case or an option by its name: what a message says was found."""
_TITLE: Final = re.compile(r"\*\*[^*]+\*\*")
_CITED: Final = re.compile(r"(?<!\[)\[[^\[\]]*\](?!\])")
"""The name of a rule and the place where it is written say nothing of the answer."""
_RULED: Final = ("legal_after_all", "not_legal", "other_rule", "also_broken")
_UNFILLED: Final = re.compile(r"\{\w+\}|\[\[\]\]|\bNone\b")
_LANGUAGES_TRIED: Final = len(LANGUAGES)


def answers(question: Question) -> Iterator[str]:
    """Wrong answers: those of some beliefs, and another one."""
    beliefs = held(question)
    for belief in beliefs[:: max(1, len(beliefs) // _BELIEFS)][:_BELIEFS]:
        if own := answer_of(question, (belief,)):
            yield own
    yield from question.wrong()[-1:]


def faults(question: Question, given: str, language: str) -> list[str]:
    """What a message lacks."""
    verdict = question.judge(given, language)
    if verdict.counts not in ("wrong", "partial"):
        return []
    found = diagnose(question, given)
    told = _told(question, verdict, found, language)
    rule = (verdict.rules or question.deciding)[:1]
    said = "\n".join(told.say)
    lacks = []
    if not rule or not question.rule_words(rule[0], language):
        lacks.append("no rule")
    if not _says_what_was_found(question, told, said, language):
        lacks.append("not what was found")
    if not said or _UNFILLED.search(said):
        lacks.append("not whole")
    named = found.named if told.say != verdict.say else None
    if named and not any((explain(question, (named,), given) or {}).values()):
        lacks.append(f"{named.id} does not lead there")
    if question.judge(given, language) != verdict:
        lacks.append("not the same twice")
    return lacks


def _told(question: Question, verdict: Verdict, found: Diagnosis, language: str) -> Verdict:
    """What is said to somebody of whom nothing is known yet."""
    say = advice(question, found, Notes(), language)
    return advised(question, verdict, found, say, language)


def _says_what_was_found(question: Question, told: Verdict, said: str, language: str) -> bool:
    """Whether it speaks of this answer: by its number, card or case, by an objection, which states its facts, or by
    what was written for this very answer. Of a move that is judged, whether it is legal.
    """
    own = [question.reason(id, language) for id in question.option_ids() if id != "*"]
    if any(_TITLE.match(part) for part in told.say) or any(one and one in said for one in own):
        return True
    if question.exercise.kind == "ruling":
        return any(phrase(f"ruling.{key}", language) in told.say for key in _RULED)
    return bool(_FOUND.search(_TITLE.sub(" ", _CITED.sub(" ", said))))


def _looked_at(place: Place) -> tuple[int, list[str]]:
    question = place.question()
    if question is None:
        return 0, []
    count, found = 0, []
    for given in dict.fromkeys(answers(question)):
        for language in LANGUAGES:
            count += 1
            for lack in faults(question, given, language):
                verdict = question.judge(given, language)
                told = _told(question, verdict, diagnose(question, given), language)
                said = " ".join(told.say)
                found.append(f"{place}, {language}, {lack}: {given[:40]}: {said[:160]}")
    question.seen_by.clear()
    return count, found


def measures(size: Size) -> list[Measure]:
    """M8."""
    places = [*authored(size), *generated(size, 1)]
    looked = spread(_looked_at, places, size, chunk=8)
    count = sum(one for one, _ in looked)
    lacking = [line for _, some in looked for line in some]
    return [
        Measure(
            "M8",
            "explanation",
            f"{count:,} messages about wrong answers to {len(places)} exercises and generated ones, in "
            f"{_LANGUAGES_TRIED} languages: those of some beliefs, and another one. The page shows the deciding rule with "
            "its source under each; a belief is told only if it leads to what was answered.",
            (Figure("whole, true and to the point", 1 - share(len(lacking), count), 0.98, 1, 1),),
            lacking,
        )
    ]
