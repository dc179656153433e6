-- Tries: large texts that only functions hold.
-- Ends: 3 memory
local all = {}
local function hold(i)
  local big = ("x"):rep(100000) .. i -- here
  return function() return big end
end
for i = 1, 1e9 do all[i] = hold(i) end
