-- The rooms dialect: levels of rooms and hallways, with the names of Codea. Loaded when the first mod uses it.

local import = ...

local M = import("core/dialects").lazy("rooms", "rooms/library")

M.ambient = M.of

-- The global names of a mod.
M.names = [[
  CombatRound DeferredTable Dungeon GameRunner HEIGHT Player Room Spikes Tile WIDTH WayDown asset class tween vec2
]]

-- Names that other dialects define too: whether a call with these arguments is meant for this dialect. Here class() and
-- class(Base).
M.accepts = {
  class = function(first)
    return type(first) ~= "string"
  end,
}

return M
