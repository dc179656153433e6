-- Tries: functions without end.
-- Ends: 3 memory
local last
while true do
  local before = last
  last = function() return before end -- here
end
