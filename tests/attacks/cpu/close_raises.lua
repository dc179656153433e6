-- Tries: to put an error of its own in place of the end of the budget.
-- Ends: 3 instructions
local guard <close> = setmetatable({}, { __close = function() error("not my fault") end })
while true do end -- here
