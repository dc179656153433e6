-- Tries: metatables without end, each of the next.
-- Ends: 3 memory
local t = {}
while true do t = setmetatable({}, t) end -- here
