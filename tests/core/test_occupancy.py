"""What stands on a square: entities, characters and creatures of kts block each other, whoever asks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dialects.actions.cast import CAST
from tests.dialects.room import LAY_OUT, LOAD
from tests.helpers import RunLua, examples

DATA = """
data:add { _type = "base.chara", _id = "guard", level = 1 }
data:add { _type = "base.feat", _id = "boulder", is_solid = true }
data:add { _type = "base.map_tile", _id = "rock", is_solid = true }
data:add { _type = "base.map_tile", _id = "moss", is_solid = false }
"""
# The room of LAY_OUT for all dialects: squares of kts and areas are (1, 2) to (5, 4), each free at the start.
SETUP = (
    CAST
    + LAY_OUT
    + """
local map = Map.from_dungeon()
Map.set_map(map)
local world = World.fromMap(map)
local Crate = Being("Crate")
-- Whether each dialect lets something new stand on a square, and what each finds there.
local function answers(x, y)
  local monster = kts.AddMonster({ x = x, y = y }, T.ghoul)
  if monster then kts.DestroyCreature(monster) end
  return monster ~= nil, map:can_access(x, y), not world.grid:hasBlockAt(Vec(x + 1, y + 1))
end
local function agree(x, y)
  local kts_free, areas_free, actions_free = answers(x, y)
  if kts_free ~= areas_free or areas_free ~= actions_free then
    error(("(%d, %d): kts %s, areas %s, actions %s"):format(x, y, kts_free, areas_free, actions_free))
  end
  return kts_free
end
"""
)


@pytest.fixture
def play(run_lua: RunLua) -> Callable[[str], list[str]]:
    """`play("…")`: the lines that a script prints in a game with the room, for all dialects."""

    def run(script: str) -> list[str]:
        return [line.replace("\t", " ") for line in run_lua(SETUP + script, load=LOAD + DATA).lines]

    return run


@pytest.mark.parametrize(
    "occupy",
    [
        "kts.AddMonster({ x = 2, y = 3 }, T.ghoul)",
        "world:create(Crate, Vec(3, 4))",
        'Chara.create("tiles.guard", 2, 3, {}, map)',
        'Feat.create("tiles.boulder", 2, 3, {}, map)',
        "map:set_tile(2, 3, 'tiles.rock')",
    ],
    ids=["kts", "actions", "areas", "feature", "wall"],
)
def test_all_dialects_ask_the_same_square(play: Callable[[str], list[str]], occupy: str) -> None:
    assert play(f"""
        print(agree(2, 3), agree(3, 3))
        {occupy}
        print(agree(2, 3), agree(3, 3))
    """) == ["true true", "false true"]


def test_a_character_blocks_a_world_without_entities(play: Callable[[str], list[str]]) -> None:
    assert play("""
        Chara.create("tiles.guard", 2, 3, {}, map)
        print(world.grid:hasBlockAt(Vec(3, 4)), world.grid:hasBlockAt(Vec(4, 4)))
    """) == ["true false"]


def test_areas_list_charas_only(play: Callable[[str], list[str]]) -> None:
    assert play("""
        kts.AddMonster({ x = 2, y = 3 }, T.ghoul)
        world:create(Crate, Vec(5, 4))
        local guard = Chara.create("tiles.guard", 3, 3, {}, map)
        print(Chara.at(2, 3, map), Chara.at(4, 3, map), Chara.at(3, 3, map) == guard)
        print(Chara.iter(map):length(), map:iter_charas():length(), #world:getEntities(Layers.real))
        print(agree(2, 3), agree(3, 3), agree(4, 3))
    """) == ["nil nil true", "1 1 2", "false false false"]


def test_monsters_find_squares_without_entities(play: Callable[[str], list[str]]) -> None:
    assert play("""
        for x = 1, 5 do
          for y = 1, 5 do
            if agree(x, y) and x ~= 3 then world:create(Crate, Vec(x + 1, y + 1)) end
          end
        end
        kts.AddMonsters(T.ghoul, 30)
        local crowd = {}
        for _, entity in ipairs(world:getEntities(Layers.real)) do
          local key = tostring(entity.pos)
          print(crowd[key] and key)
          crowd[key] = true
        end
    """).count("nil") == len(
        play("""
        for x = 1, 5 do
          for y = 1, 5 do
            if agree(x, y) and x ~= 3 then world:create(Crate, Vec(x + 1, y + 1)) end
          end
        end
        kts.AddMonsters(T.ghoul, 30)
        for _ in ipairs(world:getEntities(Layers.real)) do print() end
    """)
    )


def test_kts_alone_puts_a_walking_monster_under_a_flying_one(play: Callable[[str], list[str]]) -> None:
    assert play("""
        kts.AddMonster({ x = 2, y = 3 }, T.wisp)
        print(answers(2, 3))
    """) == ["true false false"]


def test_an_entity_with_the_mark_of_death_blocks_until_it_is_removed(play: Callable[[str], list[str]]) -> None:
    assert play("""
        local crate = world:create(Crate, Vec(3, 4))
        crate.dead = true
        print(agree(2, 3))
        world:removeDead(crate)
        print(agree(2, 3))
    """) == ["false", "true"]


def test_a_stamped_monster_finds_no_room_on_a_monster(run_lua: RunLua) -> None:
    ran = run_lua(
        SETUP
        + """
        local toolbox = require "host.toolbox"
        for _ = 1, 2 do toolbox.stamp(map, T.lair, 0, 1) end
        print(kts.GetTotalMonsterCount(), #world:getEntities(Layers.real), #world:takeCreatures())
        print(agree(2, 1), agree(2, 5))
        """,
        load=LOAD + DATA + 'lair = kts.LoadSegments({ floor, wall, ghoul, { floor, wisp } }, "segments.txt")[1]',
    )
    assert [line.replace("\t", " ") for line in ran.lines] == ["2 2 2", "true true"]


@pytest.mark.parametrize("where", ["map", "nil", "InstancedMap:new(9, 9)"], ids=["world", "game", "other map"])
def test_a_stamped_monster_finds_no_room_on_a_character(run_lua: RunLua, where: str) -> None:
    ran = run_lua(
        SETUP
        + f"""
        local toolbox = require "host.toolbox"
        local where = {where}
        local stamped = World.fromMap(where)
        local guard = Chara.create("tiles.guard", 2, 1, {{}}, where or map)
        for _ = 1, 2 do
          toolbox.stamp(where, T.lair, 0, 1)
          for _, entity in ipairs(stamped:getEntities(Layers.real)) do print(entity.pos) end
          guard:remove_ownership()
        end
        """,
        load=LOAD
        + DATA
        + 'lair = kts.LoadSegments({ floor, wall, { floor, ghoul }, { floor, ghoul } }, "segments.txt")[1]',
    )
    assert ran.lines == ["Vec(3, 6)", "Vec(3, 2)", "Vec(3, 6)"]


def test_a_feature_may_lie_under_a_monster(play: Callable[[str], list[str]]) -> None:
    assert play("""
        kts.AddMonster({ x = 2, y = 3 }, T.ghoul)
        print(Feat.create("base.stairs_up", 2, 3, {}, map).x, map:can_access(2, 3))
    """) == ["2 false"]


def test_the_mask_of_a_map_follows_creatures_and_tiles(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local map = InstancedMap:new(9, 9)
        map:clear "tiles.moss"
        Map.set_map(map)
        local function count()
          local free = 0
          for x = 0, 8 do
            for y = 0, 8 do free = free + (map:can_access(x, y) and 1 or 0) end
          end
          return free
        end
        print(count())
        local ghoul = kts.AddMonster({ x = 4, y = 4 }, T.ghoul)
        print(count())
        kts.AddTile({ x = 1, y = 1 }, T.wall)
        print(count())
        kts.DestroyCreature(ghoul)
        map:set_tile(2, 2, "tiles.rock")
        print(count(), kts.AddMonster({ x = 2, y = 2 }, T.ghoul))
        """,
        load=LOAD + DATA,
    )
    assert [line.replace("\t", " ") for line in ran.lines] == ["81", "80", "79", "79 nil"]


ACTS = [
    "kts.AddMonster({{ x = {x}, y = {y} }}, T.ghoul)",
    "creatures[#creatures + 1] = kts.AddMonster({{ x = {x}, y = {y} }}, T.ghoul)",
    "if is_alive(creatures[1]) then kts.TeleportTo(creatures[1], {{ x = {x}, y = {y} }}) end",
    "local last = table.remove(creatures) if is_alive(last) then kts.DestroyCreature(last) end",
    "if agree({x}, {y}) then world:create(Crate, Vec({x} + 1, {y} + 1)) end",
    "local real = world.grid:getRealAt(Vec({x} + 1, {y} + 1)) if real then real:die() end",
    "if first() and agree({x}, {y}) then world.grid:move(first(), Vec({x} + 1, {y} + 1)) end",
    'if agree({x}, {y}) then Chara.create("tiles.guard", {x}, {y}, {{}}, map) end',
    "local guard = Chara.at({x}, {y}, map) if guard then guard:remove_ownership() end",
    "world:takeCreatures()",
    "local real = world.grid:getRealAt(Vec({x} + 1, {y} + 1)) if real then real.dead = true end",
    "local guard = Chara.at({x}, {y}, map) if guard then guard.state = 'Dead' end",
    "local guard = Chara.at({x}, {y}, map) if guard then guard.is_solid = not guard.is_solid end",
    "local guard = Chara.at(3, 3, map) if guard then guard:set_pos({x}, {y}) end",
    "Feat.create('tiles.boulder', {x}, {y}, {{}}, map)",
    "local boulder = Feat.at({x}, {y}, map):nth(1) if boulder then boulder:remove_ownership() end",
    "map:set_tile({x}, {y}, 'tiles.rock')",
    "map:set_tile({x}, {y}, 'tiles.moss')",
    "kts.AddTile({{ x = {x}, y = {y} }}, T.wall)",
    "world:create(Block, Vec({x} + 1, {y} + 1))",
    "local wall = world.grid:getWallAt(Vec({x} + 1, {y} + 1)) if wall then world:removeDead(wall) end",
    "toolbox.stamp(map, T.lair, {x} % 3, {y} % 3)",
    "hero:executeMove {{ direction = Vec({x} % 3 - 1, {y} % 3 - 1) }}",
    "play(world, 1, {x} % 3 - 1, {y} % 3 - 1)",
    "map:take_object(chara, {x}, {y})",
]
LAIR = 'lair = kts.LoadSegments({ floor, wall, { floor, ghoul }, ghoul }, "segments.txt")[1]'


@pytest.mark.slow
@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(1, 5), st.integers(1, 5)), max_size=25))
def test_dialects_agree_after_any_acts(run_shared: RunLua, acts: list[tuple[str, int, int]]) -> None:
    helpers = """
        local toolbox = require "host.toolbox"
        local creatures, hero = {}, world:create(Hero, Vec(2, 3))
        local chara = Chara.create("tiles.guard", nil, nil, { ownerless = true })
        local function is_alive(creature) return creature and kts.IsAlive(creature) end
        local function first() return world:getEntities(Layers.real)[1] end
    """
    script = helpers + "\n".join(f"do {act.format(x=x, y=y)} end" for act, x, y in acts)
    ran = run_shared(
        SETUP + script + "\nfor x = 0, 6 do for y = 0, 6 do agree(x, y) end end print 'agreed'", load=LOAD + DATA + LAIR
    )
    assert ran.lines[-1] == "agreed"
