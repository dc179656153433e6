-- Tries: a text whose characters are long to find.
-- Ends: 3 instructions
local text = "a" .. ("\x80"):rep(1000000)
local step = utf8.codes(text, true)
while true do
  pcall(step, text, 1) -- here
end
