-- Tries: to leave things behind when it fails while it loads.
-- Ends: 1 "oops"
-- Runs: mods
if pcall(require, "failing") or pcall(require, "failing") then print("found: it did not fail") end
if kts.left then print("found: its variables remain") end
if mod.IsModRegistered("failing") or mod.GetAllMods().failing then print("found: its name remains") end
