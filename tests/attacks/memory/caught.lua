-- Tries: to catch what Lua says when memory runs out, and to go on.
-- Ends: 3 memory
while true do
  pcall(function()
    local s = "x"
    while true do s = s .. s end -- here
  end)
end
