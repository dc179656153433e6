-- Tries: an error object whose text takes all memory.
-- Ends: 3 memory
-- Known: that a budget ran out there is passed over, and the exit code is 1
error(setmetatable({}, {
  __tostring = function()
    local s = "x"
    while true do s = s .. s end
  end,
}))
