"""A running studio for tests: `dungeon-host studio`, and what a client sees of it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode, urlsplit

# Seconds after which a test fails that waits for an answer.
PATIENCE = 60
# The answer to a request that a save has overtaken.
SUPERSEDED = b'{"errors":[],"is_superseded":true}'


class Answer(NamedTuple):
    """An answer of the server."""

    status: int
    headers: dict[str, str]
    body: bytes

    def data(self) -> Any:
        return json.loads(self.body)


class SentRequest(NamedTuple):
    """A request that the server has and may not have answered."""

    connection: http.client.HTTPConnection

    def answer(self) -> Answer:
        """Wait for the answer."""
        with closing(self.connection):
            response = self.connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, headers, response.read())


class RunningStudio:
    """The command `dungeon-host studio MOD`, ended by Ctrl-C; a context.

    It opens no browser, unless the `environment` names one.
    """

    def __init__(self, *words: str | Path, cwd: Path | None = None, environment: dict[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "host", "studio", *map(str, words), *(["--no-open"] if environment is None else [])],
            cwd=cwd,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A session of its own, so that Ctrl-C reaches nobody else.
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        self.port = urlsplit(self.address).port or 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.interrupt()

    def interrupt(self) -> int:
        """Press Ctrl-C, and return the exit code."""
        return self.end()[0]

    def end(self) -> tuple[int, str]:
        """Press Ctrl-C, and return the exit code and what is on standard error."""
        self._process.send_signal(signal.SIGINT)
        _, errors = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, errors

    @property
    def pid(self) -> int:
        return self._process.pid

    @cached_property
    def token(self) -> str:
        """The token of the studio, for which the token of the printed address is exchanged."""
        answer = self.exchange(self.address)
        assert answer.status == 200
        token: str = answer.data()["token"]
        return token

    def exchange(self, address: str) -> Answer:
        """Exchange the token of an address."""
        headers = {"X-Studio-Token": token_of(address)}
        return self.send("/api/session", method="POST", body={}, has_token=False, headers=headers).answer()

    def url(self, **parameters: Any) -> str:
        """Return a new address of the page, with parameters."""
        address: str = self.ask("/api/address", method="POST", body={}).data()["address"]
        page, _, token = address.partition("#")
        return f"{page}?{urlencode(parameters)}#{token}" if parameters else address

    def ask(self, path: str, **request: Any) -> Answer:
        """Send a request as a program does (see `send`), and again when a save has overtaken it.

        Systems report a save late when they are busy, so that the save of one test overtakes requests of the next.
        """
        while True:
            answer = self.send(path, **request).answer()
            if answer.body != SUPERSEDED:
                return answer

    def send(
        self,
        path: str,
        *,
        method: str = "GET",
        body: Any = None,
        has_token: bool = True,
        headers: dict[str, str] | None = None,
        **parameters: Any,
    ) -> SentRequest:
        """Send a request with the token in a header, and return before it is answered."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"X-Studio-Token": self.token} if has_token else {}
        data = body
        if body is not None:
            sent["Content-Type"] = "application/json"
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
        target = f"{path}?{urlencode(parameters)}" if parameters else path
        connection.request(method, target, data, {**sent, **(headers or {})})
        return SentRequest(connection)

    def make(self, generator: str, **parameters: Any) -> Any:
        """Return the answer to a request for a map."""
        return self.ask("/api/map", generator=generator, **parameters).data()


def token_of(address: str) -> str:
    """Return the token of an address, which works once."""
    name, _, token = urlsplit(address).fragment.partition("=")
    assert name == "token"
    return token
