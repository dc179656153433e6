-- Tries: to catch what Lua says when memory runs out, and to go on.
-- Ends: 3 memory
-- Known: it is blamed on the line of pcall or xpcall, and not on the one that asked for the memory
while true do
  pcall(function()
    local s = "x"
    while true do s = s .. s end -- here
  end)
end
