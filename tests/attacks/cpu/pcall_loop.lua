-- Tries: to catch the end of the budget, again and again.
-- Ends: 3 instructions
while true do
  pcall(function()
    while true do end -- here
  end)
end
