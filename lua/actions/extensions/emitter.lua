-- Emitter: calls functions by the names of events. An emit calls the functions that the event had when it began.

local import = ...
local class = import "actions/class"

local Emitter = class.define "Emitter"

function Emitter:__construct()
  -- Name of an event -> list of functions. A list is never changed, because an emit may be walking it.
  self.listeners = {}
end

function Emitter:on(name, fn)
  local listeners = self.listeners[name] or {}
  listeners = table.move(listeners, 1, #listeners, 1, {})
  listeners[#listeners + 1] = fn
  self.listeners[name] = listeners
end

-- Adds a function that is removed when it is called.
function Emitter:once(name, fn)
  local function listener(...)
    self:removeListener(name, listener)
    return fn(...)
  end
  self:on(name, listener)
end

function Emitter:removeListener(name, fn)
  if self.listeners[name] then
    local others = {}
    for _, listener in ipairs(self.listeners[name]) do
      others[#others + 1] = listener ~= fn and listener or nil
    end
    self.listeners[name] = others
  end
end

Emitter.off = Emitter.removeListener

-- Removes all functions of an event; without a name the functions of all events.
function Emitter:removeAllListeners(name)
  if name == nil then
    self.listeners = {}
  else
    self.listeners[name] = nil
  end
end

function Emitter:emit(name, ...)
  local listeners = self.listeners[name] or {}
  for i = 1, #listeners do
    listeners[i](...)
  end
end

-- Calls the functions of an event up to the first that returns a true value, and returns whether there was one.
function Emitter:untilTrue(name, ...)
  local listeners = self.listeners[name] or {}
  for i = 1, #listeners do
    if listeners[i](...) then
      return true
    end
  end
  return false
end

class.close(Emitter)

return Emitter
