"""Requests that no page sends: every route answers them with a status and a sentence, and goes on."""

from __future__ import annotations

import asyncio
import http.client
import inspect
import json
import re
import socket
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.helpers import examples, write_mod
from tests.studio.running import PATIENCE, RunningStudio

pytest.importorskip("starlette")
from host.studio.access import guard
from host.studio.access.connections import MOST_STRANGERS
from host.studio.access.entrance import Entrance
from host.studio.app import API_ROUTES
from host.studio.routes.route import ApiRoute

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

MOD = """
local toolbox = require "host.toolbox"
require("host.generators").register_generator {
  id = "hole",
  options = { { id = "size", default = 9, least = 8, most = 1000 } },
  generate = function(options)
    return toolbox.maze { width = options.size | 1, height = options.size | 1 }:map()
  end,
}
"""
# Routes that take no parameters, and take long or never end.
STREAMS = ("events",)
SLOW = ("check", "tests", "tests/run", "tests/accept")
# Parts of addresses, percent-encoded: no number, no text, no file.
QUERY_VALUES = (
    "", "-1", "NaN", "1e999", "9" * 25, "9" * 6000, "%00", "%ED%A0%80", "%FF", "%D9%A1", "..%2F..%2Fetc%2Fpasswd",
    "%3Cimg%20src%3Dx%3E", "%F0%9F%A6%87" * 300, "a.b.c", "true", "[]", "%0D%0AX%3A%201",
)  # fmt: skip
DEEP = "[" * 50_000
BODIES = (
    b"", b"\xff", b"null", b"[]", b"1", b'"x"', DEEP.encode(), b'{"a":' * 5000, b'{"survey": NaN}', b"{}", b'{"": 1}',
)  # fmt: skip
JSON_VALUES = (
    None, True, -1, 2**63, 10**400, 0.5, float("nan"), float("inf"), "", "x", "\ud800", "\0", "../../etc/passwd",
    "x" * 9000, [], [[]], [None], ["\ud800"], {}, {"\ud800": "\ud800"}, {"option": "x", "values": ["x"]},
)  # fmt: skip


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    folder = tmp_path_factory.mktemp("mods") / "hole"
    write_mod(folder, {"mod.toml": 'id = "hole"\nversion = "1"\n', "init.lua": MOD})
    with RunningStudio(folder) as running:
        yield running
        # Strangers fill no terminal with tracebacks, whatever they send.
        errors = running.end()[1]
    assert errors.splitlines() == ["The studio runs until Ctrl-C.", "interrupted"]


class Client:
    """A connection that sends requests as they are."""

    def __init__(self, studio: RunningStudio) -> None:
        self._studio = studio
        self._connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=PATIENCE)

    def send(self, method: str, target: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        sent = {"X-Studio-Token": self._studio.token, **headers}
        if body is not None:
            sent["Content-Type"] = "application/json"
        self._connection.request(method, target, body, sent)
        response = self._connection.getresponse()
        if response.getheader("content-type", "").startswith("text/event"):
            return response.status, b""
        answer = response.read()
        # A file that a route sends is no JSON.
        return response.status, b"{}" if response.getheader("content-disposition") else answer

    def close(self) -> None:
        self._connection.close()


@pytest.fixture
def client(studio: RunningStudio) -> Iterator[Client]:
    opened = Client(studio)
    yield opened
    opened.close()
    # Whatever came, the server goes on.
    assert studio.make("hole.hole")["width"] == 9


def names_of(route: ApiRoute) -> list[str]:
    """Return the names that the module of a route mentions: its parameters are among them."""
    module = sys.modules[route.handler.__module__]
    modules = [module, *(value for value in vars(module).values() if inspect.isfunction(value))]
    sources = {inspect.getsource(inspect.getmodule(part) or module) for part in modules}
    return sorted({name for source in sources for name in re.findall(r'"([a-z][a-z_]{0,15})"', source)})


def path_of(route: ApiRoute, value: str) -> str:
    return "/api/" + re.sub(r"\{[^}]*\}", value, route.path)


def is_sound(status: int, body: bytes) -> bool:
    """Return whether an answer is no failure of the server, and JSON or a picture if it is an answer of a route."""
    if status != 200:
        return 400 <= status < 500
    if body.startswith((b"\x89PNG", b"<svg", b"PK")):
        return True
    json.loads(body, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    return True


@pytest.mark.parametrize(
    "route", [route for route in API_ROUTES if route.path not in STREAMS + SLOW], ids=lambda r: f"{r.method} {r.path}"
)
def test_parameters_of_every_route_are_checked(client: Client, route: ApiRoute) -> None:
    names = names_of(route)
    # In `make test`, each route gets a fifth of the names alone, and the next one, which reads most of them, others.
    step = 100 // examples(100)
    alone = names[API_ROUTES.index(route) % step :: step]
    body = None if route.method == "GET" else b"{}"
    wrong = []
    for value in QUERY_VALUES:
        whole = "&".join(f"{name}={value}" for name in names)[:12_000]
        queries = [f"generator=hole.hole&{re.sub('generator=[^&]*&?', '', whole)}"]
        if value == "NaN":
            # A gallery of a dungeon, unless it says how many.
            queries += [f"generator=hole.hole&seeds=1&{name}={value}" for name in alone if name != "generator"]
        for query in queries:
            status, answer = client.send(route.method, f"{path_of(route, value or 'x')}?{query}", body)
            if not is_sound(status, answer):
                wrong.append((status, query[:200]))
    assert wrong == []


@pytest.mark.parametrize(
    "route",
    [route for route in API_ROUTES if route.method != "GET" and route.path not in SLOW],
    ids=lambda r: f"{r.method} {r.path}",
)
def test_bodies_of_every_route_are_checked(client: Client, route: ApiRoute) -> None:
    path = path_of(route, "1")
    bodies = [*BODIES, *(json.dumps(dict.fromkeys(names_of(route), value)).encode() for value in JSON_VALUES)]
    bodies += [json.dumps({"generator": "hole.hole", name: ["\ud800"]}).encode() for name in names_of(route)]
    wrong = []
    for body in bodies:
        status, answer = client.send(route.method, path, body)
        if not is_sound(status, answer):
            wrong.append((status, body[:200]))
    assert wrong == []


def test_other_methods_change_nothing(client: Client) -> None:
    allowed: dict[str, set[str]] = {}
    for route in API_ROUTES:
        allowed.setdefault(path_of(route, "1"), set()).add(route.method)
    wrong = []
    for path, methods in {**allowed, "/": {"GET"}, "/static/main.js": {"GET"}, "/favicon.ico": {"GET"}}.items():
        for method in sorted({"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "POST"} - methods):
            status, _ = client.send(method, path, b"{}")
            if status not in (404, 405):
                wrong.append((method, path, status))
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nzz\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 30 + b"\r\nx",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\nzz\r\n",
        b"GET /" + b"a" * 100_000,
        b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * 20_000,
    ],
)
def test_what_is_not_http_is_refused(studio: RunningStudio, text: bytes) -> None:
    with socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(65536)
        except ConnectionError:
            answer = b""
    assert answer[9:12] in (b"", b"400", b"403", b"405", b"404", b"431")
    assert studio.ask("/api/log").status == 200


def request_text(studio: RunningStudio, line: str, *headers: str) -> bytes:
    lines = (line, f"Host: 127.0.0.1:{studio.port}", f"X-Studio-Token: {studio.token}", *headers, "", "")
    return "\r\n".join(lines).encode()


def memory_of(pid: int) -> int:
    """Return the bytes of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


@pytest.mark.slow
def test_clients_that_do_not_read_hold_up_nobody_and_cost_little(studio: RunningStudio) -> None:
    query = "generator=hole.hole&size=701"
    size = len(studio.ask("/api/map", generator="hole.hole", size=701).body)
    assert size > 4_000_000
    before = memory_of(studio.pid)
    readers = []
    try:
        for _ in range(40):
            reader = socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE)
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.sendall(request_text(studio, f"GET /api/map?{query} HTTP/1.1"))
            readers.append(reader)
        started = time.monotonic()
        assert studio.ask("/api/log").status == 200
        assert studio.make("hole.hole", seed=5)["seed"] == 5
        assert time.monotonic() - started < PATIENCE / 2
        assert memory_of(studio.pid) - before < 5 * size
    finally:
        for reader in readers:
            reader.close()


def test_bodies_that_never_end_hold_up_nobody(studio: RunningStudio) -> None:
    senders = []
    try:
        for _ in range(30):
            sender = socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE)
            sender.sendall(
                request_text(
                    studio, "POST /api/survey HTTP/1.1", "Content-Type: application/json", "Content-Length: 4000000"
                )
                + b'{"generator": "'
            )
            senders.append(sender)
        for sender in senders[:5]:
            sender.sendall(b"x" * 100_000)
        assert studio.make("hole.hole", seed=6)["seed"] == 6
    finally:
        for sender in senders:
            sender.close()


def test_bodies_without_a_length_are_cut_off(studio: RunningStudio) -> None:
    lines = "Content-Type: application/json", "Transfer-Encoding: chunked"
    with socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE) as sender:
        sender.sendall(request_text(studio, "POST /api/survey HTTP/1.1", *lines))
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        try:
            for _ in range(1000):
                sender.sendall(chunk)
            answer = sender.recv(65536)
        except ConnectionError:
            answer = b""
    assert b" 200 " not in answer[:20] or b"errors" in answer
    assert memory_of(studio.pid) < 1_000_000_000


@pytest.mark.parametrize(
    "text",
    [b"", b"GET /", b"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n", b"POST /api/session HTTP/1.1\r\nHost: {host}"],
)
def test_strangers_who_send_half_a_request_leave_the_places_of_the_page(studio: RunningStudio, text: bytes) -> None:
    page = Client(studio)
    assert page.send("GET", "/api/log")[0] == 200
    strangers = [socket.create_connection(("127.0.0.1", studio.port), timeout=PATIENCE) for _ in range(300)]
    try:
        for stranger in strangers:
            with suppress(ConnectionError):
                stranger.sendall(text.replace(b"{port}", b"%d" % studio.port))
        # The connection that the page has stays, and it gets others.
        assert page.send("GET", "/api/log")[0] == 200
        assert studio.ask("/api/log").status == 200
        assert studio.ask("/static/main.js", has_token=False).status == 200
        # Most of the others are cut off.
        for stranger in strangers[: -2 * MOST_STRANGERS]:
            with suppress(ConnectionError):
                assert stranger.recv(1) == b""
    finally:
        page.close()
        for stranger in strangers:
            stranger.close()


@pytest.mark.slow
def test_maps_of_many_megabytes_have_limits(studio: RunningStudio) -> None:
    before = memory_of(studio.pid)
    made = studio.ask("/api/map", generator="hole.hole", size=999)
    assert json.loads(made.body)["width"] == 999
    assert len(made.body) > 25_000_000
    assert memory_of(studio.pid) - before < 500_000_000
    (error,) = studio.ask("/api/map", generator="walk", width=2000, height=2000, open="0").data()["errors"]
    assert "at most" in error["message"]


def test_a_value_is_quoted_whole_but_not_at_any_length(studio: RunningStudio) -> None:
    answer: Any = studio.ask(f"/api/map?generator={quote('x' * 10_000)}")
    assert len(answer.body) < 30_000


def test_clients_that_stop_in_the_middle_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_PATIENCE", 0.01)
    received, sent = [], []

    async def app(_: Any, receive: Any, send: Any) -> None:
        received.append(await receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * 2**20})
        pytest.fail("nobody read the answer")

    async def receive() -> Any:
        # The body never comes.
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    entrance = Entrance(1)
    headers = [(b"host", b"127.0.0.1:1"), (b"x-studio-token", entrance.token.encode())]
    scope = {"type": "http", "path": "/api/log", "query_string": b"", "method": "GET", "headers": headers}
    # Another thread, because Playwright has a loop in this one while the browser of other tests is open.
    with ThreadPoolExecutor(1) as thread:
        guarded = guard.Guard(app, 1, entrance, lambda *_, **__: None)
        thread.submit(asyncio.run, guarded(scope, receive, send)).result()
    assert received == [{"type": "http.disconnect"}]
    # A part of the answer, with more to come: the server closes the connection.
    assert [len(message["body"]) < 2**20 and message["more_body"] for message in sent[1:]] == [True]
