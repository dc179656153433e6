-- History: what happened to an entity in this turn, in order.

local import = ...
local class = import "actions/class"
local need_table = import "actions/need_table"

local ipairs, setmetatable = ipairs, setmetatable

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

return {
  class = History,
  new = function()
    return setmetatable({ events = {} }, meta)
  end,
}
