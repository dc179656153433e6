-- The modules Log and Gui: what mods say is printed.

local import, py = ...
local emitter = import "areas/interface/event_emitter"
local text = import "core/sandbox/text"

local format = string.format
local next, select, type = next, select, type

local M = {}

local LEVELS = { trace = 1, debug = 2, info = 3, warn = 4, error = 5 }
local log_level = LEVELS.info

local function say(line)
  py.print(line)
end

local function log_for(mod)
  local api = {}
  for name, level in next, LEVELS do
    api[name] = function(pattern, ...)
      if level < log_level then
        return
      end
      local message = text.format(type(pattern) == "string" and pattern or text.tostring(pattern), ...)
      emitter.emit(nil, nil, "base.on_log_message", { level = name, message = message, tag = mod.id })
      say(format("[%s] %s: %s", name, mod.id, message))
    end
  end
  function api.set_level(name)
    log_level = LEVELS[name]
  end
  return api
end

local function message(key, ...)
  return key == nil and "" or select("#", ...) > 0 and text.tostring(key) .. " " .. table.concat({ ... }, " ") or text.tostring(key)
end

-- Without a screen: what is said is printed, and what is drawn is drawn by whoever runs the host.
local Gui = {
  mes = function(key, ...)
    say(message(key, ...))
  end,
  mes_c = function(key)
    say(message(key))
  end,
  mes_clear = function() end,
  mes_newline = function() end,
  play_sound = function() end,
  update_screen = function() end,
  redraw_screen = function() end,
}

M.of, M.Gui = log_for, Gui

return M
