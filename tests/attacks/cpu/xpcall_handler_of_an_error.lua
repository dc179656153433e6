-- Tries: a message handler that never ends, for an error of its own.
-- Ends: 3 instructions
xpcall(error, function()
  while true do end -- here
end)
