-- Tries: to catch the end of the budget with a pcall that no Lua function stands around.
-- Ends: 3 instructions
local function loop()
  while true do end -- here
end
while true do pcall(pcall, pcall, pcall, loop) end
