-- Tries: a loop in __tostring, which tostring, string.format and string.rep reach from C.
-- Ends: 3 instructions
local t = setmetatable({}, {
  __tostring = function()
    while true do end -- here
  end,
})
pcall(tostring, t)
string.format("%s", t)
