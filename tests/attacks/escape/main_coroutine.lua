-- Tries: to get hold of the coroutine that the host runs mods in, to close or resume it.
-- Ends: 0 "nothing"
local main = coroutine.running()
if pcall(coroutine.close, main) then print("closed") end
if coroutine.resume(main) then print("resumed") end
coroutine.wrap(function()
  if pcall(coroutine.close, main) then print("closed from inside") end
  if coroutine.resume(main) then print("resumed from inside") end
end)()
if pcall(coroutine.yield) then print("yielded") end
print("nothing")
