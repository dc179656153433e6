-- Tries: to have a table saved that is deeper than any stack, and holds itself.
-- Ends: 0 same
local A = require "host.areas"
local map = A.InstancedMap:new(9, 9)
A.Map.set_map(map)
local at = {}
map.payload = at
for _ = 1, 5000 do
  at.deeper = { at }
  at = at.deeper
end
require("api.test.TestUtil").save_cycle()
print(map.payload.deeper[1] == map.payload)
