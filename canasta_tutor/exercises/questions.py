"""An exercise asked at one table: the engine has worked out what is right, and judges answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cached_property
from typing import Any, ClassVar, Final, Self, TypeVar

from canasta_tutor.beliefs.mind import Mind
from canasta_tutor.cards import Cards
from canasta_tutor.deal import Deal
from canasta_tutor.errors import CanastaError, ExerciseError, IllegalMove
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.exercise import Exercise
from canasta_tutor.exercises.prose import card_text
from canasta_tutor.exercises.source import Half
from canasta_tutor.exercises.spoken import SILENT, Spoken
from canasta_tutor.exercises.unmoved import Unmoved
from canasta_tutor.exercises.verdicts import Verdict, phrase
from canasta_tutor.rulebook import LANGUAGES, Rulebook
from canasta_tutor.wording import rule_name

Result = TypeVar("Result")
TYPES: Final[Mapping[str, str]] = {
    "str": "a text in quotes",
    "int": "a whole number",
    "bool": "true or false",
    "list": "a list",
}


MANY: Final = 40
"""So many wrong numbers are plausible where a number is asked for."""


class Question(Spoken):
    """An exercise at one table. ``judge`` takes an answer as text, as ``right`` and ``wrong`` list them."""

    plain_labels: ClassVar[bool] = False
    """Whether every option has a label of its own in the prose."""

    def __init__(self, exercise: Exercise, rulebook: str) -> None:
        self.exercise = exercise
        self.id = rulebook
        self.source = exercise.source
        self.asker = self.ask(
            lambda: Asker(self.source.data, Rulebook.load(rulebook)), self._block()
        )
        self.table = self.asker.table
        self.rulebook: Rulebook = self.table.rulebook
        self.mind: Mind | None = None
        self.seen_by: dict[tuple[str, ...], Question | None] = {}
        """The question as beliefs see it, by their ids, once it has been asked so."""
        self.prepare()
        self.settle()

    def _block(self) -> str:
        """The block that the deal is read from."""
        return "setup" if "setup" in self.source.data else "position"

    def prepare(self) -> None:
        """Ask the engine for the key. Raises ExerciseError."""
        raise NotImplementedError

    def settle(self) -> None:
        """Check that there is a right answer, and what else must be so to be asked. Raises ExerciseError."""

    # --- for the tutor --------------------------------------------------------------------------

    def believing(self, mind: Mind) -> Self:
        """The same question to somebody who believes otherwise: its right answers are the ones that this
        mind gives. Raises ExerciseError where the belief leaves no answer.
        """
        other = copy(self)
        for kind in type(self).__mro__:
            for name, value in vars(kind).items():
                if isinstance(value, cached_property):
                    other.__dict__.pop(name, None)
        other.asker = self.ask(lambda: self.asker.believing(mind), self._block())
        other.table = other.asker.table
        other.mind = mind
        other.seen_by = {}
        other.prepare()
        return other

    @cached_property
    def unmoved(self) -> Unmoved:
        """The question to all whose beliefs change nothing of it."""
        return Unmoved(self)

    def parts(self, answer: str) -> Mapping[str, bool]:
        """The parts of an answer by name, and whether each is right: lines, cases, cards; or one."""
        return {"answer": self.judge(answer, "en").right}

    def look_at(self, part: str, answer: str, language: str) -> str:
        """Where to look in an answer of which a part does not stand, as the beginning of a sentence; nothing where
        that would say what is missing, or where the answer has but one part.
        """
        return ""

    def differs_by(self, part: str, answer: str) -> int | None:
        """By how much a number is wrong; None where no number is asked for."""
        return None

    def rules_of(self, part: str) -> tuple[str, ...]:
        """The rules on which a part of the answer rests."""
        return self.deciding

    def choices(self, part: str) -> int:
        """How many answers are plausible for a part: two for yes or no, many for a number."""
        raise NotImplementedError

    # --- for the learner ------------------------------------------------------------------------

    def judge(self, answer: str, language: str) -> Verdict:
        """What an answer is worth, and what is said about it."""
        if not answer.strip():
            return self.blank(language)
        return self._judge(answer.strip(), language)

    def blank(self, language: str) -> Verdict:
        """What is said where nothing has been answered yet: what is to be done."""
        return Verdict("blank", (phrase(f"blank.{self.asked_for}", language),))

    @property
    def asked_for(self) -> str:
        """What an answer consists of, by the name of its sentence."""
        return self.exercise.kind.replace("-", "_")

    def _judge(self, answer: str, language: str) -> Verdict:
        raise NotImplementedError

    def right(self) -> list[str]:
        """Right answers, as many as can be listed; the first is the one that the solution shows."""
        raise NotImplementedError

    @cached_property
    def first_right(self) -> str | None:
        """The right answer that the solution shows; None where a belief leaves none."""
        return next(iter(self.right()), None)

    def wrong(self) -> list[str]:
        """Wrong answers: all where they can be listed, otherwise those that a reason is written for."""
        raise NotImplementedError

    def solution(self, language: str) -> tuple[str, ...]:
        """The answer, in paragraphs of Markdown."""
        raise NotImplementedError

    def controls(self, language: str) -> dict[str, Any]:
        """What the learner answers with: ``type`` and its options, labels in Markdown."""
        raise NotImplementedError

    @property
    def deal(self) -> Deal | None:
        """The position, if there is one."""
        return self.asker.deal if self.asker.has_deal else None

    @property
    def varies(self) -> tuple[str, ...]:
        """The fields of the position that differ from option to option."""
        return ()

    @property
    def deciding(self) -> tuple[str, ...]:
        """The rules on which the answer rests, the one that is exercised first."""
        return self.exercise.teaches

    @property
    def silent(self) -> tuple[str, ...]:
        """Those of them that this table's own rules do not settle."""
        return tuple(rule for rule in self.deciding if self.table.source(rule).standing in SILENT)

    # --- verdicts -------------------------------------------------------------------------------

    def correct(self, language: str, *more: str) -> Verdict:
        """The answer is as asked; what more is said takes the place of the rule's name."""
        name = rule_name(self.deciding[0], language)
        say = [part for part in more if part] or [self.phrase("correct", language, rule=name)]
        return Verdict("correct", tuple(say), self.deciding)

    def other(self, language: str, also: str) -> Verdict:
        """The answer is right, though the solution shows another."""
        return Verdict("other", (self.phrase("other", language, also=also),), self.deciding)

    def incorrect(self, *say: str, found: str = "") -> Verdict:
        """The answer is wrong."""
        said = tuple(part for part in say if part)
        return Verdict("incorrect", said, self.deciding, found=found)

    def partly(self, *say: str, parts: Mapping[str, str] | None = None, found: str = "") -> Verdict:
        """Something of the answer stands."""
        said = tuple(part for part in say if part)
        return Verdict("partly", said, self.deciding, parts or {}, found)

    def unreadable(self, kind: str, answer: str, language: str) -> Verdict:
        """The answer cannot be read: a question back, not a wrong mark."""
        return Verdict("unreadable", (self.phrase(f"unreadable.{kind}", language, text=answer),))

    def impossible(self, *say: str) -> Verdict:
        """The answer is no possible move."""
        return Verdict("impossible", say)

    # --- for the author -------------------------------------------------------------------------

    def wrong_key(self, message: str, *path: str) -> ExerciseError:
        """An error at the line of a key."""
        return self.source.wrong(f"{'.'.join(path)}: {message}", *path)

    def ask(self, question: Callable[[], Result], *path: str) -> Result:
        """Ask the engine on behalf of a key; what it does not understand is an error on its line."""
        try:
            return question()
        except IllegalMove as error:
            raise self.wrong_key(str(error), *path) from None
        except ExerciseError:
            raise
        except CanastaError as error:
            named = re.match(r"(?:position|setup)\.([\w.]+): ", str(error))
            if path[-1] in ("position", "setup") and named:
                raise self.source.wrong(str(error), path[-1], *named[1].split(".")) from None
            raise self.source.wrong(f"{'.'.join(path)}: {error}", *path) from None

    def typed_key(self, key: str, default: Any = None) -> Any:
        """A key of ``[answer]`` as it stands for this table."""
        return self.at_table(self.exercise.answer.get(key, default), default)

    def at_table(self, value: Any, default: Any = None) -> Any:
        """A typed key as it stands for this table; a table of rulebooks gives one for each."""
        if isinstance(value, Mapping) and set(value) <= set(self.exercise.rulebooks):
            return value.get(self.id, default)
        return value

    def given(self, key: str, kind: type[Result], default: Result | None = None) -> Result:
        """A key of ``[answer]``, of the right type. Without a default it must be there."""
        value = self.typed_key(key, default)
        if value is None:
            raise self.wrong_key(f"found none; expected {TYPES[kind.__name__]}", "answer", key)
        if type(value) is not kind:
            raise self.wrong_key(f"found {value!r}; expected {TYPES[kind.__name__]}", "answer", key)
        return value

    def names(self, key: str) -> list[str] | None:
        """A key of ``[answer]`` that holds one name or a list of them; None if it is not there."""
        value = self.typed_key(key)
        names = [value] if isinstance(value, str) else value
        if names is not None and not (
            isinstance(names, list) and all(isinstance(name, str) for name in names)
        ):
            raise self.wrong_key(
                f"found {value!r}; expected one or more names in quotes", "answer", key
            )
        return names

    def differs(self, key: str, typed: object, engine: object) -> ExerciseError:
        """The author's key and the engine's are not the same."""
        return self.wrong_key(
            f"found {typed}; the engine finds {engine} at {self.id}, and that is expected",
            "answer",
            key,
        )

    def verify(self) -> None:
        """Check everything that does not stop the exercise from being asked. Raises ExerciseError."""
        for language in LANGUAGES:
            half = self.half(language)
            if not half.hints_at(self.id):
                raise self.source.wrong_at(
                    f"{language}: found no hint; expected ## Hint", half.line
                )
            if not half.why_at(self.id):
                raise self.source.wrong_at(f"{language}: found no why; expected ## Why", half.line)
            for name, prose in half.sections():
                option = re.match(r"(?:option|reason) \(([^@)]+)", name)
                self.speak(prose, option[1] if option else "")
            self._labels(half, language)

    def _labels(self, half: Half, language: str) -> None:
        for id, option in half.options.items():
            if self.plain_labels and not option.label and not re.search("[ @]", id):
                raise self.source.wrong_at(
                    f"{language}: found option ({id}) without a label; expected ### ({id}) label",
                    option.label.line,
                )

    def option_ids(self) -> list[str]:
        """The options of the prose, in order, each once."""
        ids = self.half(LANGUAGES[0]).options
        return list(dict.fromkeys(id.partition("@")[0] for id in ids))

    def option_line(self, id: str) -> int:
        """The line of an option in the first language."""
        return self.half(LANGUAGES[0]).options[id].label.line

    def must_have_reasons(self, ids: Iterable[str]) -> None:
        """Every one of these options needs a reason: it is wrong and the engine has none."""
        for language in LANGUAGES:
            for id in ids:
                option = self.option(id, language)
                if option is None or not option.reason:
                    line = option.label.line if option else self.half(language).line
                    raise self.source.wrong_at(
                        f"{language}: found no reason under option ({id}), which is wrong; expected one",
                        line,
                    )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.exercise.id} at {self.id})"


def shown_cards(cards: Cards) -> str:
    """Cards for prose."""
    return f"[[{card_text(cards)}]]"
