-- Tries: a task that waits for no time at all, and so never lets time go by.
-- Ends: 3 instructions
-- With: --play 1000000
kts.AddTask(function()
  while true do kts.Delay(0) end
end)
