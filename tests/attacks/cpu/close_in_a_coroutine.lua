-- Tries: a loop while a variable of a coroutine is closed because the budget is used up.
-- Ends: 3 instructions
coroutine.wrap(function()
  local guard <close> = setmetatable({}, {
    __close = function()
      while true do pcall(error) end
    end,
  })
  while true do end -- here
end)()
