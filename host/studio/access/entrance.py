"""The way into a running studio: its token, and addresses that are exchanged for it.

Other users of the machine see the arguments of programs and may serve other ports, whose pages get the cookies of this
one. So no cookie and no argument holds the token. An address holds a token of its own, which works once and only for
some seconds; the page exchanges it for the token, and sends that in a header.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

# Seconds for which an address works.
SECONDS = 60
# Addresses that may wait to be opened.
_MOST_ADDRESSES = 64
_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={address}">
<title>Studio</title>
<a href="{address}">Open the studio</a>
"""


class Entrance:
    """The token of the studio at a port, and the addresses that lead to it. Threads may share it."""

    def __init__(self, port: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.token = _make_token()
        self._origin = f"http://127.0.0.1:{port}"
        self._clock = clock
        self._lock = threading.Lock()
        # The token of an address -> the time until which it works.
        self._addresses: dict[str, float] = {}

    def make_address(self) -> str:
        """Return an address that opens the page once, within SECONDS."""
        token = _make_token()
        with self._lock:
            while len(self._addresses) >= _MOST_ADDRESSES:
                del self._addresses[next(iter(self._addresses))]
            self._addresses[token] = self._clock() + SECONDS
        # Browsers send what follows # to no server.
        return f"{self._origin}/#token={token}"

    def exchange(self, text: str) -> str | None:
        """Return the token of the studio for the token of an address, which works once; None for other texts."""
        with self._lock:
            matches = [token for token in self._addresses if _is_equal(text, token)]
            is_open = [self._addresses.pop(token) >= self._clock() for token in matches]
        return self.token if any(is_open) else None

    def is_token(self, text: str) -> bool:
        """Return whether a text is the token."""
        return _is_equal(text, self.token)


def _make_token() -> str:
    return secrets.token_urlsafe(24)


def _is_equal(text: str, token: str) -> bool:
    return secrets.compare_digest(text.encode("utf-8", "replace"), token.encode())


@contextmanager
def open_in_browser(entrance: Entrance) -> Iterator[None]:
    """Open the page in the browser of the user, through a file that only the user can read; a context."""
    # The folder belongs to the user alone.
    with TemporaryDirectory(prefix="dungeon-studio-", ignore_cleanup_errors=True) as folder:
        file = Path(folder, "open.html")
        file.touch(0o600)
        file.write_text(_PAGE.format(address=entrance.make_address()), "utf-8")
        webbrowser.open(file.as_uri())
        yield


def offer_addresses(entrance: Entrance) -> None:
    """Print a new address whenever Enter is pressed in the terminal, and first that it does; nothing elsewhere."""
    if os.isatty(0):
        print(f"The address works once, within {SECONDS} seconds; Enter prints a new one.", file=sys.stderr, flush=True)
        threading.Thread(target=_follow_enter, args=(entrance,), daemon=True).start()


def _follow_enter(entrance: Entrance) -> None:
    if hasattr(signal, "SIGTTIN"):
        # Reading in the background fails then, and does not stop the server.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTIN})
    with suppress(OSError):
        # Not through a buffer of Python, whose lock would hold up the end of the process.
        while os.read(0, 1024):
            print(entrance.make_address(), flush=True)
