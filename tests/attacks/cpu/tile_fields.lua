-- Tries: a loop in __index of a table that the host reads: that of kts.Tile.
-- Ends: 3 instructions
-- Runs: mods
x = kts.Tile(setmetatable({}, {
  __index = function()
    while true do end -- here
  end,
}))
