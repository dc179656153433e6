"""The connections of the server. The number of connections without the token is limited, so that the page has room."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from h11 import LocalProtocolError
from uvicorn.protocols.http.h11_impl import H11Protocol

# Connections without the token that may stay open: a browser has six, until its page asks for the first time.
MOST_STRANGERS = 64
# Seconds until a new connection may be cut off: what it sent first has been read by then.
_PAUSE = 0.05


class Connections:
    """Cuts off the connections without the token that have been silent for longest, when there are too many."""

    def __init__(self) -> None:
        # Address of the client -> its connection; those that asked last come last.
        self._strangers: dict[Any, H11Protocol] = {}

    def note_request(self, client: Any, *, has_token: bool) -> None:
        """Note a whole request of a client: with the token its connection stays."""
        connection = self._strangers.pop(client, None)
        if connection is not None and not has_token:
            self._strangers[client] = connection

    def make_protocol(self) -> type[H11Protocol]:
        """Return the protocol for a server whose connections these are."""
        connections = self

        class Protocol(H11Protocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                connections._strangers[self.client] = self
                if len(connections._strangers) > MOST_STRANGERS:
                    self.loop.call_later(_PAUSE, connections._cut_off)

            def connection_lost(self, exc: Exception | None) -> None:
                connections._strangers.pop(self.client, None)
                super().connection_lost(exc)

            def send_400_response(self, msg: str) -> None:
                if self.cycle is not None:
                    # What breaks in the middle of a request gets this answer alone.
                    self.cycle.disconnected = True
                    self.cycle.message_event.set()
                with suppress(LocalProtocolError):
                    super().send_400_response(msg)
                self.transport.close()

        return Protocol

    def _cut_off(self) -> None:
        while len(self._strangers) > MOST_STRANGERS:
            self._strangers.pop(next(iter(self._strangers))).transport.abort()
