-- Tries: a loop in a coroutine; resume would give its death as a plain result.
-- Ends: 3 instructions
while true do
  coroutine.resume(coroutine.create(function()
    while true do end -- here
  end))
end
