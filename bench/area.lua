-- COUNT rounds of what `WHAT` names.
local A = require "host.areas"
if WHAT == 1 then
  for i = 1, COUNT do A.InstancedMap:new(80, 60) end
elseif WHAT == 2 then
  for i = 1, COUNT do A.Event.trigger("base.on_turn_passed", {}) end
elseif WHAT == 3 then
  local area = A.InstancedArea:new()
  local last
  for i = 1, FLOORS do last = A.InstancedMap:new(1, 1) area:add_floor(last, i) end
  for i = 1, COUNT * 20000 do A.Area.for_map(last) end
end
