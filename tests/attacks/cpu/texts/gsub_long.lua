-- Tries: to replace in a long text again and again.
-- Ends: 3 instructions
local text = ("a"):rep(1000000)
while true do
  local _ = text:gsub("a", "b") -- here
end
