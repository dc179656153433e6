-- Tries: a message handler that never ends, for the error of the used-up budget.
-- Ends: 3 instructions
local function loop()
  while true do end -- here
end
while true do xpcall(loop, loop) end
