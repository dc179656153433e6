-- Tries: an order function that never ends.
-- Ends: 3 instructions
table.sort({ 3, 2, 1 }, function()
  while true do end -- here
end)
