-- Tries: a loop in __call, called by pcall.
-- Ends: 3 instructions
while true do
  pcall(setmetatable({}, {
    __call = function()
      while true do end -- here
    end,
  }))
end
