-- Tries: a loop while a variable is closed.
-- Ends: 3 instructions
do
  local guard <close> = setmetatable({}, {
    __close = function()
      while true do end -- here
    end,
  })
end
