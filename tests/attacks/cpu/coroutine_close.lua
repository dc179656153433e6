-- Tries: a loop in what coroutine.close closes.
-- Ends: 3 instructions
local thread = coroutine.create(function()
  local guard <close> = setmetatable({}, {
    __close = function()
      while true do end -- here
    end,
  })
  coroutine.yield()
end)
coroutine.resume(thread)
while true do coroutine.close(thread) end
