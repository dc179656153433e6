-- Tries: to travel between two maps for ever, and to stop those who would end it.
-- Ends: 3 instructions
local A = require "host.areas"
local one, other = A.InstancedMap:new(9, 9), A.InstancedMap:new(9, 9)
A.Map.set_map(one)
A.Event.register("base.on_map_leave", "stay", function() while true do end end) -- here
while true do pcall(A.Map.travel_to, other) end
