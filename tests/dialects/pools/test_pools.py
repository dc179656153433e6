"""Pools: results of draws, changes by draws, wildcards in paths, and messages about bad calls."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from host.errors import HostError, ModError
from tests.helpers import MakeMod, RunLua, run_command, run_process, write_mod

HEAD = """
local Pools = require 'game.pools'
local Pool, Record = require '@items.pool.pool', require '@items.pool.record'
local InfPool, InfRecord = require '@items.pool.infinite.pool', require '@items.pool.infinite.record'
"""
# A root with two branches of two leaves each, over six things.
LOOT = """
local things = { "ax", "bow", "club", "dirk", "epee", "flail" }
Pools.registerRootPool('loot', things, Pools.poolTypes.normal)
Pools.registerSubpool('loot.near')
Pools.registerSubpool('loot.far')
Pools.registerSubpool('loot.*.chest')
Pools.registerSubpool('loot.*.shelf')
"""


def lines(run_lua: RunLua, script: str, **options: Any) -> list[str]:
    return run_lua(HEAD + script, **options).lines


def test_the_classes_as_the_page_on_pools_shows_them(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        local config = {
            ids = { Record(1, 1, 1), Record(2, 2, 1) },
            subpools = {
                { ids = { 1 } },
                { ids = { { id = 2, mass = 2 } } },
            },
        }
        local pool = Pool(config.ids, config)
        local one, two = pool.subpools[1], pool.subpools[2]
        print(pool.totalMass, one.totalMass, two.totalMass, #pool.subpools, one.parent == pool)
        print(one:getRandom(), pool.totalMass, one.totalMass, two.totalMass)
        print(one:exhaust(), two:exhaust(), pool.totalMass, one.totalMass)
        print(two:getRandom(), pool:getRandom(), pool.totalMass)
        print(pool:exhaust(), pool.totalMass, one.totalMass, two.totalMass, pool:exhaust())
        print(#config.ids, config.ids[1].shared.q, config.ids[2].mass)
        """,
    ) == [
        "3 1 2 2 true",
        "1 2 0 2",
        "true false 3 1",
        "2 1 0",
        "true 3 1 2 false",
        "2 1 2",
    ]


def test_create_takes_tuples(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        local create, create_infinite = require '@items.pool.create', require '@items.pool.infinite.create'
        local pool = create({ { 1, 1, 2 }, { 2, 3, 1 } }, { { ids = { 2 } } })
        print(pool.totalMass, pool.subpools[1].totalMass)
        local endless = create_infinite({ { 1, 1 }, { 2, 3 } }, { { ids = { 2 } }, {} })
        print(endless.totalMass, endless.subpools[1].totalMass, endless.subpools[2].totalMass, endless.exhaust)
        for i = 1, 100 do endless.subpools[1]:getRandom() end
        print(endless.totalMass, endless.subpools[1].totalMass)
        """,
    ) == ["5 3", "4 3 4 nil", "4 3"]


def test_a_node_whose_parent_lacks_the_id_is_exact(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        local pool = Pool({ Record(1, 1, 1), Record(2, 5, 2) }, { subpools = {
          { ids = {}, subpools = { { ids = { 1, 2 }, subpools = { { ids = { { id = 2, mass = 0.5 } } } } } } },
          { ids = { 2 } },
        } })
        local deep = pool.subpools[1].subpools[1]
        print(deep.totalMass, deep.subpools[1].totalMass, pool.subpools[1].totalMass)
        print(pool.subpools[2]:getRandom(), deep.totalMass, deep.subpools[1].totalMass, pool.totalMass)
        print(pool.subpools[2]:getRandom(), deep.totalMass, deep.subpools[1].totalMass, pool.totalMass)
        print(deep:getRandom(), deep.totalMass, deep:exhaust(), deep.totalMass, pool.totalMass)
        """,
    ) == ["11 1.0 0", "2 6 0.5 6", "2 1 0.0 1", "1 0 true 11 11"]


def test_refreshing_gives_back_what_the_node_holds_and_no_more(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        local pool = Pool({ Record(1, 1, 1), Record(2, 1, 1), Record(3, 1, 1) },
          { subpools = { { ids = { 1, 2 } }, { ids = { 2, 3 } } } })
        local a, b = pool.subpools[1], pool.subpools[2]
        for i = 1, 3 do pool:getRandom() end
        print(pool.totalMass, a.totalMass, b.totalMass)
        print(a:exhaust(), pool.totalMass, a.totalMass, b.totalMass)
        """,
    ) == ["0 0 0", "true 2 2 1"]


def test_a_quantity_of_a_subpool_is_a_warning(run_lua: RunLua) -> None:
    script = """
    local first = registerItem(Item(require "@tinkers.tinker" {}))
    Pools.registerSubpool("i.spare", { { id = first, mass = 2, q = 3 } })
    require "@items.pool.create"({ { 1, 1, 1 } }, { { ids = { { id = 1, mass = 1, q = 2 } } } })
    """
    first, second = run_lua("", load=script).host.warnings
    text = (
        "has a q, which the host does not use: the quantity of a record is the same in all subpools, "
        "1 in registered pools, and else that of Record(id, mass, q)"
    )
    assert first.startswith("tiles/init.lua:")
    assert first.endswith(f': registerSubpool("i.spare"): config[1] {text}')
    assert second.endswith(f": Pool: subpools[1].ids[1] {text}")


def test_what_is_in_a_node_twice_is_one_record(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        local pool = Pool({ Record(1, 1, 1), Record(1, 2, 1), Record(2, 1, 1) },
          { subpools = { { ids = { 1, { id = 1, mass = 4 } } } } })
        print(pool.totalMass, pool.subpools[1].totalMass)
        print(pool.subpools[1]:getRandom(), pool.totalMass, pool.subpools[1].totalMass, pool.subpools[1]:exhaust())
        """,
    ) == ["4 7", "1 1 0 true"]


def test_ids_need_not_be_positions(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        local pool = Pool({ Record(70, 1, 1), Record("base.dagger", 1, 1) }, { subpools = { { ids = { 70 } } } })
        print(pool.subpools[1]:getRandom(), pool:getRandom())
        """,
    ) == ["70 base.dagger"]


def test_a_pool_takes_numbers_from_where_it_is_told(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        local points = { 0, 0.25, 0.5, 0.75, 1 - 2^-53 }
        local at = 0
        local pool = InfPool({ InfRecord(1, 0), InfRecord(2, 1), InfRecord(3, 0), InfRecord(4, 3), InfRecord(5, 0) },
          {}, function() at = at + 1 return points[at] end)
        for i = 1, #points do print(pool:getRandom()) end
        """,
    ) == ["2", "4", "4", "4", "4"]


def test_a_class_of_a_mod_may_inherit_and_change(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        function Pool:drain()
          local n = 0
          while self.totalMass > 0 do
            self:getRandom()
            n = n + 1
          end
          return n
        end
        print(Pool({ Record(1, 1, 3), Record(2, 1, 4) }, {}):drain())
        print(getmetatable(Pool({}, {})) == Pool)
        """,
    ) == ["7", "true"]


# -- the registry


def test_the_roots_of_the_host_have_their_shape(run_lua: RunLua) -> None:
    paths = {pool.path for pool in run_lua("").host.pools()}
    zones = {
        f"e.{zone}.{floor}.{kind}" for zone in ("z1", "z2") for floor in ("f1", "f2") for kind in ("enemy", "wall")
    }
    items = {f"i.{rarity}.{kind}" for rarity in ("common", "rare") for kind in ("weapon", "trinket")}
    assert zones | items | {"e", "i", "e.z1", "e.z2.f2", "i.rare"} <= paths


def test_both_forms_of_registering_give_the_same(run_lua: RunLua) -> None:
    ran = run_lua(
        HEAD
        + """
        Pools.registerRootPool('r', { "a", "b" }, Pools.poolTypes.normal)
        Pools.registerSubpool('r.one', { { id = 1, mass = 5 } })
        Pools.registerSubpool('r', 'two', { { id = 1, mass = 5 } })
        Pools.registerSubpool('r.*', 'deep', { 2 })
        Pools.registerSubpool('r', nil, { 2 })
        Pools.registerSubpool('.r..three.')
        """
    )
    pools = {pool.path: [(entry.id, entry.mass) for entry in pool.entries] for pool in ran.host.pools("r")}
    assert pools == {
        "r": [(1, 1), (2, 1)],
        "r.one": [(1, 5)],
        "r.one.deep": [(2, 1)],
        "r.two": [(1, 5)],
        "r.two.deep": [(2, 1)],
        "r.3": [(2, 1)],
        "r.3.deep": [(2, 1)],
        "r.three": [],
        "r.three.deep": [(2, 1)],
    }


def test_stars_hold_for_what_comes_later_whatever_the_order(run_lua: RunLua) -> None:
    script = """
    Pools.registerRootPool('w', { "rat", "bat", "wall" }, Pools.poolTypes.infinite)
    Pools.registerSubpool('w.z1')
    FIRST
    Pools.registerSubpool('w.*.f1', { 3 })
    Pools.registerSubpool('w.*.f2')
    Pools.registerSubpool('w.*.*.enemy')
    Pools.addToSubpool('w.*', 1)
    Pools.addToSubpool('w.*.f2.enemy', 2, 4)
    Pools.addToSubpool('w.z1.*', 1, 2)
    LAST
    """

    def found(*, first: str = "", last: str = "") -> Any:
        text = HEAD + script.replace("FIRST", first).replace("LAST", last)
        pools = run_lua(text).host.pools("w")
        return {p.path: sorted((e.id, e.mass) for e in p.entries) for p in pools}

    early = found(first="Pools.registerSubpool('w.z2')")
    assert early == found(last="Pools.registerSubpool('w.z2')")
    assert early["w.z2.f2.enemy"] == [(2, 4)]
    assert early["w.z2"] == [(1, 1)]
    assert early["w.z1.f1"] == [(1, 2), (3, 1)]
    assert early["w.z2.f1"] == [(3, 1)]


def test_a_star_that_meets_a_subpool_adds_its_config(run_lua: RunLua) -> None:
    ran = run_lua(
        HEAD
        + LOOT
        + """
        Pools.registerSubpool('loot.*.chest', { 1, { id = 2, mass = 2 } })
        Pools.registerSubpool('loot.*.chest', { 1 })
        """
    )
    (chest,) = ran.host.pools("loot.far.chest")
    assert [(e.id, e.mass, len(e.places)) for e in chest.entries] == [(1, 2, 2), (2, 2, 1)]


def test_adding_to_a_leaf_adds_nowhere_else(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        LOOT
        + """
        Pools.addToSubpool('loot.near.chest', 2)
        for i = 1, 3 do print(Pools.drawFromPool('loot.near.chest'), Pools.drawFromPool('loot.1.1')) end
        print(pcall(Pools.drawFromPool, 'loot.near'))
        """,
    ) == ["2 2"] * 3 + [
        'false script/script.lua:14: pool "loot.near" has no records: there is nothing to draw',
    ]


def test_a_cycle_gives_everything_once_and_then_begins_again(run_lua: RunLua) -> None:
    (line,) = lines(
        run_lua,
        LOOT
        + """
        local drawn = {}
        for cycle = 1, 20 do
          local seen = {}
          for i = 1, 6 do
            local id = Pools.drawFromPool('loot')
            assert(not seen[id], "twice in a cycle")
            seen[id] = true
            drawn[#drawn + 1] = id
          end
        end
        print(table.concat(drawn))
        """,
    )
    assert len(line) == 120
    assert len({line[i : i + 6] for i in range(0, 120, 6)}) > 10


def test_what_a_subpool_gives_is_gone_from_all_that_hold_it(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        LOOT
        + """
        Pools.addToSubpool('loot.near.chest', 2)
        Pools.addToSubpool('loot.far.shelf', 2)
        Pools.addToSubpool('loot.far.shelf', 3, 0)
        local pools = {}
        Pools.setPoolInListByName('loot', Pools.instantiatePool('loot'), pools)
        local root = Pools.drawSubpool('loot', pools)
        local near = Pools.drawSubpool('loot.near.chest', pools)
        local far = Pools.drawSubpool('loot.far.shelf', pools)
        print(root.totalMass, near.totalMass, far.totalMass, near.parent.parent == root)
        print(near:getRandom(), root.totalMass, near.totalMass, far.totalMass)
        -- To draw is to refresh what is empty.
        print(Pools.drawSubpool('loot.far.shelf', pools) == far, far.totalMass, near.totalMass)
        """,
    ) == ["6 1 1 true", "2 5 0 0", "true 1 1"]


def test_what_is_registered_later_does_not_refill_what_was_drawn(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        LOOT
        + """
        local seen = {}
        for i = 1, 5 do seen[Pools.drawFromPool('loot')] = true end
        things[7] = "glaive"
        Pools.addToSubpool('loot.near', 7)
        local rest = {}
        for i = 1, 2 do rest[#rest + 1] = Pools.drawFromPool('loot') end
        print(#rest, seen[rest[1]], seen[rest[2]], Pools.drawFromPool('loot.near'))
        """,
    ) == ["2 nil nil 7"]


def test_tilda_is_what_is_current(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        LOOT
        + """
        Pools.addToSubpool('loot.near.chest', 1)
        Pools.addToSubpool('loot.far.chest', 2)
        Pools.addToSubpool('loot.far.shelf', 3)
        Pools.setCurrent('loot', 1, 'near')
        print(Pools.drawFromPool('loot.~.chest'))
        Pools.setCurrent('loot', 1, 'far')
        Pools.setCurrent('loot', 2, 2)
        print(Pools.drawFromPool('loot.~.chest'), Pools.drawFromPool('loot.~.~'), Pools.drawFromPool('loot.far.~'))
        Pools.setCurrent('loot', 2, nil)
        print(pcall(Pools.drawFromPool, 'loot.~.~'))
        """,
    ) == [
        "1",
        "2 3 3",
        "true 2",
    ]


def test_a_fresh_world_draws_from_the_first_subpools(run_lua: RunLua) -> None:
    """Pools: "getting a weapon of the current quantity at random: local itemId = world:drawFromPool('i.~.weapon')"."""
    assert lines(
        run_lua,
        """
        registerItem(Item(), "sword")
        registerItem(Item(), "ring")
        local Rat = class("Rat", Entity)
        registerEntity(Rat)
        Pools.addToSubpool('i.common.weapon', Items[1]:getItemId())
        Pools.addToSubpool('i.rare.weapon', Items[2]:getItemId())
        Pools.addToSubpool('e.z1.f1.enemy', Rat.global_id)
        local world = World(5, 5)
        print(world:drawFromPool('i.~.weapon') == Items[1]:getItemId())
        print(world:drawFromPool('e.~.~.enemy') == Rat.global_id)
        """,
    ) == ["true", "true"]


@pytest.mark.parametrize("kind", ["entity", "wall", "tile", "enemy"])
def test_entities_are_split_among_types(run_lua: RunLua, kind: str) -> None:
    """Pools: "These are split among types: e.z1.f1.entity, e.z2.f2.wall etc."."""
    script = """
        local Rat = class("Rat", Entity)
        registerEntity(Rat)
        Pools.addToSubpool('e.*.*.%s', Rat.global_id)
        print(Pools.drawFromPool('e.z1.f1.%s') == Rat.global_id, Pools.drawFromPool('e.z2.f2.%s') == Rat.global_id)
    """
    assert lines(run_lua, script.replace("%s", kind)) == ["true true"]


def test_things_of_other_dialects_can_be_drawn(run_lua: RunLua) -> None:
    load = """
    Pools.addToSubpool('i.common.trinket', coin)
    Pools.addToSubpool('i.common.weapon', "tiles.key", 3)
    """
    script = """
    print(Pools.drawFromPool('i.common.trinket') == T.coin, Pools.drawFromPool('i.common.weapon'))
    print(type(Pools.drawFromPool('i.common.trinket')))
    """
    assert lines(run_lua, script, load=load) == ["true ItemType tiles.key", "userdata"]


def test_a_game_leaves_nothing_behind(run_lua: RunLua, make_mod: MakeMod, tmp_path: Any) -> None:
    """What a script registers is gone in the next game, and so is what was drawn."""
    mod = make_mod("m", HEAD + LOOT + "Pools.addToSubpool('loot.near', 1)")
    ran = run_lua("", mods=[mod])
    script = tmp_path / "again.lua"
    script.write_text(
        "local drawn = {} Pools.registerSubpool('loot.more', { 2 }) Pools.addToSubpool('loot.*', 3)"
        " Pools.setCurrent('loot', 1, 'more')"
        " for i = 1, 4 do drawn[i] = Pools.drawFromPool('loot') end"
        " print(Pools.drawFromPool('loot.~'), table.concat(drawn))"
    )
    said = []
    for _ in range(3):
        ran.lines.clear()
        ran.host.run_script(script, seed=5)
        said.append(tuple(ran.lines))
    assert len(set(said)) == 1
    ran.host.run_script(tmp_path / "scripts" / "script.lua", seed=5)
    assert [p.path for p in ran.host.pools("loot")][-1] == "loot.far.shelf"


def test_another_mod_moves_no_draw(make_mod: MakeMod, run_lua: RunLua) -> None:
    one = make_mod("one", HEAD + LOOT + "drawn = function() return Pools.drawFromPool('loot') end")
    script = """
    local t = {}
    for i = 1, 6 do t[i] = require('one').drawn() %s end
    print(table.concat(t))
    """
    alone = lines(run_lua, script % "", mods=[one])
    two = make_mod("two", HEAD + "Pools.registerRootPool('mine', {1, 2, 3, 4}, Pools.poolTypes.infinite)")
    assert alone == lines(run_lua, script % "Pools.drawFromPool('mine')", mods=[one, two])


@pytest.mark.slow
def test_draws_are_the_same_in_every_process(make_mod: MakeMod) -> None:
    mod = make_mod("m", HEAD + LOOT + "Pools.addToSubpool('loot.near', 1, 0.1) Pools.addToSubpool('loot.near', 6, 0.7)")
    script = mod.parent / "s.lua"
    script.write_text("local t = {} for i = 1, 30 do t[i] = Pools.drawFromPool('loot') end print(table.concat(t))")
    found = {run_process("run", script, "--mods", mod, "--seed", "11").stdout for _ in range(3)}
    assert found == {"231564513642324651516234423516\n"}


def test_a_thing_is_one_record_however_it_is_named(run_lua: RunLua) -> None:
    load = """
    Pools.addToSubpool('i.common.trinket', coin)
    Pools.addToSubpool('i.common.trinket', "tiles.coin", 3)
    Pools.registerRootPool('grain', { "rye", "oats" }, Pools.poolTypes.normal)
    Pools.registerSubpool('grain.dark', { "rye", 1 })
    """
    ran = run_lua("print(Pools.drawFromPool('i.common.trinket') == T.coin)", load=load)
    assert ran.lines == ["true"]
    (trinkets,) = ran.host.pools("i.common.trinket")
    assert [(e.id, e.mass, e.quantity, len(e.places)) for e in trinkets.entries] == [("tiles.coin", 4, 1, 2)]
    (dark,) = ran.host.pools("grain.dark")
    assert [(e.id, e.name, e.mass) for e in dark.entries] == [(1, "rye", 2)]


def test_weights_of_any_size_add_up(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        print(Pool({ Record(1, 2^32, 2^31), Record(2, 1, 1) }, {}).totalMass == 2^63 + 1)
        print(Pool({ Record(1, 2^40, 2^24) }, {}).totalMass == 2^64)
        print(Pool({ Record(1, 2^40, 1), Record(2, 1, 1) }, {}).totalMass)
        """,
    ) == ["true", "true", "1099511627777"]


def test_a_list_that_shrinks_and_grows_shares_its_quantities(run_lua: RunLua) -> None:
    script = """
    local l = { "a", "b", "c" }
    Pools.registerRootPool('m', l, Pools.poolTypes.normal)
    Pools.registerSubpool('m.a', { 1, 2, 3 })
    Pools.registerSubpool('m.b', { 1, 2, 3 })
    local seen = {}
    local function draw(path)
      local id = Pools.drawFromPool(path)
      assert(not seen[id], "twice")
      seen[id] = true
    end
    draw 'm.a'
    l[4] = "d"
    draw 'm.b'
    l[4] = nil
    draw 'm.a'
    """
    for seed in range(20):
        run_lua(HEAD + script, seed=seed)


def test_no_code_of_a_mod_runs_in_a_draw(run_lua: RunLua) -> None:
    assert lines(
        run_lua,
        """
        local armed
        Pool.__newindex = function(t, k, v)
          if armed then error "x" end
          rawset(t, k, v)
        end
        local p = Pool({ Record(1, 1, 2), Record(2, 1, 2) }, { subpools = { { ids = { 1, 2 } } } })
        armed, p.totalMass = true, nil
        p:getRandom()
        print(p.subpools[1].totalMass, p.totalMass)
        """,
    ) == ["3 3"]


def test_a_draw_in_vain_takes_no_number(run_lua: RunLua) -> None:
    script = LOOT + "%s local t = {} for i = 1, 6 do t[i] = Pools.drawFromPool('loot') end print(table.concat(t))"
    vain = "for i = 1, 3 do pcall(Pools.drawFromPool, 'loot.near') end"
    assert lines(run_lua, script % "") == lines(run_lua, script % vain)


def test_a_world_draws_for_itself(run_lua: RunLua) -> None:
    script = """
    local function item(name) registerItem(Item(), name) return Items[#Items]:getItemId() end
    local sword, ring = item "sword", item "ring"
    Pools.addToSubpool('i.common.weapon', sword)
    Pools.addToSubpool('i.rare.weapon', ring)
    local world, other = World(5, 5), World(5, 5)
    world.rarity = 'rare'
    print(world:drawFromPool('i.~.weapon') == ring, Items[ring] == Items[2])
    print(select(2, pcall(other.drawFromPool, other, 'i.~.weapon')))
    for _, wrong in ipairs { 'comon', '*', {} } do
      world.rarity = wrong
      print(select(2, pcall(world.drawFromPool, world, 'i.~.weapon')))
    end
    local Mine = class('Mine', Pool)
    function Mine:getRandom() return "mine" end
    world:usePool('i', Mine({ Record(1, 1, 1) }, {}))
    print(world:drawFromPool('i'), other:drawFromPool('i') ~= "mine")
    local dropped = world:createDroppedItem(sword, Vec(2, 2))
    print(dropped.state[1] == sword)
    """
    at = "script/script.lua"
    assert lines(run_lua, script) == [
        "true true",
        "1",
        f'{at}:15: drawFromPool: "i" has no subpool "comon" (path "i.~.weapon", where ~ is world.rarity, "comon")',
        (
            f'{at}:15: drawFromPool: world.rarity is "*": must be the name or the number of a subpool, for the ~ in '
            '"i.~.weapon"'
        ),
        (
            f"{at}:15: drawFromPool: world.rarity is a table: must be the name or the number of a subpool, for the ~ "
            'in "i.~.weapon"'
        ),
        "mine true",
        "true",
    ]


def test_the_words_of_the_page_on_pools_run_as_printed(run_lua: RunLua, tmp_path: Any) -> None:
    """A content mod with an item and entities, and the lines of the page in a script."""
    mod = write_mod(
        tmp_path / "test",
        {
            "main.lua": """
            local Dirt, Rat = class("Dirt", Entity), class("Rat", Entity)
            Dirt.layer, Rat.layer = Layers.wall, Layers.real
            Decorators.Start(Dirt)
            Decorators.Start(Rat)
            return { entities = { Dirt = Dirt, Rat = Rat }, items = { Sword = Item() } }
            """
        },
    )
    ran = run_lua(
        """
        local Pools = require 'game.pools'
        local myItem, myEntity = Mods.Test.Items.Sword, Mods.Test.Entities.Rat
        Pools.addToSubpool('i.common.weapon', myItem:getItemId())
        Pools.addToSubpool('i.common', myItem:getItemId())
        Pools.addToSubpool('e.*', myEntity.global_id)
        Pools.addToSubpool('e.*.f2.enemy', myEntity.global_id)
        print(pcall(Pools.addToSubpool, 'e', myEntity.global_id))
        print(pcall(Pools.addToSubpool, 'e.~', myEntity.global_id))
        Pools.addToSubpool('e.z1', myEntity.global_id, 5)
        Pools.registerSubpool('e.z3')
        Pools.registerSubpool('e.*.*.wall')
        Pools.registerSubpool('e.*.*.wall', {
            { id = Mods.Test.Entities.Dirt.global_id, mass = 5 }
        })
        Pools.addToSubpool('e.z1.f1.enemy', myEntity)
        local world = World(9, 9)
        world.rarity = 'common'
        local itemId = world:drawFromPool('i.~.weapon')
        local item = Items[itemId]
        local droppedItem = world:createDroppedItem(itemId, Vec(5, 5))
        local entityId = world:drawFromPool('e.z1.f1.enemy')
        local entityClass = Entities[entityId]
        local entity = world:create(entityClass, Vec(4, 4))
        print(item == myItem, droppedItem.pos, entity.pos, entity.global_id == myEntity.global_id)
        for _, path in ipairs { 'e.*.*.*', 'e.*', 'e.*.item', 'e.z2.*', 'e.z2.f1.*', '*' } do
          assert(not pcall(world.drawFromPool, world, path))
        end
        local wall = Entities[world:drawFromPool('e.z3.f2.wall')]
        print(world:drawFromPool('e') <= #Entities, wall == Mods.Test.Entities.Dirt)
        """,
        mods=[mod],
    )
    assert ran.lines[2:] == ["true Vec(5, 5) Vec(4, 4) true", "true true"]
    assert [line.split()[0] for line in ran.lines[:2]] == ["false", "false"]


# -- what is wrong


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("Pools.drawFromPool('e.*.*.*')", 'the path "e.*.*.*" has a *: a draw is from one pool'),
        ("Pools.drawFromPool('e.*')", 'the path "e.*" has a *'),
        ("Pools.drawFromPool('e.*.item')", 'the path "e.*.item" has a *'),
        ("Pools.drawFromPool('e.z2.f1.*')", 'the path "e.z2.f1.*" has a *'),
        ("Pools.drawFromPool('*')", 'the path "*" has a *'),
        (
            "Pools.drawFromPool('e.~.~.~.~')",
            'the path "e.~.~.~.~" has a ~ at depth 4, and "e" has subpools at depths up to 3',
        ),
        ("Pools.drawFromPool('e.~')", 'pool "e.z1" has no records'),
        ("Pools.drawFromPool('loot.near')", 'pool "loot.near" has no records'),
        ("Pools.drawFromPool('lot')", 'there is no root pool "lot" (path "lot"); did you mean "loot"?'),
        ("Pools.drawFromPool('loot.near.chets')",
         '"loot.near" has no subpool "chets" (path "loot.near.chets"); did you'),
        ("Pools.drawFromPool('loot.3')", '"loot" has no subpool 3 (path "loot.3")'),
        ("Pools.drawFromPool('')", 'the path "" is empty: must begin with the name of a root pool'),
        ("Pools.drawFromPool('...')", 'the path "..." is empty'),
        ("Pools.drawFromPool({})", "the path is a table: must be a text"),
        ("Pools.drawFromPool(('a.'):rep(400))", "has more than 16 segments"),
        ("Pools.drawFromPool(('a'):rep(4000))", "the path has 4000 bytes: must have at most 1000"),
        ("Pools.addToSubpool('loot', 1)", 'cannot add to the root pool "loot": it holds all there is'),
        ("Pools.addToSubpool('loot.~', 1)", 'the path "loot.~" has a ~: it stands for the current subpool in a draw'),
        ("Pools.addToSubpool('loot.near.*.x', 1)", '"loot.near.*" has no subpool "x" (path "loot.near.*.x")'),
        ("Pools.registerRootPool('x', {})", 'registerRootPool "x": the type is nil: must be Pools.poolTypes.normal or'),
        ("Pool({ Record(1, 1, 1) }, { subpools = { { ids = { { id = 1 } } } } })", "subpools[1].ids[1] has no mass"),
        ("World(3, 3):drawFromPool('ghosts.z1')", 'there is no root pool "ghosts" (path "ghosts.z1")'),
        ("Pools.addToSubpool('loot.near.chest.*', 1)", '"loot.near.chest" has no subpools for the *'),
        ("Pools.addToSubpool('loot.near', 7)",
         'addToSubpool("loot.near"): the id is 7: the list of root pool "loot" has the positions 1 to 6'),
        ("Pools.addToSubpool('loot.near', 0)", 'the id is 0: the list of root pool "loot" has the positions 1 to 6'),
        ("Pools.addToSubpool('e.z1', 1)", 'the id is 1: the list of root pool "e" has nothing in it yet'),
        ("Pools.addToSubpool('loot.near', 1.5)",
         "the id is 1.5: must be a whole number, the id of a registered object"),
        ("Pools.addToSubpool('loot.near', nil)", "the id is nil: must be a whole number"),
        ("Pools.addToSubpool('loot.near', {})", "the id is a table: must be a whole number"),
        ("Pools.addToSubpool('loot.near', 'tiles.coyn')",
         'the id is "tiles.coyn": nothing of that id is registered; did you'),
        ("Pools.addToSubpool('loot.near', 1, -1)", "the mass is -1: must be a number from 0 to 1e+100"),
        ("Pools.addToSubpool('loot.near', 1, 0/0)", "the mass is nan: must be a number from 0 to 1e+100"),
        ("Pools.addToSubpool('loot.near', 1, 1/0)", "the mass is inf: must be a number from 0 to 1e+100"),
        ("Pools.addToSubpool('loot.near', 1, '5')", 'mass is "5": must be a number'),
        ("Pools.registerSubpool('loot')",
         'the path "loot" names a root pool: must continue with the name of the new subpool'),
        ("Pools.registerSubpool('loot.near')",
         'there is a subpool "loot.near" already: mod script registered it at script/'),
        ("Pools.registerSubpool('loot', 'far')", 'there is a subpool "loot.far" already'),
        ("Pools.registerSubpool('i.common')", 'there is a subpool "i.common" already: the host registers it'),
        ("Pools.registerSubpool('loot.*')",
         "the last segment of \"loot.*\" is \"*\": must be a name without '.', '*' and '~'"),
        ("Pools.registerSubpool('loot.7')", 'the last segment of "loot.7" is 7: must be a name'),
        ("Pools.registerSubpool('loot.~.x')", 'the path "loot.~.x" has a ~'),
        ("Pools.registerSubpool('loot.middle.x')", '"loot" has no subpool "middle"'),
        ("Pools.registerSubpool('loot.near.chest.*.x')", '"loot.near.chest" has no subpools for the *'),
        ("Pools.registerSubpool('loot', 'a.b')", "registerSubpool: the name is \"a.b\": must be a name without '.'"),
        ("Pools.registerSubpool('loot', 5, {})", "the name is 5: must be a text"),
        ("Pools.registerSubpool('loot.x', 5)", 'registerSubpool("loot.x"): config is 5: must be a list of ids'),
        ("Pools.registerSubpool('loot.x', { 1, 9 })",
         'registerSubpool("loot.x"): config[2] is 9: the list of root pool'),
        ("Pools.registerSubpool('loot.x', { { id = 1, mass = -2 } })",
         'registerSubpool("loot.x"): config[1].mass is -2: must be'),
        ("Pools.registerRootPool('loot', {}, Pools.poolTypes.normal)",
         'there is a root pool "loot" already: mod script'),
        ("Pools.registerRootPool('x', {}, 'normal')",
         'registerRootPool "x": the type is "normal": must be Pools.poolTypes.normal or'),
        ("require '@items.pool.create'({ { 1, 1, 1 } }, { { ids = { { id = 1 } } } })",
         "has no mass: must be { id = …, mass = … }, or the id alone"),
        ("Pools.registerRootPool('x', nil, Pools.poolTypes.normal)", "items is nil: must be a table"),
        ("Pools.registerRootPool('a.b', {}, Pools.poolTypes.normal)", 'the name is "a.b": must be a name without'),
        ("Pools.registerRootPool('12', {}, Pools.poolTypes.normal)", 'the name is "12": must be a name'),
        ("Pools.setCurrent('loot', 1, 'neer')", 'no subpool of "loot" at depth 1 is "neer"; did you mean "near"?'),
        ("Pools.setCurrent('loot', 9, 'near')", '"loot" has no subpools at depth 9: its subpools have depths up to 2'),
        ("Pools.setCurrent('loot', 0, 'near')", "depth is 0: must be a whole number between 1 and 16"),
        ("Pools.setCurrent('loot', 2, 'near')", 'no subpool of "loot" at depth 2 is "near"'),
        ("Pools.instantiatePool('lute')", 'instantiatePool: there is no root pool "lute"'),
        ("Pools.drawSubpool('loot', {})", 'drawSubpool: pools[3] is not a pool with a subpool "loot"'),
        ("Pools.setPoolInListByName('loot', {}, {})",
         "Pools.setPoolInListByName: pool is a table: must be a Pool or an InfPool"),
        ("Pools.setPoolInListByName('e', Pools.instantiatePool 'i', {})",
         'setPoolInListByName: the pool is made of "i": must be made of "e", or by the mod'),
        ("World(2, 2):usePool('e', Pools.instantiatePool 'i')",
         'usePool: the pool is made of "i": must be made of "e", or by the mod'),
        ("Pools.registerSubpool('loot.x', { id = 1, mass = 2 })", "config has fields and no elements: must be a list"),
        ("Pools.registerRootPool('x', Pools, Pools.poolTypes.normal)", "the items are a table: must be a plain list"),
        ("Pools.addToSubpool('i.common', T.bat)", 'the id is a monster: root pool "i" takes none'),
        ("Pools.addToSubpool('i.common', 'tiles.bat')",
         'is "tiles.bat": that is of type monster, and must be of type item,'),
        ("Pools.addToSubpool('i.common', 'coin')",
         'is "coin": nothing of that id is registered; did you mean "tiles.coin"?'),
        ("Pools.addToSubpool('i.common', 'x.y')",
         "no mod x is loaded that registered anything: name it under [dependencies]"),
        ("Pools:drawFromPool('loot')",
         "the path is a table: must be a text such as 'i.common.weapon'; Pools.drawFromPool is called with a colon"),
        ("local M = class('M', Pool) M.__construct = function() end M():getRandom()",
         "this M is not a pool: its constructor"),
        ("InfPool({ Record(1, 1, 1) })", "InfPool: record 1 is a table: must be the result of InfRecord(id, mass)"),
        ("Pools.poolTypes.normal[1] = 5", "Pools.poolTypes.normal is a table of the host"),
        ("Pools.addToSubpool = nil", "Pools.addToSubpool cannot be set"),
        ("Record(1, -1, 1)", "Record: mass is -1: must be a number from 0 to 1e+100"),
        ("Record(1, 1, 1.5)", "Record: q is 1.5: must be a whole number from 0 to 2147483648"),
        ("Record(1, 1)", "Record: q is nil: must be a whole number"),
        ("Record({}, 1, 1)", "Record: id is a table: must be a whole number"),
        ("InfRecord(1)", "InfRecord: mass is nil: must be a number"),
        ("Pool(5)", "Pool: records is 5: must be a table"),
        ("Pool({ 5 })", "Pool: record 1 is 5: must be the result of Record(id, mass, q)"),
        ("Pool({ { shared = { id = 1, q = -1 }, mass = 1 } })", "Pool: the quantity of record 1 is -1"),
        ("Pool({ Record(1, 1, 1), Record(1, 1, 2) })",
         "Pool: record 2 has the id 1 and the quantity 2: an earlier record"),
        ("Pool({ Record(1, 1, 1) }, 7)", "Pool: config is 7: must be a table"),
        ("Pool({ Record(1, 1, 1) }, { subpools = { {} } })", "Pool: subpools[1] has no ids: must list the ids"),
        ("Pool({ Record(1, 1, 1) }, { subpools = { { ids = { 1 }, subpools = { { ids = { 2 } } } } } })",
         "Pool: subpools[1].subpools[1].ids[1] is 2: no record of the pool has that id"),
        ("Pool({}, {}, 5)", "Pool: randomness is 5: must be a function"),
        ("Pool({ Record(1, 1, 1) }, {}, function() return 1 end):getRandom()",
         "the randomness of a pool returned 1: must return"),
        ("local c = {} c.subpools = { c } c.ids = {} Pool({}, c)", "Pool: subpools are nested more than 16 deep"),
        ("Pool({}, {}):getRandom()", "the pool has no records: there is nothing to draw"),
        ("Pool({}, {}):exhaust()", "the pool has no records: there is nothing to draw"),
        ("Pool({ Record(1, 0, 5) }, {}):getRandom()", "no record of the pool has a mass and a quantity above 0"),
        ("local p = Pool({ Record(1, 1, 1) }, {}) p:getRandom() p:getRandom()",
         "the pool is exhausted: exhaust() refreshes it"),
        ("Pool.getRandom()", "getRandom: nil is not a pool: call it as pool:getRandom()"),
        ("Pool.exhaust({})", "exhaust: a table is not a pool: call it as pool:exhaust()"),
        ("Pool.__construct(Pool({}, {}), {})", "Pool is created by calling the class: Pool(records, config)"),
    ],
)  # fmt: skip
def test_a_bad_call_is_refused_and_changes_nothing(run_shared: RunLua, call: str, message: str) -> None:
    pools_before = run_shared(HEAD + LOOT, load="").host.pools()
    with pytest.raises(ModError) as caught:
        run_shared(HEAD + LOOT + "\n" + call, load="")
    assert message in str(caught.value)
    assert (caught.value.mod, caught.value.file, caught.value.line) == ("script", "script/script.lua", 12)
    assert run_shared(HEAD + LOOT + f"\npcall(function() {call} end)", load="").host.pools() == pools_before


def test_an_entry_for_a_star_needs_its_subpool_in_each_match(run_shared: RunLua) -> None:
    ran = run_shared(
        HEAD
        + LOOT
        + """
        Pools.registerSubpool('loot.near.box')
        print(select(2, pcall(Pools.addToSubpool, 'loot.*.box', 1)))
        print(pcall(Pools.drawFromPool, 'loot.near.box'))
        Pools.registerSubpool('loot.far.box')
        Pools.addToSubpool('loot.*.box', 1)
        print(Pools.drawFromPool 'loot.near.box', pcall(Pools.registerSubpool, 'loot.far'))
        """,
        load="",
    )
    assert [line.partition(": ")[2] for line in ran.lines[:2]] == [
        'addToSubpool: "loot.far" has no subpool "box" (path "loot.*.box")',
        'pool "loot.near.box" has no records: there is nothing to draw',
    ]
    assert ran.lines[2].startswith("1 false")


def test_a_reference_that_leads_nowhere_is_told_when_all_is_loaded(make_mod: MakeMod, run_lua: RunLua) -> None:
    mod = make_mod("m", "Pools.addToSubpool('i.common', 'm.sward')\nPools.addToSubpool('i.rare', 'm.sword')\n"
                        "sword = kts.ItemType { type = 'held' }")  # fmt: skip
    with pytest.raises(HostError) as caught:
        run_lua("", mods=[mod])
    assert caught.value.message == 'addToSubpool("i.common"): the id is "m.sward": nothing of that id is registered'
    assert (caught.value.mod, caught.value.file, caught.value.line) == ("m", "m/init.lua", 1)
    assert caught.value.hint == 'did you mean "m.sword"?'


def test_a_mod_that_fails_leaves_no_pools(make_mod: MakeMod) -> None:
    good = make_mod("a_good", HEAD + LOOT)
    bad = make_mod("b_bad", "Pools.addToSubpool('loot.*', 1)\nPools.registerSubpool('loot.bad')\nerror('no')",
                   toml='[dependencies]\na_good = "*"')  # fmt: skip
    with_it = run_command("pools", "loot", "--mods", good, "--mods", bad, "--keep-going")
    assert with_it.exit_code == 0
    assert with_it.stdout == run_command("pools", "loot", "--mods", good).stdout


@pytest.mark.slow
def test_too_much_is_refused_and_what_was_there_stays(run_lua: RunLua) -> None:
    ran = run_lua(
        HEAD
        + """
        Pools.registerRootPool('r', { 1 }, Pools.poolTypes.normal)
        for i = 1, 20 do Pools.registerSubpool('r.n' .. i) end
        for depth = 1, 2 do
          for i = 1, 20 do Pools.registerSubpool('r' .. ('.*'):rep(depth) .. '.n' .. i) end
        end
        local fits, message = 0, nil
        repeat
          local ok, why = pcall(Pools.registerSubpool, 'r.*.*.*.n' .. fits)
          fits, message = fits + (ok and 1 or 0), why
        until not ok
        print(message)
        """
    )
    assert ran.lines == [
        'script/script.lua:12: registerSubpool("r.*.*.*.n0"): there would be more than 10000 subpools',
    ]
    assert len(ran.host.pools("r")) == 1 + 20 + 400 + 8000


# -- the command


def test_the_command_shows_the_tree(make_mod: MakeMod) -> None:
    mod = make_mod(
        "m", HEAD + LOOT + "Pools.addToSubpool('loot.near.chest', 2, 3)\nPools.addToSubpool('loot.near.*', 5)"
    )
    result = run_command("pools", "loot.near", "--mods", mod)
    assert result.exit_code == 0
    assert [line.rstrip() for line in result.stdout.splitlines()] == [
        "loot.near ~  empty, from m/init.lua:7",
        "├── chest ~  2 records, total 4, from m/init.lua:9",
        "│       id  name  mass  q  chance            from",
        "│       2   bow      3  1  75.00%  ████████  m/init.lua:11",
        "│       5   epee     1  1  25.00%  ██        m/init.lua:12",
        "└── shelf  1 record, total 1, from m/init.lua:10",
        "        id  name  mass  q   chance              from",
        "        5   epee     1  1  100.00%  ██████████  m/init.lua:12",
    ]


def test_the_command_draws_and_compares(make_mod: MakeMod) -> None:
    mod = make_mod("m", HEAD + LOOT + "Pools.addToSubpool('loot.near', 2, 3)\nPools.addToSubpool('loot.near', 5)")
    result = run_command("pools", "loot.near", "--mods", mod, "--draw", "4000", "--seed", "3")
    assert result.exit_code == 0
    rows = re.findall(r"^ *(\d+) +(\w+) +([\d.]+) +(\d+) +([-+.\d]+) \S +(█+·*) *$", result.stdout, re.MULTILINE)
    assert [row[:3] for row in rows] == [("2", "bow", "3000.0"), ("5", "epee", "1000.0")]
    assert sum(int(row[3]) for row in rows) == 4000
    assert all(abs(float(row[4])) < 4 for row in rows)
    assert result.stdout == run_command("pools", "loot.near", "--mods", mod, "--draw", "4000", "--seed", "3").stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["i.comon"], 1, '"i" has no subpool "comon" (path "i.comon"); did you mean "common"?'),
        (["--draw", "5"], 1, "--draw needs the PATH of the pool to draw from"),
        (["nowhere", "--draw", "5"], 1, 'there is no root pool "nowhere" (path "nowhere")'),
        (["i.comon", "--draw", "5"], 1, '(path "i.comon"); did you mean "common"?'),
        (["i", "--seed", "5"], 1, "--seed is the seed of --draw: without --draw it has no effect"),
        (["i.rare", "--draw", "5"], 1, 'pool "i.rare" has no records: there is nothing to draw\n'),
        (["i", "--draw", "0"], 2, "0 is not in the range 1<=x<=1000000"),
        (["i.*", "--draw", "5"], 1, 'the path "i.*" has a *'),
    ],
)
def test_the_command_says_what_is_wrong(words: list[str], code: int, message: str) -> None:
    result = run_command("pools", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    # A request that cannot be met is to be changed, not repeated.
    assert "again" not in result.stderr


def test_the_library_lists_and_samples(make_mod: MakeMod, run_lua: RunLua) -> None:
    mod = make_mod("m", HEAD + LOOT + "Pools.addToSubpool('loot.near', 2, 3)\nPools.addToSubpool('loot.near', 5)")
    host = run_lua("", mods=[mod]).host
    near = host.pools("loot.near")[0]
    assert (near.total, near.infinite, near.depth, near.place) == (4, False, 1, ("m/init.lua", 7))
    assert [(e.id, e.name, e.mass, e.quantity, e.probability) for e in near.entries] == [
        (2, "bow", 3, 1, 0.75),
        (5, "epee", 1, 1, 0.25),
    ]
    assert sum(host.sample_pool("loot.near", 100, seed=1)) == 100
    assert json.dumps(host.sample_pool("loot", 10, seed=1)) == json.dumps(host.sample_pool("loot", 10, seed=1))


def test_the_order_of_calls_decides_no_draw(run_lua: RunLua) -> None:
    load = """
    Pools.registerRootPool('all', { "a", "b" }, Pools.poolTypes.infinite)
    Pools.registerSubpool('all.some')
    local things = { coin, 2, "tiles.key", bat, 1, "tiles.rat" }
    for i = FIRST, 7 - FIRST, FIRST == 1 and 1 or -1 do
      Pools.addToSubpool('all.some', things[i], i % 3 + 0.1)
      Pools.addToSubpool('all.some', things[i], 0.2)
    end
    """
    script = """
    local t = {}
    for i = 1, 40 do t[i] = tostring(Pools.drawFromPool(i % 2 == 0 and 'all' or 'all.some')) end
    print(table.concat(t, ' '))
    """
    forth, back = (lines(run_lua, script, load=load.replace("FIRST", first)) for first in "16")
    assert forth == back


def test_a_value_that_replaces_another_one_in_the_list_is_found(run_lua: RunLua) -> None:
    """The pool has read the positions of its list before."""
    script = """
        local things = {{ "ax", "bow", "club" }}
        Pools.registerRootPool("rest", things, Pools.poolTypes.infinite)
        Pools.registerSubpool("rest.near")
        {first}
        things[2], things[3] = "spear", "bow"
        Pools.addToSubpool("rest.near", "spear", 1)
        Pools.addToSubpool("rest.near", "bow", 1)
        local seen = {{}}
        for i = 1, 40 do seen[i] = tostring(Pools.drawFromPool("rest.near")) end
        print(table.concat(seen, " "))
    """
    first = 'Pools.registerSubpool("rest.far") Pools.addToSubpool("rest.far", "bow", 1)'
    late, early = (lines(run_lua, script.format(first=text)) for text in (first, ""))
    assert late == early
    assert set(late[0].split()) == {"2", "3"}
