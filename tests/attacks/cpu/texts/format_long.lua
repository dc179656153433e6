-- Tries: a long format.
-- Ends: 3 instructions
local text = ("a"):rep(2000000)
while true do
  local _ = string.format(text) -- here
end
