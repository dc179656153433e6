-- Tries: to look through a long text again and again.
-- Ends: 3 instructions
local text = ("a"):rep(2000000)
while true do
  local _ = text:match("^%w*()") -- here
end
