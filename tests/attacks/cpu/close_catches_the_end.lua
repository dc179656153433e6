-- Tries: a loop in what is closed after an error, which catches the end of its budget.
-- Ends: 3 instructions
local guard <close> = setmetatable({}, {
  __close = function()
    while true do
      pcall(function()
        while true do end -- here
      end)
    end
  end,
})
error "x"
