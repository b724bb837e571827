"""How the parts stand on each other: imports point one way, and no code asks for a rulebook's name."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from canasta_tutor import Rulebook

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "canasta_tutor"

ENGINE = (
    # what is written down
    *("errors", "cards", "rules", "rulebook_files", "table", "rulebook", "objections"),
    # what lies on the table, and what a player may do
    *("melds", "bonuses", "moves", "laying", "taking", "going_out", "rulings"),
    *("turns", "playing", "legal_layings", "legal", "deal", "setup", "view"),
    # positions, points, games
    *("field_reader", "position_reader", "notation", "scoring", "game", "saving"),
)
EDGE = (
    *("catalogue", "error_words", "naming", "retelling", "wording", "seating", "booklet"),
    *(
        "settings",
        "own_table",
        "shelf",
        "course",
        "command_words",
        "command_line",
        "cases",
        "beliefs",
        "exercises",
        "tutor",
        "widgets",
        "classroom",
    ),
    *(
        "lesson_rulings",
        "lesson_steps",
        "lesson",
        "lessons",
        "preview",
        "classroom_commands",
        "completion",
        "cli",
    ),
)
ORDER = (*ENGINE, *EDGE)
"""Every module, or group of modules; each imports only those that stand before it."""

GROUPS = {"case_": "cases", "lesson_source": "lessons", "glossary": "lessons"}
"""Modules beside each other that are one part; those of a folder are one part, too."""

BEFORE_USE = {
    "deal": {"legal", "setup", "view"},  # deal.legal_moves, Deal.start, deal.view: made when asked
}
"""What is imported only inside a function, because the imported module stands on this one."""

CHANCE = {f"random.{name}" for name in dir(random) if not name.startswith("_")}
NOTEBOOK_LIBRARIES = ("ipywidgets", "anywidget", "IPython", "traitlets", "markdown_it", "nbformat")


def files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part(path: Path) -> str:
    """The module, or the group of modules, that a file belongs to."""
    name = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return next((group for start, group in GROUPS.items() if name.startswith(start)), name)


def parts() -> list[Path]:
    return [path for path in files() if path != PACKAGE / "__init__.py"]


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


every_file = pytest.mark.parametrize("path", files(), ids=relative)
every_part = pytest.mark.parametrize("path", parts(), ids=relative)
engine_file = pytest.mark.parametrize(
    "path", [path for path in parts() if part(path) in ENGINE], ids=relative
)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(node: ast.AST) -> list[str]:
    """The full names of the modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom) and node.module == "canasta_tutor":
        return [f"canasta_tutor.{name.name}" for name in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def for_types_alone(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imports(path: Path, inside_functions: bool) -> Iterator[str]:
    """What a module imports when it is imported itself, or only when a function is called."""

    def walk(node: ast.AST, inside: bool) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if for_types_alone(child):
                continue
            if inside == inside_functions:
                yield from imported(child)
            yield from walk(child, inside or isinstance(child, ast.FunctionDef))

    return walk(tree(path), False)


def ours(names: Iterator[str]) -> set[str]:
    """The parts of this package among the names."""
    own = [name.split(".")[1] for name in names if name.startswith("canasta_tutor.")]
    return {part(PACKAGE / name) for name in own}


def test_every_module_has_its_place_in_the_order() -> None:
    assert {part(path) for path in parts()} == set(ORDER)
    assert len(set(ORDER)) == len(ORDER)


@every_part
def test_imports_point_one_way(path: Path) -> None:
    own = part(path)
    before = {*ORDER[: ORDER.index(own)], own}
    assert ours(imports(path, inside_functions=False)) <= before
    later = ours(imports(path, inside_functions=True)) - before
    assert later <= BEFORE_USE.get(own, set())


@engine_file
def test_the_engine_needs_nothing_but_python(path: Path) -> None:
    names = {*imports(path, inside_functions=False), *imports(path, inside_functions=True)}
    foreign = {name.split(".")[0] for name in names} - {"canasta_tutor"}
    assert foreign <= sys.stdlib_module_names


def python(code: str, *options: str) -> str:
    """What a fresh Python prints."""
    made = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"
    ran = subprocess.run(
        [sys.executable, *options, "-c", made], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_the_engine_plays_without_any_installed_library() -> None:
    wanted = ", ".join(f"canasta_tutor.{name}" for name in ENGINE)
    play = (
        "from canasta_tutor import Deal, Draw, Rulebook, score; "
        "print(score(Deal.start(Rulebook.load('classic'), seed=46).play(Draw())).totals)"
    )
    assert python(f"import {wanted}; {play}", "-I", "-S").startswith("(")


def test_importing_the_course_loads_no_notebook_library() -> None:
    loaded = python("import canasta_tutor; print(*sys.modules)").split()
    assert not set(loaded) & set(NOTEBOOK_LIBRARIES)


def test_a_word_of_a_language_is_read_only_when_a_sentence_is_wanted() -> None:
    assert "canasta_tutor.catalogue" not in python("import canasta_tutor; print(*sys.modules)")
    assert "explain" in python("from canasta_tutor import explain; print(explain)")


@every_file
def test_no_module_is_longer_than_350_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 350


# --- no code asks for a rulebook's name -----------------------------------------------------------


def parents(path: Path) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree(path)) for child in ast.iter_child_nodes(node)}


def names_a_default(node: ast.AST) -> bool:
    """Where a name may stand: what is played if nobody says what; and loading a rulebook by name."""
    if isinstance(node, ast.arguments):
        return True
    if isinstance(node, ast.keyword):
        return node.arg in ("default", "rulebook")
    return isinstance(node, ast.Call) and any(
        isinstance(one, ast.Constant) and one.value == "rulebook" for one in node.args
    )


def is_the_list_of_names(path: Path, node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    assignment = above.get(node)
    return (
        path.name == "rulebook.py"
        and isinstance(assignment, ast.AnnAssign)
        and ast.unparse(assignment.target) == "_NAMES"
    )


@every_file
def test_no_code_asks_for_a_rulebook_by_its_name(path: Path) -> None:
    above = parents(path)
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and node.value in Rulebook.names():
            holder = above[node]
            allowed = names_a_default(holder) or is_the_list_of_names(path, holder, above)
            assert allowed, f"{relative(path)}:{node.lineno}: {ast.unparse(holder)}"


@every_file
def test_no_code_compares_the_id_or_the_document_of_a_rulebook(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                asks = isinstance(side, ast.Attribute) and side.attr in ("id", "document", "title")
                of_rules = asks and ast.unparse(side).split(".")[-2] in (
                    "rulebook",
                    "table",
                    "base()",
                )
                assert not of_rules, f"{relative(path)}:{node.lineno}: {ast.unparse(node)}"


@engine_file
def test_the_engine_answers_bad_input_with_errors_of_its_own(path: Path) -> None:
    """No ``assert``, which ``python -O`` would drop, and no bare ``except`` that would hide a fault."""
    for node in ast.walk(tree(path)):
        assert not isinstance(node, ast.Assert), f"{relative(path)}:{node.lineno}"
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None
            assert ast.unparse(node.type) not in ("Exception", "BaseException")


@engine_file
def test_the_engine_knows_no_clock_no_network_and_no_chance_of_its_own(path: Path) -> None:
    names = {*imports(path, inside_functions=False), *imports(path, inside_functions=True)}
    assert not {name.split(".")[0] for name in names} & {"time", "datetime", "socket", "urllib"}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in CHANCE:
            assert ast.unparse(node.func) == "random.Random"
            assert node.args, f"{relative(path)}:{node.lineno}: chance without a seed"
