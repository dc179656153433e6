-- Tries: a task that never waits.
-- Ends: 3 instructions
-- With: --play 1
kts.AddTask(function()
  while true do end -- here
end)
