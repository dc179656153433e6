"""The guard of the studio: refuses requests of strangers, and adds the headers that protect the page.

A web page of another origin, a name that was rebound to 127.0.0.1, and other users of the machine must not reach the
mods. So each request needs the address of the studio as its Host, no other Origin, and the token in a header.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host.studio.access.entrance import SECONDS, Entrance

# Bytes of the largest body of a request: a file of segments.
MOST_BODY = 4 * 2**20
# Characters of the longest address: options of a generator, as text.
_MOST_ADDRESS = 16_384
# Bytes of an answer that are sent at a time: a client that does not read holds up no more of them.
_PART = 256 * 1024
# Seconds that a client may take to read a part of an answer, and to send a whole body.
_PATIENCE = 20.0
# Paths that need no token, and the start of others: nothing in these files is secret.
_OPEN_PATHS, _OPEN_FOLDER = ("/", "/favicon.ico"), "/static/"
# Where the token of an address is exchanged, and where one who has the token gets another address.
_EXCHANGE, _NEW_ADDRESS = "/api/session", "/api/address"
_ADVICE = "press Enter in the terminal of dungeon-host studio for a new address"

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


# Takes the client of a request, and whether the request has the token.
NoteRequest = Callable[..., None]


class Guard:
    """Lets only requests to the application that come from the page of the studio, or have its token."""

    def __init__(self, app: ASGIApp, port: int, entrance: Entrance, note_request: NoteRequest) -> None:
        self._app = app
        self._entrance = entrance
        self._note_request = note_request
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                sent.update(_HEADERS)
                # Browsers store only what says so: files of the page.
                sent.setdefault("Cache-Control", "no-store")
            await _send_in_parts(send, message)

        answer = self._answer(scope)
        try:
            await (answer or self._app)(scope, _limited(receive), send_guarded)
        except _ReadsTooSlowlyError:
            # The server closes a connection whose answer is not complete.
            return

    def _answer(self, scope: Scope) -> JSONResponse | None:
        """Return the answer to a request that is refused or is about tokens; None for all others."""
        headers = Headers(scope=scope)
        host, path = headers.get("host", ""), scope["path"]
        token = headers.get("x-studio-token", "")
        is_own = host in self._hosts and headers.get("origin", f"http://{host}") == f"http://{host}"
        has_token = is_own and self._entrance.is_token(token)
        self._note_request(scope.get("client"), has_token=has_token)
        if not is_own:
            return _refusal(403, "requests must come from the page of the studio, at the address that it printed")
        is_open = path in _OPEN_PATHS or path.startswith(_OPEN_FOLDER)
        if not (has_token or is_open or path == _EXCHANGE):
            return _refusal(401, f"the page has no token: {_ADVICE}")
        if len(path) + len(scope["query_string"]) > _MOST_ADDRESS:
            return _refusal(414, f"the address is longer than {_MOST_ADDRESS} characters")
        if not headers.get("content-length", "0").isdigit() or int(headers.get("content-length", "0")) > MOST_BODY:
            return _too_large()
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] not in ("GET", "HEAD") and kind != "application/json":
            # Forms of other pages can send no JSON.
            return _refusal(415, "the body of a request must be application/json")
        if path not in (_EXCHANGE, _NEW_ADDRESS):
            return None
        if scope["method"] != "POST":
            return _refusal(405, "the method must be POST")
        if path == _NEW_ADDRESS:
            return JSONResponse({"address": self._entrance.make_address()})
        exchanged = self._entrance.exchange(token)
        if exchanged is None:
            return _refusal(401, f"an address opens the page once, within {SECONDS} seconds: {_ADVICE}")
        self._note_request(scope.get("client"), has_token=True)
        return JSONResponse({"token": exchanged})


class _ReadsTooSlowlyError(Exception):
    """A client does not read the answer that it asked for."""


async def _send_in_parts(send: Send, message: Message) -> None:
    """Send a message; a long body in parts, each when the client has read those before."""
    body = memoryview(message.get("body", b""))
    for start in range(0, max(1, len(body)), _PART):
        part = message
        if len(body) > _PART:
            has_more = start + _PART < len(body) or message.get("more_body", False)
            part = {**message, "body": bytes(body[start : start + _PART]), "more_body": has_more}
        try:
            async with asyncio.timeout(_PATIENCE):
                await send(part)
        except TimeoutError:
            raise _ReadsTooSlowlyError from None


def _limited(receive: Receive) -> Receive:
    """Return a function that receives a body up to MOST_BODY, whatever its announced length, and not forever.

    What is longer or takes longer is cut off.
    """
    received = 0
    is_whole = False
    deadline = asyncio.get_running_loop().time() + _PATIENCE

    async def receive_limited() -> Message:
        nonlocal received, is_whole
        if is_whole:
            # Only the end of the connection is still to come.
            return await receive()
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        received += len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        return message if received <= MOST_BODY else {"type": "http.disconnect"}

    return receive_limited


def _too_large() -> JSONResponse:
    return _refusal(413, f"the body of a request may have at most {MOST_BODY} bytes")


def _refusal(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"errors": [{"message": sentence}]}, status)
