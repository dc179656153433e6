-- Tries: to copy a long text again and again.
-- Ends: 3 instructions
-- With: --memory 256
local text = ("a"):rep(4000000)
while true do
  local _ = text .. "b"
end
