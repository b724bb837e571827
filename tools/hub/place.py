"""Where a class's server lies on the machine: its programs, its shared folders, its settings.

FOLDER/venv         Python with JupyterHub, JupyterLab and the course; readable to all, writable to root
FOLDER/proxy        the program that leads each browser to its own server
FOLDER/class        what the teacher hands out: all read, teachers write
FOLDER/hand-in      one folder for each pupil: the pupil writes, teachers read, nobody else sees
FOLDER/hub          the hub's own memory and secrets: root only
FOLDER/hub.toml     the few settings that a school chooses
"""

from __future__ import annotations

import grp
import json
import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
FOLDER = Path("/srv/canasta")
PUPILS = "canasta-pupils"
TEACHERS = "canasta-teachers"
SYSTEM_PYTHON = "/usr/bin/python3"
"""One that every user of the machine may read: a Python in root's home starts for nobody else."""

SETTINGS = """\
listen = "127.0.0.1:8000"           # with a certificate also "0.0.0.0:443": then the school's network comes in
certificate = ""                    # the file of a TLS certificate, and that of its key
key = ""
language = "en"                     # the welcome that is shown first: en or es
memory = 1000                       # MB for one pupil's program; the rest of the class goes on if it is used up
idle = 60                           # minutes without a press after which a pupil's server ends; 0: never
note = "Your name and password are on your card. · Tu nombre y tu contraseña están en tu tarjeta."
"""


class CannotBe(Exception):
    """Something that is asked for can't be done; the sentence says what was found and what is expected."""


@dataclass(frozen=True)
class Place:
    """The folder of one class's server."""

    folder: Path = FOLDER

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    @property
    def class_folder(self) -> Path:
        return self.folder / "class"

    @property
    def hand_in(self) -> Path:
        return self.folder / "hand-in"

    @property
    def hub(self) -> Path:
        return self.folder / "hub"

    @property
    def proxy(self) -> Path:
        return self.folder / "proxy" / "node_modules" / "configurable-http-proxy" / "bin"

    @property
    def settings_file(self) -> Path:
        return self.folder / "hub.toml"

    def settings(self) -> dict[str, object]:
        """What the school has chosen."""
        return tomllib.loads(SETTINGS) | tomllib.loads(self.settings_file.read_text("utf-8"))


def need_root() -> None:
    """Raises CannotBe for anybody who may not make users."""
    if os.geteuid() != 0:
        raise CannotBe(
            f"user: found id {os.geteuid()}; expected root, because a class has users of its own (sudo)"
        )


def run(*command: str | Path, cwd: Path | None = None, given: str = "") -> str:
    """What a program writes. Raises CannotBe with its last words where it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no word"]
        raise CannotBe(f"{Path(command[0]).name}: ended with {done.returncode}: {last[0]}")
    return done.stdout


def build(place: Place) -> None:
    """Install everything that is missing. Settings and handed-in work that are there stay as they are."""
    need_root()
    _need_programs()
    os.umask(0o022)
    place.folder.mkdir(parents=True, exist_ok=True)
    _python(place)
    _proxy(place)
    for group in (PUPILS, TEACHERS):
        run("groupadd", "--force", group)
    _folder(place.class_folder, TEACHERS, 0o2775)
    _folder(place.hand_in, TEACHERS, 0o0751)
    _folder(place.hub, "root", 0o0700)
    for name in ("jupyterhub_config.py", "learner.py", "kernel.py"):
        shutil.copy(HERE / name, place.folder / name)
    _kernel(place)
    if not place.settings_file.exists():
        place.settings_file.write_text(SETTINGS, "utf-8")


def _need_programs() -> None:
    needed = {"useradd": "passwd", "chpasswd": "passwd", "npm": "npm (Node.js 20 or newer)"}
    for program, package in {**needed, SYSTEM_PYTHON: "python3 python3-venv"}.items():
        if shutil.which(program) is None:
            raise CannotBe(f"{program}: not found; expected it on this machine (install {package})")


def _python(place: Place) -> None:
    """The venv with exactly what is locked, and the course built from this clone."""
    pip = (place.python, "-m", "pip", "--disable-pip-version-check", "--no-input", "-q")
    locked = REPOSITORY / "requirements" / "hub.txt"
    done = place.folder / "venv" / "installed.txt"
    if not done.exists() or done.read_text("utf-8") != locked.read_text("utf-8"):
        print("Installing Python packages (about a minute) …", flush=True)
        run(SYSTEM_PYTHON, "-m", "venv", place.folder / "venv")
        run(*pip, "install", "--require-hashes", "-r", locked)
    run(*pip, "install", "--no-deps", "--no-build-isolation", "--force-reinstall", REPOSITORY)
    shutil.copy(locked, done)


def _kernel(place: Place) -> None:
    """Let the one kernel that servers start be ours."""
    file = place.folder / "venv/share/jupyter/kernels/python3/kernel.json"
    about = json.loads(file.read_text("utf-8"))
    about["argv"] = [str(place.python), str(place.folder / "kernel.py"), "-f", "{connection_file}"]
    file.write_text(json.dumps(about, indent=2) + "\n", "utf-8")


def _proxy(place: Place) -> None:
    folder = place.folder / "proxy"
    folder.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(REPOSITORY / "requirements" / "hub-proxy" / name, folder / name)
    if not place.proxy.exists():
        print("Installing the proxy …", flush=True)
        run("npm", "ci", "--no-audit", "--no-fund", cwd=folder)


def _folder(folder: Path, group: str, mode: int) -> None:
    folder.mkdir(exist_ok=True)
    os.chown(folder, 0, grp.getgrnam(group).gr_gid)
    folder.chmod(mode)


def main() -> int:
    """Build the place that the command line names."""
    place = Place(Path(sys.argv[1])) if len(sys.argv) > 1 else Place()
    try:
        build(place)
    except CannotBe as error:
        print(f"place: {error}", file=sys.stderr)
        return 2
    hub = place.folder / "venv" / "bin" / "jupyterhub"
    print(f"Built: {place.folder}. Settings: {place.settings_file}. To start it, as root:\n")
    print(
        f"    cd {place.hub} && CANASTA_HUB={place.folder} {hub} -f {place.folder}/jupyterhub_config.py"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
