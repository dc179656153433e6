"""The commands and their options."""

from __future__ import annotations

import json
import os
import pty
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from host import Host
from host.cli.main import cli
from host.model.document_reader import from_document
from tests.helpers import MakeMod, run_command, run_process

WITH_MENU = """
kts.MENU = {
  items = {
    { id = "colour", choices = { { id = "red" }, { id = "blue", min_players = 3 } } },
    "spacer",
    { id = "rounds", type = "numeric", digits = 2, default = 4 },
    { id = "dark", choices = { { id = false }, { id = true } } },
  },
  start_game_func = function(S) print(S.colour, S.rounds, S.dark, S.num_players) kts.PrintLoc("begun") end,
}
"""


def test_generate_shows_a_dungeon_a_legend_and_the_line_that_makes_it_again() -> None:
    result = run_command("generate", "--seed", "1")
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0].startswith("┌──")
    assert "1-2 homes of the players" in result.stdout
    assert lines[-1] == "dungeon-host generate base --seed 1"
    again = run_command(*lines[-1].split()[1:])
    assert again.stdout == result.stdout


def test_the_line_that_makes_it_again_carries_everything(make_mod: MakeMod, tmp_path: Path) -> None:
    folder = make_mod("game", init=WITH_MENU, root=tmp_path / "my mods")
    words = ["generate", "game", "--mods", folder, "--set", "rounds=7", "--set", "dark=true", "--players", "3"]
    result = run_command(*words, "--seed", "9", "--play", "1.5")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == (
        f"dungeon-host generate game --mods '{folder}' --set rounds=7 --set dark=true --seed 9 --players 3 --play 1.5"
    )
    assert "red 7 true 3" in result.stdout


def test_json_on_standard_output_is_nothing_but_json(make_mod: MakeMod) -> None:
    folder = make_mod("game", init=WITH_MENU)
    result = run_command("generate", "game", "--mods", folder, "--seed", "3", "--format", "json")
    document = json.loads(result.stdout)
    assert document["options"] == {"colour": "red", "rounds": 4, "dark": False}
    # What the mod printed is not lost.
    assert result.stderr.startswith("red 4 false 2\n")


def test_json_is_what_the_library_gives(tmp_path: Path) -> None:
    file = tmp_path / "dungeon.json"
    result = run_command("generate", "--seed", "5", "--set", "dungeon=tiny", "--format", "json", "-o", file)
    assert result.stdout.splitlines() == [
        f"{file}: 14 × 14 squares",
        f"dungeon-host generate base --set dungeon=tiny --seed 5 --format json -o {file}",
    ]
    assert file.read_text() == Host(["base"]).generate("base", seed=5, dungeon="tiny").to_json()
    assert from_document(json.loads(file.read_text())).width == 14


def test_a_text_file_has_no_colours_and_ends_with_the_line_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    file = tmp_path / "dungeon.txt"
    assert run_command("generate", "--seed", "5", "-o", file).exit_code == 0
    text = file.read_text()
    assert "\x1b" not in text
    assert text.endswith(f"\ndungeon-host generate base --seed 5 -o {file}\n")


def test_a_file_is_replaced_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "dungeon.json"
    file.write_text("old")
    file.chmod(0o600)
    assert run_command("generate", "--seed", "5", "--format", "json", "-o", file).exit_code == 0
    assert json.loads(file.read_text())["seed"] == 5
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["dungeon.json"]


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)],
    ids=["pipe", "forced", "refused"],
)
def test_colours_are_for_terminals(environment: dict[str, str], coloured: bool) -> None:
    plain = {key: value for key, value in os.environ.items() if key not in ("FORCE_COLOR", "NO_COLOR", "COLORTERM")}
    done = run_process("generate", "--seed", "1", env={**plain, "TERM": "xterm", **environment})
    assert ("\x1b[" in done.stdout) == coloured


def test_in_a_terminal_there_are_colours() -> None:
    reader, writer = pty.openpty()
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM")}
    import subprocess

    with subprocess.Popen(
        [sys.executable, "-m", "host", "generate", "--seed", "1", "--set", "dungeon=tiny"],
        stdout=writer,
        stderr=writer,
        env={**plain, "TERM": "xterm-256color", "COLUMNS": "100"},
    ) as running:
        os.close(writer)
        output = b""
        while True:
            try:
                chunk = os.read(reader, 65536)
            except OSError:
                break
            if not chunk:
                break
            output += chunk
        running.wait()
    os.close(reader)
    assert running.returncode == 0
    assert b"\x1b[" in output
    assert output.rstrip().endswith(b"dungeon-host generate base --set dungeon=tiny --seed 1")


def test_events_are_listed_when_asked_for(make_mod: MakeMod) -> None:
    folder = make_mod("game", init=WITH_MENU)
    assert "message begun" not in run_command("generate", "game", "--mods", folder, "--seed", "1").stdout
    result = run_command("generate", "game", "--mods", folder, "--seed", "1", "--events")
    assert "\nevent  message: message begun\n" in result.stdout


def test_generators_lists_options_with_their_choices(make_mod: MakeMod) -> None:
    result = run_command("generators", "--mods", make_mod("game", init=WITH_MENU))
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "colour *red blue" in text
    assert "rounds a whole number, 0 to 99 (*4)" in text
    assert "dark *false true" in text
    assert "quest custom *gem_run" in text


@pytest.mark.parametrize("words", [["generators"], ["mods"]], ids=" ".join)
def test_lists_end_with_what_is_bundled_and_not_loaded(words: list[str]) -> None:
    last = run_command(*words).stdout.splitlines()[-1]
    assert last == "also bundled: critters, overworld, trials, undercroft (--mods NAME loads them)"
    result = run_command(*words, "--mods", "undercroft")
    assert "undercroft" in result.stdout.rpartition("also bundled")[0]
    assert result.stdout.splitlines()[-1] == "also bundled: overworld, trials (--mods NAME loads them)"


def test_a_generator_that_is_not_there_tells_of_bundled_mods() -> None:
    result = run_command("generate", "nosuch")
    assert result.exit_code == 1
    assert "also bundled: critters, overworld, trials, undercroft (--mods NAME loads them)" in result.stderr


def test_mods_lists_versions_needs_and_what_each_registered(make_mod: MakeMod, tmp_path: Path) -> None:
    root = tmp_path / "mods"
    make_mod("zoo", init="lion = kts.MonsterType { type = 'walking' }", root=root)
    make_mod("ark", init="require 'zoo'", toml="[dependencies]\nzoo = '>=1.0'", root=root)
    result = run_command("mods", "--mods", root)
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines() if "1.0" in line and "/" in line]
    assert [row[0] for row in rows] == ["base", "zoo", "ark"]
    assert rows[1][1:5] == ["1.0", "–", "1", "monster"]
    assert rows[2][1:5] == ["1.0", "zoo", ">=1.0", "nothing"]


def test_run_runs_a_script_with_every_loaded_mod(tmp_path: Path, make_mod: MakeMod) -> None:
    folder = make_mod("plain", init="function greet() return 'hello from plain' end")
    script = tmp_path / "try.lua"
    script.write_text('print(require("plain").greet(), #kts.GetAllPlayers())')
    result = run_command("run", script, "--mods", folder, "--players", "4", "--seed", "2")
    assert (result.exit_code, result.stdout) == (0, "hello from plain 4\n")


def test_run_loads_base_when_no_mods_are_named(tmp_path: Path) -> None:
    script = tmp_path / "try.lua"
    script.write_text('print(type(require("base").gem))')
    assert run_command("run", script).stdout == "userdata\n"


def test_run_ends_with_1_when_the_script_fails(tmp_path: Path) -> None:
    script = tmp_path / "try.lua"
    script.write_text("\n\nerror('no good')")
    result = run_command("run", script, "--seed", "8", "--no-source")
    assert result.exit_code == 1
    assert result.stderr == (
        "error: script/try.lua:3: no good\n"
        "  mod    script\n"
        "  at     script/try.lua:3 in main chunk\n"
        f"  again  dungeon-host run {script} --seed 8\n"
    )


def test_the_same_script_and_seed_print_the_same(tmp_path: Path) -> None:
    script = tmp_path / "try.lua"
    script.write_text("print(math.random(1e9), kts.RandomRange(1, 1e9), {}, print)")
    first, second = run_command("run", script, "--seed", "8"), run_command("run", script, "--seed", "8")
    assert first.stdout == second.stdout != run_command("run", script, "--seed", "9").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_teaches_a_shell(shell: str) -> None:
    result = run_command("completion", shell)
    assert result.exit_code == 0
    assert "_DUNGEON_HOST_COMPLETE" in result.stdout


@pytest.mark.parametrize("name", ["travel", "test", "simulate", "generate", "check"])
def test_bundled_mods_are_completed(name: str) -> None:
    complete = ShellComplete(cli, {}, "dungeon-host", "_DUNGEON_HOST_COMPLETE")
    assert [item.value for item in complete.get_completions([name], "un")] == ["undercroft"]


def test_paths_of_tests_are_completed() -> None:
    complete = ShellComplete(cli, {}, "dungeon-host", "_DUNGEON_HOST_COMPLETE")
    assert [item.type for item in complete.get_completions(["test"], "./my")] == ["file"]
    assert {item.value for item in complete.get_completions(["test"], "")} >= {"undercroft", ""}


def test_python_m_host_is_the_same_program() -> None:
    done = run_process("--version")
    assert (done.returncode, done.stdout) == (0, "dungeon-host, version 0.2.0\n")


def test_a_mod_folder_wins_over_a_bundled_mod_of_the_same_id(make_mod: MakeMod) -> None:
    folder = make_mod("base", init=WITH_MENU)
    result = run_command("generate", "--mods", folder, "--seed", "1")
    assert result.exit_code == 0
    assert "red 4 false 2" in result.stdout


def test_a_terminal_that_knows_no_box_characters_is_no_error() -> None:
    done = run_process("generate", "--seed", "1", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, "")
