-- GameObject: the base class of everything that stands in a world. World:create calls `init` with the position.

local import = ...
local action = import "actions/action/action"
local class = import "actions/class"
local constants = import "actions/constants"
local decorate = import "actions/decorators/decorate"
local errors = import "core/errors"
local history = import "actions/entity/history"
local objects = import "core/game/objects"
local text = import "core/sandbox/text"
local vec = import "actions/vec"

local raise = errors.raise
local tostring, type = tostring, type
local assemble, new_vec, NoneAction = decorate.assemble, vec.new, action.NoneAction
local PLAYER = constants.Layers.player

local GameObject = class.define "GameObject"
GameObject.layer = constants.Layers.misc
GameObject.priority = 0
GameObject.state = 1

function GameObject:init(pos, world)
  if type(world) ~= "table" or not world.grid then
    raise(class.type_name(self) .. ".init: the world is " .. text.shown(world) .. ": must be a world")
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

-- Adds an event to the changes of the world and to the history of the object.
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
