"""Misuse of mods and of the library: exceptions, cycles, failing mods and odd arguments break nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host import Host, HostError
from host.errors import InternalError, RequestError
from tests.helpers import MakeMod, RunLua, catch_load_error, collect_output, run_command, write_mod

OWNER = 'mod.RegisterMod { name = "owner" } T = kts.Tile { access = { walking = "clear" }, list = { 1 } }'


# -- an exception of whoever runs the host passes the mods


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, RuntimeError])
def test_what_the_caller_raises_comes_out_as_it_is(tmp_path: Path, kind: type[BaseException]) -> None:
    script = tmp_path / "script.lua"
    script.write_text('for i = 1, 10 do pcall(print, "x") end')
    printed = []

    def output(_: str) -> None:
        printed.append(1)
        raise kind

    host = Host([], output=output)
    with pytest.raises(kind):
        host.run_script(script, seed=1)
    # No pcall of a mod held it up.
    assert len(printed) == 1


# -- what belongs to another mod


@pytest.mark.parametrize(
    "change",
    [
        "owner.T.mine = 1",
        'owner.T.access = { walking = "blocked" }',
        'owner.T.access.walking = "blocked"',
        "owner.T.list[1] = 2",
        "owner.T.table.list = nil",
        "kts.SetRotate(owner.T, kts.Tile {})",
        "kts.SetReflect(kts.Tile {}, owner.T)",
        'require("mod.owner.helpers").x = 2',
        'require("mod.owner.helpers").t.y = 2',
    ],
)
@pytest.mark.parametrize("depends", [True, False])
def test_who_depends_may_change_and_nobody_else(make_mod: MakeMod, change: str, depends: bool) -> None:
    owner = make_mod("owner", init=OWNER, files={"helpers.lua": "return { x = 1, t = {} }"})
    toml = '[dependencies]\nowner = "*"' if depends else "[optional]\n"
    other = make_mod("zealot", init=f'local owner = require "owner"\n{change}', toml=toml)
    if depends:
        Host([owner, other], output=lambda _: None)
    else:
        error = catch_load_error(owner, other)
        assert "read-only here: name owner under [dependencies] to change it" in error.message
        assert (error.mod, error.file, error.line) == ("zealot", "zealot/init.lua", 2)


@pytest.mark.parametrize(
    ("own", "lent"),
    [
        ("owner.T.x = 2", "lender.give()"),
        ("Event.unregister('owner.e', 'x')", "lender.events.unregister('owner.e', 'x')"),
    ],
)
def test_what_a_mod_lends_acts_for_it(make_mod: MakeMod, own: str, lent: str) -> None:
    event = 'Event.create("e") Event.register("owner.e", "x", function() end, 1)'
    owner = make_mod("owner", init=f'T = {{ x = 1 }} local Event = require "api.Event" {event}')
    lends = 'local owner = require "owner" function give() owner.T.x = 2 end events = require "api.Event"'
    lender = make_mod("lender", init=lends, toml='[dependencies]\nowner = "*"')
    init = f"""
    local owner, lender, Event = require "owner", require "lender", require "api.Event"
    print(select(2, pcall(function() {own} end)))
    {lent}
    """
    stranger = make_mod("stranger", init=init, toml='[dependencies]\nlender = "*"\n[optional]\nowner = "*"')
    (refused,) = collect_output(owner, lender, stranger)
    assert "name owner under [dependencies] to change it" in refused


def test_no_mod_takes_the_name_of_another(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("aaa", init='mod.RegisterMod { name = "victim", keep_env = true }')
    make_mod("victim")
    error = catch_load_error(tmp_path)
    assert error.message == 'mod.RegisterMod: the name "victim" is the id of another mod'
    assert error.mod == "aaa"


# -- nothing but the seed decides


def test_the_step_of_pairs_walks_no_other_table_by_addresses(run_lua: RunLua) -> None:
    script = """
        local step = pairs({})
        local orders = {}
        for round = 1, 40 do
          local t, order = {}, {}
          for i = 1, 6 do t[kts.Tile {}] = i t["k" .. i] = i end
          for key, value in step, t do order[#order + 1] = value end
          orders[table.concat(order, " ")] = true
        end
        local count = 0
        for _ in pairs(orders) do count = count + 1 end
        print(count)
    """
    assert run_lua(script).lines == ["1"]


def test_a_weak_table_is_worth_a_word(make_mod: MakeMod) -> None:
    host = Host([make_mod("one", init='local w = setmetatable({}, { __mode = "k" })')], output=lambda _: None)
    assert host.warnings == [
        (
            "one/init.lua:1: a table is made weak: what remains in it depends on when Lua collects garbage, "
            "not on the seed"
        )
    ]


# -- no fault of the host


def test_hit_points_may_lay_out_another_dungeon(run_lua: RunLua) -> None:
    load = """
        wild = kts.Tile { access = {}, hit_points = function() lay() return 1 end }
        depth = 0
        function lay()
          depth = depth + 1
          if depth < 3 then
            kts.WipeDungeon()
            kts.LayoutDungeon { layout = { width = 1, height = 1, data = { { type = "block" } } },
              wall = wild, segments = segments, entry_type = "none" }
          end
        end
        segments = kts.LoadSegments({ floor }, "segments.txt")
    """
    run_lua("T.lay() print(T.depth)", load=load)


@pytest.mark.parametrize("value", ["nil", "{}", "0/0", "function() end", '"z"', "5"])
@pytest.mark.parametrize("moment", ["features", "start_game_func", "initialize_func", "on_select"])
def test_the_state_of_a_menu_is_kept_whole(make_mod: MakeMod, value: str, moment: str) -> None:
    others = "start_game_func = function() end," if moment != "start_game_func" else ""
    init = f"""
        kts.MENU = {{
          items = {{ {{ id = "a", choices = {{ {{ id = "x" }}, {{ id = "y" }} }} }} }},
          {others} {moment} = function(S) S.a = {value} end,
        }}
    """
    host = Host([make_mod("m", init=init)], output=lambda _: None)
    # A value that is no choice becomes the first choice.
    origin = host.generate("m", seed=1, a="y").origin
    assert origin is not None
    assert origin.options["a"] == ("y" if moment == "initialize_func" else "x")
    assert any("the menu item a has become" in warning for warning in host.warnings)


def test_a_file_whose_name_has_two_lines_is_refused(tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "nl", {"mod.toml": 'id = "nl"\nversion = "1"', "init.lua": 'require "a\\nb"'})
    (folder / "a\nb.lua").write_text('error("ouch")')
    error = catch_load_error(folder)
    assert (error.file, error.line) == ("nl/init.lua", 1)
    assert "there is no mod and no module of that name, nor a file for it in mod nl" in error.message
    assert "ouch" not in error.report()


def test_what_is_nested_too_deep_is_told_with_its_line(make_mod: MakeMod) -> None:
    deep = "return " + "(" * 300 + "1" + ")" * 300
    error = catch_load_error(make_mod("one", init=f"local x\n{deep}"))
    assert not isinstance(error, InternalError)
    assert (error.mod, error.file) == ("one", "one/init.lua")
    lines: list[str] = []
    Host([make_mod("two", init=f'print(type((select(2, load("{deep}")))))')], output=lines.append)
    assert lines == ["string"]


def test_game_time_goes_forward(run_lua: RunLua) -> None:
    script = """
        kts.AddTask(function()
          kts.Delay(10)
          coroutine.yield(math.maxinteger)
          print("woke at", kts.GameTime())
        end)
    """
    assert run_lua(script, play=1).lines == []


def test_a_manifest_that_is_nested_too_deep_is_told(tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "deep", {"mod.toml": "a=" + "[" * 5000, "init.lua": ""})
    error = catch_load_error(folder)
    assert not isinstance(error, InternalError)
    assert "manifest" in error.message


def test_a_closed_output_is_no_error(tmp_path: Path) -> None:
    import subprocess
    import sys

    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m host generate --seed 1 >&-"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [("--play", "1e300"), ("--seed", "x"), ("--players", "0.5"), ("--memory", "1")])
def test_numbers_out_of_bounds_are_wrong_use(words: tuple[str, str]) -> None:
    result = run_command("generate", *words)
    assert result.exit_code == 2
    assert "the host failed" not in result.output


def test_a_script_must_be_a_file_of_some_size() -> None:
    result = run_command("run", "/dev/zero", "--seed", "1")
    assert result.exit_code == 1
    assert "is not a regular file" in result.stderr


# -- the library


@pytest.mark.parametrize(
    "use",
    [
        lambda host, _: host.generate(5),
        lambda host, _: host.generate("base", seed="1"),
        lambda host, _: host.generate("base", seed=1.5),
        lambda host, _: host.generate("base", seed=True),
        lambda host, _: host.generate("base", seed=-1),
        lambda host, _: host.generate("base", seed=2**63),
        lambda host, _: host.generate("base", players=2.0),
        lambda host, _: host.generate("base", players="2"),
        lambda host, _: host.generate("base", players=None),
        lambda host, _: host.generate("base", options=None),
        lambda host, _: host.generate("base", options=[]),
        lambda host, _: host.generate("base", options={5: 5}),
        lambda host, _: host.generators(2.5),
        lambda host, path: host.run_script(path, play="5"),
        lambda host, path: host.run_script(path, play=float("nan")),
        lambda host, path: host.run_script(path, play=-1),
        lambda host, path: host.run_script(path / "none.lua"),
        lambda host, path: host.run_script(path.parent),
        lambda host, path: host.run_script("a\0b"),
        lambda _host, _: Host(mods=None),
        lambda _host, _: Host(mods=[None]),
        lambda _host, _: Host(mods=[b"base"]),
        lambda _host, _: Host(mods="nothing"),
    ],
)
def test_wrong_use_of_the_library_is_told(base_host: Host, tmp_path: Path, use: Any) -> None:
    script = tmp_path / "script.lua"
    script.write_text("")
    with pytest.raises(RequestError):
        use(base_host, script)


def test_one_mod_need_not_be_a_list(make_mod: MakeMod) -> None:
    assert [mod.id for mod in Host("base").mods] == ["base"]
    assert [mod.id for mod in Host(make_mod("one")).mods] == ["one"]


def test_a_script_leaves_no_trace_in_what_is_generated(tmp_path: Path) -> None:
    host = Host(["base"], output=lambda _: None)
    before = host.generate("base", seed=1).to_json()
    script = tmp_path / "script.lua"
    script.write_text("print(1)")
    host.run_script(script, seed=1)
    assert host.generate("base", seed=1).to_json() == before


def test_after_a_look_at_the_generators_no_game_goes_on() -> None:
    host = Host(["base"], output=lambda _: None)
    host.generate("base", seed=1)
    host.generators()
    with pytest.raises(HostError, match="the game hasn't started"):
        host.play(1)


# -- slips of the pen


@pytest.mark.parametrize(
    ("init", "said"),
    [
        ("kts.LayoutDungon {}", "did you mean"),
        ("kts.tile {}", "did you mean"),
        ("kts.ItemType { type = 'backpak' }", 'did you mean "backpack"?'),
        ("kts.Tile { access = { walk = 'clear' } }", "it uses walking, flying and missiles"),
        ("kts.MENU = { items = { { id = 'x', choises = 1, choices = { { id = 1 } } } } }", 'did you mean "choices"?'),
        ("kts.MENU = { items = {}, start_game_fn = print }", 'did you mean "start_game_func"?'),
    ],
)
def test_a_slip_of_the_pen_is_a_warning(make_mod: MakeMod, init: str, said: str) -> None:
    result = run_command("generators", "--mods", make_mod("one", init=f"pcall(function() {init} end)"))
    assert "warning:" in result.stderr
    assert said in result.stderr


def test_what_the_layout_failed_for_is_told_first(make_mod: MakeMod) -> None:
    init = """
        local floor = kts.Tile { items = "floor" }
        coin = kts.ItemType {}
        local rooms = kts.LoadSegments({ floor }, "rooms.txt")
        kts.MENU = { items = {}, start_game_func = function()
          kts.LayoutDungeon { layout = { width = 1, height = 1, data = { { type = "block" } } },
            wall = kts.Tile { access = {} }, segments = rooms, entry_type = "close" }
          kts.AddItem(coin, 1, { "floor", 1 })
        end }
    """
    rooms = "segment\nwidth: 2\nheight: 2\ndata:\n1 1\n1 1\nrooms:\n1\n0 0 4 4\nend\neof\n"
    result = run_command(
        "generate", "one", "--mods", make_mod("one", init=init, files={"rooms.txt": rooms}), "--seed", "1"
    )
    assert result.exit_code == 1
    assert "error: one/init.lua" in result.stderr
    assert "the dungeon could not be made" in result.stderr
    assert "and then: kts.AddItem" in result.stderr


def test_the_generator_of_the_mods_that_were_brought_is_the_one_that_is_meant(make_mod: MakeMod) -> None:
    menu = "kts.MENU = { items = {}, start_game_func = function() print('mine') end }"
    result = run_command("generate", "--mods", make_mod("one", init=menu), "--seed", "1")
    assert "mine" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("dungeon-host generate one --mods ")


def test_a_folder_stands_for_the_generator_of_its_mod(make_mod: MakeMod) -> None:
    menu = "kts.MENU = { items = {}, start_game_func = function() print('mine') end }"
    folder = make_mod("one", init=menu)
    result = run_command("generate", folder, "--seed", "1")
    assert "mine" in result.stdout
    assert result.stdout.splitlines()[-1] == f"dungeon-host generate one --mods {folder} --seed 1"


def test_the_name_of_a_file_says_its_format(tmp_path: Path) -> None:
    assert run_command("generate", "--seed", "1", "-o", tmp_path / "d.json").exit_code == 0
    assert json.loads((tmp_path / "d.json").read_text())["seed"] == 1
    assert json.loads(run_command("generate", "--seed", "1", "--format", "JSON", "-o", "-").stdout)["seed"] == 1


def test_run_can_show_the_dungeon(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text(
        'local base = require "base" kts.LayoutDungeon { layout = { width = 1, height = 1, '
        'data = { { type = "block" } } }, wall = base.wall_stone, segments = base.standard_segments, '
        'entry_type = "close" }'
    )
    assert "homes of the players" in run_command("run", script, "--seed", "1", "--map").stdout
    assert run_command("run", script, "--seed", "1").stdout == ""


@pytest.mark.slow
def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    import subprocess
    import sys

    words = f"{sys.executable} -m host generate --seed 1 | head -n 1; exit 0"
    assert "rror" not in subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=False).stderr
    full = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m host generate --seed 1 > /dev/full"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (full.returncode, full.stderr) == (1, "error: the output cannot be written: No space left on device\n")


# -- mods that fail are left out

GOOD = """
mod.RegisterMod { name = "good" }
local base = require "base"
print("good is here")
kts.MENU = { items = {}, start_game_func = function()
  kts.LayoutDungeon { layout = { width = 2, height = 1, data = { { type = "block" }, { type = "block" } } },
    wall = base.wall_stone, horiz_door = base.door_wood_h, vert_door = base.door_wood_v,
    segments = base.standard_segments, entry_type = "close" }
  kts.AddMonsters(base.zombie, 4)
end }
"""
FAILING = [
    'error("no")',
    "while true do end",
    'local base = require "base" base.wall_stone.access = {} base.zombie = nil kts.Tile {} kts.MENU = 5 error("no")',
    "this is no Lua",
    'require "nothing"',
]


@pytest.mark.parametrize("failing", FAILING)
def test_without_a_mod_that_fails_all_is_as_if_it_were_not_there(
    make_mod: MakeMod, tmp_path: Path, failing: str
) -> None:
    needs = '[dependencies]\nbase = "*"'
    make_mod("good", init=GOOD, toml=needs)
    alone = run_command("generate", "good", "--mods", tmp_path / "good", "--seed", "3", "--format", "json")
    assert alone.exit_code == 0, alone.stderr
    make_mod("bad", init=failing, toml=needs)
    make_mod("needy", init='print("never")', toml='[dependencies]\nbad = "*"')
    words = ["generate", "good", "--mods", tmp_path, "--seed", "3", "--format", "json", "--instructions", "1200000"]
    assert run_command(*words).exit_code in (1, 3)
    result = run_command(*words, "--keep-going")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == alone.stdout
    assert "warning: mod bad is left out: " in result.stderr
    assert "warning: mod needy is left out: " in result.stderr
    assert result.stderr.count("good is here") == 1


def test_what_is_to_be_closed_is_closed_after_an_error(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text("""
        local closed <close> = setmetatable({}, { __close = function()
          local n = 0
          for i = 1, 200000 do n = n + 1 end
          print("closed", n)
        end })
        error("end")
    """)
    lines: list[str] = []
    with pytest.raises(HostError, match="end"):
        Host([], output=lines.append).run_script(script, seed=1)
    assert lines == ["closed 200000"]
