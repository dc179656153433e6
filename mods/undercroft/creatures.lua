-- What lives below, and acts by sequences of steps.

local Enemy = require "mod.critters.bases.enemy"
local None = require "@action.actions.none"
local AttackMove = require "@action.actions.attackmove"
local basic = require "@sequence.movs.basic"
local utils = require "@action.handlers.utils"

local creatures = {}

-- Scuttles, and stops to listen.
creatures.beetle = Enemy.make("Beetle", {
  glyph = "x", colour = "yellow",
  baseModifiers = { hp = { amount = 2 }, attack = { damage = 1, pierce = 1 } },
  sequenceSteps = { { action = AttackMove, movs = basic, repet = 2 }, { action = None } },
})

-- Slow, and strikes hard.
creatures.bones = Enemy.make("Bones", {
  glyph = "z", colour = "bright_white",
  baseModifiers = { hp = { amount = 6 }, attack = { damage = 3, pierce = 1 } },
  sequenceSteps = { { action = None }, { action = AttackMove, movs = basic } },
})

-- Comes from all sides, and its knife is poisoned.
creatures.acolyte = Enemy.make("Acolyte", {
  glyph = "a", colour = "magenta",
  baseModifiers = { hp = { amount = 4 }, attack = { damage = 2, pierce = 1 }, status = { poison = 1 } },
  sequenceSteps = { { action = AttackMove, movs = require "@sequence.movs.adjacent" }, { action = None } },
})

-- The warden sleeps until somebody comes near. Then it strikes, strikes, and calls one who serves it.
---@param event { actor: actions.Entity, success: boolean }
local function somebody_is_near(event)
  local player = event.actor.world.grid:getClosestPlayer(event.actor.pos)
  event.success = player ~= nil and (player.pos - event.actor.pos):longest() <= 3
end

local function call_servant(warden)
  local world, servants = warden.world, 0
  for _, other in ipairs(world:getEntities(Layers.real)) do
    servants = servants + (other:isDecorated "Sequential" and 1 or 0)
  end
  local at = warden.pos + Vec(math.random(-1, 1), math.random(-1, 1))
  if servants < 6 and not world.grid:hasBlockAt(at) then
    world:create(Entities[world:drawFromPool "e.~.~.enemy"], at)
  end
  return { success = true }
end

creatures.warden = Enemy.make("Warden", {
  name = "the warden", glyph = "W", colour = "bright_red", priority = 5,
  baseModifiers = { hp = { amount = 32 }, attack = { damage = 4, pierce = 1 } },
  sequenceSteps = {
    { action = None, checkSuccess = somebody_is_near, success = 2, fail = 1 },
    { action = AttackMove, movs = basic, repet = 2 },
    { action = None },
    { action = Action.fromHandlers("CallServant", utils.applyFunctionHandler(call_servant)), success = 2, fail = 2 },
  },
})

-- With the warden the undercroft falls.
creatures.warden.chainTemplate:addHandler("die", function()
  Area.current().is_conquered = true
  Gui.mes "The warden falls, and the undercroft is quiet."
end)

return creatures
