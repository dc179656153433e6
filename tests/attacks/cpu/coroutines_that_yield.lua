-- Tries: work in pieces, with a yield before any hook looks.
-- Ends: 3 instructions
local thread = coroutine.wrap(function()
  while true do
    for _ = 1, 50 do end
    coroutine.yield()
  end
end)
while true do thread() end
