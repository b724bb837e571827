"""Starts one user's server, as that user: their own copy of the lessons, opened as the course opens it."""

import os
import sys
import tomllib
from pathlib import Path

from canasta_tutor import course, settings, shelf

FOLDER = Path(os.environ["CANASTA_HUB"])
LONGEST = 107
"""Characters in the path of a kernel's socket: the system allows no more."""
KERNEL = "kernel-00000000-0000-0000-0000-000000000000-ipc-5"

os.umask(
    0o027
)  # homes are shut; in the hand-in folder, whose group is the teachers', they may read
language = tomllib.loads((FOLDER / "hub.toml").read_text("utf-8"))["language"]
home = settings.home()
if len(socket := str(home / "runtime" / KERNEL)) > LONGEST:
    sys.exit(
        f"{home}: found a path of {len(socket)} characters to a kernel; expected {LONGEST} at most"
    )

notebooks = shelf.find_notebooks(language)
copy = shelf.lay_out(notebooks, home / "lessons")
course.quieten_kernels(home)
os.environ |= course.opening(home, language, notebooks, copy)
os.environ["CANASTA_HAND_IN"] = str(FOLDER / "hand-in" / Path.home().name)

shared = copy.folder / "class"
if not shared.is_symlink() and not shared.exists():
    shared.symlink_to(FOLDER / "class")

server = str(Path(sys.executable).with_name("jupyterhub-singleuser"))
os.execv(server, [server, f"--ServerApp.root_dir={copy.folder}", *sys.argv[1:]])
