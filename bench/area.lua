-- COUNT rounds of a case: 1 new maps, 2 events, 3 areas of maps.
local A = require "host.areas"
if CASE == 1 then
  for i = 1, COUNT do A.InstancedMap:new(80, 60) end
elseif CASE == 2 then
  for i = 1, COUNT do A.Event.trigger("base.on_turn_passed", {}) end
elseif CASE == 3 then
  local area = A.InstancedArea:new()
  local last
  for i = 1, FLOORS do last = A.InstancedMap:new(1, 1) area:add_floor(last, i) end
  for i = 1, COUNT * 20000 do A.Area.for_map(last) end
end
