-- Tries: large texts that Python keeps, outside the memory of Lua.
-- Ends: 1 or 3
-- Runs: mods
for i = 1, 1e9 do kts.ItemType { type = "backpack", name = ("x"):rep(5000000) .. i } end
