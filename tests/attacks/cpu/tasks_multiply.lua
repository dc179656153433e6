-- Tries: tasks that each start two more.
-- Ends: 1 or 3
-- With: --play 10
local function breed()
  kts.AddTask(breed)
  kts.AddTask(breed)
end
kts.AddTask(breed)
