-- Tries: variables whose names become the names of tiles.
-- Ends: 0 "evil"
-- Runs: mods
_G["x\27[2J\n"] = kts.Tile {}
_G[("y"):rep(100000)] = kts.Tile {}
