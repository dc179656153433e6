-- Tries: a loop in the closing value of a for loop.
-- Ends: 3 instructions
local guard = setmetatable({}, {
  __close = function()
    while true do end -- here
  end,
})
for _ in next, { 1 }, nil, guard do break end
