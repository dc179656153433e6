-- Tries: to leave next to nothing for what the host does afterwards.
-- Ends: 3 memory
local t, size = {}, 1 << 20
kts.AddTask(function() return t end)
while true do
  t[#t + 1] = ("x"):rep(size) .. #t -- here
end
