-- Modules that draw, play sounds and read keys: all are one object, which does nothing. Each of its fields, and the
-- result of each call, is the object itself.

local import = ...
local proxies = import "core/sandbox/proxies"

local screen

screen = proxies.new("screen", {
  -- Without numbers, so that a loop over a list ends.
  __index = function(_, key)
    return type(key) == "string" and screen or nil
  end,
  __call = function()
    return screen
  end,
})

return screen
