-- Tries: a loop in __tostring of an error object, which the host calls when all is over.
-- Ends: 3 instructions
-- Known: that a budget ran out there is passed over, and the exit code is 1
error(setmetatable({}, {
  __tostring = function()
    while true do end
  end,
}))
