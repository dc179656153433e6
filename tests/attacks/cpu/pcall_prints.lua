-- Tries: to go on after the budget and say so.
-- Ends: 3 instructions
local ok = pcall(function()
  while true do end -- here
end)
print("went on", ok)
