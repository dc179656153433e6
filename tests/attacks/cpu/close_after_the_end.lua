-- Tries: a loop while variables are closed because the budget is used up.
-- Ends: 3 instructions
-- With: --timeout 5
local meta = {
  __close = function()
    while true do end
  end,
}
local a <close> = setmetatable({}, meta)
local b <close> = setmetatable({}, meta)
while true do end -- here
