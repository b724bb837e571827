"""The scripts and styles that stand beside the Python modules, joined for the browser.

A widget's script is one file for the browser; here it may be several, one for each thing on the
table. They share one scope and only the last one exports.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

SCRIPTS: Final = (
    *("cards.js", "drag.js", "flights.js", "answers.js", "building.js", "beside.js"),
    "exercise.js",
)
"""What draws an exercise."""
STYLES: Final = (
    *("cards.css", "fan.css", "motion.css"),
    *("exercise.css", "verdict.css", "building.css"),
)
"""How an exercise looks."""
_EXPORT: Final = re.compile(r"^export .*$", re.M)


@cache
def join(*names: str) -> str:
    """The text of several files of this folder, one after another."""
    folder = resources.files("canasta_tutor.widgets")
    *others, last = (folder.joinpath(name).read_text("utf-8") for name in names)
    return "\n".join([*(_EXPORT.sub("", text) for text in others), last])
