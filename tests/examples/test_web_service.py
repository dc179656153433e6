"""Dungeons over HTTP: examples/web_service.py, and examples/load.py."""

from __future__ import annotations

import io
import json
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from pathlib import Path
from typing import NamedTuple

import pytest

from host import Host
from host.mods.archive import pack_mod
from tests.examples.running import EXAMPLES, run_example
from tests.helpers import write_mod

for module in ("starlette", "uvicorn", "prometheus_client"):
    pytest.importorskip(module)

pytestmark = pytest.mark.slow

MOD = """
local generators, toolbox = require "host.generators", require "host.toolbox"
generators.register_generator {
  id = "plain",
  generate = function() return toolbox.caves { width = 20, height = 20 }:map() end,
}
generators.register_generator { id = "hangs", generate = function() while true do end end }
generators.register_generator { id = "fails", generate = function() error("no luck") end }
"""


class Answer(NamedTuple):
    status: int
    headers: Message
    content: bytes

    @property
    def error(self) -> str:
        return str(json.loads(self.content)["error"])


class Client(NamedTuple):
    url: str
    uploads: Path

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> Answer:
        request = urllib.request.Request(
            self.url + path, data, {name.replace("_", "-"): value for name, value in headers.items()}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def upload(self, folder: Path) -> str:
        answer = self.ask("/mods", pack_mod(folder, folder.name))
        assert answer.status == 201, answer.content
        return str(json.loads(answer.content)["id"])


def start(folder: Path, *arguments: str) -> Iterator[Client]:
    command = [sys.executable, EXAMPLES / "web_service.py", "--port", "0", "--mods", folder, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout is not None
        try:
            yield Client(process.stdout.readline().strip(), folder)
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) in (0, -signal.SIGTERM)
        finally:
            process.kill()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    yield from start(tmp_path_factory.mktemp("uploads"), "--rate", "0", "--workers", "2")


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    return write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1.0"\n', "init.lua": MOD})


def test_a_dungeon_is_that_of_the_library(client: Client, tmp_path: Path) -> None:
    expected = Host(mods=["base"]).generate("base", seed=7, dungeon="tiny")
    answer = client.ask("/dungeons/base/7.json?dungeon=tiny")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    assert answer.content == expected.to_json().encode()
    picture = client.ask("/dungeons/base/7.png?dungeon=tiny")
    expected.save(tmp_path / "map.png")
    assert picture.content == (tmp_path / "map.png").read_bytes()
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.headers["X-Content-Type-Options"] == "nosniff"


def test_a_client_that_has_a_dungeon_gets_it_no_second_time(client: Client) -> None:
    tag = client.ask("/dungeons/base/8.json?dungeon=tiny").headers["ETag"]
    again = client.ask("/dungeons/base/8.json?dungeon=tiny", If_None_Match=tag)
    assert (again.status, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert client.ask("/dungeons/base/9.json?dungeon=tiny", If_None_Match=tag).status == 200


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/dungeons/base/7.json?dungeon=tinny", 400, 'did you mean "tiny"'),
        ("/dungeons/bas/7.json", 400, 'did you mean "base"'),
        ("/dungeons/base/seven.json", 400, "whole numbers"),
        (f"/dungeons/base/{'9' * 5000}.json", 400, "whole numbers"),
        ("/dungeons/base/99999999999999999999.json", 400, "seed"),
        ("/dungeons/base/7.json?players=1000000", 400, "players"),
        ("/dungeons/base/7.json?mods=../../etc", 404, "unknown id"),
        (f"/dungeons/base/7.json?mods={'0' * 32}", 404, "unknown id"),
        ("/dungeons/base/7.svg", 404, "Not Found"),
        ("/dungeons/..%2f..%2fetc/7.json", 404, "Not Found"),
    ],
)
def test_errors_are_sentences(client: Client, path: str, status: int, words: str) -> None:
    answer = client.ask(path)
    assert (answer.status, words in answer.error) == (status, True), answer


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("", {"If_None_Match": f"a{' ' * 50_000}b"}),
        ("", {"If_None_Match": "W/" * 25_000}),
        (f"&mods={','.join(['base'] * 8000)}", {}),
    ],
    ids=["spaces", "weak tags", "mods"],
)
def test_long_requests_are_answered(client: Client, query: str, headers: dict[str, str]) -> None:
    client.ask("/dungeons/base/7.json?dungeon=tiny&mods=base")
    assert client.ask(f"/dungeons/base/7.json?dungeon=tiny{query}", **headers).status == 200


def test_the_rest_of_a_refused_body_is_not_read(client: Client) -> None:
    address = client.url.removeprefix("http://").split(":")
    chunk = b"10000\r\n" + bytes(2**16) + b"\r\n"
    with socket.create_connection((address[0], int(address[1])), timeout=10) as connection:
        connection.sendall(b"POST /mods HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        with pytest.raises(ConnectionError):
            connection.sendall(chunk * 2000)


def test_errors_in_any_bytes_are_sentences(client: Client, tmp_path: Path) -> None:
    lua = MOD.replace('"no luck"', r'"\xff\xed\xa0\x80\x1b"')
    name = client.upload(write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "3.0"\n', "init.lua": lua}))
    answer = client.ask(f"/dungeons/m.fails/1.json?mods={name}")
    assert (answer.status, answer.error.isprintable(), "m/init.lua:7" in answer.error) == (422, True, True), answer


def test_strangers_upload_mods(client: Client, mod: Path) -> None:
    name = client.upload(mod)
    assert name == client.upload(mod)
    expected = Host(mods=[mod]).generate("m.plain", seed=3)
    answer = client.ask(f"/dungeons/m.plain/3.json?mods={name}")
    assert answer.content == expected.to_json().encode()
    failed = client.ask(f"/dungeons/m.fails/3.json?mods={name}")
    assert (failed.status, "no luck" in failed.error) == (422, True)
    assert client.ask("/dungeons/m.plain/3.json").status == 400


def test_bad_uploads_leave_nothing(client: Client, tmp_path: Path) -> None:
    before = sorted(client.uploads.rglob("*"))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../m/mod.toml", "id = 'm'")
    refused = client.ask("/mods", packed.getvalue())
    assert (refused.status, "leads out of the archive" in refused.error) == (400, True)
    assert client.ask("/mods", b"no zip").status == 400
    assert client.ask("/mods", bytes(2**20 + 1)).status == 413
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("m/mod.toml", 'id = "m"\nversion = "1.0"\n')
        for number in range(3):
            archive.writestr(f"m/{number}.lua", b" " * 2**20)
    refused = client.ask("/mods", bomb.getvalue())
    assert (refused.status, "must have at most 2097152" in refused.error) == (400, True)
    no_manifest = tmp_path / "n"
    no_manifest.mkdir()
    (no_manifest / "init.lua").write_text("")
    assert "has no mod.toml" in client.ask("/mods", pack_mod(no_manifest, "n")).error
    assert sorted(client.uploads.rglob("*")) == before


def test_a_mod_that_hangs_waits_while_others_go_on(client: Client, tmp_path: Path) -> None:
    hostile = client.upload(write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "2.0"\n', "init.lua": MOD}))
    with ThreadPoolExecutor(4) as threads:
        hanging = [threads.submit(client.ask, f"/dungeons/m.hangs/{seed}.json?mods={hostile}") for seed in range(3)]
        assert client.ask("/dungeons/base/1000.json?dungeon=tiny").status == 200
        statuses = sorted(future.result().status for future in hanging)
    # It had one worker, once.
    assert statuses == [422, 503, 503]
    waits = client.ask(f"/dungeons/m.plain/1.json?mods={hostile}")
    assert (waits.status, int(waits.headers["Retry-After"]) > 60) == (503, True)


def test_the_least_used_uploads_give_way(client: Client, tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "4.0"\n', "init.lua": MOD})
    ids = []
    for number in range(105):
        (folder / "number.txt").write_text(str(number))
        ids.append(client.upload(folder))
        assert client.ask(f"/dungeons/m.plain/3.json?mods={ids[0]}").status == 200
    assert len([*client.uploads.iterdir()]) == 100
    assert client.ask(f"/dungeons/m.plain/4.json?mods={ids[1]}").status == 404


def test_those_who_run_it_see_how_it_fares(client: Client) -> None:
    assert json.loads(client.ask("/health").content) == {"ok": True}
    metrics = client.ask("/metrics")
    assert b"dungeon_host_requests_total" in metrics.content
    assert "text/plain" in metrics.headers["Content-Type"]


def test_a_client_has_a_limit(tmp_path: Path) -> None:
    # So few that a slow machine allows no second one.
    for client in start(tmp_path, "--rate", "0.005", "--workers", "1"):
        answers = [client.ask(f"/dungeons/base/{seed}.json?dungeon=tiny") for seed in range(3)]
        assert [answer.status for answer in answers] == [200, 429, 429]
        assert all(int(answer.headers["Retry-After"]) > 1 for answer in answers[1:])
        assert client.ask("/health").status == 200


def test_load_prints_requests_a_second_and_percentiles(client: Client, mod: Path) -> None:
    printed = run_example("load.py", client.url, "--clients", "4", "--seconds", "1", "--seed", "5000")
    assert "requests a second; 50 % " in printed
    assert " 99 % " in printed
    name = client.upload(mod)
    words = ["--clients", "2", "--seconds", "1", "--mods", f"m.plain:{name}", "--hostile", f"m:{'0' * 32}"]
    printed = run_example("load.py", client.url, *words)
    assert "the hostile mod: 0 requests a second; none was good" in printed
