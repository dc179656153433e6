-- Tries: a for loop over a coroutine that never ends.
-- Ends: 3 instructions
for _ in coroutine.wrap(function() while true do coroutine.yield(1) end end) do end
