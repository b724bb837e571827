"""The course: the notebooks, opened in JupyterLab on this computer only, with settings of its own.

What the learner has set in a Jupyter of their own is neither read nor written. Nothing is saved by
itself, so that a lesson opens every time as it was made.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from canasta_tutor.errors import CanastaError

LANGUAGES: Final = ("en", "es")
PORT: Final = 8888
WELCOME: Final = "00-welcome.ipynb"

_PACKAGE: Final = Path(__file__).parent

_TEXTS: Final = {
    "en": {
        "opening": "Opening the course …",
        "port": "Port {wanted} is in use; taking {found}.",
        "address": "The course is at\n\n    {address}\n",
        "browser": "Your browser should show it in a moment; if not, copy the address into it.",
        "no_browser": "Copy the address into a browser on this computer.",
        "stop": "Leave this window open while you learn. Ctrl+C here ends the course.",
        "end": "The course is closed.",
    },
    "es": {
        "opening": "Abriendo el curso …",
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


def open_course(language: str, *, port: int = PORT, browser: bool = True) -> int:
    """Serve the notebooks until Ctrl+C, with the welcome of this language in front.

    The address goes to the terminal as well. A port in use gives way to the next.
    """
    texts = _TEXTS[language]
    notebooks = find_notebooks(language)
    print(texts["opening"], flush=True)
    token = secrets.token_hex(24)
    folder = home()
    quieten_kernels(folder)
    os.environ.update(isolation(folder, language), JUPYTER_TOKEN=token)
    from jupyterlab.labapp import LabApp

    start = f"/lab/tree/{language}/{WELCOME}"
    server = LabApp.initialize_server(argv=server_options(notebooks, start, port, browser))
    if server.port != port:
        print(texts["port"].format(wanted=port, found=server.port))
    print(texts["address"].format(address=f"http://127.0.0.1:{server.port}{start}?token={token}"))
    print(texts["browser" if browser else "no_browser"])
    print(texts["stop"], flush=True)
    server.start()
    print(texts["end"])
    return 0


def find_notebooks(language: str) -> Path:
    """The folder of the notebooks: the clone's that this package stands in, else the current one's."""
    places = [_PACKAGE.parent / "notebooks", Path.cwd() / "notebooks"]
    for place in places:
        if (place / language / WELCOME).is_file():
            return place
    looked = " or ".join(str(place / language / WELCOME) for place in dict.fromkeys(places))
    raise CanastaError(
        f"course: no welcome notebook found; expected {looked}. "
        "Start it in a clone of the project, where `make lessons` builds the notebooks"
    )


def home() -> Path:
    """The learner's own folder for this course; ``CANASTA_HOME`` names another one."""
    import platformdirs

    chosen = os.environ.get("CANASTA_HOME")
    folder = Path(chosen) if chosen else platformdirs.user_data_path("canasta-tutor", False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CanastaError(
            f"{folder}: cannot be written ({error.strerror}); expected a folder for the course's "
            "settings, which CANASTA_HOME can name"
        ) from error
    return folder


def isolation(folder: Path, language: str) -> dict[str, str]:
    """The environment in which Jupyter reads the course's settings and keeps its own under ``folder``.

    A notebook's folder is not searched for modules, so that a file beside a lesson can't stand in for
    this package.
    """
    shipped = _PACKAGE / "jupyter"
    return {
        "JUPYTER_CONFIG_PATH": os.pathsep.join([str(shipped / language), str(shipped)]),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "IPYTHONDIR": str(folder / "ipython"),
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
