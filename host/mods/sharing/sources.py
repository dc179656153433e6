"""Where an index is read from: a folder, or a web server. Both are strangers, so all they may send has bounds."""

from __future__ import annotations

import http.client
import os
import threading
import time
from collections.abc import Callable
from http.client import HTTPMessage
from pathlib import Path
from typing import IO, Any, Protocol
from urllib.error import HTTPError
from urllib.parse import SplitResult, quote, urljoin, urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from host.errors import HostError, RequestError, in_one_line, shorten
from host.paths.folders import open_below
from host.version import __version__

# Seconds without a byte, of one answer in all, and of all answers of an index.
_IDLE_SECONDS, _ANSWER_SECONDS, _ALL_SECONDS = 20.0, 120.0, 600.0
_MOST_REQUESTS, _MOST_REDIRECTS = 5_000, 3
_CHUNK = 2**16


class FileSource(Protocol):
    """What the files of an index are read from."""

    # The folder or the URL.
    name: str

    def read(self, path: str, most_bytes: int) -> bytes | None:
        """Return the content of a file by its relative path, None when there is none. Raises RequestError."""


def is_url(name: str) -> bool:
    """Return whether a name is a URL and no path of a file."""
    return "://" in name


def open_source(name: str) -> FileSource:
    """Return the source with a name: an http or https URL, or a folder. Raises RequestError."""
    return WebSource(name) if is_url(name) else FolderSource(Path(name))


class FolderSource:
    """Files in a folder, in which no link is followed."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise RequestError(f'there is no folder "{in_one_line(str(folder))}"')
        self.name = os.path.abspath(folder)  # noqa: PTH100 - `resolve` follows links
        self._folder = folder

    def read(self, path: str, most_bytes: int) -> bytes | None:
        """Return the content of a file by its relative path, None when there is none. Raises RequestError."""
        *parts, name = path.split("/")
        try:
            with open_below(self._folder, parts) as folder:
                folder.status(name)
                return folder.read(name, path, most_bytes)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise RequestError(f'"{path}" of {self.name} cannot be read: {error.strerror}') from None
        except HostError as error:
            raise RequestError(f"{error.message}, in {self.name}") from None


class WebSource:
    """Files below a URL."""

    def __init__(self, url: str) -> None:
        self.name = url.rstrip("/")
        parts = _split(self.name)
        if parts.query or parts.fragment:
            raise RequestError(f'"{_shown(url)}" has a "?" or "#": the URL of an index is that of a folder')
        self._end = time.monotonic() + _ALL_SECONDS
        self._requests = 0

    def read(self, path: str, most_bytes: int) -> bytes | None:
        """Return the content of a file by its relative path, None when there is none. Raises RequestError."""
        self._requests += 1
        seconds = min(self._end - time.monotonic(), _ANSWER_SECONDS)
        if seconds <= 0 or self._requests > _MOST_REQUESTS:
            raise RequestError(
                f"{_shown(self.name)} takes too much: must be done in {_ALL_SECONDS:g} s and {_MOST_REQUESTS} requests"
            )
        url = f"{self.name}/{quote(path)}"
        is_over = threading.Event()
        return _within(seconds, is_over, lambda: _fetch(url, most_bytes, is_over), url)


def _within(seconds: float, is_over: threading.Event, fetch: Callable[[], bytes | None], url: str) -> bytes | None:
    """Return what `fetch` returns, in a thread: a server may send a byte now and then, in any part of its answer."""
    answers: list[bytes | Exception | None] = []

    def run() -> None:
        try:
            answers.append(fetch())
        except Exception as error:
            answers.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    is_over.set()
    if not answers:
        raise RequestError(f"{_shown(url)} takes too long: must be done in {seconds:.0f} s")
    (answer,) = answers
    if isinstance(answer, RequestError):
        raise answer
    if isinstance(answer, Exception):
        reason = in_one_line(shorten(str(getattr(answer, "reason", answer)), 200))
        raise RequestError(f"{_shown(url)} cannot be read: {reason}") from None
    return answer


def _fetch(url: str, most_bytes: int, is_over: threading.Event) -> bytes | None:
    request = Request(url, headers={"User-Agent": f"dungeon-host/{__version__}", "Accept-Encoding": "identity"})  # noqa: S310 - `_split` allows http and https alone
    try:
        response: Any = _opener().open(request, timeout=_IDLE_SECONDS)
    except HTTPError as error:
        with error:
            if error.code in (http.client.NOT_FOUND, http.client.GONE):
                return None
            raise RequestError(f"{_shown(url)} answers with the status {error.code}") from None
    with response:
        if response.status != http.client.OK:
            raise RequestError(f"{_shown(url)} answers with the status {response.status}")
        encoding = response.headers.get("Content-Encoding", "identity")
        if encoding != "identity":
            raise RequestError(f'{_shown(url)} is encoded as "{in_one_line(shorten(encoding, 50))}": must be as it is')
        content = bytearray()
        while chunk := response.read1(_CHUNK):
            content += chunk
            if len(content) > most_bytes:
                raise RequestError(f"{_shown(url)} has too many bytes: must have at most {most_bytes}")
            if is_over.is_set():
                raise TimeoutError
        length = response.headers.get("Content-Length")
        if length is not None and length.isdecimal() and len(length) < 20 and int(length) != len(content):
            raise RequestError(f"{_shown(url)} ends early: it has {len(content)} of {length} bytes")
        return bytes(content)


def _opener() -> OpenerDirector:
    """Return what opens http and https URLs, and nothing else: no file, no ftp, no data in the URL."""
    opener = OpenerDirector()
    for handler in (
        ProxyHandler(),
        HTTPHandler(),
        HTTPSHandler(),
        HTTPDefaultErrorHandler(),
        _Redirects(),
        HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


class _Redirects(HTTPRedirectHandler):
    """Follows a few redirects: to https, or to the same server."""

    max_redirections = _MOST_REDIRECTS
    max_repeats = _MOST_REDIRECTS

    def http_error_302(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage) -> Any:
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        except HTTPError:
            # It holds the answer, which whoever catches it closes.
            raise
        except BaseException:
            fp.close()
            raise

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        before, after = urlsplit(req.full_url), _split(urljoin(req.full_url, newurl))
        is_same = (before.scheme, before.netloc) == (after.scheme, after.netloc)
        if not is_same and after.scheme != "https":
            raise RequestError(
                f"{_shown(req.full_url)} leads to {_shown(newurl)}: must lead to https, or to the same server"
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _split(url: str) -> SplitResult:
    """Return the parts of a URL. Raises RequestError unless it is one of http or https without a password."""
    try:
        parts = urlsplit(url)
        host = parts.hostname
        _ = parts.port
    except ValueError as error:
        raise RequestError(f'"{_shown(url)}" is no URL: {error}') from None
    if parts.scheme not in ("http", "https") or not host:
        raise RequestError(f'"{_shown(url)}" is not the URL of a web server: must begin with https:// or http://')
    if parts.username is not None or parts.password is not None:
        raise RequestError(f"the URL of {host} has a name or a password: must have none")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise RequestError(f'"{_shown(url)}" has characters that no URL has')
    return parts


def _shown(url: str) -> str:
    return in_one_line(shorten(url, 300))
