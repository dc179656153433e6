"""Each request finds mods as they were loaded, whatever the requests before it changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from host import Host, Map
from host.engine.engine import Engine
from host.model.digest import map_digest
from host.model.request import Request
from host.serving import Pool
from tests.helpers import run_command, write_mod

MANIFEST = 'id = "m"\nversion = "1.0"\n'
# Each changes something that outlives a dungeon, and returns a number that grows with that.
WAYS = {
    "a global variable": ("count = 0", "count = count + 1 return count"),
    "a new global variable": ("", "count = (count or 0) + 1 return count"),
    "a local variable": ("local count = 0", "count = count + 1 return count"),
    "a table": ("local t = {}", "t[#t + 1] = 1 return #t"),
    "a table in a table": ("local t = { a = { n = 0 } }", "t.a.n = t.a.n + 1 return t.a.n"),
    "a field that is taken away": ("local t = { a = 1, b = 2 }", "local n = t.a and 1 or 2 t.a = nil return n"),
    "an element that is replaced": (
        "local t = { { n = 0 } }",
        "t[1] = { n = t[1].n + 1 } return t[1].n",
    ),
    "a key that is a table": ("local k, t = {}, {} t[k] = 0", "t[k] = t[k] + 1 return t[k]"),
    "a metatable": (
        "local t = setmetatable({}, { __index = { n = 1 } })",
        "local n = t.n setmetatable(t, { __index = { n = n + 1 } }) return n",
    ),
    "a field of a metatable": (
        "local meta = { n = 0 } local t = setmetatable({}, meta)",
        "meta.n = meta.n + 1 return meta.n",
    ),
    "a function in a library": (
        "",
        "local n = math.count or 1 math.count = n + 1 return n",
    ),
    "values that claim to be equal": (
        "local function new(n) return setmetatable({ n = n }, { __eq = rawlen }) end local t = new(0)",
        "t = new(t.n + 1) return t.n",
    ),
    "a known metatable that claims to be equal": (
        "local meta = { __eq = function() return true end } local t = { { n = 0 } }",
        "t[1] = setmetatable({ n = t[1].n + 1 }, meta) return t[1].n",
    ),
    "a metatable that claims to be equal in a variable": (
        "local meta = { __eq = function() return true end } local t = setmetatable({ n = 0 }, meta)",
        "t = setmetatable({ n = t.n + 1 }, meta) return t.n",
    ),
    "a metatable that gets to claim to be equal": (
        "local meta = {} local t = { setmetatable({ n = 0 }, meta) }",
        "meta.__eq = function() return true end t[1] = setmetatable({ n = t[1].n + 1 }, meta) return t[1].n",
    ),
    "many metatables that claim to be equal": (
        "local t = {} function new(n) t[1] = setmetatable({ n = n }, { __eq = rawlen }) end new(0)",
        "local n = t[1].n + 1 for i = 1, 100 do new(i) end new(n) return n",
    ),
    "what is not a number": ("local t = { 0 / 0 } local n = 0", "n = n + 1 t[1] = t[1] ~= t[1] and 7 or n return n"),
    "a coroutine": (
        "local walk = coroutine.create(function() for i = 1, 1000 do coroutine.yield(i) end end)",
        "local _, n = coroutine.resume(walk) return n",
    ),
    "a wrapped coroutine": (
        "local walk = coroutine.wrap(function() for i = 1, 1000 do coroutine.yield(i) end end)",
        "return walk()",
    ),
    "an iterator": (
        'local words = string.gmatch(("x"):rep(1000), "()x")',
        "return words()",
    ),
    "a file that is required": ("", 'local t = require "state" t.n = t.n + 1 return t.n', "return { n = 0 }"),
    "a seed of its own": (
        "",
        "local n = math.seeded and math.random(2, 1000000) or 1 math.seeded = true math.randomseed(7) return n % 50",
    ),
    "a variable of kts": ("", "kts.COUNT = (kts.COUNT or 0) + 1 return kts.COUNT"),
    "a field of a tile": (
        "tile = kts.Tile { items = true, n = 0, list = { 0 } }",
        "tile.n = tile.n + 1 return tile.n",
    ),
    "a table of a tile": (
        "tile = kts.Tile { items = true, list = { 0 } }",
        "tile.list[1] = tile.list[1] + 1 return tile.list[1]",
    ),
    "the fields of a tile": (
        "tile = kts.Tile { items = true, n = 0 }",
        "tile.table.n = tile.table.n + 1 return tile.table.n",
    ),
    "the order of keys": (
        "local t = {} for i = 1, 3 do t['k' .. i] = i end",
        "local n = 0 for k, v in pairs(t) do n = n * 4 + v end for i = 1, 100 do t['x' .. i] = i end return n % 37",
    ),
    "names of tables": ("", 'return tonumber(tostring({}):match "%d+") % 40'),
    "a method of a class": (
        'local Object = require "host.rooms" .Object; local A = Object and Object:extend() or {} A.n = 0',
        "A.n = A.n + 1 return A.n",
    ),
    "a pool of its own": (
        "local pool = require '@items.pool.pool' { require '@items.pool.record' (1, 1, 20) }",
        "pool:getRandom() return pool.totalMass",
    ),
}
MOD = """
local generators, toolbox = require "host.generators", require "host.toolbox"
{load}
local function grow() {make} end
generators.register_generator {{
  id = "way",
  generate = function()
    return toolbox.caves {{ width = 20 + grow(), height = 20 }}:map()
  end,
}}
"""


def write(folder: Path, load: str, make: str, state: str = "") -> Path:
    files = {"mod.toml": MANIFEST, "init.lua": MOD.format(load=load, make=make), "state.lua": state}
    return write_mod(folder / "m", files)


@pytest.mark.parametrize("way", WAYS)
def test_the_same_request_gives_the_same_dungeon(tmp_path: Path, way: str) -> None:
    mod = write(tmp_path, *WAYS[way])
    bare = Engine([mod], output=lambda _: None).generate(Request("m.way", seed=1))
    with Pool([mod], workers=1, output=lambda _: None) as pool:
        made = [pool.generate_sync("m.way", seed=1) for _ in range(3)]
    assert [game_map.width for game_map in made] == [bare.width] * 3


@pytest.mark.parametrize("way", WAYS)
def test_a_host_keeps_the_promise_or_names_the_mod(tmp_path: Path, way: str) -> None:
    host = Host([write(tmp_path, *WAYS[way])], output=lambda _: None)
    widths = [host.generate("m.way", seed=1).width for _ in range(3)]
    if len(set(widths)) > 1:
        assert "dungeons of this host may depend on those before them: m" in "".join(host.warnings)


@pytest.mark.parametrize("way", ["a global variable", "a coroutine", "the order of keys", "a field of a tile"])
def test_a_survey_keeps_the_promise(tmp_path: Path, way: str) -> None:
    mod = write(tmp_path, *WAYS[way])
    bare = [map_digest(Engine([mod], output=lambda _: None).generate(Request("m.way", seed=s))) for s in range(1, 9)]
    for jobs in (1, 2):
        survey = Host([mod]).survey("m.way", count=8, jobs=jobs, metrics="none", path=tmp_path / f"{jobs}.survey")
        assert survey.warnings == []
        with sqlite3.connect(tmp_path / f"{jobs}.survey") as rows:
            assert [digest for (digest,) in rows.execute("SELECT digest FROM dungeons ORDER BY number")] == bare


@pytest.mark.parametrize("way", ["a local variable", "a coroutine"])
def test_a_series_of_dungeons_keeps_the_promise(tmp_path: Path, way: str) -> None:
    mod = write(tmp_path, *WAYS[way])
    words = ("generate", "m.way", "--mods", mod, "--count", "4", "--seed", "1", "--format", "json")
    done = run_command(*words, "-o", f"{tmp_path}/out/")
    assert done.exit_code == 0, done.output
    for seed in range(1, 5):
        bare = Map(Engine([mod], output=lambda _: None).generate(Request("m.way", seed=seed)))
        (file,) = (tmp_path / "out").glob(f"*{seed}.json")
        assert Map.from_json(file.read_text()) == bare


def test_a_played_game_keeps_the_promise(tmp_path: Path) -> None:
    host = Host([write(tmp_path, *WAYS["a local variable"]), "critters"], output=lambda _: None)
    assert [host.play("m.way", seed=1).map.width for _ in range(2)] == [21, 21]
    assert [host.simulate("m.way", seed=1, turns=1).map.width for _ in range(2)] == [21, 21]
