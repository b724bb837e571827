"""Every sentence with which the package refuses something, read from its code: facts stand as ``{}``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from canasta_tutor.error_words import understood

PACKAGE = Path(__file__).parents[1] / "canasta_tutor"
ERRORS = (
    *("CanastaError", "NotationError", "RulebookError", "ExerciseError"),
    *("ArgumentTypeError", "_AnotherMove"),
)
"""What is raised with a sentence as its first argument."""
SAYS = ("wrong", "wrong_at", "wrong_key", "_wrong")
"""What makes such an error of a sentence."""
RETURNS = (
    *(("command_line.py", "_refusal"), ("error_words.py", "_sentence")),
    ("exercises/generators/__init__.py", "unknown"),
    *(("cases.py", "check"), ("case_columns.py", "disagreement"), ("settings.py", "_expected")),
)
"""Functions that make a sentence to be told."""


ANOTHER = re.compile(r"(.*: )?\{\}")
"""A sentence that is another error's, with a place before it."""


class Template(NamedTuple):
    """A sentence and where it stands; ``part`` is ``sentence``, or ``expected`` for the end of one."""

    text: str
    place: str
    part: str = "sentence"


@cache
def templates() -> tuple[Template, ...]:
    """All of them, in the order of the files."""
    return tuple(one for path in sorted(PACKAGE.rglob("*.py")) for one in _of_file(path))


def sentences() -> list[Template]:
    """Every sentence of the code, whole; ends of sentences have a beginning put before them."""
    found = []
    for one in templates():
        text = one.text
        if one.part == "expected":
            text = f"{{}}: found {{}}; expected {text}"
        elif text.startswith("expected "):
            text = f"{{}}: found {{}}; {text}"
        if text.endswith(("expected ", "; {}")):
            continue  # its end stands elsewhere, and is here by itself
        if "; " in text or not ANOTHER.fullmatch(text):
            found.append(Template(text, one.place))
    return found


def without_words(one: Template) -> list[str]:
    """The parts of a sentence that have no words of their own in Spanish."""
    parts = understood(one.text, "es")
    if parts is None:
        return [one.text]
    said = (part for part in parts if part.written.startswith(("found", "expected")))
    return [part.written for part in said if part.known != part.written]


def _of_file(path: Path) -> Iterator[Template]:
    tree = ast.parse(path.read_text("utf-8"))
    name = str(path.relative_to(PACKAGE))
    for scope, node, part in _sentences(tree, name):
        for text in sorted(set(_said(node, _Names(scope, tree)))):
            yield Template(text, f"{name}:{node.lineno}", part)


def _sentences(tree: ast.Module, name: str) -> Iterator[tuple[ast.AST, ast.expr, str]]:
    """Every expression that is a sentence, or the end of one, with the function that it stands in."""
    for scope, node in _calls(tree):
        argument, part = _argument(node, name)
        if argument is not None:
            yield scope, argument, part
    for inner in ast.walk(tree):
        if isinstance(inner, ast.ClassDef):
            yield from ((inner, one, "expected") for one in _class_s_own(inner))
        elif isinstance(inner, ast.FunctionDef) and (name, inner.name) in RETURNS:
            yield from ((inner, one, "sentence") for one in _returned(inner))


def _class_s_own(node: ast.ClassDef) -> Iterator[ast.expr]:
    """What a class says of itself that it expects."""
    for line in node.body:
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "expected":
            yield line.value


def _returned(node: ast.FunctionDef) -> Iterator[ast.expr]:
    """The sentences that a function returns, alone or in a list."""
    for line in ast.walk(node):
        if isinstance(line, ast.Return) and line.value is not None:
            several = line.value.elts if isinstance(line.value, ast.List) else [line.value]
            yield from (one for one in several if isinstance(one, ast.JoinedStr))


def _calls(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Every call with the function that it stands in."""

    def walk(node: ast.AST, scope: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
        inner = node if isinstance(node, ast.FunctionDef) else scope
        if isinstance(node, ast.Call):
            yield inner, node
        for child in ast.iter_child_nodes(node):
            yield from walk(child, inner)

    return walk(tree, tree)


def _argument(call: ast.Call, name: str) -> tuple[ast.expr | None, str]:
    """The argument that is a sentence, or the end of one."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    if called == "_wrong" and name in ("field_reader.py", "position_reader.py"):
        return call.args[2], "expected"
    if called == "wrong" and name in ("lesson_source.py", "lessons.py"):
        return call.args[1], "sentence"
    if called in ("Settings", "Seat"):
        given = [key.value for key in call.keywords if key.arg == "problem"] + call.args[1:]
        return (given[0] if given else None), "sentence"
    own = name in ("errors.py", "settings.py")
    raised = (*ERRORS, "ValueError", "__init__") if own else ERRORS
    if (called in raised or called in SAYS) and call.args:
        return call.args[0], "sentence"
    return None, ""


class _Names:
    """What the names in a function stand for."""

    def __init__(self, scope: ast.AST, tree: ast.Module) -> None:
        self.values: dict[str, list[ast.expr]] = {}
        for node in [*tree.body, *ast.walk(scope)]:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.values.setdefault(target.id, []).append(node.value)
        self.caught = {node.name for node in ast.walk(scope) if isinstance(node, ast.ExceptHandler)}


def _said(node: ast.expr, names: _Names) -> Iterator[str]:
    """The texts that an expression can be; ``{}`` for a fact, nothing for the nearest known word."""
    if isinstance(node, ast.JoinedStr):
        for parts in product(*(list(_said(one, names)) for one in node.values)):
            yield "".join(parts)
    elif isinstance(node, ast.FormattedValue):
        yield from _said(node.value, names) if node.conversion == -1 else ["{}"]
    elif isinstance(node, ast.IfExp):
        yield from [*_said(node.body, names), *_said(node.orelse, names)]
    elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        yield from (text for one in node.values for text in _said(one, names))
    elif isinstance(node, ast.Name) and node.id in names.values and node.id not in names.caught:
        yield from (text for value in names.values[node.id] for text in _named(value, names))
    else:
        text = "" if _is_nearest(node) else _constant(node)
        yield "{}" if text is None else text


def _named(value: ast.expr, names: _Names) -> Iterator[str]:
    """What a name stands for: a text, or a fact."""
    text = isinstance(value, (ast.JoinedStr, ast.IfExp, ast.Constant)) or _is_nearest(value)
    yield from _said(value, names) if text else ["{}"]


def _is_nearest(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "nearest"


def _constant(node: ast.expr) -> str | None:
    said = node.value if isinstance(node, ast.Constant) else None
    return said if isinstance(said, str) else None
