-- Tries: loops in metamethods that the host must never call.
-- Ends: 0 "1 tile"
-- Runs: mods
local function loop() while true do end end
x = kts.Tile(setmetatable({}, { __pairs = loop, __eq = loop, __call = loop, __tostring = loop, __close = loop }))
