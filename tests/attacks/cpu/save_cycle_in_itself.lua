-- Tries: to save and load whenever a game was loaded.
-- Ends: 1 or 3
local A = require "host.areas"
local TestUtil = require "api.test.TestUtil"
A.Map.set_map(A.InstancedMap:new(9, 9))
A.Event.register("base.on_game_initialize", "again", function() TestUtil.save_cycle() end)
TestUtil.save_cycle()
while true do end
