"""Completion of what mods and files bring: settings, pools, saves, tests and ids, through the protocols of shells."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from host.cli.main import cli
from host.tools.testing.fork_server import CommandOutcome, ForkServer
from tests.helpers import MakeMod, run_command, run_process
from tests.helpers.command_server import run_forked

GENERATOR = """
    require("host.generators").register_generator {
      id = "hall",
      options = {
        { id = "mood", choices = { "dark", "bright" }, default = "dark" },
        { id = "size", default = 9, least = 8, most = 11 },
      },
      generate = function() end,
    }
    Pools.registerSubpool("i.larder", {})
    Pools.registerSubpool("i.larder.cheese", {})
"""
TESTS = """
    it("a door opens", function() end)
    it("a door's lock", function() end)
    it("$(touch hacked)", function() end)
    it("closes", function() end)
"""
# Names that would be commands, patterns or more lines in a shell, or that would recolour a terminal.
HOSTILE = ("a;b", "a$(b)", "`a`", "a\nb", "a\x1b[31m", "a*", "-a", "~a", "a|b", "a&b", "a'b", "=a", "a  b", "a,b", "")


def complete(*words: str) -> list[str]:
    """Return the values that are offered for the last word."""
    *before, incomplete = words
    completion = ShellComplete(cli, {}, "dungeon-host", "_DUNGEON_HOST_COMPLETE")
    return [item.value for item in completion.get_completions([*before], incomplete) if item.type == "plain"]


def complete_in_bash(*words: str, cwd: Path) -> list[str]:
    """Return the lines that Bash reads, for words as Bash splits them."""
    variables = {
        "_DUNGEON_HOST_COMPLETE": "bash_complete",
        "COMP_WORDS": "\n".join(["dungeon-host", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = run_forked(cwd=cwd, env={**os.environ, **variables}, timeout=60)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
def cellar(make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_mod("cellar", init=GENERATOR, files={"tests/door_test.lua": TESTS})
    monkeypatch.chdir(folder)
    return folder


def test_keys_and_values_of_settings_are_completed(cellar: Path) -> None:
    assert complete("generate", "--set", "") == ["mood=", "size="]
    assert complete("generate", "cellar.hall", "--set", "mo") == ["mood="]
    assert complete("generate", "--set", "mood=") == ["mood=dark", "mood=bright"]
    assert complete("generate", "--set", "size=1") == ["size=10", "size=11"]
    assert complete("generate", "--set", "colour=") == []
    assert complete("simulate", "--set", "m") == ["mood="]
    assert "quest=" in complete("generate", "base", "--set", "")
    assert "width=" in complete("generate", "caves", "--set", "")


def test_settings_of_mods_on_the_line_are_completed(cellar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert complete("generate", "--mods", str(cellar), "--set", "mood=b") == ["mood=bright"]
    assert complete("generate", f"{cellar}/", "--set", "s") == ["size="]
    for command in (["generate"], ["simulate"], ["survey"], ["debug", "generate"], ["profile", "simulate"]):
        assert complete(*command, "--set", "d") == ["dungeon="]


def test_settings_of_base_are_completed_where_it_is_what_runs(make_mod: MakeMod) -> None:
    folder = make_mod("tiles", init="x = kts.Tile { name = 'x' }")
    for mod in ("undercroft", str(folder)):
        assert complete("generate", "--mods", mod, "--set", "d") == ["dungeon="]
    assert complete("generate", f"{folder}/", "--set", "d") == []


@pytest.mark.parametrize("init", ["error 'no'", "while true do end", "os = nil return +"])
def test_a_mod_that_fails_is_silent(
    init: str, cellar: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.cli.completion._SECONDS", 0.3)
    (cellar / "init.lua").write_text(f"print 'noise' {init}")
    assert complete("generate", "--set", "mood=") == []
    assert complete("test", "-k", "") == []
    assert complete("generate", "--mods", "nowhere", "--set", "") == []
    assert capfd.readouterr() == ("", "")


def test_mods_that_load_for_long_are_stopped(cellar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    errors = []
    open_file = ForkServer.open

    def open_and_note(server: ForkServer, path: str) -> CommandOutcome:
        answer = open_file(server, path)
        errors.append(str(answer.error))
        return answer

    monkeypatch.setattr(ForkServer, "open", open_and_note)
    monkeypatch.setattr("host.cli.completion._SECONDS", 0.3)
    (cellar / "init.lua").write_text("while true do end")
    assert complete("test", "-k", "") == []
    # Without the limit of completion, this would be the error of a load that took ten seconds.
    assert errors == ["the tests were stopped"]


def test_paths_of_pools_are_completed(cellar: Path) -> None:
    assert {"i.larder", "i.larder.cheese"} <= {*complete("pools", "i.lard")}
    assert complete("pools", "i.larder.c") == ["i.larder.cheese"]


@pytest.mark.parametrize(
    ("words", "incomplete", "offered"),
    [
        (["item"], "base.crossb", "base.crossbow"),
        (["field"], "base.crossb", "base.crossbow."),
        (["pool"], "i.comm", "i.common"),
        (["segment"], "Wine", "Wine cellar"),
        (["option"], "que", "quest"),
        (["option", "quest"], "bas", "base"),
        (["square", "1", "2"], "bas", "base"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_names_that_why_takes_are_completed(words: list[str], incomplete: str, offered: str) -> None:
    assert offered in complete("why", *words, incomplete)
    assert complete("why", "square", "1") == []


def test_ids_of_mods_in_the_folder_are_completed(cellar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in ("generate", "check", "simulate", "travel", "generators"):
        assert complete(command, "cel") == ["cellar"], command
    monkeypatch.chdir("..")
    assert complete("check", "cel") == ["cellar"]
    monkeypatch.chdir("/")
    assert complete("check", "--mods", str(cellar), "cel") == ["cellar"]
    assert complete("check", "cel") == []


def test_names_of_tests_are_completed_unless_a_shell_would_read_them(cellar: Path) -> None:
    assert complete("test", "-k", "") == ["a door opens", "closes"]
    assert complete("test", "tests/door_test.lua::c") == ["tests/door_test.lua::closes"]
    assert complete("test", "tests/door_test.lua", "-k", "clo") == ["closes"]
    assert complete("test", "nowhere", "-k", "clo") == []


def test_saves_are_completed(cellar: Path) -> None:
    run_command("simulate", "base", "--seed", "1", "--turns", "1", "--save", "my.save")
    Path("saves").mkdir()
    Path("my.save").rename("saves/my.save")
    Path("saves/my.txt").write_text("no save")
    for words in (("saves", "check"), ("travel", "--save"), ("simulate", "--save"), ("saves", "show")):
        assert complete(*words, "saves/m") == ["saves/my.save"], words
    completion = ShellComplete(cli, {}, "dungeon-host", "_DUNGEON_HOST_COMPLETE")
    assert [item.type for item in completion.get_completions(["saves", "check"], "")] == ["file"]


def test_names_of_the_api_are_completed() -> None:
    assert complete("docs", "kts.AddSt") == ["kts.AddStartingGear", "kts.AddStuff"]
    assert "pools" in complete("docs", "po")


def test_hostile_names_are_not_offered() -> None:
    from host.cli.completion import offer

    assert [item.value for item in offer([*HOSTILE, "fine", "ends in newline\n", "größe", "a b"], "")] == [
        "fine",
        "größe",
        "a b",
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_no_shell_reads_names_of_options_as_commands(shell: str, cellar: Path) -> None:
    (cellar / "init.lua").write_text(GENERATOR.replace('"bright"', '"$(touch hacked)", "a;b", "c\\nplain,d"'))
    variables = {"_DUNGEON_HOST_COMPLETE": f"{shell}_complete", "COMP_CWORD": "3"}
    words = "dungeon-host generate --set mood="
    variables["COMP_WORDS"] = words.replace(" ", "\n") if shell == "bash" else words
    if shell == "fish":
        variables["COMP_CWORD"] = "mood="
    done = run_process(cwd=cellar, env={**os.environ, **variables})
    assert "dark" in done.stdout
    assert "hacked" not in done.stdout
    assert "a;b" not in done.stdout
    assert "c\n" not in done.stdout


@pytest.mark.slow
def test_bash_splits_words_at_equals_signs_and_colons(cellar: Path) -> None:
    assert complete_in_bash("generate", "--set", "mood", "=", "b", cwd=cellar) == ["plain,bright"]
    assert complete_in_bash("generate", "--set", "mood", "=", cwd=cellar) == [
        "plain,dark",
        "plain,bright",
    ]
    assert complete_in_bash("generate", "--set", "mo", cwd=cellar) == ["plain,mood="]
    assert complete_in_bash("generate", "--form", cwd=cellar) == ["plain,--format"]
    assert complete_in_bash("generate", "--format", "=", "pn", cwd=cellar) == ["plain,png"]
    assert complete_in_bash("test", "tests/door_test.lua", "::", "c", cwd=cellar) == ["plain,closes"]
    assert complete_in_bash("test", "-k", "a\\ d", cwd=cellar) == ["plain,a\\ door\\ opens"]
    assert complete_in_bash("test", "-k", '"a d', cwd=cellar) == ["plain,a door opens"]


@pytest.mark.skipif("sys.platform == 'win32'", reason="there is no Bash")
def test_bash_fills_in_what_is_offered(cellar: Path, tmp_path: Path) -> None:
    program = tmp_path / "dungeon-host"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m host "$@"\n')
    program.chmod(0o755)
    script = """
        eval "$(dungeon-host completion bash)"
        compopt() { echo "option $1 $2"; }
        COMP_WORDS=(dungeon-host generate --set mo) COMP_CWORD=3
        _dungeon_host_completion dungeon-host
        echo "${COMPREPLY[@]}"; COMPREPLY=()
        COMP_WORDS=(dungeon-host test -k 'a\\ d') COMP_CWORD=3
        _dungeon_host_completion dungeon-host
        echo "${#COMPREPLY[@]} ${COMPREPLY[0]}"
    """
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=cellar, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == ["option -o nospace", "mood=", "1 a\\ door\\ opens"], done.stderr


@pytest.mark.parametrize("command", ["generate", "share"])
def test_themes_are_offered(command: str) -> None:
    assert complete(command, "--theme", "c") == ["crypt", "cave", "castle"]
    assert complete(command, "--theme", "x") == []
    assert "crypt, cave, castle, sewer, garden or ice" in " ".join(run_command(command, "--help").stdout.split())
