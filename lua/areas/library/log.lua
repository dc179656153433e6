-- The module Log: prints messages of mods from a level on.

local import, py = ...
local event_emitter = import "areas/interface/event_emitter"
local text = import "core/sandbox/text"

local M = {}

local LEVELS = { trace = 1, debug = 2, info = 3, warn = 4, error = 5 }
local lowest_level = LEVELS.info

-- The functions of Log for a mod.
function M.of(mod)
  local Log = {}
  for name, level in next, LEVELS do
    Log[name] = function(pattern, ...)
      if level >= lowest_level then
        local message = text.format(type(pattern) == "string" and pattern or text.tostring(pattern), ...)
        event_emitter.emit(nil, nil, "base.on_log_message", { level = name, message = message, tag = mod.id })
        py.print(("[%s] %s: %s"):format(name, mod.id, message))
      end
    end
  end
  function Log.set_level(name)
    lowest_level = LEVELS[name]
  end
  return Log
end

return M
