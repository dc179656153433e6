"""A mod as authors for Dungeon Hopper write them, and how it plays: nothing in it is written for the host."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua, run_command, write_mod

Room = Callable[[str], list[str]]

# The layout of that program's own mod: no manifest, a file for each class, requires of all spellings.
FILES = {
    "main.lua": """
        return {
          entities = {
            player = require ".entities.player", ghoul = require ".entities.ghoul", bomb = require ".entities.bomb",
            chest = require ".entities.chest", dirt = require ".entities.dirt", spikes = require ".entities.spikes",
            arrow = require ".entities.arrow", tile = require ".base.tile",
          },
          items = {
            pike = require ".items.pike", shell = require ".items.shell", gloves = require ".items.gloves",
          },
          attackSources = { "Explosion" },
          stats = {
            Explosion = { "explosion", require ".effects.explosion" },
            StuckRes = { "resistance", { "stuck", 1 } },
          },
          status = { stun = require ".status.stun", bind = require ".status.bind" },
          decorators = { require ".decorators.init", require ".decorators.bouncing" },
          bases = {}, requiredMods = {},
        }
    """,
    "base/utils.lua": """
        local utils = require "@action.handlers.utils"
        local Bite = utils.activateDecorator "Attacking"
        return { BiteMove = Action.fromHandlers("BiteMove", { Bite, utils.applyHandler "executeMove" }) }
    """,
    "base/tile.lua": """
        local Tile = class("Tile", Entity)
        Tile.layer = Layers.floor
        return Tile
    """,
    "base/envobject.lua": """
        local EnvObject = class("EnvObject", Entity)
        EnvObject.layer = Layers.real
        Decorators.Start(EnvObject)
        for _, name in ipairs { "Attackable", "WithHP", "Killable", "Pushable", "Displaceable", "DynamicStats" } do
          decorate(EnvObject, Decorators[name])
        end
        EnvObject.baseModifiers = { hp = { amount = 1 } }
        return EnvObject
    """,
    "base/enemy.lua": """
        USE_NAME = true
        local Enemy = class("Enemy", require "@base.entity")
        Enemy.layer = Layers.real
        Decorators.Start(Enemy)
        Decorators.General(Enemy)
        for _, name in ipairs {
          "Killable", "Ticking", "Attackable", "Attacking", "Moving", "Pushable", "Displaceable", "Statused",
          "DynamicStats", "WithHP",
        } do
          decorate(Enemy, Decorators[name])
        end
        Retouchers.Skip.noPlayer(Enemy)
        Retouchers.Skip.self(Enemy)
        Retouchers.Skip.blockedMove(Enemy)
        Retouchers.Reorient.onActionSuccess(Enemy)
        return Enemy
    """,
    "entities/player.lua": """
        local utils = require "@base.utils"
        local Player = class("Player", Entity)
        Player.layer = Layers.player
        Decorators.Start(Player)
        for _, decorator in ipairs {
          Decorators.Acting, Decorators.Ticking, Decorators.Killable, Decorators.WithHP, Decorators.Moving,
          Decorators.Displaceable, Decorators.Attacking, Decorators.Attackable, Decorators.Pushable,
          Decorators.Statused, Decorators.PlayerControl, Decorators.Inventory, Decorators.DynamicStats,
          Decorators.Digging, Decorators.Interacting,
        } do
          decorate(Player, decorator)
        end
        Retouchers.Algos.simple(Player)
        Retouchers.Skip.emptyAttack(Player)
        Retouchers.Skip.emptyDig(Player)
        Retouchers.Skip.blockedMove(Player)
        Retouchers.Equip.onDisplace(Player)
        Retouchers.Reorient.onActionSuccess(Player)
        Player.baseModifiers = {
          attack = { damage = 1, pierce = 1 }, dig = { power = 1, damage = 1 }, hp = { amount = 8 },
        }
        Player.generateAction = utils.activateDecorator(Decorators.PlayerControl)
        function Player:calculateAction() end
        return Player
    """,
    "entities/ghoul.lua": """
        local Enemy = require ".base.enemy"
        local handlers = require "modules.utils.handlers"
        local Ghoul = class("Ghoul", Enemy)
        copyChains(Enemy, Ghoul)
        Ghoul.priority = 10
        Ghoul.baseModifiers = {
          hp = { amount = 3 }, move = { distance = 1, ignore = 0 }, attack = { damage = 1, pierce = 1 },
          push = { power = 1 }, status = { stun = 1 }, resistance = { armor = 0, push = 0 },
        }
        Ghoul.sequenceSteps = {
          { action = require "@action.actions.none", exit = handlers.turnToPlayer },
          { action = require(".base.utils").BiteMove, movs = require "@sequence.movs.basic", fail = 2 },
        }
        return Ghoul
    """,
    "entities/bomb.lua": """
        local EnvObject = require ".base.envobject"
        local Bomb = class("Bomb", EnvObject)
        copyChains(EnvObject, Bomb)
        Bomb.layer = Layers.misc
        decorate(Bomb, Decorators.Acting)
        decorate(Bomb, Decorators.Ticking)
        decorate(Bomb, Decorators.Sequential)
        Retouchers.Algos.simple(Bomb)
        Retouchers.Attackableness.no(Bomb)
        Bomb.baseModifiers = { hp = { amount = 1 }, explosion = { damage = 3 } }
        Bomb.sequenceSteps = {
          { action = require "@action.actions.none", repet = 2 },
          { action = Action.fromHandlers("Explode", require ".handlers.explode") },
        }
        return Bomb
    """,
    "entities/chest.lua": """
        local EnvObject = require ".base.envobject"
        local Chest = class("Chest", EnvObject)
        copyChains(EnvObject, Chest)
        decorate(Chest, Decorators.Interactable)
        decorate(Chest, require ".decorators.init")
        Retouchers.Attackableness.constant(Chest, Attackableness.IF_NEXT_TO)
        require ".retouchers.insides"(Chest)
        local Options = require "@items.insides.options"
        Chest.insides = {
          { id = Options.ITEM_FROM_POOL, poolId = "i.common.trinket" }, { id = Options.GOLD, amount = 3 },
        }
        return Chest
    """,
    "entities/dirt.lua": """
        local Dirt = class("Dirt", Entity)
        Dirt.layer = Layers.wall
        Decorators.Start(Dirt)
        decorate(Dirt, Decorators.Diggable)
        decorate(Dirt, Decorators.WithHP)
        decorate(Dirt, Decorators.Killable)
        decorate(Dirt, Decorators.DynamicStats)
        decorate(Dirt, Decorators.Attackable)
        Retouchers.Attackableness.no(Dirt)
        Dirt.baseModifiers = { hp = { amount = 1 }, resistance = { dig = 1 } }
        return Dirt
    """,
    "entities/spikes.lua": """
        local Spikes = class("Spikes", Entity)
        Spikes.layer = Layers.trap
        Spikes.state = require(".enums.pressed").UNPRESSED
        Decorators.Start(Spikes)
        decorate(Spikes, Decorators.Ticking)
        decorate(Spikes, require "modules.test.decorators.bouncing")
        require ".retouchers.trap"(Spikes)
        return Spikes
    """,
    "entities/arrow.lua": """
        local Arrow = class("Arrow", Entity)
        Arrow.layer = Layers.projectile
        Decorators.Start(Arrow)
        for _, name in ipairs {
          "Acting", "Ticking", "Moving", "Displaceable", "Attacking", "DynamicStats", "Killable", "Sequential",
        } do
          decorate(Arrow, Decorators[name])
        end
        Retouchers.Algos.general(Arrow)
        Arrow.baseModifiers = { attack = { damage = 2, pierce = 1 }, move = { ignore = 0 } }
        Retouchers.Skip.emptyAttack(Arrow)
        Retouchers.Skip.blockedMove(Arrow)
        Arrow.sequenceSteps = {
          { action = require "@action.actions.attackmove", movs = require "@sequence.movs.straight", success = 1,
            fail = 1 },
        }
        return Arrow
    """,
    "enums/pressed.lua": "return { PRESSED = 2, UNPRESSED = 1 }",
    "effects/explosion.lua": """
        local Effect = require "@action.effects.effect"
        local Explosion = class("ExplosionEffect", Effect)
        Explosion.modifier = { { "damage", 1 }, { "power", 1 }, { "distance", 1 } }
        return Explosion
    """,
    "handlers/explode.lua": """
        local interactor = require ".interactors.explode"
        return function(event)
          local actor = event.actor
          local expl = actor:getStat(StatTypes.Explosion)
          for x = -1, 1 do
            for y = -1, 1 do interactor(actor, Vec(x, y), expl) end
          end
          event.success, event.propagate = true, false
          actor:die()
        end
    """,
    "interactors/explode.lua": """
        local AttackAction = require "@action.actions.attack"
        local Attack, Push = require "@action.effects.attack", require "@action.effects.push"
        return function(actor, direction, expl)
          local action = AttackAction()
          action:setDirection(direction)
          action.attack = Attack { damage = expl.damage, source = "explosion", pierce = 1, power = expl.power }
          action.push = Push { distance = expl.distance, power = 1 }
          for _, entity in ipairs(actor.world.grid:getAllAt(actor.pos + direction)) do
            entity:beAttacked(action)
            if not entity.dead then entity:bePushed(action) end
          end
        end
    """,
    "decorators/init.lua": """
        local Decorator = require "@decorators.decorator"
        local Init = class("Init", Decorator)
        Init.affectedChains = { { "init", {} } }
        function Init:__construct(entity)
          entity.chains.init:pass { actor = entity, propagate = true }
        end
        return Init
    """,
    "decorators/bouncing.lua": """
        local utils = require "@decorators.utils"
        local Decorator = require "@decorators.decorator"
        local Changes = require "render.changes"
        local pressed = require "modules.test.enums.pressed"
        local Move = require "@action.effects.move"
        local function bounce(event)
          local move = Move { distance = 1 }
          move.direction = event.action.direction
          event.targets = { event.actor.world.grid:getRealAt(event.actor.pos) }
          for _, target in ipairs(event.targets) do target:displace(move) end
        end
        local Bouncing = class("Bouncing", Decorator)
        Bouncing.affectedChains = {
          { "checkBounce", { function(event) event.propagate = event.actor.state == pressed.UNPRESSED end } },
          { "bounce", { bounce, utils.regChangeFunc(Changes.Bounce), { function(event)
            event.actor.state = pressed.PRESSED
          end, Ranks.LOWEST } } },
        }
        Bouncing.activate = utils.checkApplyCycle("checkBounce", "bounce")
        return Bouncing
    """,
    "retouchers/trap.lua": """
        local utils = require "@retouchers.utils"
        local function watch(event)
          local spikes = event.actor
          if spikes.world.grid:getRealAt(spikes.pos) then
            spikes.decorators.Bouncing:activate(spikes, { direction = Vec(0, 1) })
          end
        end
        return function(entityClass) utils.retouch(entityClass, "tick", { watch, Ranks.HIGH }) end
    """,
    "retouchers/insides.lua": """
        local utils = require "@retouchers.utils"
        local setup, realizers = require "@items.insides.setup", require "@items.insides.realizers"
        local function prepare(event)
          local actor = event.actor
          actor.insides = table.map(actor.insides, function(option)
            return setup[option.id] and setup[option.id](actor, option) or option
          end)
        end
        local function spill(event)
          for _, option in ipairs(event.actor.insides) do realizers[option.id](event.actor, option) end
        end
        return function(entityClass)
          utils.retouch(entityClass, "init", prepare)
          utils.retouch(entityClass, "die", { spill, Ranks.LOW })
        end
    """,
    "items/pike.lua": """
        local Weapon, Pattern = require "@items.weapons.weapon", require "@items.weapons.pattern"
        local pattern = Pattern()
        pattern:add(Vec(1, 0), Vec(1, 0), false)
        pattern:add(Vec(2, 0), Vec(1, 0), true)
        local Pike = class("Pike", Weapon)
        Pike.pattern = pattern
        return Pike()
    """,
    "items/shell.lua": """
        local Tinker = require "@tinkers.tinker"
        local Shell = class("Shell", Item)
        Shell.slot = InventorySlots.body
        local shell
        local function absorb(event)
          if event.action.attack.damage > 0 then
            event.action.attack.damage = 0
            event.actor:removeItem(shell)
          end
        end
        shell = Shell(Tinker { { "defence", { absorb, Ranks.LOWEST } } })
        return shell
    """,
    "items/gloves.lua": """
        local StatTinker = require "@tinkers.stattinker"
        return Item(StatTinker { { StatTypes.Attack, "damage", 1 }, { StatTypes.Status, "bind", 1 } })
    """,
    "status/stun.lua": """
        local Status = require "@status.status"
        local Stun = class("Stun", Status)
        Stun.amount = 2
        Stun.overlay = Status.RESET
        return Stun(require ".tinkers.preventaction")
    """,
    "status/bind.lua": """
        local StoreTinker = require "@tinkers.storetinker"
        local Status = require "@status.status"
        local tinker = StoreTinker(function(tinker)
          return {
            { "getMove", { function(event)
              local store = tinker:getStore(event.actor)
              store.held = store.held + 1
              event.propagate = false
            end, Ranks.HIGHEST } },
          }
        end)
        local Bind = class("Bind", Status)
        Bind.amount = 3
        function Bind:apply(entity)
          tinker:setStore(entity, { held = 0 })
          tinker:tink(entity)
        end
        function Bind:wearOff(entity)
          entity.heldTurns = tinker:getStore(entity).held
          tinker:untink(entity)
          tinker:removeStore(entity)
        end
        return Bind()
    """,
    "tinkers/preventaction.lua": """
        local RefTinker = require "@tinkers.reftinker"
        return RefTinker(function()
          return { { "checkAction", { function(event) event.propagate = false end, Ranks.HIGH } } }
        end)
    """,
}
# What a script begins with: the content, a room of tiles, a player, and `play`. Each turn is a line of the events of
# the renderer, by phase.
ROOM = (
    CAST
    + """
local Content, Goods = Mods.Test.Entities, Mods.Test.Items
local world = require "game.initworld" {
  x = 9, y = 7, floor = Content.tile, player = { character = Content.player, pos = Vec(3, 3) },
}
world.strict = true
local grid, player = world.grid, world.grid.players[1]
local names = {}
local function name_of(id)
  return names[id] or "?"
end
local function put(name, x, y)
  local entity = world:create(Content[name], Vec(x, y))
  names[entity.id] = name
  return entity
end
names[player.id] = "player"
world:setRenderer {
  addRenderEntity = function() end, setAsPlayer = function() end,
  pushChanges = function(_, changes)
    local parts = {}
    for phase = 1, #changes do
      for _, change in ipairs(changes[phase]) do
        parts[#parts + 1] = phase .. ":" .. name_of(change.id) .. "." .. change.event
      end
    end
    print(table.concat(parts, " "))
  end,
}
local function wear(name)
  player:equip(Goods[name])
end
"""
)


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mod(tmp_path_factory.mktemp("content") / "test", FILES)


@pytest.fixture
def room(run_lua: RunLua, mod: Path) -> Room:
    """`room("…")`: the lines that a script prints in the room."""

    def run(script: str) -> list[str]:
        ran = run_lua(ROOM + script, mods=[mod])
        assert ran.host.warnings == []
        return ran.lines

    return run


def test_the_mod_loads_and_is_checked_without_diagnostics(mod: Path) -> None:
    checked = run_command("check", mod, "--compat")
    assert checked.output.splitlines()[-1].endswith("the host has all names that can be read in their text")
    assert "no errors, no warnings" in run_command("check", mod).output


def test_an_enemy_walks_hits_pushes_and_stuns(room: Room) -> None:
    lines = room("""
        local ghoul = put("ghoul", 6, 3)
        local function show() print(at(ghoul), at(player), player.hp:get(), player.statuses:get "stun") end
        for _ = 1, 6 do play(world, 1) end
        show()
        play(world, 1, 0, 1)
        show()
        play(world, 1, 0, 1)
        show()
    """)
    assert lines == [
        "3:ghoul.reorient", "3:ghoul.move", "", "3:ghoul.move", "",
        "3:player.hurt 3:player.pushed 3:player.status 3:ghoul.hits", "4,3 2,3 7 1",
        # A stun of two turns, one of which was the turn of the blow.
        "", "4,3 2,3 7 0",
        "1:player.move 1:player.reorient 3:ghoul.move", "3,3 2,4 7 0",
    ]  # fmt: skip


def test_a_weapon_reaches_two_squares_and_not_through_walls(room: Room) -> None:
    lines = room("""
        local ghoul = put("ghoul", 5, 3)
        put("dirt", 4, 3)
        wear "pike"
        play(world, 1, 1, 0)
        print(grid:getWallAt(Vec(4, 3)), #grid.walls, ghoul.hp:get())
        play(world, 1, 1, 0)
        print(ghoul.hp:get())
    """)
    assert lines == [
        "1:dirt.hurt 1:dirt.dug 1:dirt.dead 1:player.digs 3:ghoul.reorient", "nil 0 3",
        "1:ghoul.hurt 1:ghoul.status 1:player.hits 3:ghoul.move", "2",
    ]  # fmt: skip


def test_a_chest_gives_what_a_pool_gave_and_a_status_holds(room: Room) -> None:
    lines = room("""
        Pools.addToSubpool("i.common.trinket", Goods.gloves.id)
        put("chest", 4, 3)
        play(world, 1, 1, 0)
        print(#grid.dropped, grid:getByLayer(Vec(4, 3), Layers.gold).state)
        play(world, 1, 1, 0)
        print(player:getStat(StatTypes.Attack).damage, #grid.dropped)
        local ghoul = put("ghoul", 5, 3)
        play(world, 1, 1, 0)
        print(ghoul.hp:get(), ghoul.statuses:get "bind")
        for _ = 1, 3 do
          play(world, 1, -1, 0)
          print(at(ghoul), ghoul.heldTurns)
        end
    """)
    assert lines == [
        "1:chest.hurt 1:chest.dead 1:player.hits", "1 3",
        "1:player.move", "2 0",
        "1:ghoul.hurt 1:ghoul.status 1:player.hits 3:ghoul.reorient", "1 2",
        "1:player.move 1:player.reorient", "5,3 nil",
        "1:player.move", "5,3 2",
        "1:player.move 3:ghoul.move", "4,3 2",
    ]  # fmt: skip


def test_a_bomb_explodes_at_its_second_step_and_a_shell_breaks(room: Room) -> None:
    lines = room("""
        local bomb, ghoul = put("bomb", 4, 4), put("ghoul", 5, 5)
        wear "shell"
        play(world, 2)
        play(world, 1)
        print(bomb.dead, ghoul.dead, player.hp:get(), at(player), player.inventory:get(InventorySlots.body), #grid.misc)
        play(world, 1)
    """)
    assert lines == [
        "3:ghoul.reorient", "3:ghoul.move",
        (
            "2:player.hurt 2:player.pushed 2:bomb.hurt 2:bomb.dead 2:ghoul.hurt 2:ghoul.dead 2:bomb.dead"
        ), "true true 8 2,2 nil 0",
        "",
    ]  # fmt: skip


def test_traps_and_projectiles_act_in_their_phases(room: Room) -> None:
    lines = room("""
        local spikes = put("spikes", 4, 3)
        local arrow = put("arrow", 4, 6)
        arrow.orientation = Vec(0, -1)
        play(world, 1, 1, 0)
        print(at(player), spikes.state, at(arrow))
        play(world, 1)
        print(player.hp:get())
    """)
    assert lines == ["1:player.move 4:arrow.move 6:spikes.bounce", "4,4 2 4,5",
                     "4:player.hurt 4:player.status 4:arrow.hits", "6"]  # fmt: skip
