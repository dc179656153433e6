-- Tries: a loop in __pairs, which the host's pairs calls.
-- Ends: 3 instructions
for _ in pairs(setmetatable({}, {
  __pairs = function()
    while true do end -- here
  end,
})) do end
