-- Tries: an error object whose text takes all memory.
-- Ends: 3 memory
error(setmetatable({}, {
  __tostring = function()
    local s = "x"
    while true do s = s .. s end
  end,
}))
