"""`dungeon-host check --compat`: the names that a mod uses and the host lacks, found without running the mod."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import find_missing
from host.errors import RequestError
from host.tools.reference.books import LIBRARIES, all_books
from tests.helpers import run_command, write_mod

# Each line uses a name that the host lacks; the comment is how it is listed.
LACKING = """local unknown = ...
local Area = require "api.Area"
local Draw = require "api.gui.Draw" -- api.gui.Draw module 3
local log = require("internal.log") -- internal.log module 4
require "mod.tower.gone" -- mod.tower.gone module 5
require "api.Chra" -- api.Chra module 6
Area.currant() -- Area.currant function 7
Area.LIMIT = Area.MOST -- Area.MOST function 8
local current = Area.curent -- Area.curent function 9
kts.AddStuf {} -- kts.AddStuf function 10
Pools.poolTypes.rare() -- Pools.poolTypes.rare function 11
love.graphics.print("x") -- love function 12
io.open("x") -- io function 13
string.trim("x") -- string.trim function 14
unknown():spin() -- :spin function 15
Event.register("base.on_map_entred", "x", print) -- base.on_map_entred event 16
unknown():connect_self("base.on_ring", "x", print) -- base.on_ring event 17
data:add { _type = "base.chara", _id = "a", events = { { id = "base.on_song", name = "x" } } } -- base.on_song event 18
data:add { _type = "base.spaceship", _id = "a" } -- base.spaceship type 19
data:add_multi("base.rocket", { { _id = "a" } }) -- base.rocket type 20
print(data["base.comet"]) -- base.comet type 21
data:add { _type = "base.map_archetype", _id = "a", musik = 1 } -- base.map_archetype: musik field 22
data:add_multi("base.unique_area", { { _id = "a", flors = {} } }) -- base.unique_area: flors field 23
kts.ItemType { glpyh = "x" } -- kts.ItemType: glpyh field 24
require "mod.sister.gone" -- mod.sister.gone module 25
local Item = (require "api.Item") Item.creat() -- Item.creat function 26
Advice.add("after", "api.Chara", "damage_hp", "x", print) -- Chara.damage_hp function 27
require("api.Advice").remove("api.Charra", "create", "m", "x") -- api.Charra module 28
local id = types.data_id("base.moon") -- base.moon type 29
MonsterType { name = "x" } -- MonsterType function 30
"""
PRESENT = """
local emitter = ...
local Area, Chara = require "api.Area", require "api.Chara"
local utils, sister = require "mod.tower.lib.utils", require("mod.sister.lib.words")
require ".lib.utils" require "lib/utils" require "lib" require "sister"
require "base" require "host.toolbox" require "thirdparty.fun" require "@base.entity" require "logic.base.entity"
require("lib." .. utils.name)
print(Area.current, Area["current"], Chara.player():is_alive(), ("x"):rep(3), math.pow(2, 3), unpack {})
kts.HOOK_SHOOT = function() end
function kts.ours() end
kts.ours()
lamp = { lit = true }
print(lamp.lit.up, wick and wick, DEBUG)
local Tower = class("Tower", Entity)
function Tower:ring() end
Tower():ring() Tower:new() Tower.super.init() print(Entity.isSized, Entity.__name, StatTypes.Any)
local kts2 = kts
local function shadow(kts, Area) kts.Anything() Area.anything() Area:current() end
data:add { _type = "base.event", _id = "ring" }
data:add_multi("base.event", { { _id = "rang" } })
data:add_type { name = "bell", fields = {} }
data:add { _type = "tower.bell", _id = "big", anything = 1 }
Event.register("tower.ring", "x", print)
Event.create("bong")
local hook = Event.define_hook("price", "What things cost.", 10)
Event.register("tower.hook_price", "x", print)
Event.register("tower.bong", "x", print)
Event.register("sister.hello", "x", print)
Event.register("base.on_map_enter", "x", print)
data:add { _type = "base.chara", _id = "a", anything = 1, events = { { id = "tower.rang", name = "x" } } }
data:add { _type = "base.race", _id = "a", anything = 1 }
emitter:emit("words")
Advice.add("before", "mod.tower.lib.utils", "anything", "x", print)
Advice.add("around", "api.Item", "create", "x", print)
Advice.remove_all("api.Map", "travel_to") Advice.add(emitter)
local checks = { types.data_id("base.item"), types.map_object("base.chara"), types.data_entry("tower.bell") }
"""


@pytest.fixture
def tower(tmp_path: Path) -> Path:
    """A mod that does not load, beside a mod `sister`."""
    write_mod(
        tmp_path / "sister",
        {
            "mod.lua": 'return { id = "sister", version = "1.0", dependencies = {} }',
            "init.lua": 'data:add { _type = "base.event", _id = "hello" } error "never runs"',
            "lib/words.lua": "",
        },
    )
    write_mod(
        tmp_path / "tower",
        {
            "mod.toml": 'id = "tower"\nversion = "1"\n',
            "init.lua": 'error "never runs"',
            "lib/init.lua": "",
            "lib/utils.lua": "return { name = 1 }",
        },
    )
    return tmp_path / "tower"


def test_names_that_the_host_lacks_are_listed_with_their_lines(tower: Path) -> None:
    (tower / "init.lua").write_text(LACKING)
    (tower / "more.lua").write_text(PRESENT)
    listed = [f"{each.name} {each.kind} {each.places[0][1]}" for each in find_missing(tower)["tower"]]
    assert sorted(listed) == sorted(line.partition(" -- ")[2] for line in LACKING.splitlines() if " -- " in line)


def test_hints_name_the_way_or_the_nearest_name(tower: Path) -> None:
    (tower / "init.lua").write_text(LACKING)
    hints = {each.name: each.hint for each in find_missing(tower)["tower"]}
    assert hints["api.gui.Draw"] == (
        "it needs a screen, input or sound, which this host does not have; a file api/gui/Draw.lua of the mod can "
        "stand in for it"
    )
    assert hints["Area.currant"] == 'did you mean "current"?'
    assert hints["base.on_map_entred"] == 'did you mean "base.on_map_entered"?'
    assert hints["kts.ItemType: glpyh"] == 'did you mean "glyph"?'
    assert hints["love"] is None
    assert hints["base.rocket"] == "its entries are kept, and the host does not read them"


def test_the_most_used_names_come_first_and_a_file_of_the_mod_stands_in(tower: Path) -> None:
    (tower / "init.lua").write_text('kts.Rare()\nkts.Often()\nkts.Often()\nrequire "api.gui.Draw"')
    write_mod(tower, {"api/gui/Draw.lua": ""})
    assert [(each.uses, each.name) for each in find_missing(tower)["tower"]] == [(2, "kts.Often"), (1, "kts.Rare")]


def test_the_host_has_all_names_of_the_examples_of_its_reference(tmp_path: Path) -> None:
    examples = {"init.lua": ""}
    for book in all_books().values():
        path = LIBRARIES.get(book.dialect, "")
        head = [f'local {book.dialect} = require "{path}"'] if path else []
        for number, entry in enumerate(book.entries):
            examples[f"{book.dialect}_{number}.lua"] = "\n".join(head + entry.load + entry.example)
    write_mod(tmp_path / "examples", examples)
    assert find_missing(tmp_path / "examples") == {"examples": ()}


def test_folders_of_the_old_forms_have_the_modules_of_lua_5_1_and_of_screens(tmp_path: Path) -> None:
    text = 'require "bit" require "ffi" require "engine.sound" require "@nowhere"'
    write_mod(tmp_path / "hopper", {"main.lua": text})
    assert [each.name for each in find_missing(tmp_path / "hopper")["hopper"]] == ["@nowhere"]


def test_the_command_prints_lists_and_fails_when_a_name_is_missing(tower: Path) -> None:
    (tower / "init.lua").write_text("kts.Often()\n" * 5 + "kts.Once()")
    result = run_command("check", str(tower), "--compat")
    assert (result.exit_code, result.stdout.splitlines()) == (
        1,
        [
            "tower",
            "  5 × kts.Often  function  init.lua:1, init.lua:2, init.lua:3, 2 more",
            "  1 × kts.Once  function  init.lua:6",
            "",
            "1 mod compared: the host lacks 2 names (6 uses)",
        ],
    )
    listed = json.loads(run_command("check", str(tower), "--compat", "--json").stdout)
    assert [(each["rule"], each["file"], each["line"]) for each in listed][:2] == [
        ("missing-function", "tower/init.lua", 1),
        ("missing-function", "tower/init.lua", 2),
    ]
    annotations = run_command("check", str(tower), "--compat", "--format", "github").stdout.splitlines()
    assert annotations[-2:] == [
        "::error title=missing-function::tower/init.lua:6: the host has no function kts.Once",
        "1 mod checked: 6 errors in 1",
    ]
    (tower / "mod.toml").write_text('id = "tower"\nversion = "1"\nentry = "gone.lua"\n')
    result = run_command("check", str(tower), "--compat")
    assert result.exit_code == 1
    assert 'entry is "gone.lua": there is no such file' in result.stdout
    (tower / "mod.toml").write_text('id = "tower"\nversion = "1"\n')
    (tower / "init.lua").write_text("print(kts)")
    result = run_command("check", str(tower), "--compat")
    assert (result.exit_code, result.stdout) == (
        0,
        "1 mod compared: the host has all names that can be read in their text\n",
    )


def test_hostile_sources_are_read_without_running_them(tower: Path) -> None:
    sources = {
        "deep.lua": b"x = " + b"(" * 20000 + b"1" + b")" * 20000,
        "chain.lua": b"local t = x\nprint(t" + b".b" * 50000 + b", y" + b".b" * 50000 + b")",
        "calls.lua": b"f " + b"'x'" * 20000,
        "names.lua": b"return {" + b",".join(b"kts.N%d" % number for number in range(5000)) + b"}",
        "long.lua": b"return {" + b"kts.Gone," * 20000 + b"}",
        "bytes.lua": b"kts.Odd() require '\xff\xfe\\0' require 'a\\nb' data:add { _type = 'base.\xff' }",
        "broken.lua": b"require 'broken' return {",
        "whole.lua": b"require 'broken'",
        "new\nline.lua": b"kts.Gone()",
    }
    for name, source in sources.items():
        (tower / name).write_bytes(source)
    result = run_command("check", str(tower), "--compat")
    assert result.exit_code == 1
    assert "tower/broken.lua:1: this file cannot be parsed as Lua: " in result.stdout
    assert "20000 × kts.Gone" in result.stdout
    assert "broken  module" not in result.stdout
    assert not {"\udcff", "\xff", "new\nline"} & {*result.stdout.split(" ")}
    assert len(max(result.stdout.splitlines(), key=len)) < 400


def test_a_folder_that_does_not_exist_is_refused() -> None:
    with pytest.raises(RequestError, match="does not exist"):
        find_missing("/nowhere")


def test_a_hint_names_no_type_that_is_not_a_variable(tower: Path) -> None:
    (tower / "init.lua").write_text('Monster "rat"\nRooom(1, 1, 4, 4)\n')
    hints = {each.name: each.hint for each in find_missing(tower)["tower"]}
    # MonsterType is a type of handles of kts.
    assert hints == {"Monster": None, "Rooom": 'did you mean "Room"?'}
