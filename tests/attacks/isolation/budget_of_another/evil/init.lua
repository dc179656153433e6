-- Tries: to have another mod blamed for a loop, in a table that the other one walks through.
-- Ends: 3 instructions
require("victim").walk(setmetatable({}, {
  __index = function()
    while true do end -- here
  end,
}))
