-- Tries: a long format.
-- Ends: 3 instructions
local format = ("b"):rep(1000000)
while true do
  local _ = string.packsize(format) -- here
end
