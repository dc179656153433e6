-- GameObject: whatever stands in a world. `init` is called once it is made, with where it is.

local import = ...
local class = import "actions/class"
local action = import "actions/action/action"
local errors = import "core/errors"
local decorate = import "actions/decorators/decorate"
local history = import "actions/entity/history"
local layers = import "actions/constants"
local objects = import "core/game/objects"
local vec = import "actions/vec"

local raise = errors.raise
local assemble = decorate.assemble
local shown = import("core/sandbox/text").shown
local tostring, type = tostring, type
local new_vec, NoneAction, PLAYER = vec.new, action.NoneAction, layers.Layers.player

local GameObject = class.define "GameObject"
GameObject.layer = layers.Layers.misc
GameObject.priority = 0
GameObject.state = 1

function GameObject:init(pos, world)
  if type(world) ~= "table" or not world.grid then
    raise(class.type_name(self) .. ".init: the world is " .. shown(world) .. ": must be a world")
  end
  vec.check(pos, class.type_name(self) .. ".init: the pos")
  if self.world then
    raise(class.type_name(self) .. ".init: it was called already")
  end
  self.id = tostring(objects.uid(self))
  self.pos, self.world = new_vec(pos.x, pos.y), world
  self.orientation = new_vec(1, 0)
  self.state = self.state or 1
  self.didAction, self.doingAction, self.dead = false, false, false
  assemble(self)
  self.history, self.tinkerData = history.new(), {}
end

function GameObject:calculateAction()
  self.nextAction = NoneAction()
end

function GameObject:executeAction()
  self.didAction = true
end

function GameObject:isSized()
  return false
end

function GameObject:isPlayer()
  return self.layer == PLAYER
end

-- Tells the world and the history of the object that something happened.
function GameObject:registerEvent(code)
  local world = self.world
  if world then
    world:registerEvent(self, code)
  end
end

function GameObject:__tostring()
  return class.type_name(self) .. " " .. tostring(self.id)
end

class.close(GameObject)

return GameObject
