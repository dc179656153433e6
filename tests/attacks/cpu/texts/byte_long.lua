-- Tries: to make many values of a long text again and again.
-- Ends: 3 instructions
local text = ("a"):rep(500000)
while true do
  local _ = text:byte(1, -1) -- here
end
