"""Indexes on web servers: an honest one, and those that lie, redirect, hang and never end."""

from __future__ import annotations

import gzip
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from host import build_index, install, installed_mods, outdated
from host.errors import RequestError
from host.mods.sharing import sources
from host.mods.sharing.index import Index
from tests.mods.sharing.helpers import pack
from tests.mods.sharing.test_install import refused, run

Answer = Callable[[BaseHTTPRequestHandler], None]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    folder = tmp_path / "index"
    folder.mkdir()
    pack(folder, "hall")
    pack(folder, "annex", needs={"hall": ">=1"})
    build_index(folder, pages=False)
    return folder


class Site:
    """A web server that sends the files of an index; `answers` has other answers by path."""

    def __init__(self, folder: Path) -> None:
        self.answers: dict[str, Answer] = {}
        self.paths: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.paths.append(self.path)
                if self.path in site.answers:
                    site.answers[self.path](self)
                    return
                file = folder / self.path.lstrip("/")
                self.send(200 if file.is_file() else 404, file.read_bytes() if file.is_file() else b"")

            def send(self, status: int, body: bytes, **headers: str) -> None:
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def redirect(self, path: str, target: str) -> None:
        self.answers[path] = lambda handler: handler.send(302, b"", Location=target)  # type: ignore[attr-defined]

    def send(self, path: str, status: int, body: bytes, **headers: str) -> None:
        self.answers[path] = lambda handler: handler.send(status, body, **headers)  # type: ignore[attr-defined]


@pytest.fixture
def site(index: Path) -> Iterator[Site]:
    site = Site(index)
    yield site
    site.server.shutdown()
    site.server.server_close()


def test_mods_are_installed_over_the_server_of_python(index: Path) -> None:
    words = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(index)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
            assert found is not None
            url = found[0]
            assert run("install", f"{url}/annex==1.*") == f"annex 1.0.0 from {url}\nhall 1.0.0 from {url}\n"
            assert "annex" in run("info", url)
            pack(index, "hall", "1.2.0")
            build_index(index, pages=False)
            assert [mod.newest for mod in outdated()] == ["1.2.0"]
            assert "did you mean" in refused("install", f"{url}/hal")
        finally:
            server.kill()
    assert "cannot be read" in refused("outdated")


def test_only_what_is_needed_is_asked_for(site: Site) -> None:
    install(f"{site.url}/hall")
    assert site.paths == ["/config.json", "/ha/ll/hall", "/hall-1.0.0.zip"]


@pytest.mark.parametrize("scheme", ["file", "ftp", "data", "gopher", "HTTPX"])
def test_other_addresses_than_of_web_servers_are_refused(scheme: str, index: Path) -> None:
    message = refused("install", f"{scheme}://{index}/hall")
    assert "is not the URL of a web server: must begin with https:// or http://" in message


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://me:secret@127.0.0.1:1/hall", "has a name or a password"),
        ("http://127.0.0.1:99999/hall", "is no URL"),
        ("http://[::1/hall", "is no URL"),
        ("http://127.0.0.1:1/x?y=1/hall", 'has a "?" or "#"'),
        ("http://127.0.0.1:1/a b/hall", "characters that no URL has"),
        ("http://127.0.0.1:1/\r\nX: y/hall", "characters that no URL has"),
        ("http://127.0.0.1:1/hall", "cannot be read"),
        ("http://127.0.0.1:1/hall.zip", "is on a web server: must be a file, or INDEX/ID"),
        ("http:///hall", "is not the URL of a web server"),
    ],
)
def test_addresses_that_cannot_be_asked(url: str, reason: str) -> None:
    message = refused("install", url)
    assert reason in message
    assert "secret" not in message


def test_a_redirect_stays_on_the_server_or_leads_to_https(site: Site, index: Path, tmp_path: Path) -> None:
    site.redirect("/ha/ll/hall", "/elsewhere")
    site.send("/elsewhere", 200, (index / "ha/ll/hall").read_bytes())
    install(f"{site.url}/hall")
    other = Site(index)
    for target in (f"{other.url}/ha/ll/hall", f"file://{index}/ha/ll/hall", "ftp://127.0.0.1/x", "//127.0.0.1:1/x"):
        site.redirect("/ha/ll/hall", target)
        assert re.search(
            "must lead to https, or to the same server|must begin with https|the status 302", refused_index(site)
        )
    assert other.paths == []
    # https is tried, and nobody answers there.
    site.redirect("/ha/ll/hall", f"https://127.0.0.1:{other.server.server_port}/x")
    assert "cannot be read" in refused_index(site)
    other.server.shutdown()
    other.server.server_close()


def refused_index(site: Site) -> str:
    with pytest.raises(RequestError) as caught:
        Index(site.url).releases("hall")
    return caught.value.message


def test_redirects_end(site: Site) -> None:
    site.redirect("/ha/ll/hall", "/ha/ll/hall")
    assert "hall" in refused_index(site)
    for number in range(10):
        site.redirect(f"/r{number}", f"/r{number + 1}")
    site.redirect("/ha/ll/hall", "/r0")
    site.paths.clear()
    assert "hall" in refused_index(site)
    assert len(site.paths) <= 6


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b"x" * 65536)
    except OSError:
        pass


@pytest.mark.parametrize("path", ["/config.json", "/ha/ll/hall", "/hall-1.0.0.zip"])
def test_a_body_without_end_is_cut(path: str, site: Site, user_mods: Path) -> None:
    site.answers[path] = endless
    assert "has too many bytes" in refused("install", f"{site.url}/hall")
    assert not user_mods.exists()


@pytest.mark.parametrize("path", ["/config.json", "/ha/ll/hall", "/hall-1.0.0.zip"])
@pytest.mark.parametrize("part", ["status", "headers", "body", "nothing"])
def test_a_server_that_drips_takes_no_longer_than_it_may(
    path: str, part: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "_ANSWER_SECONDS", 1.0)
    is_over = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        start = {
            "status": b"HTTP/1.1 2",
            "headers": b"HTTP/1.1 200 OK\r\nX: ",
            "body": b"HTTP/1.1 200 OK\r\n\r\n",
            "nothing": b"",
        }[part]
        try:
            handler.wfile.write(start)
            while not is_over.wait(0.1):
                if part != "nothing":
                    handler.wfile.write(b"0")
        except OSError:
            pass

    site.answers[path] = drip
    assert "takes too long" in refused("install", f"{site.url}/hall")
    is_over.set()


def test_all_answers_together_have_a_limit(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_MOST_REQUESTS", 2)
    assert "takes too much" in refused("install", f"{site.url}/hall")
    monkeypatch.setattr(sources, "_ALL_SECONDS", -1.0)
    assert "takes too much" in refused("install", f"{site.url}/hall")


@pytest.mark.parametrize(
    ("status", "body", "headers", "reason"),
    [
        (200, b"<!DOCTYPE html><p>Not found", {"Content_Type": "text/html"}, "line 1 is no list of versions"),
        (200, b"\xff\xfe", {}, "is no list of versions"),
        (200, gzip.compress(b"{}", mtime=0), {"Content_Encoding": "gzip"}, 'is encoded as "gzip"'),
        (500, b"", {}, "answers with the status 500"),
        (206, b"{}", {}, "answers with the status 206"),
        (401, b"", {"WWW_Authenticate": "Basic"}, "answers with the status 401"),
        (404, b"", {}, 'there is no mod "hall"'),
        (410, b"", {}, 'there is no mod "hall"'),
        (200, b"", {}, 'there is no mod "hall"'),
    ],
)
def test_wrong_answers_say_what_is_wrong(
    status: int, body: bytes, headers: dict[str, str], reason: str, site: Site
) -> None:
    site.send("/ha/ll/hall", status, body, **headers)
    assert reason in refused("install", f"{site.url}/hall")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\0" * 1000,
        b"SSH-2.0-x\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: -9\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{",
        b"HTTP/1.1 302 Found\r\nLocation: \r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: \xff\xfe\r\n\r\n",
        b"HTTP/1.1 302 Found\r\n\r\n",
        b"HTTP/1.1 999 Odd\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 60_000,
    ],
    ids=lambda answer: repr(answer[:40]),
)
def test_answers_that_are_no_http_are_errors(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answer_all, args=(listener, answer), daemon=True).start()
        message = refused("install", f"http://127.0.0.1:{listener.getsockname()[1]}/hall")
        assert message.startswith("error: ")


def answer_all(listener: socket.socket, answer: bytes) -> None:
    """Send the same bytes to whoever asks, until the socket is closed."""
    with suppress(OSError):
        while True:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                connection.recv(65536)
                connection.sendall(answer)


def test_an_index_that_changes_between_two_answers(site: Site, index: Path, user_mods: Path) -> None:
    site.send("/hall-1.0.0.zip", 200, (index / "annex-1.0.0.zip").read_bytes().ljust(100))
    assert re.search("its SHA-256 is|has too many bytes", refused("install", f"{site.url}/annex"))
    assert not user_mods.exists()
    assert installed_mods() == []
