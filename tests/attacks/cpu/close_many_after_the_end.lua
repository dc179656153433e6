-- Tries: thousands of variables that are each closed slowly when the budget is used up.
-- Ends: 3 instructions
-- With: --timeout 5
local meta = {
  __close = function()
    while true do end
  end,
}
local function nest(depth)
  local guard <close> = setmetatable({}, meta)
  while depth == 0 do end -- here
  return nest(depth - 1), 1
end
nest(150)
