"""The hub of a class: each pupil is a user of the machine, and their programs run as that user.

What each setting is for stands in docs/classroom.md. The few that a school chooses are in ``hub.toml``.
"""

import os
import secrets
import socket
import sys
import tomllib
from pathlib import Path

os.umask(0o077)  # before anything is written: the hub's own database is nobody else's to read

FOLDER = Path(os.environ.get("CANASTA_HUB", "/srv/canasta"))
BIN = FOLDER / "venv" / "bin"
PROXY = FOLDER / "proxy/node_modules/configurable-http-proxy/bin/configurable-http-proxy"
chosen = tomllib.loads((FOLDER / "hub.toml").read_text("utf-8"))
host, _, port_text = chosen["listen"].rpartition(":")
port, certificate = int(port_text), chosen.get("certificate", "")
if not certificate and host != "127.0.0.1":
    sys.exit(
        f"hub.toml: listen: found {chosen['listen']!r} and no certificate; expected 127.0.0.1, "
        "or passwords would travel for all to read"
    )

c = get_config()  # type: ignore[name-defined] # noqa: F821 # the hub's own

# What comes from the school's network comes over TLS, here or in a web server before it.
c.JupyterHub.bind_url = f"{'https' if certificate else 'http'}://{host}:{port}"
if certificate:
    c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = certificate, chosen["key"]
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{port + 1}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{port + 2}"
c.ConfigurableHTTPProxy.command = ["node", str(PROXY)]
c.JupyterHub.db_url = f"sqlite:///{FOLDER}/hub/jupyterhub.sqlite"
c.JupyterHub.cookie_secret_file = str(FOLDER / "hub" / "cookie_secret")
c.ConfigurableHTTPProxy.pid_file = str(FOLDER / "hub" / "proxy.pid")

# Who gets in: members of two groups of the machine, each with a password of their own.
c.JupyterHub.authenticator_class = "pam"
c.LocalAuthenticator.allowed_groups = {"canasta-pupils", "canasta-teachers"}
c.Authenticator.allow_all = False
c.Authenticator.delete_invalid_users = True  # last year's class is forgotten here, too

# Each server is a process of its own user. Kernels speak over files in that user's folder, not over ports:
# with ports, whoever sits on the same machine can read what another one's kernel prints.
c.JupyterHub.spawner_class = "jupyterhub.spawner.LocalProcessSpawner"
limits = ["/usr/bin/prlimit", f"--data={int(chosen['memory']) * 1_000_000}", "--nproc=400", "--"]
c.Spawner.cmd = [*limits, str(BIN / "python"), "-I", str(FOLDER / "learner.py")]
c.Spawner.args = ["--KernelManager.transport=ipc"]
c.Spawner.environment = {"CANASTA_HUB": str(FOLDER)}
c.Spawner.default_url = f"/doc/tree/{chosen['language']}/00-welcome.ipynb"
c.Spawner.start_timeout = c.Spawner.http_timeout = 180
# A whole class presses at once: above a limit they would be sent away.
c.JupyterHub.concurrent_spawn_limit = 0

PORTS = range(20_000, 30_000)  # below those that a machine's connections take by chance
given = {}


def give_port(spawner):
    """A server's port is nobody else's, and nothing takes it in the long moment before the server has it."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as line:
            if port not in given.values() and line.connect_ex(("127.0.0.1", port)):
                break
    given[spawner.user.name] = spawner.port = port


c.Spawner.pre_spawn_hook = give_port

c.JupyterHub.template_vars = {"announcement_login": chosen.get("note", "")}

if chosen.get("idle"):
    seconds = int(chosen["idle"]) * 60
    c.JupyterHub.services = [
        {"name": "idle", "command": [str(BIN / "jupyterhub-idle-culler"), f"--timeout={seconds}"]}
    ]
    scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
    c.JupyterHub.load_roles = [{"name": "idle", "services": ["idle"], "scopes": scopes}]
