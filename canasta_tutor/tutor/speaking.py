"""What the tutor says about a wrong answer: a belief as a question, a few as a suspicion, or that it can't tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from canasta_tutor.beliefs.library import Belief
from canasta_tutor.catalogue import fill, texts
from canasta_tutor.exercises.diagnosing import Diagnosis
from canasta_tutor.exercises.questions import Question
from canasta_tutor.exercises.verdicts import Verdict
from canasta_tutor.tutor.notes import Notes
from canasta_tutor.wording import rule_name

_FEW: Final = 2
"""So many suspected beliefs are told at most."""
_SENTENCES: Final = 3
"""So many sentences are said at once, at most."""
_TITLE: Final = re.compile(r"\*+[^*]*\*+")
_CITED: Final = re.compile(r"\[[^\[\]]*\]")
_END: Final = re.compile(r"[.?!…][»”)]*(?=\s|$)")


def phrase(key: str, language: str, **facts: Any) -> str:
    """One of the tutor's own sentences."""
    words: Any = texts(language)["tutor"]
    for part in key.split("."):
        words = words[part]
    return fill(str(words), language, facts)


def advice(
    question: Question, diagnosis: Diagnosis, notes: Notes, language: str
) -> tuple[str, ...]:
    """What is said about the belief behind an answer, in paragraphs of Markdown; nothing about a slip.

    Seen once it is put as a question; seen in two exercises it is named; two that cannot be told apart are
    both told.
    """
    named = diagnosis.named
    if named is not None:
        kind = "firm" if named.id in notes.firm else "carried" if named.home else "tentative"
        return (phrase(f"belief.{kind}", language, **_facts(named, language)),)
    suspected = diagnosis.suspected[:_FEW]
    if len(suspected) == _FEW:
        first, second = (one.text("if", language) for one in suspected)
        return (phrase("belief.one_of", language, first=first, second=second),)
    if diagnosis.slip:
        return (phrase("belief.slip", language),)
    rule = rule_name(question.deciding[0], language)
    return (phrase("belief.unknown", language, rule=rule),)


def told(belief: Belief, language: str) -> str:
    """What is said about a belief that shows for the first time, as Markdown."""
    kind = "carried" if belief.home else "tentative"
    return phrase(f"belief.{kind}", language, **_facts(belief, language))


def advised(
    question: Question,
    verdict: Verdict,
    diagnosis: Diagnosis,
    say: tuple[str, ...],
    language: str,
    firm: bool = False,
) -> Verdict:
    """A verdict with the tutor's words in their place, in three sentences at most and one question.

    What the author wrote about this very answer stays alone; a belief that is ``firm`` is named after it. Where
    several parts do not stand, a belief that explains them together takes the place of what was written about one. The
    first objection stays, and the belief is told after it; else the belief takes the place of the general
    words, after what was found in the answer. Where no belief shows, only a bare number has something to gain from
    being told so.
    """
    if not say or verdict.right:
        return verdict
    named = diagnosis.named
    asks = (named.text("say", language),) if named is not None else ()
    if _authored(question, verdict, language) and (named is None or diagnosis.wrong == 1):
        if named is None or not firm:
            return verdict
        again = phrase("belief.again", language, belief=named.text("belief", language))
        ways = ((*verdict.say, *say), (*verdict.say, *asks), (*verdict.say, again))
        return replace(verdict, say=next(filter(brief, ways), verdict.say))
    if named is None and len(diagnosis.suspected) < _FEW:
        number = question.exercise.kind == "number"
        return replace(verdict, say=_after(verdict.found, say)) if number else verdict
    found, parts = _found(question, verdict, diagnosis, language)
    objection = next((part for part in verdict.say if "**" in part), "")
    if found != verdict.found:  # it is about a part to which the belief does not lead
        objection = ""
    kept = (objection,) if objection else verdict.say[:-1]
    if verdict.found and not found and not kept:  # what it leads to cannot be named
        return verdict
    after = "" if objection or found in kept else found
    told = [(*kept, *_after(after, one)) for one in (say, asks)] if kept else []
    told += [_after(found, say), _after(found, asks)]
    return replace(verdict, say=next(filter(brief, told), say), parts=parts)


def brief(say: Iterable[str]) -> bool:
    """Whether it is said in three sentences at most, with one question at most; the name of a rule or an option is no sentence.

    >>> brief(["**Size of a meld.** It has two cards. [classic, 000:34]", "What does it need?"])
    True
    """
    text = _CITED.sub(" ", _TITLE.sub(" ", " ".join(say)))
    return len(_END.findall(text)) <= _SENTENCES and text.count("?") <= 1


def _found(
    question: Question, verdict: Verdict, diagnosis: Diagnosis, language: str
) -> tuple[str, Mapping[str, str]]:
    """What was found in a part of the answer to which every belief leads that is told, and which part is marked."""
    named = diagnosis.named
    beliefs = diagnosis.suspected[:_FEW] if named is None else (named,)
    if diagnosis.wrong == 1 or all(one.id in diagnosis.whole for one in beliefs):
        return verdict.found, verdict.parts
    for part in question.parts(diagnosis.answer):
        led = all(part in diagnosis.leads.get(one.id, ()) for one in beliefs)
        if look := led and question.look_at(part, diagnosis.answer, language):
            right = {one: mark for one, mark in verdict.parts.items() if mark == "right"}
            return look, right | {part: "wrong"}
    return "", verdict.parts


def _after(found: str, say: tuple[str, ...]) -> tuple[str, ...]:
    """What is said after what was found, which begins its sentence or is one."""
    if not found or not say:
        return say
    return (found, *say) if found.endswith(".") else (f"{found} {say[0]}", *say[1:])


def _authored(question: Question, verdict: Verdict, language: str) -> bool:
    """Whether the verdict says what the exercise's author wrote about this answer."""
    said = "\n\n".join(verdict.say)
    reasons = (question.reason(id, language) for id in question.option_ids() if id != "*")
    return any(reason and reason in said for reason in reasons)


def _facts(belief: Belief, language: str) -> Mapping[str, str]:
    return {name: belief.text(name, language) for name in ("belief", "say")} | {
        "iff": belief.text("if", language)
    }
