-- Tries: a loop in a coroutine in a coroutine …, each of which catches what the inner one dies of.
-- Ends: 3 instructions
local function nest(depth)
  while depth == 0 do end -- here
  while true do pcall(coroutine.wrap(nest), depth - 1) end
end
nest(20)
