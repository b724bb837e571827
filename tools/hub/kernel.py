"""A kernel without any port.

Over ``ipc`` a kernel still opens one, on which programs that it starts could hand it what they print. Whoever sits on
the same machine may send something there, and a few words of it appear in the page. No lesson starts programs.
"""

from typing import Any

from ipykernel import kernelapp
from ipykernel.iostream import IOPubThread


class Portless(IOPubThread):
    """Takes in nothing from outside."""

    def __init__(self, socket: Any, pipe: bool = False, session: Any = None) -> None:
        super().__init__(socket, pipe=False, session=session)


kernelapp.IOPubThread = Portless  # type: ignore[misc]
kernelapp.launch_new_instance()
