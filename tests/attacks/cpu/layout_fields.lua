-- Tries: a loop in __index of the table given to kts.LayoutDungeon.
-- Ends: 3 instructions
kts.LayoutDungeon(setmetatable({}, {
  __index = function()
    while true do end -- here
  end,
}))
