"""Options that the engine is asked about, each on a position of its own where it has one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from canasta_tutor.errors import nearest
from canasta_tutor.exercises.asking import Asker
from canasta_tutor.exercises.exercise import check_bait
from canasta_tutor.exercises.questions import Question
from canasta_tutor.rulebook import LANGUAGES

_BAIT: Final = "bait"


class WithOptions(Question):
    """A question about options; what ``choice`` and ``panel`` share."""

    plain_labels = True
    asks: ClassVar[tuple[str, ...]]
    """What an option may hold beside fields of the position or set-up and a bait."""
    ids: list[str]
    """The options by id; ``(a open)`` is only a reason to answer ``a`` otherwise."""
    askers: dict[str, Asker]
    """Who is asked about an option that stands on a position, or has a bait, of its own."""

    def prepare(self) -> None:
        self.ids = [id for id in self.option_ids() if " " not in id]
        if len(self.ids) < 2:
            raise self.source.wrong_at(
                "found fewer than two options; expected ## Options", self.half("en").line
            )
        self.read_answer()
        if self.mind is not None:
            self.askers = {
                id: self.ask(partial(asker.believing, self.mind), "options", id)
                for id, asker in self.askers.items()
            }
        else:
            self.askers = {}
            for id, asked in self.exercise.options.items():
                self._place(id, asked)
            self.read_options()
        self.find()

    def read_answer(self) -> None:
        """Read the block ``[answer]``. Raises ExerciseError."""

    def read_options(self) -> None:
        """Read what is asked about each option. Raises ExerciseError."""
        raise NotImplementedError

    def find(self) -> None:
        """Ask the engine, or the mind. Raises ExerciseError."""
        raise NotImplementedError

    def _place(self, id: str, asked: Any) -> None:
        """Let an option stand on its own position."""
        fields = own_fields(asked)
        own = {key: value for key, value in fields.items() if key not in (*self.asks, _BAIT)}
        bait = fields.get(_BAIT, {})
        if _BAIT in fields:
            check_bait(self.source, bait, "options", id, _BAIT)
        if own or bait:
            data = dict(self.source.data)
            data["bait"] = {**data.get("bait", {}), **bait}
            if own:
                block = self._block()
                data[block] = merged(data.get(block, {}), own)
            self.askers[id] = self.ask(lambda: Asker(data, self.asker.rulebook), "options", id)

    @property
    def varies(self) -> tuple[str, ...]:
        found = {key for asked in self.exercise.options.values() for key in own_fields(asked)}
        return tuple(found - {*self.asks, _BAIT})

    def asker_of(self, option: str) -> Asker:
        return self.askers.get(option.split(" ")[0], self.asker)

    def check_known(self, ids: Iterable[str], *path: str) -> None:
        """These name options. Raises ExerciseError."""
        for id in ids:
            if id not in self.ids:
                where = path if path[-1] == "correct" else (*path, id)
                raise self.wrong_key(
                    f"found {id!r}; expected one of the options{nearest(id, self.ids)}", *where
                )

    def verify(self) -> None:
        super().verify()
        labels = [self.label(id, language) for language in LANGUAGES for id in self.ids]
        if len(set(labels)) < len(set(self.ids)):
            raise self.source.wrong_at(
                "found two options with the same label", self.half("en").line
            )


def own_fields(asked: Any) -> Mapping[str, Any]:
    """What stands in the block of an option."""
    return asked if isinstance(asked, Mapping) else {}


def merged(position: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A position or set-up with some fields replaced; of a side's or seat's fields only those that are named."""
    merged = dict(position)
    for key, value in own.items():
        old = merged.get(key)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        merged[key] = {**old, **value} if both and isinstance(old, Mapping) else value
    return merged
