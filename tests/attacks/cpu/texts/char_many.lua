-- Tries: many arguments for functions of C that the hook samples too late.
-- Ends: 3 instructions
local t = {}
for i = 1, 50000 do t[i] = 97 end
local function work(...)
  while true do
    local _ = string.char(...) .. utf8.char(...) -- here
    local _ = table.pack(math.max(...)) -- here
  end
end
work(table.unpack(t))
