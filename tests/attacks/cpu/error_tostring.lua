-- Tries: a loop in __tostring of an error object, which the host calls when all is over.
-- Ends: 3 instructions
error(setmetatable({}, {
  __tostring = function()
    while true do end
  end,
}))
