"""`dungeon-host check`: the exact text of each kind of diagnostic, each for a tiny mod that causes it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import lupa.lua55 as lua55
import pytest

import host.tools.checking.inspect
from host import check
from host.errors import RequestError
from host.mods.manifest import _KEYS
from host.paths import bundled_ids
from host.process.budgets import Budgets
from host.syntax.lua_names import MODERN
from host.tools.checking.diagnostic import RULES
from tests.helpers import KTS_SEGMENT, KTS_TILES, ROOT, MakeMod, run_command, write_mod
from tests.tools.checking.diagnostics import checked, show

# A mod whose generator makes one wide row, as long as `width` says.
ROW = """
require("host.generators").register_generator {
  id = "row",
  generate = function()
    %s
    return World(width, 3)
  end,
}
"""


# -- loading


def test_a_folder_without_mods_is_headed_as_no_mod(make_mod: MakeMod, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for words in (["check", empty], ["check", "--compat", empty]):
        result = run_command(*words)
        assert result.exit_code == 1
        assert result.stdout.splitlines()[0] == "no mod"
        assert f'"{empty}" is not a mod and contains none' in result.stdout
    assert run_command("check", empty).stdout.endswith("\n0 mods checked: 1 error\n")
    broken = make_mod("broken", "x = = 1")
    result = run_command("check", broken, "--mods", empty)
    assert [line for line in result.stdout.splitlines() if line and line[0] != " "] == [
        "no mod",
        "broken",
        "1 mod checked: 2 errors and 1 warning in 1",
    ]


@pytest.mark.parametrize(
    "declared",
    [
        '[dependencies]\nbase = "latest"',
        "[dependencies]\nbase = 1",
        '[optional]\nbase = "latest"',
        'dependencies = ["base"]',
        '[dependancies]\nbase = "*"',
        '[dependencies]\nbase = ">=99"',
        '[dependencies]\nbsae = "*"',
    ],
)
def test_a_wrong_declaration_of_a_dependency_gets_one_diagnostic(make_mod: MakeMod, declared: str) -> None:
    folder = make_mod("cellar", 'local base = require("base")', toml=f"{declared}\n")
    (diagnostic,) = check(folder, bundled=False)
    assert (diagnostic.rule, diagnostic.file) == ("manifest", "cellar/mod.toml")


def test_a_mod_loads_with_the_dependencies_whose_ranges_are_wrong(make_mod: MakeMod) -> None:
    make_mod("cave", 'Pools.registerRootPool("caves", { "bat" }, Pools.poolTypes.infinite)')
    toml = '[dependencies]\ncave = "latest"\n'
    folder = make_mod("cellar", 'Pools.registerSubpool("caves.deep", { 1 })', toml=toml)
    assert [diagnostic.rule for diagnostic in check(folder, bundled=False)] == ["manifest"]


def test_all_faults_of_all_mods_are_told_together(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("first", toml='dialect = ["kts"]\n[dependencies]\nbase = "new"\n')
    make_mod("second", 'local x = 1\nkts.Tile { type = "dor" }\n')
    make_mod("third", "x = = 1\n")
    make_mod("fourth", 'kts.Tile { typ = "door" }', toml='[dependencies]\nbsae = "*"\n')
    diagnostics = check(tmp_path, bundled=False)
    assert show(diagnostics) == [
        (
            'first/mod.toml:3 manifest unknown key "dialect": must be one of id, version, name, description, '
            "entry, api, "
            'dialects, dependencies, optional, conflicts; did you mean "dialects"?'
        ),
        'first/mod.toml:5 manifest dependencies.base is "new": must be a version range such as ">=1.0,<2" or "*"',
        'fourth/mod.toml:4 manifest mod fourth needs the mod "bsae", which is not there; did you mean "base"?',
        (
            'second/init.lua:2 argument kts.Tile: type is "dor": must be "", "plain", "home", "door", "chest" '
            'or "barrel"; '
            'did you mean "door"?'
        ),
        "third/init.lua:1 load unexpected symbol near '='",
    ]


def test_a_module_that_does_not_register_itself_is_told_once(tmp_path: Path) -> None:
    # Each of its variables would be an error.
    for start in ("", 'mod.RegisterMod { name = "base" }\n'):
        folder = tmp_path / "abbey"
        folder.mkdir(exist_ok=True)
        (folder / "init.lua").write_text(start + "floor = kts.Tile {}\nwall = kts.Tile { access = {} }\n")
        (diagnostic,) = show(check(folder))
        assert diagnostic.startswith("abbey/init.lua:1 load ")
        assert "mod.RegisterMod" in diagnostic


def test_a_near_miss_is_told_even_where_the_mod_fails_after_it(make_mod: MakeMod) -> None:
    assert checked(make_mod, 'kts.Tile { typ = "door" }\nerror("no more")') == [
        "it/init.lua:2 load no more",
        'it/init.lua:1 near-miss kts.Tile: the field "typ" is not used by the host; did you mean "type"?',
    ]


def test_the_nearest_name_is_a_hint_of_its_own(make_mod: MakeMod) -> None:
    (diagnostic,) = check(make_mod("it", 'kts.Tile { typ = "door" }'), "it")
    assert diagnostic.message == 'kts.Tile: the field "typ" is not used by the host'
    assert diagnostic.hint == 'did you mean "type"?'


def test_what_needs_a_mod_that_fails_is_told_so(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("bottom", "error('it broke')")
    make_mod("top", toml='[dependencies]\nbottom = "*"\n')
    assert show(check(tmp_path, "top")) == ['top/mod.toml:4 manifest mod top needs the mod "bottom", which is left out']


def test_references_to_what_nobody_registered(make_mod: MakeMod) -> None:
    init = """
    blade = kts.ItemType { type = "held" }
    Pools.addToSubpool("i.common.weapon", "it.balde")
    data:add { _type = "base.area_generator", _id = "cave", deepest_floor = 2, on_generate_floor = print }
    data:add { _type = "base.unique_area", _id = "cave", area_generator = "it.cvae" }
    """
    assert checked(make_mod, init) == [
        (
            'it/init.lua:2 reference addToSubpool("i.common.weapon"): the id is "it.balde": nothing of that id is '
            'registered; did you mean "it.blade"?'
        ),
        (
            'it/init.lua:4 reference base.unique_area "it.cave": area_generator is "it.cvae": there is no '
            'base.area_generator of that id; did you mean "it.cave"?'
        ),
    ]


def test_a_parent_that_does_not_exist_is_an_error_of_its_author(make_mod: MakeMod) -> None:
    init = """
    data:add { _type = "base.area_generator", _id = "pond",
      on_generate_floor = function(floor) return Dungeon.generate_floor(floor) end }
    data:add { _type = "base.unique_area", _id = "pond", area_generator = "it.pond" }
    data:add { _type = "base.unique_area", _id = "cave", area_generator = "it.pond", parent_map = "it.ponds",
      x = 2, y = 2 }
    """
    assert checked(make_mod, init, toml='dialects = ["areas"]') == [
        (
            'it/init.lua:4 reference base.unique_area "it.cave": parent_map is "it.ponds": there is no '
            'base.unique_area of that id; did you mean "it.pond"?'
        ),
    ]


def test_one_kind_of_error_does_not_hide_the_others(make_mod: MakeMod) -> None:
    init = f"""{KTS_TILES}
    Pools.addToSubpool("i.common.weapon", "it.cion")
    Pools.addToSubpool("i.common.trinket", coin, 0)
    kts.LoadSegments({{ floor, wall }}, "rooms.txt")
    kts.MENU = {{ items = {{}}, start_game_func = function() error("no") end }}
    """
    rooms = "segment\nwidth: 3\nheight: 1\ndata:\n1 2 3\nrooms:\n1\n0 0 9 3\nend\neof\n"
    toml = "tags = []\n[dependencies]\nbase = 'new'\n"
    found = checked(make_mod, init, toml=toml, files={"rooms.txt": rooms})
    assert [line.split()[:2] for line in found] == [
        ["it/init.lua:16", "reference"],
        ["it/init.lua:17", "pool-never"],
        ["it/init.lua:19", "generate"],
        ["it/mod.toml:3", "manifest"],
        ["it/mod.toml:5", "manifest"],
        ["it/rooms.txt:5", "tile-number"],
        ["it/rooms.txt:8", "room"],
    ]


def test_refused_entries_do_not_hide_other_errors(make_mod: MakeMod) -> None:
    init = f"""{KTS_TILES}
    data:add {{ _type = "base.chara", _id = "one", level = "many" }}
    data:add {{ _type = "base.item", _id = "two", value = "much" }}
    data:add {{ _type = "base.chara", _id = "three", level = 1,
      events = {{ {{ id = "base.on_x", name = "x", callback = print }} }} }}
    data:add {{ _type = "base.unique_area", _id = "four", parent_map = "it.nowhere", x = 1, y = 1 }}
    Pools.addToSubpool("i.common.trinket", coin, 0)
    kts.LoadSegments({{ floor, wall }}, "rooms.txt")
    """
    rows = "1 1 1 1 1\n1 2 2 2 1\n1 2 1 2 1\n1 2 2 2 1\n1 1 1 1 1"
    rooms = f"segment\nwidth: 5\nheight: 5\ndata:\n{rows}\nrooms:\n1\n0 0 7 7\nend\neof\n"
    found = checked(make_mod, init, files={"rooms.txt": rooms})
    assert [line.split()[:2] for line in found] == [
        ["it/init.lua:16", "load"],
        ["it/init.lua:17", "load"],
        ["it/init.lua:18", "reference"],
        ["it/init.lua:20", "reference"],
        ["it/init.lua:21", "pool-never"],
        ["it/rooms.txt:1", "sealed"],
    ]


def test_what_needs_a_mod_of_refused_entries_is_told_so(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("lib", 'data:add { _type = "base.chara", _id = "one", level = "many" }')
    make_mod("it", "local lib = require 'lib'", toml="[dependencies]\nlib = '*'")
    assert [line.partition("/")[2] for line in show(check(tmp_path, "it"))] == [
        'mod.toml:4 manifest mod it needs the mod "lib", which is left out'
    ]


def test_an_unknown_key_does_not_hide_a_dependency_that_is_missing(make_mod: MakeMod) -> None:
    toml = 'tags = []\n[dependencies]\nbsae = "*"\n'
    assert [line.partition(":")[2] for line in checked(make_mod, toml=toml)] == [
        f'3 manifest unknown key "tags": must be one of {", ".join(_KEYS)}',
        '5 manifest mod it needs the mod "bsae", which is not there; did you mean "base"?',
    ]


# -- maps

LAY_OUT = """
segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "rooms.txt")
kts.MENU = {
  items = { { id = "side", choices = { { id = 1 }, { id = 2 } } } },
  start_game_func = function(S)
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = wall, segments = segments,
      entry_type = "close",
    }
    %s
  end,
}
"""


def test_floor_that_is_cut_off_when_the_dungeon_is_laid_out(make_mod: MakeMod) -> None:
    wall_in = (
        "for x = 2, 4 do kts.AddTile({ x = x, y = 3 }, wall) end kts.AddTile({ x = 4, y = 4 }, wall) "
        "kts.AddTile({ x = 4, y = 5 }, wall) kts.AddTile({ x = 2, y = 5 }, wall) kts.AddTile({ x = 2, y = 4 }, wall)"
    )
    found = checked(make_mod, KTS_TILES + LAY_OUT % wall_in, files={"rooms.txt": KTS_SEGMENT})
    assert [one for one in found if " unreachable " in one] == found
    assert re.fullmatch(
        r"it/init\.lua: unreachable the generator it with seed 1: .* cannot be reached from the homes", found[0]
    ), found


@pytest.mark.parametrize(("one", "rules"), [("", ["in-wall"]), (" + 1", [])])
def test_who_stands_in_a_wall(make_mod: MakeMod, one: str, rules: list[str]) -> None:
    init = """
    wall = kts.Tile { access = {} }
    floor = kts.Tile {}
    Ghost = class("Ghost", Entity)
    Ghost.layer = Layers.real
    Decorators.Start(Ghost)
    registerEntity(Ghost)
    require("host.generators").register_generator {
      id = "crypt",
      generate = function()
        local plan = require("host.toolbox").rooms { rooms = 1, width = 30, height = 20 }
        local made = plan:map { room = floor, wall = wall }
        local world, room = World.fromMap(made), plan:get_rooms()[1]
        world:create(Ghost, Vec(room.x%s, room.y%s))
        return made
      end,
    }
    """
    found = checked(make_mod, init % (one, one))
    assert [line.split()[1] for line in found] == rules, found
    if rules:
        assert re.fullmatch(
            r"it/init\.lua:7 in-wall the generator it\.crypt with seed 1: it\.Ghost stands at \(\d, \d\), a square "
            r"that it cannot enter; squares of World and Vec count from 1, squares of maps and plans from 0",
            found[0],
        )


# -- pools


def test_pools_that_can_never_be_drawn(make_mod: MakeMod) -> None:
    init = """
    blade = kts.ItemType { type = "held", name = "blade" }
    Pools.addToSubpool("i.common.weapon", blade, 0)
    Pools.addToSubpool("i.common.trinket", blade)
    Pools.setCurrent("i", 1, "rare")
    Pools.registerRootPool("metal", { "tin", "gold" }, Pools.poolTypes.infinite)
    Pools.registerSubpool("metal.hills", { { id = 1, mass = 0 }, { id = 2, mass = 0 } })
    Pools.registerSubpool("metal.river")
    """
    assert checked(make_mod, init) == [
        (
            'it/init.lua:2 pool-never the pool "i.common.weapon" can never return anything: blade has the mass '
            "0; give a record "
            "a mass greater than 0"
        ),
        (
            'it/init.lua:3 pool-never a draw from "i.~.trinket" is now a draw from "i.rare.trinket", which has '
            "no entries, while "
            '"i.common.trinket" has some: Pools.setCurrent made rare the current pool; '
            'add to "i.*.trinket", or to "i.rare.trinket"'
        ),
        (
            'it/init.lua:6 pool-never the pool "metal.hills" can never return anything: all of tin and gold have '
            "the mass 0; "
            "give a record a mass greater than 0"
        ),
        (
            'it/init.lua:7 pool-empty the pool "metal.river" has no entries: a draw from it is an error until a '
            'mod adds one; Pools.addToSubpool("metal.river", id) adds to it'
        ),
    ]


def test_pools_that_are_well_are_not_told(make_mod: MakeMod) -> None:
    init = """
    blade = kts.ItemType { type = "held", name = "blade" }
    Pools.addToSubpool("i.*.weapon", blade)
    Pools.setCurrent("i", 1, "rare")
    Pools.registerSubpool("e.z3")
    """
    assert checked(make_mod, init) == []


# -- generators


def test_a_generator_that_fails_with_its_defaults(make_mod: MakeMod) -> None:
    init = "kts.MENU = { items = {}, start_game_func = function() local t\n t.x = 1 end }"
    assert checked(make_mod, init) == [
        "it/init.lua:2 generate the generator it fails for seeds 1, 2 and 3: attempt to index a nil value (local 't')"
    ]


def test_a_menu_that_cannot_be_read(make_mod: MakeMod) -> None:
    found = checked(make_mod, 'kts.MENU = { items = { { id = "a", choices = "none" } }, start_game_func = print }')
    assert len(found) == 1
    assert "choices" in found[0]


def test_a_default_that_the_menu_does_not_take(make_mod: MakeMod) -> None:
    init = """
    kts.MENU = {
      items = { { id = "mice", type = "numeric", digits = 1, default = 12 } },
      start_game_func = function() error("never") end,
    }
    """
    assert checked(make_mod, init) == [
        (
            "it/init.lua: menu-default the generator it does not accept one of its own defaults: mice is 12: must "
            "have at most 1 digits"
        ),
        "it/init.lua:3 generate the generator it fails for seeds 1, 2 and 3: never",
    ]


AREA = """
data:add {
  _type = "base.area_generator", _id = "cave", deepest_floor = 2,
  on_generate_floor = function(floor) %s end,
}
data:add { _type = "base.unique_area", _id = "cave", area_generator = "it.cave" }
return { begin = function() %s end }
"""


def test_areas_and_journeys_are_tried(make_mod: MakeMod) -> None:
    init = AREA % ('error("the cave fell in on floor " .. floor)', "")
    assert checked(make_mod, init, toml='dialects = ["areas"]') == [
        (
            "it/init.lua: generate the game that travel begins fails for seeds 1, 2 and 3: begin has set no "
            "map: must call "
            "Map.set_map"
        ),
        "it/init.lua:3 generate the area it.cave fails for seeds 1, 2 and 3: the cave fell in on floor 1",
    ]


def test_areas_and_journeys_that_depend_on_the_order_of_names(make_mod: MakeMod) -> None:
    width = "local width for _, n in pairs { oak = 12, elm = 13, fir = 14, ash = 15 } do width = width or n end "
    init = AREA % (
        f"{width} return InstancedMap:new(width, 5, 'base.floor')",
        (
            "local map = Area.get_or_create_map 'it.cave' Map.set_map(map) "
            "Chara.set_player(Chara.create('base.fallback', 2, 2, {}, map))"
        ),
    )
    diagnostics = check(make_mod("it", init, toml='dialects = ["areas"]'), "it")
    assert [
        (diagnostic.rule, diagnostic.line, diagnostic.message.partition(" depend ")[0]) for diagnostic in diagnostics
    ] == [
        ("hash-order", None, "the maps of the game that travel begins"),
        ("hash-order", 5, "the maps of the area it.cave"),
    ]


def test_maps_that_depend_on_the_order_of_names(make_mod: MakeMod) -> None:
    init = ROW % "local width for _, size in pairs { a = 5, b = 6, c = 7, d = 8, e = 9, f = 10 } do width = size end"
    (diagnostic,) = check(make_mod("it", init), "it")
    assert diagnostic.severity == "error"
    assert (diagnostic.rule, diagnostic.file, diagnostic.line) == ("hash-order", "it/init.lua", 1)
    assert re.fullmatch(
        r"the maps of the generator it\.row depend on the order in which Lua walks names: with seed 1, one map has "
        r"\d+ × 3 squares, the other \d+ × 3",
        diagnostic.message,
    )
    assert diagnostic.hint == "where pairs decides what is drawn or placed, walk a list, or sort the names first"


def test_names_in_a_sorted_list_have_one_order(make_mod: MakeMod) -> None:
    width = """
    local names = {}
    for name in pairs { a = 5, b = 6, c = 7, d = 8, e = 9, f = 10 } do names[#names + 1] = name end
    table.sort(names)
    local width = 5 + math.random(string.byte(names[1]) % 7)
    """
    assert checked(make_mod, ROW % width) == []


def test_a_generator_that_fails_under_another_order_of_names(make_mod: MakeMod) -> None:
    # "q" comes first under the host's own hash seed, or under another: whichever it is, one of the orders fails.
    first = "local first = next { p = 1, q = 1, r = 1, s = 1, t = 1, u = 1, v = 1 }"
    init = f"{first}\nchosen = chosen or first\n{ROW % 'local width = string.byte(first) % 20 + 3'}"
    assert [diagnostic.rule for diagnostic in check(make_mod("it", init), "it")] == ["hash-order"]


@pytest.mark.slow
def test_maps_that_depend_on_the_load_order(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod(
        "apple",
        'Pools.registerRootPool("fruit", { 1, 2 }, '
        'Pools.poolTypes.normal)\nPools.registerSubpool("fruit.sweet", { 1 })',
    )
    look = 'local there = pcall(Pools.addToSubpool, "fruit.sweet", 2)\n'
    make_mod("pear", look + ROW.lstrip() % "local width = there and 9 or 4")
    diagnostics = check(tmp_path, bundled=False)
    assert show(diagnostics) == [
        (
            "pear/init.lua:2 load-order the maps of the generator pear.row depend on which of two "
            "independent mods is loaded first: with seed 1, one map has 9 × 3 squares, the other 4 × 3; name the "
            "mods that must load first under [optional] in mod.toml, or choose by id, not by position"
        )
    ]
    assert diagnostics[0].severity == "warning"
    assert check(tmp_path, "pear") == []
    (tmp_path / "pear" / "mod.toml").write_text('id = "pear"\nversion = "1"\n[optional]\napple = "*"\n')
    assert check(tmp_path, bundled=False) == []


# -- old names


def test_names_of_lua_5_1(make_mod: MakeMod) -> None:
    init = """
    print(unpack { 1, 2 }, table.getn { 1 }) -- unpack, in a comment
    local text = "unpack(t)"
    local x = math.pow(2, 3) + bit.band(6, 3)
    do
      local unpack = table.unpack or unpack
      print(unpack { 1 })
    end
    local function set(setfenv) return setfenv(1) end
    if loadstring then print(bit) end
    """
    assert checked(make_mod, init) == [
        "it/init.lua:1 deprecated table.getn is a name of Lua 5.1, which still works; use the operator #",
        "it/init.lua:1 deprecated unpack is a name of Lua 5.1, which still works; use table.unpack",
        "it/init.lua:3 deprecated bit.band is a name of Lua 5.1, which still works; use the operator &",
        "it/init.lua:3 deprecated math.pow is a name of Lua 5.1, which still works; use the operator ^",
        ("it/init.lua:9 deprecated bit is a name of Lua 5.1, which still works; use the operators & | ~ << and >>"),
    ]


def test_old_names_are_found_in_mods_that_do_not_load_and_in_files_nobody_loads(make_mod: MakeMod) -> None:
    files = {"other.lua": "return unpack { 1 }", "broken.lua": "return ]", "tests/a_test.lua": "getfenv()"}
    assert [one.split(" ")[:2] for one in checked(make_mod, "error('no')", files=files)] == [
        ["it/init.lua:1", "load"],
        ["it/broken.lua:1", "unread"],
        ["it/other.lua:1", "deprecated"],
        ["it/tests/a_test.lua:1", "deprecated"],
    ]


def test_an_event_under_its_old_name(make_mod: MakeMod) -> None:
    init = 'Event.register("base.on_map_enter", "greet", function() end)'
    assert checked(make_mod, init, toml='dialects = ["areas"]') == [
        'it/init.lua:1 deprecated the event "base.on_map_enter" is called "base.on_map_entered" now'
    ]


def test_what_is_superseded_in_a_dialect(make_mod: MakeMod) -> None:
    init = """
    local StoreStatTinker = require "@tinkers.storestattinker"
    function later() return Map.get_or_create("it.cave") end
    """
    assert checked(make_mod, init) == [
        "it/init.lua:1 deprecated StoreStatTinker is deprecated: use a RefStatTinker with a table by entities",
        (
            "it/init.lua:2 deprecated Map.get_or_create is a superseded name of the areas dialect, which "
            "still works; use "
            "Area.get_or_create_map"
        ),
    ]
    assert checked(make_mod, "function f() Map.get_or_create() end", toml='dialects = ["kts"]') == []


def test_every_shim_is_an_old_name(make_mod: MakeMod) -> None:
    names = """
    local found = {}
    local function look(prefix, t)
      for name in pairs(t) do found[#found + 1] = prefix .. name end
    end
    look("table.", table); look("math.", math); look("bit.", bit)
    for _, name in ipairs { "unpack", "loadstring", "setfenv", "getfenv", "bit" } do
      found[#found + 1] = _G[name] and name
    end
    print(table.concat(found, " "))
    """
    lines: list[str] = []
    host.Host([make_mod("it", names, toml='dialects = ["kts"]')], output=lines.append)
    native = lua55.LuaRuntime().execute(
        "local found = {} for _, library in ipairs { 'table', 'math' } do "
        "for name in pairs(_G[library]) do found[#found + 1] = library .. '.' .. name end end "
        "return table.concat(found, ' ')"
    )
    assert set(lines[0].split()) - set(native.split()) == set(MODERN)


def test_what_is_rewritten_for_lua_5_1(make_mod: MakeMod, tmp_path: Path) -> None:
    text = """
    for i = 1, 3 do
      for k in pairs {} do k = i end
      i = 2
    end
    local function count(...) return arg.n end
    """
    it = write_mod(tmp_path / "it", {"main.lua": text, "never.lua": "for _ in f do _ = 1 end", "ok.lua": "return 1"})
    host_declares = (
        "the loop assigns its variable {}, which is constant in Lua 5.5; the host declares it again in the loop; "
        "assign to a local variable of the loop"
    )
    assert show(check(it, "it")) == [
        f"it/main.lua:1 rewritten {host_declares.format('i')}",
        f"it/main.lua:2 rewritten {host_declares.format('k')}",
        (
            "it/main.lua:5 rewritten the variable arg holds the arguments of its function in Lua 5.1 only; the host "
            "declares it; use { ... } or table.pack(...)"
        ),
        f"it/never.lua:1 rewritten {host_declares.format('_')}",
    ]
    (it / "main.lua").unlink()
    assert checked(make_mod, text) == [
        "it/init.lua:2 load attempt to assign to const variable 'k'",
        "it/init.lua:5 unknown-name neither the host nor the mod has the name arg",
    ]


def test_a_line_end_in_the_name_of_a_file(make_mod: MakeMod) -> None:
    assert checked(make_mod, 'require "a\\nb"', files={"a\nb.lua": "x = 1"})[1:] == [
        (
            "it/a\\x0ab.lua: unread this file cannot be read: "
            'the path "a\\x0ab.lua" has a control character, which is not allowed'
        )
    ]


# -- limits


def test_a_mod_that_hangs_keeps_nobody_from_the_others(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("hangs", "while true do end")
    make_mod("spins", ROW % "while true do end")
    make_mod("other", "unpack {}")
    diagnostics = check(tmp_path, bundled=False, budgets=Budgets(instructions=1_000_000))
    assert show(diagnostics) == [
        "hangs/init.lua:1 budget the mods used up the instructions they may have, 1000000",
        "other/init.lua:1 deprecated unpack is a name of Lua 5.1, which still works; use table.unpack",
        (
            "spins/init.lua:4 budget the generator spins.row fails for seed 1: the mods used up the instructions "
            "they may have, 1000000"
        ),
    ]


def test_a_mod_that_takes_too_long_is_told(make_mod: MakeMod) -> None:
    folder = make_mod("slow", ROW % "while true do end")
    diagnostics = check(folder, "slow", budgets=Budgets(seconds=0.8))
    assert [(diagnostic.rule, diagnostic.mod) for diagnostic in diagnostics] == [("budget", "slow")]
    assert "took longer than 0.8 s" in diagnostics[0].message


SAID = {"severity": "error", "rule": "load", "mod": "it", "file": None, "line": None, "message": "x", "hint": None}


@pytest.mark.parametrize(
    "answer",
    [
        {"diagnostics": [{"severity": "error"}], "made": [["x"] * 3]},
        {"diagnostics": [{**SAID, "mod": 1}], "made": [["x"] * 3]},
        {"diagnostics": [{**SAID, "rule": "lies"}], "made": [["x"] * 3]},
        {"diagnostics": [], "made": [[{}]]},
    ],
    ids=["short", "mod", "rule", "map"],
)
def test_an_answer_that_is_none_is_not_believed(
    make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch, answer: dict[str, object]
) -> None:
    def lie(_: object, seeds: list[int], **more: object) -> object:
        # Another one in each child, as if the map were never the same.
        whole = [[{"width": os.getpid()} for _ in seeds]]
        return {**answer, "made": whole if answer["made"] == [[{}]] else answer["made"]}

    monkeypatch.setattr(host.tools.checking.inspect, "trial", lie)
    (diagnostic,) = check(make_mod("it", ROW % "local width = 5"), "it")
    assert (diagnostic.rule, diagnostic.mod) == ("died", "it")
    assert diagnostic.message.endswith(
        "the child process that runs the mods sent a malformed answer, which was rejected"
    )


# -- the command


@pytest.mark.slow
def test_the_command_tells_by_mod_with_sums(make_mod: MakeMod, tmp_path: Path) -> None:
    """Bundled mods, which it checks too, are clean."""
    make_mod("it", 'error("no")')
    make_mod("well")
    result = run_command("check", "--mods", tmp_path, "--no-source")
    assert result.exit_code == 1
    assert result.stdout == (
        f"it\n  error: it/init.lua:1: no [load]\n\n{len(bundled_ids()) + 2} mods checked: 1 error in 1\n"
    )


def test_warnings_alone_are_no_fault_unless_it_is_strict(make_mod: MakeMod) -> None:
    folder = make_mod("it", "print(unpack {})")
    result = run_command("check", "it", "--mods", folder)
    assert result.exit_code == 0
    assert result.stdout == (
        "it\n  warning: it/init.lua:1: unpack is a name of Lua 5.1, which still works; use table.unpack "
        "[deprecated]\n\n1 mod checked: 1 warning in 1\n"
    )
    assert run_command("check", "it", "--mods", folder, "--strict").exit_code == 1


def test_json_is_a_list_of_diagnostics(make_mod: MakeMod) -> None:
    folder = make_mod("it", 'kts.Tile { type = "dor" }')
    result = run_command("check", "it", "--mods", folder, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {
            "severity": "error",
            "rule": "argument",
            "mod": "it",
            "file": "it/init.lua",
            "line": 1,
            "message": 'kts.Tile: type is "dor": must be "", "plain", "home", "door", "chest" or "barrel"',
            "hint": 'did you mean "door"?',
            "path": None,
        }
    ]


def test_only_the_mod_that_is_named_is_told_of(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("bad", "error('no')")
    make_mod("well")
    assert check(tmp_path, "well") == []
    with pytest.raises(RequestError, match=r'there is no mod "wlel"; did you mean "well"\?'):
        check(tmp_path, "wlel")


def test_a_mod_beside_the_folder_of_mods_is_named_by_its_path(
    make_mod: MakeMod, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_mod("one")
    make_mod("two")
    monkeypatch.chdir(tmp_path)
    refused = run_command("check", "two", "--mods", "one").stderr
    assert refused == 'error: there is no mod "two"; did you mean "./two"?\n'
    assert run_command("check", "./two", "--mods", "one").exit_code == 0


def test_a_folder_that_is_not_there() -> None:
    result = run_command("check", "--mods", "nowhere")
    assert (result.exit_code, result.stderr) == (1, 'error: --mods "nowhere": it does not exist\n')
    with pytest.raises(RequestError):
        check("nowhere")


def test_what_a_mod_prints_is_not_among_the_diagnostics(make_mod: MakeMod) -> None:
    folder = make_mod("it", 'print("hello")')
    assert run_command("check", "it", "--mods", folder, "--json").stdout == "[]\n"


def test_the_page_lists_every_rule() -> None:
    page = (ROOT / "docs" / "checking.md").read_text()
    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning) \| (.+) \|$", page, re.MULTILINE)
    assert rows == [(rule, severity, text) for rule, (severity, text) in RULES.items()]


def test_the_page_shows_what_is_said_of_its_mod(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "checking.md").read_text()
    for name, text in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    shown, compared = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert run_command("check", "attic", "--mods", tmp_path).stdout == shown
    assert run_command("check", "lantern", "--mods", tmp_path, "--compat").stdout == compared


def test_local_of_a_repeat_is_visible_in_its_until(make_mod: MakeMod) -> None:
    mod = make_mod("m", "repeat\n  local unpack = true\nuntil unpack\n")
    assert [diagnostic.message for diagnostic in check(mod, "m")] == []


def test_what_other_maps_left_in_variables_changes_no_map(make_mod: MakeMod) -> None:
    init = """
        local generators, toolbox = require "host.generators", require "host.toolbox"
        local count = 0
        for _, id in ipairs { "one", "two" } do
          generators.register_generator { id = id, generate = function()
            count = count + 1
            if count > 2 then error("third") end
            return toolbox.caves { width = 20 + count, height = 20 }:map()
          end }
        end
    """
    assert check(make_mod("it", init), "it") == []
