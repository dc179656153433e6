"""A running studio for tests: `dungeon-host studio`, and what a client sees of it."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qs, urlencode, urlsplit

# Seconds after which a test fails that waits for an answer.
PATIENCE = 60


class Answer(NamedTuple):
    """An answer of the server."""

    status: int
    headers: dict[str, str]
    body: bytes

    def data(self) -> Any:
        return json.loads(self.body)


class RunningStudio:
    """The command `dungeon-host studio MOD`, ended by Ctrl-C; a context."""

    def __init__(self, *words: str | Path, cwd: Path | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "host", "studio", *map(str, words), "--no-open"],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A session of its own, so that Ctrl-C reaches nobody else.
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        parts = urlsplit(self.address)
        self.port = parts.port or 0
        self.token = parse_qs(parts.query)["token"][0] if parts.query else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.interrupt()

    def interrupt(self) -> int:
        """Press Ctrl-C, and return the exit code."""
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=PATIENCE)
        return self._process.returncode

    @property
    def pid(self) -> int:
        return self._process.pid

    def url(self, **parameters: Any) -> str:
        """Return the address of the page with the token and further parameters."""
        return f"{self.address}&{urlencode(parameters)}" if parameters else self.address

    def ask(
        self,
        path: str,
        *,
        method: str = "GET",
        body: Any = None,
        has_token: bool = True,
        headers: dict[str, str] | None = None,
        **parameters: Any,
    ) -> Answer:
        """Send a request as a program does, with the token in a header."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"X-Studio-Token": self.token} if has_token else {}
        data = body
        if body is not None:
            sent["Content-Type"] = "application/json"
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        target = f"{path}?{urlencode(parameters)}" if parameters else path
        try:
            connection.request(method, target, data, {**sent, **(headers or {})})
            response = connection.getresponse()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, names, response.read())
        finally:
            connection.close()

    def make(self, generator: str, **parameters: Any) -> Any:
        """Return the answer to a request for a map."""
        return self.ask("/api/map", generator=generator, **parameters).data()
