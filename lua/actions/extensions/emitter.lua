-- Emitter: calls functions by the names of events.

local import = ...
local class = import "actions/class"

local Emitter = class.define "Emitter"

function Emitter:__construct()
  -- Name of an event -> list of functions.
  self.listeners = {}
end

function Emitter:on(name, fn)
  self.listeners[name] = self.listeners[name] or {}
  self.listeners[name][#self.listeners[name] + 1] = fn
end

function Emitter:off(name, fn)
  if self.listeners[name] then
    local others = {}
    for _, listener in ipairs(self.listeners[name]) do
      others[#others + 1] = listener ~= fn and listener or nil
    end
    self.listeners[name] = others
  end
end

function Emitter:emit(name, ...)
  local listeners = self.listeners[name] or {}
  for i = 1, #listeners do
    listeners[i](...)
  end
end

class.close(Emitter)

return Emitter
