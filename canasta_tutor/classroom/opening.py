"""``canasta-tutor quiz open``: a page of a quiz in JupyterLab, which runs by itself as lessons do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from canasta_tutor import course
from canasta_tutor.errors import CanastaError
from canasta_tutor.settings import home
from canasta_tutor.shelf import Copy


def open_quiz(path: Path, texts: Mapping[str, str], *, port: int, browser: bool) -> int:
    """Show a page of a quiz until Ctrl+C. Answers are kept in the pupil's own folder, as those of lessons are.

    Raises CanastaError where there is no such page.
    """
    page = _page(path)
    language = quiz_language(page)
    folder = home()
    with TemporaryDirectory(prefix="quiz-", dir=folder, ignore_cleanup_errors=True) as temporary:
        place = Path(temporary)
        course.quieten_kernels(place)
        opening = course.opening(place, language, place, Copy(place))
        environment = {**opening, "CANASTA_TUTOR_HOME": str(folder)}
        start = f"/doc/tree/{quote(page.name)}"
        return course.show_page(page.parent.resolve(), start, environment, texts, port, browser)


def _page(path: Path) -> Path:
    """The page that was named; in a folder the only one."""
    if not path.is_dir():
        return path
    pages = [page for page in sorted(path.glob("*.ipynb")) if quiz_language(page, "")]
    if len(pages) == 1:
        return pages[0]
    if not pages:
        raise CanastaError(f"{path}: found no page of a quiz; expected one")
    raise CanastaError(
        f"{path}: found {len(pages)} pages; expected one of them, such as {pages[0]}"
    )


def quiz_language(page: Path, default: str | None = None) -> str:
    """The language of a quiz's page; of any other file ``default``, or CanastaError."""
    try:
        about = json.loads(page.read_text("utf-8"))["metadata"]["canasta_tutor"]
        if about["quiz"]:
            return str(about["language"])
    except (ValueError, KeyError, TypeError):
        pass
    if default is not None:
        return default
    raise CanastaError(
        f"{page}: found no page of a quiz; expected one that quiz export --format notebook has written"
    )
