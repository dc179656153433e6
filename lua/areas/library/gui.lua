-- The module Gui: prints what a mod says to the player. There is no window, so the other functions do nothing.

local import, py = ...
local event_emitter = import "areas/interface/event_emitter"
local text = import "core/sandbox/text"

local function notify(key, color)
  event_emitter.emit(nil, nil, "base.on_hud_message", { action = "message", text = key, color = color })
end

local function print_message(key, ...)
  if key == nil then
    py.print ""
  else
    py.print(select("#", ...) > 0 and text.tostring(key) .. " " .. table.concat({ ... }, " ") or text.tostring(key))
  end
end

local function do_nothing() end

return {
  mes = function(key, ...)
    notify(key)
    print_message(key, ...)
  end,
  mes_c = function(key, color)
    notify(key, color)
    print_message(key)
  end,
  mes_clear = do_nothing, mes_newline = do_nothing, play_sound = do_nothing, update_screen = do_nothing,
  redraw_screen = do_nothing,
}
