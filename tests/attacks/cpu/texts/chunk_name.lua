-- Tries: a long name for a text that is loaded.
-- Ends: 3 instructions
local name = ("a"):rep(4000000)
while true do
  local _ = load("", name) -- here
end
