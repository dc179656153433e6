-- Event(actor, action): what is passed to the handlers of a chain.

local import = ...
local class = import "actions/class"

local setmetatable = setmetatable

local Event = class.define "Event"

function Event:__construct(actor, action)
  self.actor, self.action, self.propagate = actor, action, true
end

local meta = class.close(Event)

return {
  class = Event,
  -- The same as Event(actor, action), without the calls: events are created for each pass.
  new = function(actor, action)
    return setmetatable({ actor = actor, action = action, propagate = true }, meta)
  end,
}
