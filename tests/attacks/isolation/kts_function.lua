-- Tries: to take a function of the host away from everybody.
-- Ends: 1 "kts.Tile is a function of the host and cannot be changed"
kts.Tile = nil
