-- Tries: a loop in __tostring, called by the host's print.
-- Ends: 3 instructions
print(setmetatable({}, {
  __tostring = function()
    while true do end -- here
  end,
}))
