"""Cards on the page: ``CardHand``, ``CardTable``, ``ScoreSheetCard``; loaded only when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from canasta_tutor.widgets.hand import CardHand
    from canasta_tutor.widgets.sheet import ScoreSheetCard
    from canasta_tutor.widgets.table import CardTable

__all__ = ["CardHand", "CardTable", "ScoreSheetCard"]


def __getattr__(name: str) -> Any:
    if name == "CardHand":
        from canasta_tutor.widgets.hand import CardHand

        return CardHand
    if name == "CardTable":
        from canasta_tutor.widgets.table import CardTable

        return CardTable
    if name == "ScoreSheetCard":
        from canasta_tutor.widgets.sheet import ScoreSheetCard

        return ScoreSheetCard
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
