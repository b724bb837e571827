"""Bilingual lesson sources, built into two notebooks each, executed, with outputs that read well.

    python -m canasta_tutor.lessons build [NAME…]     writes notebooks/en and notebooks/es
    python -m canasta_tutor.lessons check [NAME…]     builds anew and compares every byte

The same source gives the same bytes: no dates, no versions, no addresses of objects.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import nbformat

from canasta_tutor.cards import read_cards
from canasta_tutor.errors import CanastaError, ExerciseError, nearest
from canasta_tutor.glossary import as_lesson, read_glossary
from canasta_tutor.lesson_source import CARDS, Code, LessonSource, Prose, read_lesson
from canasta_tutor.rulebook import LANGUAGES

NOTEBOOKS: Final = Path(__file__).parents[1] / "notebooks"
LANGUAGE_TAG: Final = "language"
"""The tag of the one cell that differs between the languages."""
KEPT: Final = ("text/html", "text/plain")
"""What is stored of an output: without a kernel a live widget would only say that it is missing."""
_SECONDS: Final = 120


# --- building -----------------------------------------------------------------------------------


def draft(lesson: LessonSource, language: str) -> dict[str, Any]:
    """The notebook of a lesson in one language, not yet executed."""
    cells: list[dict[str, Any]] = []
    for cell, id in zip(lesson.cells, _ids(lesson), strict=True):
        if isinstance(cell, Prose):
            drawn = draw_cards(cell.said[language], language)
            cells.append({"cell_type": "markdown", "id": id, "metadata": {}, "source": drawn})
        else:
            code: dict[str, Any] = {"cell_type": "code", "execution_count": None, "outputs": []}
            cells.append(
                code | {"id": id, "metadata": _tags(cell), "source": cell.written(language)}
            )
    metadata = _metadata(lesson.name, language)
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def build(lesson: LessonSource, language: str) -> str:
    """The executed notebook of a lesson in one language, as it stands in its file."""
    notebook: Any = nbformat.from_dict(draft(lesson, language))  # type: ignore[no-untyped-call]
    code = [cell for cell in lesson.cells if isinstance(cell, Code)]
    if code:
        _execute(notebook)
    built = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for source, cell in zip(code, built, strict=True):
        cell.metadata = _tags(source)
        cell.outputs = [_still(output, lesson, source) for output in cell.outputs]
    notebook.metadata = _metadata(lesson.name, language)
    return str(nbformat.writes(notebook, version=4)) + "\n"  # type: ignore[no-untyped-call]


def _tags(cell: Code) -> dict[str, Any]:
    return {"tags": [LANGUAGE_TAG]} if cell.chooses else {}


def _metadata(name: str, language: str) -> dict[str, Any]:
    """What a notebook says of itself: nothing that depends on this machine."""
    return {
        "canasta_tutor": {"language": language, "lesson": name},
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }


def _ids(lesson: LessonSource) -> Iterator[str]:
    """A name for each cell, made from what it says; alike in all languages, stable when others move."""
    seen: set[str] = set()
    for cell in lesson.cells:
        said = cell.source if isinstance(cell, Code) else cell.said[LANGUAGES[0]]
        kind = "code" if isinstance(cell, Code) else "text"
        copy = 0
        while True:
            digest = sha256(f"{lesson.name}\0{kind}\0{said}\0{copy}".encode()).hexdigest()[:8]
            if digest not in seen:
                break
            copy += 1
        seen.add(digest)
        yield f"{kind}-{digest}"


def draw_cards(text: str, language: str) -> str:
    """Prose with its cards drawn: pictures that carry the cards' names.

    >>> draw_cards("A pair of [[K♠]] and no more.", "en").startswith("A pair of <img alt=")
    True
    """
    from canasta_tutor.widgets.faces import inline_html

    return CARDS.sub(lambda found: inline_html(read_cards(found[1]), language), text)


def _execute(notebook: Any) -> None:
    """Run all cells in a new kernel of this very Python, in an empty folder, as for a new learner."""
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            notebook,
            timeout=_SECONDS,
            km=AsyncKernelManager(kernel_spec_manager=KernelSpecManager(kernel_dirs=[])),
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": folder}},
            allow_errors=True,
            store_widget_state=False,
            record_timing=False,
        ).execute(cleanup_kc=True, env={**os.environ, "CANASTA_TUTOR_HOME": folder})


def _still(output: Any, lesson: LessonSource, cell: Code) -> Any:
    """An output as it is stored; anything but a result or a picture is a mistake in the lesson."""
    if output.output_type == "error":
        raise lesson.wrong(
            cell.line,
            f"the cell ends with {output.ename}: {output.evalue}; a cell that runs is expected",
        )
    if output.output_type not in ("execute_result", "display_data"):
        text = str(output.get("text", "")).strip()
        raise lesson.wrong(
            cell.line,
            f"the cell prints {text[:80]!r}; a last expression that shows itself is expected",
        )
    output.data = {kind: output.data[kind] for kind in KEPT if kind in output.data}
    return output


# --- the folder of lessons ----------------------------------------------------------------------


def find_sources(folder: Path, names: Iterable[str] = ()) -> list[Path]:
    """The sources with these names, or all; a name may be cut short: 05."""
    known = [*sorted((folder / "source").glob("*.md")), *(folder / "source").glob("glossary.toml")]
    if not known:
        raise ExerciseError("no lesson found; expected files NN-name.md", str(folder / "source"))
    chosen = []
    for name in names:
        found = [path for path in known if path.stem == name or path.stem.startswith(f"{name}-")]
        if not found:
            stems = [path.stem for path in known]
            raise ExerciseError(
                f"found no lesson {name!r}; expected one of {', '.join(stems)}{nearest(name, stems)}",
                str(folder / "source"),
            )
        chosen += found
    return chosen or known


def read_source(path: Path) -> LessonSource:
    """A lesson, or the glossary, which is read as a lesson without code."""
    return as_lesson(read_glossary(path)) if path.suffix == ".toml" else read_lesson(path)


def build_all(folder: Path, names: Iterable[str] = ()) -> None:
    """Write the notebooks of these lessons, or of all."""
    for source in find_sources(folder, names):
        lesson = read_source(source)
        for language in LANGUAGES:
            target = folder / language / f"{lesson.name}.ipynb"
            target.parent.mkdir(exist_ok=True)
            target.write_text(build(lesson, language), "utf-8")
            print(target)


def check_all(folder: Path, names: Iterable[str] = ()) -> list[str]:
    """What is not as the sources give it, a line for each file."""
    wrong = []
    names = tuple(names)
    sources = find_sources(folder, names)
    for source in sources:
        lesson = read_source(source)
        for language in LANGUAGES:
            target = folder / language / f"{lesson.name}.ipynb"
            if not target.is_file():
                wrong.append(f"{target}: is missing; expected what {source} gives")
            elif difference := _difference(target.read_bytes(), build(lesson, language).encode()):
                wrong.append(f"{target}: {difference}; expected what {source} gives")
    if not names:
        stems = {source.stem for source in sources}
        stray = [
            path
            for language in LANGUAGES
            for path in sorted((folder / language).glob("*.ipynb"))
            if path.stem not in stems
        ]
        wrong += [f"{path}: has no source; expected one in {folder / 'source'}" for path in stray]
    return wrong


def _difference(stored: bytes, built: bytes) -> str:
    """Where a stored notebook first differs from the one just built."""
    if stored == built:
        return ""
    pairs = zip(stored.splitlines(), built.splitlines(), strict=False)
    line = next((number for number, (old, new) in enumerate(pairs, 1) if old != new), 0)
    return f"differs in line {line}" if line else "differs in its length"


def main(arguments: list[str] | None = None) -> int:
    """Build or check; 1 when a notebook differs, 2 when a lesson is wrong."""
    parser = argparse.ArgumentParser("python -m canasta_tutor.lessons", description=__doc__)
    parser.add_argument("command", choices=["build", "check"])
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="lessons, such as 05; otherwise all"
    )
    parser.add_argument(
        "--notebooks", type=Path, default=NOTEBOOKS, help="the folder of the notebooks"
    )
    asked = parser.parse_args(arguments)
    try:
        if asked.command == "build":
            build_all(asked.notebooks, asked.names)
            return 0
        wrong = check_all(asked.notebooks, asked.names)
    except CanastaError as error:
        print(error, file=sys.stderr)
        return 2
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
