-- Tries: to leave a function of the host in the middle, and never to come back.
-- Ends: 0 "nothing"
local base = require "base"
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
for _ = 1, 100 do
  local thread = coroutine.create(function()
    kts.AddStuff { { "floor", 1, function() coroutine.yield() return base.lockpicks, 1 end } }
  end)
  pcall(coroutine.resume, thread)
  pcall(coroutine.close, thread)
end
kts.AddItem(base.lockpicks, 1, { "floor", 1 })
print("nothing")
