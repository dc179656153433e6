"""Entities in saves: their fields and references, and that play continues as it would without the save."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from host import Host, HostError
from host.errors import InternalError
from host.save.contents import ChunkKey
from host.save.save_file import SaveFile, read
from tests.helpers import ROOT, MakeMod
from tests.save.test_forged_saves import forged

CRITTERS = ROOT / "mods" / "critters"

# A mod whose game is played by turns: `begin` makes a world, `play` plays turns of one that is there and tells of each.
PLAY = """
local halls = Generator(40, 30, { enemy_density = 0 })
local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
Floor.layer, Wall.layer = Layers.floor, Layers.wall
registerEntity(Floor) registerEntity(Wall)
local M = {}
local critters = Mods.Critters
local function draw(world, path)
  local ok, id = pcall(world.drawFromPool, world, path)
  return ok and id or nil
end
function M.fill(world, squares)
  world.zone, world.floor, world.rarity = "z1", "f1", "common"
  local hero = world:create(critters.Entities.knight, squares[1])
  hero:equip(critters.Items.shield)
  hero:equip(critters.Items.ring)
  hero.friends = { hero }
  for i = 5, #squares, 7 do
    if not world.grid:getRealAt(squares[i]) then
      local id = draw(world, "e.~.~.enemy")
      local made = world:create(Entities[id], squares[i])
      made.target, made.note = hero, { at = squares[i], i = i, hero.pos }
      hero.friends[#hero.friends + 1] = made
    end
  end
  for i = 8, #squares, 11 do
    local id = draw(world, "i.~.weapon") or draw(world, "i.~")
    pcall(world.createDroppedItem, world, id, squares[i])
  end
  for i, name in ipairs { "chest", "bomb", "spikes", "crate" } do
    local pos = squares[3 + 2 * i]
    if not world.grid:getRealAt(pos) then world:create(critters.Entities[name], pos) end
  end
end
local WAYS = { Vec(1, 0), Vec(0, 1), Vec(1, 0), Vec(-1, 0), Vec(0, -1), Vec(1, 0) }
local function tell(entity)
  local parts = { tostring(entity), tostring(entity.pos), tostring(entity.orientation),
    type(entity.state) == "table" and table.concat(entity.state, "+") or entity.state }
  if entity.hp then parts[#parts + 1] = entity.hp:get() end
  local sequence = entity.sequence
  if sequence then parts[#parts + 1] = sequence.currentStepIndex .. "/" .. sequence.repetCounter end
  if entity.statuses then
    for _, name in ipairs { "stun", "poison", "web" } do parts[#parts + 1] = entity.statuses:get(name) end
  end
  if entity.target then parts[#parts + 1] = tostring(entity.target) .. tostring(entity.target.dead) end
  if entity.inventory then
    for slot = 1, 10 do
      for i = 1, 3 do
        local item = entity.inventory:get(slot, i)
        parts[#parts + 1] = item and slot .. ":" .. item.id or nil
      end
    end
  end
  local attack = entity:getStat(StatTypes.Attack)
  parts[#parts + 1] = attack and attack.damage .. "+" .. attack.pierce
  return table.concat(parts, " ")
end
function M.play(world, turns, toward)
  for _ = 1, turns do
    local player = world:getPlayers()[1]
    if not player then print("over") return end
    local prey
    for _, one in ipairs(world:getEntities(Layers.real)) do
      if one ~= player and one.decorators.Acting then prey = one break end
    end
    local way = WAYS[world.turn % #WAYS + 1]
    if prey and world.turn % 3 ~= 0 then
      way = (prey.pos - player.pos):normComps()
      if way.x ~= 0 then way = Vec(way.x, 0) end
    end
    world:setPlayerActions(way, 1)
    world:gameLoop()
    for _, layer in ipairs { "real", "dropped", "trap", "projectile", "gold" } do
      for _, one in ipairs(world:getEntities(Layers[layer])) do print(world.turn, tell(one)) end
    end
  end
  for x = 1, world.width, 5 do
    local floor = world.grid:getFloorAt(Vec(x, 3))
    print(x, floor and tostring(floor), world.grid:isWall(x, 4), draw(world, "i.~"))
  end
end
function M.squares(world)
  local found = {}
  for y = 1, world.height do
    for x = 1, world.width do
      local pos = Vec(x, y)
      if not world.grid:hasBlockAt(pos) and world.grid:getFloorAt(pos) then found[#found + 1] = pos end
    end
  end
  return found
end
function M.halls()
  halls = Generator(40, 30, { enemy_density = 0 })
  halls:addNode(halls:start(6, 6))
  halls:generate()
  halls:prune()
  local world = World(halls.width, halls.height)
  world:materializeGenerator(halls, Floor, Wall)
  return world
end
return M
"""
MANIFEST = 'id = "p"\nversion = "1.0"\ndialects = ["actions"]\n[dependencies]\ncritters = "*"\n'


@pytest.fixture
def played(make_mod: MakeMod) -> Path:
    mod = make_mod("p", PLAY)
    (mod / "mod.toml").write_text(MANIFEST)
    return mod


def run(folder: Path, mods: list[Path], script: str, seed: int, save: Path | None = None) -> list[str]:
    path = folder / "script.lua"
    path.write_text(script, encoding="utf-8")
    lines: list[str] = []
    host = Host(mods, output=lines.append)
    host.run_script(path, seed=seed, save=save)
    assert [str(one) for one in host.warnings if "the save was" not in str(one)] == []
    return [line.replace("\t", " ") for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_play_goes_on_as_without_the_save(played: Path, tmp_path: Path, seed: int) -> None:
    mods = [CRITTERS, played]
    begin = "local P = require 'p'; local world = P.halls(); P.fill(world, P.squares(world))"
    save = tmp_path / "x.save"
    turns = 3 + 5 * seed
    straight = run(tmp_path, mods, f"{begin} P.play(world, {turns}) P.play(world, 25)", seed)
    first = run(tmp_path, mods, f"{begin} P.play(world, {turns})", seed, save)
    again = run(tmp_path, mods, "require('p').play(World.fromMap(), 25)", seed, save)
    assert first + again == straight


@pytest.mark.parametrize("seed", [1, 2])
def test_play_goes_on_as_without_a_save_in_place(played: Path, tmp_path: Path, seed: int) -> None:
    script = """
        local P = require 'p'
        local world = P.halls()
        P.fill(world, P.squares(world))
        P.play(world, 9)
        between()
        P.play(world, 25)
    """
    cycle = "local between = require('api.test.TestUtil').save_cycle\n"
    straight = run(tmp_path, [CRITTERS, played], "local function between() end\n" + script, seed)
    assert run(tmp_path, [CRITTERS, played], cycle + script, seed) == straight


BEINGS = """
local Being = class("Being", Entity)
Being.layer = Layers.real
Decorators.Start(Being)
for _, name in ipairs {
  "Acting", "Ticking", "Sequential", "DynamicStats", "Attackable", "Attacking", "Moving", "Displaceable", "WithHP",
  "Killable", "Statused", "Inventory",
} do
  decorate(Being, Decorators[name])
end
Retouchers.Algos.general(Being)
Retouchers.Invincible.ifHit(Being)
Being.baseModifiers = { hp = { amount = 10 }, attack = { damage = 1, pierce = 1 }, resistance = { invincible = 3 } }
local None = require "@action.actions.none"
Being.sequenceSteps = { { action = None }, { action = None, repet = 3 }, { action = None } }
local Friend = class("Friend", Being)
copyChains(Being, Friend)
local Tinker, StatTinker = require "@tinkers.tinker", require "@tinkers.stattinker"
local Burn = class("Burn", require "@status.status")
Burn.amount = 3
local M = { ticks = 0, Tinker = Tinker }
M.counting = Tinker { { "tick", function(event) event.actor.ticked = (event.actor.ticked or 0) + 1 end } }
function M.handler() end
M.Plain = class("Plain")
M.Being, M.Friend = Being, Friend
M.entities = nil
registerEntity(Being) registerEntity(Friend, "pal")
registerStatus("burn", Burn(Tinker { { "tick", function(event) event.actor:takeDamage(1) end } }))
M.ring = registerItem((class("Ring", Item))(StatTinker { { StatTypes.Attack, "damage", 4 } }), "ring")
M.coin = registerItem(Item(), "coin")
return M
"""


@pytest.fixture
def beings(make_mod: MakeMod) -> Path:
    mod = make_mod("b", BEINGS)
    (mod / "mod.toml").write_text('id = "b"\nversion = "1.0"\ndialects = ["actions", "areas"]\n')
    return mod


def test_entities_come_back_with_what_they_have(beings: Path, tmp_path: Path) -> None:
    save = tmp_path / "x.save"
    run(
        tmp_path,
        [beings],
        """
        local B = require "b"
        local world = World(9, 9)
        world.weather, world.zone = { "rain" }, "z1"
        local a = world:create(B.Being, Vec(2, 2))
        local b = world:create(B.Friend, Vec(3, 2))
        local dead = world:create(B.Being, Vec(4, 2))
        a.friend, b.friend, b.killed, a.home, a.kind = b, a, dead, Vec(7, 7), B.Friend
        a.list = { b, { b, dead }, [b] = "by entity" }
        a.own = B.Plain()
        a.own.x = { a }
        dead.hp:takeDamage(99)
        dead:die()
        a:equip(Items[B.ring])
        b:equip(Items[B.coin])
        b:setStat(StatTypes.Attack, "damage", 7)
        B.counting:tink(a)
        B.counting:tink(a)
        a.decorators.Statused:activate(a, { status = { burn = 1 } })
        world:gameLoop()
        a:beAttacked({ attack = b:getStat(StatTypes.Attack), direction = Vec(-1, 0) })
        world:createDroppedItem(B.coin, Vec(5, 5))
        world:createDroppedItem(B.ring, Vec(5, 5))
        world:registerGold(30, Vec(6, 6))
        a.layers, a.sevens = { 1, 2, [4] = 4 }, 7 / 3
        print(a, b, dead, a.hp:get(), a.ticked, world.turn)
        """,
        4,
        save,
    )
    lines = run(
        tmp_path,
        [beings],
        """
        local B = require "b"
        local world = World.fromMap()
        local a, b = table.unpack(world:getEntities(Layers.real))
        print(class.name(a), class.name(b), a.friend == b, b.friend == a, b.killed.dead, b.killed.world == world)
        print(a.list[1] == b, a.list[2][2] == b.killed, a.list[b], a.kind == B.Friend, a.home + Vec(1, 0))
        print(class.is(a.own, B.Plain), a.own.x[1] == a, a.sevens == 7 / 3, world.weather[1], world.turn, a.id, b.id)
        local strength = StatTypes.Attack
        print(a:getStat(strength).damage, b:getStat(strength).damage, a.inventory:get(7) == Items[B.ring])
        print(a.hp:get(), a.statuses:get("burn"), a.ticked, a.sequence.currentStepIndex)
        a:beAttacked({ attack = b:getStat(StatTypes.Attack), direction = Vec(-1, 0) })
        print("still invincible", a.hp:get())
        for _ = 1, 4 do
          world:gameLoop()
          print(a.hp:get(), a.statuses:get("burn"), a.ticked, a.sequence.currentStepIndex, a.sequence.repetCounter)
        end
        a:beAttacked({ attack = b:getStat(StatTypes.Attack), direction = Vec(-1, 0) })
        print("not any more", a.hp:get())
        a:unequip(Items[B.ring])
        print(a:getStat(StatTypes.Attack).damage, world.grid:getDroppedAt(a.pos).state[1] == B.ring)
        B.counting:untink(a)
        B.counting:untink(a)
        world:gameLoop()
        print(a.ticked)
        local pile, gold = world.grid:getDroppedAt(Vec(5, 5)), world.grid:getByLayer(Vec(6, 6), Layers.gold)
        print(#pile.state, pile.state[1] == B.coin, pile.state[2] == B.ring, gold.state)
        print(world:create(B.Being, Vec(9, 9)).id)
        """,
        4,
        save,
    )
    assert lines == [
        "Being Friend true true true true",
        "true true by entity true Vec(8, 7)",
        "true true true rain 1 1 2",
        "5 7 true",
        "2 2 2 2",
        "still invincible 2",
        "1 1 4 2 1",
        "0 0 6 2 2",
        "0 0 8 3 0",
        "0 0 10 1 0",
        "not any more 0",
        "1 true",
        "10",
        "2 true true 30",
        "7",
    ]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("a.payload = { 1, { print } }", "b.Being 2 → payload[2][1]: function"),
        (
            "a.chains.tick:addHandler(B.handler)",
            "b.Being 2 → chains.tick: a handler that was added to this entity alone",
        ),
        ("B.Tinker({ { 'tick', B.handler } }):tink(a)", "a tinker that was made during play"),
        ("a.bag = Item()", "b.Being 2 → bag: an item that is not registered"),
        ("a.chain = Chain()", "b.Being 2 → chain: a SortedChain"),
        ("a.halls = Generator(40, 30, {})", "b.Being 2 → halls: a Generator"),
        ("a.thread = { coroutine.create(print) }", "b.Being 2 → thread[1]: thread"),
        ("world.grid:watchOnto(Vec(3, 2), print)", "the world of a map → grid: a watcher of (3, 2) is a function"),
        ("world.callback = print", "the world of a map → callback: function"),
        ("save.b.other = Entity", None),
        (
            "world:usePool('i', require('@items.pool.create')({}, {}))",
            'its own pool for "i", by usePool: that cannot be saved',
        ),
        ("class('Twin'); local t = class('Twin'); a.twin = t()", "an instance of Twin, which is not the only class of"),
    ],
    ids=[
        "field",
        "handler",
        "tinker",
        "item",
        "chain",
        "generator",
        "thread",
        "watcher",
        "world",
        "class",
        "pool",
        "twin",
    ],
)
def test_what_cannot_be_saved_is_refused_with_its_path(
    beings: Path, tmp_path: Path, script: str, message: str | None
) -> None:
    begin = "local B = require 'b'; local world = World(9, 9); local a = world:create(B.Being, Vec(2, 2))"
    save = tmp_path / "x.save"
    run(tmp_path, [beings], begin, 1, save)
    before = read(save).chunks
    if message is None:
        run(tmp_path, [beings], f"{begin} {script}", 1, save)
        return
    with pytest.raises(HostError) as caught:
        run(tmp_path, [beings], f"{begin} {script}", 1, save)
    assert message in str(caught.value)
    assert read(save).chunks == before


def test_floors_of_areas_keep_their_entities(beings: Path, tmp_path: Path) -> None:
    save = tmp_path / "x.save"
    begin = """
        local B = require "b"
        local home, other = InstancedMap:new(12, 8, "base.floor"), InstancedMap:new(6, 6, "base.floor")
        Chara.set_player(Chara.create("b.rat", 1, 1, {}, home))
        Map.set_map(home)
        local world = World.fromMap(home)
        local a, b = world:create(B.Being, Vec(3, 3)), World.fromMap(other):create(B.Friend, Vec(2, 2))
        a.pet, a.elsewhere, a.map = Chara.player(), b, other
        Chara.player().rider, home.guard, save.b.friend = a, a, b
        world:gameLoop()
        home:set_tile(5, 5, "base.wall")
    """
    play = """
        for turn = 1, 6 do
          world:gameLoop()
          print(world.turn, a.pos, a.sequence.currentStepIndex, a.sequence.repetCounter, Rand.rnd(1000))
        end
    """
    (beings / "init.lua").write_text('data:add { _type = "base.chara", _id = "rat" }\n' + BEINGS)
    run(tmp_path, [beings], begin, 2, save)
    lines = run(
        tmp_path,
        [beings],
        f"""
        local B = require "b"
        local home, player = Map.current(), Chara.player()
        local world, a = World.fromMap(home), player.rider
        local other, friend = World.fromMap(a.map), save.b.friend
        print(home.guard == a, a.pet == player, a.elsewhere == friend, a.map == friend.world, a.world == world)
        print(friend.world == other, other:getEntities(Layers.real)[1] == a.elsewhere)
        print(world.grid:isWall(6, 6), home:is_floor(5, 5), world.grid:getRealAt(Vec(3, 3)) == a)
        {play}
        """,
        2,
        save,
    )
    assert lines[:3] == ["true true true false true", "true true", "true false true"]
    assert lines[3:] == run(tmp_path, [beings], begin + play, 2)


def test_save_cycle_keeps_entities_that_mods_hold(beings: Path, tmp_path: Path) -> None:
    lines = run(
        tmp_path,
        [beings],
        """
        local B = require "b"
        local world = World(9, 9)
        local a = world:create(B.Being, Vec(2, 2))
        a.note = { a }
        world:gameLoop()
        require("api.test.TestUtil").save_cycle()
        print(a.hp:get(), a.note[1] == a, world.grid:getRealAt(Vec(2, 2)) == a, World.fromMap() == world, world.turn)
        world:gameLoop()
        print(a.sequence.currentStepIndex, #world:getEntities(Layers.real))
        """,
        1,
    )
    assert lines == ["10 true true true 1", "2 1"]


def test_a_save_in_a_turn_waits_for_its_end(beings: Path, tmp_path: Path) -> None:
    save = tmp_path / "x.save"
    script = """
        local B = require "b"
        local Save = require("api.Save")
        Retouchers.utils.retouch(B.Friend, "tick", function(event)
          if event.actor.world.turn == 2 then Save.save() end
        end)
        local world = World(9, 9)
        world:create(B.Friend, Vec(2, 2))
        for _ = 1, 5 do world:gameLoop() end
        error("not at the end")
    """
    mod = beings / "init.lua"
    mod.write_text(BEINGS.replace("return M", "M.retouch = Retouchers.utils.retouch\nreturn M"))
    with pytest.raises(HostError, match="not at the end"):
        run(tmp_path, [beings], script.replace("Retouchers.utils.retouch(B.Friend", "B.retouch(B.Friend"), 1, save)
    assert run(tmp_path, [beings], "print(World.fromMap().turn)", 1, save) == ["2"]


def test_entities_of_a_script_come_when_it_asks_for_the_world(tmp_path: Path) -> None:
    cast = """
        local Floor, Wall, Rat = class("Floor", Entity), class("Wall", Entity), class("Rat", Entity)
        Floor.layer, Wall.layer, Rat.layer = Layers.floor, Layers.wall, Layers.real
        local Note = class("Note")
    """
    save = tmp_path / "x.save"
    run(
        tmp_path,
        [],
        cast
        + """
        local world = World(6, 4)
        world:createFloors(Floor)
        world:create(Wall, Vec(1, 1))
        local a, b = world:create(Rat, Vec(2, 2)), world:create(Rat, Vec(3, 2))
        a.friend, b.friend, a.note = b, a, Note()
        a.note.text = "x"
        """,
        1,
        save,
    )
    # A run without those classes leaves them as they are.
    assert run(tmp_path, [], "print(#World.fromMap():getEntities(Layers.real))", 1, save) == ["0"]
    lines = run(
        tmp_path,
        [],
        cast
        + """
        local world = World.fromMap()
        local a, b = table.unpack(world:getEntities(Layers.real))
        print(a.friend == b, b.friend == a, class.is(a.note, Note), a.note.text, a.pos, b.pos)
        print(class.is(world.grid:getFloorAt(Vec(2, 2)), Floor), class.is(world.grid:getWallAt(Vec(1, 1)), Wall))
        """,
        1,
        save,
    )
    assert lines == ["true true true x Vec(2, 2) Vec(3, 2)", "true true"]


def test_entities_of_a_missing_mod_wait_for_it(beings: Path, make_mod: MakeMod, tmp_path: Path) -> None:
    other = make_mod("o", "local M = { Thing = class('Thing', Entity) }\nM.Thing.layer = Layers.real\n"
                     "registerEntity(M.Thing)\nregisterItem(Item(), 'gem')\nreturn M")  # fmt: skip
    (other / "mod.toml").write_text('id = "o"\nversion = "1.0"\ndialects = ["actions"]\n')
    save = tmp_path / "x.save"
    run(
        tmp_path,
        [beings, other],
        """
        local B, O = require "b", require "o"
        local world = World(9, 9)
        local thing = world:create(O.Thing, Vec(1, 1))
        local a = world:create(B.Being, Vec(2, 2))
        thing.x, thing.friend, a.friend = { 5 }, a, thing
        a:equip(Mods.O.Items.gem)
        """,
        1,
        save,
    )
    look = """
        local world = World.fromMap()
        for _, one in ipairs(world:getEntities(Layers.real)) do
          print(one, one.inventory and one.inventory:get(7) ~= nil, pcall(function() return one.friend.x end))
        end
        world:gameLoop()
    """
    (line,) = run(tmp_path, [beings], look, 1, save)
    assert line.startswith("Being 2 false false ")
    assert "a mod that is not loaded" in line
    lines = run(tmp_path, [beings, other], look.replace("one.friend.x", "one.friend.friend == one"), 1, save)
    assert lines == ["Thing 1 nil true true", "Being 2 true true true"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], dict[ChunkKey, bytes]]:
    folder = tmp_path_factory.mktemp("kept")
    (folder / "p").mkdir()
    (folder / "p" / "mod.toml").write_text(MANIFEST)
    (folder / "p" / "init.lua").write_text(PLAY)
    begin = "local P = require 'p'; local world = P.halls(); P.fill(world, P.squares(world)) P.play(world, 12)"
    run(folder, [CRITTERS, folder / "p"], begin, 4, folder / "x.save")
    found = read(folder / "x.save")
    return folder, {key: value for key, value in found.header.items() if key not in ("count", "chunks")}, found.chunks


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, int(os.environ.get("FORGED", "20")), 20))
def test_forged_worlds_are_read_or_refused(
    kept: tuple[Path, dict[str, Any], dict[ChunkKey, bytes]], start: int
) -> None:
    folder, header, chunks = kept
    (folder / "script.lua").write_text("require('p').play(World.fromMap(), 3)")
    refused = 0
    for number in range(start, start + 20):
        draw = random.Random(number)
        key = draw.choice([key for key in sorted(chunks) if key[0] in ("world", "pools", "ground")])
        file = folder / "forged.save"
        file.unlink(missing_ok=True)
        SaveFile(file).write(header, {**chunks, key: forged(chunks[key], draw)}, [])
        host = Host([CRITTERS, folder / "p"], output=lambda _: None)
        told = ""
        try:
            host.run_script(folder / "script.lua", save=file)
        except InternalError:
            raise
        except HostError as error:
            told = str(error)
        # Errors of the mod itself are its own: what it keeps may be anything.
        assert told.startswith("p/") or not any(one in told for one in ("Traceback", "[host]", "attempt to")), (
            number,
            key,
            told,
        )
        refused += bool(told)
    assert refused


def test_entities_wait_in_a_save_while_no_mod_of_their_dialect_is_loaded(tmp_path: Path) -> None:
    save = tmp_path / "s.save"
    keys = ["east", "east", "south", "south", "down", "get", "down", "north", "north", "west", "west", "save"]
    Host(["undercroft"], output=lambda _: None).travel("undercroft", key_presser(keys), seed=2, save=save)
    with_entities = {key for key in read(save).chunks if key[0] == "world"}
    assert with_entities
    Host(["overworld"], output=lambda _: None).travel("overworld", key_presser(["east", "save"]), save=save)
    assert {key for key in read(save).chunks if key[0] == "world"} == with_entities


def key_presser(keys: list[str]) -> Any:
    """Return a view for `Host.travel` that presses keys in turn."""
    left = iter(keys)
    return lambda *_: next(left, None)


def test_a_save_has_all_worlds_of_a_game(tmp_path: Path) -> None:
    """The one that is shown, another one, and one without squares."""
    lines: list[str] = []
    scripts = [
        """
        local world = World(5, 5)
        world:show()
        world.others = { World(3, 2), World() }
        """,
        """
        local others = World.fromMap().others
        print(others[1].width, others[1].height, others[2].width, #others[2].grid.walls)
        """,
    ]
    for script in [scripts[0], scripts[1], scripts[1]]:
        path = tmp_path / "script.lua"
        path.write_text(script)
        Host(["critters"], output=lines.append).run_script(path, seed=1, save=tmp_path / "game.save")
    assert lines == ["3 2 0 0", "3 2 0 0"]
