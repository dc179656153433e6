-- Tries: tasks that each start two more.
-- Ends: 3
-- With: --play 10
-- Known: no mod, file and line is named
local function breed()
  kts.AddTask(breed)
  kts.AddTask(breed)
end
kts.AddTask(breed)
