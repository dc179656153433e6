-- Tries: warnings without end.
-- Ends: 0 or 3
-- Runs: mods
for i = 1, 5000 do kts.Tile { ["acess" .. i .. "\27[2J"] = 1, acess = 1 } end
