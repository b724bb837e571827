"""What a canasta pays to somebody who believes otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from canasta_tutor.beliefs.mind import Mind
from canasta_tutor.melds import Meld
from canasta_tutor.rulebook import Rulebook, Table

Change = Callable[[Rulebook], Mapping[str, Any]]
NATURAL: Final = "canasta.natural"
MIXED: Final = "canasta.mixed"


def pays(kind: str, points: int) -> Change:
    """A kind of canasta pays otherwise; laid at once, too, where that makes no difference."""

    def change(book: Rulebook) -> Mapping[str, Any]:
        at_once = f"{kind}_hand"
        return {path: points for path in (kind, at_once) if book[path] == book[kind]}

    return change


def at_once_pays(times: int) -> Change:
    """A canasta laid at once pays so many times what the built one pays. Rules: canasta.*_hand."""

    def change(book: Rulebook) -> Mapping[str, Any]:
        return {f"{kind}_hand": times * book[kind] for kind in (NATURAL, MIXED)}

    return change


def purified(table: Table, meld: Meld, found: tuple[str, int]) -> tuple[str, int]:
    """A canasta with enough naturals is natural, whatever else lies in it. Rule: canasta.stays_mixed."""
    rule = found[0].replace(MIXED, NATURAL)
    return (rule, int(table[rule])) if meld.naturals >= table["canasta.size"] else found


EFFECTS: Final[Mapping[str, Mind]] = {
    "natural_pays_300": Mind(rules=(pays(NATURAL, 300),)),
    "mixed_pays_500": Mind(rules=(pays(MIXED, 500),)),
    "at_once_pays_double": Mind(rules=(at_once_pays(2),)),
    "at_once_pays_the_same": Mind(rules=(at_once_pays(1),)),
    "purified": Mind(bonuses=(purified,)),
}
