-- Tries: to look behind the handle of a tile.
-- Ends: 0 "nothing"
local tile = require("base").wall_stone
for name, fn in pairs {
  getmetatable = function() return getmetatable(tile) end,
  rawget = function() return rawget(tile, 1) end,
  rawset = function() return rawset(tile, 1, 1) end,
  rawlen = function() return rawlen(tile) end,
  setmetatable = function() return setmetatable(tile, {}) end,
  next = function() return next(tile) end,
  pairs = function() for k in pairs(tile) do return k end end,
  call = function() return tile() end,
  insert = function() table.insert(tile, 1) return true end,
} do
  local ok, value = pcall(fn)
  if ok and value then print("found by " .. name) end
end
print("nothing")
