"""One rule that a move breaks, with the facts that show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from canasta_tutor.rulebook import Source, Table


@dataclass(frozen=True, slots=True)
class Objection:
    """A broken rule, why it is broken where there are several ways, and what was found.

    Facts are plain: numbers, ranks as text, cards as tuples. Sentences are made of them by
    ``canasta_tutor.wording``.
    """

    rule: str
    table: Table = field(repr=False, compare=False)
    reason: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def value(self) -> Any:
        """What the rule says at this table."""
        return self.table[self.rule]

    @property
    def source(self) -> Source:
        """Where this table's value is written."""
        return self.table.source(self.rule)


Objections = tuple[Objection, ...]
LEGAL: Objections = ()
