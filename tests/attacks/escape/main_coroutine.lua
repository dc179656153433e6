-- Tries: to get hold of the coroutine that the host runs mods in, to close or resume it.
-- Ends: 0 "nothing"
local main = coroutine.running()
if pcall(coroutine.close, main) then print("found: closed") end
if coroutine.resume(main) then print("found: resumed") end
coroutine.wrap(function()
  if pcall(coroutine.close, main) then print("found: closed from inside") end
  if coroutine.resume(main) then print("found: resumed from inside") end
end)()
if pcall(coroutine.yield) then print("found: yielded") end
print("nothing")
