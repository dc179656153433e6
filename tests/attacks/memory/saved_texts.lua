-- Tries: to have more saved than there is memory, again and again.
-- Ends: 1 or 3
local A = require "host.areas"
local TestUtil = require "api.test.TestUtil"
local map = A.InstancedMap:new(9, 9)
A.Map.set_map(map)
map.payload = {}
while true do
  map.payload[#map.payload + 1] = ("x"):rep(1000000) .. #map.payload
  TestUtil.save_cycle()
end
