"""The way into the studio: what leads to its token, and who cannot get it."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.helpers import MakeMod
from tests.studio.browser import needs_browser, wait_for_map
from tests.studio.running import RunningStudio, token_of

pytest.importorskip("starlette")
from host.studio.access.entrance import SECONDS, Entrance
from host.studio.app import API_ROUTES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Request

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")


@pytest.fixture(scope="module")
def studio() -> Iterator[RunningStudio]:
    with RunningStudio("caves") as running:
        yield running


def test_an_address_works_once(studio: RunningStudio) -> None:
    token = studio.token
    address = studio.url()
    assert token not in address
    assert studio.exchange(address).data() == {"token": token}
    for used in (address, studio.address, f"http://x/#token={token}", "http://x/#token=guess", "http://x/#token="):
        answer = studio.exchange(used)
        assert answer.status == 401
        assert "opens the page once" in answer.data()["errors"][0]["message"]


def test_an_address_works_for_some_seconds() -> None:
    now = 0.0
    entrance = Entrance(1, lambda: now)
    early, late = entrance.make_address(), entrance.make_address()
    now = SECONDS
    assert entrance.exchange(token_of(early)) == entrance.token
    now += 1
    assert entrance.exchange(token_of(late)) is None
    # Whoever has the token can ask for addresses without end.
    waiting = [entrance.make_address() for _ in range(1000)]
    assert len(entrance._addresses) < 100
    assert entrance.exchange(token_of(waiting[-1]))


def test_the_token_works_only_in_a_header(studio: RunningStudio) -> None:
    token = studio.token
    assert studio.ask("/api/log").status == 200
    assert studio.ask("/api/log", has_token=False, token=token).status == 401
    for name in ("dungeon_studio", f"dungeon_studio_{studio.port}", "token", "X-Studio-Token"):
        assert studio.ask("/api/log", has_token=False, headers={"Cookie": f"{name}={quote(token)}"}).status == 401
    # The token of an address is none of a request.
    headers = {"X-Studio-Token": token_of(studio.url())}
    assert studio.ask("/api/log", has_token=False, headers=headers).status == 401


@pytest.mark.parametrize("path", ["/", "/favicon.ico", "/static/main.js", "/api/state", "/api/session", "/nothing"])
def test_no_answer_sets_a_cookie(studio: RunningStudio, path: str) -> None:
    for has_token in (False, True):
        answer = studio.ask(path, has_token=has_token)
        assert "set-cookie" not in answer.headers
        assert studio.token.encode() not in answer.body


def test_of_requests_at_once_with_one_address_one_gets_the_token(studio: RunningStudio) -> None:
    for _ in range(5):
        address = studio.url()
        with ThreadPoolExecutor(16) as threads:
            statuses = [answer.status for answer in threads.map(studio.exchange, [address] * 16)]
        assert sorted(statuses) == [200] + [401] * 15


@pytest.mark.parametrize("path", ["/api/session", "/api/address", "/api/state", "/", "/static/main.js"])
def test_a_page_of_another_origin_gets_no_answer_that_it_may_read(studio: RunningStudio, path: str) -> None:
    own = f"http://127.0.0.1:{studio.port}"
    once = studio.url()
    for origin in ("http://evil.example", "null", f"http://localhost:{studio.port}", own.replace("http", "https"), own):
        for method in ("OPTIONS", "GET", "POST"):
            asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-studio-token"}
            headers = {"Origin": origin, "Referer": f"{origin}/#token={token_of(once)}", **asked}
            if origin != own:
                headers["X-Studio-Token"] = token_of(once)
            answer = studio.ask(path, method=method, body={}, has_token=False, headers=headers)
            assert answer.status == 403 or origin == own
            assert [name for name in answer.headers if name.startswith("access-control")] == []
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            # Neither links nor reloads show an address to others.
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert studio.token.encode() not in answer.body
    assert studio.exchange(once).status == 200


@pytest.mark.slow
@pytest.mark.skipif("sys.platform != 'linux'", reason="reads /proc")
def test_the_token_is_in_no_argument_environment_file_or_log(make_mod: MakeMod, tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    program.chmod(0o700)
    environment = {"BROWSER": f"{program} %s &", "TMPDIR": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    found = []
    # One of the routes checks what is loaded, which takes longest for base.
    with RunningStudio(make_mod("plain"), environment=environment) as studio:
        token, once = studio.token.encode(), [token_of(studio.address).encode(), token_of(studio.url()).encode()]
        studio.make("caves.caves")
        sleeping = [path for path in Path("/proc").glob("[0-9]*/cmdline") if b"open.html" in read(path)]
        assert sleeping
        for path in API_ROUTES:
            if path.method == "GET" and path.path != "events":
                answer = studio.ask(f"/api/{path.path}", generator="caves.caves")
                found += [path.path] if token in answer.body + repr(answer.headers).encode() else []
        # Those who guess, and requests that are none.
        studio.ask(f"/api/{studio.token}/x", has_token=False)
        studio.ask("/api/log", has_token=False, headers={"X-Studio-Token": f"{studio.token}x"})
        for kind in ("cmdline", "environ"):
            for path in Path("/proc").glob(f"[0-9]*/{kind}"):
                found += [path.name for text in (token, *once) if text in read(path)]
        found += [path.name for path in tmp_path.rglob("*") if path.is_file() and token in path.read_bytes()]
        for path in sleeping:
            os.kill(int(path.parent.name), signal.SIGTERM)
        output = studio.end()[1]
    assert found == []
    assert studio.token not in output
    assert output.splitlines() == ["The studio runs until Ctrl-C.", "interrupted"]


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        # It has ended, or is of another user.
        return b""


def test_tokens_are_exchanged_only_for_the_page(studio: RunningStudio) -> None:
    sent = {"X-Studio-Token": token_of(studio.url())}
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}, {"Content-Type": "text/plain"}):
        answer = studio.ask("/api/session", method="POST", body={}, has_token=False, headers={**sent, **headers})
        assert answer.status in (403, 415)
    assert studio.ask("/api/session", has_token=False, headers=sent).status == 405
    # None of these has used it up.
    assert studio.ask("/api/session", method="POST", body={}, has_token=False, headers=sent).status == 200


@pytest.mark.slow
def test_the_browser_gets_a_file_that_only_the_user_can_read(tmp_path: Path) -> None:
    noted = tmp_path / "arguments"
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$@" > {noted}.part && mv {noted}.part {noted}\n')
    program.chmod(0o700)
    with RunningStudio("caves", environment={"BROWSER": f"{program} %s"}) as studio:
        # The browser is opened before the server answers.
        assert studio.ask("/api/log").status == 200
        argument = noted.read_text().strip()
        file = Path(argument.removeprefix("file://"))
        assert argument == file.as_uri()
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        (address,) = set(re.findall(r"http://[^\s\"]+", file.read_text()))
        if sys.platform == "linux":
            assert token_of(address).encode() not in Path(f"/proc/{studio.pid}/cmdline").read_bytes()
        assert studio.exchange(address).data() == {"token": studio.token}
    assert not file.parent.exists()


@pytest.mark.slow
def test_enter_prints_a_new_address() -> None:
    from tests.helpers.terminal import Terminal

    with Terminal("studio", "caves", "--no-open", columns=200) as terminal:
        terminal.wait("Enter prints a new one")
        terminal.press("\r")
        terminal.wait(lambda text: text.count("#token=") == 2)
        first, second = re.findall(r"#token=(\S+)", terminal.text)
        assert first != second
        terminal.press("\x03")
        assert terminal.end() == 130


@needs_browser[0]
def test_a_page_keeps_its_token_and_shares_it_with_other_tabs(
    context: BrowserContext, page: Page, studio: RunningStudio
) -> None:
    address = studio.url(seed=5)
    page.goto(address)
    wait_for_map(page)
    assert page.url == f"http://127.0.0.1:{studio.port}/?generator=caves&seed=5"
    page.reload()
    wait_for_map(page)
    # A link in another tab.
    again = context.new_page()
    again.goto(page.url)
    wait_for_map(again)
    assert context.cookies() == []


@needs_browser[0]
def test_the_page_sends_its_token_in_one_header_and_only_to_the_studio(page: Page, studio: RunningStudio) -> None:
    sent: list[tuple[str, dict[str, str]]] = []

    def note(request: Request) -> None:
        sent.append((request.url, request.all_headers()))

    page.on("request", note)
    address = studio.url()
    page.goto(address)
    wait_for_map(page)
    page.reload()
    wait_for_map(page)
    page.remove_listener("request", note)
    own = f"http://127.0.0.1:{studio.port}/"
    secrets = (studio.token, token_of(address))
    assert any(headers.get("x-studio-token") == studio.token for _, headers in sent)
    for url, headers in sent:
        assert url.startswith((own, "blob:", "data:"))
        # What follows # is not sent.
        assert not any(secret in url.partition("#")[0] for secret in secrets)
        others = [value for name, value in headers.items() if name != "x-studio-token"]
        assert not any(secret in value for value in others for secret in secrets)
        # Files that the browser has stored are listed with an empty one.
        assert not headers.get("referer")
    assert not any(secret in page.content() for secret in secrets)


@needs_browser[0]
def test_a_page_without_a_token_says_what_to_do(context: BrowserContext, studio: RunningStudio) -> None:
    browser = context.browser
    assert browser is not None
    stranger = browser.new_context()
    try:
        address = studio.url()
        for target in (f"http://127.0.0.1:{studio.port}/", address):
            if target == address:
                studio.exchange(address)
            opened = stranger.new_page()
            opened.goto(target)
            opened.get_by_role("alert").get_by_text("press Enter in the terminal").wait_for()
            opened.close()
    finally:
        stranger.close()
