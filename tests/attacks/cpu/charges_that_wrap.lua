-- Tries: lengths and patterns whose work is charged as a negative number, as none, or as what a metamethod makes of it.
-- Ends: 3 instructions
pcall(table.insert, setmetatable({}, { __len = function() return math.maxinteger end }), -math.maxinteger, 1)
pcall(table.map, setmetatable({}, { __len = function() return setmetatable({}, {
  __lt = function() return true end, __sub = function() return 1e18 end, __mul = function() return -1e18 end,
}) end }), print)
local count = 0
pcall(table.remove, setmetatable({}, { __len = function()
  count = count + 1
  return count == 1 and 1 or math.maxinteger
end }), 1)
pcall(string.find, ("a"):rep(20000), ("a-"):rep(171) .. "b") -- here
while true do end -- here
