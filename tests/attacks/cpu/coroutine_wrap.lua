-- Tries: a loop in a coroutine, where Lua's own hooks do not reach.
-- Ends: 3 instructions
coroutine.wrap(function()
  while true do end -- here
end)()
