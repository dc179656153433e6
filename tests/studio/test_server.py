"""The server of the studio: who may ask, what it answers, and that it survives hostile mods and pages."""

from __future__ import annotations

import io
import json
import re
import socket
import subprocess
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from host.studio.log import Log
from host.studio.problems import editor_command
from host.studio.server import open_listener
from tests.helpers import run_command, write_mod
from tests.studio.running import PATIENCE, SUPERSEDED, RunningStudio

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

SCRIPT = "<img src=x onerror=alert(1)>"
MOD_ID = "cellar"
MOD = f"""
local generators = require "host.generators"
local toolbox = require "host.toolbox"
generators.register_generator {{
  id = "cellar",
  options = {{
    {{ id = "size", default = 12, least = 8, most = 2000 }},
    {{ id = "mood", default = "calm", choices = {{ "calm", "loud", "broken", "again", "endless" }} }},
    {{ id = "view", default = 3, least = 1, most = 9 }},
  }},
  generate = function(options)
    if options.mood == "loud" then for i = 1, 20000 do print("line " .. i) end end
    if options.mood == "broken" then error("{SCRIPT}") end
    if options.mood == "again" then
      local _, e = pcall(function() error("rethrown") end)
      error(e, 0)
    end
    while options.mood == "endless" do end
    return toolbox.maze {{ width = options.size | 1, height = options.size | 1 }}:map()
  end,
}}
"""


PROTECTED = ["/api/state", "/api/map", "/api/log", "/api/events", "/api/nothing", "/api/address", "/nothing"]


@pytest.mark.parametrize("path", PROTECTED)
def test_requests_without_token_or_from_elsewhere_are_refused(studio: RunningStudio, path: str) -> None:
    origin = f"http://127.0.0.1:{studio.port}"
    assert studio.ask(path, has_token=False).status == 401
    assert studio.ask(path, has_token=False, headers={"X-Studio-Token": "guess"}).status == 401
    for host in ("evil.example", f"evil.example:{studio.port}", f"127.0.0.1:{studio.port + 1}", "127.0.0.1"):
        assert studio.ask(path, headers={"Host": host}).status == 403
    for other in ("http://evil.example", "null", origin.replace("http", "https"), f"http://localhost:{studio.port}"):
        assert studio.ask(path, headers={"Origin": other}).status == 403
    assert studio.ask(path, method="HEAD", headers={"Origin": origin}).status not in (401, 403)


def test_page_has_headers_that_protect_it(studio: RunningStudio) -> None:
    page = studio.ask("/", has_token=False)
    assert page.status == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    # Nothing in the page is loaded from elsewhere, or is a script in the HTML.
    assert b"://" not in page.body
    script = rb'<script type="module" src="(/static/\d+/main\.js)"></script>'
    (main,) = re.findall(script, page.body)
    assert page.body.count(b"<script") == 1
    # A browser asks for a file again when it has changed, and for all else each time.
    assert "immutable" in studio.ask(main.decode(), has_token=False).headers["cache-control"]
    for path in ("/", "/static/main.js", "/api/state"):
        assert studio.ask(path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2fpaths.py",
        "/static//etc/passwd",
        "/static/1/../../app.py",
    ],
)
def test_static_files_are_those_of_the_page(studio: RunningStudio, path: str) -> None:
    assert studio.ask(path).status == 404
    assert studio.ask("/favicon.ico", has_token=False).headers["content-type"] == "image/svg+xml"
    assert studio.ask("/static/main.js", has_token=False).status == 200


def test_studio_listens_on_one_address(studio: RunningStudio) -> None:
    # Another address of the same machine, which a server on all addresses answers.
    with pytest.raises((ConnectionError, TimeoutError)):
        socket.create_connection(("127.0.0.2", studio.port), timeout=PATIENCE)


def test_bodies_and_addresses_have_limits(studio: RunningStudio) -> None:
    assert studio.ask("/api/open", method="POST", body=b"x" * (4 * 2**20 + 1)).status == 413
    assert studio.ask("/api/open", method="POST", headers={"Content-Type": "text/plain"}).status == 415
    with_charset = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert studio.ask("/api/open", method="POST", body=b"{}", headers=with_charset).status == 200
    assert studio.ask("/api/map", generator="x" * 20_000).status == 414
    for body in (b"[1]", b"{", b"[" * 100_000, b'{"file": "../../etc/passwd", "line": 1}'):
        assert "errors" in studio.ask("/api/open", method="POST", body=body).data()


def test_state_and_maps(studio: RunningStudio) -> None:
    state = studio.ask("/api/state").data()
    assert state["first"] == "cellar.cellar"
    assert [option["id"] for option in state["generators"][0]["options"]] == ["size", "mood", "view"]
    made = studio.make("cellar.cellar", seed=4, size=9, **{"option.view": 5})
    assert (made["width"], made["seed"]) == (9, 4)
    assert made["options"] == {"size": 9, "mood": "calm", "view": 5}
    # The command makes the same map.
    words = made["command"].split()[1:]
    assert words[:2] == ["generate", "cellar.cellar"]
    assert run_command(*words).exit_code == 0


def test_maps_are_downloaded_for_editors_tables_and_players(studio: RunningStudio) -> None:
    made = {"generator": "cellar.cellar", "size": 9}
    table = studio.ask("/api/picture", format="uvtt", **made)
    assert json.loads(table.body)["resolution"]["map_size"] == {"x": 9, "y": 9}
    for form in ("tmj", "ldtk"):
        answer = studio.ask("/api/picture", format=form, **made)
        with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
            assert {*archive.namelist()} == {f"dungeon.{form}", "dungeon.tiles.png"}
            assert json.loads(archive.read(f"dungeon.{form}"))
    world = studio.ask("/api/picture", format="world", **made)
    with zipfile.ZipFile(io.BytesIO(world.body)) as archive:
        assert {*archive.namelist()} == {"dungeon.world", "dungeon.tmj", "dungeon.tiles.png"}
    everything, shown = (
        studio.ask("/api/picture", format="svg", **made, **{"for": who}) for who in ("master", "players")
    )
    assert b"cellar" in everything.body
    # Whoever knows what made a map can make all of it.
    assert b"cellar" not in shown.body
    (error,) = studio.ask("/api/picture", **made, **{"for": "cats"}).data()["errors"]
    assert error["message"] == 'there is nobody called "cats": must be master or players'


def test_sight_and_locks_of_a_map(studio: RunningStudio) -> None:
    seen = studio.ask("/api/sight", generator="cellar.cellar", size=9, x=1, y=1).data()["squares"]
    assert 10 in seen
    assert len(seen) < 81
    (error,) = studio.ask("/api/sight", generator="cellar.cellar", size=9, x=9, y=1).data()["errors"]
    assert "is not on the map" in error["message"]
    assert studio.ask("/api/locks", generator="cellar.cellar", size=9).data() == {"doors": [], "keys": []}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, "generator is missing"),
        ({"generator": "cellar.cellar", "seed": "-1"}, "must be a whole number"),
        ({"generator": "cellar.cellar", "players": "1e9"}, "must be a whole number"),
        ({"generator": "cellar.cellar", "sise": "9"}, "size"),
        ({"generator": "celar.cellar"}, 'there is no generator "celar.cellar"'),
        ({"generator": "walk", "width": "1001", "height": "1000", "open": "0"}, "the studio shows at most"),
    ],
)
def test_bad_requests_are_answered_with_sentences(
    studio: RunningStudio, parameters: dict[str, str], message: str
) -> None:
    (error,) = studio.ask("/api/map", **parameters).data()["errors"]
    assert message in error["message"] + (error["hint"] or "")


def test_a_parameter_that_is_there_twice_is_refused(studio: RunningStudio) -> None:
    for path in ("map?generator=caves&seed=1&seed=2", "pools?path=i&path=i"):
        answer: Any = studio.ask(f"/api/{path}").data()
        name = path.rpartition("&")[2].partition("=")[0]
        assert answer["errors"][0]["message"] == f'the address has "{name}" twice: must have it once'


def test_error_of_a_mod_has_lines_of_source(studio: RunningStudio, mod: Path) -> None:
    (error,) = studio.make("cellar.cellar", mood="broken")["errors"]
    assert error["message"] == SCRIPT
    source = error["sources"][0]
    assert source["file"] == "cellar/init.lua"
    assert "broken" in source["lines"][source["line"] - source["first"]]
    assert source["address"].startswith("vscode://file/")
    assert source["address"].endswith(f"{mod.resolve()}/init.lua:{source['line']}")


def test_an_error_that_is_raised_again_is_at_the_line_in_its_text(studio: RunningStudio) -> None:
    (error,) = studio.make("cellar.cellar", mood="again")["errors"]
    assert error["message"] == "rethrown"
    source = error["sources"][0]
    assert "rethrown" in source["lines"][source["line"] - source["first"]]


def test_flood_of_prints_is_cut(studio: RunningStudio) -> None:
    assert studio.make("cellar.cellar", mood="loud")["width"] == 13
    lines = studio.ask("/api/log").data()["lines"]
    assert len(lines) == 1000
    assert lines[-1]["text"] == "line 20000"


def test_slow_readers_and_many_pages_hold_up_nobody(studio: RunningStudio) -> None:
    request = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nX-Studio-Token: {studio.token}\r\n\r\n"
    pages = [socket.create_connection(("127.0.0.1", studio.port)) for _ in range(33)]
    try:
        for page in pages:
            page.sendall(request.encode())
        answers = [page.recv(12)[9:12] for page in pages]
        assert answers.count(b"200") == 32
        assert answers.count(b"503") == 1
        assert studio.make("cellar.cellar", mood="loud", seed=2)["seed"] == 2
    finally:
        for page in pages:
            page.close()


@pytest.mark.slow
def test_save_gives_up_a_generation_that_runs(tmp_path: Path) -> None:
    endless = 'require("host.generators").register_generator { id = "w", generate = function() while true do end end }'
    quick = 'require("host.generators").register_generator { id = "w", generate = function() return nil end }'
    folder = write_mod(tmp_path / "waits", {"mod.toml": 'id = "waits"\nversion = "1"\n', "init.lua": endless})
    with RunningStudio(folder, "--timeout", "600") as studio:
        request = studio.send("/api/map", generator="waits.w")
        # The first answer proves that the watcher is there.
        assert studio.ask("/api/log").status == 200
        # What mods registered waits for no map.
        for lists in ("data", "pools", "segments"):
            assert "errors" not in studio.ask(f"/api/{lists}").data()
        # A map ends with the connection of the page that asked for it, also one that announced a body.
        request.connection.close()
        studio.send("/api/map", generator="waits.w", seed=2, headers={"Content-Length": "9"}).connection.close()
        assert studio.ask("/api/state").data()["first"] == "waits.w"
        request = studio.send("/api/map", generator="waits.w")
        time.sleep(0.5)
        (folder / "init.lua").write_text(quick)
        assert request.answer().body == SUPERSEDED
        (error,) = studio.make("waits.w")["errors"]
        assert "made no map" in error["message"]
        # A game has a process of its own.
        game = studio.ask("/api/play", method="POST", body={}, generator="caves").data()["game"]
        assert studio.ask(f"/api/play/{game}", method="POST", body={"actions": ["wait"]}).data()["frames"]
        children = _children(studio.pid)
        assert children
        assert studio.end() == (130, "The studio runs until Ctrl-C.\ninterrupted\n")
        assert not [child for child in children if Path(f"/proc/{child}").exists()]


@pytest.mark.parametrize("seconds", [0, 0.1, 0.3])
def test_ctrl_c_ends_the_studio_while_it_starts(mod: Path, seconds: float) -> None:
    with RunningStudio(mod) as studio:
        time.sleep(seconds)
        assert studio.interrupt() == 130


@pytest.mark.slow
def test_maps_end_with_the_page_that_asked_for_them(mod: Path) -> None:
    with RunningStudio(mod, "--timeout", "600", "--instructions", 10**15) as studio:
        for path, count in (("/api/map", 1), ("/api/thumbnail", 8)):
            endless = [studio.send(path, generator="cellar.cellar", mood="endless", seed=seed) for seed in range(count)]
            # The server has read them all.
            assert studio.ask("/api/log").status == 200
            for request in endless:
                request.connection.close()
            assert studio.ask(path, generator="cellar.cellar").data()["width"] == 13


@pytest.mark.slow
def test_saves_in_folders_that_are_made_again_or_needed_later_are_noticed(tmp_path: Path) -> None:
    manifest = 'id = "waits"\nversion = "1"\n'
    folder = write_mod(tmp_path / "waits", {"mod.toml": manifest, "init.lua": ""})
    later = write_mod(tmp_path / "later", {"mod.toml": 'id = "later"\nversion = "1"\n', "init.lua": ""})
    with RunningStudio(folder) as studio:

        def version() -> int:
            number: int = studio.ask("/api/state").data()["version"]
            return number

        def await_reload(before: int, file: Path | None = None) -> int:
            # The watcher may not be there yet.
            until, count = time.monotonic() + PATIENCE, 0
            while version() == before and time.monotonic() < until:
                if file is not None:
                    count += 1
                    file.write_text(f"-- {count}")
                time.sleep(0.05)
            assert version() > before
            return version()

        reloads = await_reload(version(), folder / "init.lua")
        folder.rename(tmp_path / "away")
        reloads = await_reload(reloads)
        write_mod(folder, {"mod.toml": manifest, "init.lua": ""})
        reloads = await_reload(reloads)
        reloads = await_reload(reloads, folder / "init.lua")
        (folder / "mod.toml").write_text(manifest + 'dependencies = { later = "*" }\n')
        reloads = await_reload(reloads)
        await_reload(reloads, later / "init.lua")


@pytest.mark.slow
def test_ctrl_c_ends_all_that_runs_and_answers_requests(mod: Path) -> None:
    endless = {"generator": "cellar.cellar", "mood": "endless"}
    with RunningStudio(mod, "--timeout", "600") as studio:
        order = {"generator": "cellar.cellar", "options": {"mood": "endless"}}
        assert studio.ask("/api/survey", method="POST", body=order).data()["state"] == "running"
        requests = [
            studio.send("/api/map", **endless),
            studio.send("/api/thumbnail", **endless),
            studio.send("/api/play", method="POST", body={}, **endless),
        ]
        # The server reads requests in the order in which they come: with this answer it has read the others.
        assert studio.ask("/api/log").status == 200
        # The survey and each of the requests gets a process at least.
        while len(children := _children(studio.pid)) <= len(requests):
            time.sleep(0.05)
        assert studio.interrupt() == 130
        assert [request.answer().status for request in requests] == [200] * len(requests)
        assert not [child for child in children if Path(f"/proc/{child}").exists()]


def _children(pid: int) -> list[str]:
    return subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout.split()


def test_parts_of_an_answer_do_not_wait_for_each_other() -> None:
    with open_listener(0) as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_port_that_is_taken_is_a_sentence(studio: RunningStudio) -> None:
    result = run_command("studio", "caves", "--no-open", "--port", studio.port)
    assert result.exit_code == 1
    assert f"port {studio.port} cannot be used" in result.stderr


@pytest.mark.parametrize(
    ("environment", "command"),
    [
        ({}, None),
        ({"EDITOR": "vim"}, None),
        ({"EDITOR": "'"}, None),
        ({"VISUAL": "code -n", "EDITOR": "vim"}, ["code", "-n", "--goto", "a.lua:3"]),
        ({"EDITOR": "/usr/bin/gedit"}, ["/usr/bin/gedit", "+3", "a.lua"]),
    ],
)
def test_editor_with_a_window_opens_at_the_line(environment: dict[str, str], command: list[str] | None) -> None:
    assert editor_command(Path("a.lua"), 3, environment) == command


def test_ends_when_a_mod_does_not_exist() -> None:
    result = run_command("studio", "./nothing_there", "--no-open")
    assert result.exit_code == 1
    assert "does not exist" in result.stderr


def test_ends_when_no_mod_has_the_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run_command("studio", "bse", "--no-open")
    assert result.exit_code == 1
    assert result.stderr == 'error: there is no mod or generator "bse"; did you mean "base"?\n'


def test_a_cleared_log_sends_nothing() -> None:
    sent: list[dict[str, Any]] = []
    log = Log(sent.append)
    log.print("one")
    log.clear()
    log.print("two")
    log._send()
    assert sent == [{"lines": [{"number": 2, "kind": "print", "text": "two"}], "left_out": 0}]
