"""How commands select mods, by path or by the current folder, and the command lines that reproduce what they did."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from host import Host, check
from host.cli.shared.selection import find_folder_here
from host.errors import RequestError
from host.paths import BUNDLED_MODS
from tests.helpers import MakeMod, run_command, sampled

HALL = """
    local floor = kts.Tile { name = "floor", items = "floor", depth = 5 }
    require("host.generators").register_generator {
      id = "hall",
      options = { { id = "size", default = 9, least = 5, most = 30 } },
      generate = function(options)
        local toolbox = require "host.toolbox"
        return toolbox.caves({ width = 20, height = options.size }):map { room = floor, hallway = floor }
      end,
    }
"""
TEST = 'describe("a hall", function() it("is there", function() assert.equals(1, 1) end) end)'


@pytest.fixture
def cellar(make_mod: MakeMod) -> Path:
    return make_mod("cellar", init=HALL, files={"tests/hall_test.lua": TEST, "src/halls/notes.lua": ""})


@pytest.fixture(params=sampled([".", "tests", "src/halls", ".."], 2))
def inside(request: pytest.FixtureRequest, cellar: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Enter the folder of a mod, one below it, or the folder of mods around it; return the path to the mods."""
    monkeypatch.chdir(cellar / request.param)
    return {".": ".", "tests": "..", "src/halls": "../..", "..": "."}[request.param]


@pytest.mark.slow
def test_every_command_means_the_mod_where_it_is_typed(inside: str) -> None:
    assert "1 mod checked: no errors, no warnings" in run_command("check").stdout
    assert run_command("generate", "--seed", "3").stdout.splitlines()[-1] == (
        f"dungeon-host generate cellar.hall --mods {inside} --seed 3"
    )
    assert "cellar" in run_command("mods").stdout
    assert "cellar.hall" in run_command("generators").stdout
    assert "1 passed" in run_command("test").stdout
    simulated = run_command("simulate", "--seed", "1", "--turns", "2").stdout
    assert simulated.splitlines()[-1] == f"dungeon-host simulate cellar.hall --mods {inside} --seed 1 --turns 2"


AREAS = """
    data:add {
      _type = "base.area_generator", _id = "vale",
      on_generate_floor = function() return InstancedMap:new(5, 5, "base.floor") end,
    }
    data:add { _type = "base.unique_area", _id = "vale", area_generator = "vale.vale" }
"""


@pytest.mark.parametrize("command", ["generate", "simulate"])
def test_a_dungeon_of_base_for_a_mod_with_areas_is_pointed_out(make_mod: MakeMod, command: str) -> None:
    needs = 'dialects = ["areas"]\n[dependencies]\nbase = "*"'
    vale = make_mod("vale", init=AREAS, toml=needs)
    warning = "warning: the mod vale registers no generator, so base makes the map; vale.areas makes the floors of its"
    words = (command, str(vale), "--seed", "1", "--set", "dungeon=tiny")
    assert warning in run_command(*words).stderr
    hall = make_mod("gems", init='gem = kts.ItemType { type = "backpack" }', toml='[dependencies]\nbase = "*"')
    assert "warning" not in run_command(command, str(hall), *words[2:]).stderr


def test_a_folder_of_mods_is_one_that_holds_mods_or_links_to_mods(tmp_path: Path, cellar: Path) -> None:
    folder = tmp_path / "linked"
    folder.mkdir()
    with contextlib.chdir(folder):
        Path("notes.txt").write_text("")
        Path("empty").mkdir()
        Path("gone").symlink_to("nowhere")
        Path("loop").symlink_to("loop")
        assert find_folder_here() is None
        Path("cellar").symlink_to(cellar)
        assert find_folder_here() == "."


def test_pools_takes_the_path_of_a_mod(make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch) -> None:
    larder = make_mod("larder", 'Pools.registerSubpool("i.larder")')
    monkeypatch.chdir(larder.parent)
    expected = run_command("pools", "--mods", larder).stdout
    assert "larder" in expected
    for path in ("./larder", "larder", larder):
        assert run_command("pools", path).stdout == expected
    assert "--draw needs the PATH of the pool" in run_command("pools", larder, "--draw", "3").stderr


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["genrate"], '"genrate". Did you mean "generate"?'),
        (["saves", "lst"], '"lst". Did you mean "list"?'),
        (["survey", "shwo", "x.survey"], '"shwo". Did you mean "show"?'),
        (["xyzzy"], '"xyzzy".\n'),
    ],
)
def test_a_misspelled_command_gets_the_nearest(words: list[str], hint: str) -> None:
    result = run_command(*words)
    assert result.exit_code == 2
    assert f"There is no command {hint}" in result.stderr


def test_simulate_plays_the_generator_of_mods_as_generate_makes_it(cellar: Path, make_mod: MakeMod) -> None:
    words = ("--mods", cellar, "--seed", "1", "--turns", "1")
    assert "dungeon-host simulate cellar.hall --mods" in run_command("simulate", *words).stdout
    words = ("--mods", make_mod("quiet"), "--seed", "1", "--turns", "1")
    assert "dungeon-host simulate base --mods" in run_command("simulate", *words).stdout


def test_an_id_means_a_bundled_mod_everywhere(inside: str) -> None:
    assert (
        run_command("generate", "base", "--seed", "3").stdout.splitlines()[-1] == "dungeon-host generate base --seed 3"
    )
    mine = run_command("generate", "cellar", "--seed", "3").stdout.splitlines()[-1]
    folder = "cellar" if Path("cellar").is_dir() else inside
    assert mine == f"dungeon-host generate cellar.hall --mods {folder} --seed 3"


@pytest.mark.slow
@pytest.mark.parametrize("path", sampled(["./cellar", "cellar/", ".", "cellar"], 2))
def test_a_path_stands_for_its_mod(cellar: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.chdir(cellar.parent)
    again = f"dungeon-host generate cellar.hall --mods {path} --seed 3"
    again = again if path != "cellar" else "dungeon-host generate cellar.hall --mods cellar --seed 3"
    assert run_command("generate", path, "--seed", "3").stdout.splitlines()[-1] == again
    assert "1 mod checked" in run_command("check", path).stdout
    assert "1 passed" in run_command("test", path).stdout
    assert "cellar.hall" in run_command("generators", path).stdout
    assert run_command("simulate", path, "--seed", "1", "--turns", "1").exit_code == 0


def test_what_a_mod_leaves_in_its_folder_can_be_continued(cellar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(cellar)
    for words in (
        ["lock"],
        ["simulate", "--seed", "1", "--turns", "2", "--save", "a.save"],
        ["simulate", "--seed", "1", "--turns", "2", "--record", "a.rec"],
        ["survey", "run", "--count", "2", "--jobs", "1", "-o", "a.survey"],
        ["simulate", "--turns", "2", "--save", "a.save"],
        ["survey", "run", "--count", "3", "--jobs", "1", "-o", "a.survey"],
        ["lock"],
        ["test", "a.rec"],
    ):
        done = run_command(*words)
        assert done.exit_code == 0, done.output


def test_a_path_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("generate", "check", "simulate", "travel", "generators"):
        result = run_command(command, "./nowhere", *(["--keys", "q"] if command == "travel" else []))
        assert (result.exit_code, result.stderr) == (1, 'error: "./nowhere" does not exist\n')


def test_a_misspelled_path_gets_the_nearest(cellar: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(cellar.parent)
    assert run_command("check", "./celar").stderr == 'error: "./celar" does not exist; did you mean "./cellar"?\n'
    result = run_command("mods", "--mods", "celar")
    assert result.stderr == 'error: --mods "celar": it does not exist; did you mean "cellar"?\n'


def test_a_path_inside_a_mod_names_the_folder_of_the_mod(
    cellar: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    commands = ("check", "generate", "simulate", "travel", "generators", "pools", "repl", "studio")
    for here, path, problem, folder in (
        ("..", "./cellar/init.lua", "is not a folder", "./cellar"),
        ("..", "cellar/src/halls/notes.lua", "is not a folder", "cellar"),
        ("..", f"{cellar}/mod.toml", "is not a folder", str(cellar)),
        ("..", "./cellar/inti.lua", "does not exist", "./cellar"),
        (".", "init.lua", "is not a folder", "."),
        (".", "mod.toml", "is not a folder", "."),
        ("src", "../init.lua", "is not a folder", ".."),
        ("src/halls", "./notes.lua", "is not a folder", "../.."),
    ):
        monkeypatch.chdir(cellar / here)
        hint = f'did you mean "{folder}", the folder of its mod?'
        for command in commands:
            with subtests.test(command=command, path=path):
                result = run_command(command, path, *(["--keys", "q"] if command == "travel" else []))
                assert (result.exit_code, result.stderr) == (1, f'error: "{path}" {problem}; {hint}\n')
        with subtests.test(command="--mods", path=path):
            assert run_command("mods", "--mods", path).stderr == f'error: --mods "{path}": it {problem}; {hint}\n'
        with subtests.test(command="library", path=path), pytest.raises(RequestError) as caught:
            check(path)
        assert (caught.value.hint or "").endswith("the folder of its mod?")
        with subtests.test(command="Host", path=path), pytest.raises(RequestError) as caught:
            Host([path])
        assert (caught.value.hint or "").endswith("the folder of its mod?")


def test_travel_plays_the_map_of_a_mod_that_begins_no_game(
    cellar: Path, make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(cellar)
    result = run_command("travel", "--keys", "q")
    # It plays the map of a mod without a world, with the player of the bundled mod critters, as play does.
    assert result.exit_code == 0
    assert "dungeon-host travel --mods . --seed" in result.stdout
    result = run_command("travel", make_mod("barn", "x = 1"), "--keys", "q")
    assert "barn/init.lua: it returns nothing: travel needs a table with a function begin" in result.stderr
    result = run_command("travel", make_mod("meadow", "return { beginn = function() end }"), "--keys", "q")
    assert result.stderr.splitlines()[0].endswith('which starts a game; there is "beginn"; did you mean "begin"?')
    assert run_command("travel", cellar.parent, "--keys", "q").exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["generate", "base", "--set", "dungeon=tiny", "--timeout", "20", "--memory", "256", "-o", "map.txt"],
        ["generate", "base", "--instructions", "900000000", "--format", "json", "-o", "map.x"],
        ["generate", "cellar", "--mods", ".", "--set", "size=7", "--players", "3", "--narrow", "-o", "map.txt"],
        ["generate", "./cellar", "--play", "1.5", "--events", "--keep-going", "--format", "svg", "-o", "new/map.svg"],
        ["simulate", "./cellar", "--turns", "3", "--player", "random", "--strict"],
        ["pools", "--mods", "undercroft", "--draw", "5", "e"],
    ],
)
def test_the_line_does_the_same_again(
    words: list[str], cellar: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(cellar.parent)
    first = run_command(*words)
    assert first.exit_code == 0, first.stderr
    line = shlex.split(first.stdout.splitlines()[-1])
    assert line[0] == "dungeon-host"
    assert {*words} - {"./cellar", ".", "cellar", "base"} <= {*line}
    files = {path: path.read_bytes() for path in tmp_path.rglob("map.*")}
    for path in files:
        path.unlink()
    again = run_command(*line[1:])
    assert again.stdout == first.stdout
    assert {path: path.read_bytes() for path in tmp_path.rglob("map.*")} == files


def test_a_request_that_cannot_be_met_is_not_repeated() -> None:
    assert "again" not in run_command("generate", "nowhere").stderr
    assert "again" not in run_command("generate", "base", "--set", "dungeon=nowhere").stderr


def test_scripts_tell_their_seed_beside_their_output(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text("print(math.random(1000000))")
    first = run_command("run", script)
    again = run_command(*shlex.split(first.stderr.splitlines()[-1])[1:])
    assert again.stdout == first.stdout
    assert again.stderr == ""


def test_mods_beside_a_mod_are_found_when_it_needs_them(
    cellar: Path, make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_mod("house", init='require "cellar"; print "built"', toml='[dependencies]\ncellar = "*"')
    make_mod("broken", init="error 'not needed'")
    monkeypatch.chdir(cellar.parent / "house")
    for place in ((), (".",), ("../house",)):
        result = run_command("generate", *place, "--seed", "1")
        assert "built" in result.stdout, result.stderr
        assert "1 mod checked: no errors, no warnings" in run_command("check", *place).stdout


def test_a_bundled_mod_beside_a_path_is_not_the_target(cellar: Path) -> None:
    line = run_command("generate", cellar, "--mods", BUNDLED_MODS / "critters", "--seed", "3").stdout.splitlines()[-1]
    assert line.startswith("dungeon-host generate cellar.hall --mods ")


def test_mods_beside_a_mod_do_not_run_when_nothing_needs_them(cellar: Path, make_mod: MakeMod) -> None:
    make_mod("base", init="print 'a false base'", toml='version = "98.76"')
    make_mod("aaa", files={"mod.lua": "error 'run' while true do end"})
    (cellar.parent / "aaa" / "mod.toml").unlink(missing_ok=True)
    house = make_mod("house", toml='[dependencies]\nbase = "*"\n')
    result = run_command("mods", "--mods", house, "--instructions", "1200000")
    assert result.exit_code == 0, result.stderr
    assert "false" not in result.stdout
    assert "98.76" not in result.stdout


def test_a_mod_beside_a_mod_with_a_manifest_in_lua_is_found(cellar: Path, make_mod: MakeMod) -> None:
    for name in ("aaa", "house"):
        shed = make_mod(name, init="")
        (shed / "mod.toml").unlink()
    (cellar.parent / "aaa" / "mod.lua").write_text("while true do end")
    (cellar.parent / "house" / "mod.lua").write_text('return { id = "shed", version = "1", dependencies = {} }')
    needs = make_mod("needs", toml='[dependencies]\nshed = "*"\n')
    result = run_command("mods", "--mods", needs, "--instructions", "1200000")
    assert " shed " in result.stdout, result.stderr


NAMES = ["a b", "it's $(touch x) `x` \\ !", "--", "e\x1b[31m\nd", "\u202e\u00e4", os.fsdecode(b"\xff\xfe")]


@pytest.mark.parametrize("name", NAMES)
def test_the_line_names_any_folder_in_printable_characters(
    name: str, make_mod: MakeMod, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mods" / name).mkdir(parents=True)
    make_mod("m", root=tmp_path / "mods" / name)
    monkeypatch.chdir(tmp_path / "mods")
    line = run_command("generate", "base", "--set", "dungeon=tiny", "--mods", f"./{name}").stdout.splitlines()[-1]
    assert line.isprintable()
    words = subprocess.run(["bash", "-c", f'printf "%s\\0" {line}'], capture_output=True, check=True).stdout
    assert words.split(b"\0")[4] == b"./" + os.fsencode(name)


def test_a_name_that_no_file_can_have_is_told() -> None:
    result = run_command("generate", "a" * 5000)
    assert "there is no generator" in result.stderr


def test_a_current_folder_that_was_removed(tmp_path: Path) -> None:
    code = (
        "import os, subprocess, sys; os.rmdir(os.getcwd()); "
        "sys.exit(subprocess.call([sys.executable, '-m', 'host', *sys.argv[1:]]))"
    )
    for number, words in enumerate([["mods"], ["generate", "base", "--set", "dungeon=tiny"], ["check"], ["test"]]):
        folder = tmp_path / str(number)
        folder.mkdir()
        command = [sys.executable, "-c", code, *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        assert "the host failed" not in done.stderr


def test_a_path_means_its_mod_and_not_those_that_it_needs(make_mod: MakeMod) -> None:
    text = """
        require("host.generators").register_generator {{
          id = "{0}",
          generate = function() return require("host.toolbox").caves {{ width = {1}, height = 9 }}:map() end,
        }}
    """
    make_mod("cellar", text.format("cellar", 20))
    tavern = make_mod("tavern", text.format("tavern", 30), toml='[dependencies]\ncellar = "*"')
    result = run_command("generate", tavern, "--seed", "1", "--format", "json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["generator"] == "tavern.tavern"
