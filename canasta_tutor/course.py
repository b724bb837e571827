"""The course: the learner's copy of the lessons, opened in JupyterLab on this computer only.

What the learner has set in a Jupyter of their own is neither read nor written. A lesson runs by itself
when it opens (``jupyter/share/…/lessons.js``), if its code is as the course made it. Nothing is saved by
itself.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from canasta_tutor import shelf
from canasta_tutor.rulebook import LANGUAGES
from canasta_tutor.settings import home, write_whole
from canasta_tutor.shelf import WELCOME, Copy, find_notebooks

PORT: Final = 8888

_PACKAGE: Final = Path(__file__).parent

_TEXTS: Final = {
    "en": {
        "opening": "Opening the course …",
        "folder": "Your copy of the lessons: {folder}",
        "kept": "The copy before it is kept: {folder}",
        "beside": "You have changed a lesson that is new in this version; the new one lies beside it: {path}",
        "port": "Port {wanted} is in use; taking {found}.",
        "address": "The course is at\n\n    {address}\n",
        "browser": "Your browser should show it in a moment; if not, copy the address into it.",
        "no_browser": "Copy the address into a browser on this computer.",
        "stop": "Leave this window open while you learn. Ctrl+C here ends the course.",
        "end": "The course is closed.",
    },
    "es": {
        "opening": "Abriendo el curso …",
        "folder": "Tu copia de las lecciones: {folder}",
        "kept": "La copia anterior se conserva: {folder}",
        "beside": "Has cambiado una lección que es nueva en esta versión; la nueva está al lado: {path}",
        "port": "El puerto {wanted} está ocupado; se usa el {found}.",
        "address": "El curso está en\n\n    {address}\n",
        "browser": "Tu navegador debería mostrarlo enseguida; si no, copia en él la dirección.",
        "no_browser": "Copia la dirección en un navegador de este ordenador.",
        "stop": "Deja abierta esta ventana mientras aprendes. Ctrl+C aquí cierra el curso.",
        "end": "El curso está cerrado.",
    },
}


def system_language(environ: Mapping[str, str]) -> str:
    """The language that this system speaks with its user: Spanish or, for any other, English.

    >>> system_language({"LANG": "es_AR.UTF-8"}), system_language({"LANG": "de_DE.UTF-8"})
    ('es', 'en')
    >>> system_language({"LC_ALL": "en_GB.UTF-8", "LANG": "es_ES.UTF-8"})
    'en'
    """
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    spoken = next((environ[name] for name in names if environ.get(name)), "")
    return "es" if spoken[:2].lower() == "es" else "en"


def open_course(
    language: str, *, port: int = PORT, browser: bool = True, fresh: bool = False
) -> int:
    """Serve the learner's copy of the lessons until Ctrl+C, with the welcome of this language in front.

    The address goes to the terminal as well. A port in use gives way to the next. ``fresh`` puts the
    copy aside and makes a new one.
    """
    texts = _TEXTS[language]
    notebooks = find_notebooks(language)
    print(texts["opening"], flush=True)
    folder = home()
    copy = shelf.lay_out(notebooks, folder / "lessons", fresh)
    _tell(copy, texts)
    quieten_kernels(folder)
    environment = opening(folder, language, notebooks, copy)
    server, address = serving(copy.folder, start_page(language), environment, port, browser)
    if server.port != port:
        print(texts["port"].format(wanted=port, found=server.port))
    print(texts["address"].format(address=address))
    print(texts["browser" if browser else "no_browser"])
    print(texts["stop"], flush=True)
    server.start()
    print(texts["end"])
    return 0


def serving(
    root: Path, start: str, environment: Mapping[str, str], port: int, browser: bool
) -> tuple[Any, str]:
    """A JupyterLab on a folder, ready to be started, and the address of the page that it shows first."""
    token = secrets.token_hex(24)
    os.environ.update(environment, JUPYTER_TOKEN=token)
    from jupyterlab.labapp import LabApp

    server = LabApp.initialize_server(argv=server_options(root, start, port, browser))
    return server, f"http://127.0.0.1:{server.port}{start}?token={token}"


def show_page(
    root: Path,
    start: str,
    environment: Mapping[str, str],
    words: Mapping[str, str],
    port: int,
    browser: bool,
) -> int:
    """Serve a folder until Ctrl+C with one page in front, and say in these words where it is."""
    server, address = serving(root, start, environment, port, browser)
    print(f"{words['address'].format(address=address)}\n{words['stop']}", flush=True)
    server.start()
    return 0


def start_page(language: str) -> str:
    """The address of the welcome, alone on its page."""
    return f"/doc/tree/{language}/{WELCOME}"


def _tell(copy: Copy, texts: Mapping[str, str]) -> None:
    print(texts["folder"].format(folder=copy.folder))
    if copy.kept:
        print(texts["kept"].format(folder=copy.kept))
    for path in copy.beside:
        print(texts["beside"].format(path=path))


def opening(folder: Path, language: str, notebooks: Path, copy: Copy) -> dict[str, str]:
    """The environment in which a lesson stands alone on its page and runs by itself.

    What the page needs for it is written into the learner's folder: that lessons may run, the hash of
    each one's code, their order and titles, and the words of the bar above them.
    """
    hashes = shelf.code_hashes(notebooks)
    for update in copy.beside:
        path = update.relative_to(copy.folder).as_posix()
        hashes[path] = hashes[path.removesuffix(shelf.UPDATED) + ".ipynb"]
    course = {"words": bar_words(), "lessons": _lessons(notebooks), "hashes": hashes}
    config = folder / "opening" / "labconfig"
    config.mkdir(parents=True, exist_ok=True)
    page = {"canastaLessons": "on", "canastaCourse": json.dumps(course, ensure_ascii=False)}
    write_whole(config / "page_config.json", json.dumps(page, indent=2) + "\n")
    found = isolation(folder, language)
    more = [str(config.parent), str(_PACKAGE / "jupyter" / "alone")]
    path = os.pathsep.join([*more, found["JUPYTER_CONFIG_PATH"]])
    return {**found, "JUPYTER_CONFIG_PATH": path}


def bar_words() -> dict[str, dict[str, str]]:
    """The words of the bar above a lesson, in each language."""
    from canasta_tutor.catalogue import texts

    return {language: texts(language)["bar"] for language in LANGUAGES}


def _lessons(notebooks: Path) -> dict[str, list[dict[str, str]]]:
    return {
        language: [
            {"path": lesson.path, "title": lesson.title}
            for lesson in shelf.lessons(notebooks, language)
        ]
        for language in LANGUAGES
    }


def isolation(folder: Path, language: str) -> dict[str, str]:
    """The environment in which Jupyter reads the course's settings and keeps its own under ``folder``.

    A notebook's folder is not searched for modules, so that a file beside a lesson can't stand in for
    this package.
    """
    shipped = _PACKAGE / "jupyter"
    return {
        "JUPYTER_CONFIG_PATH": os.pathsep.join([str(shipped / language), str(shipped)]),
        "JUPYTER_PATH": str(shipped / "share"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "IPYTHONDIR": str(folder / "ipython"),
        "CANASTA_TUTOR_HOME": str(folder),
        "PYTHONSAFEPATH": "1",
    }


def quieten_kernels(folder: Path) -> None:
    """Keep the kernels' warnings (ports on this very computer are not encrypted) off the terminal."""
    profile = folder / "ipython" / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    settings = profile / "ipython_kernel_config.json"
    settings.write_text('{"IPKernelApp": {"log_level": "ERROR"}}\n', encoding="utf-8")


def server_options(notebooks: Path, start: str, port: int, browser: bool) -> list[str]:
    """The options of a JupyterLab that answers on this computer alone and shows ``start`` first."""
    return [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        f"--ServerApp.root_dir={notebooks}",
        f"--ServerApp.open_browser={browser}",
        f"--LabApp.default_url={start}",
        "--ServerApp.answer_yes=True",  # Ctrl+C ends it without a question
        "--ServerApp.allow_root=True",  # in a container one is often root; only this computer is served
        # The address itself goes to the browser: one that is shut in (Ubuntu's) can't read a file of ours.
        "--ServerApp.use_redirect_file=False",
        "--ServerApp.log_level=ERROR",
        "--LabApp.log_level=ERROR",
    ]
