"""Commands whose output nobody reads to its end, as in `dungeon-host … | head -1`: what ends in a file is written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import MakeMod

SCRIPT = "for i = 1, 300 do print(('x'):rep(1000)) end"


def run_unread(*words: str | Path, stream: str = "stdout", **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command whose standard output, or error, is a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: writer}
    try:
        return subprocess.run(
            [sys.executable, "-m", "host", *map(str, words)],
            check=False,
            timeout=60,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **variables},
            **streams,  # type: ignore[call-overload]
        )
    finally:
        os.close(writer)


@pytest.mark.parametrize("command", ["simulate", "run", "travel"])
def test_a_game_is_saved_when_nobody_reads_the_output(command: str, tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text(SCRIPT)
    save = tmp_path / "game.save"
    words = {
        "simulate": ["simulate", "base", "--set", "dungeon=tiny", "--turns", "20"],
        "run": ["run", script],
        "travel": ["travel", "--keys", "k"],
    }
    done = run_unread(*words[command], "--seed", "1", "--save", save)
    assert done.stderr == b""
    assert done.returncode == 0
    assert save.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_map_is_written_when_nobody_reads_the_output(stream: str, make_mod: MakeMod, tmp_path: Path) -> None:
    mod = make_mod("talker", f"{SCRIPT}\nfor k in pairs {{ [print] = 1 }} do end")
    picture = tmp_path / "map.svg"
    words = ["generate", "base", "--mods", mod, "--seed", "1", "--set", "dungeon=tiny"]
    assert run_unread(*words, "-o", picture, stream=stream).returncode == 0
    assert picture.read_text().startswith("<svg")
    assert run_unread(*words, "--format", "svg", stream=stream).returncode == 0


def test_a_command_without_a_file_ends_when_nobody_reads_its_output(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text(f"{SCRIPT}\nwhile true do end")
    done = run_unread("run", script, "--seed", "1", "--instructions", str(2**53))
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_error_is_one_when_nobody_reads_the_output(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text("error 'x'")
    for stream in ("stdout", "stderr"):
        assert run_unread("run", script, "--seed", "1", stream=stream).returncode == 1


def test_tests_have_their_verdict_and_their_file_when_nobody_reads_the_output(mod_one: MakeMod, tmp_path: Path) -> None:
    lines = "\n".join(f'  it("case {i}", function() assert.is_true({i} < 30) end)' for i in range(40))
    mod = mod_one("", files={"tests/a_test.lua": f'describe("a", function()\n{lines}\nend)\n'})
    results = tmp_path / "results.xml"
    for words in ([], ["--", "-n", "2"]):
        done = run_unread("test", mod, "--junit", results, *words)
        assert (done.returncode, done.stderr) == (1, b"")
        assert 'failures="10" skipped="0" tests="40"' in results.read_text()
        results.unlink()


def test_a_check_has_its_verdict_when_nobody_reads_the_output(mod_one: MakeMod) -> None:
    assert run_unread("check", mod_one("return +")).returncode == 1
    assert run_unread("check", mod_one("")).returncode == 0


def test_a_build_service_that_reads_nothing_gets_the_verdict(mod_one: MakeMod) -> None:
    mod = mod_one("return +")
    assert run_unread("check", mod, "--format", "github", GITHUB_ACTIONS="true").returncode == 1


def test_damages_of_a_save_have_their_verdict_when_nobody_reads_them(tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    assert run_unread("run", "-", "--save", save, "--seed", "1").returncode == 0
    content = bytearray(save.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    save.write_bytes(content)
    for stream in ("stdout", "stderr"):
        assert run_unread("saves", "check", save, stream=stream).returncode != 0


def test_nothing_is_watched_when_nobody_reads_the_output(mod_one: MakeMod) -> None:
    mod = mod_one("", files={"tests/a_test.lua": 'it("holds", function() end)'})
    for command in ("check", "test"):
        assert run_unread(command, mod, "--watch").returncode == 0
