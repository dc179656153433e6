-- Tries: coroutines so short that no hook ever looks at them.
-- Ends: 3 instructions
while true do coroutine.wrap(function() end)() end
