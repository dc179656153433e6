-- Tries: tiles without end, which Python keeps.
-- Ends: 1 or 3
-- Runs: mods
while true do kts.Tile { access = {}, depth = 1 } end
