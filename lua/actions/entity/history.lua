-- History: what happened to an entity in this turn, in order.

local import = ...
local class = import "actions/class"
local need_table = import "actions/need_table"
local vec = import "actions/vec"

local ipairs, setmetatable = ipairs, setmetatable
local new_vec = vec.new

local History = class.define "History"

local meta

function History:__construct()
  self.events = {}
end

function History:registerEvent(event)
  need_table(event, "History:registerEvent", self, event)
  local events = self.events
  events[#events + 1] = event
end

-- The first event with that code, or nil.
function History:getFirstByCode(code)
  for _, event in ipairs(self.events) do
    if event.event == code then
      return event
    end
  end
end

function History:was(code)
  return self:getFirstByCode(code) ~= nil
end

function History:wasDuringPhase(code, phase)
  for _, event in ipairs(self.events) do
    if event.event == code and event.phase == phase then
      return true
    end
  end
  return false
end

function History:clear()
  if self.events[1] then
    self.events = {}
  end
end

meta = class.close(History)

-- Makes an event: a code, and the state of an entity at this moment. `phase`: by default the phase of its world.
local function new_event(code, entity, phase)
  local pos, orientation = entity.pos, entity.orientation
  return {
    id = entity.id, state = entity.state, pos = pos and new_vec(pos.x, pos.y),
    orientation = orientation and new_vec(orientation.x, orientation.y), event = code,
    phase = phase or entity.world and entity.world.phase,
  }
end

return {
  class = History,
  new_event = new_event,
  -- For mods.
  event = function(code, entity)
    return new_event(code, entity)
  end,
  new = function()
    return setmetatable({ events = {} }, meta)
  end,
}
