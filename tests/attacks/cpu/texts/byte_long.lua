-- Tries: to make many values of a long text again and again. Only the clock sees that.
-- Ends: 3 seconds
-- With: --timeout 1
local text = ("a"):rep(500000)
while true do
  local _ = text:byte(1, -1)
end
