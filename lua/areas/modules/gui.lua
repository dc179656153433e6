-- The module Gui: prints what a mod says to the player. There is no window, so the other functions do nothing.

local import, py = ...
local text = import "core/sandbox/text"

local function print_message(key, ...)
  if key == nil then
    py.print ""
  else
    py.print(select("#", ...) > 0 and text.tostring(key) .. " " .. table.concat({ ... }, " ") or text.tostring(key))
  end
end

local function do_nothing() end

return {
  mes = print_message,
  mes_c = function(key)
    print_message(key)
  end,
  mes_clear = do_nothing, mes_newline = do_nothing, play_sound = do_nothing, update_screen = do_nothing,
  redraw_screen = do_nothing,
}
