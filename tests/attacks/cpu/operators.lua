-- Tries: loops in metamethods of operators, under pcall, one after the other.
-- Ends: 3 instructions
local function loop()
  while true do end -- here
end
local meta = { __eq = loop, __lt = loop, __le = loop, __concat = loop, __len = loop, __unm = loop, __add = loop }
local a, b = setmetatable({}, meta), setmetatable({}, meta)
pcall(function() return a == b end)
pcall(function() return a < b end)
pcall(function() return a .. b end)
print("went on", #a)
