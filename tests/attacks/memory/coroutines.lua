-- Tries: coroutines that all wait.
-- Ends: 3 memory
-- With: --instructions 100000000
local t = {}
while true do
  local thread = coroutine.wrap(function() coroutine.yield() end) -- here
  thread() -- here
  t[#t + 1] = thread -- here
end
