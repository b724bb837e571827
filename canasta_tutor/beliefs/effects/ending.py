"""TODO"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from canasta_tutor.beliefs.mind import Mind

EFFECTS: Final[Mapping[str, Mind]] = {}
