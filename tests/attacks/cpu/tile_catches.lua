-- Tries: to catch the end of the budget while the host reads a table.
-- Ends: 3 instructions
-- Runs: mods
local meta = {
  __index = function()
    while true do end -- here
  end,
}
while true do pcall(kts.Tile, setmetatable({}, meta)) end
