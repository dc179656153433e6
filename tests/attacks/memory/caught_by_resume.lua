-- Tries: to let a coroutine take the memory and die of it.
-- Ends: 3 memory
local keep = {}
while true do
  coroutine.resume(coroutine.create(function()
    while true do keep[#keep + 1] = ("x"):rep(100000) .. #keep end -- here
  end))
end
