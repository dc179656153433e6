-- Tries: a __tostring that is no function, but loops when it is called.
-- Ends: 1 "an error object that is a table"
error(setmetatable({}, {
  __tostring = setmetatable({}, {
    __call = function()
      while true do end
    end,
  }),
}))
