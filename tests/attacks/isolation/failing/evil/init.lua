-- Tries: to leave things behind when it fails while it loads.
-- Ends: 0 "nothing"
-- Runs: mods
local before = kts.MENU
if pcall(require, "failing") or pcall(require, "failing") then print("it did not fail") end
if kts.MENU ~= before or kts.left then print("its variables remain") end
if mod.IsModRegistered("failing") or mod.GetAllMods().failing then print("its name remains") end
print("nothing")
