-- Tries: a message handler that takes yet more memory.
-- Ends: 3 memory
-- Known: it is blamed on the line of pcall or xpcall, and not on the one that asked for the memory
local function eat()
  local s = "x"
  while true do s = s .. s end -- here
end
while true do xpcall(eat, eat) end
