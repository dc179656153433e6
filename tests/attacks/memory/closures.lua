-- Tries: functions without end.
-- Ends: 3 memory
-- With: --instructions 100000000
local last
while true do
  local before = last
  last = function() return before end -- here
end
