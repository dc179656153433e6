-- Tries: a list of which __index gives an element for every position.
-- Ends: 1 or 3
-- Runs: mods
local tile = kts.Tile {}
kts.SetRotate(setmetatable({}, { __index = function() return tile end, __len = function() return 1 << 60 end }))
